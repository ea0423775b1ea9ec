/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_turnbull.c: estimates of lifetimes are the maximum of the likelihood: where the answer is known in another way
 * they are that, and everywhere no share could be moved to a better place.
 */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/turnbull.h"

#define MOST 4000

static struct turnbull_seen seen[MOST];
static size_t seen_count;

static uint32_t pick(uint32_t below)
{
  static uint64_t random = 88172645463325252u;
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  return (uint32_t)((random >> 32) * below >> 32);
}

static void see(unsigned alive, unsigned dead, double weight)
{
  seen[seen_count++] = (struct turnbull_seen){ (uint16_t)alive, (uint16_t)dead, weight };
}

static double share_between(const struct turnbull *t, unsigned from, unsigned to)
{
  double sum = 0;
  for (size_t i = 0; i < t->count; i++)
    if (t->parts[i].from >= from && t->parts[i].to <= to)
      sum += t->parts[i].share;
  return sum;
}

/* The optimum's conditions, from their definition: the parts' shares sum to 1, and moving a share to any of the
 * stretches where an object may have died makes the observations less likely. */
static void check_optimum(const struct turnbull *t)
{
  double total = 0, whole = 0;
  for (size_t i = 0; i < seen_count; i++)
    whole += seen[i].weight;
  for (size_t k = 0; k < t->count; k++) {
    assert_true(t->parts[k].from < t->parts[k].to);
    assert_true(k == 0 || t->parts[k].from >= t->parts[k - 1].to);
    total += t->parts[k].share;
  }
  assert_true(fabs(total - 1) < 1e-6);
  for (unsigned point = 1; point < TURNBULL_POINTS; point++) { /* dying between point - 1 and point */
    double slope = 0;
    for (size_t i = 0; i < seen_count; i++)
      if (seen[i].alive < point && (seen[i].dead >= point || seen[i].dead == TURNBULL_NEVER))
        slope += seen[i].weight / share_between(t, seen[i].alive, seen[i].dead) / whole;
    assert_true(slope < 1 + 2 * TURNBULL_GAP);
  }
}

static void points_are_ages(void **state)
{
  (void)state;
  for (unsigned point = 1; point + 1 < TURNBULL_POINTS; point++) {
    const uint64_t age = turnbull_age(point);
    assert_true(age > turnbull_age(point - 1));
    assert_int_equal(turnbull_floor(age), point);
    assert_int_equal(turnbull_ceiling(age), point);
    assert_int_equal(turnbull_floor(age - 1), point - 1);
    assert_int_equal(turnbull_ceiling(turnbull_age(point - 1) + 1), point);
  }
  for (uint64_t age = 0; age <= 1024; age += 16)
    assert_int_equal(turnbull_age(turnbull_floor(age)), age);
  assert_true(turnbull_ceiling(UINT64_MAX) <= TURNBULL_POINTS - 1);
}

/* Without any observation nothing is known; with survivors alone all die later than the last was seen. */
static void nothing_and_survivors(void **state)
{
  (void)state;
  struct turnbull t = turnbull_estimate(seen, 0);
  assert_int_equal(t.count, 0);
  turnbull_free(&t);
  seen_count = 0;
  see(40, TURNBULL_NEVER, 3);
  see(90, TURNBULL_NEVER, 1);
  t = turnbull_estimate(seen, seen_count);
  assert_int_equal(t.count, 1);
  assert_int_equal(t.parts[0].from, 90);
  assert_int_equal(t.parts[0].to, TURNBULL_NEVER);
  turnbull_free(&t);
}

/* Ages that are known are their own distribution. */
static void known_ages_are_counted(void **state)
{
  (void)state;
  seen_count = 0;
  see(9, 10, 1);
  see(19, 20, 2);
  see(29, 30, 5);
  see(39, 40, 2);
  struct turnbull t = turnbull_estimate(seen, seen_count);
  assert_int_equal(t.count, 4);
  assert_true(fabs(t.parts[0].share - 0.1) < 1e-4);
  assert_true(fabs(t.parts[2].share - 0.5) < 1e-4);
  assert_int_equal(t.parts[2].to, 30);
  assert_true(fabs(t.parts[3].share - 0.2) < 1e-4);
  turnbull_free(&t);
}

/* Known ages with survivors: the product-limit estimate of Kaplan and Meier. */
static void survivors_as_kaplan_and_meier(void **state)
{
  (void)state;
  double alive = 1;
  seen_count = 0;
  for (unsigned age = 10, left = 45; age < 100; age += 10) { /* at each age 2 die, then 3 are lost from sight */
    see(age - 1, age, 2);
    see(age, TURNBULL_NEVER, 3);
    alive *= 1 - 2.0 / left;
    left -= 5;
  }
  struct turnbull t = turnbull_estimate(seen, seen_count);
  assert_true(fabs(share_between(&t, 0, 90) - (1 - alive)) < 1e-3);
  check_optimum(&t);
  turnbull_free(&t);
}

/* Each object is looked at once. Then the share that is dead by an age is the isotonic regression of who was found
 * dead: the largest, over starts, of the least, over ends, of means (Ayer and others, 1955). */
static void one_look_as_means(void **state)
{
  (void)state;
  enum { AGES = 60 };
  double dead[AGES + 1] = { 0 }, all[AGES + 1] = { 0 };
  seen_count = 0;
  for (unsigned i = 0; i < 1500; i++) {
    const unsigned age = 1 + pick(AGES), died = 1 + pick(40) + pick(40);
    all[age]++;
    dead[age] += died <= age;
    if (died <= age)
      see(0, age, 1);
    else
      see(age, TURNBULL_NEVER, 1);
  }
  struct turnbull t = turnbull_estimate(seen, seen_count);
  assert_true(t.gap < TURNBULL_GAP);
  for (unsigned age = 1; age <= AGES; age++) {
    double most = 0;
    for (unsigned from = 1; from <= age; from++) {
      double least = 1, found = 0, looked = 0;
      for (unsigned to = from; to <= AGES; to++) {
        found += dead[to];
        looked += all[to];
        if (to >= age && looked > 0)
          least = fmin(least, found / looked);
      }
      most = fmax(most, least);
    }
    if (all[age] > 0)
      assert_true(fabs(share_between(&t, 0, age) - most) < 0.01);
  }
  check_optimum(&t);
  turnbull_free(&t);
}

/* Collections at any distance, objects of three kinds: no share can be moved to a better place. */
static void mixtures_are_optimal(void **state)
{
  (void)state;
  for (unsigned round = 0; round < 20; round++) {
    seen_count = 0;
    const unsigned apart = 20 + pick(300);
    for (unsigned i = 0; i < 400; i++) {
      const unsigned kind = pick(3), died = kind == 0 ? 1 + pick(3) : kind == 1 ? 1 + pick(300) : 1 + pick(1500);
      unsigned look = 1 + pick(apart), before = 0;
      while (look < died && look < 1200) {
        before = look;
        look += 1 + pick(2 * apart);
      }
      see(before, look >= died ? look : TURNBULL_NEVER, 1 + pick(4));
    }
    struct turnbull t = turnbull_estimate(seen, seen_count);
    assert_true(t.gap < TURNBULL_GAP);
    check_optimum(&t);
    turnbull_free(&t);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(points_are_ages),
    cmocka_unit_test(nothing_and_survivors),
    cmocka_unit_test(known_ages_are_counted),
    cmocka_unit_test(survivors_as_kaplan_and_meier),
    cmocka_unit_test(one_look_as_means),
    cmocka_unit_test(mixtures_are_optimal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
