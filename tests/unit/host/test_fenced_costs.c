/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_fenced_costs.c: each turn has the cost of fenced probes that was measured right before it, whatever chain that
 * was measured on.
 */
#include "fixture.h"

#include <string.h>

#include "base/mem.h"
#include "model/fenced_costs.h"

#define TURNS   240u
#define CHAINS  5u
#define LONGEST 2u
#define CALLS   128u
#define ROWS    4u  /* of a turn: two costs, itself, a node */
#define QUIET   73  /* what the longest chain costs when nothing else runs on the core */

static struct wire_turn rows[TURNS * ROWS];

/* What a chain costs more than the longest one, and how long it is. */
static const int64_t above[CHAINS] = { -3, 1, 0, -2, 14 };
static const uint64_t body[CHAINS] = { 18, 37, 92, 7, 9 };

static struct wire_turn cost_row(uint32_t turn, uint32_t chain, int64_t cost)
{
  return (struct wire_turn){ .tsc = turn, .what = WIRE_TURN_COST, .calls = CALLS, .node = chain,
                             .cycles = (uint64_t)(CALLS * (cost + above[chain])), .total = CALLS * body[chain] };
}

static void make_turn(uint32_t turn, int64_t cost)
{
  const uint32_t chain = turn % CHAINS;
  struct wire_turn *r = rows + (size_t)turn * ROWS;
  r[0] = cost_row(turn, LONGEST, cost);
  r[1] = cost_row(turn, chain, cost);
  if (chain == LONGEST)
    r[1] = (struct wire_turn){ .tsc = turn, .what = WIRE_TURN_NOPS, .calls = CALLS, .cycles = 2 * CALLS };
  r[2] = (struct wire_turn){ .tsc = turn, .what = WIRE_TURN_FENCED, .calls = 1 };
  r[3] = (struct wire_turn){ .tsc = turn, .what = WIRE_TURN_NODE, .node = 7, .calls = 10 };
}

/* By how much probes cost more in a turn: nothing, or, beside another program on the core, anything from 7 to 25. (The
 * numbers are the middle bits of a product with 2 to the 32nd over the golden ratio.) */
static int64_t nothing(uint32_t turn) { (void)turn; return 0; }
static int64_t busy(uint32_t turn) { return 7 + (turn * 2654435769u >> 13) % 19; }
static int64_t busy_at_times(uint32_t turn) { return turn / 40 % 3 == 1 ? busy(turn) : 0; }
static int64_t slowly_busier(uint32_t turn) { return turn / 12; }

static void make(int64_t (*more)(uint32_t turn))
{
  for (uint32_t i = 0; i < TURNS; i++)
    make_turn(i, QUIET + more(i));
}

static void assert_near(double is, double wanted)
{
  assert_true(is > wanted - 1e-6 && is < wanted + 1e-6);
}

static void assert_shifts(int64_t (*more)(uint32_t turn))
{
  struct fenced_costs costs;
  make(more);
  double *shift = fenced_shifts(rows, TURNS * ROWS, &costs);
  assert_int_equal(costs.reference, LONGEST);
  for (uint32_t i = 0; i < TURNS; i++)
    for (uint32_t row = 0; row < ROWS; row++)
      assert_near(costs.level + shift[i * ROWS + row], QUIET + (double)more(i));
  for (uint32_t chain = 0; chain < CHAINS; chain++) {
    assert_near(costs.chain[chain].above, (double)above[chain]);
    assert_near(costs.chain[chain].body, (double)body[chain]);
    assert_int_equal(costs.chain[chain].count, chain == LONGEST ? TURNS : TURNS / CHAINS);
  }
  mem_free(shift);
}

static void each_turn_has_its_own_cost(void **state)
{
  (void)state;
  assert_shifts(nothing);
  assert_shifts(busy);
  assert_shifts(busy_at_times);
  assert_shifts(slowly_busier);
}

static void level_and_spread_are_of_half_of_the_turns(void **state)
{
  struct fenced_costs costs;
  (void)state;
  make(busy_at_times);
  mem_free(fenced_shifts(rows, TURNS * ROWS, &costs));
  assert_near(costs.level, QUIET);
  assert_near(costs.spread, 0);
  make(slowly_busier);
  mem_free(fenced_shifts(rows, TURNS * ROWS, &costs));
  assert_near(costs.level, QUIET + 10);
  assert_near(costs.spread, 9); /* ten of twenty values that are one apart */
}

/* As older targets wrote them: one chain before each turn, in turn, and NOPs. Costs change slowly enough for the
 * chains' difference to be seen. */
static void turns_with_one_chain_each_have_its_cost(void **state)
{
  static struct wire_turn old[TURNS * 2];
  struct fenced_costs costs;
  (void)state;
  for (uint32_t i = 0; i < TURNS; i++) {
    const uint32_t chain = i % (CHAINS + 1);
    old[2 * i] = chain < CHAINS ? cost_row(i, chain, QUIET + i / 40) :
                                  (struct wire_turn){ .tsc = i, .what = WIRE_TURN_NOPS, .calls = CALLS };
    old[2 * i + 1] = (struct wire_turn){ .tsc = i, .what = WIRE_TURN_FENCED, .calls = 1 };
  }
  double *shift = fenced_shifts(old, TURNS * 2, &costs);
  assert_int_equal(costs.reference, 0);
  for (uint32_t i = 0; i < TURNS; i++) {
    const uint32_t measured = i % (CHAINS + 1) < CHAINS ? i : i - 1; /* that of the turn before */
    assert_near(costs.level + shift[2 * i + 1], QUIET + (double)above[0] + (double)(measured / 40));
  }
  mem_free(shift);
}

static void assert_no_shift(size_t count)
{
  struct fenced_costs costs;
  double *shift = fenced_shifts(rows, count, &costs);
  for (size_t i = 0; i < count; i++)
    assert_near(shift[i], 0);
  assert_near(costs.spread, 0); /* or table own would say that each turn has its own cost */
  mem_free(shift);
}

/* Few costs; none at all, or nonsense. */
static void where_costs_are_few_nothing_shifts(void **state)
{
  (void)state;
  make(busy);
  assert_no_shift(15 * ROWS);
  for (uint32_t i = 0; i < TURNS; i++)
    rows[i * ROWS].calls = rows[i * ROWS + 1].calls = 0;
  assert_no_shift(TURNS * ROWS);
  for (uint32_t i = 0; i < TURNS; i++)
    rows[i * ROWS].node = rows[i * ROWS + 1].node = UINT32_MAX;
  assert_no_shift(TURNS * ROWS);
  for (uint32_t i = 0; i < TURNS; i++) /* as the hosts of before wrote them */
    rows[i * ROWS].what = rows[i * ROWS + 1].what = WIRE_TURN_PLAIN;
  assert_no_shift(TURNS * ROWS);
  assert_no_shift(0);
}

static void rows_of_other_turns_have_no_shift(void **state)
{
  struct fenced_costs costs;
  (void)state;
  make(slowly_busier);
  for (uint32_t i = 0; i < TURNS; i++)
    rows[i * ROWS + 3].what = i % 2 ? WIRE_TURN_PLAIN : WIRE_TURN_COUNTS;
  double *shift = fenced_shifts(rows, TURNS * ROWS, &costs);
  for (uint32_t i = 0; i < TURNS; i++) {
    assert_near(costs.level + shift[i * ROWS + 2], QUIET + i / 12);
    assert_near(shift[i * ROWS + 3], 0);
  }
  mem_free(shift);
}

/* A cost far from the others, as where the host took the processor away while it was measured, says nothing: the turn
 * has that of the one before. */
static void a_cost_that_makes_no_sense_is_left_out(void **state)
{
  struct fenced_costs costs;
  (void)state;
  make(slowly_busier);
  rows[60 * ROWS] = cost_row(60, LONGEST, INT32_MIN);
  rows[120 * ROWS] = cost_row(120, LONGEST, INT64_MAX / CALLS / 2);
  double *shift = fenced_shifts(rows, TURNS * ROWS, &costs);
  for (uint32_t i = 0; i < TURNS; i++)
    assert_near(costs.level + shift[i * ROWS + 3], QUIET + (i - (i == 60 || i == 120)) / 12);
  mem_free(shift);
}

/* A dump may have any number of turns that no cost was measured before: they take a time that grows with their number,
 * not with its square (4e12 steps here). */
static void many_turns_without_a_cost_take_no_time(void **state)
{
  const size_t count = 2000000;
  struct wire_turn *many = mem_alloc(count, sizeof(*many));
  struct fenced_costs costs;
  (void)state;
  make(nothing);
  memcpy(many, rows, sizeof(rows));
  for (size_t i = TURNS * ROWS; i < count; i++)
    many[i].what = WIRE_TURN_FENCED;
  mem_free(fenced_shifts(many, count, &costs));
  assert_int_equal(costs.chain[LONGEST].count, TURNS);
  mem_free(many);
}

static void the_narrowest_part_of_numbers(void **state)
{
  double v[] = { 9, 1, 5, 5.5, 30, 6, 2, 100 }, width;
  (void)state;
  assert_near(narrowest_part(v, 8, 4, &width), 5.5);
  assert_near(width, 0.5);
  assert_near(narrowest_part(v, 8, 2, &width), 5.5); /* 2 5 5.5 6 */
  assert_near(width, 4);
  assert_near(narrowest_part(v, 1, 4, &width), 1);
  assert_near(width, 0);
  assert_near(narrowest_part(v, 0, 4, &width), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_turn_has_its_own_cost),
    cmocka_unit_test(level_and_spread_are_of_half_of_the_turns),
    cmocka_unit_test(turns_with_one_chain_each_have_its_cost),
    cmocka_unit_test(where_costs_are_few_nothing_shifts),
    cmocka_unit_test(rows_of_other_turns_have_no_shift),
    cmocka_unit_test(a_cost_that_makes_no_sense_is_left_out),
    cmocka_unit_test(many_turns_without_a_cost_take_no_time),
    cmocka_unit_test(the_narrowest_part_of_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
