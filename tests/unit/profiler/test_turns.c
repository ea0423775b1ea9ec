/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_turns.c: turns with other probes (turns.h), on real code and a scripted clock.
 *
 * This file's probe sites are NOPs until they are patched, as a kernel's are; all but the functions under test are
 * PROF_UNTIMED. Time passes in work() and at clock readings only, so what calls take in a turn is known to the cycle: a
 * fenced call's own two readings cost COST between them.
 */
#include "fixture.h"
#include "turn_rows_taken.h"

#include "prof_port.h"

#include "profiler.h"

#define SUBJECT __attribute__((noinline, noclone, noipa, used))
#define COST    25   /* cycles that a clock reading takes */
#define LENGTH  4000 /* of a turn, cycles: the clock of these tests has one a microsecond */
#define SHARE   200  /* thousandths of the run */

static struct prof_thread main_thread, idle_thread;

PROF_UNTIMED __attribute__((noinline)) static void work(uint64_t cycles)
{
  fake_port.now += cycles;
}

/* ---- a program ---- */

static uint64_t leaf_calls;

SUBJECT static void leaf(void) { work(3); leaf_calls++; }
SUBJECT static void caller(void) { work(5); leaf(); leaf(); }
SUBJECT static void alone(void) { work(20); }
SUBJECT static void again(int depth) { work(2); if (depth) again(depth - 1); work(1); }
SUBJECT static void lasts(void) { work(LENGTH); }

PROF_UNTIMED static void program(void)
{
  for (int i = 0; i < 10; i++) {
    caller();
    alone();
    again(3);
  }
}

PROF_UNTIMED static void boot(uint32_t turns)
{
  struct prof_config c = boot_config(64);
  if (prof_state.ready) /* the code is as the last test has left it */
    prof_stop();
  c.modes = WIRE_MODE_TIMING;
  c.tsc_hz = 1000000;
  c.turns = turns;
  c.turn_us = LENGTH;
  BOOT_PROFILER(&c, COST, { &main_thread, "main", 0 }, { &idle_thread, "idle", 0 });
  prof_probes_on();
  prof_calibrate();
  prof_start();
}

/* ---- what was handed out ---- */

PROF_UNTIMED static const void *function_of(const struct wire_turn *row)
{
  uint32_t count;
  const struct prof_node *nodes = prof_timing_nodes(&count);
  assert_in_range(row->node, 1, count);
  return nodes[row->node - 1].address;
}

PROF_UNTIMED static const struct prof_node *top(const void *function)
{
  return child(prof_entry(&main_thread)->root, function);
}

/* Begins or ends a turn if one is due. Returns when the next call is. */
PROF_UNTIMED static uint64_t turn(void)
{
  const uint64_t in = prof_turn(fake_port.now);
  return fake_port.now + in;
}

/* Runs the program until so many turns have begun and ended. Returns how often leaf() was called outside of them. */
PROF_UNTIMED static uint64_t run_turns(unsigned count)
{
  uint64_t outside = 0, next = turn();
  bool within = false;
  while (count) {
    const uint64_t before = leaf_calls;
    program();
    outside += within ? 0 : leaf_calls - before;
    if (fake_port.now < next)
      continue;
    next = turn();
    within = !within;
    count -= !within;
  }
  return outside;
}

/* ---- tests ---- */

/* The time of a call is its inclusive time without any probe in it, and COST. */
PROF_UNTIMED static void calls_in_turns_take_what_they_take(void **state)
{
  const struct { const void *function; uint64_t cycles; } truth[] = {
    { (void *)leaf, 3 }, { (void *)caller, 11 }, { (void *)alone, 20 } };
  size_t seen[3] = { 0 }, others = 0;
  (void)state;
  boot(SHARE);
  run_turns(120);
  collect();
  for (size_t i = 0; i < row_count; i++) {
    if (rows[i].what != WIRE_TURN_NODE)
      continue;
    size_t k = 0;
    while (k < 3 && truth[k].function != function_of(&rows[i]))
      k++;
    others += k == 3;
    if (k == 3)
      continue;
    assert_int_equal(rows[i].cycles, rows[i].calls * (truth[k].cycles + COST));
    seen[k]++;
  }
  for (size_t k = 0; k < 3; k++)
    assert_true(seen[k] >= 10);
  assert_int_equal(others, 0); /* a function that calls itself has no time of its own */
  assert_int_equal(prof_turns_tally().dropped, 0);
  assert_int_equal(prof_entry(&main_thread)->unwound + prof_entry(&main_thread)->stray, 0);
}

/* A callee's probes would stand in its caller's time. */
PROF_UNTIMED static void caller_and_callee_are_never_looked_at_in_one_turn(void **state)
{
  (void)state;
  boot(SHARE);
  run_turns(120);
  collect();
  for (size_t i = 0; i < row_count; i++)
    for (size_t k = i + 1; k < row_count && rows[k].tsc == rows[i].tsc; k++)
      if (rows[i].what == WIRE_TURN_NODE && rows[k].what == WIRE_TURN_NODE)
        assert_false((function_of(&rows[i]) == leaf) != (function_of(&rows[k]) == leaf) &&
                     (function_of(&rows[i]) == caller) != (function_of(&rows[k]) == caller));
}

/* Outside of turns each call is counted; how many were counted within is told. */
PROF_UNTIMED static void calls_outside_of_turns_are_all_counted(void **state)
{
  (void)state;
  boot(SHARE);
  const uint64_t outside = run_turns(60);
  uint64_t within = 0;
  collect();
  for (size_t i = 0; i < row_count; i++)
    if (rows[i].what == WIRE_TURN_WITHIN && function_of(&rows[i]) == leaf)
      within += rows[i].calls;
  const struct prof_node *n = child(top((void *)caller), (void *)leaf), *direct = child_or_null(
    prof_entry(&main_thread)->root, (void *)leaf); /* of calls whose caller had no probes */
  assert_int_equal(n->calls + (direct ? direct->calls : 0) - within, outside);
  assert_true(within > 0);
}

/* A counting turn tells how often one function was called, which has no other probes. */
PROF_UNTIMED static void counting_turns_count(void **state)
{
  size_t counted = 0;
  (void)state;
  boot(SHARE);
  uint64_t next = turn(), calls = 0, made[64];
  for (size_t turns = 0; turns < 64;) {
    const uint64_t before = leaf_calls;
    program();
    calls += leaf_calls - before;
    if (fake_port.now < next)
      continue;
    next = turn();
    made[turns++] = calls; /* outside and within take their turns */
    calls = 0;
  }
  collect();
  size_t at = 1;
  for (size_t i = 0; i < row_count && at < 64; i++) {
    if (rows[i].what != WIRE_TURN_FENCED && rows[i].what != WIRE_TURN_PLAIN && rows[i].what != WIRE_TURN_COUNTS)
      continue;
    if (rows[i].what == WIRE_TURN_COUNTS && function_of(&rows[i]) == leaf) {
      assert_int_equal(rows[i].calls, made[at]);
      counted++;
    }
    at += 2;
  }
  assert_true(counted > 0);
}

/* Handlers of interrupts are no part of a counting turn's length: the plain program's calls do not take that time. The
 * readings of the clock at both ends of a handler are. */
PROF_UNTIMED static void handlers_are_no_part_of_a_counting_turn(void **state)
{
  enum { HANDLER = 300, PASS = 10 * (11 + 20 + 12) };
  static struct prof_thread irq;
  size_t seen = 0;
  (void)state;
  boot(SHARE);
  prof_thread_add(&irq, "irq", WIRE_THREAD_IRQ);
  uint64_t next = turn(), passes = 0;
  for (size_t turns = 0; turns < 64;) {
    program();
    passes++;
    struct prof_thread *from = prof_irq_enter(&irq, fake_port.now);
    work(HANDLER);
    prof_irq_exit(from);
    if (fake_port.now < next)
      continue;
    next = turn();
    row_count = 0;
    prof_turns_collect(&row_sink);
    for (size_t i = 0; i < row_count; i++)
      if (rows[i].what == WIRE_TURN_COUNTS) {
        assert_in_range(rows[i].cycles, passes * PASS, passes * (PASS + HANDLER / 2) + 10 * COST);
        seen++;
      }
    turns++;
    passes = 0;
  }
  assert_true(seen > 0);
}

/* Begins, or ends, a turn while it is open. */
static unsigned switches;
SUBJECT static void interrupted(void)
{
  work(7);
  fake_port.now += 100 * LENGTH; /* whatever is due is due by now */
  turn();
  switches++;
  work(7);
}

PROF_UNTIMED static void open_calls_are_counted_once_and_are_no_part_of_a_turn(void **state)
{
  (void)state;
  boot(SHARE);
  for (int i = 0; i < 40; i++)
    interrupted();
  collect();
  for (size_t i = 0; i < row_count; i++)
    assert_false(rows[i].what == WIRE_TURN_NODE && function_of(&rows[i]) == interrupted);
  assert_int_equal(top((void *)interrupted)->calls, switches);
  assert_int_equal(prof_entry(&main_thread)->unwound + prof_entry(&main_thread)->stray, 0);
}

/* The processor was another program's for most of a turn. */
PROF_UNTIMED static void disturbed_turns_are_thrown_away_and_counted(void **state)
{
  uint64_t next;
  (void)state;
  boot(SHARE);
  next = turn();
  for (int i = 0; i < 10; i++) {
    while (fake_port.now < next)
      program();
    next = turn(); /* it begins */
    program();
    fake_port.now += 10 * LENGTH;
    next = turn(); /* it ends */
  }
  collect();
  assert_int_equal(prof_turns_disturbed(), 10);
  assert_int_equal(rows_of(WIRE_TURN_NODE) + rows_of(WIRE_TURN_FENCED) + rows_of(WIRE_TURN_PLAIN), 0);
}

PROF_UNTIMED static void turns_keep_to_their_share(void **state)
{
  uint64_t spent = 0;
  (void)state;
  boot(SHARE);
  const uint64_t begun = fake_port.now;
  run_turns(200);
  const uint64_t whole = fake_port.now - begun;
  collect();
  for (size_t i = 0; i < row_count; i++)
    if (rows[i].what == WIRE_TURN_FENCED || rows[i].what == WIRE_TURN_PLAIN || rows[i].what == WIRE_TURN_COUNTS)
      spent += rows[i].cycles + rows[i].total;
  assert_in_range(spent * 1000 / whole, SHARE / 2, SHARE + SHARE / 10);
}

/* Of a function that takes most of a turn hardly any call would lie in one. */
PROF_UNTIMED static void long_functions_keep_their_probes(void **state)
{
  uint64_t next, calls = 0;
  (void)state;
  boot(SHARE);
  next = turn();
  for (unsigned turns = 0; turns < 20; calls++) {
    lasts();
    program();
    if (fake_port.now >= next) {
      next = turn();
      turns++;
    }
  }
  collect();
  assert_int_equal(top((void *)lasts)->calls, calls);
}

/* A thread that was stopped at the entry of a function would open a call that has no end. A turn waits for it, and
 * begins once it has gone on; or, at the latest, after a while. */
PROF_UNTIMED static void no_turn_begins_inside_a_probe(void **state)
{
  extern const uint8_t __start_prof_probe[];
  (void)state;
  boot(SHARE);
  for (uint64_t next = turn(); fake_port.now < next;)
    program();
  prof_irq_preempts(&main_thread, (uintptr_t)__start_prof_probe);
  for (int i = 0; i < 5; i++)
    for (uint64_t next = turn(); fake_port.now < next;)
      program();
  assert_int_equal(prof_turns_tally().made, 0);
  prof_irq_preempts(&main_thread, (uintptr_t)&work);
  const uint64_t began = fake_port.now;
  for (uint64_t next = turn(); fake_port.now < next;)
    program();
  turn(); /* it ends */
  assert_true(prof_turns_tally().made > 0);
  assert_true(fake_port.now - began < 2 * LENGTH);
  prof_irq_preempts(&main_thread, (uintptr_t)__start_prof_probe);
  run_turns(3); /* it does not go on: turns come all the same */
  prof_irq_preempts(&main_thread, 0);
  collect();
}

/* After a crash trees may be broken: no turn is ended, and none begins. */
PROF_UNTIMED static void a_crash_leaves_turns_alone(void **state)
{
  uint64_t next;
  (void)state;
  boot(SHARE);
  next = turn();
  while (fake_port.now < next)
    program();
  turn(); /* it begins */
  struct prof_thread scratch = { 0 };
  main_thread.current = (struct prof_node *)(void *)1; /* a pointer that faults where the profiler follows it */
  prof_crash(&scratch);
  assert_int_equal(prof_turn(fake_port.now), 0);
  collect();
  assert_int_equal(rows_of(WIRE_TURN_NODE) + rows_of(WIRE_TURN_FENCED) + rows_of(WIRE_TURN_PLAIN), 0);
  main_thread.current = NULL;
  fake_port.current = &main_thread;
}

PROF_UNTIMED static void without_a_share_there_are_none(void **state)
{
  (void)state;
  boot(0);
  assert_int_equal(prof_turn(fake_port.now), 0);
  program();
  collect();
  assert_int_equal(row_count, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(calls_in_turns_take_what_they_take),
    cmocka_unit_test(caller_and_callee_are_never_looked_at_in_one_turn),
    cmocka_unit_test(calls_outside_of_turns_are_all_counted),
    cmocka_unit_test(counting_turns_count),
    cmocka_unit_test(handlers_are_no_part_of_a_counting_turn),
    cmocka_unit_test(open_calls_are_counted_once_and_are_no_part_of_a_turn),
    cmocka_unit_test(disturbed_turns_are_thrown_away_and_counted),
    cmocka_unit_test(turns_keep_to_their_share),
    cmocka_unit_test(long_functions_keep_their_probes),
    cmocka_unit_test(no_turn_begins_inside_a_probe),
    cmocka_unit_test(a_crash_leaves_turns_alone),
    cmocka_unit_test(without_a_share_there_are_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
