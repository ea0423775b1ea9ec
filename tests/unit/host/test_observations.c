/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_observations.c: what was seen of objects is counted, each once, in rows that a long run does not make more of:
 * beyond the number with which windows can be drawn, windows are not told apart.
 */
#include "fixture.h"

#include "model/cohort_ages.h"
#include "base/mem.h"

#define KINS    3
#define AGES    40     /* stretches between two of so many ages */
#define WINDOWS 3000
#define EACH    1500   /* objects of a window */

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
      expected[kin] += seen;
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
    found[o->waiting[i % OBSERVED_WAITING].seen.kin]++;
  return o->count + o->slots_used;
}

static void each_is_counted_once(void **state)
{
  struct observations *o = mem_alloc(1, sizeof(*o));
  const struct lives l = { .chance = chances };
  (void)state;
  for (uint32_t w = 0; w < WINDOWS; w++)
    chances[w] = w;
  add_windows(o, &l, 0, 10);
  assert_true(count_found(o) > 10 * KINS * AGES && !o->joined);
  assert_memory_equal(found, expected, sizeof(found));
  add_windows(o, &l, 10, WINDOWS);
  assert_true(count_found(o) <= KINS * AGES * 4 && o->joined);
  assert_memory_equal(found, expected, sizeof(found));
  assert_int_equal(o->windows, WINDOWS);
  observations_free(o);
  mem_free(o);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(each_is_counted_once) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
