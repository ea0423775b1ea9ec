/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_timing.c: call trees against a naive model, on a scripted clock.
 *
 * The program under test is a random walk of calls, returns, work and suspensions. The model adds up what each path
 * did; the profiler, whose every clock reading costs `read_cost`, must report the model's sums to the cycle, whatever
 * that cost is.
 */
#include "fixture.h"

#include "prof_port.h"

#include "pick.h"
#include "profiler.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

static struct prof_thread main_thread, other_thread;

/* Distinct addresses that stand for functions; they are never called. */
static char functions[16];

static void enter(int f) { __cyg_profile_func_enter(&functions[f], NULL); }
static void leave(int f) { __cyg_profile_func_exit(&functions[f], NULL); }
static void work(uint64_t cycles) { fake_port.now += cycles; }

static void boot(uint64_t read_cost, uint32_t nodes)
{
  const struct prof_config c = boot_config(nodes);
  BOOT_PROFILER(&c, read_cost, { &main_thread, "main", 0 }, { &other_thread, "other", 0 });
  prof_calibrate();
  prof_start();
}

/* The node for a path of functions below the root of main. */
static const struct prof_node *path(const int *f, size_t n)
{
  const struct prof_node *node = prof_entry(&main_thread)->root;
  for (size_t i = 0; i < n; i++)
    node = child(node, &functions[f[i]]);
  return node;
}
#define PATH(...) path((const int[]){ __VA_ARGS__ }, sizeof((int[]){ __VA_ARGS__ }) / sizeof(int))

static void calibration_finds_the_scripted_costs(void **state)
{
  (void)state;
  boot(25, 64);
  /* Two readings: the cost of one lies between the time stamps, the cost of the other behind them. */
  assert_int_equal(prof_costs.inner, 25);
  assert_int_equal(prof_costs.outer, 25);
  assert_int_equal(prof_costs.slow_inner, 0);
  assert_int_equal(prof_costs.slow_outer, 0);
  assert_int_equal(prof_costs.event, 25);
}

static void a_call_costs_what_it_did(void **state)
{
  (void)state;
  boot(25, 64);
  enter(1);
  work(100);
  enter(2);
  work(7);
  leave(2);
  work(10);
  enter(2);
  work(9);
  leave(2);
  leave(1);
  prof_stop();
  assert_int_equal(corrected(PATH(1)), 126);
  assert_int_equal(corrected(PATH(1, 2)), 16);
  assert_int_equal(PATH(1, 2)->calls, 2);
  assert_int_equal(PATH(1, 2)->least, 7);
  assert_int_equal(PATH(1, 2)->most, 9);
  assert_int_equal(PATH(1, 2)->square[0], 7 * 7 + 9 * 9);
  assert_true(PATH(1)->raw > 126);
}

static void call(int f)
{
  enter(f);
  leave(f);
}

/* Each callee follows another one, and the first follows the last: from the third round on each is expected. */
static void callees_in_turns_need_no_lookup(void **state)
{
  (void)state;
  boot(25, 64);
  for (int round = 0; round < 5; round++) {
    const uint64_t begun = fake_port.now;
    enter(1);
    call(2);
    call(3);
    call(4);
    leave(1);
    if (round >= 2)
      assert_int_equal(fake_port.now - begun, 4 * 2 * 25); /* two readings each, and none for a lookup */
  }
  prof_stop();
  assert_int_equal(PATH(1, 2)->calls, 5);
  assert_int_equal(PATH(1, 3)->calls, 5);
  assert_int_equal(PATH(1, 4)->calls, 5);
  assert_int_equal(corrected(PATH(1)), 0);
}

static void leaves_cost_nothing_and_may_not_go_negative_in_silence(void **state)
{
  (void)state;
  boot(25, 64);
  prof_costs.inner = 40; /* a calibration that was disturbed */
  enter(1);
  work(3);
  leave(1);
  prof_stop();
  assert_int_equal(corrected(PATH(1)), 3 - 15);
  assert_int_equal(PATH(1)->least, -12);
  assert_int_equal(PATH(1)->square[0], 144);
  assert_int_equal(PATH(1)->histogram[PROF_NEGATIVE], 1);
}

/* ---- suspension ---- */

static void away(void)
{
  prof_switch(&other_thread, WIRE_WHY_PREEMPTED);
  work(5000);
  prof_switch(&main_thread, WIRE_WHY_PREEMPTED);
}

static void suspension_counts_for_nobody(void **state)
{
  (void)state;
  boot(25, 64);
  enter(1);
  work(10);
  away();
  enter(2);
  away();
  work(20);
  leave(2);
  leave(1);
  prof_stop();
  assert_int_equal(corrected(PATH(1, 2)), 20);
  assert_int_equal(corrected(PATH(1)) - corrected(PATH(1, 2)), 10);
  assert_int_equal(prof_entry(&other_thread)->run, 10000);
}

/* The program of the strike test; the strike may fall before any clock reading of it, in any probe. */
static void strike_program(void)
{
  enter(1);
  work(10);
  enter(2);
  work(20);
  leave(2);
  work(5);
  leave(1);
  prof_stop();
}

static void a_switch_inside_any_probe_is_exact(void **state)
{
  (void)state;
  boot(25, 64);
  uint64_t first = fake_port.reads;
  fake_port.strike_at = UINT64_MAX;
  fake_port.strike = away;
  strike_program();
  uint64_t readings = fake_port.reads - first;
  assert_in_range(readings, 6, 100);
  for (uint64_t i = 0; i < readings - 1; i++) { /* the last is prof_stop()'s */
    boot(25, 64);
    fake_port.strike_at = fake_port.reads + i;
    fake_port.strike = away;
    strike_program();
    assert_null(fake_port.strike);
    /* The reading that the strike fell into was repeated: one reading more, at most: at an exit (cyg.c). */
    assert_in_range(corrected(PATH(1, 2)), 20, 20 + 25);
    assert_in_range(corrected(PATH(1)), 35, 35 + 25);
  }
}

/* ---- calls that do not pair ---- */

static void calls_left_open_by_a_caller_are_closed_with_it(void **state)
{
  (void)state;
  boot(25, 64);
  enter(1);
  enter(2);
  enter(3);
  work(50);
  leave(1); /* an unwinding exception, a longjmp */
  prof_stop();
  assert_int_equal(prof_entry(&main_thread)->unwound, 2);
  assert_int_equal(PATH(1, 2, 3)->calls, 1);
  assert_int_equal(corrected(PATH(1)), 50);
  assert_null(main_thread.current);
}

static void an_exit_without_its_call_is_counted(void **state)
{
  (void)state;
  boot(25, 64);
  leave(9); /* open before the start: of no interest */
  enter(1);
  leave(9);
  leave(1);
  prof_stop();
  assert_int_equal(prof_entry(&main_thread)->stray, 1);
  assert_int_equal(PATH(1)->calls, 1);
}

static void open_calls_are_booked_so_far(void **state)
{
  (void)state;
  boot(0, 64);
  enter(1);
  work(10);
  enter(2);
  work(20);
  prof_stop();
  assert_int_equal(corrected(PATH(1)), 30);
  assert_int_equal(corrected(PATH(1, 2)), 20);
  assert_int_equal(PATH(1, 2)->calls, 0);
  assert_int_equal(PATH(1, 2)->flags, WIRE_NODE_OPEN);
}

static void a_thread_that_exits_closes_its_calls(void **state)
{
  (void)state;
  boot(25, 64);
  enter(1);
  enter(2);
  work(30);
  prof_thread_exit(&main_thread);
  assert_int_equal(corrected(PATH(1, 2)), 30);
  assert_int_equal(prof_entry(&main_thread)->unwound, 2);
  assert_int_equal(prof_entry(&main_thread)->flags, WIRE_THREAD_EXITED);
  assert_null(prof_entry(&main_thread)->live);
}

/* ---- a full pool ---- */

static void a_full_pool_counts_and_stays_exact(void **state)
{
  (void)state;
  boot(25, 2); /* two functions */
  enter(1);
  work(10);
  enter(2);
  work(20);
  const uint64_t takes = fake_port.takes;
  enter(3);
  work(30);
  leave(3);
  leave(2);
  enter(4);
  work(1);
  leave(4);
  leave(1);
  enter(5);
  work(2);
  leave(5);
  assert_int_equal(fake_port.takes - takes, 0); /* of a pool without nodes none is taken */
  assert_int_equal(prof_timing_refused(), 3);
  const struct prof_node *other = main_thread.other;
  prof_stop();
  assert_int_equal(corrected(PATH(1)), 61);
  assert_int_equal(corrected(PATH(1, 2)), 50);
  assert_int_equal(other->calls, 3);
  assert_int_equal(corrected(other), 33);
  assert_int_equal(prof_tally(WIRE_NODE).dropped, 3);
}

/* `other' is left by callers that have nothing to do with each other: what came after it in one of them is not expected
 * in the next. */
static void what_comes_after_a_call_without_a_node_is_not_expected(void **state)
{
  (void)state;
  boot(25, 3); /* 1, 2, and 3 called by 1 */
  call(2);
  for (int round = 0; round < 3; round++) {
    enter(1);
    call(3);
    call(9);
    call(3);
    leave(1);
    enter(2);
    call(9);
    call(3);
    leave(2);
  }
  const struct prof_node *other = main_thread.other;
  prof_stop();
  assert_int_equal(PATH(1, 3)->calls, 6);
  assert_null(PATH(2)->child);
  assert_int_equal(other->calls, 9);
}

static void a_thread_that_comes_when_the_pool_is_full_is_not_lost(void **state)
{
  static struct prof_thread late;
  (void)state;
  boot(0, 2);
  late = (struct prof_thread){ 0 };
  enter(1), leave(1), enter(2), leave(2);
  prof_thread_add(&late, "late", 0);
  prof_switch(&late, WIRE_WHY_BLOCKED);
  enter(3);
  work(70);
  leave(3);
  work(5);
  prof_stop();
  assert_int_equal(corrected(prof_entry(&late)->root), 75);
  assert_int_equal(late.other->calls, 1);
  assert_int_equal(corrected(late.other), 70);
}

/* ---- the property ---- */

#define DEPTH 24

struct model {
  uint64_t calls[DEPTH][16], own[DEPTH][16]; /* by depth and function: enough to tell paths apart here */
  uint64_t lasted[DEPTH][16][PROF_BUCKETS];  /* of those calls how many lasted how long */
};

/* The highest bit of a time, found the slow way; 0 has none, and counts as 1. */
static unsigned highest_bit(uint64_t time)
{
  unsigned bit = 0;
  while (time >>= 1)
    bit++;
  return bit;
}

/* Runs the random program; fills the model by what it does, not by any clock. */
static void walk(struct model *m, uint32_t seed, int steps)
{
  int stack[DEPTH], depth = 0;
  uint64_t done = 0, begun[DEPTH]; /* what the program has worked; when a call began */
  pick_state = seed;
  while (steps-- || depth) {
    switch (steps > 0 ? pick(8) : 7) {
    case 0: case 1: case 2:
      if (depth < DEPTH) {
        stack[depth] = (int)pick(4);
        enter(stack[depth]);
        m->calls[depth][stack[depth]]++;
        begun[depth++] = done;
      }
      break;
    case 3: case 4: {
      uint32_t cycles = pick(500);
      work(cycles);
      done += cycles;
      if (depth)
        m->own[depth - 1][stack[depth - 1]] += cycles;
      break;
    }
    case 5:
      away();
      break;
    case 6:
      prof_event_log(1, 2);
      break;
    default:
      if (depth) {
        depth--;
        leave(stack[depth]);
        m->lasted[depth][stack[depth]][highest_bit(done - begun[depth])]++;
      }
    }
    if (steps < 0)
      steps = 0;
  }
}

/* Adds a tree's figures into a model of the same shape. */
static void gather(struct model *m, const struct prof_node *n, int depth)
{
  for (const struct prof_node *c = n->child; c; c = c->sibling) {
    int f = (int)((const char *)c->address - functions);
    int64_t own = corrected(c);
    for (const struct prof_node *g = c->child; g; g = g->sibling)
      own -= corrected(g);
    m->calls[depth][f] += c->calls;
    m->own[depth][f] += (uint64_t)own;
    for (int i = 0; i < PROF_BUCKETS; i++)
      m->lasted[depth][f][i] += c->histogram[i];
    gather(m, c, depth + 1);
  }
}

static void random_programs_are_timed_exactly_whatever_a_reading_costs(void **state)
{
  static const uint64_t costs[] = { 0, 1, 25, 1000 };
  (void)state;
  for (uint32_t seed = 1; seed <= 20; seed++)
    for (size_t i = 0; i < sizeof(costs) / sizeof(costs[0]); i++) {
      static struct model truth, seen;
      truth = seen = (struct model){ 0 };
      boot(costs[i], 1 << 14);
      walk(&truth, seed, 3000);
      prof_stop();
      gather(&seen, prof_entry(&main_thread)->root, 0);
      assert_memory_equal(&seen, &truth, sizeof(truth));
    }
}

static void a_clock_that_wraps_32_bits_or_64_is_exact(void **state)
{
  (void)state;
  static const uint64_t starts[] = { 0xffffffffu - 40, UINT64_MAX - 40 };
  for (size_t i = 0; i < 2; i++) {
    boot(25, 64);
    fake_port.now = starts[i];
    prof_start();
    enter(1);
    work(100);
    leave(1);
    prof_stop();
    assert_int_equal(corrected(PATH(1)), 100);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(calibration_finds_the_scripted_costs),
    cmocka_unit_test(a_call_costs_what_it_did),
    cmocka_unit_test(callees_in_turns_need_no_lookup),
    cmocka_unit_test(leaves_cost_nothing_and_may_not_go_negative_in_silence),
    cmocka_unit_test(suspension_counts_for_nobody),
    cmocka_unit_test(a_switch_inside_any_probe_is_exact),
    cmocka_unit_test(calls_left_open_by_a_caller_are_closed_with_it),
    cmocka_unit_test(an_exit_without_its_call_is_counted),
    cmocka_unit_test(open_calls_are_booked_so_far),
    cmocka_unit_test(a_thread_that_exits_closes_its_calls),
    cmocka_unit_test(a_full_pool_counts_and_stays_exact),
    cmocka_unit_test(what_comes_after_a_call_without_a_node_is_not_expected),
    cmocka_unit_test(a_thread_that_comes_when_the_pool_is_full_is_not_lost),
    cmocka_unit_test(random_programs_are_timed_exactly_whatever_a_reading_costs),
    cmocka_unit_test(a_clock_that_wraps_32_bits_or_64_is_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
