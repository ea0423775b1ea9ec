/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * map.h: a hash table from 64-bit keys to 32-bit numbers (addresses to functions, thread numbers to rows). Open
 * addressing with linear probing; a zeroed struct is an empty map. Grows at three quarters full; nothing is ever
 * taken out. Where a key lies depends on a secret of the process, so a dump cannot choose keys that are slow to find;
 * for the same reason no output may depend on the order of the slots.
 */
#ifndef MAP_H
#define MAP_H

#include <stddef.h>
#include <stdint.h>

#define MAP_NONE UINT32_MAX /* not in the map; so no value may be this */

struct map {
  struct map_slot { uint64_t key; uint32_t value; uint32_t used; } *slots;
  size_t room, count;
};

/* Returns the value of `key`, or MAP_NONE where the map does not have it. */
uint32_t map_get(const struct map *m, uint64_t key);

/* Gives `key` the value, replacing one that it had. */
void map_put(struct map *m, uint64_t key, uint32_t value);

/* Returns where the value of `key` is, to be read and changed until the next key is put into the map; NULL where the map
 * does not have it. map_at() then puts it in, with MAP_NONE, which the caller replaces. One search, where map_get() and
 * map_put() make two. */
uint32_t *map_find(const struct map *m, uint64_t key);
uint32_t *map_at(struct map *m, uint64_t key);

/* The same in two halves, for a map that is larger than the processor's caches: map_hash() and map_prefetch() begin to
 * fetch from memory where the value of a key is, and a few keys later the others find it. A key's hash is good for the
 * process. */
uint32_t *map_at_hashed(struct map *m, uint64_t key, uint64_t hash);

/* What this process mixes into the keys, drawn by map_hash(). Keys come from dumps: an author of a dump who knew the
 * function could choose keys that all fall into one slot, and each would be compared with all before it. */
extern uint64_t map_secret[2];
void map_draw_secret(void);

/* Both halves of the product, so that the low bits see all of the key (wyhash's `mum', Wang Yi). */
static inline uint64_t map_mix(uint64_t a, uint64_t b)
{
  const unsigned __int128 product = (unsigned __int128)a * b;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t map_hash(uint64_t key)
{
  if (__builtin_expect(!map_secret[1], 0))
    map_draw_secret();
  return map_mix(map_mix(key ^ map_secret[0], map_secret[1]) ^ map_secret[0], map_secret[1]);
}

static inline void map_prefetch(const struct map *m, uint64_t hash)
{
  if (m->room)
    __builtin_prefetch(&m->slots[(size_t)hash & (m->room - 1)], 1);
}

/* The slot of a key, or the empty one that it would have; the map has room. */
static inline struct map_slot *map_slot(const struct map *m, uint64_t key, uint64_t hash)
{
  size_t i = (size_t)hash & (m->room - 1);
  while (m->slots[i].used && m->slots[i].key != key)
    i = (i + 1) & (m->room - 1);
  return &m->slots[i];
}

static inline uint32_t *map_find_hashed(const struct map *m, uint64_t key, uint64_t hash)
{
  if (!m->room)
    return NULL;
  struct map_slot *s = map_slot(m, key, hash);
  return s->used ? &s->value : NULL;
}

/* What was found last of a map, by key: for a map in which a few keys are asked for over and over. All zeros:
 * nothing. */
#define MAP_NEAR 1024
struct map_near { struct { uint64_t key; uint32_t value, used; } found[MAP_NEAR]; };

/* map_get() by way of what was found last; the values of keys in the map must not change. */
static inline uint32_t map_get_near(struct map_near *near, const struct map *m, uint64_t key)
{
  const uint64_t golden = 0x9E3779B97F4A7C15; /* Knuth's multiplicative hash, as in format/guess.h */
  const size_t i = (size_t)(key * golden >> (64 - __builtin_ctz(MAP_NEAR)));
  if (near->found[i].used && near->found[i].key == key)
    return near->found[i].value;
  const uint32_t value = map_get(m, key);
  near->found[i].key = key;
  near->found[i].value = value;
  near->found[i].used = value != MAP_NONE;
  return value;
}

/* Frees what the map holds, and makes it empty. */
void map_free(struct map *m);

#endif
