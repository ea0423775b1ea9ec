# SPDX-License-Identifier: GPL-2.0-or-later
#
# latency.awk: how long threads that could run had to wait for a processor: the share of waits that took no longer than so
# long, told apart by whether the thread then ran on the processor on which it was woken, or lost its own.
#
# In: tables latency, threads, run.  Out: blocks curve1 to curve4, halves.

BEGIN {
  PLOT_LEFT = 110
  PLOT_RIGHT = 1560
  page_init("sched")
  time_all()
  CURVES = split("wakeup no;wakeup yes;preemption no;preemption yes", CURVE, ";")
  split("woken, runs on its waker's processor;woken, runs on another processor;preempted, goes on there;" \
        "preempted, goes on elsewhere", NAME, ";")
  split("4E79A7 F28E2B 59A14F B07AA1", HUE, " ")
  latency_read()
  latency_head()
  latency_write()
}

function latency_read(    what)
{
  table_open("latency", "after crossed from_us to_us count")
  while (table_row()) {
    what = text("after") " " text("crossed")
    N[what]++
    FROM[what, N[what]] = number("from_us")
    TO[what, N[what]] = number("to_us")
    WAITS[what, N[what]] = number("count")
    ALL[what] += number("count")
    WHOLE += number("count")
    if (number("to_us") > LONGEST)
      LONGEST = number("to_us")
    if (number("from_us") > 0 && (SHORTEST == "" || number("from_us") < SHORTEST))
      SHORTEST = number("from_us")
  }
  if (!WHOLE)
    die_of_none("wait for a processor")
  if (SHORTEST == "" || SHORTEST >= LONGEST)
    SHORTEST = LONGEST / 10
}

# The time that a half of the waits did not exceed, by the upper end of its quarter octave.
function latency_half(what,    i, sum)
{
  for (i = 1; i <= N[what]; i++)
    if ((sum += WAITS[what, i]) * 2 >= ALL[what])
      return TO[what, i]
}

function latency_head(    i, s)
{
  for (i = 1; i <= CURVES; i++)
    if (ALL[CURVE[i]])
      s = s (s == "" ? " Half took up to " : ", ") text_time(latency_half(CURVE[i])) " (" NAME[i] ": " \
          text_count(ALL[CURVE[i]]) " waits)"
  s = "Height: the share of waits, from runnable to running, that took no longer than so long." s "."
  for (i = 1; i <= CURVES; i++)
    if (ALL[CURVE[i]])
      page_legend(NAME[i], colour(HUE[i], 0))
  page_legend("half of them", colour("333333", 0), "●")
  page_head("Waits for a processor", s)
  page_legend_write()
  PAGE_HEIGHT = PAGE_TOP + 620
  page_set("height", PAGE_HEIGHT)
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
  latency_axis()
}

# The axis is logarithmic, in pixels; ticks at powers of ten, of the least and the greatest ones with room.
function latency_axis(    power, count)
{
  LOW = log(SHORTEST)
  HIGH = log(LONGEST)
  page_set("pixels", PLOT_RIGHT - PLOT_LEFT)
  for (power = -3; power <= 12; power++)
    latency_tick(10 ^ power)
  for (power = -3; power <= 12 && TICKS < 3; power++) {
    latency_tick(2 * 10 ^ power)
    latency_tick(5 * 10 ^ power)
  }
  page_set("ticks", TICKS)
}

function latency_tick(us)
{
  if (us >= SHORTEST * 0.999 && us <= LONGEST * 1.001)
    page_tick(++TICKS, text_time(us), sprintf("%.2f", latency_x(us)))
}

function latency_x(us)
{
  return us <= SHORTEST ? 0 : (log(us) - LOW) / (HIGH - LOW) * (PLOT_RIGHT - PLOT_LEFT)
}

function latency_write(    i, k, sum)
{
  for (i = 1; i <= CURVES; i++) {
    if (!ALL[CURVE[i]])
      continue
    block("curve" i, "x\tpercent")
    row("0\t0")
    sum = 0
    for (k = 1; k <= N[CURVE[i]]; k++) {
      row(sprintf("%.2f\t%.4f", latency_x(FROM[CURVE[i], k]), 100 * sum / ALL[CURVE[i]]))
      sum += WAITS[CURVE[i], k]
      row(sprintf("%.2f\t%.4f", latency_x(TO[CURVE[i], k]), 100 * sum / ALL[CURVE[i]]))
    }
    row(sprintf("%d\t100", PLOT_RIGHT - PLOT_LEFT))
  }
  block("halves", "x\tpercent\tcolour")
  for (i = 1; i <= CURVES; i++)
    if (ALL[CURVE[i]])
      row(sprintf("%.2f\t50\t%d", latency_x_half(CURVE[i]), colour(HUE[i], 0)))
}

# Where a curve crosses the half.
function latency_x_half(what,    k, sum, a, b)
{
  for (k = 1; k <= N[what]; k++) {
    if ((sum + WAITS[what, k]) * 2 < ALL[what]) {
      sum += WAITS[what, k]
      continue
    }
    a = latency_x(FROM[what, k])
    b = latency_x(TO[what, k])
    return a + (b - a) * (ALL[what] / 2 - sum) / WAITS[what, k]
  }
}
