/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_waits.c: deadlocks among threads that wait for each other at random: rings of any length, several at once, and
 * threads behind them, as a search that starts at each thread finds them.
 */
#include "fixture.h"

#include <stdbool.h>

#include "model/waits.h"

#define MOST   12
#define GRAPHS 20000

static uint32_t next_random(uint32_t *seed)
{
  *seed = *seed * 1664525u + 1013904223u; /* Numerical Recipes, 7.1 */
  return *seed >> 8;
}

/* Whether the waits that begin at `from` come back to it. */
static bool is_in_ring(const uint32_t *owner, size_t count, uint32_t from)
{
  uint32_t at = owner[from];
  for (size_t steps = 0; at < count && steps < count; steps++, at = owner[at])
    if (at == from)
      return true;
  return false;
}

/* The first thread in a ring that the waits from `from` lead to; WAITS_NONE: none. */
static uint32_t ring_behind_which(const uint32_t *owner, size_t count, uint32_t from)
{
  uint32_t at = from;
  for (size_t steps = 0; at < count && steps <= count; steps++, at = owner[at])
    if (is_in_ring(owner, count, at))
      return at;
  return WAITS_NONE;
}

/* Each ring has a number of its own; which one is not asked for. */
static void check(const uint32_t *owner, size_t count)
{
  uint32_t cycle[MOST], behind[MOST], wanted[MOST] = { 0 }, rings = 0, number_of[MOST + 1] = { 0 }, used = 0;
  const uint32_t found = waits_find_cycles(owner, count, cycle, behind);
  for (uint32_t i = 0; i < count; i++) {
    if (!is_in_ring(owner, count, i) || wanted[i])
      continue;
    wanted[i] = ++rings;
    for (uint32_t at = owner[i]; at != i; at = owner[at])
      wanted[at] = rings;
  }
  assert_int_equal(found, rings);
  for (uint32_t i = 0; i < count; i++) {
    if (!wanted[i] || number_of[wanted[i]])
      continue;
    assert_true(cycle[i] >= 1 && cycle[i] <= rings && !(used >> cycle[i] & 1));
    used |= 1u << cycle[i];
    number_of[wanted[i]] = cycle[i];
  }
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t ring = ring_behind_which(owner, count, i);
    assert_int_equal(cycle[i], number_of[wanted[i]]);
    assert_int_equal(behind[i], wanted[i] || ring == WAITS_NONE ? 0 : number_of[wanted[ring]]);
  }
}

static void any_waits(void **state)
{
  uint32_t seed = 1, owner[MOST];
  (void)state;
  for (unsigned graph = 0; graph < GRAPHS; graph++) {
    const size_t count = next_random(&seed) % (MOST + 1);
    const uint32_t waiting = next_random(&seed) % 101;
    for (size_t i = 0; i < count; i++)
      owner[i] = next_random(&seed) % 100 >= waiting ? WAITS_NONE :
                 next_random(&seed) % 20 ? next_random(&seed) % (uint32_t)count : (uint32_t)count + 5;
    check(owner, count);
  }
}

/* A thread that waits for itself, and one ring of all. */
static void rings_of_one_and_of_all(void **state)
{
  const uint32_t self[] = { 0, 0, 1 }, all[] = { 4, 0, 1, 2, 3 };
  (void)state;
  check(self, 3);
  check(all, 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(any_waits), cmocka_unit_test(rings_of_one_and_of_all) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
