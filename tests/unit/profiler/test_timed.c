/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_timed.c: functions whose timing is switched on and off while they run, on real code and a scripted clock.
 *
 * This file's probe sites are NOPs until they are patched, as a kernel's are; all but the functions under test are
 * PROF_UNTIMED. Time passes in work() and at clock readings only.
 */
#include "fixture.h"

#include "prof_port.h"

#include "pick.h"
#include "profiler.h"

#define SUBJECT __attribute__((noinline, noclone, noipa, used))
#define COST    25 /* cycles that a clock reading takes */

static struct prof_thread main_thread, other_thread;

/* The table that names.sh makes of an image. */
#define NAME(function) \
  __asm__(".pushsection prof_names,\"a\"\n\t.quad " #function "\n\t.asciz \"" #function "\"\n\t.popsection");

PROF_UNTIMED static void boot_modes(uint32_t nodes, uint32_t throttle, uint32_t modes)
{
  struct prof_config c = boot_config(nodes);
  if (prof_state.ready) { /* the code is as the last test has left it */
    prof_stop();
    prof_state.config.modes = WIRE_MODE_TIMING;
    prof_timed("*", false);
  }
  c.throttle = throttle;
  c.modes |= modes;
  c.callrecords = 64;
  BOOT_PROFILER(&c, COST, { &main_thread, "main", 0 }, { &other_thread, "other", 0 });
  prof_calibrate();
  prof_start();
}

PROF_UNTIMED static void boot(uint32_t nodes, uint32_t throttle)
{
  boot_modes(nodes, throttle, 0);
}

PROF_UNTIMED __attribute__((noinline)) static void work(uint64_t cycles)
{
  fake_port.now += cycles;
}

PROF_UNTIMED static struct prof_node *top(const void *function)
{
  return child_or_null(prof_entry(&main_thread)->root, function);
}

/* Returns the cycles that a call of `f` takes: no more than its work when no probe is on. */
PROF_UNTIMED static uint64_t takes(void (*f)(void))
{
  uint64_t before = fake_port.now;
  f();
  return fake_port.now - before;
}

/* ---- choosing ---- */

SUBJECT static void inner(void) { work(20); }
SUBJECT static void outer(void) { work(5); inner(); work(7); inner(); }
SUBJECT static void within_inner(void) { work(3); }
SUBJECT static void user(void) { outer(); inner(); within_inner(); }
NAME(inner) NAME(outer) NAME(within_inner) NAME(user)

PROF_UNTIMED static void chosen_functions_are_timed_and_no_others(void **state)
{
  (void)state;
  boot(64, 0);
  assert_int_equal(takes(outer), 52);
  assert_null(prof_entry(&main_thread)->root->child);
  assert_int_equal(prof_timed("inn?r", true), 1);
  outer();
  assert_null(top((void *)outer));
  assert_int_equal(top((void *)inner)->calls, 2);
  assert_int_equal(prof_timed("*inner", true), 2);
  assert_int_equal(prof_timed("outer", true), 1);
  outer();
  within_inner();
  assert_int_equal(corrected(top((void *)outer)), 52);
  assert_int_equal(child(top((void *)outer), (void *)inner)->calls, 2);
  assert_int_equal(prof_timed("*", false), 13); /* all that have a NAME */
  assert_int_equal(takes(outer), 52);
  prof_stop();
  assert_int_equal(top((void *)outer)->calls, 1);
  /* prof_start() reads the clock, too. */
  assert_int_equal(corrected(prof_entry(&main_thread)->root), 52 + 52 + 52 + 3 + 52 + COST);
}

/* The records behind the first `*seen` are of these functions, in this order. */
PROF_UNTIMED static void assert_recorded(size_t *seen, const void *const *functions, size_t count)
{
  uint32_t nodes;
  const struct prof_node *node = prof_timing_nodes(&nodes);
  assert_int_equal(prof_log_kept(&prof_callrecords, 0), *seen + count);
  for (size_t i = 0; i < count; i++) {
    const struct wire_logged_call *c =
      prof_log_record(&prof_callrecords, prof_log_first(&prof_callrecords, 0) + (*seen)++);
    assert_ptr_equal(node[(c->call >> WIRE_CALL_FLAG_BITS) - 1].address, functions[i]);
  }
}
#define RECORDED(seen, ...) \
  assert_recorded(seen, (const void *[]){ __VA_ARGS__ }, sizeof((const void *[]){ __VA_ARGS__ }) / sizeof(void *))

/* Of functions that are recorded outermost only, such as a library's, a call is where its caller is none of these. */
PROF_UNTIMED static void calls_are_chosen_by_pattern(void **state)
{
  size_t seen = 0;
  (void)state;
  boot_modes(64, 0, WIRE_MODE_CALLS);
  prof_timed("*", true);
  user();
  RECORDED(&seen, inner, inner, outer, inner, within_inner, user);
  assert_int_equal(prof_calls("outer", PROF_RECORD_OUTERMOST), 1);
  assert_int_equal(prof_calls("inner", PROF_RECORD_OUTERMOST), 1);
  user();
  RECORDED(&seen, outer, inner, within_inner, user);
  assert_int_equal(prof_calls("outer", PROF_RECORD_NONE), 1);
  user();
  RECORDED(&seen, inner, inner, inner, within_inner, user);
  assert_int_equal(prof_calls("*inner", PROF_RECORD_NONE), 2);
  user();
  RECORDED(&seen, user);
  assert_int_equal(prof_calls("*", PROF_RECORD_ALL), 13);
  user();
  RECORDED(&seen, inner, inner, outer, inner, within_inner, user);
  prof_stop();
  assert_int_equal(child(child(top((void *)user), (void *)outer), (void *)inner)->calls, 10); /* the trees have all */
}

PROF_UNTIMED static void a_pattern_that_matches_nothing_has_names_like_it(void **state)
{
  char near[256];
  (void)state;
  boot(64, 0);
  assert_int_equal(prof_timed("iner", true), 0);
  assert_int_equal(prof_timed("", true), 0);
  assert_int_not_equal(prof_timed_near("iner", near, sizeof(near)), 0);
  assert_string_equal(near, "inner, within_inner");
  prof_timed_near("OUT*", near, sizeof(near));
  assert_string_equal(near, "outer");
  prof_timed_near("iner", near, 4);
  assert_string_equal(near, "inn");
  assert_int_equal(prof_timed_near("something_else", near, sizeof(near)), 0);
}

/* Methods go by their own name, not by the symbol that they were translated to. */
PROF_UNTIMED static struct prof_method method(uint32_t number, char *name)
{
  static const char text[] = "pkg.Class.run";
  for (size_t i = 0; i < sizeof(text); i++)
    name[i] = text[i];
  return (struct prof_method){ .address = number ? 0 : (uintptr_t)outer };
}

PROF_UNTIMED static void methods_have_their_own_names(void **state)
{
  static const struct prof_program program = { .method_count = 2, .method = method };
  static const struct prof_program none;
  (void)state;
  boot(64, 0);
  prof_program(&program);
  assert_int_equal(prof_timed("outer", true), 0);
  assert_int_equal(prof_timed("pkg.*", true), 1);
  outer();
  prof_program(&none);
  prof_stop();
  assert_int_equal(top((void *)outer)->calls, 1);
}

PROF_UNTIMED static void without_timing_nothing_is_switched(void **state)
{
  (void)state;
  boot(64, 0);
  prof_state.config.modes = WIRE_MODE_EVENTS;
  assert_int_equal(prof_timed("inner", true), 0);
  assert_int_equal(takes(inner), 20);
}

/* ---- switched while they are open ---- */

static bool is_on[4];
/* What a timed path did, by depth of timed calls and function: enough to tell paths apart here. */
#define DEPTH 40
static struct figures { uint64_t calls[DEPTH][4], own[DEPTH][4]; } truth, seen;
static int timed_stack[DEPTH], timed_depth;

PROF_UNTIMED static void model_work(void)
{
  uint32_t cycles = pick(100);
  work(cycles);
  if (timed_depth)
    truth.own[timed_depth - 1][timed_stack[timed_depth - 1]] += cycles;
}

static void a0(int depth), a1(int depth), a2(int depth), a3(int depth);
static void (*const subjects[4])(int depth) = { a0, a1, a2, a3 };
static const char *const subject_names[4] = { "a0", "a1", "a2", "a3" };

/* Sometimes another thread does it, while the open frames are those of this one. */
PROF_UNTIMED static void model_switch(void)
{
  uint32_t f = pick(4), away = pick(2);
  is_on[f] = pick(2);
  if (away)
    prof_switch(&other_thread, WIRE_WHY_PREEMPTED);
  assert_int_equal(prof_timed(subject_names[f], is_on[f]), 1);
  if (away)
    prof_switch(&main_thread, WIRE_WHY_PREEMPTED);
}

PROF_UNTIMED static void act(int depth)
{
  for (uint32_t steps = pick(6); steps; steps--)
    switch (pick(8)) {
    case 0: case 1: case 2:
      if (depth < DEPTH) {
        uint32_t f = pick(4);
        bool timed = is_on[f];
        if (timed)
          truth.calls[timed_depth][f]++, timed_stack[timed_depth++] = (int)f;
        subjects[f](depth + 1);
        timed_depth -= timed;
      }
      break;
    case 3:
      model_switch();
      break;
    default:
      model_work();
    }
}

SUBJECT static void a0(int depth) { act(depth); }
SUBJECT static void a1(int depth) { act(depth); }
SUBJECT static void a2(int depth) { act(depth); }
SUBJECT static void a3(int depth) { act(depth); }
NAME(a0) NAME(a1) NAME(a2) NAME(a3)

PROF_UNTIMED static void gather(const struct prof_node *n, int depth)
{
  for (const struct prof_node *c = n->child; c; c = c->sibling)
    for (int f = 0; f < 4; f++)
      if (c->address == (void *)subjects[f]) {
        int64_t own = corrected(c);
        for (const struct prof_node *g = c->child; g; g = g->sibling)
          own -= corrected(g);
        seen.calls[depth][f] += c->calls;
        seen.own[depth][f] += (uint64_t)own;
        gather(c, depth + 1);
      }
}

PROF_UNTIMED static void switching_at_random_inside_open_calls_is_exact(void **state)
{
  (void)state;
  for (uint32_t seed = 1; seed <= 60; seed++) {
    boot(1 << 14, 0);
    truth = seen = (struct figures){ 0 };
    for (int f = 0; f < 4; f++)
      is_on[f] = false;
    pick_state = seed;
    for (int i = 0; i < 60; i++)
      act(0);
    prof_stop();
    gather(prof_entry(&main_thread)->root, 0);
    assert_memory_equal(&seen, &truth, sizeof(truth));
    assert_int_equal(prof_entry(&main_thread)->unwound + prof_entry(&main_thread)->stray, 0);
  }
}

/* When the last open call of a function has ended, none of its probes may be left. */
SUBJECT static void switched_off_inside(void)
{
  work(10);
  prof_timed("switched_off_inside", false);
  assert_int_equal(takes(inner), 20);
  work(10);
}
NAME(switched_off_inside)

PROF_UNTIMED static void what_is_off_is_off_when_the_last_open_call_has_ended(void **state)
{
  (void)state;
  boot(64, 0);
  prof_timed("switched_off_inside", true);
  switched_off_inside();
  assert_int_equal(takes(switched_off_inside), 40);
  prof_stop();
  assert_int_equal(top((void *)switched_off_inside)->calls, 1);
  assert_int_equal(corrected(top((void *)switched_off_inside)), 40);
  assert_int_equal(prof_site_flags((uintptr_t)switched_off_inside), WIRE_NODE_PART);
  assert_int_equal(prof_site_flags((uintptr_t)inner), 0);
}

static jmp_buf way_out;
SUBJECT PROF_UNTIMED static void switch_off_and_throw(void)
{
  prof_timed("thrown_through", false);
  work(1);
  longjmp(way_out, 1);
}

SUBJECT static void thrown_through(int depth)
{
  work(1);
  if (depth)
    thrown_through(depth - 1);
  else
    switch_off_and_throw();
}
NAME(thrown_through)

PROF_UNTIMED static void an_exception_through_calls_that_were_switched_off_is_exact(void **state)
{
  (void)state;
  boot(64, 0);
  prof_timed("thrown_through", true);
  prof_timed("inner", true);
  if (!setjmp(way_out))
    thrown_through(9);
  inner();
  prof_stop();
  assert_int_equal(corrected(top((void *)thrown_through)), 11);
  assert_int_equal(corrected(top((void *)inner)), 20);
  assert_int_equal(prof_entry(&main_thread)->unwound, 10);
  uint64_t before = fake_port.now;
  if (!setjmp(way_out))
    thrown_through(0);
  assert_int_equal(fake_port.now - before, 2);
}

/* ---- a full pool ---- */

SUBJECT static void fills(void)
{
  inner();
  outer();
  prof_timed("inner", false);
  outer();
  prof_timed("outer", false);
  work(1);
  outer();
}
NAME(fills)

PROF_UNTIMED static void switching_with_a_full_pool_is_exact(void **state)
{
  (void)state;
  boot(2, 0); /* fills() and inner() in it */
  prof_timed("fills", true), prof_timed("inner", true), prof_timed("outer", true);
  fills();
  prof_timed("outer", true);
  outer();
  const struct prof_node *other = main_thread.other;
  prof_stop();
  assert_int_equal(corrected(top((void *)fills)), 20 + 52 + 52 + 1 + 52);
  assert_int_equal(corrected(other), 52 + 52 + 52);
  assert_int_equal(prof_entry(&main_thread)->unwound + prof_entry(&main_thread)->stray, 0);
}

/* ---- the throttle ---- */

#define LIMIT 100

SUBJECT static void short_one(void) { work(2); }
SUBJECT static void long_one(void) { work(500); short_one(); }
NAME(short_one) NAME(long_one)

PROF_UNTIMED static void short_functions_are_throttled_and_long_ones_not(void **state)
{
  (void)state;
  boot(64, LIMIT);
  prof_timed("*_one", true);
  for (int i = 0; i < LIMIT - 1; i++)
    long_one();
  struct prof_node *n = child(top((void *)long_one), (void *)short_one);
  assert_int_equal(prof_node_calls(n), LIMIT - 1);
  assert_int_equal(prof_site_flags((uintptr_t)short_one), WIRE_NODE_PART);
  for (int i = 0; i < 51; i++)
    long_one();
  assert_int_equal(takes(short_one), 2);
  prof_stop();
  assert_int_equal(prof_node_calls(n), LIMIT);
  assert_int_equal(corrected(n), 2 * LIMIT);
  assert_int_equal(prof_site_flags((uintptr_t)short_one), WIRE_NODE_PART | WIRE_NODE_THROTTLED);
  assert_int_equal(prof_node_calls(top((void *)long_one)), LIMIT + 50);
  assert_int_equal(corrected(top((void *)long_one)), 502 * (LIMIT + 50));
  assert_int_equal(prof_site_flags((uintptr_t)long_one), WIRE_NODE_PART); /* switched on behind the start */
}

PROF_UNTIMED static void the_throttle_leaves_the_calibration_alone(void **state)
{
  (void)state;
  boot(64, 1);
  assert_int_equal(prof_costs.inner, COST);
  assert_int_equal(prof_costs.outer, COST);
  prof_timed("short_one", true);
  short_one();
  assert_int_equal(takes(short_one), 2);
  prof_timed("short_one", true); /* it may be asked for again */
  prof_stop();
  assert_int_equal(prof_node_calls(top((void *)short_one)), 1);
}

PROF_UNTIMED int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(chosen_functions_are_timed_and_no_others),
    cmocka_unit_test(calls_are_chosen_by_pattern),
    cmocka_unit_test(a_pattern_that_matches_nothing_has_names_like_it),
    cmocka_unit_test(methods_have_their_own_names),
    cmocka_unit_test(without_timing_nothing_is_switched),
    cmocka_unit_test(switching_at_random_inside_open_calls_is_exact),
    cmocka_unit_test(what_is_off_is_off_when_the_last_open_call_has_ended),
    cmocka_unit_test(an_exception_through_calls_that_were_switched_off_is_exact),
    cmocka_unit_test(switching_with_a_full_pool_is_exact),
    cmocka_unit_test(short_functions_are_throttled_and_long_ones_not),
    cmocka_unit_test(the_throttle_leaves_the_calibration_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
