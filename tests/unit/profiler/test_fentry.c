/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_fentry.c: the hooks of `-pg -mfentry -minstrument-return=call` on real code, on a scripted clock.
 *
 * This file is compiled with those options; all but the functions under test are PROF_UNTIMED. Time passes in work()
 * and at clock readings only, so every corrected figure is known to the cycle.
 */
#include "fixture.h"

#include "prof_port.h"

#include "profiler.h"

#define SUBJECT __attribute__((noinline, noclone, noipa))

static struct prof_thread main_thread, other_thread;

PROF_UNTIMED static void boot(uint64_t read_cost, uint32_t nodes)
{
  const struct prof_config c = boot_config(nodes);
  BOOT_PROFILER(&c, read_cost, { &main_thread, "main", 0 }, { &other_thread, "other", 0 });
  prof_calibrate();
  prof_start();
}

PROF_UNTIMED SUBJECT static void work(uint64_t cycles)
{
  fake_port.now += cycles;
}

PROF_UNTIMED static const struct prof_node *top(const void *function)
{
  return child(prof_entry(&main_thread)->root, function);
}

/* ---- what passes through the hooks ---- */

struct large { uint64_t word[5]; };
struct pair { uint64_t a, b; };

SUBJECT static uint64_t eight(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g,
                              uint64_t h)
{
  return a + 10 * b + 100 * c + 1000 * d + 10000 * e + 100000 * f + 1000000 * g + 10000000 * h;
}

SUBJECT static double doubles(double a, float b, double c)
{
  return a + (double)b * 10 + c * 100;
}

SUBJECT static struct pair two(uint64_t a)
{
  return (struct pair){ a, ~a };
}

SUBJECT static struct large many(uint64_t a)
{
  return (struct large){ { a, a + 1, a + 2, a + 3, a + 4 } };
}

SUBJECT static double summed(int n, ...)
{
  va_list list;
  double sum = 0;
  va_start(list, n);
  while (n--)
    sum += va_arg(list, double);
  va_end(list);
  return sum;
}

PROF_UNTIMED static void arguments_and_results_pass_unharmed(void **state)
{
  (void)state;
  main_thread = (struct prof_thread){ 0 };
  fake_port.current = &main_thread;
  for (int run = 0; run < 2; run++) { /* before there is a profiler, and with one */
    if (run)
      boot(25, 64);
    for (int again = 0; again < 2; again++) { /* calls that are new, and that are known */
      assert_int_equal(eight(1, 2, 3, 4, 5, 6, 7, 8), 87654321);
      assert_true(doubles(1, 2, 3) == 321);
      assert_int_equal(two(5).b, ~5ull);
      assert_int_equal(many(7).word[4], 11);
      assert_true(summed(3, 1.5, 2.5, 3.0) == 7);
    }
    if (run) {
      prof_stop();
      assert_int_equal(top((void *)eight)->calls, 2);
      assert_int_equal(corrected(top((void *)eight)), 0);
      assert_int_equal(prof_entry(&main_thread)->unwound + prof_entry(&main_thread)->stray, 0);
    }
  }
}

/* ---- shapes of calls ---- */

SUBJECT static void inner(void) { work(20); }
SUBJECT static void outer(void) { work(5); inner(); work(7); inner(); }

PROF_UNTIMED static void nested_calls_are_exact(void **state)
{
  (void)state;
  boot(25, 64);
  for (int i = 0; i < 10; i++)
    outer();
  prof_stop();
  assert_int_equal(corrected(top((void *)outer)), 520);
  assert_int_equal(corrected(child(top((void *)outer), (void *)inner)), 400);
  assert_int_equal(child(top((void *)outer), (void *)inner)->calls, 20);
}

#define DEEP 10000 /* calls */

SUBJECT static unsigned descend(unsigned n)
{
  work(1);
  unsigned below = n ? descend(n - 1) : 0;
  work(1);
  return below + 1;
}

PROF_UNTIMED static void recursion_ten_thousand_deep_is_exact(void **state)
{
  (void)state;
  boot(25, DEEP + 16);
  assert_int_equal(descend(DEEP - 1), DEEP);
  assert_int_equal(descend(DEEP - 1), DEEP);
  prof_stop();
  const struct prof_node *n = prof_entry(&main_thread)->root;
  for (unsigned left = DEEP; left; left--) {
    n = child(n, (void *)descend);
    assert_int_equal(n->calls, 2);
    assert_int_equal(corrected(n), 4 * left);
  }
  assert_int_equal(prof_tally(WIRE_NODE).dropped, 0);
}

SUBJECT static void odd(unsigned n);
SUBJECT static void even(unsigned n)
{
  work(2);
  if (n)
    odd(n - 1);
}

SUBJECT static void odd(unsigned n)
{
  work(3);
  if (n)
    even(n - 1);
}

PROF_UNTIMED static void mutual_recursion_is_exact(void **state)
{
  (void)state;
  boot(25, 256);
  even(99);
  prof_stop();
  const struct prof_node *n = top((void *)even);
  assert_int_equal(corrected(n), 250);
  assert_int_equal(corrected(child(n, (void *)odd)), 248);
}

/* ---- calls that are not left ---- */

static jmp_buf way_out;

SUBJECT static void throw(void)
{
  work(1);
  longjmp(way_out, 1);
}

SUBJECT static void throw_after(unsigned frames)
{
  work(1);
  if (frames)
    throw_after(frames - 1);
  else
    throw();
}

SUBJECT static void after_the_throw(void) { work(4); }

SUBJECT static void catch(void)
{
  work(10);
  if (!setjmp(way_out))
    throw_after(48);
  work(100);
  after_the_throw();
}

PROF_UNTIMED static void an_exception_through_fifty_frames_is_exact(void **state)
{
  (void)state;
  boot(25, 256);
  catch();
  catch();
  prof_stop();
  assert_int_equal(prof_entry(&main_thread)->unwound, 100);
  assert_int_equal(corrected(top((void *)catch)), 2 * (10 + 50 + 100 + 4));
  /* A function called after the catch is the catcher's callee, not the callee of a frame that is gone. */
  assert_int_equal(corrected(child(top((void *)catch), (void *)after_the_throw)), 8);
  assert_int_equal(child(top((void *)catch), (void *)throw_after)->calls, 2);
}

SUBJECT static uint64_t tail_target(uint64_t x)
{
  work(30);
  return x * 2;
}

/* A caller that hands its frame over; in assembly, because gcc does not promise to do so. */
PROF_UNTIMED __attribute__((naked)) static void tail_caller(void)
{
  __asm__("call __fentry__\n\tjmp *%rsi");
}

PROF_UNTIMED static void a_tail_call_ends_its_caller(void **state)
{
  (void)state;
  boot(25, 64);
  typedef uint64_t target_fn(uint64_t x);
  uint64_t (*call)(uint64_t x, target_fn *target) = (uint64_t (*)(uint64_t, target_fn *))tail_caller;
  for (uint64_t i = 0; i < 3; i++)
    assert_int_equal(call(i, tail_target), 2 * i);
  inner();
  prof_stop();
  assert_int_equal(prof_entry(&main_thread)->unwound, 3);
  assert_int_equal(top((void *)tail_target)->calls, 3);
  assert_int_equal(corrected(top((void *)tail_target)), 90);
  assert_int_equal(corrected(top((void *)inner)), 20);
}

/* ---- beside the other kind of hooks ---- */

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

PROF_UNTIMED static void calls_of_both_kinds_nest(void **state)
{
  static char translated[2]; /* addresses of functions that are never called */
  (void)state;
  boot(25, 64);
  for (int i = 0; i < 3; i++) {
    __cyg_profile_func_enter(&translated[0], NULL);
    outer();
    __cyg_profile_func_enter(&translated[1], NULL);
    work(6);
    inner();
    __cyg_profile_func_exit(&translated[1], NULL);
    __cyg_profile_func_exit(&translated[0], NULL);
  }
  prof_stop();
  const struct prof_node *first = top(&translated[0]);
  assert_int_equal(prof_entry(&main_thread)->unwound + prof_entry(&main_thread)->stray, 0);
  assert_int_equal(corrected(first), 3 * (52 + 26));
  assert_int_equal(corrected(child(first, (void *)outer)), 3 * 52);
  assert_int_equal(corrected(child(first, &translated[1])), 3 * 26);
  assert_int_equal(child(child(first, &translated[1]), (void *)inner)->calls, 3);
}

/* ---- started and stopped with frames open ---- */

SUBJECT static void stop_inside(void)
{
  work(3);
  prof_stop();
  work(1000);
}

SUBJECT static void start_inside(void)
{
  work(1000);
  prof_start();
  inner();
}

PROF_UNTIMED static void frames_open_at_start_and_stop_do_no_harm(void **state)
{
  (void)state;
  boot(25, 64);
  stop_inside();
  assert_int_equal(corrected(top((void *)stop_inside)), 3);
  start_inside();
  outer();
  prof_stop();
  assert_int_equal(corrected(top((void *)inner)), 20);
  assert_int_equal(corrected(top((void *)outer)), 52);
  assert_int_equal(prof_entry(&main_thread)->stray, 0);
}

/* ---- a full pool ---- */

SUBJECT static void through(void) { work(1); outer(); }

PROF_UNTIMED static void a_full_pool_stays_exact(void **state)
{
  (void)state;
  boot(25, 2); /* through() and outer() */
  through();
  through();
  const struct prof_node *other = main_thread.other;
  prof_stop();
  assert_int_equal(corrected(top((void *)through)), 106);
  assert_int_equal(corrected(other), 80);
  assert_int_equal(other->calls, 4);
  assert_int_equal(prof_entry(&main_thread)->unwound, 0);
}

PROF_UNTIMED int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(arguments_and_results_pass_unharmed),
    cmocka_unit_test(nested_calls_are_exact),
    cmocka_unit_test(recursion_ten_thousand_deep_is_exact),
    cmocka_unit_test(mutual_recursion_is_exact),
    cmocka_unit_test(an_exception_through_fifty_frames_is_exact),
    cmocka_unit_test(a_tail_call_ends_its_caller),
    cmocka_unit_test(calls_of_both_kinds_nest),
    cmocka_unit_test(frames_open_at_start_and_stop_do_no_harm),
    cmocka_unit_test(a_full_pool_stays_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
