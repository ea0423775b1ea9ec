/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_alike.c: of turns whose fenced probes cost one thing at one time and another at another time those of one state
 * count, whatever chain the cost was measured on.
 */
#include "fixture.h"

#include <string.h>

#include "base/mem.h"
#include "model/alike.h"

#define TURNS  240u
#define CHAINS 5u
#define CALLS  128u
#define ROWS   3u /* of a turn: its cost, itself, a node */

enum state { QUIET, BUSY };

static struct wire_turn rows[TURNS * ROWS];

/* What a chain costs more than the first one. */
static const int64_t above[CHAINS] = { 0, 1, 3, -2, 14 };

static void make_turn(uint32_t turn, int64_t cost)
{
  const uint32_t chain = turn % (CHAINS + 1);
  struct wire_turn *r = rows + (size_t)turn * ROWS;
  r[0] = (struct wire_turn){ .what = chain < CHAINS ? WIRE_TURN_COST : WIRE_TURN_NOPS, .calls = CALLS,
                             .node = chain < CHAINS ? chain : 0,
                             .cycles = (uint64_t)(CALLS * (chain < CHAINS ? cost + above[chain] : 1)) };
  r[1] = (struct wire_turn){ .what = WIRE_TURN_FENCED, .calls = 1 };
  r[2] = (struct wire_turn){ .what = WIRE_TURN_NODE, .node = 7, .calls = 10 };
}

/* Of 73 cycles when nothing else runs on the core, else of anything from 80 to 98. (The numbers are the middle bits of
 * a product with 2 to the 32nd over the golden ratio.) */
static void make(enum state (*state_of)(uint32_t turn))
{
  for (uint32_t i = 0; i < TURNS; i++)
    make_turn(i, state_of(i) == QUIET ? 73 + i % 2 : 80 + (int64_t)((i * 2654435769u >> 13) % 19));
}

static enum state busy_first(uint32_t turn) { return turn < TURNS / 2 ? BUSY : QUIET; }
static enum state busy_mostly(uint32_t turn) { return turn / 40 % 3 == 1 ? QUIET : BUSY; }
static enum state never_busy(uint32_t turn) { (void)turn; return QUIET; }

static void assert_turns_count(enum state (*state_of)(uint32_t turn), double least_shift, double most_shift)
{
  double shift;
  make(state_of);
  bool *counts = alike_rows(rows, TURNS * ROWS, &shift);
  for (uint32_t i = 0; i < TURNS; i++) {
    const bool nops = i % (CHAINS + 1) == CHAINS; /* judged by the turns around it */
    const bool quiet = state_of(i) == QUIET && (!nops || ((!i || state_of(i - 1) == QUIET) &&
                                                          (i + 1 == TURNS || state_of(i + 1) == QUIET)));
    for (uint32_t row = 0; row < ROWS; row++)
      assert_int_equal(counts[i * ROWS + row], quiet);
  }
  assert_true(shift >= least_shift && shift <= most_shift);
  mem_free(counts);
}

static void turns_of_the_state_that_is_alike_count(void **state)
{
  (void)state;
  assert_turns_count(busy_first, 1, 20);
  assert_turns_count(busy_mostly, 7, 25);
  assert_turns_count(never_busy, 0, 1);
}

static void assert_all_count(size_t count)
{
  double shift;
  bool *counts = alike_rows(rows, count, &shift);
  for (size_t i = 0; i < count; i++)
    assert_true(counts[i]);
  assert_true(shift == 0);
  mem_free(counts);
}

/* Costs from 0 to 1195, of which no two are alike; few; none at all, or nonsense. */
static void where_no_state_is_seen_all_turns_count(void **state)
{
  (void)state;
  for (uint32_t i = 0; i < TURNS; i++)
    make_turn(i, 5 * (int64_t)i);
  assert_all_count(TURNS * ROWS);
  make(busy_first);
  assert_all_count(12 * ROWS);
  for (uint32_t i = 0; i < TURNS; i++)
    rows[i * ROWS].calls = 0;
  assert_all_count(TURNS * ROWS);
  for (uint32_t i = 0; i < TURNS; i++) /* as the hosts of before wrote them */
    rows[i * ROWS].what = WIRE_TURN_PLAIN;
  assert_all_count(TURNS * ROWS);
  assert_all_count(0);
}

static void turns_of_other_kinds_always_count(void **state)
{
  double shift;
  (void)state;
  make(busy_first);
  for (uint32_t i = 0; i < TURNS; i++)
    rows[i * ROWS + 2].what = i % 2 ? WIRE_TURN_PLAIN : WIRE_TURN_COUNTS;
  bool *counts = alike_rows(rows, TURNS * ROWS, &shift);
  for (uint32_t i = 0; i < TURNS; i++)
    assert_true(counts[i * ROWS + 2]);
  mem_free(counts);
}

/* A cost far below 0, as where the host took the processor away, is of no state. */
static void a_cost_that_makes_no_sense_is_left_out(void **state)
{
  double shift;
  (void)state;
  make(never_busy);
  make_turn(6, INT32_MIN);
  make_turn(12, INT64_MAX / CALLS / 2);
  bool *counts = alike_rows(rows, TURNS * ROWS, &shift);
  for (uint32_t i = 0; i < TURNS; i++)
    assert_int_equal(counts[i * ROWS + 2], i != 5 && i != 6 && i != 11 && i != 12);
  mem_free(counts);
}

/* A dump may have any number of turns that no cost was measured before: they take a time that grows with their number,
 * not with its square (4e12 steps here). */
static void many_turns_without_a_cost_take_no_time(void **state)
{
  const size_t count = 2000000;
  struct wire_turn *many = mem_alloc(count, sizeof(*many));
  double shift;
  (void)state;
  make(never_busy);
  memcpy(many, rows, sizeof(rows));
  for (size_t i = TURNS * ROWS; i < count; i++)
    many[i].what = WIRE_TURN_FENCED;
  bool *counts = alike_rows(many, count, &shift);
  assert_true(counts[count - 1]);
  mem_free(counts);
  mem_free(many);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(turns_of_the_state_that_is_alike_count),
    cmocka_unit_test(where_no_state_is_seen_all_turns_count),
    cmocka_unit_test(turns_of_other_kinds_always_count),
    cmocka_unit_test(a_cost_that_makes_no_sense_is_left_out),
    cmocka_unit_test(many_turns_without_a_cost_take_no_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
