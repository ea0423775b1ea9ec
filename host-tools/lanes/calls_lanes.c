/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calls_lanes.c: see calls_lanes.h.
 */
#include "calls_lanes.h"

#include "base/mem.h"
#include "model/calls.h"

_Static_assert(CALLS_LANES_DEEPEST < UINT8_MAX, "a depth is a byte, and DEEPER another one");
#define DEEPER UINT8_MAX

/* ---- depths ---- */

/* How many calls of the thread are around each of its calls; DEEPER: too many for a lane. From the last call to the
 * first, each stands before those that are inside it. For mem_free(). */
static uint8_t *depths_of(const struct calls *c, uint32_t thread)
{
  const uint64_t count = c->threads[thread].count;
  uint8_t *depths = mem_alloc(count, 1);
  uint64_t *firsts = NULL; /* of the calls around the one at hand: the number of the first call inside */
  size_t around = 0, room = 0;
  for (uint64_t k = count; k-- > 0;) {
    while (around && firsts[around - 1] > k)
      around--;
    depths[k] = around < CALLS_LANES_DEEPEST ? (uint8_t)around : DEEPER;
    mem_grow(&firsts, &room, around + 1, sizeof(*firsts));
    firsts[around++] = k + 1 - calls_size(c, thread, k);
  }
  mem_free(firsts);
  return depths;
}

/* ---- lanes ---- */

struct making {
  struct lanes *lanes;
  uint8_t **depths;        /* by thread */
  size_t *first;           /* by thread: its first lane */
};

/* Adds lanes of a thread, as many as it has depths. */
static void add_thread(struct making *m, uint32_t thread)
{
  const struct calls *c = m->lanes->calls.all;
  const struct view *v = c->view;
  unsigned deepest = 0;
  m->depths[thread] = depths_of(c, thread);
  for (uint64_t k = 0; k < c->threads[thread].count; k++)
    if (m->depths[thread][k] != DEEPER && m->depths[thread][k] >= deepest)
      deepest = m->depths[thread][k] + 1u;
  m->first[thread] = m->lanes->groups[LANES_CALLS].count;
  for (unsigned depth = 0; depth < deepest; depth++)
    groups_add(m->lanes, LANES_CALLS, LANES_CALL, LANE_STATES, calls_lanes_number(thread, depth),
               mem_format("%s", v->threads[thread].name));
}

/* One whose times were overwritten is there at its end. */
static void add_call(struct making *m, uint32_t thread, uint64_t number, const struct call *call)
{
  struct view *v = m->lanes->analysis->view;
  const uint8_t depth = m->depths[thread][number];
  if (depth == DEEPER) {
    m->lanes->calls.deeper++;
    return;
  }
  struct lane *l = groups_at(m->lanes, LANES_CALLS, m->first[thread] + depth);
  const int64_t start = lanes_at(v, call->known ? call->start : call->end), end = lanes_at(v, call->end);
  if (l->count && l->last >= start) /* the end of the call before it */
    lane_drop_last(l);
  lane_add(l, &(struct lane_entry){ .at = start, .state = LANE_STATE(1, 0),
                                    .who = m->lanes->calls.all->tree->nodes[call->node].function });
  lane_add(l, &(struct lane_entry){ .at = end, .who = LANES_NONE });
}

void calls_lanes(struct lanes *l)
{
  struct view *v = l->analysis->view;
  l->calls.tree = calltree_new(v);
  l->calls.all = calls_new_kept(v, l->calls.tree);
  const size_t threads = l->calls.all->thread_count;
  struct making m = { .lanes = l, .depths = mem_alloc(threads, sizeof(*m.depths)),
                      .first = mem_alloc(threads, sizeof(*m.first)) };
  for (uint32_t thread = 0; thread < threads; thread++)
    add_thread(&m, thread);
  struct calls_walk w = calls_walk_begin(l->calls.all);
  struct call call;
  while (calls_walk_next(&w, &call))
    add_call(&m, w.thread, w.number, &call);
  calls_walk_end(&w);
  for (uint32_t thread = 0; thread < threads; thread++)
    mem_free(m.depths[thread]);
  mem_free(m.depths);
  mem_free(m.first);
}

/* ---- a call ---- */

/* The number of the first call of a thread that ended behind a time; its count: none did. */
static uint64_t first_ending_behind(struct calls *c, uint32_t thread, uint64_t tsc)
{
  const struct calls_thread *t = &c->threads[thread];
  size_t low = 0, high = t->piece_count;
  while (low < high) { /* the first piece whose first call ended behind it */
    const size_t middle = low + (high - low) / 2;
    if (t->marks[middle].tsc <= tsc)
      low = middle + 1;
    else
      high = middle;
  }
  uint64_t from = low ? (low - 1) * (uint64_t)CALLS_PIECE : 0, to = low * (uint64_t)CALLS_PIECE;
  for (to = to < t->count ? to : t->count; from < to;) {
    const uint64_t middle = from + (to - from) / 2;
    struct call call;
    if (!calls_read(c, thread, middle, &call))
      return t->count;
    if (call.end <= tsc)
      from = middle + 1;
    else
      to = middle;
  }
  return from;
}

uint64_t calls_lanes_call_at(struct lanes *l, uint32_t thread, uint32_t depth, int64_t at)
{
  struct calls *c = l->calls.all;
  const uint64_t tsc = lanes_tsc(l->analysis->view, at), k = first_ending_behind(c, thread, tsc);
  uint64_t found = CALLS_NONE;
  struct call call;
  size_t count;
  if (k == c->threads[thread].count)
    return CALLS_NONE;
  uint64_t *path = calls_path(c, thread, k, &count);
  if (depth < count && calls_read(c, thread, path[depth], &call) && call.start <= tsc && tsc < call.end)
    found = path[depth];
  mem_free(path);
  return found;
}
