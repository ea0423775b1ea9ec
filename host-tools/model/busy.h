/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * busy.h: how many processors were busy at once, over time.
 *
 * A processor is busy while it runs a thread or an interrupt, not while it runs its idle thread or one of the
 * profiler's. A processor of which the run has no switch is not counted: it is not known what it did.
 */
#ifndef BUSY_H
#define BUSY_H

#include "timeline.h"

/* From `start` to `end` (TSC) so many processors were busy. */
struct busy_step {
  uint64_t start, end;
  uint32_t busy;
  bool known;            /* false: it is not known, for records are missing */
};

/* Takes a step. `ctx` is what the caller of busy_walk() gave. */
typedef void busy_fn(void *ctx, const struct busy_step *s);

/* Calls `take` with each step of the whole run, by time, without gaps; two that follow each other differ. `line` is the
 * view's. */
void busy_walk(struct view *v, const struct timeline *line, busy_fn *take, void *ctx);

/* busy_walk() of the steps that reach into the view's window. Some before it may be told as fewer. */
void busy_walk_window(struct view *v, const struct timeline *line, busy_fn *take, void *ctx);

#endif
