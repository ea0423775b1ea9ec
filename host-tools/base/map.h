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

/* Frees what the map holds, and makes it empty. */
void map_free(struct map *m);

#endif
