# SPDX-License-Identifier: GPL-2.0-or-later
#
# survival.awk: the share of the objects, and of their bytes, that is still alive at an age, counted in bytes
# allocated since the birth: the estimate of E. L. Kaplan and P. Meier (1958), in which objects that were alive at the
# end of the run count as alive up to the age that they had then.
#
# In: tables survival, collections, threads, run.  Out: blocks curve, halves.

BEGIN {
  PLOT_LEFT = 110
  PLOT_RIGHT = 1560
  page_init("objects")
  time_all()
  collections_read()
  survival_read()
  survival_head()
  survival_write()
}

function survival_read()
{
  table_open("survival", "age_bytes objects_pct bytes_pct")
  while (table_row()) {
    AGE[++POINTS] = number("age_bytes")
    PCT["objects", POINTS] = number("objects_pct")
    PCT["bytes", POINTS] = number("bytes_pct")
  }
  if (!POINTS)
    die_of_none("object")
}

# The age at which the share of `what` falls to a half or below; "" where it never does.
function survival_half(what,    i)
{
  for (i = 1; i <= POINTS; i++)
    if (PCT[what, i] <= 50)
      return AGE[i]
  return ""
}

# The first point of the axis: the last before anything noteworthy has died.
function survival_first(    i)
{
  for (i = 1; i <= POINTS && PCT["objects", i] > 99.95 && PCT["bytes", i] > 99.95; i++)
    ;
  return i > 1 && i <= POINTS ? AGE[i - 1] : AGE[1] / 2
}

function survival_head(    s)
{
  s = "Height: the share that is still alive at an age, counted in bytes allocated since the birth (Kaplan and" \
      " Meier's estimate, which counts objects alive at the end up to the age that they had reached). " \
      survival_said("objects") ", " survival_said("bytes") "; alive at the age of " \
      text_bytes(AGE[POINTS]) ": " text_percent(PCT["objects", POINTS]) " of the objects, " \
      text_percent(PCT["bytes", POINTS]) " of the bytes."
  page_head("Object survival", s collections_every())
  page_legend("objects", colour("4E79A7", 0))
  page_legend("bytes", colour("F28E2B", 0))
  if (survival_half("objects") != "" || survival_half("bytes") != "")
    page_legend("half are dead", colour("333333", 0), "●")
  if (GC_EVERY)
    page_legend("made between two collections", colour("888888", 0), "┊")
  page_legend_write()
  page_set("left", PLOT_LEFT)
  page_set("right", PLOT_RIGHT)
}

function survival_said(what,    half)
{
  half = survival_half(what)
  return (what == "objects" ? "Of the objects" : "of the bytes") \
         (half == "" ? " more than half outlived the run" : " half are dead by " text_bytes(half))
}

# The curves are steps, as the estimate is, and begin at 100 % at the left edge.
function survival_write(    i, first)
{
  first = survival_first()
  scale_init(first, AGE[POINTS], PLOT_RIGHT - PLOT_LEFT)
  page_set("every", GC_EVERY ? sprintf("%.2f", scale_x(GC_EVERY)) : -1)
  block("curve", "x\tobjects_pct\tbytes_pct")
  row("0\t100\t100")
  for (i = 1; i <= POINTS; i++)
    if (AGE[i] >= first)
      row(sprintf("%.2f\t%s\t%s", scale_x(AGE[i]), PCT["objects", i], PCT["bytes", i]))
  block("halves", "x\tpct\tcolour")
  survival_mark("objects", colour("4E79A7", 0))
  survival_mark("bytes", colour("F28E2B", 0))
}

# A mark where a curve crosses the half.
function survival_mark(what, rgb,    half)
{
  half = survival_half(what)
  if (half != "")
    row(sprintf("%.2f\t50\t%d", scale_x(half), rgb))
}
