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

uint32_t observations_stretches(const struct observations *o)
{
  return o->windows ? ((o->windows - 1) >> o->halved) + 1 : 0;
}

static uint64_t key_of(const struct observed *seen)
{
  return (uint64_t)seen->kin << 32 | (uint32_t)seen->alive << 16 | seen->dead;
}

/* The slot of a key: its own, or the empty one that it would have. */
static struct observed *slot_of(const struct observations *o, uint64_t key, uint64_t hash)
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

/* Sorts the rows by key; those of one key stay as they are. Digit by digit, from the last one on, but for digits that
 * all keys share. */
static void sort_rows(struct observations *o)
{
  struct observed *from = o->rows, *to = mem_alloc(o->count, sizeof(*to));
  for (unsigned shift = 0; shift < 64; shift += 8) {
    size_t first[257] = { 0 };
    for (size_t i = 0; i < o->count; i++)
      first[(key_of(&from[i]) >> shift & 255) + 1]++;
    if (o->count && first[(key_of(from) >> shift & 255) + 1] == o->count)
      continue;
    for (unsigned digit = 1; digit < 256; digit++)
      first[digit] += first[digit - 1];
    for (size_t i = 0; i < o->count; i++)
      to[first[key_of(&from[i]) >> shift & 255]++] = from[i];
    struct observed *const other = from;
    from = to;
    to = other;
  }
  o->rows = from;
  o->room = o->count;
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

static void count_coarse(struct observations *o, const struct observed *seen);

/* Each stretch by itself, so that rows of one key come by stretch. */
static void begin_coarse(struct observations *o)
{
  o->coarse = mem_alloc(1, sizeof(*o->coarse));
  o->coarse->halved = o->halved;
  o->coarse->is_coarse = true;
  for (uint32_t stretch = 0; stretch < observations_stretches(o); stretch++) {
    for (size_t i = 0; i < o->count; i++)
      if (o->rows[i].window == stretch)
        count_coarse(o, &o->rows[i]);
    for (size_t i = 0; i < o->slot_room; i++)
      if (o->slots[i].count && o->slots[i].window == stretch)
        count_coarse(o, &o->slots[i]);
  }
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

#define COARSE 8u /* points: a quarter of an octave; ages below 64 bytes stay as they are */
#define FINE_POINTS 64u

/* Counts what `o` has counted by stretch with an earlier `alive` and a later `dead`. */
static void count_coarse(struct observations *o, const struct observed *seen)
{
  struct observations *to = o->coarse;
  struct observed s = *seen;
  if (s.alive >= FINE_POINTS)
    s.alive = (uint16_t)(s.alive & ~(COARSE - 1));
  if (s.dead >= FINE_POINTS && s.dead != TURNBULL_NEVER)
    s.dead = (uint16_t)((s.dead + COARSE - 1) & ~(COARSE - 1));
  to->windows = o->windows;
  s.window >>= to->halved - o->halved;
  if (2 * (to->slots_used + 1) > to->slot_room)
    grow_slots(to);
  count_observed(to, &s, map_hash(key_of(&s)));
}

/* Counts those that wait, but for the last `left` of them. */
static void take_waiting(struct observations *o, size_t left)
{
  while (o->added - o->taken > left) {
    const struct waiting *w = &o->waiting[o->taken++ % OBSERVED_WAITING];
    if (o->coarse)
      count_coarse(o, &w->seen);
    count_observed(o, &w->seen, w->hash);
  }
}

/* Lets what was seen of `parts` of an object wait. */
static void add_parts(struct observations *o, uint16_t alive, uint16_t dead, uint32_t kin, uint32_t parts)
{
  take_waiting(o, OBSERVED_WAITING - 1);
  if (2 * (o->slots_used + OBSERVED_WAITING) > o->slot_room)
    grow_slots(o);
  struct waiting *w = &o->waiting[o->added++ % OBSERVED_WAITING];
  w->seen = (struct observed){ dead, alive, kin, (o->windows - 1) >> o->halved, parts };
  w->hash = map_hash(key_of(&w->seen));
  __builtin_prefetch(&o->slots[(size_t)w->hash & (o->slot_room - 1)], 1);
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
