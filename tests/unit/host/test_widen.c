/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_widen.c: the intervals of medians hold them, of objects whose lives are drawn: also where half of them die at
 * one age and hardly one for a while behind it, where an estimate is too low and each drawing, too.
 */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/cohort_ages.h"

#define BIRTHS      3000
#define COLLECTIONS 100
#define EVERY       20000 /* bytes from one collection to the next, on average */
#define RUNS        100

static double draw(void)
{
  static uint64_t random = 88172645463325252u;
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  return (double)(random >> 11) * 0x1p-53;
}

/* Half of the objects die at 232 bytes, and none from there to 704: the median is 232. */
static uint64_t age_in_two_steps(void)
{
  return draw() < 0.502 ? 232 : 704;
}

/* As many die in each byte up to 10,000. */
static uint64_t age_of_any(void)
{
  return (uint64_t)(10000 * draw()) + 1;
}

static int by_number(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Sets what the collections see of an object, which is born at `birth` before collection `life->first`. */
static void look_at(struct life *life, const uint64_t *collections, size_t count, uint64_t birth, uint64_t age)
{
  *life = (struct life){ .first = life->first, .seen = life->first < count, .dead = LIVES_NEVER };
  for (size_t i = life->first; i < count && life->dead == LIVES_NEVER; i++) {
    const uint64_t distance = collections[i] - birth;
    if (age <= distance)
      life->dead = distance;
    else
      life->alive = distance;
  }
}

/* Adds the objects of a run, and returns how many a collection has looked at. */
static uint64_t observe_run(struct observations *o, uint64_t (*age)(void))
{
  static uint32_t chance[2 * COLLECTIONS + 1];
  static uint64_t births[BIRTHS], collections[2 * COLLECTIONS];
  const uint64_t end = (uint64_t)EVERY * COLLECTIONS;
  size_t count = 0, seen = 0;
  struct life life = { 0 };
  for (uint64_t at = 0; (at += EVERY / 2 + (uint64_t)(EVERY * draw())) < end; count++)
    collections[count] = at;
  for (size_t i = 0; i <= count; i++)
    chance[i] = (uint32_t)i;
  for (size_t i = 0; i < BIRTHS; i++)
    births[i] = (uint64_t)((double)end * draw());
  qsort(births, BIRTHS, sizeof(*births), by_number);
  const struct lives l = { .chance = chance, .collection_count = count };
  for (size_t i = 0; i < BIRTHS; i++) {
    while (life.first < count && collections[life.first] <= births[i])
      life.first++;
    look_at(&life, collections, count, births[i], age());
    seen += life.seen;
    observations_add(o, &l, &life, 0);
  }
  return seen;
}

/* The interval of a run's median. */
static struct cohort_age estimate_run(uint64_t (*age)(void))
{
  struct observations *o = mem_alloc(1, sizeof(*o));
  struct cohorts *c = mem_alloc(1, sizeof(*c));
  struct age_counts ages = { 0 };
  const uint64_t seen = observe_run(o, age);
  c->sites.rows = mem_alloc(1, sizeof(*c->sites.rows));
  c->classes.rows = mem_alloc(1, sizeof(*c->classes.rows));
  c->sites.count = c->classes.count = 1;
  const struct kin kin = { .sum = { .count = BIRTHS, .bytes = 32 * BIRTHS, .seen = seen } };
  cohort_ages_estimate(c, o, &ages, &kin, 1);
  const struct cohort_age median = c->all.median;
  assert_true(c->all.sure);
  mem_free(c->sites.rows);
  mem_free(c->classes.rows);
  map_free(&ages.of_key);
  mem_free(ages.rows);
  observations_free(o);
  mem_free(o);
  mem_free(c);
  return median;
}

/* Of how many runs the interval holds the median. Sets the mean width in octaves. */
static unsigned count_held(uint64_t (*age)(void), uint64_t true_median, double *octaves)
{
  unsigned held = 0;
  *octaves = 0;
  for (unsigned run = 0; run < RUNS; run++) {
    const struct cohort_age m = estimate_run(age);
    held += m.low <= true_median && true_median <= m.high;
    *octaves += log2((double)m.high / (double)m.low) / RUNS;
  }
  return held;
}

/* The hardest case, of which no interval of this kind holds 95 of 100: 58 without the means over spans, 75 with
 * them. */
static void where_few_die(void **state)
{
  double octaves;
  (void)state;
  assert_in_range(count_held(age_in_two_steps, 232, &octaves), 70, RUNS);
  assert_true(octaves < 2.2);
}

/* 97 without them, of 0.50 octaves. */
static void where_many_die(void **state)
{
  double octaves;
  (void)state;
  assert_in_range(count_held(age_of_any, 5000, &octaves), 95, RUNS);
  assert_true(octaves < 0.8);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(where_few_die), cmocka_unit_test(where_many_die) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
