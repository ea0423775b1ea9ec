/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_fentry_step.c: a thread switch, an interrupt, nested interrupts, and a stop with another start at every single
 * instruction of real calls: before and behind the probes, in prologs, hooks and epilogs, and in the slow ways.
 *
 * The program runs with the processor's trap flag set, so that the host sends a signal behind each instruction (Intel
 * SDM volume 3, 17.3.1.4). In a run the handler strikes at one instruction in STRIDE; STRIDE runs strike at different
 * ones, so that every instruction is struck once, on paths that are new and on paths that are known. Time passes in
 * work() and at clock readings only, so every figure is known.
 */
#define _GNU_SOURCE /* REG_EFL */
#include "fixture.h"

#include <signal.h>
#include <ucontext.h>

#include "prof_port.h"

#include "profiler.h"

#define SUBJECT __attribute__((noinline, noclone, noipa))
#define COST    25 /* cycles that a clock reading takes */
#define STRIDE  83     /* more instructions than from the first reading of a hook that is struck to its last one */
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

/* Another thread stops profiling. */
PROF_UNTIMED static void stop_elsewhere(void)
{
  prof_switch(&other_thread, WIRE_WHY_PREEMPTED);
  prof_stop();
  prof_switch(&main_thread, WIRE_WHY_PREEMPTED);
}

/* Another thread stops profiling and starts it, and has calls in both runs. */
PROF_UNTIMED static void start_anew(void)
{
  prof_switch(&other_thread, WIRE_WHY_PREEMPTED);
  handler();
  prof_stop();
  assert_true(prof_start());
  handler();
  prof_switch(&main_thread, WIRE_WHY_PREEMPTED);
}

static void (*strike)(void);
static volatile uint32_t instructions, strikes, offset, stride = STRIDE;

#define ONCE UINT32_MAX /* a stride with which a run has one strike at most */

/* The host clears the trap flag for the handler. Behind the only strike of a run no more steps are wanted. */
PROF_UNTIMED static void trapped(int signal, siginfo_t *info, void *context)
{
  (void)signal;
  (void)info;
  if (instructions++ % stride != offset)
    return;
  if (stride == ONCE)
    ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP;
  strikes++;
  strike();
}

/* The red zone is left alone. */
#define STEPS(instruction, flags)                                                                                      \
  __asm__ volatile("sub $128, %%rsp\n\tpushf\n\t" instruction " %0, (%%rsp)\n\tpopf\n\tadd $128, %%rsp"               \
                   : : "i"(flags) : "memory", "cc")

/* Calls outer() in steps. */
PROF_UNTIMED static void run_stepped(void)
{
  instructions = strikes = 0;
  STEPS("orq", TRAP);
  outer();
  STEPS("andq", ~TRAP);
}

/* ---- one strike in a run, found from the clock reading before it ---- */

static volatile bool reached;  /* that reading has come */

PROF_UNTIMED static void stop_steps(void)
{
  STEPS("andq", ~TRAP);
}

/* At one clock reading: lets the steps begin, which end at the next one. */
PROF_UNTIMED static void begin_steps(void)
{
  reached = true;
  fake_port.strike_at = fake_port.reads;
  fake_port.strike = stop_steps;
  STEPS("orq", TRAP);
}

/* Calls outer(), and strikes at instruction `offset` behind the clock's reading `reading`; 0: behind the beginning. */
PROF_UNTIMED static void run_struck(uint64_t reading)
{
  instructions = strikes = 0;
  reached = false;
  fake_port.reads = 1;
  fake_port.strike_at = reading;
  fake_port.strike = begin_steps;
  if (!reading)
    begin_steps();
  outer();
  STEPS("andq", ~TRAP);
  fake_port.strike = NULL;
}

/* ---- the figures afterwards ---- */

PROF_UNTIMED static void check_program(unsigned calls)
{
  const struct prof_node *n = child(prof_entry(&main_thread)->root, (void *)outer);
  assert_int_equal(n->calls, calls);
  assert_int_equal(corrected(n), 32 * calls); /* also where a reading was struck, which has cost another one */
  assert_int_equal(child(n, (void *)inner)->calls, calls);
  assert_int_equal(corrected(child(n, (void *)inner)), 20 * calls);
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
  struct sigaction step = { .sa_sigaction = trapped, .sa_flags = SA_SIGINFO }, before;
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

#define CALLS_BEHIND 3

/* What was called before the last start is in no tree. All of what is called behind it is; of what probes cost before,
 * the root has no more than two clock readings of the probe that was interrupted. */
PROF_UNTIMED static void check_newest(void)
{
  const struct prof_entry *e = prof_entry(&main_thread);
  const struct prof_node *n = child(e->root, (void *)outer);
  assert_in_range(n->calls, CALLS_BEHIND, CALLS_BEHIND + 1);
  assert_int_equal(child(n, (void *)inner)->calls, n->calls);
  assert_int_equal(corrected(n), 32 * n->calls);
  assert_in_range(corrected(e->root), 32 * CALLS_BEHIND - 2 * COST, 32 * (CALLS_BEHIND + 1) + 40 * COST);
  assert_int_equal(e->stray + e->unwound, 0);
  if (strike == stop_elsewhere)
    return;
  n = child(prof_entry(&other_thread)->root, (void *)handler);
  assert_int_equal(n->calls, 1);
  assert_int_equal(corrected(n), 70);
}

/* Calls outer(), the slow way or the common one, while profiling is stopped at one instruction; then calls it again,
 * with profiling on. */
PROF_UNTIMED static void run_restarted(bool known, uint64_t reading)
{
  assert_true(prof_start());
  for (unsigned i = 0; i < 2 * known; i++)
    outer(); /* after the second one no lookup is needed */
  run_struck(reading);
  assert_int_equal(prof_start(), strikes && strike == stop_elsewhere);
  for (unsigned i = 0; i < CALLS_BEHIND; i++)
    outer();
  prof_stop();
}

/* Profiling is stopped, and may be started, once in a run, at another instruction in each: at each one on the common
 * way, at one in three on the slow way, which clears nodes. */
PROF_UNTIMED static void stopped_at_instructions(void (*with)(void), bool known)
{
  struct sigaction step = { .sa_sigaction = trapped, .sa_flags = SA_SIGINFO }, before;
  assert_int_equal(sigaction(SIGTRAP, &step, &before), 0);
  strike = with;
  stride = ONCE;
  boot(); /* once: nodes that are retired are used again */
  uint32_t places = 0;
  reached = true;
  for (uint64_t reading = 0; reached; reading++) {
    strikes = 1;
    for (offset = 0; strikes; offset += known ? 1 : 3, places++) {
      run_restarted(known, reading);
      if (strikes)
        check_newest();
    }
  }
  assert_in_range(places, 100, 10000);
  stride = STRIDE;
  sigaction(SIGTRAP, &before, NULL);
}

PROF_UNTIMED static void another_start_at_any_instruction_is_exact(void **state)
{
  (void)state;
  stopped_at_instructions(start_anew, false);
  stopped_at_instructions(start_anew, true);
}

PROF_UNTIMED static void a_stop_at_any_instruction_lets_another_start_be_exact(void **state)
{
  (void)state;
  stopped_at_instructions(stop_elsewhere, true);
}

PROF_UNTIMED int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_switch_at_any_instruction_is_exact),
    cmocka_unit_test(nested_interrupts_at_any_instruction_are_exact),
    cmocka_unit_test(another_start_at_any_instruction_is_exact),
    cmocka_unit_test(a_stop_at_any_instruction_lets_another_start_be_exact),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
