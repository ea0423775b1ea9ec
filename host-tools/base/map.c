/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * map.c: hash table from 64-bit keys to 32-bit numbers; map.h is the manual.
 */
#include "map.h"

#include "mem.h"

#include <stdlib.h>
#include <sys/random.h>

uint64_t map_secret[2];

/* The kernel's random numbers are there on every Linux since 3.17. */
void map_draw_secret(void)
{
  if (getrandom(map_secret, sizeof(map_secret), 0) != sizeof(map_secret))
    abort();
  map_secret[1] |= 1; /* an odd factor loses nothing of the key */
}

uint32_t *map_find(const struct map *m, uint64_t key)
{
  return m->room ? map_find_hashed(m, key, map_hash(key)) : NULL;
}

uint32_t map_get(const struct map *m, uint64_t key)
{
  const uint32_t *value = map_find(m, key);
  return value ? *value : MAP_NONE;
}

static void grow_slots(struct map *m)
{
  const struct map old = *m;
  const size_t room = old.room ? 2 * old.room : 64;
  m->slots = mem_alloc(room, sizeof(*m->slots));
  m->room = room;
  for (size_t i = 0; i < old.room; i++)
    if (old.slots[i].used)
      *map_slot(m, old.slots[i].key, map_hash(old.slots[i].key)) = old.slots[i];
  mem_free(old.slots);
}

uint32_t *map_at_hashed(struct map *m, uint64_t key, uint64_t hash)
{
  if (4 * m->count >= 3 * m->room)
    grow_slots(m);
  struct map_slot *s = map_slot(m, key, hash);
  if (!s->used) {
    *s = (struct map_slot){ .key = key, .value = MAP_NONE, .used = 1 };
    m->count++;
  }
  return &s->value;
}

uint32_t *map_at(struct map *m, uint64_t key)
{
  return map_at_hashed(m, key, map_hash(key));
}

void map_put(struct map *m, uint64_t key, uint32_t value)
{
  *map_at(m, key) = value;
}

void map_free(struct map *m)
{
  mem_free(m->slots);
  *m = (struct map){ 0 };
}
