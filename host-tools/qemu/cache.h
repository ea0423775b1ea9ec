/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cache.h: a model of a processor's two levels of data cache, which counts what misses them.
 *
 * Both levels have sets of `ways` lines each, of which the one unused for longest gives way (LRU). A line is fetched
 * on a miss, of a write too; the second level sees what misses the first, and nothing else. There is no prefetching,
 * no writing back, no instruction fetch, and addresses are taken as they come: it is a model that one can work out
 * by hand (Patterson and Hennessy, "Computer Organization and Design", 5.3 and 5.4), and not any particular
 * processor.
 */
#ifndef MODEL_CACHE_H
#define MODEL_CACHE_H

#include <stdbool.h>
#include <stdint.h>

struct cache_level {
  uint64_t bytes;          /* all numbers here are powers of two, but for ways */
  uint32_t ways;
  uint32_t sets;           /* what follows is made by cache_open() */
  uint64_t *lines;         /* sets times ways, the one used last first: line number + 1; 0: empty */
};

/* What is counted, in the order of enum cache_count. C(NAME, name, meaning). */
#define CACHE_COUNTS(C)                                                                                              \
  C(L1_ACCESSES,  l1_accesses,  "reads and writes of data; one that crosses a line's end is two")                    \
  C(L1_MISSES,    l1_misses,    "of those, what was not in the first level: requests to the second")                 \
  C(L2_MISSES,    l2_misses,    "of those, what was not in the second level either")                                 \
  C(L2_EVICTIONS, l2_evictions, "lines that had to leave the second level for others")

enum cache_count {
#define CACHE_ENUM_(NAME, name, text) CACHE_##NAME,
  CACHE_COUNTS(CACHE_ENUM_)
#undef CACHE_ENUM_
  CACHE_COUNT_LIMIT
};
extern const char *const cache_count_names[CACHE_COUNT_LIMIT];

struct cache {
  uint32_t line_bytes;
  uint32_t line_shift;             /* made by cache_open() */
  struct cache_level level[2];
  uint64_t count[CACHE_COUNT_LIMIT];
};

/* Of the size that most processors have had since 2006: 32 KiB in 8 ways, lines of 64 bytes (Intel Optimization
 * Reference Manual, chapter 2; AMD's the same since family 17h); and a second level of 1 MiB in 16 ways (Intel's
 * Skylake SP). */
#define CACHE_DEFAULT \
  { .line_bytes = 64, .level = { { .bytes = 32u << 10, .ways = 8 }, { .bytes = 1u << 20, .ways = 16 } } }

/* Makes it empty. Returns NULL, or what is wrong with its sizes. */
const char *cache_open(struct cache *c);
void cache_close(struct cache *c);

/* `bytes` from `address` on are read or written. */
void cache_access(struct cache *c, uint64_t address, uint32_t bytes);

#endif
