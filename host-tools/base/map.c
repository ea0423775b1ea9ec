/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * map.c: hash table from 64-bit keys to 32-bit numbers; map.h is the manual.
 */
#include "map.h"

#include "mem.h"


/* Fibonacci hashing (Knuth, TAOCP 3, 6.4), folded so that the low bits see all of the key. */
static size_t first_slot(const struct map *m, uint64_t key)
{
  uint64_t h = key * 0x9e3779b97f4a7c15u;
  return (size_t)(h ^ h >> 32) & (m->room - 1);
}

static struct map_slot *find_slot(const struct map *m, uint64_t key)
{
  size_t i = first_slot(m, key);
  while (m->slots[i].used && m->slots[i].key != key)
    i = (i + 1) & (m->room - 1);
  return &m->slots[i];
}

uint32_t map_get(const struct map *m, uint64_t key)
{
  if (!m->room)
    return MAP_NONE;
  const struct map_slot *s = find_slot(m, key);
  return s->used ? s->value : MAP_NONE;
}

static void grow_slots(struct map *m)
{
  struct map old = *m;
  m->room = old.room ? 2 * old.room : 64;
  m->slots = mem_alloc(m->room, sizeof(*m->slots));
  for (size_t i = 0; i < old.room; i++)
    if (old.slots[i].used)
      *find_slot(m, old.slots[i].key) = old.slots[i];
  mem_free(old.slots);
}

void map_put(struct map *m, uint64_t key, uint32_t value)
{
  if (4 * m->count >= 3 * m->room)
    grow_slots(m);
  struct map_slot *s = find_slot(m, key);
  m->count += !s->used;
  *s = (struct map_slot){ .key = key, .value = value, .used = 1 };
}

void map_free(struct map *m)
{
  mem_free(m->slots);
  *m = (struct map){ 0 };
}
