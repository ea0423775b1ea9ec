/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cache.c: see cache.h.
 */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

const char *const cache_count_names[CACHE_COUNT_LIMIT] = {
#define NAME(NAME, name, text) #name,
  CACHE_COUNTS(NAME)
#undef NAME
};

static bool is_power(uint64_t n)
{
  return n && !(n & (n - 1));
}

static const char *open_level(struct cache_level *l, uint32_t line_bytes)
{
  uint64_t set_bytes = (uint64_t)l->ways * line_bytes;
  uint64_t sets = l->ways ? l->bytes / set_bytes : 0;
  if (!is_power(sets) || sets > 1u << 24 || sets * set_bytes != l->bytes)
    return "a cache's size is its ways times its line's bytes times a power of two";
  l->sets = (uint32_t)sets;
  l->lines = calloc((size_t)l->sets * l->ways, sizeof *l->lines);
  return l->lines ? NULL : "no memory";
}

const char *cache_open(struct cache *c)
{
  if (!is_power(c->line_bytes) || c->line_bytes < 8 || c->line_bytes > 4096)
    return "a line has a power of two of bytes, 8 to 4096";
  c->line_shift = (uint32_t)__builtin_ctz(c->line_bytes);
  memset(c->count, 0, sizeof c->count);
  for (int i = 0; i < 2; i++) {
    const char *problem = open_level(&c->level[i], c->line_bytes);
    if (problem)
      return problem;
  }
  return NULL;
}

void cache_close(struct cache *c)
{
  for (int i = 0; i < 2; i++) {
    free(c->level[i].lines);
    c->level[i].lines = NULL;
  }
}

/* Makes `line` the one used last of its set. Returns whether it was there; `evicted` says whether another had to go. */
static bool touch(struct cache_level *l, uint64_t line, bool *evicted)
{
  uint64_t *set = &l->lines[(line & (l->sets - 1)) * l->ways], moved = line + 1;
  for (uint32_t way = 0; way < l->ways; way++) {
    uint64_t here = set[way];
    set[way] = moved;
    if (here == line + 1)
      return true;
    if (!here)
      return *evicted = false;
    moved = here;
  }
  *evicted = true;
  return false;
}

static void access_line(struct cache *c, uint64_t line)
{
  bool evicted;
  c->count[CACHE_L1_ACCESSES]++;
  if (touch(&c->level[0], line, &evicted))
    return;
  c->count[CACHE_L1_MISSES]++;
  if (touch(&c->level[1], line, &evicted))
    return;
  c->count[CACHE_L2_MISSES]++;
  c->count[CACHE_L2_EVICTIONS] += evicted;
}

void cache_access(struct cache *c, uint64_t address, uint32_t bytes)
{
  uint64_t line = address >> c->line_shift, last = (address + bytes - 1) >> c->line_shift;
  access_line(c, line);
  if (last != line)
    access_line(c, last);
}
