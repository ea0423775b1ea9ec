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

# Another stretch than was asked for.
function time_narrow(from, to)
{
  TIME_FROM = from
  TIME_TO = to
  time_axis()
}

# The whole run, for charts that have no axis of time.
function time_all()
{
  TIME_FROM = 0
  TIME_TO = RUN["duration_us"] + 0
}

# The axis has a margin of 1 % on both sides, so that what happened first and last does not lie on the frame.
function time_axis(    span, name)
{
  span = TIME_TO - TIME_FROM
  TIME_UNIT = span >= 2e6 ? 1e6 : span >= 2e3 ? 1e3 : 1
  name = span >= 2e6 ? "s" : span >= 2e3 ? "ms" : "µs"
  TIME_NAME = name
  TIME_ZERO = 0
  if (TIME_FROM / TIME_UNIT >= 1e5) {
    TIME_ZERO = int(TIME_FROM / (1000 * TIME_UNIT)) * 1000 * TIME_UNIT
    TIME_LABEL = "time (" name ") after " TIME_ZERO / 1e6 " s"
  } else {
    TIME_LABEL = "time since profiling was started (" name ")"
  }
  page_set("x_from", sprintf("%.10g", time_x(TIME_FROM - 0.01 * span)))
  page_set("x_to", sprintf("%.10g", time_x(TIME_TO + 0.01 * span)))
  page_set_text("x_label", TIME_LABEL)
}

# How many of a plot's pixels the stretch takes: all but the margins.
function time_pixels(plot)
{
  return int(plot / 1.02)
}

# A time as a number on the axis, to a thousandth of the stretch: 4100.25 (us) -> "4.1".
function time_number(us,    digits, s)
{
  while (digits < 6 && 10 ^ -digits > (TIME_TO - TIME_FROM) / TIME_UNIT / 1000)
    digits++
  s = sprintf("%." digits "f", time_x(us))
  if (s ~ /\./)
    sub(/\.?0+$/, "", s)
  return s
}

# The same with its unit.
function time_at(us)
{
  return time_number(us) " " TIME_NAME (TIME_ZERO ? " after " TIME_ZERO / 1e6 " s" : "")
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

function time_whole()
{
  return TIME_FROM <= 0 && TIME_TO >= RUN["duration_us"] + 0
}

# The stretch in words, for the heading.
function time_words()
{
  if (time_whole())
    return "the whole run of " text_time(TIME_TO)
  return text_time(TIME_TO - TIME_FROM) ", from " time_number(TIME_FROM) " to " time_at(TIME_TO)
}

# Ends the program where there is no `what` to draw, be it that none was logged or that none was kept.
function die_of_none(what)
{
  if (ENVIRON["RENDER_WINDOWED"] != "")
    die(3, "no " what " in " time_words())
  die(3, "no " what (NOTES_COUNT ? " of this run is left" : " was logged in this run"))
}

# Finds where the stretch may be empty because records of `kinds`, which the chart shows, are missing, and not because
# nothing happened: before the first record, at `first`, where a ring has overwritten the oldest; after the last record,
# at `last`, where records are missing for a reason that does not leave the end alone. Which reason it is, the tables'
# comments say (table.awk). Sets KNOWN_FROM and KNOWN_TO (us), the part of the stretch with records; the other parts are
# drawn reddish. Stretches between them in which records of `kinds` were lost or not recorded (table lost) are drawn
# grey. To be called before the chart makes its own entries in the legend, which may leave no room for these.
function time_known(first, last, kinds,    i, ring, other, least)
{
  KNOWN_FROM = TIME_FROM
  KNOWN_TO = TIME_TO
  if (ENVIRON["RENDER_WINDOWED"] != "") { # what the tables begin with is not what the run does
    first = TIME_FROM
    last = TIME_TO
  }
  least = 0.005 * (TIME_TO - TIME_FROM)
  for (i = 1; i <= NOTES_COUNT; i++)
    if (note_concerns(i, kinds)) {
      ring = ring || note_is(i, "ring")
      other = other || !note_is(i, "ring paused rate early orphans deaths births contradict")
    }
  if (ring && first > TIME_FROM + least)
    KNOWN_FROM = first < TIME_TO ? first : TIME_TO
  if (other && last < TIME_TO - least)
    KNOWN_TO = last > TIME_FROM ? last : TIME_FROM
  time_lost_read(" " kinds " ")
  if (KNOWN_FROM > TIME_FROM || KNOWN_TO < TIME_TO)
    page_legend("nothing kept", colour("F3E0E0", 0))
}

# LOST_FROM and LOST_TO (us) of the stretches, by time; those that touch or overlap, or stand less than a thousandth of
# the chart apart, are one.
function time_lost_read(kinds,    from, to, apart, lost, paused)
{
  apart = (TIME_TO - TIME_FROM) / 1000
  table_lookup("lost", "from_us to_us what reason")
  while (table_row()) {
    from = number("from_us")
    to = number("to_us")
    if (!index(kinds, " " text("what") " ") || to <= KNOWN_FROM || from >= KNOWN_TO)
      continue
    if (text("reason") == "paused")
      paused = 1
    else
      lost = 1
    from = from > KNOWN_FROM ? from : KNOWN_FROM
    to = to < KNOWN_TO ? to : KNOWN_TO
    if (!LOST || from > LOST_TO[LOST] + apart)
      LOST_FROM[++LOST] = from
    if (!(LOST in LOST_TO) || to > LOST_TO[LOST])
      LOST_TO[LOST] = to
  }
  if (LOST)
    page_legend(paused ? (lost ? "records lost, or not recorded" : "not recorded") : "records lost",
                colour("D8D8D8", 0))
}

function time_remark(    s)
{
  if (KNOWN_FROM > TIME_FROM)
    s = " Until " time_at(KNOWN_FROM) " (reddish) nothing was kept."
  if (KNOWN_TO < TIME_TO)
    s = s " From " time_at(KNOWN_TO) " on (reddish) nothing was recorded."
  return s
}

# Writes the reddish and the grey parts: blocks unknown and lost.
function time_unknown_write(    i)
{
  block("lost", "from\tto")
  for (i = 1; i <= LOST; i++)
    row(sprintf("%.8g\t%.8g", time_x(LOST_FROM[i]), time_x(LOST_TO[i])))
  block("unknown", "from\tto")
  if (KNOWN_FROM > TIME_FROM)
    row(sprintf("%.8g\t%.8g", time_x(TIME_FROM), time_x(KNOWN_FROM)))
  if (KNOWN_TO < TIME_TO)
    row(sprintf("%.8g\t%.8g", time_x(KNOWN_TO), time_x(TIME_TO)))
}
