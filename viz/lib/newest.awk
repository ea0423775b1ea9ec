# SPDX-License-Identifier: GPL-2.0-or-later
#
# newest.awk: when the last tenth of a run's objects begins (table objects), the JX paper's figure 11.

# The birth, in us, of the first of the last tenth of the objects that were born from `from` to `to`; "" where there
# are none. Sets NEWEST_ALL, how many were born then.
function newest_from(from, to,    at, seen)
{
  NEWEST_ALL = 0
  newest_open()
  while (newest_row(from, to))
    NEWEST_ALL += table_count()
  newest_open()
  while (newest_row(from, to)) {
    at = number("birth_us")
    seen += table_count()
    if (seen > 0.9 * NEWEST_ALL)
      break
  }
  return at
}

function newest_open()
{
  table_open("objects", "birth_us death_us thread")
}

# The next that was born in the stretch, by the thread that --thread names.
function newest_row(from, to)
{
  while (table_row())
    if (number("birth_us") >= from && number("birth_us") <= to && \
        (ENVIRON["RENDER_THREAD"] == "" || ENVIRON["RENDER_THREAD"] == text("thread")))
      return 1
  return 0
}
