/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * map.c: hash table from 64-bit keys to 32-bit numbers; map.h is the manual.
 */
#include "map.h"

#include "mem.h"

#include <stdlib.h>
#include <sys/random.h>

/* What this process mixes into the keys. Keys come from dumps: who knew the function could choose keys that all fall
 * into one slot, and each would be compared with all before it. */
static uint64_t secret[2];

/* Draws the secret. The kernel's random numbers are there on every Linux since 3.17. */
static void draw_secret(void)
{
  if (getrandom(secret, sizeof(secret), 0) != sizeof(secret))
    abort();
  secret[1] |= 1; /* an odd factor loses nothing of the key */
}

/* Both halves of the product, so that the low bits see all of the key (wyhash's `mum', Wang Yi). */
static uint64_t mix(uint64_t a, uint64_t b)
{
  const unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_of(uint64_t key)
{
  return mix(mix(key ^ secret[0], secret[1]) ^ secret[0], secret[1]);
}

uint64_t map_hash(uint64_t key)
{
  if (!secret[1])
    draw_secret();
  return hash_of(key);
}

static inline struct map_slot *find_slot(const struct map *m, uint64_t key, uint64_t hash)
{
  size_t i = (size_t)hash & (m->room - 1);
  while (m->slots[i].used && m->slots[i].key != key)
    i = (i + 1) & (m->room - 1);
  return &m->slots[i];
}

uint32_t *map_find_hashed(const struct map *m, uint64_t key, uint64_t hash)
{
  if (!m->room)
    return NULL;
  struct map_slot *s = find_slot(m, key, hash);
  return s->used ? &s->value : NULL;
}

uint32_t *map_find(const struct map *m, uint64_t key)
{
  return m->room ? map_find_hashed(m, key, hash_of(key)) : NULL;
}

uint32_t map_get(const struct map *m, uint64_t key)
{
  const uint32_t *value = map_find(m, key);
  return value ? *value : MAP_NONE;
}

void map_prefetch(const struct map *m, uint64_t hash)
{
  if (m->room)
    __builtin_prefetch(&m->slots[(size_t)hash & (m->room - 1)]);
}

static void grow_slots(struct map *m)
{
  const struct map old = *m;
  const size_t room = old.room ? 2 * old.room : 64;
  m->slots = mem_alloc(room, sizeof(*m->slots));
  m->room = room;
  for (size_t i = 0; i < old.room; i++)
    if (old.slots[i].used)
      *find_slot(m, old.slots[i].key, hash_of(old.slots[i].key)) = old.slots[i];
  mem_free(old.slots);
}

uint32_t *map_at_hashed(struct map *m, uint64_t key, uint64_t hash)
{
  if (4 * m->count >= 3 * m->room)
    grow_slots(m);
  struct map_slot *s = find_slot(m, key, hash);
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
