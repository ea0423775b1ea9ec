/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rounds.c: which stretch of a run shows some rounds of the events that recur (tables cycle and rounds), the JX paper's
 * figure 6.
 */
#include "scene.h"

#define MOST 4 /* rounds: as many as the paper shows */

static struct {
  double median_us;
  size_t all, shown;
  struct stretch rounds[MOST + 1];   /* the newest, by number modulo MOST + 1 */
  struct stretch stretch[MOST + 1];  /* the best one of k rounds */
  double best[MOST + 1];
  bool any[MOST + 1];
} it;

/* An event that recurs by itself has no rounds to be drawn: chart events shows it. */
static void read_median(void)
{
  size_t events = 0;
  table_lookup("cycle", "what median_us");
  while (table_row()) {
    if (field_is(0, "period"))
      it.median_us = number(1);
    events += field_is(0, "step") || field_is(0, "wait");
  }
  if (events == 1)
    end_figure(FIGURE_NOTHING, "what recurs is one event by itself");
}

static double distance(const struct stretch *round)
{
  return fabs(round->to_us - round->from_us - it.median_us);
}

/* Looks at the rows of 1 to MOST rounds that end with round `at'; none reaches back beyond round `begun'. */
static void take_round(size_t at, size_t begun)
{
  double far = 0;
  for (size_t k = 1; k <= MOST && at + 1 >= begun + k; k++) {
    const struct stretch *first = it.rounds + (at + 1 - k) % (MOST + 1);
    far += distance(first);
    if (it.any[k] && far >= it.best[k])
      continue;
    it.any[k] = true;
    it.best[k] = far;
    it.stretch[k] = (struct stretch){ first->from_us, it.rounds[at % (MOST + 1)].to_us };
  }
}

/* Makes the stretch that of some rounds, one behind the other, whose periods are nearest to the median; of several the
 * first. Times of the table are of a thousandth: rounds that stand further apart do not follow each other. */
void rounds_stretch(void)
{
  size_t begun = 0;
  memset(&it, 0, sizeof(it));
  read_median();
  table_open("rounds", "start_us period_us");
  while (table_row()) {
    const struct stretch round = { number(0), number(0) + number(1) };
    if (round.from_us < scene.from_us || round.to_us > scene.to_us)
      continue;
    const size_t at = it.all++;
    if (at == 0 || round.from_us - it.rounds[(at - 1) % (MOST + 1)].to_us > 0.01)
      begun = at;
    it.rounds[at % (MOST + 1)] = round;
    take_round(at, begun);
  }
  if (!it.all)
    end_figure(FIGURE_NOTHING, say("no events recur in %s", time_words()));
  for (it.shown = MOST; !it.any[it.shown]; it.shown--)
    ;
  time_narrow(it.stretch[it.shown].from_us, it.stretch[it.shown].to_us);
}

const char *rounds_remark(void)
{
  return say(" These are %zu of %s rounds%s%s.%s", it.shown, say_count((double)it.all),
             it.shown > 1 ? " in a row, nearest to the median of " : ", nearest to the median of ",
             say_time(it.median_us), table_remark("rounds"));
}
