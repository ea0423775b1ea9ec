/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cycles.h: the cycle of events that recurs in a run, and each time that it went round: what the JX paper's authors
 * saw by eye in their event chart (section 4, figure 6).
 *
 * The cycle is looked for in samples of the events (recur.h) and then measured in all of them. It may go through
 * several threads. It begins behind its longest step: where a server waits for the next request.
 *
 * What always holds: a cycle that is measured has all its events, in order, and the first again, which begins the
 * next one; events of other kinds may lie in it, and are counted; none reaches over records that were lost.
 */
#ifndef CYCLES_H
#define CYCLES_H

#include "recur.h"
#include "view.h"

/* From one event to the next; the last one to the first of the next cycle. */
struct cycles_step {
  uint32_t thread, event;    /* thread: index in the view; event: its number */
  int64_t *took;             /* cycles of the processor, by time that the cycle went round */
  double mean;
};

/* Of a run with more events than this the first ones are looked at: they are held in memory, 29 bytes each. */
#define CYCLES_EVENTS (1u << 20)

struct cycles {
  size_t step_count;         /* 0: nothing recurs */
  struct cycles_step steps[RECUR_STEPS];
  size_t count;              /* how often it went round */
  uint64_t *starts;          /* TSC */
  int64_t *periods;          /* from its first event to the next one's */
  uint32_t *others;          /* events of other kinds in it */
  size_t events;             /* of all that were looked at */
  double mean;               /* of the periods */
  int64_t fence;             /* a longer period is an outlier: three interquartile ranges above the third quartile
                                (Tukey, "Exploratory Data Analysis", 1977: far out) */
};

/* The cycle of the events that the view wants. analysis.h makes it once. */
struct cycles *cycles_new(struct view *v);
void cycles_free(struct cycles *c); /* NULL: does nothing */

/* From its first event to its last: without the step that leads to the next one. */
int64_t cycles_busy(const struct cycles *c, size_t i);

/* The step that took longer than its mean by most. */
size_t cycles_slowest(const struct cycles *c, size_t i);

#endif
