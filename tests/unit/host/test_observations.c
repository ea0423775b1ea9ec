/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_observations.c: what was seen of objects is counted, each once, in rows that a long run does not make more of:
 * beyond the number with which windows can be drawn, stretches of windows are told apart, or these with coarser ages.
 */
#include "fixture.h"

#include "model/cohort.h"
#include "model/observations.h"
#include "model/turnbull.h"
#include "base/mem.h"

#include <string.h>

#define KINS    3
#define AGES    40     /* stretches between two of so many ages */
#define WINDOWS 3000
#define EACH    1500   /* objects of a window */
#define MOST_ROWS (COHORTS_DRAWN_ROWS / COHORTS_DRAWN_LEAST)

static uint64_t noise(void)
{
  static uint64_t random = 88172645463325252u;
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  return random;
}

static uint32_t chances[WINDOWS];
static uint64_t expected[KINS], found[KINS];

/* Adds the objects of the windows up to `until`. */
static void add_windows(struct observations *o, const struct lives *l, uint32_t from, uint32_t until)
{
  for (uint32_t w = from; w < until; w++)
    for (unsigned i = 0; i < EACH; i++) {
      const uint64_t alive = UINT64_C(1) << noise() % AGES;
      const uint32_t kin = (uint32_t)(noise() % KINS);
      const bool seen = noise() % 8;
      const struct life life = { .first = w, .seen = seen, .alive = alive, .dead = alive << (1 + noise() % 4) };
      observations_add(o, l, &life, kin);
      expected[kin] += seen * OBSERVED_PARTS;
    }
}

/* Counts what is found of each kin. Returns in how many rows. */
static size_t count_found(const struct observations *o)
{
  for (unsigned k = 0; k < KINS; k++)
    found[k] = 0;
  for (size_t i = 0; i < o->count; i++)
    found[o->rows[i].kin] += o->rows[i].count;
  for (size_t i = 0; i < o->slot_room; i++)
    found[o->slots[i].kin] += o->slots[i].count;
  for (size_t i = o->taken; i < o->added; i++)
    found[o->waiting[i % OBSERVED_WAITING].seen.kin] += o->waiting[i % OBSERVED_WAITING].seen.count;
  return o->count + o->slots_used;
}

static void each_is_counted_once(void **state)
{
  struct observations *o = mem_alloc(1, sizeof(*o));
  const struct lives l = { .chance = chances };
  (void)state;
  for (uint32_t w = 0; w < WINDOWS; w++)
    chances[w] = w;
  memset(expected, 0, sizeof(expected));
  add_windows(o, &l, 0, 10);
  assert_true(count_found(o) > 10 * KINS * AGES && !o->halved);
  assert_memory_equal(found, expected, sizeof(found));
  add_windows(o, &l, 10, WINDOWS);
  assert_in_range(count_found(o), KINS * AGES * 4 * 20, MOST_ROWS);
  assert_memory_equal(found, expected, sizeof(found));
  assert_int_equal(o->windows, WINDOWS);
  assert_true(o->halved && !o->joined);
  for (size_t i = 0; i < o->count; i++)
    assert_in_range(o->rows[i].window, 0, (WINDOWS - 1) >> o->halved);
  observations_free(o);
  mem_free(o);
}

/* A row is of the stretch in which its objects were born. */
static void stretches_are_of_windows_that_follow_each_other(void **state)
{
  struct observations *o = mem_alloc(1, sizeof(*o));
  const struct lives l = { .chance = chances };
  uint64_t counted = 0;
  (void)state;
  for (uint32_t w = 0; w < WINDOWS; w++)
    for (unsigned i = 0; i < 600; i++) {
      chances[w] = w;
      const struct life life = { .first = w, .seen = true, .alive = w, .dead = 16 * WINDOWS };
      observations_add(o, &l, &life, i);
    }
  assert_true(o->halved && !o->joined);
  for (size_t i = 0; i < o->count; i++) {
    const uint64_t first = (uint64_t)o->rows[i].window << o->halved, last = first + (1u << o->halved) - 1;
    assert_true(o->rows[i].alive >= turnbull_floor(first) && o->rows[i].alive <= turnbull_floor(last));
    counted += o->rows[i].count;
  }
  assert_true(counted > WINDOWS * UINT64_C(600) * OBSERVED_PARTS / 2);
  observations_free(o);
  mem_free(o);
}

/* So many kins that few stretches would be left. */
static void windows_that_are_few_are_joined(void **state)
{
  enum { FEW_WINDOWS = 30, MANY_KINS = 40000 };
  struct observations *o = mem_alloc(1, sizeof(*o));
  const struct lives l = { .chance = chances };
  uint64_t counted = 0;
  (void)state;
  for (uint32_t w = 0; w < FEW_WINDOWS; w++)
    for (uint32_t kin = 0; kin < MANY_KINS; kin++) {
      chances[w] = w;
      const struct life life = { .first = w, .seen = true, .alive = 64, .dead = 256 };
      observations_add(o, &l, &life, kin);
    }
  assert_true(o->joined && !o->halved);
  assert_in_range(o->count + o->slots_used, MANY_KINS, MANY_KINS + OBSERVED_WAITING);
  for (size_t i = 0; i < o->slot_room; i++)
    counted += o->slots[i].count;
  counted += OBSERVED_PARTS * (o->added - o->taken);
  assert_int_equal(counted, UINT64_C(1) * OBSERVED_PARTS * FEW_WINDOWS * MANY_KINS);
  assert_true(o->coarse && o->coarse->joined && !o->coarse->coarse);
  observations_free(o);
  mem_free(o);
}

/* So many ages that few stretches would be left: they are told apart with coarser ages, which contain the true ones. */
static void many_ages_are_coarse_by_stretch(void **state)
{
  enum { OF_WINDOWS = 60, POINTS_EACH = 2, KINS_EACH = 15 };
  struct observations *o = mem_alloc(1, sizeof(*o));
  const struct lives l = { .chance = chances };
  uint64_t counted = 0, added = 0;
  (void)state;
  for (uint32_t w = 0; w < OF_WINDOWS; w++)
    for (unsigned point = 64; point < TURNBULL_POINTS - 64; point++)
      for (unsigned i = 0; i < POINTS_EACH * KINS_EACH; i++) {
        chances[w] = w;
        const struct life life = { .first = w, .seen = true, .alive = turnbull_age(point),
                                   .dead = turnbull_age(point + 1 + i % POINTS_EACH) };
        observations_add(o, &l, &life, i / POINTS_EACH);
        added++;
      }
  assert_true(o->joined && o->coarse && !o->coarse->joined && o->coarse->is_coarse);
  assert_in_range(o->coarse->count + o->coarse->slots_used, 1, MOST_ROWS);
  for (size_t i = 0; i < o->coarse->count; i++) {
    const struct observed *row = &o->coarse->rows[i];
    assert_int_equal(row->alive % 8, 0);
    assert_int_equal(row->dead % 8, 0);
    assert_in_range(row->dead - row->alive, 8, 16);
    assert_in_range(row->window, 0, (OF_WINDOWS - 1) >> o->coarse->halved);
    counted += row->count;
  }
  for (size_t i = 0; i < o->coarse->slot_room; i++)
    counted += o->coarse->slots[i].count;
  assert_int_equal(counted + OBSERVED_PARTS * (o->added - o->taken), OBSERVED_PARTS * added);
  observations_free(o);
  mem_free(o);
}

/* An object that was alive at some age between 0 and 64, evenly, and dead at one between 100 and 900: in each part of
 * both up to the end of the one, from the beginning of the other on. */
static void what_counts_for_a_stretch_is_spread(void **state)
{
  struct observations o = { 0 };
  const struct lives l = { .chance = chances };
  const struct life life = { .seen = true, .alive_gap = 64, .dead = 100, .dead_gap = 800 };
  const struct life old = { .seen = true, .alive = 1 << 20, .alive_gap = 64, .dead = LIVES_NEVER };
  (void)state;
  memset(chances, 0, sizeof(chances));
  observations_add(&o, &l, &life, 0);
  observations_add(&o, &l, &old, 1); /* all parts are at one point */
  observations_finish(&o);
  assert_int_equal(o.count, OBSERVED_PARTS + 1);
  for (unsigned part = 0; part < OBSERVED_PARTS; part++) {
    assert_int_equal(o.rows[part].alive, 8 * part + 7);
    assert_int_equal(o.rows[part].dead, turnbull_ceiling(100 + 100 * part));
    assert_int_equal(o.rows[part].count, 1);
  }
  assert_int_equal(o.rows[OBSERVED_PARTS].count, OBSERVED_PARTS);
  observations_free(&o);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_is_counted_once),
    cmocka_unit_test(stretches_are_of_windows_that_follow_each_other),
    cmocka_unit_test(windows_that_are_few_are_joined),
    cmocka_unit_test(many_ages_are_coarse_by_stretch),
    cmocka_unit_test(what_counts_for_a_stretch_is_spread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
