# SPDX-License-Identifier: GPL-2.0-or-later
#
# time.awk: the stretch of time that a chart shows, and its axis.
#
# Time is shown in the unit that gives a handful of digits: seconds, milliseconds or microseconds since profiling was
# started. Where even that would be many digits, the axis counts from a round moment that its title names.

# Sets TIME_FROM and TIME_TO (us) from --from and --to, default the whole run, and the axis; dies when the stretch
# lies outside the run.
function time_init(    end)
{
  end = RUN["duration_us"]
  TIME_FROM = ENVIRON["RENDER_FROM"] + 0
  TIME_TO = ENVIRON["RENDER_TO"] == "" || ENVIRON["RENDER_TO"] > end + 0 ? end + 0 : ENVIRON["RENDER_TO"] + 0
  if (end <= 0)
    die(3, "the run has no length (duration_us is " end ")")
  if (TIME_FROM >= TIME_TO)
    die(4, "--from " text_time(TIME_FROM) " is after the end of the run, which lasted " text_time(end))
  time_axis()
}

function time_axis(    span, name)
{
  span = TIME_TO - TIME_FROM
  TIME_UNIT = span >= 2e6 ? 1e6 : span >= 2e3 ? 1e3 : 1
  name = span >= 2e6 ? "s" : span >= 2e3 ? "ms" : "µs"
  TIME_ZERO = 0
  if (TIME_FROM / TIME_UNIT >= 1e5) {
    TIME_ZERO = int(TIME_FROM / (1000 * TIME_UNIT)) * 1000 * TIME_UNIT
    TIME_LABEL = "time (" name ") after " time_exact(TIME_ZERO)
  } else {
    TIME_LABEL = "time since profiling was started (" name ")"
  }
  page_set("x_from", sprintf("%.10g", time_x(TIME_FROM)))
  page_set("x_to", sprintf("%.10g", time_x(TIME_TO)))
  page_set_text("x_label", TIME_LABEL)
}

# 53791000 (us) -> "53.791 s"
function time_exact(us)
{
  return sprintf("%.10g", us / 1e6) " s"
}

# A time on the axis.
function time_x(us)
{
  return (us - TIME_ZERO) / TIME_UNIT
}

function time_shown(us)
{
  return us >= TIME_FROM && us <= TIME_TO
}

# The stretch in words, for the heading.
function time_words()
{
  if (TIME_FROM <= 0 && TIME_TO >= RUN["duration_us"])
    return "the whole run of " text_time(TIME_TO)
  return text_time(TIME_TO - TIME_FROM) " from " time_exact(TIME_FROM) " to " time_exact(TIME_TO)
}

# Whether the end of the stretch, after the last record at `last`, may be empty because records were lost, and not
# because nothing happened. Such an end is drawn reddish.
function time_unknown(last)
{
  return NOTES_COUNT && last < TIME_TO - 0.005 * (TIME_TO - TIME_FROM)
}

function time_remark(last)
{
  return time_unknown(last) ? " From " time_exact(last) " on (reddish) nothing was recorded." : ""
}
