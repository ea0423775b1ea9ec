/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * busy.c: see busy.h.
 */
#include "busy.h"

#include "base/mem.h"

enum lane { LANE_UNKNOWN, LANE_RESTS, LANE_BUSY };

struct walk {
  struct view *view;
  busy_fn *take;
  void *ctx;
  enum lane *lanes;            /* by processor */
  size_t lane_room;
  uint32_t wanted;             /* processors that have switches */
  uint32_t known, busy;
  struct busy_step step, held; /* the one that goes on; the one before, which may turn out to be a part of it */
};

static void tell_held(struct walk *w)
{
  if (w->held.end > w->held.start)
    w->take(w->ctx, &w->held);
}

/* The step ends at `tsc`. */
static void end_step(struct walk *w, uint64_t tsc)
{
  w->step.end = tsc;
  if (tsc <= w->step.start)
    return;
  if (w->held.known == w->step.known && w->held.busy == w->step.busy && w->held.end == w->step.start) {
    w->held.end = tsc;
    return;
  }
  tell_held(w);
  w->held = w->step;
}

static void take_change(void *ctx, uint64_t tsc, uint32_t cpu, uint32_t thread)
{
  struct walk *w = ctx;
  const size_t old = w->lane_room;
  mem_grow(&w->lanes, &w->lane_room, (size_t)cpu + 1, sizeof(*w->lanes));
  for (size_t i = old; i < w->lane_room; i++)
    w->lanes[i] = LANE_UNKNOWN;
  w->known -= w->lanes[cpu] != LANE_UNKNOWN;
  w->busy -= w->lanes[cpu] == LANE_BUSY;
  if (thread == TIMELINE_NONE) {
    w->lanes[cpu] = LANE_UNKNOWN;
  } else {
    const enum timeline_doing doing = timeline_doing(w->view, thread);
    w->lanes[cpu] = doing == TIMELINE_THREAD || doing == TIMELINE_INTERRUPT ? LANE_BUSY : LANE_RESTS;
  }
  w->known += w->lanes[cpu] != LANE_UNKNOWN;
  w->busy += w->lanes[cpu] == LANE_BUSY;
  const bool known = w->known == w->wanted;
  const uint32_t busy = known ? w->busy : 0;
  if (known == w->step.known && busy == w->step.busy)
    return;
  end_step(w, tsc);
  w->step = (struct busy_step){ tsc > w->step.start ? tsc : w->step.start, 0, busy, known };
}

typedef void walk_fn(struct view *v, const struct timeline_ops *ops, void *ctx);

static void walk_by(walk_fn *walk, struct view *v, const struct timeline *line, busy_fn *take, void *ctx)
{
  static const struct timeline_ops ops = { .change = take_change };
  struct walk w = { .view = v, .take = take, .ctx = ctx, .step = { .start = v->start } };
  for (size_t i = 0; i < line->processor_count; i++)
    w.wanted += line->processors[i].met;
  walk(v, &ops, &w);
  end_step(&w, v->stop);
  tell_held(&w);
  mem_free(w.lanes);
}

void busy_walk(struct view *v, const struct timeline *line, busy_fn *take, void *ctx)
{
  walk_by(timeline_walk, v, line, take, ctx);
}

void busy_walk_window(struct view *v, const struct timeline *line, busy_fn *take, void *ctx)
{
  walk_by(timeline_walk_window, v, line, take, ctx);
}
