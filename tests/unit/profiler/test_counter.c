/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_counter.c: readings of the counters: when they are taken, which thread ran before them, what happens when the
 * buffer is full, and that they change no thread's clock.
 */
#include "fixture.h"

#include "prof_port.h"

#include "profiler.h"

static struct prof_thread main_thread, worker, irq;

static const struct prof_config small = { .nodes = 64, .threads = 4, .names = 2, .samples = 4, .addresses = 256,
                                          .sched = 8, .readings = 8 };

static void boot(uint32_t modes, struct prof_config c)
{
  c.modes = modes;
  BOOT_PROFILER(&c, 0, { &main_thread, "main", 0 }, { &worker, "worker", 0 }, { &irq, "IRQThread0", WIRE_THREAD_IRQ });
  prof_start();
}

static void pass(uint64_t cycles, uint64_t first, uint64_t second)
{
  fake_port.now += cycles;
  fake_port.counter[0] += first;
  fake_port.counter[1] += second;
}

static void same(uint64_t i, struct wire_logged_reading expected)
{
  const struct wire_logged_reading *r = PROF_RECORD(reading, readings, i);
  assert_int_equal(r->number, expected.number);
  assert_int_equal(r->tsc, expected.tsc);
  assert_int_equal(r->first, expected.first);
  assert_int_equal(r->second, expected.second);
  assert_int_equal(r->thread, expected.thread);
}

static void what_passes_between_two_readings_is_one_threads(void **state)
{
  (void)state;
  boot(WIRE_MODE_COUNTERS, small);
  pass(100, 10, 1);
  prof_switch(&worker, WIRE_WHY_BLOCKED);
  pass(200, 20, 2);
  struct prof_thread *interrupted = prof_irq_enter(&irq, fake_port.now - 5);
  pass(300, 30, 3);
  prof_irq_exit(interrupted);
  pass(400, 40, 4);
  prof_stop();
  assert_int_equal(prof_tally(WIRE_READING).made, 5);
  assert_int_equal(prof_tally(WIRE_READING).dropped, 0);
  same(0, (struct wire_logged_reading){ 0, 1000, 0, 0, 1 });
  same(1, (struct wire_logged_reading){ 1, 1100, 10, 1, 1 });
  same(2, (struct wire_logged_reading){ 2, 1300, 30, 3, 2 });
  same(3, (struct wire_logged_reading){ 3, 1600, 60, 6, 3 });
  same(4, (struct wire_logged_reading){ 4, 2000, 100, 10, 2 });
}

static void no_counters_are_read_unless_asked_for(void **state)
{
  (void)state;
  boot(WIRE_MODE_SCHED, small);
  prof_switch(&worker, WIRE_WHY_BLOCKED);
  prof_stop();
  assert_int_equal(prof_tally(WIRE_READING).made, 0);
  struct prof_config without = small, with = small;
  with.modes = WIRE_MODE_COUNTERS;
  assert_true(prof_memory(&with) > prof_memory(&without));
  without.readings = 1u << 20;
  assert_true(prof_memory(&with) > prof_memory(&without));
}

static void a_full_buffer_keeps_the_oldest(void **state)
{
  (void)state;
  boot(WIRE_MODE_COUNTERS, small);
  for (int i = 0; i < 12; i++) {
    pass(10, 1, 2);
    prof_switch(i % 2 ? &main_thread : &worker, WIRE_WHY_YIELDED);
  }
  prof_stop();
  assert_int_equal(prof_tally(WIRE_READING).made, 14);
  assert_int_equal(prof_tally(WIRE_READING).dropped, 6);
  same(7, (struct wire_logged_reading){ 7, 1070, 7, 14, 1 });
}

static void a_ring_keeps_the_newest_with_their_numbers(void **state)
{
  struct prof_config c = small;
  (void)state;
  c.ring = WIRE_MODE_COUNTERS;
  boot(WIRE_MODE_COUNTERS, c);
  for (int i = 0; i < 20; i++) {
    pass(10, 1, 2);
    prof_switch(i % 2 ? &main_thread : &worker, WIRE_WHY_YIELDED);
  }
  prof_stop();
  assert_int_equal(prof_number_count(prof_log_end(&prof_readings, 0)), 22);
  assert_int_equal(prof_log_kept(&prof_readings, 0), 8);
  for (uint64_t i = 14; i < 21; i++)
    same(i, (struct wire_logged_reading){ i, 1000 + 10 * i, i, 2 * i, i % 2 ? 1 : 2 });
}

static void the_clocks_do_not_see_a_reading(void **state)
{
  (void)state;
  uint64_t run[2][2];
  for (int with = 0; with < 2; with++) {
    boot(WIRE_MODE_SCHED | (with ? WIRE_MODE_COUNTERS : 0), small);
    for (int i = 0; i < 3; i++) {
      fake_port.read_cost = 0;
      pass(100, 1, 1);
      fake_port.read_cost = 7;
      prof_switch(&worker, WIRE_WHY_BLOCKED);
      fake_port.read_cost = 0;
      pass(50, 1, 1);
      fake_port.read_cost = 7;
      prof_switch(&main_thread, WIRE_WHY_BLOCKED);
    }
    fake_port.read_cost = 0;
    prof_stop();
    run[with][0] = prof_entry(&main_thread)->run;
    run[with][1] = prof_entry(&worker)->run;
  }
  assert_int_equal(run[0][0], run[1][0]);
  assert_int_equal(run[0][1], run[1][1]);
}

/* ---- NMIs ---- */

static struct prof_thread nmi;

static void take_nmi(void)
{
  uint64_t tsc = fake_port.now;
  pass(7, 3, 2);
  prof_nmi_sample(tsc, 0x42, 0, 0, false);
  pass(20, 5, 4);
  prof_nmi_end(&nmi, tsc);
}

static void boot_with_nmi(void)
{
  boot(WIRE_MODE_COUNTERS | WIRE_MODE_SAMPLES, small);
  nmi = (struct prof_thread){ 0 };
  prof_thread_add(&nmi, "NMI", WIRE_THREAD_IRQ | WIRE_THREAD_PROFILER);
  fake_port.counter[0] = fake_port.counter[1] = 0;
}

static void a_sample_by_nmi_reads_before_and_after(void **state)
{
  (void)state;
  boot_with_nmi();
  pass(100, 10, 1);
  take_nmi();
  pass(1000, 100, 10);
  prof_switch(&worker, WIRE_WHY_BLOCKED);
  same(1, (struct wire_logged_reading){ 1, 1107, 13, 3, 1 });
  same(2, (struct wire_logged_reading){ 2, 1127, 18, 7, 4 });
  same(3, (struct wire_logged_reading){ 3, 2127, 118, 17, 1 });
  prof_stop();
}

/* An NMI that takes no sample ends (prof_nmi_end()) without having begun. */
static void an_nmi_without_a_sample_reads_nothing(void **state)
{
  (void)state;
  boot_with_nmi();
  pass(100, 10, 1);
  prof_nmi_end(&nmi, fake_port.now);
  prof_switch(&worker, WIRE_WHY_BLOCKED);
  same(1, (struct wire_logged_reading){ 1, 1100, 10, 1, 1 });
  prof_stop();
}

static void an_nmi_in_the_middle_of_a_reading_takes_none(void **state)
{
  (void)state;
  boot_with_nmi();
  pass(100, 10, 1);
  fake_port.reads = 0;
  fake_port.strike_at = 1;     /* prof_switch() reads the clock, then the counters */
  fake_port.strike = take_nmi;
  prof_switch(&worker, WIRE_WHY_BLOCKED);
  assert_null(fake_port.strike);
  assert_int_equal(prof_tally(WIRE_SAMPLE).made, 1);
  assert_int_equal(prof_tally(WIRE_READING).made, 2);
  same(1, (struct wire_logged_reading){ 1, 1127, 10, 1, 1 });
  pass(50, 5, 1);
  prof_switch(&main_thread, WIRE_WHY_BLOCKED);
  same(2, (struct wire_logged_reading){ 2, 1177, 23, 8, 2 });
  prof_stop();
}

static void a_crash_ends_the_readings(void **state)
{
  struct prof_thread scratch = { 0 };
  (void)state;
  boot(WIRE_MODE_COUNTERS, small);
  pass(100, 10, 1);
  prof_crash(&scratch);
  pass(100, 10, 1);
  prof_stop();
  assert_int_equal(prof_tally(WIRE_READING).made, 2);
  same(1, (struct wire_logged_reading){ 1, 1100, 10, 1, 1 });
}

/* What prof_collect() hands out. */
static struct { uint64_t readings, first_number, names; uint64_t from, capacity; } out;

static void take(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  (void)ctx;
  if (kind == WIRE_READING && rows) {
    if (!out.readings)
      out.first_number = ((const struct wire_logged_reading *)records)->number;
    out.readings += rows;
  }
  for (size_t i = 0; kind == WIRE_META && i < rows; i++) {
    const struct wire_meta *m = (const struct wire_meta *)records + i;
    out.from = m->key == WIRE_META_COUNTERS_FROM ? m->value : out.from;
    out.capacity = m->key == WIRE_META_CAP_READINGS ? m->value : out.capacity;
  }
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *child_records, size_t child_rows)
{
  (void)ctx, (void)child, (void)child_records, (void)child_rows;
  for (size_t i = 0; kind == WIRE_NAME && i < rows; i++)
    out.names += ((const struct wire_name *)records)[i].space == WIRE_SPACE_COUNTER;
}

static void readings_and_names_are_handed_out(void **state)
{
  struct prof_config c = small;
  (void)state;
  c.ring = WIRE_MODE_COUNTERS;
  c.counters_from = WIRE_COUNTERS_FROM_PMU;
  c.counter_name[0] = "cycles";
  c.counter_name[1] = "l1d_misses";
  boot(WIRE_MODE_COUNTERS, c);
  for (int i = 0; i < 20; i++)
    prof_switch(i % 2 ? &main_thread : &worker, WIRE_WHY_YIELDED);
  prof_stop();
  const struct prof_sink sink = { .records = take, .pair = take_pair };
  prof_collect_hello(&sink);
  prof_collect(&sink);
  assert_int_equal(out.readings, 8);
  assert_int_equal(out.first_number, 14);
  assert_int_equal(out.names, 2);
  assert_int_equal(out.from, WIRE_COUNTERS_FROM_PMU);
  assert_int_equal(out.capacity, 8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_passes_between_two_readings_is_one_threads),
    cmocka_unit_test(no_counters_are_read_unless_asked_for),
    cmocka_unit_test(a_full_buffer_keeps_the_oldest),
    cmocka_unit_test(a_ring_keeps_the_newest_with_their_numbers),
    cmocka_unit_test(the_clocks_do_not_see_a_reading),
    cmocka_unit_test(a_sample_by_nmi_reads_before_and_after),
    cmocka_unit_test(an_nmi_without_a_sample_reads_nothing),
    cmocka_unit_test(an_nmi_in_the_middle_of_a_reading_takes_none),
    cmocka_unit_test(a_crash_ends_the_readings),
    cmocka_unit_test(readings_and_names_are_handed_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
