/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_fentry_step.c: a thread switch, an interrupt and nested interrupts at every single instruction of real calls:
 * before and behind the probes, in prologs, hooks and epilogs, and in the slow ways.
 *
 * The program runs with the processor's trap flag set, so that the host sends a signal behind each instruction (Intel
 * SDM volume 3, 17.3.1.4). In a run the handler strikes at one instruction in STRIDE; STRIDE runs strike at different
 * ones, so that every instruction is struck once, on paths that are new and on paths that are known. Time passes in
 * work() and at clock readings only, so every figure is known, but for readings that were struck: they are repeated.
 */
#include "fixture.h"

#include <signal.h>

#include "prof_port.h"

#include "profiler.h"

#define SUBJECT __attribute__((noinline, noclone, noipa))
#define COST    25 /* cycles that a clock reading takes */
#define STRIDE  31     /* more instructions than a reading and its repetition have, so that it comes to an end */
#define TRAP    0x100  /* of the flags: a trap behind each instruction */

static struct prof_thread main_thread, other_thread, timer, device;

PROF_UNTIMED static void boot(void)
{
  const struct prof_config c = boot_config(64);
  BOOT_PROFILER(&c, COST, { &main_thread, "main", 0 }, { &other_thread, "other", 0 },
                { &timer, "timer", WIRE_THREAD_IRQ }, { &device, "device", WIRE_THREAD_IRQ });
  prof_calibrate();
}

PROF_UNTIMED SUBJECT static void work(uint64_t cycles)
{
  __atomic_fetch_add(&fake_port.now, cycles, __ATOMIC_RELAXED); /* in one instruction */
}

/* ---- the program ---- */

SUBJECT static void inner(void) { work(20); }
SUBJECT static void outer(void) { work(5); inner(); work(7); }

/* ---- the strikes ---- */

SUBJECT static void handler(void) { work(70); }

PROF_UNTIMED static void switch_away(void)
{
  prof_switch(&other_thread, WIRE_WHY_PREEMPTED);
  work(5000);
  handler();
  prof_switch(&main_thread, WIRE_WHY_PREEMPTED);
}

PROF_UNTIMED static void interrupt_by(struct prof_thread *context)
{
  struct prof_thread *interrupted = prof_irq_enter(context, fake_port.now);
  handler();
  if (context == &timer)
    interrupt_by(&device);
  prof_irq_exit(interrupted);
}

PROF_UNTIMED static void nested_interrupts(void)
{
  interrupt_by(&timer);
}

static void (*strike)(void);
static volatile uint32_t instructions, strikes, offset;

/* The host clears the trap flag for the handler. */
PROF_UNTIMED static void trapped(int signal)
{
  (void)signal;
  if (instructions++ % STRIDE != offset)
    return;
  strikes++;
  strike();
}

/* Calls outer() in steps. The red zone is left alone. */
PROF_UNTIMED static void run_stepped(void)
{
  instructions = strikes = 0;
  __asm__ volatile("sub $128, %%rsp\n\tpushf\n\torq %0, (%%rsp)\n\tpopf\n\tadd $128, %%rsp"
                   : : "i"(TRAP) : "memory", "cc");
  outer();
  __asm__ volatile("sub $128, %%rsp\n\tpushf\n\tandq %0, (%%rsp)\n\tpopf\n\tadd $128, %%rsp"
                   : : "i"(~TRAP) : "memory", "cc");
}

/* ---- the figures afterwards ---- */

/* A call's time contains at most two readings of its own, and those of its callee. */
PROF_UNTIMED static void assert_time(const struct prof_node *n, int64_t cycles, unsigned readings)
{
  assert_in_range(corrected(n), cycles, cycles + readings * COST);
}

PROF_UNTIMED static void check_program(unsigned calls)
{
  const struct prof_node *n = child(prof_entry(&main_thread)->root, (void *)outer);
  assert_int_equal(n->calls, calls);
  assert_time(n, 32 * calls, 8);
  assert_int_equal(child(n, (void *)inner)->calls, calls);
  assert_time(child(n, (void *)inner), 20 * calls, 2);
  for (uint32_t i = 0; i < prof_state.thread_count; i++)
    assert_int_equal(prof_state.threads[i].unwound + prof_state.threads[i].stray, 0);
}

/* The thread or interrupt that came in between has all of its own time, and no other. */
PROF_UNTIMED static void check_strikes(const struct prof_thread *t)
{
  const struct prof_node *n = child(prof_entry(t)->root, (void *)handler);
  assert_int_equal(n->calls, strikes);
  assert_int_equal(corrected(n), 70 * strikes);
}

/* Calls before the one that is struck make its path known. */
PROF_UNTIMED static void run_once(bool known)
{
  prof_start();
  if (known)
    outer();
  run_stepped();
  prof_stop();
  assert_in_range(instructions, 100, 100000);
  assert_in_range(strikes, 1, 1000);
  check_program(1 + known);
}

PROF_UNTIMED static void at_every_instruction(void (*with)(void), const struct prof_thread *a,
                                              const struct prof_thread *b)
{
  struct sigaction step = { .sa_handler = trapped }, before;
  assert_int_equal(sigaction(SIGTRAP, &step, &before), 0);
  strike = with;
  boot();
  for (int known = 0; known < 2; known++)
    for (offset = 0; offset < STRIDE; offset++) {
      run_once(known);
      check_strikes(a);
      check_strikes(b);
    }
  sigaction(SIGTRAP, &before, NULL);
}

PROF_UNTIMED static void a_switch_at_any_instruction_is_exact(void **state)
{
  (void)state;
  at_every_instruction(switch_away, &other_thread, &other_thread);
}

PROF_UNTIMED static void nested_interrupts_at_any_instruction_are_exact(void **state)
{
  (void)state;
  at_every_instruction(nested_interrupts, &timer, &device);
}

PROF_UNTIMED int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_switch_at_any_instruction_is_exact),
    cmocka_unit_test(nested_interrupts_at_any_instruction_are_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
