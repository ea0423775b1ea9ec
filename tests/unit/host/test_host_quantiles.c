/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_quantiles.c: quantiles in passes are those of all values sorted, whatever the values do.
 */
#include "fixture.h"

#include <stdlib.h>

#include "base/quantiles.h"
#include "base/stats.h"

#define MOST 200000

static int64_t values[MOST], sorted[MOST];

static int by_value(const void *a, const void *b)
{
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Compares with the sorted values. Returns whether one pass was enough. */
static bool check(size_t count)
{
  struct quantiles q = { 0 };
  quantiles_aim(&q, QUANTILES_MEDIAN);
  quantiles_aim(&q, 95);
  for (size_t i = 0; i < count; i++) {
    quantiles_add(&q, values[i]);
    sorted[i] = values[i];
  }
  bool once = quantiles_known(&q);
  for (size_t i = 0; !once && i < count; i++)
    quantiles_again(&q, values[i]);
  qsort(sorted, count, sizeof(*sorted), by_value);
  assert_int_equal(q.count, count);
  assert_int_equal(q.least, sorted[0]);
  assert_int_equal(q.most, sorted[count - 1]);
  assert_int_equal(quantiles_median(&q), stats_median(sorted, count));
  assert_int_equal(quantiles_percentile(&q, 95), stats_percentile(sorted, count, 95));
  quantiles_free(&q);
  return once;
}

static int64_t pick(uint64_t below)
{
  static uint64_t random = 88172645463325252u;
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  return (int64_t)(random % below);
}

static void few_values_are_sorted(void **state)
{
  (void)state;
  values[0] = 7;
  assert_true(check(1));
  for (size_t i = 0; i < QUANTILES_KEPT; i++)
    values[i] = pick(1000);
  assert_true(check(2));
  assert_true(check(QUANTILES_KEPT));
}

static void steady_values_take_one_pass(void **state)
{
  (void)state;
  for (size_t i = 0; i < MOST; i++)
    values[i] = pick(1u << 30);
  assert_true(check(MOST));
  assert_true(check(MOST - 1));
  for (size_t i = 0; i < MOST; i++)
    values[i] = 5 + (pick(10) == 0);
  assert_true(check(MOST));
}

static void values_that_drift_take_two(void **state)
{
  (void)state;
  for (size_t i = 0; i < MOST; i++)
    values[i] = (int64_t)i * 1000 + pick(1000);
  assert_false(check(MOST));
  for (size_t i = 0; i < MOST; i++)
    values[i] = i < MOST / 2 ? 1 : INT64_MAX - pick(3);
  assert_false(check(MOST));
}

/* A second pass that ends early, as one over a file does that can no longer be read. */
static void a_short_second_pass_stays_in_the_bin(void **state)
{
  (void)state;
  for (size_t i = 0; i < MOST; i++)
    values[i] = i < MOST / 2 ? 1 + (int64_t)i / 1000 : (int64_t)1 << 40 | pick(1 << 20);
  for (size_t seen = 0; seen <= MOST; seen += MOST / 8) {
    struct quantiles q = { 0 };
    quantiles_aim(&q, QUANTILES_MEDIAN);
    quantiles_aim(&q, 95);
    for (size_t i = 0; i < MOST; i++)
      quantiles_add(&q, values[i]);
    assert_false(quantiles_known(&q));
    for (size_t i = 0; i < seen; i++)
      quantiles_again(&q, values[i]);
    assert_in_range(quantiles_median(&q), 1, ((int64_t)1 << 40) + (1 << 20));
    const int64_t high = quantiles_percentile(&q, 95);
    assert_in_range(high, (int64_t)1 << 40, ((int64_t)1 << 40) + (1 << 20));
    quantiles_free(&q);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(few_values_are_sorted),
    cmocka_unit_test(steady_values_take_one_pass),
    cmocka_unit_test(values_that_drift_take_two),
    cmocka_unit_test(a_short_second_pass_stays_in_the_bin),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
