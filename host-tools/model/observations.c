/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * observations.c: see observations.h. The newest observation of a key (kin, alive, dead) has a slot; when one of a
 * later window comes, the slot's goes to the rows.
 */
#include "observations.h"

#include "cohort.h"
#include "turnbull.h"
#include "base/map.h"
#include "base/mem.h"

/* With more rows than this windows cannot be drawn (drawings()): then two that follow each other become one, as long
 * as STRETCHES_LEAST are left. Otherwise what was seen is told apart by stretch with coarser ages only, for the
 * drawings, and with its own ages without. */
#define ROWS_BY_WINDOW  (COHORTS_DRAWN_ROWS / COHORTS_DRAWN_LEAST)
#define STRETCHES_LEAST 20u

#define COARSE 8u /* points: a quarter of an octave; ages below 64 bytes stay as they are */
#define FINE_POINTS 64u

uint32_t observations_stretches(const struct observations *o)
{
  return o->windows ? ((o->windows - 1) >> o->halved) + 1 : 0;
}

static inline uint64_t key_of(const struct observed *seen)
{
  return (uint64_t)seen->kin << 32 | (uint32_t)seen->alive << 16 | seen->dead;
}

/* The slot of a key: its own, or the empty one that it would have. */
static inline struct observed *slot_of(const struct observations *o, uint64_t key, uint64_t hash)
{
  size_t i = (size_t)hash & (o->slot_room - 1);
  while (o->slots[i].count && key_of(&o->slots[i]) != key)
    i = (i + 1) & (o->slot_room - 1);
  return &o->slots[i];
}

static void grow_slots(struct observations *o)
{
  struct observed *old = o->slots;
  const size_t room = o->slot_room;
  o->slot_room = room ? 2 * room : 1024;
  o->slots = mem_alloc(o->slot_room, sizeof(*o->slots));
  for (size_t i = 0; i < room; i++)
    if (old[i].count)
      *slot_of(o, key_of(&old[i]), map_hash(key_of(&old[i]))) = old[i];
  mem_free(old);
}

/* Makes one row of those that differ in their windows alone, which has the first window: without that there would be a
 * row for nearly each object of a long run. */
static void join_windows(struct observations *o)
{
  for (size_t i = o->count; i-- > 0;) {
    const uint64_t key = key_of(&o->rows[i]);
    struct observed *slot = slot_of(o, key, map_hash(key));
    slot->count += o->rows[i].count;
    slot->window = o->rows[i].window;
  }
  o->count = 0;
  o->joined = true;
}

static void add_row(struct observations *o, const struct observed *row)
{
  mem_grow(&o->rows, &o->room, o->count + 1, sizeof(*o->rows));
  o->rows[o->count++] = *row;
}

/* A number that is in the order of keys, and has fewer bits. */
#define POINT_BITS 11
_Static_assert(TURNBULL_POINTS < (1 << POINT_BITS) - 1, "the last number is for TURNBULL_NEVER");
static inline uint64_t rank_of(const struct observed *seen)
{
  const uint64_t never = (1 << POINT_BITS) - 1, dead = seen->dead < never ? seen->dead : never;
  return ((uint64_t)seen->kin << POINT_BITS | seen->alive) << POINT_BITS | dead;
}

/* Of the digits of ranks, the last one first: how many rows have each. */
#define DIGIT_BITS 11
#define DIGITS     5
#define DIGIT(rank, digit) ((rank) >> DIGIT_BITS * (digit) & ((1 << DIGIT_BITS) - 1))
_Static_assert(DIGIT_BITS * DIGITS >= 32 + 2 * POINT_BITS, "all bits of a rank");
struct digits { size_t count[DIGITS][1 << DIGIT_BITS]; };

static void count_digits(const struct observations *o, struct digits *digits)
{
  for (size_t i = 0; i < o->count; i++) {
    const uint64_t rank = rank_of(&o->rows[i]);
    for (unsigned digit = 0; digit < DIGITS; digit++)
      digits->count[digit][DIGIT(rank, digit)]++;
  }
}

/* Sorts the rows by key; those of one key stay as they are. Digit by digit, from the last one on, but for digits that
 * all keys share. */
static void sort_rows(struct observations *o)
{
  struct observed *from = o->rows, *to = mem_alloc(o->count, sizeof(*to));
  struct digits *digits = mem_alloc(1, sizeof(*digits));
  count_digits(o, digits);
  for (unsigned digit = 0; digit < DIGITS; digit++) {
    size_t *const count = digits->count[digit];
    size_t before = 0;
    if (o->count && count[DIGIT(rank_of(from), digit)] == o->count)
      continue;
    for (unsigned value = 0; value < 1 << DIGIT_BITS; value++) {
      const size_t first = before;
      before += count[value];
      count[value] = first;
    }
    for (size_t i = 0; i < o->count; i++)
      to[count[DIGIT(rank_of(&from[i]), digit)]++] = from[i];
    struct observed *const other = from;
    from = to;
    to = other;
  }
  o->rows = from;
  o->room = o->count;
  mem_free(digits);
  mem_free(to);
}

/* Makes one stretch of each two that follow each other, and one row of rows that differ no more. */
static void halve_stretches(struct observations *o)
{
  size_t count = 0;
  o->halved++;
  for (size_t i = o->taken; i < o->added; i++)
    o->waiting[i % OBSERVED_WAITING].seen.window /= 2;
  for (size_t i = 0; i < o->slot_room; i++)
    o->slots[i].window /= 2;
  sort_rows(o);
  for (size_t i = 0; i < o->count; i++) {
    struct observed row = o->rows[i], *last = count ? &o->rows[count - 1] : NULL;
    row.window /= 2;
    if (last && key_of(last) == key_of(&row) && last->window == row.window)
      last->count += row.count;
    else
      o->rows[count++] = row;
  }
  o->count = count;
}

/* What was seen with an earlier `alive` and a later `dead`. */
static inline struct observed coarse_of(const struct observed *seen)
{
  struct observed s = *seen;
  if (s.alive >= FINE_POINTS)
    s.alive = (uint16_t)(s.alive & ~(COARSE - 1));
  if (s.dead >= FINE_POINTS && s.dead != TURNBULL_NEVER)
    s.dead = (uint16_t)((s.dead + COARSE - 1) & ~(COARSE - 1));
  return s;
}

static void count_coarse(struct observations *o, const struct observed *coarse, uint64_t hash);

static void count_row_coarse(struct observations *o, const struct observed *row)
{
  const struct observed coarse = coarse_of(row);
  count_coarse(o, &coarse, map_hash(key_of(&coarse)));
}

/* Begins to fetch the slot of the coarse form of an observation that waits. */
static inline void let_coarse_wait(const struct observations *o, struct waiting *w)
{
  w->coarse = coarse_of(&w->seen);
  w->coarse_hash = map_hash(key_of(&w->coarse));
  if (o->coarse->slot_room)
    __builtin_prefetch(&o->coarse->slots[(size_t)w->coarse_hash & (o->coarse->slot_room - 1)], 1);
}

/* The rows, and behind them the slots. */
static const struct observed *row_or_slot(const struct observations *o, size_t i)
{
  return i < o->count ? &o->rows[i] : &o->slots[i - o->count];
}

/* Stretch by stretch, so that rows of one key come by stretch. */
static void begin_coarse(struct observations *o)
{
  const size_t all = o->count + o->slot_room;
  size_t *first = mem_alloc(observations_stretches(o) + 1, sizeof(*first)), seen = 0;
  uint32_t *order = mem_alloc(o->count + o->slots_used, sizeof(*order));
  o->coarse = mem_alloc(1, sizeof(*o->coarse));
  o->coarse->halved = o->halved;
  o->coarse->is_coarse = true;
  for (size_t i = 0; i < all; i++)
    first[row_or_slot(o, i)->window + 1] += row_or_slot(o, i)->count != 0;
  for (uint32_t stretch = 1; stretch < observations_stretches(o); stretch++)
    first[stretch] += first[stretch - 1];
  for (size_t i = 0; i < all; i++)
    if (row_or_slot(o, i)->count) {
      order[first[row_or_slot(o, i)->window]++] = (uint32_t)i;
      seen++;
    }
  for (size_t i = 0; i < seen; i++)
    count_row_coarse(o, row_or_slot(o, order[i]));
  mem_free(order);
  mem_free(first);
  for (size_t i = o->taken; i < o->added; i++)
    let_coarse_wait(o, &o->waiting[i % OBSERVED_WAITING]);
}

/* There are too many rows. */
static void tell_less_apart(struct observations *o)
{
  while (o->count + o->slots_used > ROWS_BY_WINDOW / 2 && observations_stretches(o) >= 2 * STRETCHES_LEAST)
    halve_stretches(o);
  if (o->count + o->slots_used <= ROWS_BY_WINDOW)
    return;
  if (!o->is_coarse)
    begin_coarse(o);
  join_windows(o);
}

/* Counts an observation in its slot, from which the row of an earlier window goes to the others. */
static void count_observed(struct observations *o, const struct observed *seen, uint64_t hash)
{
  struct observed *slot = slot_of(o, key_of(seen), hash);
  if (!slot->count) {
    *slot = *seen;
    o->slots_used++;
  } else if (slot->window == seen->window || o->joined) {
    slot->count += seen->count;
  } else {
    add_row(o, slot);
    *slot = *seen;
  }
  if (o->count + o->slots_used > ROWS_BY_WINDOW && !o->joined)
    tell_less_apart(o);
}

/* Counts what `o` has counted by stretch in the form that coarse_of() gives it. */
static void count_coarse(struct observations *o, const struct observed *coarse, uint64_t hash)
{
  struct observations *to = o->coarse;
  struct observed s = *coarse;
  to->windows = o->windows;
  s.window >>= to->halved - o->halved;
  if (4 * (to->slots_used + 1) > 3 * to->slot_room)
    grow_slots(to);
  count_observed(to, &s, hash);
}

/* Counts those that wait, but for the last `left` of them. */
static void take_waiting(struct observations *o, size_t left)
{
  while (o->added - o->taken > left) {
    const struct waiting *w = &o->waiting[o->taken++ % OBSERVED_WAITING];
    if (o->coarse)
      count_coarse(o, &w->coarse, w->coarse_hash);
    count_observed(o, &w->seen, w->hash);
  }
}

/* Lets what was seen of `parts` of an object wait. */
static void add_parts(struct observations *o, uint16_t alive, uint16_t dead, uint32_t kin, uint32_t parts)
{
  take_waiting(o, OBSERVED_WAITING - 1);
  if (4 * (o->slots_used + OBSERVED_WAITING) > 3 * o->slot_room)
    grow_slots(o);
  struct waiting *w = &o->waiting[o->added++ % OBSERVED_WAITING];
  w->seen = (struct observed){ dead, alive, kin, (o->windows - 1) >> o->halved, parts };
  w->hash = map_hash(key_of(&w->seen));
  __builtin_prefetch(&o->slots[(size_t)w->hash & (o->slot_room - 1)], 1);
  if (o->coarse)
    let_coarse_wait(o, w);
}

/* What is known of a part of an object, for which the moments that its collections count for lie in part `part` of
 * their stretches: up to the end of that it was alive, from its beginning on it was dead. */
static struct observed part_of(const struct life *life, unsigned part)
{
  const uint64_t late = life->alive_gap ? ((uint64_t)life->alive_gap * (part + 1) - 1) / OBSERVED_PARTS : 0;
  const uint64_t alive = life->alive + late;
  if (life->dead == LIVES_NEVER)
    return (struct observed){ .alive = turnbull_floor(alive), .dead = TURNBULL_NEVER };
  const uint64_t dead = life->dead + (uint64_t)life->dead_gap * part / OBSERVED_PARTS;
  return (struct observed){ .alive = turnbull_floor(alive), .dead = turnbull_ceiling(dead > alive ? dead : alive + 1) };
}

/* Adds parts that differ by themselves. */
static void spread_parts(struct observations *o, const struct life *life, uint32_t kin)
{
  struct observed last = part_of(life, 0);
  uint32_t parts = 1;
  for (unsigned part = 1; part < OBSERVED_PARTS; part++, parts++) {
    const struct observed next = part_of(life, part);
    if (next.alive == last.alive && next.dead == last.dead)
      continue;
    add_parts(o, last.alive, last.dead, kin, parts);
    last = next;
    parts = 0;
  }
  add_parts(o, last.alive, last.dead, kin, parts);
}

void observations_add(struct observations *o, const struct lives *l, const struct life *life, uint32_t kin)
{
  if (!life->seen)
    return;
  const struct observed first = part_of(life, 0);
  const uint32_t window = l->chance[life->first];
  o->windows += !o->windows || window != o->newest;
  o->newest = window;
  if (life->alive_gap || life->dead_gap)
    spread_parts(o, life, kin);
  else
    add_parts(o, first.alive, first.dead, kin, OBSERVED_PARTS);
}

/* The rows of one key came by window, and the one in its slot is the last. */
void observations_finish(struct observations *o)
{
  take_waiting(o, 0);
  mem_grow(&o->rows, &o->room, o->count + o->slots_used, sizeof(*o->rows));
  for (size_t i = 0; i < o->slot_room; i++)
    if (o->slots[i].count)
      o->rows[o->count++] = o->slots[i];
  mem_free(o->slots);
  o->slots = NULL;
  o->slot_room = o->slots_used = 0;
  sort_rows(o);
}

void observations_free(struct observations *o)
{
  if (o->coarse)
    observations_free(o->coarse);
  mem_free(o->coarse);
  mem_free(o->rows);
  mem_free(o->slots);
}
