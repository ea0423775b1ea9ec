/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_nmi.c: an NMI at each point of a program that is timed, switches threads and is interrupted: no thread's
 * figures change, and the NMI's context has the time that the NMI took. On a scripted clock.
 */
#include "fixture.h"

#include "prof_port.h"

#include <string.h>

#include "profiler.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

#define COST   1    /* cycles that a clock reading takes: all that an NMI may leave behind, by having one repeated */
#define NMI    300  /* cycles that an NMI takes, besides */

static struct prof_thread first, second, timer, nmi;
static char functions[8];

static void enter(int f) { __cyg_profile_func_enter(&functions[f], NULL); }
static void leave(int f) { __cyg_profile_func_exit(&functions[f], NULL); }
static void work(uint64_t cycles) { fake_port.now += cycles; }

static void boot(void)
{
  struct prof_config c = PROF_CONFIG_DEFAULT;
  c.modes |= WIRE_MODE_OBJECTS;
  c.nodes = c.events = c.samples = c.addresses = c.sched = c.births = c.deaths = 256;
  prof_cpu()->nmi = (struct prof_nmi){ 0 };
  BOOT_PROFILER(&c, COST, { &first, "first", 0 }, { &second, "second", 0 }, { &timer, "timer", WIRE_THREAD_IRQ },
                { &nmi, "NMI", WIRE_THREAD_IRQ | WIRE_THREAD_PROFILER });
  prof_calibrate();
  prof_calibration.nmi = COST;
  prof_start();
  fake_port.nmi = 1;
}

static void take_nmi(void)
{
  uint64_t tsc = prof_port_tsc();
  work(NMI);
  prof_nmi_end(&nmi, tsc);
}

/* The handler, its way in and the way out of it. */
static void interrupt(void)
{
  uint64_t tsc = prof_port_tsc();
  work(7);
  fake_port_point();
  struct prof_thread *interrupted = prof_irq_enter(&timer, tsc);
  enter(5);
  work(40);
  prof_unblock(&second);
  leave(5);
  uint64_t interrupted_at = prof_irq_exit(interrupted);
  work(11);
  fake_port_point();
  prof_irq_late(&timer, interrupted_at);
}

static void program(void)
{
  enter(1);
  work(10);
  enter(2);
  work(20);
  interrupt();
  leave(2);
  prof_switch(&second, WIRE_WHY_BLOCKED);
  enter(3);
  work(30);
  interrupt();
  prof_switch(&first, WIRE_WHY_PREEMPTED);
  leave(1);
  prof_switch(&second, WIRE_WHY_YIELDED);
  work(9);
  leave(3);
  prof_switch(&first, WIRE_WHY_YIELDED);
  enter(4);
  work(8);
  leave(4);
}

#define FIGURES 64
struct figures { int64_t of[FIGURES]; size_t count; };

static void add(struct figures *f, int64_t figure)
{
  assert_true(f->count < FIGURES);
  f->of[f->count++] = figure;
}

/* The time that each thread ran, and each of its functions. */
static struct figures figures(void)
{
  const struct prof_thread *threads[] = { &first, &second, &timer };
  uint32_t count;
  const struct prof_node *pool = prof_timing_nodes(&count);
  struct figures f = { .count = 0 };
  for (size_t i = 0; i < 3; i++)
    add(&f, (int64_t)prof_entry(threads[i])->run);
  for (uint32_t i = 0; i < count; i++)
    if (pool[i].address) {
      add(&f, (int64_t)pool[i].raw);
      add(&f, pool[i].drift_sum);
    }
  return f;
}

static struct figures run(void (*strike)(void), uint64_t at, uint64_t *points)
{
  boot();
  fake_port.strike = strike;
  fake_port.reads = 0;
  fake_port.strike_at = at;
  program();
  *points = fake_port.reads;
  fake_port.strike = NULL;
  prof_stop();
  return figures();
}

static void an_nmi_anywhere_takes_nobodys_time(void **state)
{
  uint64_t points, unused;
  (void)state;
  const struct figures truth = run(take_nmi, UINT64_MAX, &points);
  assert_true(points > 60);
  assert_int_equal(prof_entry(&nmi)->run, 0);
  for (uint64_t at = 0; at < points; at++) {
    const struct figures f = run(take_nmi, at, &unused);
    assert_int_equal(f.count, truth.count);
    for (size_t i = 0; i < f.count; i++)
      if (f.of[i] < truth.of[i] || f.of[i] > truth.of[i] + COST)
        fail_msg("NMI at point %d of %d: figure %d is %d, not %d", (int)at, (int)points, (int)i, (int)f.of[i],
                 (int)truth.of[i]);
    assert_int_equal(prof_entry(&nmi)->run, NMI + 2 * COST);
  }
}

/* ---- a hook of births that has interrupts off ---- */

#define BIRTHS 3

/* Is told of a birth, and works for so long. */
static void hook(uint64_t cycles)
{
  struct wire_birth *b;
  struct prof_since since;
  assert_true(prof_birth_room_masked(&b));
  prof_birth_since(&since);
  b->object = 4096;
  work(cycles / 2);
  fake_port_point();
  work(cycles - cycles / 2);
  prof_birth_made_since(b, &since, 0, 0);
}

/* What some births cost is taken out of the call that makes them, and counted, as if there were no NMI: the hook takes
 * less time than one, as most do, or more. */
static void run_births(uint64_t cycles, uint64_t at, uint64_t *points)
{
  boot();
  const uint64_t before = prof_cpu()->birth_cycles;
  fake_port.strike = take_nmi;
  fake_port.reads = 0;
  fake_port.strike_at = at;
  enter(1);
  for (int i = 0; i < BIRTHS; i++)
    hook(cycles);
  const int64_t drift = first.current->drift;
  leave(1);
  *points = fake_port.reads;
  fake_port.strike = NULL;
  const uint64_t counted = prof_cpu()->birth_cycles - before, wanted = BIRTHS * (cycles + COST);
  if (drift != (int64_t)wanted || counted != wanted)
    fail_msg("NMI at point %d of a hook of %d cycles: %d are taken out, %d counted, not %d", (int)at, (int)cycles,
             (int)drift, (int)counted, (int)wanted);
  prof_stop();
  assert_int_equal(prof_log_kept(&prof_births, 0), BIRTHS);
}

static void an_nmi_anywhere_is_in_no_births_cost(void **state)
{
  static const uint64_t cycles[] = { 8, NMI - 1, NMI, 10 * NMI };
  uint64_t points;
  (void)state;
  for (size_t i = 0; i < sizeof(cycles) / sizeof(cycles[0]); i++) {
    run_births(cycles[i], UINT64_MAX, &points);
    assert_true(points > 5 * BIRTHS);
    for (uint64_t at = 0, end = points; at < end; at++)
      run_births(cycles[i], at, &points);
  }
}

/* The calibration finds the time of an NMI that its end does not measure: here the second reading of the clock. */
static void raise_one(void)
{
  take_nmi();
}

static void the_calibration_finds_what_an_nmi_does_not_measure(void **state)
{
  (void)state;
  boot();
  fake_port.read_cost = 25;
  prof_calibrate_nmi(raise_one);
  assert_int_equal(prof_calibration.nmi, 25);
  uint64_t before = prof_clock(&first);
  take_nmi();
  assert_int_equal(prof_clock(&first) - before, 25); /* the reading's own */
}

static void a_sample_says_that_interrupts_were_off(void **state)
{
  (void)state;
  boot();
  prof_nmi_sample(4711, 0x42, 0, 0, true);
  prof_nmi_sample(4712, 0x43, 0, 0, false);
  assert_int_equal(prof_sample_records[0][0].flags, WIRE_SAMPLE_MASKED);
  assert_int_equal(prof_sample_records[0][0].tsc, 4711);
  assert_int_equal(prof_sample_records[0][0].thread, 1);
  assert_int_equal(prof_sample_records[0][1].flags, 0);
  prof_stop();
  prof_nmi_sample(4713, 0x43, 0, 0, false);
  prof_nmi_end(&nmi, 0);
  assert_int_equal(prof_tally(WIRE_SAMPLE).made, 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_nmi_anywhere_takes_nobodys_time),
    cmocka_unit_test(an_nmi_anywhere_is_in_no_births_cost),
    cmocka_unit_test(the_calibration_finds_what_an_nmi_does_not_measure),
    cmocka_unit_test(a_sample_says_that_interrupts_were_off),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
