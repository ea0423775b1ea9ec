/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cycles_ran.h: what ran while a cycle of events went round (cycles.h), and which thread ran longer than it does on
 * average: what made an outlier long. From the SCHED and COLLECTION records.
 */
#ifndef CYCLES_RAN_H
#define CYCLES_RAN_H

#include "cycles.h"
#include "timeline.h"

#define CYCLES_NOBODY UINT32_MAX

/* Times in cycles of the processor. */
struct cycles_ran {
  uint32_t thread;           /* index in the view of the one that ran longer than its mean by most; CYCLES_NOBODY */
  int64_t ran, more;         /* how long it ran; by how much more than its mean */
  uint32_t switches;         /* between threads; coming and going of interrupts excepted */
  uint32_t interrupts;       /* first-level handlers that ran */
  uint32_t collections;      /* of garbage that overlap the cycle */
  int64_t collecting;        /* their time within it */
};

/* One for each time that the cycle went round. New memory. Times are clipped to the cycle. `line` is the view's. */
struct cycles_ran *cycles_ran_new(struct view *v, const struct timeline *line, const struct cycles *c);

#endif
