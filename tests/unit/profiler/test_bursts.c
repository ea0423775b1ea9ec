/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_bursts.c: bursts in which calls are counted (bursts.h), on real code and a scripted clock.
 *
 * As in test_turns.c the sites of this file are NOPs until they are patched, and all but the functions under test
 * are PROF_UNTIMED. Time passes in work() and at clock readings only: code in which it passes nowhere else has no probe
 * that reads the clock.
 */
#include "fixture.h"
#include "turn_rows_taken.h"

#include "prof_port.h"

#include "profiler.h"
#include "probes/bursts.h"
#include "probes/sites.h"

#define SUBJECT __attribute__((noinline, noclone, noipa, used))
#define COST    25   /* cycles that a clock reading takes */
#define LENGTH  4000 /* of a burst, cycles: the clock of these tests has one a microsecond */
#define SHARE   100  /* thousandths of the run */
#define CALL    0xE8 /* what a site begins with that is no NOP */

static struct prof_thread main_thread;

PROF_UNTIMED __attribute__((noinline)) static void work(uint64_t cycles)
{
  fake_port.now += cycles;
}

/* ---- a program ---- */

static uint64_t leaf_calls, again_calls, entered_calls, noted_calls;
static volatile uint64_t noted_last;

SUBJECT static void leaf(void) { work(3); leaf_calls++; }
SUBJECT static void caller(void) { work(5); leaf(); leaf(); }
SUBJECT static void again(int depth) { again_calls++; work(2); if (depth) again(depth - 1); work(1); }

/* As -fpatchable-function-entry=5 compiles a function: it has no site but that. */
#define ENTERED __attribute__((no_instrument_function, patchable_function_entry(5)))
SUBJECT ENTERED static void entered(void) { entered_calls++; }

/* It begins with an instruction of 11 bytes, before which there is no room for prefixes. */
SUBJECT ENTERED static void noted(void) { noted_last = 1; noted_calls++; }

#define PROGRAM_CYCLES (10 * (5 + 2 * 3 + 4 * 3))

PROF_UNTIMED static void program(void)
{
  for (int i = 0; i < 10; i++) {
    caller();
    again(3);
    entered();
    noted();
  }
}

PROF_UNTIMED static void boot(uint32_t bursts, uint32_t modes)
{
  struct prof_config c = boot_config(64);
  if (prof_state.ready) /* the code is as the last test has left it */
    prof_stop();
  c.modes = modes;
  c.tsc_hz = 1000000;
  c.bursts = bursts;
  c.turns = 20; /* means nothing beside bursts */
  c.turn_us = LENGTH;
  BOOT_PROFILER(&c, COST, { &main_thread, "main", 0 });
  prof_probes_on();
  prof_calibrate();
  prof_start();
}

/* ---- what was handed out ---- */

/* What bursts have counted of a function; all zeros where they have none of its calls. */
PROF_UNTIMED static struct wire_turn counted(const void *function)
{
  for (size_t i = 0; i < row_count; i++)
    if (rows[i].what == WIRE_TURN_COUNTED && rows[i].cycles == (uintptr_t)function)
      return rows[i];
  return (struct wire_turn){ 0 };
}

/* Begins or ends a burst if one is due. Returns when the next call is. */
PROF_UNTIMED static uint64_t burst(void)
{
  const uint64_t in = prof_turn(fake_port.now);
  return fake_port.now + in;
}

struct truth { uint64_t leaf, again, entered, noted, squares, outside; unsigned with; };

/* Runs the program until so many bursts have begun and ended. */
PROF_UNTIMED static struct truth run_bursts(unsigned count)
{
  struct truth t = { 0 };
  uint64_t next = burst(), before = 0, before_again = 0, before_entered = 0, before_noted = 0;
  bool within = false;
  while (count) {
    const uint64_t begun = fake_port.now, calls = leaf_calls;
    program();
    assert_int_equal(fake_port.now - begun, PROGRAM_CYCLES); /* within bursts, too, no clock is read */
    t.outside += within ? 0 : leaf_calls - calls;
    if (fake_port.now < next)
      continue;
    next = burst();
    within = !within;
    if (within) {
      before = leaf_calls;
      before_again = again_calls;
      before_entered = entered_calls;
      before_noted = noted_calls;
      continue;
    }
    const uint64_t in_this = leaf_calls - before;
    t.leaf += in_this;
    t.again += again_calls - before_again;
    t.entered += entered_calls - before_entered;
    t.noted += noted_calls - before_noted;
    t.squares += in_this * in_this;
    t.with += in_this > 0;
    count--;
  }
  return t;
}

struct sought { const char *words; bool said; };

PROF_UNTIMED static void note_complaint(void *ctx, const char *line)
{
  struct sought *s = ctx;
  s->said |= strstr(line, s->words) != NULL;
}

/* Returns whether prof_check() says something with these words. */
PROF_UNTIMED static bool complains_of(const char *words)
{
  struct sought s = { words, false };
  prof_check(note_complaint, &s);
  return s.said;
}

/* Returns whether prof_check() says that bursts were asked for in vain. */
PROF_UNTIMED static bool complains(void)
{
  return complains_of("config.bursts means nothing");
}

/* ---- tests ---- */

PROF_UNTIMED static void each_call_of_a_burst_is_counted_and_no_other(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  const struct truth t = run_bursts(40);
  collect();
  const struct wire_turn row = counted((void *)leaf);
  assert_int_equal(row.calls, t.leaf);
  assert_int_equal(row.total, t.squares);
  assert_int_equal(row.node, t.with);
  assert_int_equal(counted((void *)again).calls, t.again); /* those by itself, too */
  assert_int_equal(counted((void *)caller).calls, t.leaf / 2);
  assert_true(t.outside > 5 * t.leaf);
  uint64_t all = 0;
  for (size_t i = 0; i < row_count; i++)
    all += rows[i].what == WIRE_TURN_BURST ? rows[i].calls : 0;
  assert_int_equal(all, t.leaf + t.leaf / 2 + t.again + t.entered + t.noted);
  assert_int_equal(rows_of(WIRE_TURN_BURST), 40);
  assert_int_equal(row_count, 45); /* no turn beside them */
}

static const uint8_t nop[5] = { 0x0F, 0x1F, 0x44, 0x00, 0x00 }, prefixes[5] = { 0x2E, 0x2E, 0x2E, 0x2E, 0x2E };

/* Asserts that what is counted only has sites that are off: prefixes of the first instruction, or a NOP. */
PROF_UNTIMED static void assert_rooms_are_closed(void)
{
  assert_memory_equal((void *)entered, prefixes, sizeof(prefixes));
  assert_memory_equal((void *)noted, nop, sizeof(nop));
}

/* A function that has a site before its prolog only: it is counted in bursts. Else it is never timed, for its calls
 * would have no exits, and has not an instruction more than without the site, where prefixes fit. */
PROF_UNTIMED static void what_has_one_site_is_counted_and_never_timed(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  assert_rooms_are_closed();
  assert_true(prof_site_timed(prof_site_number((uintptr_t)entered)));
  const struct truth t = run_bursts(40);
  assert_false(complains_of("-fpatchable-function-entry"));
  collect();
  assert_true(t.entered > 0);
  assert_int_equal(counted((void *)entered).calls, t.entered);
  assert_int_equal(counted((void *)noted).calls, t.noted);
  assert_rooms_are_closed();
  assert_int_equal(*(const uint8_t *)(uintptr_t)leaf, CALL);
  boot(0, WIRE_MODE_TIMING);
  program();
  assert_true(complains_of("-fpatchable-function-entry"));
  prof_stop();
  assert_int_equal(child(prof_entry(&main_thread)->root, (void *)caller)->calls, 10);
  assert_null(prof_entry(&main_thread)->root->child->sibling->sibling); /* caller(), again() */
  assert_rooms_are_closed();
}

/* A thread's root has the time that it ran; no call has a node. */
PROF_UNTIMED static void trees_have_roots_only(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  const uint64_t begun = prof_clock(&main_thread);
  run_bursts(10);
  const uint64_t ran = prof_clock(&main_thread) - begun;
  collect();
  const struct prof_node *root = prof_entry(&main_thread)->root;
  assert_null(root->child);
  assert_in_range(root->raw, ran, ran + LENGTH);
  assert_int_equal(root->drift_sum, 0);
  assert_false(complains());
}

/* Begins, or ends, a burst while it is open, and below it. */
SUBJECT static void interrupted(int depth)
{
  if (depth) {
    interrupted(depth - 1);
    return;
  }
  fake_port.now += 100 * LENGTH; /* whatever is due is due by now */
  burst();
}

PROF_UNTIMED static void a_burst_may_begin_and_end_in_open_calls(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  for (int i = 0; i < 40; i++)
    interrupted(3);
  collect();
  assert_int_equal(prof_entry(&main_thread)->unwound + prof_entry(&main_thread)->stray, 0);
  assert_null(prof_entry(&main_thread)->root->child);
}

PROF_UNTIMED static void a_burst_that_lasts_too_long_is_left_out(void **state)
{
  uint64_t next;
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  next = burst();
  for (int i = 0; i < 10; i++) {
    while (fake_port.now < next)
      program();
    burst(); /* it begins */
    program();
    fake_port.now += 10 * LENGTH;
    next = burst(); /* it ends */
  }
  collect();
  assert_int_equal(rows_of(WIRE_TURN_SPOILT), 10);
  assert_int_equal(rows_of(WIRE_TURN_BURST) + rows_of(WIRE_TURN_COUNTED), 0);
}

PROF_UNTIMED static void bursts_keep_to_their_share(void **state)
{
  uint64_t spent = 0;
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  const uint64_t begun = fake_port.now;
  run_bursts(200);
  const uint64_t whole = fake_port.now - begun;
  collect();
  for (size_t i = 0; i < row_count; i++)
    spent += rows[i].what == WIRE_TURN_BURST ? rows[i].cycles + rows[i].total : 0;
  assert_in_range(spent * 1000 / whole, SHARE - SHARE / 5, SHARE + SHARE / 10);
}

/* Lets `count` bursts begin and end, each as soon as it is due. */
PROF_UNTIMED static void skip_bursts(unsigned count)
{
  for (unsigned i = 0; i < 2 * count; i++)
    fake_port.now = burst();
}

/* The target keeps ROWS_KEPT rows (TURN_ROWS of turns.c). Bursts go on beyond that where rows are handed out, as a
 * stream hands them out; each row leaves once, in order. */
#define ROWS_KEPT 32768
PROF_UNTIMED static void bursts_go_on_where_their_rows_leave(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  row_count = 0;
  fake_port.now = burst();
  for (unsigned part = 0; part < 3; part++) {
    skip_bursts(ROWS_KEPT / 2 - 1);
    prof_turns_collect(&row_sink);
  }
  assert_int_equal(row_count, 3 * (ROWS_KEPT / 2 - 1));
  assert_int_equal(prof_turns_tally().made, row_count);
  for (size_t i = 0; i < row_count; i++) {
    assert_int_equal(rows[i].what, WIRE_TURN_BURST);
    assert_true(!i || rows[i].tsc > rows[i - 1].tsc);
  }
  prof_stop();
}

/* Without room for their rows bursts wait; they go on once there is room, and no row is lost. */
PROF_UNTIMED static void bursts_wait_for_room(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  row_count = 0;
  fake_port.now = burst();
  skip_bursts(ROWS_KEPT + 100);
  assert_int_equal(prof_turns_tally().made, ROWS_KEPT);
  prof_turns_collect(&row_sink);
  skip_bursts(10);
  prof_stop();
  prof_turns_collect(&row_sink);
  assert_int_equal(row_count, ROWS_KEPT + 10);
  assert_int_equal(prof_turns_tally().dropped, 0);
}

/* After a crash rows that had left the buffer, but not the machine, are handed out again as far as they are kept. */
PROF_UNTIMED static void rows_that_were_not_sent_leave_again(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  row_count = 0;
  fake_port.now = burst();
  skip_bursts(ROWS_KEPT - 10);
  prof_turns_collect(&row_sink);
  skip_bursts(20);
  const uint64_t last = rows[row_count - 1].tsc;
  prof_turns_abandon(ROWS_KEPT - 12);
  row_count = 0;
  prof_turns_collect(&row_sink);
  assert_int_equal(row_count, 22);
  assert_int_equal(rows[1].tsc, last);
  prof_turns_abandon(5); /* of these rows the oldest ten are no longer kept */
  row_count = 0;
  prof_turns_collect(&row_sink);
  assert_int_equal(row_count, ROWS_KEPT);
  prof_stop();
}

/* Switching writes no code before prof_stop(), and holds from the next burst on. */
PROF_UNTIMED static void what_is_switched_meanwhile_holds_from_the_next_burst_on(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  assert_true(prof_site_switch((uintptr_t)leaf, false));
  const struct truth t = run_bursts(10);
  assert_true(prof_site_switch((uintptr_t)again, false));
  assert_true(prof_site_switch((uintptr_t)again, true));
  assert_int_not_equal(*(const uint8_t *)(uintptr_t)again, CALL);
  const struct truth u = run_bursts(10);
  collect();
  assert_int_equal(counted((void *)leaf).calls, 0);
  assert_int_equal(counted((void *)again).calls, t.again + u.again);
  assert_int_not_equal(*(const uint8_t *)(uintptr_t)leaf, CALL);
  assert_int_equal(*(const uint8_t *)(uintptr_t)again, CALL);
}

/* Who wants each call recorded has all of them timed, and is told so. */
PROF_UNTIMED static void where_calls_are_recorded_there_are_none(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING | WIRE_MODE_CALLS);
  assert_false(prof_bursts_planned());
  assert_true(complains());
  assert_int_equal(prof_turn(fake_port.now), 0);
  program();
  collect();
  assert_int_equal(row_count, 0);
  assert_int_equal(child(prof_entry(&main_thread)->root, (void *)caller)->calls, 10);
}

PROF_UNTIMED static void a_crash_leaves_bursts_alone(void **state)
{
  (void)state;
  boot(SHARE, WIRE_MODE_TIMING);
  for (uint64_t next = burst(); fake_port.now < next;)
    program();
  burst(); /* it begins */
  struct prof_thread scratch = { 0 };
  prof_crash(&scratch);
  assert_int_equal(prof_turn(fake_port.now), 0);
  collect();
  assert_int_equal(rows_of(WIRE_TURN_BURST), 0);
  fake_port.current = &main_thread;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_call_of_a_burst_is_counted_and_no_other),
    cmocka_unit_test(what_has_one_site_is_counted_and_never_timed),
    cmocka_unit_test(trees_have_roots_only),
    cmocka_unit_test(a_burst_may_begin_and_end_in_open_calls),
    cmocka_unit_test(a_burst_that_lasts_too_long_is_left_out),
    cmocka_unit_test(bursts_keep_to_their_share),
    cmocka_unit_test(bursts_go_on_where_their_rows_leave),
    cmocka_unit_test(bursts_wait_for_room),
    cmocka_unit_test(rows_that_were_not_sent_leave_again),
    cmocka_unit_test(what_is_switched_meanwhile_holds_from_the_next_burst_on),
    cmocka_unit_test(where_calls_are_recorded_there_are_none),
    cmocka_unit_test(a_crash_leaves_bursts_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
