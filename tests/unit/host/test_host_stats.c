/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_stats.c: the figures of statistics against values worked out by hand or taken from the literature.
 */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/stats.h"
#include "base/text.h"

static int by_value(const void *a, const void *b)
{
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void cycles_become_rounded_nanoseconds(void **state)
{
  (void)state;
  assert_int_equal(stats_ns(3, 1000000000), 3);
  assert_int_equal(stats_ns(1, 3000000000), 0);
  assert_int_equal(stats_ns(2, 3000000000), 1);   /* 0.667 */
  assert_int_equal(stats_ns(3, 2000000000), 2);   /* 1.5: away from zero */
  assert_int_equal(stats_ns(-3, 2000000000), -2);
  assert_int_equal(stats_ns((__int128)UINT64_MAX, 1000000000), INT64_MAX);
  assert_int_equal(stats_ns((__int128)1 << 120, 1), INT64_MAX);
  assert_int_equal(stats_ns(-((__int128)1 << 120), 1), INT64_MIN);
  assert_int_equal(stats_ns(INT64_MAX, 1000000000), INT64_MAX);
  assert_int_equal(stats_ns_real(1e300, 1), INT64_MAX);
  assert_int_equal(stats_ns_real(-1.5, 1000000000), -2);
}

/* Marsaglia, Xorshift RNGs (2003), the triple 13, 7, 17. */
static uint64_t next_random(uint64_t random)
{
  random ^= random << 13;
  random ^= random >> 7;
  return random ^ random << 17;
}

/* Whether 64 bits do or not, a time is the same. */
static void nanoseconds_are_those_of_128_bits(void **state)
{
  uint64_t random = 88172645463325252u;
  (void)state;
  for (unsigned i = 0; i < 200000; i++) {
    random = next_random(random);
    const int64_t cycles = (int64_t)random >> i % 64;
    const uint64_t hz = 1 + (random * 0x9E3779B97F4A7C15 >> (i / 64) % 64);
    const __int128 half = cycles < 0 ? -(__int128)(hz / 2) : (__int128)(hz / 2);
    const __int128 ns = ((__int128)cycles * 1000000000 + half) / (__int128)hz;
    assert_int_equal(stats_ns(cycles, hz), ns > INT64_MAX ? INT64_MAX : ns < INT64_MIN ? INT64_MIN : (int64_t)ns);
  }
}

/* A clock of any frequency says what the division says: of cycles that its shift has room for, of the last one of them,
 * and of more. */
static void clock_says_what_the_division_says(void **state)
{
  uint64_t random = 88172645463325252u;
  (void)state;
  for (unsigned i = 0; i < 200000; i++) {
    random = next_random(random);
    const uint64_t hz = i % 3 ? 1 + (random * 0x9E3779B97F4A7C15 >> (i / 64) % 64) : 1 + random % 4000000000;
    const struct stats_clock c = stats_clock(hz);
    const uint64_t most = (UINT64_C(1) << c.shift) - 1;
    const uint64_t all[] = { random >> i % 64, most - i % 3, most + 1, 0, hz, hz / 2,
                             (random >> i % 64) / hz * hz + hz / 2 };
    for (unsigned k = 0; k < sizeof(all) / sizeof(all[0]); k++) {
      assert_int_equal(stats_clock_ns(&c, all[k], false), stats_ns(all[k], hz));
      assert_int_equal(stats_clock_ns(&c, all[k], true), stats_ns(-(__int128)all[k], hz));
    }
  }
}

static void deviation_is_exact_where_floating_point_is_not(void **state)
{
  const uint64_t big = 1ull << 40;
  double sd = -1;
  (void)state;
  /* 2, 4, 4, 4, 5, 5, 7, 9: sum of squared deviations 32 */
  assert_true(stats_sd(8, 40, 232, &sd));
  assert_true(fabs(sd - sqrt(32.0 / 7)) < 1e-12);
  /* big - 1, big, big + 1: the squares need 82 bits, the deviation is 1 */
  assert_true(stats_sd(3, 3 * (__int128)big, 3 * (unsigned __int128)big * big + 2, &sd));
  assert_true(fabs(sd - 1) < 1e-12);
  assert_true(stats_sd(2, -20, 200, &sd));
  assert_true(sd == 0);
}

static void deviation_of_nothing_or_nonsense_is_refused(void **state)
{
  double sd = -1;
  (void)state;
  assert_false(stats_sd(0, 0, 0, &sd));
  assert_false(stats_sd(1, 5, 25, &sd));
  assert_false(stats_sd(2, 100, 10, &sd));
  assert_false(stats_sd(2, (__int128)1 << 120, ~(unsigned __int128)0, &sd));
  assert_true(sd == -1);
}

static void wilson_interval_is_that_of_the_literature(void **state)
{
  double low, high, low_of_2, high_of_2;
  (void)state;
  stats_wilson(0, 10, &low, &high);      /* Brown, Cai, DasGupta 2001: 0 .. 0.2775 */
  assert_true(low == 0 && fabs(high - 0.2775) < 1e-4);
  stats_wilson(5, 10, &low, &high);      /* 0.2366 .. 0.7634 */
  assert_true(fabs(low - 0.2366) < 1e-4 && fabs(high - 0.7634) < 1e-4);
  stats_wilson(10, 10, &low, &high);
  assert_true(fabs(low - 0.7225) < 1e-4 && high == 1);
  stats_wilson(2, 10, &low_of_2, &high_of_2);
  stats_wilson(2.5, 10, &low, &high);
  assert_true(low > low_of_2 && low < 0.25 && high > high_of_2 && high > 0.25);
  stats_wilson(0, 0, &low, &high);
  assert_true(low == 0 && high == 1);
}

/* The chance of `hits` or more among `n`, summed up. */
static double tail_of(unsigned hits, unsigned n, double share)
{
  double sum = 0;
  for (unsigned k = hits; k <= n; k++)
    sum += exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(share) + (n - k) * log1p(-share));
  return sum;
}

static void the_exact_interval_leaves_half_a_percent_on_each_side(void **state)
{
  static const unsigned tries[][2] = { { 1, 10 }, { 5, 10 }, { 9, 10 }, { 1, 1200 }, { 3, 1200 }, { 600, 1200 },
                                       { 1199, 1200 }, { 2000, 100000 } };
  double low, high;
  (void)state;
  for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]); i++) {
    const unsigned hits = tries[i][0], n = tries[i][1];
    stats_exact(hits, n, 0.99, &low, &high);
    assert_true(fabs(tail_of(hits, n, low) - 0.005) < 1e-6);
    assert_true(fabs(1 - tail_of(hits + 1, n, high) - 0.005) < 1e-6);
  }
  stats_exact(0, 100, 0.99, &low, &high);
  assert_true(low == 0 && fabs(high - (1 - pow(0.005, 0.01))) < 1e-9);
  stats_exact(100, 100, 0.99, &low, &high);
  assert_true(high == 1 && fabs(low - pow(0.005, 0.01)) < 1e-9);
  stats_exact(0, 0, 0.99, &low, &high);
  assert_true(low == 0 && high == 1);
}

static void percentiles_are_nearest_ranks(void **state)
{
  int64_t v[] = { 50, 15, 40, 35, 20 };
  const int64_t two[] = { -3, 4 }, ends[] = { INT64_MIN, INT64_MAX };
  (void)state;
  qsort(v, 5, sizeof(*v), by_value);
  assert_int_equal(stats_percentile(v, 5, 5), 15);
  assert_int_equal(stats_percentile(v, 5, 30), 20);
  assert_int_equal(stats_percentile(v, 5, 40), 20);
  assert_int_equal(stats_percentile(v, 5, 50), 35);
  assert_int_equal(stats_percentile(v, 5, 100), 50);
  assert_int_equal(stats_percentile(v, 1, 99), 15);
  assert_int_equal(stats_median(v, 5), 35);
  assert_int_equal(stats_median(two, 2), 0);
  assert_int_equal(stats_median(ends, 2), 0);
}

static void map_finds_what_was_put(void **state)
{
  struct map m = { 0 };
  (void)state;
  assert_int_equal(map_get(&m, 0), MAP_NONE);
  for (uint64_t i = 0; i < 10000; i++)
    map_put(&m, i << 32 | (i & 7), (uint32_t)i);
  map_put(&m, 0, 77);
  assert_int_equal(m.count, 10000);
  assert_int_equal(map_get(&m, 0), 77);
  for (uint64_t i = 1; i < 10000; i++)
    assert_int_equal(map_get(&m, i << 32 | (i & 7)), i);
  assert_int_equal(map_get(&m, 12345), MAP_NONE);
  map_free(&m);
}

/* The longest stretch of used slots: as many are compared at worst to find a key. */
static size_t longest_stretch(const struct map *m)
{
  size_t longest = 0, now = 0;
  for (size_t i = 0; i < 2 * m->room; i++) { /* twice around: a stretch may reach over the end */
    now = m->slots[i % m->room].used ? now + 1 : 0;
    longest = now > longest ? now : longest;
  }
  return longest;
}

/* The number by which a product with `odd` is undone, modulo 2^64: each step doubles the bits that are right. */
static uint64_t inverse_of(uint64_t odd)
{
  uint64_t inverse = odd;
  for (int i = 0; i < 6; i++)
    inverse *= 2 - odd * inverse;
  return inverse;
}

/* Keys that the hash function of earlier versions, k * 9E3779B97F4A7C15 folded, put all into one slot; and keys that
 * differ in few bits. With random keys the longest stretch of so many is about 250. */
static void no_keys_are_slow_to_find(void **state)
{
  enum { KEYS = 3 << 13 };
  const uint64_t undo = inverse_of(0x9e3779b97f4a7c15u);
  (void)state;
  for (unsigned way = 0; way < 4; way++) {
    struct map m = { 0 };
    for (uint64_t i = 0; i < KEYS; i++)
      map_put(&m, way == 0 ? (i << 32 | i) * undo : way == 1 ? i : way == 2 ? i << 40 : i * 0x100001, (uint32_t)i);
    assert_int_equal(m.count, KEYS);
    assert_in_range(longest_stretch(&m), 1, KEYS / 20);
    map_free(&m);
  }
}

static void check_clean(const char *in, size_t bytes, const char *out)
{
  char *clean = text_clean((const uint8_t *)in, bytes);
  assert_string_equal(clean, out);
  mem_free(clean);
}

static void text_is_made_safe(void **state)
{
  (void)state;
  check_clean("", 0, "-");
  check_clean("a\tb\nc;d\x7f", 8, "a b c d ");
  check_clean("\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80");
  check_clean("\xc3", 1, "?");                    /* cut off */
  check_clean("\xc0\xaf", 2, "??");               /* overlong */
  check_clean("\xed\xa0\x80", 3, "???");          /* a surrogate */
  check_clean("\xf4\x90\x80\x80", 4, "????");     /* above U+10FFFF */
  check_clean("\xc2\x9b" "31m", 5, " 31m");       /* CSI as one character */
  check_clean("a\0b", 3, "a b");
  check_clean("\xef\xbf\xbe\xef\xbf\xbf|\xf4\x8f\xbf\xbf|\xef\xb7\x90", 15, "??|?|?"); /* noncharacters */
  check_clean("\xef\xbf\xbd\xef\xb7\x8f\xf4\x8f\xbf\xbd", 10, "\xef\xbf\xbd\xef\xb7\x8f\xf4\x8f\xbf\xbd");
  check_clean("\xe2\x80\xa8\xe2\x80\xa9", 6, "??");                  /* line and paragraph separator */
  check_clean("\xe2\x80\x8d\xe2\x80\x90", 6, "\xe2\x80\x8d\xe2\x80\x90"); /* a joiner and a hyphen stay */
  assert_int_equal(text_width("\xc3\xbc\xe2\x82\xac!"), 3);
  assert_int_equal(text_round_up(0), 1);
  assert_int_equal(text_round_up(4096), 4096);
  assert_int_equal(text_round_up(4097), 8192);
  assert_true(text_round_up(UINT64_MAX) == UINT64_MAX);
}

/* U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+206F: what follows would be read in another order. */
static void text_keeps_its_direction(void **state)
{
  static const char *const turning[] = {
    "\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad",
    "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9", "\xe2\x81\xaa", "\xe2\x81\xaf",
  };
  (void)state;
  for (size_t i = 0; i < sizeof(turning) / sizeof(turning[0]); i++) {
    check_clean(turning[i], strlen(turning[i]), "?");
    assert_false(text_is_character((const uint8_t *)turning[i], strlen(turning[i])));
  }
  assert_true(text_is_character((const uint8_t *)"\xe2\x80\xa7", 3));
}

static void text_is_cut_between_characters(void **state)
{
  const char *const euros = "\xe2\x82\xac\xe2\x82\xac", *const smile = "ab\xf0\x9f\x98\x80";
  (void)state;
  assert_int_equal(text_cut("", 0), 0);
  assert_int_equal(text_cut("abc", 2), 2);
  assert_int_equal(text_cut("abc", 3), 3);
  assert_int_equal(text_cut("abc", SIZE_MAX), 3);
  for (size_t most = 0; most <= 6; most++)
    assert_int_equal(text_cut(euros, most), most / 3 * 3);
  for (size_t most = 2; most < 6; most++)
    assert_int_equal(text_cut(smile, most), 2);
  assert_int_equal(text_cut(smile, 6), 6);
}

/* Beside the C library's sort: values of few bytes, of all, of both signs, equal ones, few and none. */
static void sorted_as_by_comparison(void **state)
{
  static const int64_t ranges[] = { 1, 200, 70000, 1ll << 33, INT64_MAX };
  int64_t values[300], expected[300];
  uint64_t random = 88172645463325252u;
  (void)state;
  for (size_t r = 0; r < sizeof(ranges) / sizeof(*ranges); r++)
    for (size_t count = 0; count <= 300; count += count < 3 ? 1 : 99) {
      for (size_t i = 0; i < count; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        values[i] = (int64_t)(random >> 1) % ranges[r] * (random >> 62 & 1 ? -1 : 1);
      }
      if (count > 2 && r == 4) {
        values[0] = INT64_MIN;
        values[2] = INT64_MAX;
      }
      memcpy(expected, values, sizeof(values));
      qsort(expected, count, sizeof(*expected), by_value);
      stats_sort(values, count);
      assert_memory_equal(values, expected, count * sizeof(*values));
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(cycles_become_rounded_nanoseconds),
    cmocka_unit_test(nanoseconds_are_those_of_128_bits),
    cmocka_unit_test(clock_says_what_the_division_says),
    cmocka_unit_test(deviation_is_exact_where_floating_point_is_not),
    cmocka_unit_test(deviation_of_nothing_or_nonsense_is_refused),
    cmocka_unit_test(wilson_interval_is_that_of_the_literature),
    cmocka_unit_test(the_exact_interval_leaves_half_a_percent_on_each_side),
    cmocka_unit_test(percentiles_are_nearest_ranks),
    cmocka_unit_test(sorted_as_by_comparison),
    cmocka_unit_test(map_finds_what_was_put),
    cmocka_unit_test(no_keys_are_slow_to_find),
    cmocka_unit_test(text_is_made_safe),
    cmocka_unit_test(text_keeps_its_direction),
    cmocka_unit_test(text_is_cut_between_characters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
