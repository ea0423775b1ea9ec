/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sched_lanes.c: lanes of threads and processors, from what timeline_walk() tells.
 *
 * That a thread begins to run is put down at once, for entries come by time. Where no stretch is told for it later,
 * because records are missing or contradict each other, it is amended: nothing is known of that time.
 */
#include "sched_lanes.h"

#include "base/mem.h"
#include "model/timeline.h"

#include <inttypes.h>

/* A processor. */
struct on {
  size_t lane;           /* of the group, + 1; 0: none yet */
  uint32_t thread;       /* that runs there, or TIMELINE_NONE */
  bool told;             /* that its stretch is over */
};

struct making {
  struct lanes *lanes;
  struct view *view;
  size_t *threads;       /* by index of the view: the lane, + 1; 0: none yet */
  size_t thread_count, thread_room;
  struct on *on;
  size_t on_count, on_room;
};

static const struct lane_entry unknown = { .state = LANE_STATE(LANES_UNKNOWN, 0), .who = LANES_NONE };

static struct lane *lane_of_thread(struct making *m, uint32_t thread)
{
  mem_grow(&m->threads, &m->thread_room, (size_t)thread + 1, sizeof(*m->threads));
  for (; m->thread_count <= thread; m->thread_count++)
    m->threads[m->thread_count] = 0;
  if (!m->threads[thread])
    m->threads[thread] = 1 + groups_add(m->lanes, LANES_SCHED, LANES_THREAD, LANE_STATES, thread,
                                       mem_format("%s", m->view->threads[thread].name));
  return groups_at(m->lanes, LANES_SCHED, m->threads[thread] - 1);
}

static struct on *on_of(struct making *m, uint32_t cpu)
{
  mem_grow(&m->on, &m->on_room, (size_t)cpu + 1, sizeof(*m->on));
  for (; m->on_count <= cpu; m->on_count++)
    m->on[m->on_count] = (struct on){ .thread = TIMELINE_NONE };
  if (!m->on[cpu].lane)
    m->on[cpu].lane = 1 + groups_add(m->lanes, LANES_SCHED, LANES_PROCESSOR, LANE_STATES, cpu,
                                    mem_format("processor %" PRIu32, cpu));
  return &m->on[cpu];
}

/* Thread 0 stands for several, which may run and wait at once. */
static bool is_one(const struct making *m, uint32_t thread)
{
  return m->view->threads[thread].id != 0;
}

/* Amends the last entry of a lane if it is of that class and `who`. */
static void take_back(struct lane *l, unsigned class, uint32_t who)
{
  const struct lane_entry e = l->count ? lane_entry(l, l->count - 1) : unknown;
  if (LANE_CLASS(e.state) == class && e.who == who)
    lane_amend(l, unknown.state);
}

/* What ran on a processor has not ended in a stretch: it is not known what it did. */
static void take_back_occupant(struct making *m, uint32_t cpu)
{
  const struct on o = *on_of(m, cpu);
  if (o.thread == TIMELINE_NONE || o.told)
    return;
  take_back(groups_at(m->lanes, LANES_SCHED, o.lane - 1), (unsigned)timeline_doing(m->view, o.thread) + 1, o.thread);
  if (is_one(m, o.thread))
    take_back(lane_of_thread(m, o.thread), LANES_RUNNING, cpu);
}

static void add_state(struct lane *l, int64_t at, uint8_t state, uint32_t who)
{
  lane_add(l, &(struct lane_entry){ .at = at, .state = state, .who = who });
}

static void take_change(void *ctx, uint64_t tsc, uint32_t cpu, uint32_t thread)
{
  struct making *m = ctx;
  const int64_t at = lanes_at(m->view, tsc);
  const bool known = thread != TIMELINE_NONE;
  take_back_occupant(m, cpu);
  struct on *o = on_of(m, cpu);
  o->thread = thread;
  o->told = false;
  add_state(groups_at(m->lanes, LANES_SCHED, o->lane - 1), at,
            known ? LANE_STATE((unsigned)timeline_doing(m->view, thread) + 1, 0) : unknown.state, thread);
  if (known && is_one(m, thread))
    add_state(lane_of_thread(m, thread), at, LANE_STATE(LANES_RUNNING, 0), cpu);
}

static void take_stretch(void *ctx, const struct timeline_stretch *s)
{
  on_of(ctx, s->cpu)->told = true;
}

static void take_pause(void *ctx, const struct timeline_pause *p)
{
  static const uint8_t states[] = { [TIMELINE_READY] = LANES_READY, [TIMELINE_BLOCKED] = LANES_BLOCKED,
                                    [TIMELINE_INTERRUPTED] = LANES_INTERRUPTED, [TIMELINE_GONE] = LANES_UNKNOWN };
  struct making *m = ctx;
  const unsigned why = p->why <= WIRE_WHY_UNBLOCK ? p->why : 0;
  add_state(lane_of_thread(m, p->thread), lanes_at(m->view, p->tsc), LANE_STATE(states[p->rest], why), p->by);
}

/* From `tsc` on nothing is known of any thread. */
static void take_forgot(void *ctx, uint64_t tsc)
{
  struct making *m = ctx;
  for (size_t i = 0; i < m->thread_count; i++) {
    struct lane *l = m->threads[i] ? groups_at(m->lanes, LANES_SCHED, m->threads[i] - 1) : NULL;
    if (l && l->count && LANE_CLASS(lane_entry(l, l->count - 1).state) != LANES_UNKNOWN)
      add_state(l, lanes_at(m->view, tsc), unknown.state, LANES_NONE);
  }
}

void sched_lanes(struct lanes *l)
{
  static const struct timeline_ops ops = { .change = take_change, .stretch = take_stretch, .pause = take_pause,
                                           .forgot = take_forgot };
  struct making m = { .lanes = l, .view = l->analysis->view };
  timeline_walk(m.view, &ops, &m);
  for (uint32_t cpu = 0; cpu < m.on_count; cpu++)
    if (m.on[cpu].lane)
      take_change(&m, m.view->stop, cpu, TIMELINE_NONE);
  take_forgot(&m, m.view->stop);
  mem_free(m.threads);
  mem_free(m.on);
}
