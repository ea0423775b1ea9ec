/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * waits_lanes.c: see waits_lanes.h.
 */
#include "waits_lanes.h"

#include "base/mem.h"
#include "model/lock_waits.h"

struct making {
  struct lanes *lanes;
  struct map of;         /* thread of the view -> its lane */
};

static struct lane *lane_of(struct making *m, uint32_t thread)
{
  uint32_t lane = map_get(&m->of, thread);
  if (lane == MAP_NONE) {
    lane = (uint32_t)groups_add(m->lanes, LANES_WAITS, LANES_WAIT, LANE_STATES, thread,
                                mem_format("%s", m->lanes->analysis->view->threads[thread].name));
    map_put(&m->of, thread, lane);
  }
  return groups_at(m->lanes, LANES_WAITS, lane);
}

/* Adds the time for which one holder kept the lock, and makes what follows no wait. */
static void add_piece(struct lanes *l, struct lane *lane, struct lanes_wait wait, int64_t from, int64_t to)
{
  const unsigned way = wait.flags & WIRE_LOCK_SPIN ? LANES_WAITS_SPINNING : LANES_WAITS_BLOCKED;
  const uint32_t row = (uint32_t)l->waits.count;
  mem_grow(&l->waits.all, &l->waits.room, l->waits.count + 1, sizeof(*l->waits.all));
  l->waits.all[l->waits.count++] = wait;
  if (lane->count && lane->last >= from) /* the end of the piece before it */
    lane_drop_last(lane);
  lane_add(lane, &(struct lane_entry){ .at = from, .state = LANE_STATE(way, 0), .who = row });
  lane_add(lane, &(struct lane_entry){ .at = to, .state = LANE_STATE(LANES_WAITS_NOT, 0), .who = LANES_NONE });
}

static void add_wait(void *ctx, struct lock_waits *waits, const struct lock_wait *w)
{
  struct making *m = ctx;
  struct view *v = waits->view;
  const struct wire_lock *r = w->record;
  struct lanes_wait wait = { .object = r->object, .begun = lanes_at(v, w->begun), .got = lanes_at(v, r->tsc),
                             .lock = r->lock, .flags = r->flags, .holds = r->holds };
  struct lane *lane = lane_of(m, w->thread);
  int64_t since = wait.begun;
  const bool many = w->end - w->first > 1 && m->lanes->waits.count + (w->end - w->first) > WAITS_LANES_MOST;
  for (size_t i = w->first; !many && i < w->end; i++) {
    const int64_t until = i + 1 == w->end ? wait.got : lanes_at(v, waits->releases[i].tsc);
    wait.holder = waits->releases[i].thread;
    add_piece(m->lanes, lane, wait, since, until);
    since = until;
  }
  if (!many && w->first < w->end)
    return;
  wait.holder = r->holder ? view_thread(v, r->holder) : LANES_NONE;
  wait.last = r->holder && r->holds > 1;
  add_piece(m->lanes, lane, wait, since, wait.got);
}

void waits_lanes(struct lanes *l)
{
  struct making m = { .lanes = l };
  struct lock_waits waits = lock_waits_new(l->analysis->view);
  lock_waits_all(&waits, add_wait, &m);
  lock_waits_free(&waits);
  map_free(&m.of);
}
