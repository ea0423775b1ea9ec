/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cycles_ran.h: what ran while a cycle of events went round (cycles.h), and which thread ran longer than it does on
 * average: what made an outlier long. From the SCHED and COLLECTION records.
 */
#ifndef CYCLES_RAN_H
#define CYCLES_RAN_H

#include "cycles.h"
#include "timeline.h"

#define CYCLES_NO_THREAD UINT32_MAX

/* Times in cycles of the processor. */
struct cycles_ran {
  uint32_t thread;           /* index in the view: the one that ran longer than its mean by most; or CYCLES_NO_THREAD */
  int64_t ran, more;         /* how long it ran; by how much more than its mean */
  uint32_t switches;         /* between threads; coming and going of interrupts excepted */
  uint32_t interrupts;       /* first-level handlers that ran */
  uint32_t collections;      /* of garbage that overlap the cycle */
  int64_t collecting;        /* their time within it */
};

/* New memory with an element for each time that the cycle went round. Times are clipped to it. `line` is the view's. */
struct cycles_ran *cycles_ran_new(struct view *v, const struct timeline *line, const struct cycles *c);

#endif
