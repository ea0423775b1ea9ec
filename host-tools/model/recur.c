/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * recur.c: counts tandem repeats; recur.h is the manual.
 */
#include "recur.h"

#include "base/mem.h"
#include "base/map.h"

#include <stdbool.h>
#include <string.h>

/* Cycles that were met, with what lies in them. */
struct candidates {
  struct map of_hash;
  struct recur_cycle *rows;
  size_t count, room;
};

/* Where the least rotation of `n` symbols begins. Two candidates are compared symbol by symbol; the one that loses is
 * moved behind what was equal (Duval, "Factorizing words over an ordered alphabet", Journal of Algorithms 4, 1983).
 * */
static size_t least_rotation(const uint32_t *s, size_t n)
{
  size_t i = 0, j = 1, same = 0;
  while (i < n && j < n && same < n) {
    uint32_t a = s[(i + same) % n], b = s[(j + same) % n];
    if (a == b) {
      same++;
      continue;
    }
    if (a > b)
      i += same + 1;
    else
      j += same + 1;
    j += i == j;
    same = 0;
  }
  return i < j ? i : j;
}

/* FNV-1a, 64 bits (Fowler, Noll, Vo), of words. */
static uint64_t hash_steps(const uint32_t *steps, size_t count)
{
  uint64_t h = 0xcbf29ce484222325;
  for (size_t i = 0; i < count; i++)
    h = (h ^ steps[i]) * 0x100000001b3;
  return h;
}

static void add_candidate(struct candidates *c, const uint32_t *block, size_t count, size_t covered)
{
  struct recur_cycle cycle = { .count = count, .covered = covered };
  size_t turn = least_rotation(block, count);
  for (size_t i = 0; i < count; i++)
    cycle.steps[i] = block[(turn + i) % count];
  uint64_t key = hash_steps(cycle.steps, count);
  uint32_t row = map_get(&c->of_hash, key);
  if (row != MAP_NONE) {
    c->rows[row].covered += covered;
    return;
  }
  mem_grow(&c->rows, &c->room, c->count + 1, sizeof(*c->rows));
  map_put(&c->of_hash, key, (uint32_t)c->count);
  c->rows[c->count++] = cycle;
}

/* Whether the symbols at `at`, and those before it or behind it, are the ones `lag` places before. */
static inline bool fits_at(const uint32_t *s, size_t n, size_t lag, size_t at)
{
  const bool before = at == lag || s[at - 1] == s[at - 1 - lag], behind = at + 1 == n || s[at + 1] == s[at + 1 - lag];
  return (s[at] == s[at - lag]) & (before | behind | (lag == 1));
}

/* Stretches of s[0 .. n) that repeat `lag` symbols, at least twice. What is left behind the last whole repetition
 * does not count. Such a stretch has `lag` symbols in a row, or more, that are the ones `lag` places before, so one of them
 * stands at a multiple of `lag`: only these are looked at, with their neighbours, and what is around those that fit. */
static void find_stretches(struct candidates *c, const uint32_t *s, size_t n, size_t lag)
{
  size_t behind = lag; /* the stretch before */
  for (size_t at = lag; at < n; at += lag) {
    if (!fits_at(s, n, lag, at))
      continue;
    size_t first = at;
    while (first > behind && s[first - 1] == s[first - 1 - lag])
      first--;
    for (behind = at + 1; behind < n && s[behind] == s[behind - lag]; behind++)
      ;
    if (behind - first >= lag)
      add_candidate(c, s + behind - lag, lag, ((behind - first) / lag + 1) * lag);
    at = behind / lag * lag;
  }
}

/* Shorter cycles come first, so of those that cover as much the shortest stays. */
static void best_of(const struct candidates *c, struct recur_cycle *best)
{
  best->count = best->covered = 0;
  for (size_t i = 0; i < c->count; i++)
    if (c->rows[i].covered > best->covered)
      *best = c->rows[i];
}

/* Room for what is left of a sequence without some of its sources: the symbols, and where the pieces end. */
struct rest { uint32_t *symbols; size_t *ends; };

static void fill_rest(const struct recur_input *in, const bool *left_out, const struct rest *rest)
{
  size_t n = 0;
  for (size_t part = 0, i = 0; part < in->parts; part++) {
    for (; i < in->ends[part]; i++) {
      rest->symbols[n] = in->symbols[i];
      n += !left_out[in->sources[i]];
    }
    rest->ends[part] = n;
  }
}

/* Without the sources that are left out. */
static void find_best(const struct recur_input *in, const bool *left_out, const struct rest *rest,
                      struct recur_cycle *best)
{
  struct candidates c = { 0 };
  fill_rest(in, left_out, rest);
  for (size_t lag = 1; lag <= RECUR_STEPS; lag++)
    for (size_t part = 0, from = 0; part < in->parts; from = rest->ends[part++])
      find_stretches(&c, rest->symbols + from, rest->ends[part] - from, lag);
  best_of(&c, best);
  mem_free(c.rows);
  map_free(&c.of_hash);
}

/* Sources that are tried, rising. */
struct tried { size_t all[RECUR_SOURCES], count; };

/* How many symbols a source has. */
struct symbols_of { size_t source, count; };

static int by_count(const void *a, const void *b)
{
  const struct symbols_of *x = a, *y = b;
  return x->count != y->count ? (x->count < y->count) - (x->count > y->count)
                              : (x->source > y->source) - (x->source < y->source);
}

/* Chooses the sources with the most symbols. */
static struct tried choose_sources(const struct recur_input *in)
{
  struct symbols_of *counts = mem_alloc(in->source_count, sizeof(*counts));
  struct tried tried = { .count = in->source_count < RECUR_SOURCES ? in->source_count : RECUR_SOURCES };
  for (size_t s = 0; s < in->source_count; s++)
    counts[s].source = s;
  for (size_t i = 0; in->parts && i < in->ends[in->parts - 1]; i++)
    counts[in->sources[i]].count++;
  mem_sort(counts, in->source_count, sizeof(*counts), by_count);
  for (size_t i = 0; i < tried.count; i++) {
    size_t k = i;
    for (; k && tried.all[k - 1] > counts[i].source; k--)
      tried.all[k] = tried.all[k - 1];
    tried.all[k] = counts[i].source;
  }
  mem_free(counts);
  return tried;
}

/* Leaves one more source out, the one whose absence helps most. False: none helps. */
static bool leave_one_out(const struct recur_input *in, const struct tried *tried, bool *left_out, const struct rest *rest,
                          struct recur_cycle *best)
{
  struct recur_cycle without;
  size_t which = in->source_count;
  for (size_t i = 0; i < tried->count; i++) {
    const size_t s = tried->all[i];
    if (left_out[s])
      continue;
    left_out[s] = true;
    find_best(in, left_out, rest, &without);
    left_out[s] = false;
    if (without.covered > best->covered) {
      *best = without;
      which = s;
    }
  }
  if (which == in->source_count)
    return false;
  return left_out[which] = true;
}

/* Each source without any of the others: for where only several together hide a cycle. */
static void each_alone(const struct recur_input *in, const struct tried *tried, bool *left_out, const struct rest *rest,
                       struct recur_cycle *best)
{
  struct recur_cycle alone;
  for (size_t i = 0; i < tried->count; i++) {
    for (size_t k = 0; k < in->source_count; k++)
      left_out[k] = k != tried->all[i];
    find_best(in, left_out, rest, &alone);
    if (alone.covered > best->covered)
      *best = alone;
  }
}

void recur_find(const struct recur_input *in, struct recur_cycle *found)
{
  bool *left_out = mem_alloc(in->source_count, sizeof(*left_out));
  const size_t count = in->parts ? in->ends[in->parts - 1] : 0;
  const struct rest all = { mem_alloc(count + 1, sizeof(*all.symbols)), mem_alloc(in->parts, sizeof(*all.ends)) };
  const struct rest *rest = &all;
  const struct tried tried = choose_sources(in);
  find_best(in, left_out, rest, found);
  while (leave_one_out(in, &tried, left_out, rest, found))
    ;
  each_alone(in, &tried, left_out, rest, found);
  mem_free(all.symbols);
  mem_free(all.ends);
  mem_free(left_out);
}
