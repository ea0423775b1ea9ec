/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cycle.c: the events that recur (tables cycle and rounds), where their time goes, and what ran in the rounds that took
 * far longer than the others.
 */
#include "sentences.h"

struct cycle cycle;

/* A row of the table that is neither the period nor the busy part of it. */
static void take_step(void)
{
  mem_grow(&cycle.steps, &cycle.step_room, cycle.step_count + 1, sizeof(*cycle.steps));
  const bool wait = field_is(0, "wait");
  const struct cycle_step step = {
    .said = say("%s → %s%s", name_text(name(2)), name_text(name(3)), wait ? " (the wait for the next)" : ""),
    .thread = name_text(name(1)), .us = number(5), .spread = field_is(6, "-") ? "-" : say_time(number(6)),
    .share = name_text(name(8)),
  };
  if (field_is(0, "step") && (cycle.longest == SIZE_MAX || step.us > cycle.steps[cycle.longest].us))
    cycle.longest = cycle.step_count;
  cycle.steps[cycle.step_count++] = step;
}

void cycle_read(void)
{
  cycle = (struct cycle){ .longest = SIZE_MAX, .period = "", .median = "", .deviation = "", .busy = "", .rounds = "" };
  table_open("cycle", "what thread from to rounds mean_us sd_us median_us mean_pct");
  while (table_row())
    if (field_is(0, "period")) {
      cycle.period = say_time(number(5));
      cycle.median = say_time(number(7));
      cycle.rounds = say("%.0f", number(4));
      cycle.deviation = field_is(6, "-") ? "" : say_time(number(6));
    } else if (field_is(0, "busy")) {
      cycle.busy = say_time(number(5));
    } else {
      take_step();
    }
}

const char *cycle_outliers(void)
{
  struct sums why = { 0 };
  size_t count = 0;
  const char *said = "";
  table_open("rounds", "outlier slow_from slow_to ran collections");
  while (table_row()) {
    if (!field_is(0, "outlier"))
      continue;
    count++;
    sum_add(&why, name_of_text(number(4) > 0 ? "a collection of garbage" : field_is(3, "-") ?
                               say("%s → %s", name_text(name(1)), name_text(name(2))) :
                               say("%s ran longer", name_text(name(3)))), 1);
  }
  if (!count)
    return "No round took far longer than the others.";
  for (int i = 0; i < 3; i++) {
    const uint32_t most = sum_largest_name(&why);
    if (!most || number_in(&why.of, most) <= 0)
      break;
    said = say("%s%sin %.0f of them, %s", said, *said ? "; " : "", number_in(&why.of, most), name_text(most));
    *number_at(&why.of, most) = 0;
  }
  return say("%zu round%s took far longer than the others: %s.", count, count > 1 ? "s" : "", said);
}

/* What ran longer in the round at hand than on average, and what else was there. */
static const char *say_why(void)
{
  const char *s = "";
  if (!field_is(6, "-") && number(7) > 0)
    s = say("%s, %s longer than on average", name_text(name(6)), say_time(number(7)));
  if (number(8))
    s = say("%s%s%.0f interrupt%s", s, *s ? "; " : "", number(8), number(8) == 1 ? "" : "s");
  return number(9) ? say("%s%sa collection of garbage", s, *s ? "; " : "") : s;
}

/* Fills cycle.slow with the outliers that took longest, the longest first. */
void cycle_slow(void)
{
  cycle.slow_count = 0;
  table_open("rounds", "start_us period_us outlier slow_from slow_to slow_us ran ran_more_us interrupts collections");
  while (table_row()) {
    const double us = number(1);
    if (!field_is(2, "outlier") || (cycle.slow_count == SLOW_MOST && us <= cycle.slow[SLOW_MOST - 1].us))
      continue;
    cycle.slow_count += cycle.slow_count < SLOW_MOST;
    size_t i = cycle.slow_count - 1;
    for (; i > 0 && cycle.slow[i - 1].us < us; i--)
      cycle.slow[i] = cycle.slow[i - 1];
    cycle.slow[i] = (struct slow_round){
      us, say_time(us), say_time(number(0)),
      say("%s → %s, %s", name_text(name(3)), name_text(name(4)), say_time(number(5))), say_why()
    };
  }
}
