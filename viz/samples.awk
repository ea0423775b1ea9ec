# SPDX-License-Identifier: GPL-2.0-or-later
#
# samples.awk: the sampled profile (JX paper, section 3): for the functions met most often, their share of the samples
# as a bar, with the 95 % interval that so few samples allow, and behind it the share with callees.
#
# The shares come from table samples. Where threads are left out (idle, or all but --thread), or probes of call timing
# folded into one bar, they are counted again from the stacks, with Wilson's score interval (E. B. Wilson, 1927), the
# formula that hostdump uses.
#
# In: tables samples, stacks, threads, run.  Out: blocks total, self, names, numbers.

BEGIN {
  MOST = 20
  PLOT_RIGHT = 1330
  page_init("samples")
  stacks_read()
  if (STACK_LEFT_OUT || STACK_PROBES)
    samples_count()
  else
    samples_read()
  samples_head()
  samples_write()
}

function samples_read(    i)
{
  table_open("samples", "function self self_pct self_low_pct self_high_pct total_pct")
  while (table_row() && BARS < MOST)
    if (number("self") > 0)
      samples_bar(text("function"), number("self"), number("self_pct"),
                  number("self_low_pct"), number("self_high_pct"),
                  number("total_pct"))
  samples_others()
}

function samples_bar(name, self, pct, low, high, total)
{
  BAR[++BARS] = name
  SELF[BARS] = self
  SELF_PCT[BARS] = pct
  LOW_PCT[BARS] = low
  HIGH_PCT[BARS] = high
  TOTAL_PCT[BARS] = total
  LEFT_PCT += pct
}

function samples_others()
{
  LEFT_PCT = LEFT_PCT < 100 ? 100 - LEFT_PCT : 0
}

# Counts self and total samples by function; a function counts once for a stack, however often it is on it.
function samples_count(    i, j, n, frames, self, total, seen, names, count, most)
{
  for (i = 1; i <= STACKS; i++) {
    n = split(STACK[i], frames, ";")
    for (j = n; j > 0; j--)
      if (seen[frames[j]] != i) {
        seen[frames[j]] = i
        total[frames[j]] += STACK_COUNT[i]
      }
    if (!(frames[n] in self))
      names[++count] = frames[n]
    self[frames[n]] += STACK_COUNT[i]
  }
  order_names(names, count) # falling by samples; equal ones by name, as the table
  count = order_top(names, count, self, MOST, most)
  for (i = 1; i <= count; i++)
    samples_bar(most[i], self[most[i]], 100 * self[most[i]] / STACK_SUM, wilson(self[most[i]], STACK_SUM, -1),
                wilson(self[most[i]], STACK_SUM, 1), 100 * total[most[i]] / STACK_SUM)
  samples_others()
}

# Lower (side -1) or upper (1) end of the 95 % interval of hits in n, in percent. 1.96: the normal distribution's.
function wilson(hits, n, side,    z, p)
{
  z = 1.96
  p = hits / n
  return 100 * (p + z * z / (2 * n) + side * z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n)
}

function samples_head(    s, i, most, width, probes, others)
{
  s = "Dark: share of the samples that met the function itself, with its 95 % interval; pale: with what it called. " \
      stacks_scope() "." \
      (LEFT_PCT >= 0.05 ? " Functions not shown had " text_percent(LEFT_PCT) "." : "") stacks_remark()
  for (i = 1; i <= BARS; i++)
    if (BAR[i] == PROBES)
      probes = 1
    else
      others = 1
  if (others) {
    page_legend("in the function itself", colour("4E79A7", 0))
    page_legend("with what it called", colour("4E79A7", 0.7))
  }
  if (probes)
    page_legend(PROBES, colour("9A9A9A", 0))
  page_legend("95 % interval", colour("222222", 0), "↔")
  page_head("Sampled profile", s)
  page_legend_write()
  for (i = 1; i <= BARS; i++) {
    width = larger(width, text_width(text_fit_name(BAR[i], 15, 420), 15))
    most = larger(most, larger(TOTAL_PCT[i], HIGH_PCT[i]))
  }
  page_set("left", int(45 + (width > 60 ? width : 60)))
  page_set("right", PLOT_RIGHT)
  page_set("most", sprintf("%.4g", most < 95 ? most * 1.05 : 100))
  page_set("count", BARS)
  if (BARS < 14)
    PAGE_HEIGHT = PAGE_TOP + 130 + 50 * BARS
  page_set("height", PAGE_HEIGHT)
}

function samples_colour(i, white)
{
  return colour(BAR[i] == PROBES ? "9A9A9A" : "4E79A7", white)
}

function larger(a, b)
{
  return a > b ? a : b
}

function samples_write(    i)
{
  block("self", "row\tself_pct\tself_low_pct\tself_high_pct\ttotal_pct\tcolour\tcolour of the total")
  for (i = 1; i <= BARS; i++)
    row(sprintf("%d\t%.4f\t%.4f\t%.4f\t%.4f\t%d\t%d", i, SELF_PCT[i], LOW_PCT[i], HIGH_PCT[i], TOTAL_PCT[i],
                samples_colour(i, 0), samples_colour(i, 0.7)))
  block("names", "row\tfunction")
  for (i = 1; i <= BARS; i++)
    row(i "\t" quote_field(text_fit_name(BAR[i], 15, 420)))
  block("numbers", "row\tself (interval), total")
  for (i = 1; i <= BARS; i++)
    row(sprintf("%d\t%.1f %%  (%.1f – %.1f), all %.1f %%", i, SELF_PCT[i], LOW_PCT[i], HIGH_PCT[i], TOTAL_PCT[i]))
}
