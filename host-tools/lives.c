/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lives.c: joins births and deaths; lives.h is the manual.
 *
 * Collections are gone through in their order. Before each, the births that came before it are put into a map by their
 * address; then its deaths take them out of it. What is met there again without a death in between has died unseen.
 */
#include "lives.h"

#include "cmd.h"
#include "timeorder.h"

#include <stdlib.h>
#include <string.h>

#define GONE (MAP_NONE - 1) /* in the map: nobody lives at that address */

/* A place in the sequence of collections from which on deaths are missing. */
struct leak {
  size_t before;    /* objects born before this collection are concerned; beyond the last one: all */
  uint64_t clock;   /* they were seen alive up to then */
};

struct join {
  const struct dump *dump;
  struct lives *lives;
  struct map living;               /* address -> birth, or GONE */
  struct map row_of_id;            /* collection number -> index */
  size_t *first_death;             /* by collection, and one more: into `deaths` */
  uint32_t *deaths;                /* DEATH rows by collection */
  struct leak *leaks;
  size_t leak_count, leak_room;
  bool births_lost;                /* on the line, anywhere among those that are here */
  size_t next;                     /* in lives->order: not in the map yet */
};

/* ---- collections ---- */

static int by_start(const void *a, const void *b)
{
  const struct wire_collection *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return (x->id > y->id) - (x->id < y->id);
}

static void read_collections(struct join *j)
{
  const size_t count = dump_count(j->dump, WIRE_COLLECTION);
  struct lives *l = j->lives;
  l->collections = cmd_alloc(count, sizeof(*l->collections));
  if (count)
    memcpy(l->collections, dump_collection_rows(j->dump), count * sizeof(*l->collections));
  if (count)
    qsort(l->collections, count, sizeof(*l->collections), by_start);
  for (size_t i = 0; i < count; i++) {
    if (map_get(&j->row_of_id, l->collections[i].id) != MAP_NONE)
      continue;
    map_put(&j->row_of_id, l->collections[i].id, (uint32_t)l->collection_count);
    l->collections[l->collection_count++] = l->collections[i];
  }
}

/* Sorts the deaths by collection, by counting. Those of collections that are not here are of no use: when they died is
 * not known. */
static void sort_deaths(struct join *j)
{
  const struct wire_death *d = dump_death_rows(j->dump);
  const size_t count = dump_count(j->dump, WIRE_DEATH), rows = j->lives->collection_count;
  j->first_death = cmd_alloc(rows + 2, sizeof(*j->first_death));
  j->deaths = cmd_alloc(count, sizeof(*j->deaths));
  for (size_t i = 0; i < count; i++) {
    uint32_t row = map_get(&j->row_of_id, d[i].collection);
    if (row != MAP_NONE)
      j->first_death[row + 2]++;
  }
  for (size_t r = 2; r < rows + 2; r++)
    j->first_death[r] += j->first_death[r - 1];
  for (uint32_t i = 0; i < count; i++) {
    uint32_t row = map_get(&j->row_of_id, d[i].collection);
    if (row != MAP_NONE)
      j->deaths[j->first_death[row + 1]++] = i;
  }
}

/* ---- where deaths are missing ---- */

static void add_leak(struct join *j, size_t before, uint64_t clock)
{
  cmd_grow(&j->leaks, &j->leak_room, j->leak_count + 1, sizeof(*j->leaks));
  j->leaks[j->leak_count++] = (struct leak){ before, clock };
}

/* A collection that has fewer deaths than it made, or before which one is missing; and the end, when others came, or one
 * had begun. */
static void find_leaks(struct join *j)
{
  const struct lives *l = j->lives;
  const struct wire_death *d = dump_death_rows(j->dump);
  const struct wire_tally *t = &j->dump->tally[WIRE_COLLECTION];
  uint32_t id = 0;
  for (size_t i = 0; i < l->collection_count; i++) {
    const struct wire_collection *c = &l->collections[i];
    if (c->id != id + 1)
      add_leak(j, i, i ? l->collections[i - 1].clock : 0);
    else if (j->first_death[i + 1] - j->first_death[i] < c->deaths)
      add_leak(j, i, c->clock);
    id = c->id;
  }
  bool more = j->dump->end ? t->made > id : l->count > 0;
  for (size_t i = 0; i < dump_count(j->dump, WIRE_DEATH); i++)
    more |= d[i].collection > id;
  if (more)
    add_leak(j, l->collection_count, id ? l->collections[l->collection_count - 1].clock : 0);
}

/* The first place from collection `row` on; NULL when nothing is missing. */
static const struct leak *leak_after(const struct join *j, size_t row)
{
  size_t low = 0, high = j->leak_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (j->leaks[middle].before < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low < j->leak_count ? &j->leaks[low] : NULL;
}

/* ---- births and deaths ---- */

static uint64_t since(const struct lives *l, uint32_t birth, uint64_t clock)
{
  return clock > l->births[birth].clock ? clock - l->births[birth].clock : 0;
}

/* Its death is not here. It was seen to live up to the first collection that might have been the one. */
static void lose(struct join *j, uint32_t birth)
{
  struct lives *l = j->lives;
  size_t first = lives_first_collection(l, birth);
  const struct leak *leak = leak_after(j, first);
  uint64_t clock = first < l->collection_count ? l->collections[first].clock : 0;
  l->death[birth] = LIVES_UNKNOWN;
  l->age[birth] = since(l, birth, leak ? leak->clock : clock);
  l->unknown++;
}

/* Puts the births up to `tsc` into the map. */
static void let_live(struct join *j, uint64_t tsc)
{
  struct lives *l = j->lives;
  for (; j->next < l->count && l->births[l->order[j->next]].tsc < tsc; j->next++) {
    uint32_t birth = l->order[j->next], before = map_get(&j->living, l->births[birth].object);
    if (before != MAP_NONE && before != GONE)
      lose(j, before);
    map_put(&j->living, l->births[birth].object, birth);
  }
}

static void die(struct join *j, uint64_t object, uint32_t row)
{
  struct lives *l = j->lives;
  uint32_t birth = map_get(&j->living, object);
  if (birth == MAP_NONE || birth == GONE) {
    l->strays++;
    return;
  }
  map_put(&j->living, object, GONE);
  const struct leak *leak = j->births_lost ? leak_after(j, lives_first_collection(l, birth)) : NULL;
  if (leak && leak->before < row) { /* this may be the death of another, whose birth was lost */
    lose(j, birth);
    return;
  }
  l->death[birth] = row;
  l->age[birth] = since(l, birth, l->collections[row].clock);
}

static void join(struct join *j)
{
  struct lives *l = j->lives;
  const struct wire_death *d = dump_death_rows(j->dump);
  for (uint32_t row = 0; row < l->collection_count; row++) {
    let_live(j, l->collections[row].start);
    for (size_t i = j->first_death[row]; i < j->first_death[row + 1]; i++)
      die(j, d[j->deaths[i]].object, row);
  }
  let_live(j, UINT64_MAX);
  l->strays += dump_count(j->dump, WIRE_DEATH) - j->first_death[l->collection_count];
}

/* Those whom no death was found for. */
static void settle(struct join *j)
{
  struct lives *l = j->lives;
  for (uint32_t i = 0; i < l->count; i++) {
    if (l->death[i] != LIVES_ON)
      continue;
    if (leak_after(j, lives_first_collection(l, i)))
      lose(j, i);
    else
      l->age[i] = since(l, i, l->end_clock);
  }
}

/* ---- the interface ---- */

static void read_births(struct lives *l, const struct dump *d)
{
  l->births = dump_birth_rows(d);
  l->count = dump_count(d, WIRE_BIRTH);
  l->order = timeorder(l->count ? &l->births->tsc : NULL, l->count, sizeof(*l->births));
  l->death = cmd_alloc(l->count, sizeof(*l->death));
  l->age = cmd_alloc(l->count, sizeof(*l->age));
  for (size_t i = 0; i < l->count; i++) {
    l->death[i] = LIVES_ON;
    if (l->births[i].clock > l->end_clock)
      l->end_clock = l->births[i].clock;
  }
  for (size_t i = 0; i < l->collection_count; i++)
    if (l->collections[i].clock > l->end_clock)
      l->end_clock = l->collections[i].clock;
}

static bool births_lost(const struct dump *d)
{
  return !d->end || d->tally[WIRE_BIRTH].sent > d->seen[WIRE_BIRTH];
}

const struct lives *lives_get(struct view *v)
{
  struct join j = { .dump = v->dump, .births_lost = births_lost(v->dump) };
  if (v->lives)
    return v->lives;
  j.lives = v->lives = cmd_alloc(1, sizeof(*v->lives));
  read_collections(&j);
  read_births(j.lives, v->dump);
  sort_deaths(&j);
  find_leaks(&j);
  join(&j);
  settle(&j);
  map_free(&j.living);
  map_free(&j.row_of_id);
  free(j.first_death);
  free(j.deaths);
  free(j.leaks);
  return v->lives;
}

void lives_free(struct lives *l)
{
  if (!l)
    return;
  free(l->order);
  free(l->death);
  free(l->age);
  free(l->by_age);
  free(l->collections);
  free(l);
}

bool lives_wanted(struct view *v, uint32_t i)
{
  const struct wire_birth *b = &v->lives->births[i];
  uint32_t thread = view_thread(v, b->thread);
  return v->threads[thread].wanted && view_in_window(v, b->tsc);
}

size_t lives_first_collection(const struct lives *l, uint32_t i)
{
  size_t low = 0, high = l->collection_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (l->collections[middle].start <= l->births[i].tsc)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

#define DIGIT_BITS 11 /* three passes for ages up to 4 GiB */
#define DIGITS     (1u << DIGIT_BITS)

static uint64_t age_key(const struct lives *l, uint32_t birth)
{
  return l->age[birth] << 1 | (l->death[birth] >= LIVES_UNKNOWN);
}

/* One pass of a radix sort: stable, by the digit at `shift`. */
static void sort_by_digit(const struct lives *l, const uint32_t *from, uint32_t *to, unsigned shift)
{
  size_t first[DIGITS + 1] = { 0 };
  for (size_t i = 0; i < l->count; i++)
    first[(age_key(l, from[i]) >> shift & (DIGITS - 1)) + 1]++;
  for (size_t d = 1; d <= DIGITS; d++)
    first[d] += first[d - 1];
  for (size_t i = 0; i < l->count; i++)
    to[first[age_key(l, from[i]) >> shift & (DIGITS - 1)]++] = from[i];
}

const uint32_t *lives_by_age(struct view *v)
{
  struct lives *l = v->lives;
  uint64_t most = 0;
  if (l->by_age)
    return l->by_age;
  uint32_t *from = cmd_alloc(l->count, sizeof(*from)), *to = cmd_alloc(l->count, sizeof(*to));
  for (size_t i = 0; i < l->count; i++) {
    from[i] = l->order[i];
    most = age_key(l, from[i]) > most ? age_key(l, from[i]) : most;
  }
  for (unsigned shift = 0; shift < 64 && most >> shift; shift += DIGIT_BITS) {
    sort_by_digit(l, from, to, shift);
    uint32_t *swap = from;
    from = to;
    to = swap;
  }
  free(to);
  return l->by_age = from;
}
