/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_cache.c: the model of the caches, on walks whose misses can be worked out by hand, and against a model that
 * keeps the time of each line's last use.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "qemu/cache.h"

#define KIB 1024u

/* L1 4 KiB in 4 ways, 16 sets; L2 64 KiB in 8 ways, 128 sets; lines of 64 bytes. */
static struct cache small(void)
{
  struct cache c = { .line_bytes = 64,
                     .level = { { .bytes = 4 * KIB, .ways = 4 }, { .bytes = 64 * KIB, .ways = 8 } } };
  assert_null(cache_open(&c));
  return c;
}

static void walk(struct cache *c, uint64_t bytes, uint64_t stride)
{
  for (uint64_t at = 0; at < bytes; at += stride)
    cache_access(c, 0x100000 + at, 8);
}

static void expect(struct cache *c, uint64_t accesses, uint64_t l1, uint64_t l2, uint64_t evictions)
{
  assert_int_equal(c->count[CACHE_L1_ACCESSES], accesses);
  assert_int_equal(c->count[CACHE_L1_MISSES], l1);
  assert_int_equal(c->count[CACHE_L2_MISSES], l2);
  assert_int_equal(c->count[CACHE_L2_EVICTIONS], evictions);
  memset(c->count, 0, sizeof c->count);
}

static void what_fits_misses_once(void **state)
{
  (void)state;
  struct cache c = small();
  walk(&c, 4 * KIB, 8);
  expect(&c, 512, 64, 64, 0);
  for (int i = 0; i < 3; i++)
    walk(&c, 4 * KIB, 8);
  expect(&c, 3 * 512, 0, 0, 0);
  cache_close(&c);
}

/* Under LRU a walk over more than fits finds none of its lines again. */
static void a_walk_over_more_than_fits_misses_each_line(void **state)
{
  (void)state;
  struct cache c = small();
  walk(&c, 8 * KIB, 64);
  expect(&c, 128, 128, 128, 0);
  for (int i = 0; i < 5; i++)
    walk(&c, 8 * KIB, 64);
  expect(&c, 5 * 128, 5 * 128, 0, 0);
  walk(&c, 128 * KIB, 64);
  expect(&c, 2048, 2048, 2048 - 128, 1024);
  walk(&c, 128 * KIB, 64);
  expect(&c, 2048, 2048, 2048, 2048);
  cache_close(&c);
}

/* A stride of the sets' number times the line's bytes meets one set only: 4 ways hold 4 lines, however large the
 * rest. */
static void lines_of_one_set_compete_for_its_ways(void **state)
{
  (void)state;
  struct cache c = small();
  for (int i = 0; i < 10; i++)
    walk(&c, 4 * 1024, 1024);
  expect(&c, 40, 4, 4, 0);
  for (int i = 0; i < 10; i++)
    walk(&c, 5 * 1024, 1024);
  expect(&c, 50, 46, 1, 0);             /* the first walk finds four of the five, the others none */
  cache_close(&c);
}

static void an_access_across_two_lines_is_two(void **state)
{
  (void)state;
  struct cache c = small();
  cache_access(&c, 0x103C, 8);
  expect(&c, 2, 2, 2, 0);
  cache_access(&c, 0x1038, 8);
  cache_access(&c, 0x1040, 64);
  expect(&c, 2, 0, 0, 0);
  cache_access(&c, UINT64_MAX - 3, 8);   /* the end of the address space is no end of the array */
  expect(&c, 2, 2, 2, 0);
  cache_close(&c);
}

/* ---- against a naive model ---- */

struct line { uint64_t number, used; };

static bool naive(struct line *set, unsigned ways, uint64_t number, uint64_t now)
{
  unsigned oldest = 0;
  for (unsigned i = 0; i < ways; i++) {
    if (set[i].used && set[i].number == number) {
      set[i].used = now;
      return true;
    }
    if (set[i].used < set[oldest].used)
      oldest = i;
  }
  set[oldest] = (struct line){ number, now };
  return false;
}

static void random_accesses_miss_as_often_as_in_a_naive_model(void **state)
{
  static struct line l1[16][4], l2[128][8];
  uint64_t misses[2] = { 0 }, random = 1;
  (void)state;
  struct cache c = small();
  for (uint64_t now = 1; now <= 200000; now++) {
    random = random * 6364136223846793005 + 1442695040888963407; /* Knuth's MMIX */
    uint64_t line = (random >> 40) % (now % 3 ? 100 : 3000);
    cache_access(&c, line * 64 + 8, 4);
    if (naive(l1[line % 16], 4, line, now))
      continue;
    misses[0]++;
    misses[1] += !naive(l2[line % 128], 8, line, now);
  }
  assert_true(misses[0] > 10000 && misses[1] > 10000);
  assert_int_equal(c.count[CACHE_L1_MISSES], misses[0]);
  assert_int_equal(c.count[CACHE_L2_MISSES], misses[1]);
  cache_close(&c);
}

/* ---- sizes ---- */

static void sizes_that_cannot_be_are_refused(void **state)
{
  (void)state;
  static const struct { uint32_t line, bytes, ways; } bad[] = {
    { 0, 32 * KIB, 8 }, { 48, 32 * KIB, 8 }, { 4, 32 * KIB, 8 }, { 8192, 1024 * KIB, 8 }, { 64, 0, 8 },
    { 64, 32 * KIB, 0 }, { 64, 24 * KIB, 8 }, { 64, 100, 1 }, { 64, 32 * KIB, 1024 },
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    struct cache c = CACHE_DEFAULT;
    c.line_bytes = bad[i].line;
    c.level[0].bytes = bad[i].bytes;
    c.level[0].ways = bad[i].ways;
    assert_non_null(cache_open(&c));
    cache_close(&c);
  }
  struct cache odd = CACHE_DEFAULT;
  odd.level[0].bytes = 48 * KIB;         /* 12 ways of 64 sets, as Ice Lake's */
  odd.level[0].ways = 12;
  assert_null(cache_open(&odd));
  assert_int_equal(odd.level[0].sets, 64);
  cache_close(&odd);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_fits_misses_once),
    cmocka_unit_test(a_walk_over_more_than_fits_misses_each_line),
    cmocka_unit_test(lines_of_one_set_compete_for_its_ways),
    cmocka_unit_test(an_access_across_two_lines_is_two),
    cmocka_unit_test(random_accesses_miss_as_often_as_in_a_naive_model),
    cmocka_unit_test(sizes_that_cannot_be_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
