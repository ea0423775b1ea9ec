/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_offset.c: how far two processors' clocks are apart. Two threads stand for the processors; one counter, which each
 * reading moves on, for the time.
 */
#include "fixture.h"

#include "offset.h"

#include <pthread.h>

#define ROUNDS 1000

static uint64_t now;
static int64_t apart; /* of the other's clock */
static uint64_t rate; /* of the other's clock, in parts of the first's */
static uint64_t rounds; /* that the other has answered */

static uint64_t first_clock(void)
{
  return __atomic_fetch_add(&now, 1, __ATOMIC_SEQ_CST);
}

static uint64_t other_clock(void)
{
  rounds++;
  return first_clock() * rate + (uint64_t)apart;
}

static void *answer(void *h)
{
  prof_offset_answer(h, other_clock);
  return NULL;
}

static struct prof_offset measure(int64_t difference, uint64_t parts)
{
  struct prof_handshake h = { 0 };
  pthread_t other;
  apart = difference;
  rounds = 0;
  rate = parts;
  assert_int_equal(pthread_create(&other, NULL, answer, &h), 0);
  const struct prof_offset o = prof_offset_measure(&h, first_clock, ROUNDS);
  assert_int_equal(pthread_join(other, NULL), 0);
  return o;
}

static void equal_clocks_are_not_moved(void **state)
{
  (void)state;
  const struct prof_offset o = measure(0, 1);
  assert_true(o.steady);
  assert_int_equal(o.cycles, 0);
  assert_int_equal(o.low, -1); /* no reading but the other's comes in between */
  assert_int_equal(o.high, 1);
}

/* The first round cannot be narrowed: a reading takes a step of time, whatever the host does. */
static void it_ends_when_the_bounds_stay_as_they_are(void **state)
{
  (void)state;
  measure(0, 1);
  assert_int_equal(rounds, 1 + PROF_OFFSET_CALM);
}

static void an_offset_is_between_its_bounds(void **state)
{
  static const int64_t differences[] = { 1000000, -1000000, 2, -2 };
  (void)state;
  for (size_t i = 0; i < 4; i++) {
    const struct prof_offset o = measure(differences[i], 1);
    assert_true(o.steady);
    assert_int_equal(o.low, -differences[i] - 1);
    assert_int_equal(o.high, -differences[i] + 1);
    assert_int_equal(o.cycles, -differences[i]);
    assert_int_equal(o.error, 1);
  }
}

static void clocks_of_two_rates_have_no_offset(void **state)
{
  (void)state;
  assert_false(measure(0, 2).steady);
  assert_int_equal(rounds, ROUNDS);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(equal_clocks_are_not_moved),
    cmocka_unit_test(it_ends_when_the_bounds_stay_as_they_are),
    cmocka_unit_test(an_offset_is_between_its_bounds),
    cmocka_unit_test(clocks_of_two_rates_have_no_offset),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
