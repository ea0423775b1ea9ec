# SPDX-License-Identifier: GPL-2.0-or-later
#
# rounds.awk: which stretch of a run shows some rounds of the events that recur (tables cycle and rounds), the JX
# paper's figure 6.

# Makes the stretch that of ROUNDS_SHOWN rounds, one behind the other, whose periods are nearest to the median; of
# several the first. ROUNDS_ALL: how many there are in the stretch that was asked for; ROUNDS_MEDIAN: of all, in us.
function rounds_stretch(    most, k, at, far, best)
{
  most = 4   # as many as the paper shows
  rounds_median()
  table_open("rounds", "start_us period_us")
  while (table_row()) {
    if (number("start_us") < TIME_FROM || number("start_us") + number("period_us") > TIME_TO)
      continue
    at = ++ROUNDS_ALL
    if (rounds_apart(at - 1))
      BEGUN = at
    ROUND_FROM[at] = number("start_us")
    ROUND_TO[at] = ROUND_FROM[at] + number("period_us")
    far = 0
    for (k = 1; k <= most && at - k + 1 >= BEGUN; k++) {
      far += rounds_far(at - k + 1)
      if (!(k in best) || far < best[k]) {
        best[k] = far
        STRETCH_FROM[k] = ROUND_FROM[at - k + 1]
        STRETCH_TO[k] = ROUND_TO[at]
      }
    }
    delete ROUND_FROM[at - most]
    delete ROUND_TO[at - most]
  }
  if (!ROUNDS_ALL)
    die(3, "no events recur in " time_words())
  for (ROUNDS_SHOWN = most; !(ROUNDS_SHOWN in best); ROUNDS_SHOWN--)
    ;
  time_narrow(STRETCH_FROM[ROUNDS_SHOWN], STRETCH_TO[ROUNDS_SHOWN])
}

# An event that recurs by itself has no rounds to be drawn: chart events shows it.
function rounds_median(    events)
{
  table_lookup("cycle", "what median_us")
  while (table_row()) {
    if (text("what") == "period")
      ROUNDS_MEDIAN = number("median_us")
    events += text("what") == "step" || text("what") == "wait"
  }
  if (events == 1)
    die(3, "what recurs is one event by itself")
}

# Whether the round at hand does not follow round `before`; times of the table are of a thousandth.
function rounds_apart(before)
{
  return !(before in ROUND_TO) || number("start_us") - ROUND_TO[before] > 0.01
}

function rounds_far(at,    far)
{
  far = ROUND_TO[at] - ROUND_FROM[at] - ROUNDS_MEDIAN
  return far < 0 ? -far : far
}

function rounds_remark()
{
  return " These are " ROUNDS_SHOWN " of " text_count(ROUNDS_ALL) " rounds" \
    (ROUNDS_SHOWN > 1 ? " in a row, nearest to the median of " : ", nearest to the median of ") \
    text_time(ROUNDS_MEDIAN) "." REMARK["rounds"]
}
