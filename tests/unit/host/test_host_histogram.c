/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_histogram.c: percentiles from histograms against those of the times themselves.
 */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>

#include "model/histogram.h"
#include "pick.h"
#include "base/stats.h"

#define TIMES 1000

static int by_value(const void *a, const void *b)
{
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* The bucket of a time, found the slow way. */
static unsigned bucket(int64_t time)
{
  unsigned log2 = 0;
  if (time < 0)
    return HISTOGRAM_NEGATIVE;
  while (time >>= 1)
    log2++;
  return log2;
}

/* The histogram of `n` >= 1 times, which are sorted. */
static struct histogram made_of(int64_t *times, size_t n)
{
  struct histogram h = { 0 };
  qsort(times, n, sizeof(*times), by_value);
  h.least = times[0];
  h.most = times[n - 1];
  for (size_t i = 0; i < n; i++)
    histogram_add(&h, bucket(times[i]), 1);
  return h;
}

/* What at least `percent` % of the sorted times do not exceed. */
static int64_t exact(const int64_t *sorted, size_t n, unsigned percent)
{
  size_t rank = (n * percent + 99) / 100;
  return sorted[rank ? rank - 1 : 0];
}

static void percentiles_lie_in_the_right_power_of_two(void **state)
{
  static int64_t times[TIMES];
  (void)state;
  for (uint32_t seed = 1; seed <= 200; seed++) {
    pick_state = seed;
    size_t n = 1 + pick(TIMES);
    for (size_t i = 0; i < n; i++)
      times[i] = (int64_t)pick(1u << pick(24)) - (int64_t)pick(3);
    struct histogram h = made_of(times, n);
    double before = (double)h.least;
    for (unsigned percent = 0; percent <= 100; percent++) {
      double p = histogram_percentile(&h, percent);
      int64_t truth = exact(times, n, percent);
      assert_int_equal(bucket((int64_t)floor(p)), bucket(truth));
      assert_true(p >= before && p <= (double)h.most);
      before = p;
    }
    assert_true(histogram_percentile(&h, 100) == (double)h.most);
  }
}

static void calls_that_all_lasted_as_long_are_exact(void **state)
{
  (void)state;
  for (int64_t time = -3; time < 70000; time += 1 + (time > 0 ? time / 2 : 0)) {
    int64_t times[7] = { time, time, time, time, time, time, time };
    struct histogram h = made_of(times, 7);
    assert_true(histogram_percentile(&h, 50) == (double)time);
    assert_true(histogram_percentile(&h, 99) == (double)time);
  }
}

static void histograms_join(void **state)
{
  int64_t few[] = { 5, 6, 7 }, many[] = { -2, 100, 200, 300, 400 }, all[] = { 5, 6, 7, -2, 100, 200, 300, 400 };
  struct histogram joined = { 0 }, a = made_of(few, 3), b = made_of(many, 5), none = { 0 }, whole = made_of(all, 8);
  (void)state;
  histogram_join(&joined, &a);
  histogram_join(&joined, &none);
  histogram_join(&joined, &b);
  assert_memory_equal(&joined, &whole, sizeof(whole));
}

static void a_bucket_that_cannot_be_is_left_out(void **state)
{
  struct histogram h = { 0 };
  (void)state;
  histogram_add(&h, HISTOGRAM_BUCKETS, 3);
  assert_int_equal(h.total, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(percentiles_lie_in_the_right_power_of_two),
    cmocka_unit_test(calls_that_all_lasted_as_long_are_exact),
    cmocka_unit_test(histograms_join),
    cmocka_unit_test(a_bucket_that_cannot_be_is_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
