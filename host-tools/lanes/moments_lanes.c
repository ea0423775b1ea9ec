/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moments_lanes.c: see moments_lanes.h.
 *
 * A dump tells how many moments were not taken in time (META MOMENTS_MISSED), and not when. Moments that are asked for
 * at intervals lie at intervals, give or take a timer tick: where two neighbours lie further apart than the median
 * distance and a half, a time between them has passed.
 */
#include "moments_lanes.h"

#include "base/mem.h"
#include "model/moments.h"

struct making {
  struct lanes *lanes;
  const struct moments *moments;
  struct map of;         /* thread of the view -> its lane */
  uint8_t *behind;       /* by moment: enum lanes_instant of the time up to the next one */
  uint64_t *distances;   /* of two moments taken at intervals, cycles */
  size_t distance_count;
};

/* ---- moments ---- */

static bool is_regular(const struct wire_moment *m)
{
  return m->why == WIRE_MOMENT_WHY_INTERVAL;
}

static int by_size(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Whether the dump lacks moments right before one, which is not the first. */
static bool lacks_before(const struct moments *m, size_t row)
{
  return m->rows[row - 1]->number + 1 != m->rows[row]->number;
}

/* Calls back for each two moments that were taken at intervals, one after the other, where the dump lacks none between
 * them. */
static void each_distance(struct making *m, void (*take)(struct making *, size_t before, size_t row, uint64_t cycles))
{
  const struct wire_moment *const *rows = m->moments->rows;
  const size_t count = m->moments->count;
  size_t before = count; /* none */
  for (size_t row = 0; row < count; row++) {
    if (row && lacks_before(m->moments, row))
      before = count;
    if (!is_regular(rows[row]))
      continue;
    if (before < count && rows[row]->tsc > rows[before]->tsc)
      take(m, before, row, rows[row]->tsc - rows[before]->tsc);
    before = row;
  }
}

static void take_distance(struct making *m, size_t before, size_t row, uint64_t cycles)
{
  (void)before;
  (void)row;
  m->distances[m->distance_count++] = cycles;
}

/* Between two moments the time of one has passed, if they lie that far apart. */
static void mark_missed(struct making *m, size_t before, size_t row, uint64_t cycles)
{
  const uint64_t usual = m->distances[m->distance_count / 2];
  if (cycles <= usual + usual / 2)
    return;
  for (size_t i = before + 1; i <= row; i++)
    m->behind[i - 1] = LANES_MISSED;
}

/* Finds what is behind each moment. */
static void find_gaps(struct making *m)
{
  const struct moments *all = m->moments;
  for (size_t row = 1; row < all->count; row++)
    if (lacks_before(all, row))
      m->behind[row - 1] = LANES_LACKS;
  if (!dump_meta(all->view->dump, WIRE_META_MOMENTS_MISSED, 0))
    return;
  m->distances = mem_alloc(all->count, sizeof(*m->distances));
  each_distance(m, take_distance);
  if (m->distance_count)
    mem_sort(m->distances, m->distance_count, sizeof(*m->distances), by_size);
  each_distance(m, mark_missed);
  mem_free(m->distances);
}

/* When threads go on behind a moment. */
static int64_t end_of(const struct making *m, size_t row)
{
  const struct wire_moment *at = m->moments->rows[row];
  return lanes_at(m->moments->view, at->tsc + (at->took ? at->took : 1));
}

static void add_moments(struct making *m)
{
  const size_t lane = groups_add(m->lanes, LANES_MOMENTS, LANES_MOMENT, LANE_STATES, 0, mem_format("moments"));
  struct lane *l = groups_at(m->lanes, LANES_MOMENTS, lane);
  for (size_t row = 0; row < m->moments->count; row++) {
    lane_add(l, &(struct lane_entry){ .at = lanes_at(m->moments->view, m->moments->rows[row]->tsc),
                                      .state = LANE_STATE(LANES_STILL, 0), .who = (uint32_t)row });
    lane_add(l, &(struct lane_entry){ .at = end_of(m, row), .who = LANES_NONE,
                                      .state = LANE_STATE(m->behind[row], 0) });
  }
}

/* ---- threads ---- */

static struct lane *lane_of(struct making *m, uint32_t thread)
{
  uint32_t lane = map_get(&m->of, thread);
  if (lane == MAP_NONE) {
    lane = (uint32_t)groups_add(m->lanes, LANES_MOMENTS, LANES_STAND, LANE_STATES, thread,
                                mem_format("%s", m->moments->view->threads[thread].name));
    map_put(&m->of, thread, lane);
  }
  return groups_at(m->lanes, LANES_MOMENTS, lane);
}

static uint8_t state_of(const struct wire_stance *s)
{
  static const uint8_t states[] = { [WIRE_STATE_RUNNING] = LANES_RUNNING, [WIRE_STATE_READY] = LANES_READY,
                                    [WIRE_STATE_WAITING] = LANES_BLOCKED };
  const uint8_t class = s->state < sizeof(states) ? states[s->state] : LANES_UNKNOWN;
  return LANE_STATE(class, s->wait <= WIRE_WAIT_PARK ? s->wait : 0);
}

static void add_stand(struct making *m, size_t row)
{
  const struct moments_stand *s = &m->moments->stands[row];
  struct lane *l = lane_of(m, s->thread);
  const int64_t from = lanes_at(m->moments->view, m->moments->rows[s->first]->tsc);
  if (l->count && l->last >= from) /* the end of the stand before it */
    lane_drop_last(l);
  lane_add(l, &(struct lane_entry){ .at = from, .state = state_of(s->stance), .who = (uint32_t)row });
  lane_add(l, &(struct lane_entry){ .at = end_of(m, s->last), .who = LANES_NONE });
}

void moments_lanes(struct lanes *l)
{
  struct making m = { .lanes = l, .moments = analysis_moments(l->analysis) };
  if (!m.moments->count)
    return;
  m.behind = mem_alloc(m.moments->count, sizeof(*m.behind));
  find_gaps(&m);
  add_moments(&m);
  for (size_t row = 0; row < m.moments->stand_count; row++)
    add_stand(&m, row);
  mem_free(m.behind);
  map_free(&m.of);
}
