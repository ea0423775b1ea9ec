/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_pending.c: stances that wait for their moment: each is given once, in order, and whatever a run sends costs as
 * much as it has stances.
 */
#include "fixture.h"

#include "serve/pending.h"

#define MOST 100000

static struct wire_stance given[MOST];
static size_t given_count;

static void take(void *ctx, const struct wire_stance *s)
{
  (void)ctx;
  assert_true(given_count < MOST);
  given[given_count++] = *s;
}

static void add(struct pending *p, uint32_t moment, uint32_t thread)
{
  const struct wire_stance s = { .moment = moment, .thread = thread };
  pending_add(p, &s, 1);
}


static void stances_are_given_in_order_and_once(void **state)
{
  struct pending p = { 0 };
  bool later;
  (void)state;
  given_count = 0;
  add(&p, 2, 20);
  add(&p, 1, 10);
  add(&p, 2, 21);
  add(&p, 1, 11);
  assert_int_equal(pending_of(&p, 1, &later), 2);
  assert_true(later);
  pending_take(&p, 1, take, NULL);
  assert_int_equal(given_count, 2);
  assert_int_equal(given[0].thread, 10);
  assert_int_equal(given[1].thread, 11);
  assert_int_equal(pending_of(&p, 1, &later), 0);
  assert_int_equal(pending_of(&p, 2, &later), 2);
  assert_false(later);
  add(&p, 2, 22);
  pending_take(&p, 2, take, NULL);
  assert_int_equal(given_count, 5);
  assert_int_equal(given[4].thread, 22);
  assert_int_equal(p.waiting, 0);
  pending_free(&p);
}

static void stances_of_earlier_moments_are_dropped(void **state)
{
  struct pending p = { 0 };
  bool later;
  (void)state;
  given_count = 0;
  add(&p, 1, 10);
  add(&p, 2, 20);
  add(&p, 4, 40);
  pending_take(&p, 3, take, NULL);
  assert_int_equal(given_count, 0);
  assert_int_equal(pending_of(&p, 1, &later), 0);
  assert_int_equal(pending_of(&p, 2, &later), 0);
  assert_int_equal(pending_of(&p, 4, &later), 1);
  pending_take(&p, 4, take, NULL);
  assert_int_equal(given_count, 1);
  pending_free(&p);
}

/* A run that goes on for ever, of which stances of the next moment always wait. */
static void memory_is_that_of_what_waits(void **state)
{
  struct pending p = { 0 };
  (void)state;
  for (uint32_t moment = 1; moment < 1000; moment++) {
    given_count = 0;
    for (uint32_t thread = 0; thread < 100; thread++)
      add(&p, moment + 1, thread);
    pending_take(&p, moment, take, NULL);
    assert_int_equal(given_count, moment > 1 ? 100 : 0);
    assert_true(p.count <= 2000);
  }
  assert_true(p.work < 4 * 1000 * 100);
  pending_free(&p);
}

/* As many moments as stances, in the worst orders. */
static void hostile_orders_cost_no_more(void **state)
{
  (void)state;
  for (int order = 0; order < 3; order++) {
    struct pending p = { 0 };
    given_count = 0;
    for (uint32_t i = 0; i < MOST; i++)
      add(&p, order == 0 ? MOST - i : order == 1 ? i + 1 : i ? i + 1 : UINT32_MAX, i);
    for (uint32_t i = 1; i <= MOST; i++)
      pending_take(&p, order == 0 ? i : order == 1 ? i : MOST + 1 - i, take, NULL);
    assert_true(p.work < 8 * MOST);
    pending_free(&p);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(stances_are_given_in_order_and_once),
    cmocka_unit_test(stances_of_earlier_moments_are_dropped),
    cmocka_unit_test(memory_is_that_of_what_waits),
    cmocka_unit_test(hostile_orders_cost_no_more),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
