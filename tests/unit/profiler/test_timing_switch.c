/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_timing_switch.c: call trees of threads and interrupts that take the processor from each other, on a scripted
 * clock: whose time is it?
 */
#include "fixture.h"

#include "prof_port.h"

#include "pick.h"
#include "profiler.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

#define COST 25 /* cycles that a clock reading takes */

static struct prof_thread threads[3], timer, device;

/* Distinct addresses that stand for functions; they are never called. */
static char functions[16];

static void enter(int f) { __cyg_profile_func_enter(&functions[f], NULL); }
static void leave(int f) { __cyg_profile_func_exit(&functions[f], NULL); }
static void work(uint64_t cycles) { fake_port.now += cycles; }

static void boot(uint64_t read_cost)
{
  const struct prof_config c = boot_config(1 << 14);
  threads[2] = (struct prof_thread){ 0 };
  BOOT_PROFILER(&c, read_cost, { &threads[0], "main", 0 }, { &threads[1], "second", 0 },
                { &timer, "timer", WIRE_THREAD_IRQ }, { &device, "device", WIRE_THREAD_IRQ });
  prof_calibrate();
  prof_start();
}

/* The node for function `f` below `n`. */
static const struct prof_node *below(const struct prof_node *n, int f)
{
  return child(n, &functions[f]);
}

static const struct prof_node *root(const struct prof_thread *t)
{
  return prof_entry(t)->root;
}

/* ---- interrupts ---- */

static void device_interrupt(void)
{
  struct prof_thread *interrupted = prof_irq_enter(&device, fake_port.now);
  enter(12);
  work(70);
  leave(12);
  prof_irq_exit(interrupted);
}

/* The timer's handler, which is interrupted itself. */
static void nested_interrupts(void)
{
  struct prof_thread *interrupted = prof_irq_enter(&timer, fake_port.now);
  enter(10);
  work(40);
  enter(11);
  device_interrupt();
  work(50);
  leave(11);
  leave(10);
  prof_irq_exit(interrupted);
}

static void program(void)
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

/* Returns how often the program reads the clock, but for prof_stop()'s reading, which is the last. */
static uint64_t count_readings(void)
{
  boot(COST);
  fake_port.strike = nested_interrupts; /* readings are counted while one is due */
  fake_port.strike_at = UINT64_MAX;
  const uint64_t first = fake_port.reads;
  program();
  return fake_port.reads - first - 1;
}

static void interrupts_in_any_probe_are_their_own(void **state)
{
  (void)state;
  const uint64_t readings = count_readings();
  for (uint64_t i = 0; i < readings; i++) {
    boot(COST);
    fake_port.strike_at = fake_port.reads + i;
    fake_port.strike = nested_interrupts;
    program();
    assert_null(fake_port.strike);
    /* The reading that was struck is repeated: one more, at most, at an exit (cyg.c). */
    assert_in_range(corrected(below(root(&threads[0]), 1)), 35, 35 + COST);
    assert_in_range(corrected(below(below(root(&threads[0]), 1), 2)), 20, 20 + COST);
    assert_int_equal(corrected(below(root(&timer), 10)), 90);
    assert_int_equal(corrected(below(below(root(&timer), 10), 11)), 50);
    assert_int_equal(corrected(below(root(&device), 12)), 70);
    assert_int_equal(prof_entry(&timer)->unwound + prof_entry(&device)->unwound, 0);
  }
}

/* How far the clock of the processor on which the thread goes on is from that on which it left, in cycles. */
static int64_t apart;

static void moved_to_another_processor(void)
{
  prof_switch(&threads[1], WIRE_WHY_PREEMPTED);
  work(5000);
  fake_port.now += (uint64_t)apart;
  prof_switch(&threads[0], WIRE_WHY_PREEMPTED);
}

/* What a thread was suspended for then seems to be less than nothing, or far more than it was. */
static void a_probe_may_end_on_a_processor_whose_clock_is_apart(void **state)
{
  static const int64_t distances[] = { -3000000, -6000, 0, 3000000 };
  (void)state;
  const uint64_t readings = count_readings();
  for (size_t k = 0; k < sizeof(distances) / sizeof(distances[0]); k++)
    for (uint64_t i = 0; i < readings; i++) {
      boot(COST);
      apart = distances[k];
      fake_port.now += 10000000;
      fake_port.strike_at = fake_port.reads + i;
      fake_port.strike = moved_to_another_processor;
      program();
      assert_null(fake_port.strike);
      assert_in_range(corrected(below(root(&threads[0]), 1)), 35, 35 + COST);
      assert_in_range(corrected(below(below(root(&threads[0]), 1), 2)), 20, 20 + COST);
    }
}

/* What an interrupt does behind its handler to switch threads. */
static void a_late_switch_is_the_interrupts(void **state)
{
  (void)state;
  boot(COST);
  enter(1);
  work(10);
  struct prof_thread *interrupted = prof_irq_enter(&timer, fake_port.now);
  work(100);
  uint64_t interrupted_at = prof_irq_exit(interrupted);
  work(30);
  prof_switch(&threads[1], WIRE_WHY_PREEMPTED);
  work(5000);
  prof_switch(&threads[0], WIRE_WHY_PREEMPTED);
  work(7);
  prof_irq_late(&timer, interrupted_at);
  work(5);
  leave(1);
  prof_stop();
  assert_in_range(corrected(below(root(&threads[0]), 1)), 15, 15 + COST);
  assert_in_range(prof_entry(&timer)->run, 137, 137 + 8 * COST);
}

/* A device's interrupt, of which the handler sees neither the way in nor the way out. */
enum { WAY_IN = 7, WAY_OUT = 9, SWITCHING = 30 };

static void whole_interrupt(void)
{
  work(WAY_IN);
  struct prof_thread *interrupted = prof_irq_enter(&timer, fake_port.now);
  work(100);
  prof_irq_exit(interrupted);
  work(WAY_OUT);
}

static void whole_late_interrupt(void)
{
  work(WAY_IN);
  struct prof_thread *interrupted = prof_irq_enter(&timer, fake_port.now);
  work(100);
  uint64_t interrupted_at = prof_irq_exit(interrupted);
  work(SWITCHING);
  prof_irq_late(&timer, interrupted_at);
  work(2 * WAY_OUT);
}

static void the_way_in_and_out_is_the_interrupts(void **state)
{
  static void (*const interrupts[])(void) = { whole_interrupt, whole_late_interrupt };
  static const uint64_t last[] = { WAY_IN + 100 + WAY_OUT, WAY_IN + 100 + SWITCHING + 2 * WAY_OUT };
  (void)state;
  for (int late = 0; late < 2; late++) {
    const struct prof_config c = boot_config(64);
    BOOT_PROFILER(&c, COST, { &threads[0], "main", 0 }, { &timer, "timer", WIRE_THREAD_IRQ });
    prof_calibrate();
    prof_calibrate_irq(whole_interrupt, false);
    prof_calibrate_irq(whole_late_interrupt, true);
    prof_start();
    enter(1);
    work(10);
    for (int i = 0; i < 1000; i++)
      interrupts[late]();
    work(5);
    leave(1);
    prof_stop();
    assert_int_equal(corrected(below(root(&threads[0]), 1)), 15);
    assert_in_range(prof_entry(&timer)->run, 1000 * last[late], 1000 * (last[late] + 8 * COST));
  }
}

static void lose_time(void)
{
  work(100000);
}

/* Whatever moment of the calibration a host chooses to take the processor away, what an interrupt costs is the same. */
static void what_an_interrupt_costs_stands_when_time_is_lost(void **state)
{
  const struct prof_config c = boot_config(64);
  (void)state;
  BOOT_PROFILER(&c, COST, { &threads[0], "main", 0 }, { &timer, "timer", WIRE_THREAD_IRQ });
  prof_calibrate();
  fake_port.reads = 0;
  fake_port.strike_at = UINT64_MAX;
  fake_port.strike = lose_time; /* never: the readings are counted */
  prof_calibrate_irq(whole_interrupt, false);
  const uint64_t readings = fake_port.reads;
  const int64_t cost = prof_costs.irq;
  assert_true(readings > 1000 && cost > 0);
  for (uint64_t at = 0; at < readings; at += 1 + at / 400) {
    fake_port.reads = 0;
    fake_port.strike_at = at;
    fake_port.strike = lose_time;
    prof_calibrate_irq(whole_interrupt, false);
    assert_null(fake_port.strike);
    assert_int_equal(prof_costs.irq, cost);
  }
}

/* ---- threads ---- */

static void creating_a_thread_costs_its_creator_nothing(void **state)
{
  (void)state;
  boot(COST);
  enter(1);
  work(10);
  prof_thread_add(&threads[2], "third", 0);
  work(5);
  leave(1);
  prof_switch(&threads[2], WIRE_WHY_BLOCKED);
  enter(3);
  work(60);
  leave(3);
  prof_switch(&threads[0], WIRE_WHY_EXITED);
  prof_stop();
  assert_int_equal(corrected(below(root(&threads[0]), 1)), 15);
  assert_int_equal(corrected(below(root(&threads[2]), 3)), 60);
}

/* Another thread ends it, long after it last ran, with calls open: the calls end where it stopped running. */
static void a_thread_that_is_killed_closes_its_calls(void **state)
{
  (void)state;
  boot(COST);
  prof_switch(&threads[1], WIRE_WHY_PREEMPTED);
  enter(1);
  work(10);
  enter(2);
  work(20);
  prof_switch(&threads[0], WIRE_WHY_PREEMPTED);
  enter(3);
  work(9999);
  prof_thread_exit(&threads[1]);
  work(1);
  leave(3);
  prof_stop();
  const struct prof_entry *killed = prof_entry(&threads[1]);
  assert_int_equal(corrected(below(killed->root, 1)), 30);
  assert_int_equal(corrected(below(below(killed->root, 1), 2)), 20);
  assert_int_equal(killed->unwound, 2);
  assert_int_equal(killed->flags, WIRE_THREAD_EXITED);
  assert_true(killed->run < 9999);
}

/* A lock that is taken: no thread is charged with the wait. */
static void a_call_that_blocks_is_not_charged_for_the_wait(void **state)
{
  (void)state;
  boot(COST);
  for (int i = 0; i < 5; i++) {
    enter(1);
    enter(2);
    work(4);
    prof_switch(&threads[1], WIRE_WHY_BLOCKED);
    work(9999);
    prof_switch(&threads[0], WIRE_WHY_BLOCKED);
    work(3);
    leave(2);
    leave(1);
  }
  prof_stop();
  assert_int_equal(corrected(below(root(&threads[0]), 1)), 35);
  assert_int_equal(below(below(root(&threads[0]), 1), 2)->most, 7);
}

/* ---- the property, over threads ---- */

#define DEPTH 12

/* What a thread did on each depth in each function: enough to tell paths apart here. */
struct model {
  uint64_t calls[DEPTH][4], own[DEPTH][4];
  int stack[DEPTH], depth;
};

static void model_enter(struct model *m)
{
  int f = m->stack[m->depth] = (int)pick(4);
  m->calls[m->depth++][f]++;
  enter(f);
}

static void model_leave(struct model *m)
{
  leave(m->stack[--m->depth]);
}

static void model_work(struct model *m)
{
  uint32_t cycles = pick(300);
  work(cycles);
  if (m->depth)
    m->own[m->depth - 1][m->stack[m->depth - 1]] += cycles;
}

/* Threads take turns in the middle of whatever they do; the models note what each of them did. */
static void run_threads(struct model m[3], int steps)
{
  unsigned self = 0;
  while (steps--)
    switch (pick(8)) {
    case 0: case 1: case 2:
      if (m[self].depth < DEPTH)
        model_enter(&m[self]);
      break;
    case 3: case 4:
      model_work(&m[self]);
      break;
    case 5:
      self = pick(3);
      prof_switch(&threads[self], WIRE_WHY_PREEMPTED);
      break;
    default:
      if (m[self].depth)
        model_leave(&m[self]);
    }
  for (unsigned i = 0; i < 3; i++) {
    prof_switch(&threads[i], WIRE_WHY_YIELDED);
    while (m[i].depth)
      model_leave(&m[i]);
  }
}

/* Compares a thread's tree with its model: takes each node's figures out of the model, which must end empty. */
static void check(struct model *m, const struct prof_node *n, int depth)
{
  for (const struct prof_node *c = n->child; c; c = c->sibling) {
    int64_t own = corrected(c);
    for (const struct prof_node *g = c->child; g; g = g->sibling)
      own -= corrected(g);
    m->calls[depth][(const char *)c->address - functions] -= c->calls;
    m->own[depth][(const char *)c->address - functions] -= (uint64_t)own;
    check(m, c, depth + 1);
  }
}

static bool is_empty(const struct model *m)
{
  uint64_t left = 0;
  for (int d = 0; d < DEPTH; d++)
    for (int f = 0; f < 4; f++)
      left |= m->calls[d][f] | m->own[d][f];
  return !left;
}

static void threads_at_random_are_timed_exactly_whatever_a_reading_costs(void **state)
{
  static const uint64_t costs[] = { 0, 1, COST, 1000 };
  (void)state;
  for (uint32_t seed = 1; seed <= 20; seed++)
    for (size_t i = 0; i < sizeof(costs) / sizeof(costs[0]); i++) {
      struct model m[3] = { 0 };
      boot(costs[i]);
      prof_thread_add(&threads[2], "third", 0);
      pick_state = seed;
      run_threads(m, 4000);
      prof_stop();
      for (unsigned k = 0; k < 3; k++) {
        check(&m[k], root(&threads[k]), 0);
        assert_true(is_empty(&m[k]));
      }
    }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(interrupts_in_any_probe_are_their_own),
    cmocka_unit_test(a_probe_may_end_on_a_processor_whose_clock_is_apart),
    cmocka_unit_test(a_late_switch_is_the_interrupts),
    cmocka_unit_test(the_way_in_and_out_is_the_interrupts),
    cmocka_unit_test(what_an_interrupt_costs_stands_when_time_is_lost),
    cmocka_unit_test(creating_a_thread_costs_its_creator_nothing),
    cmocka_unit_test(a_thread_that_is_killed_closes_its_calls),
    cmocka_unit_test(a_call_that_blocks_is_not_charged_for_the_wait),
    cmocka_unit_test(threads_at_random_are_timed_exactly_whatever_a_reading_costs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
