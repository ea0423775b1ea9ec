/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_logs.c: events, switches, samples: what is recorded, what happens when a buffer is full, and what is handed out.
 */
#include "fixture.h"

#include "prof_port.h"

#include <stdio.h>
#include <string.h>

#include "profiler.h"

static struct prof_thread main_thread, worker, irq;

static void boot(uint32_t modes, struct prof_config c)
{
  c.modes = modes;
  BOOT_PROFILER(&c, 0, { &main_thread, "main", 0 }, { &worker, "worker", 0 }, { &irq, "IRQThread0", WIRE_THREAD_IRQ });
  prof_start();
}

static const struct prof_config small = { .nodes = 64, .events = 4, .samples = 4, .addresses = 256, .sched = 4,
                                          .threads = 4, .names = 2 };

/* ---- events ---- */

static void events_are_kept_in_order_and_counted_when_full(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, small);
  for (uint64_t i = 0; i < 7; i++) {
    fake_port.now = 2000 + i;
    prof_event_log(3, i);
  }
  prof_stop();
  assert_int_equal(prof_log_kept(&prof_events, 0), 4);
  for (uint64_t i = 0; i < 4; i++) {
    assert_int_equal(prof_event_records[0][i].tsc, 2000 + i);
    assert_int_equal(prof_event_records[0][i].arg, i);
    assert_int_equal(prof_event_records[0][i].event, 3);
    assert_int_equal(prof_event_records[0][i].thread, 1);
  }
  assert_int_equal(prof_tally(WIRE_EVENT).made, 7);
  assert_int_equal(prof_tally(WIRE_EVENT).dropped, 3);
}

static void events_are_off_unless_asked_for(void **state)
{
  (void)state;
  boot(WIRE_MODE_SCHED, small);
  prof_event_log(1, 1);
  assert_int_equal(prof_tally(WIRE_EVENT).made, 0);
}

static void names_get_one_number_each(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, small);
  assert_int_equal(prof_event_register("packet in"), 1);
  assert_int_equal(prof_event_register("packet out"), 2);
  assert_int_equal(prof_event_register("packet in"), 1);
  assert_int_equal(prof_event_register("one too many"), 0);
  assert_string_equal(prof_event_name(2), "packet out");
}

static void long_names_are_cut_between_characters(void **state)
{
  char out[PROF_NAME_BYTES];
  (void)state;
  prof_name_copy(out, "0123456789012345678901234567890123456789");
  assert_string_equal(out, "0123456789012345678901234567890");
  prof_name_copy(out, "012345678901234567890123456789\xc3\xa9tude");
  assert_string_equal(out, "012345678901234567890123456789");
}

/* ---- scheduling ---- */

static void switches_and_unblocks_say_who_and_why(void **state)
{
  (void)state;
  boot(WIRE_MODE_SCHED, small);
  fake_port.now = 2000;
  prof_unblock(&worker);
  fake_port.now = 3000;
  prof_switch(&worker, WIRE_WHY_BLOCKED);
  fake_port.now = 4000;
  struct prof_thread *interrupted = prof_irq_enter(&irq, 3990);
  assert_ptr_equal(interrupted, &worker);
  fake_port.now = 4500;
  prof_irq_exit(interrupted);
  prof_switch(&main_thread, WIRE_WHY_PREEMPTED);
  prof_stop();
  const struct wire_logged_sched expected[] = {
    { 2000, 1, 2, WIRE_WHY_UNBLOCK },
    { 3000, 1, 2, WIRE_WHY_BLOCKED },
    { 3990, 2, 3, WIRE_WHY_INTERRUPT },
    { 4500, 3, 2, WIRE_WHY_RESUMED },
  };
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal(prof_sched_records[0][i].tsc, expected[i].tsc);
    assert_int_equal(prof_sched_records[0][i].from, expected[i].from);
    assert_int_equal(prof_sched_records[0][i].to, expected[i].to);
    assert_int_equal(prof_sched_records[0][i].why, expected[i].why);
  }
  assert_int_equal(prof_tally(WIRE_SCHED).dropped, 1);
  assert_int_equal(prof_entry(&worker)->run, 990);
  assert_int_equal(prof_entry(&irq)->run, 510);
  assert_int_equal(prof_entry(&main_thread)->run, 2000);
}

static void threads_beyond_the_table_run_uncounted_but_not_unseen(void **state)
{
  struct prof_thread more[2] = { { 0 }, { 0 } };
  (void)state;
  boot(WIRE_MODE_SCHED | WIRE_MODE_TIMING, small);
  prof_thread_add(&more[0], "fourth", 0);
  prof_thread_add(&more[1], "fifth", 0);
  prof_switch(&more[1], WIRE_WHY_YIELDED);
  prof_event_log(1, 1);
  prof_switch(&main_thread, WIRE_WHY_YIELDED);
  prof_thread_exit(&more[1]);
  prof_thread_exit(&worker);
  prof_thread_exit(&worker); /* the second call is told nothing new */
  prof_stop();
  assert_int_equal(more[1].id, 0);
  assert_int_equal(prof_tally(WIRE_THREAD).dropped, 1);
  assert_int_equal(prof_sched_records[0][0].to, 0);
}

/* ---- samples ---- */

static uint64_t stack[32];

/* A chain of frames at the given word indices of `stack`; returns the innermost frame pointer. */
static uintptr_t chain(const size_t *frames, size_t n)
{
  memset(stack, 0, sizeof(stack));
  for (size_t i = 0; i < n; i++) {
    stack[frames[i]] = i + 1 < n ? (uintptr_t)&stack[frames[i + 1]] : 0;
    stack[frames[i] + 1] = 0x1000 + i;
  }
  fake_port.stack_low = (uint8_t *)stack;
  fake_port.stack_high = (uint8_t *)(stack + 32);
  return (uintptr_t)&stack[frames[0]];
}

static void a_sample_holds_the_whole_stack(void **state)
{
  (void)state;
  boot(WIRE_MODE_SAMPLES, small);
  worker.left_at = 777;
  prof_sample(&worker, 0x42, chain((size_t[]){ 2, 8, 30 }, 3), 0);
  assert_int_equal(prof_sample_records[0][0].depth, 4);
  assert_int_equal(prof_sample_records[0][0].flags, 0);
  assert_int_equal(prof_sample_records[0][0].thread, 2);
  assert_int_equal(prof_sample_records[0][0].tsc, 777);
  const uint64_t expected[] = { 0x42, 0x1000, 0x1001, 0x1002 };
  for (size_t i = 0; i < 4; i++)
    assert_int_equal(prof_stack_records[0][i].address, expected[i]);
}

static void user_mode_is_one_place(void **state)
{
  (void)state;
  boot(WIRE_MODE_SAMPLES, small);
  chain((size_t[]){ 2, 8 }, 2);
  prof_sample_at(&worker, &(struct prof_place){ .ip = 0x42, .fp = (uintptr_t)&stack[2], .user = true });
  assert_int_equal(prof_sample_records[0][0].depth, 1);
  assert_int_equal(prof_sample_records[0][0].flags, 0);
  assert_true(prof_stack_records[0][0].address == WIRE_ADDRESS_USER);
}

static void a_caller_without_a_frame_is_not_lost(void **state)
{
  (void)state;
  boot(WIRE_MODE_SAMPLES, small);
  uintptr_t fp = chain((size_t[]){ 8, 30 }, 2);
  stack[5] = 0x999;
  fake_port.return_slot = (uintptr_t)&stack[5];
  prof_sample(&worker, 0x42, fp, (uintptr_t)&stack[5]);
  fake_port.return_slot = 0xdead0; /* not in the stack */
  prof_sample(&worker, 0x42, fp, 0);
  assert_int_equal(prof_sample_records[0][0].depth, 4);
  assert_int_equal(prof_stack_records[0][1].address, 0x999);
  assert_int_equal(prof_stack_records[0][2].address, 0x1000);
  assert_int_equal(prof_sample_records[0][1].depth, 3);
}

static void a_walk_that_goes_astray_is_kept_and_marked(void **state)
{
  (void)state;
  boot(WIRE_MODE_SAMPLES, small);
  chain((size_t[]){ 2, 8 }, 2);
  stack[8] = (uintptr_t)&stack[2]; /* a loop */
  prof_sample(&worker, 0x42, (uintptr_t)&stack[2], 0);
  stack[2] = 0xdead0;              /* nowhere */
  prof_sample(&worker, 0x42, (uintptr_t)&stack[2], 0);
  prof_sample(&worker, 0x42, (uintptr_t)&stack[2] + 1, 0);
  prof_sample(&worker, 0x42, (uintptr_t)&stack[31], 0); /* half outside */
  static const uint16_t depth[] = { 3, 2, 1, 1 };
  for (size_t i = 0; i < 4; i++) {
    assert_int_equal(prof_sample_records[0][i].depth, depth[i]);
    assert_int_equal(prof_sample_records[0][i].flags, WIRE_SAMPLE_ASTRAY);
  }
}

static void a_stack_deeper_than_the_limit_is_cut_and_marked(void **state)
{
  static uint64_t deep[2 * (PROF_STACK_DEPTH + 4)];
  (void)state;
  boot(WIRE_MODE_SAMPLES, small);
  for (size_t i = 0; i < PROF_STACK_DEPTH + 4; i++) {
    deep[2 * i] = (uintptr_t)&deep[2 * i + 2];
    deep[2 * i + 1] = i + 1;
  }
  fake_port.stack_low = (uint8_t *)deep;
  fake_port.stack_high = (uint8_t *)deep + sizeof(deep);
  prof_sample(&worker, 0x42, (uintptr_t)deep, 0);
  assert_int_equal(prof_sample_records[0][0].depth, PROF_STACK_DEPTH);
  assert_int_equal(prof_sample_records[0][0].flags, WIRE_SAMPLE_CUT);
}

static void samples_stop_when_either_buffer_is_full(void **state)
{
  struct prof_config c = small;
  (void)state;
  c.addresses = 11;
  boot(WIRE_MODE_SAMPLES, c);
  for (int i = 0; i < 6; i++)
    prof_sample(&worker, 0x42, chain((size_t[]){ 2, 8, 30 }, 3), 0);
  assert_int_equal(prof_log_kept(&prof_samples, 0), 2);
  assert_int_equal(prof_tally(WIRE_SAMPLE).made, 6);
  assert_int_equal(prof_tally(WIRE_SAMPLE).dropped, 4);
  assert_int_equal(prof_tally(WIRE_STACK).made, 8);
}

/* ---- rings ---- */

struct newest {
  uint64_t first_arg, last_arg, events;
  uint64_t samples, addresses, first_ip;
};

static void take_newest(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  struct newest *n = ctx;
  const struct wire_logged_event *e = records;
  if (kind != WIRE_EVENT || !rows)
    return;
  for (size_t i = 0; i < rows; i++) {
    if (n->events++)
      assert_int_equal(e[i].arg, n->last_arg + 1);
    else
      n->first_arg = e[i].arg;
    n->last_arg = e[i].arg;
  }
}

static void take_newest_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                             const void *child_records, size_t child_rows)
{
  struct newest *n = ctx;
  (void)records, (void)child;
  if (kind != WIRE_SAMPLE)
    return;
  n->first_ip = n->samples ? n->first_ip : ((const struct wire_stack *)child_records)[0].address;
  n->samples += rows;
  n->addresses += child_rows;
}

static void a_ring_keeps_the_newest_in_order(void **state)
{
  struct newest n = { 0 };
  const struct prof_sink sink = { .records = take_newest, .pair = take_newest_pair, .ctx = &n };
  struct prof_config c = small;
  (void)state;
  c.ring = WIRE_MODE_EVENTS | WIRE_MODE_SAMPLES;
  c.events = 12; /* eight are used */
  c.samples = 16;
  c.addresses = 20; /* sixteen are used: four samples of three or four addresses */
  boot(WIRE_MODE_EVENTS | WIRE_MODE_SAMPLES, c);
  for (uint64_t i = 0; i < 21; i++)
    prof_event_log(1, i);
  for (uintptr_t i = 0; i < 11; i++)
    prof_sample(&worker, 100 + i, i % 2 ? chain((size_t[]){ 2, 8, 30 }, 3) : chain((size_t[]){ 2, 8 }, 2), 0);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(n.events, 8);
  assert_int_equal(n.first_arg, 13);
  assert_int_equal(n.last_arg, 20);
  assert_int_equal(prof_tally(WIRE_EVENT).made, 21);
  assert_int_equal(prof_tally(WIRE_EVENT).dropped, 13);
  assert_int_equal(n.samples, 4); /* 3 + 4 + 3 + 4 addresses, from the newest back */
  assert_int_equal(n.addresses, 14);
  assert_int_equal(n.first_ip, 107);
  assert_int_equal(prof_tally(WIRE_SAMPLE).dropped, 7);
}

/* ---- a crash ---- */

static void what_comes_behind_a_crash_is_no_thread_s_time(void **state)
{
  static struct prof_thread scratch;
  (void)state;
  boot(WIRE_MODE_SAMPLES | WIRE_MODE_TIMING, small);
  scratch = (struct prof_thread){ 0 };
  fake_port.now = 5000;
  prof_crash(&scratch);
  fake_port.now = 9000; /* the report takes time, which is no thread's */
  prof_stop();
  assert_int_equal(prof_entry(&main_thread)->run, 4000);
}

/* ---- memory and collection ---- */

/* What a reader of profiler/kit/README gives the profiler, besides the sender's 2.3 MB: 6 MB in all. */
static void small_buffers_fit_what_the_kit_asks_for(void **state)
{
  struct prof_config c = PROF_CONFIG_DEFAULT;
  (void)state;
  c.nodes = c.paths = c.events = c.samples = c.sched = c.locks = 4096;
  c.addresses = 65536;
  assert_in_range(prof_memory(&c), 3000000, 3670000);
}

static void keep_line(void *ctx, const char *line)
{
  snprintf(ctx, 256, "%s", line);
}

/* prof_check() says the same number of bytes as prof_memory(); and another thing where prof_init() was not called. */
static void check_memory_line(void)
{
  char line[256] = "", wanted[64];
  snprintf(wanted, sizeof(wanted), "prof_port_memory() did not give %zu bytes; ", prof_memory(&small));
  assert_int_equal(prof_check(keep_line, line), 1);
  assert_non_null(strstr(line, wanted));
  assert_non_null(strstr(line, "config.events, ...)")); /* it is whole */
  prof_state = (struct prof_state){ 0 };
  assert_int_equal(prof_check(keep_line, line), 1);
  assert_non_null(strstr(line, "prof_init() was not called"));
}

static void without_memory_nothing_happens(void **state)
{
  (void)state;
  prof_state = (struct prof_state){ 0 };
  fake_port_reset(1);
  fake_port.current = &main_thread;
  main_thread = (struct prof_thread){ 0 };
  assert_false(prof_init(&small));
  prof_thread_add(&main_thread, "main", 0);
  assert_int_equal(main_thread.id, 0);
  check_memory_line();
}

struct gathered {
  uint64_t rows[WIRE_KIND_LIMIT];
  uint64_t depth_sum, text_sum;
};

static void take(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  (void)records;
  ((struct gathered *)ctx)->rows[kind] += rows;
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *child_records, size_t child_rows)
{
  struct gathered *g = ctx;
  size_t sum = 0;
  for (size_t i = 0; i < rows; i++)
    sum += kind == WIRE_SAMPLE ? ((const struct wire_logged_sample *)records)[i].depth
                               : ((const struct wire_name *)records)[i].bytes;
  assert_int_equal(sum, child_rows);
  take(ctx, kind, records, rows);
  take(g, child, child_records, child_rows);
}

static void collection_hands_out_all_that_was_kept(void **state)
{
  struct gathered g = { 0 };
  const struct prof_sink sink = { .records = take, .pair = take_pair, .ctx = &g };
  struct prof_config c = small;
  size_t kinds = 0;
  (void)state;
  for (int kind = 0; kind < WIRE_KIND_LIMIT; kind++)
    kinds += wire_kinds[kind].name != NULL;
  c.samples = 20000;
  c.addresses = 100000;
  boot(WIRE_MODE_EVENTS | WIRE_MODE_SAMPLES | WIRE_MODE_TIMING, c);
  prof_event_register("e");
  for (int i = 0; i < 10000; i++)
    prof_sample(&worker, 0x42, chain((size_t[]){ 2, 8, 30 }, 3), 0);
  prof_event_log(1, 1);
  prof_stop();
  prof_collect_hello(&sink);
  prof_collect(&sink);
  assert_int_equal(g.rows[WIRE_SAMPLE], 10000);
  assert_int_equal(g.rows[WIRE_STACK], 40000);
  assert_int_equal(g.rows[WIRE_EVENT], 1);
  assert_int_equal(g.rows[WIRE_NAME], 4);
  assert_int_equal(g.rows[WIRE_CHARACTER], 4 + 6 + 10 + 1);
  assert_int_equal(g.rows[WIRE_THREAD], 3);
  assert_int_equal(g.rows[WIRE_NODE], 3); /* the roots; no `other` was used */
  assert_int_equal(g.rows[WIRE_SCHEMA], kinds);
  assert_int_equal(prof_tally(WIRE_NODE).made, 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(events_are_kept_in_order_and_counted_when_full),
    cmocka_unit_test(events_are_off_unless_asked_for),
    cmocka_unit_test(names_get_one_number_each),
    cmocka_unit_test(long_names_are_cut_between_characters),
    cmocka_unit_test(switches_and_unblocks_say_who_and_why),
    cmocka_unit_test(threads_beyond_the_table_run_uncounted_but_not_unseen),
    cmocka_unit_test(a_sample_holds_the_whole_stack),
    cmocka_unit_test(user_mode_is_one_place),
    cmocka_unit_test(a_caller_without_a_frame_is_not_lost),
    cmocka_unit_test(a_walk_that_goes_astray_is_kept_and_marked),
    cmocka_unit_test(a_stack_deeper_than_the_limit_is_cut_and_marked),
    cmocka_unit_test(samples_stop_when_either_buffer_is_full),
    cmocka_unit_test(a_ring_keeps_the_newest_in_order),
    cmocka_unit_test(what_comes_behind_a_crash_is_no_thread_s_time),
    cmocka_unit_test(small_buffers_fit_what_the_kit_asks_for),
    cmocka_unit_test(without_memory_nothing_happens),
    cmocka_unit_test(collection_hands_out_all_that_was_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
