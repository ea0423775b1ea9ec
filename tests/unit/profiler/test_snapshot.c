/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_snapshot.c: call trees that are copied while the system runs are, row for row, those that a stop at that
 * moment would have sent; a thread that runs meanwhile, or stands inside a probe, is not copied.
 */
#include "fixture.h"

#include "prof_port.h"

#include <stdlib.h>
#include <string.h>

#include "profiler.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

extern const uint8_t __start_prof_probe[];

static struct prof_thread one, two, timer, sender;
static char functions[4000]; /* distinct addresses that are no functions */

static void enter(int f) { __cyg_profile_func_enter(&functions[f], NULL); }
static void leave(int f) { __cyg_profile_func_exit(&functions[f], NULL); }
static void work(uint64_t cycles) { fake_port.now += cycles; }

static void boot(uint32_t nodes, uint32_t stream)
{
  struct prof_config c = boot_config(nodes);
  c.stream = stream;
  one = two = timer = (struct prof_thread){ 0 };
  BOOT_PROFILER(&c, 0, { &one, "one", 0 }, { &two, "two", 0 }, { &timer, "timer", WIRE_THREAD_IRQ },
                { &sender, "ProfileSender", WIRE_THREAD_PROFILER });
  prof_start();
  prof_costs = (struct prof_costs){ .inner = 3, .outer = 2, .slow_inner = 4, .slow_outer = 5, .enter_inner = 2,
                                    .enter_outer = 1 };
}

/* ---- what is handed out ---- */

#define ROWS 10000

struct taken {
  struct wire_snapshot opens, closes;
  uint32_t marks, pieces;
  struct wire_thread threads[8];
  struct wire_node nodes[ROWS];
  struct wire_histogram buckets[ROWS];
  size_t thread_count, node_count, bucket_count;
  size_t at_stop;     /* nodes and buckets that had come when the time of the stop came */
};

static void take(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  struct taken *t = ctx;
  t->pieces++;
  for (size_t i = 0; kind == WIRE_META && i < rows; i++)
    if (((const struct wire_meta *)records)[i].key == WIRE_META_STOP_TSC)
      t->at_stop = t->node_count + t->bucket_count;
  if (kind == WIRE_SNAPSHOT)
    *(t->marks++ ? &t->closes : &t->opens) = *(const struct wire_snapshot *)records;
  if (kind == WIRE_THREAD)
    memcpy(t->threads + t->thread_count, records, rows * sizeof(*t->threads)), t->thread_count += rows;
  if (kind == WIRE_NODE)
    memcpy(t->nodes + t->node_count, records, rows * sizeof(*t->nodes)), t->node_count += rows;
  if (kind == WIRE_HISTOGRAM)
    memcpy(t->buckets + t->bucket_count, records, rows * sizeof(*t->buckets)), t->bucket_count += rows;
  assert_true(t->node_count < ROWS && t->bucket_count < ROWS);
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *child_records, size_t child_rows)
{
  (void)ctx, (void)kind, (void)records, (void)rows, (void)child, (void)child_records, (void)child_rows;
}

static struct taken early, late;
static const struct prof_sink early_sink = { .records = take, .pair = take_pair, .ctx = &early },
                              late_sink = { .records = take, .pair = take_pair, .ctx = &late };

static void hand_all(void)
{
  memset(&early, 0, sizeof(early));
  while (prof_snapshot_hand(&early_sink))
    ;
}

/* Takes a snapshot and all of it. */
static void snap(void)
{
  enum prof_snapshot state;
  while ((state = prof_snapshot_take()) == PROF_SNAPSHOT_GOES_ON)
    ;
  assert_int_equal(state, PROF_SNAPSHOT_TAKEN);
  hand_all();
}

static int by_id(const void *a, const void *b)
{
  const struct wire_node *x = a, *y = b;
  return (x->id > y->id) - (x->id < y->id);
}

static int by_node(const void *a, const void *b)
{
  const struct wire_histogram *x = a, *y = b;
  return x->node != y->node ? (x->node > y->node) - (x->node < y->node) : x->log2 - y->log2;
}

/* Parents come before their children; what `other` hangs under is its last caller. */
static void assert_parents_first(void)
{
  for (size_t i = 0; i < early.node_count; i++) {
    size_t k = 0;
    while (k < i && early.nodes[k].id != early.nodes[i].parent)
      k++;
    assert_true(k < i || early.nodes[i].flags & WIRE_NODE_ROOT);
  }
}

/* Stops at once: the dump then has the same rows as the snapshot. */
static void assert_is_what_a_stop_sends(void)
{
  assert_parents_first();
  memset(&late, 0, sizeof(late));
  prof_stop();
  prof_collect(&late_sink);
  assert_int_equal(early.opens.threads, late.thread_count);
  assert_int_equal(early.opens.nodes, late.node_count);
  assert_int_equal(early.opens.buckets, late.bucket_count);
  assert_int_equal(early.thread_count, late.thread_count);
  assert_int_equal(early.node_count, late.node_count);
  assert_int_equal(early.bucket_count, late.bucket_count);
  assert_memory_equal(&early.opens, &early.closes, sizeof(early.opens));
  qsort(early.nodes, early.node_count, sizeof(*early.nodes), by_id);
  qsort(early.buckets, early.bucket_count, sizeof(*early.buckets), by_node);
  for (size_t i = 0; i < late.thread_count; i++)
    assert_memory_equal(&early.threads[i], &late.threads[i], sizeof(*early.threads));
  for (size_t i = 0; i < late.node_count; i++)
    assert_memory_equal(&early.nodes[i], &late.nodes[i], sizeof(*early.nodes));
  for (size_t i = 0; i < late.bucket_count; i++)
    assert_memory_equal(&early.buckets[i], &late.buckets[i], sizeof(*early.buckets));
}

/* ---- a program ---- */

static void interrupt(void)
{
  struct prof_thread *interrupted = prof_irq_enter(&timer, fake_port.now);
  enter(20);
  work(30);
  leave(20);
  prof_irq_exit(interrupted);
}

/* Three levels of calls, of which some are open in the end, in two threads, one of which is interrupted. */
static void program(void)
{
  enter(1);
  work(10);
  for (int f = 2; f < 6; f++) {
    enter(f);
    work(20);
    enter(6);
    interrupt();
    leave(6);
    leave(f);
  }
  prof_switch(&two, WIRE_WHY_BLOCKED);
  enter(1);
  enter(2);
  enter(1);
  work(100);
  leave(1);
  work(7);
  prof_switch(&one, WIRE_WHY_BLOCKED);
  enter(3);
  work(5);
  enter(7);
  work(5);
}

static void to_sender(void)
{
  prof_switch(&sender, WIRE_WHY_BLOCKED);
  work(1000);
}

/* ---- tests ---- */

static void it_is_what_a_stop_would_send(void **state)
{
  (void)state;
  boot(64, WIRE_MODE_TIMING);
  program();
  to_sender();
  snap();
  assert_int_equal(early.thread_count, 4);
  assert_int_equal(early.nodes[0].flags, WIRE_NODE_ROOT | WIRE_NODE_OPEN);
  assert_is_what_a_stop_sends();
}

static void it_changes_nothing(void **state)
{
  (void)state;
  boot(64, WIRE_MODE_TIMING);
  program();
  to_sender();
  snap();
  prof_switch(&one, WIRE_WHY_BLOCKED);
  leave(7);
  leave(3);
  leave(1);
  program();
  to_sender();
  snap();
  assert_int_equal(early.opens.number, 1);
  assert_is_what_a_stop_sends();
}

static void calls_without_a_node_are_in_it(void **state)
{
  (void)state;
  for (int open = 0; open < 2; open++) {
    boot(64, WIRE_MODE_TIMING);
    for (int f = 0; f < 80; f++) {
      enter(f);
      work(3);
      leave(f);
    }
    enter(10);
    if (open)
      enter(100);
    work(50);
    to_sender();
    snap();
    assert_is_what_a_stop_sends();
  }
}

static void threads_that_have_ended_are_in_it(void **state)
{
  (void)state;
  boot(64, WIRE_MODE_TIMING);
  program();
  prof_thread_exit(&one);
  prof_switch(&sender, WIRE_WHY_EXITED);
  one = (struct prof_thread){ 0 }; /* its memory has another use now */
  snap();
  assert_int_equal(early.threads[0].flags, WIRE_THREAD_EXITED);
  assert_is_what_a_stop_sends();
}

/* So many nodes that they take several pieces, on a path that is open all the way. */
static void large_trees_leave_in_pieces(void **state)
{
  (void)state;
  boot(4096, WIRE_MODE_TIMING);
  for (int f = 1; f < 3000; f++) {
    enter(f);
    work(2);
    if (f % 2) {
      enter(0);
      leave(0);
    }
  }
  to_sender();
  snap();
  assert_in_range(early.pieces, 2 + 1 + 4500 / 1024 + 1, 20);
  assert_is_what_a_stop_sends();
}

static void run_one(void)
{
  prof_switch(&one, WIRE_WHY_BLOCKED);
  leave(7);
  work(40);
  enter(8);
  work(40);
  prof_switch(&sender, WIRE_WHY_BLOCKED);
}

/* After the copy of the first thread's tree, and before the profiler looks whether the copy still holds. */
static void a_thread_that_ran_meanwhile_is_copied_again(void **state)
{
  (void)state;
  boot(64, WIRE_MODE_TIMING);
  program();
  to_sender();
  fake_port.meanwhile = run_one;
  fake_port.meanwhile_in = 1;
  snap();
  assert_null(fake_port.meanwhile);
  assert_is_what_a_stop_sends();
}

static void run_again(void)
{
  run_one();
  enter(9); /* a call of the sender, which has no tree, records nothing */
  fake_port.meanwhile = run_again;
  fake_port.meanwhile_in = 1;
}

static void a_thread_that_runs_all_the_time_is_left_for_later(void **state)
{
  (void)state;
  boot(64, WIRE_MODE_TIMING);
  program();
  to_sender();
  fake_port.meanwhile = run_again;
  fake_port.meanwhile_in = 1;
  assert_int_equal(prof_snapshot_take(), PROF_SNAPSHOT_LATER);
  fake_port.meanwhile = NULL;
  assert_false(prof_snapshot_hand(&early_sink));
  snap();
  assert_int_equal(early.opens.number, 0);
  assert_is_what_a_stop_sends();
}

static void a_thread_inside_a_probe_is_left_for_later(void **state)
{
  (void)state;
  boot(64, WIRE_MODE_TIMING);
  program();
  struct prof_thread *interrupted = prof_irq_enter(&timer, fake_port.now);
  uint64_t at = prof_irq_exit(interrupted);
  prof_irq_preempts(interrupted, (uintptr_t)__start_prof_probe);
  prof_switch(&sender, WIRE_WHY_PREEMPTED);
  assert_int_equal(prof_snapshot_take(), PROF_SNAPSHOT_LATER);
  assert_int_equal(prof_snapshot_take(), PROF_SNAPSHOT_LATER);
  prof_switch(&one, WIRE_WHY_PREEMPTED);
  prof_irq_late(&timer, at);
  leave(7);
  to_sender();
  snap();
  assert_is_what_a_stop_sends();
}

static void threads_that_come_meanwhile_are_for_the_next(void **state)
{
  static struct prof_thread third;
  (void)state;
  boot(64, WIRE_MODE_TIMING);
  program();
  to_sender();
  assert_int_equal(prof_snapshot_take(), PROF_SNAPSHOT_GOES_ON);
  third = (struct prof_thread){ 0 };
  prof_thread_add(&third, "third", 0);
  snap();
  assert_int_equal(early.thread_count, 4);
  snap();
  assert_int_equal(early.thread_count, 5);
  assert_is_what_a_stop_sends();
}

/* A reader knows that the trees of the end are whole when it has the time of the stop. */
static void the_stop_comes_behind_the_trees(void **state)
{
  (void)state;
  boot(64, WIRE_MODE_TIMING);
  prof_collect_hello(&late_sink);
  program();
  to_sender();
  memset(&late, 0, sizeof(late));
  prof_stop();
  prof_collect(&late_sink);
  assert_true(late.node_count > 0 && late.bucket_count > 0);
  assert_int_equal(late.at_stop, late.node_count + late.bucket_count);
}

static void without_memory_there_are_none(void **state)
{
  struct prof_config c = boot_config(64);
  (void)state;
  const size_t without = prof_memory(&c);
  c.stream = WIRE_MODE_TIMING;
  assert_true(prof_memory(&c) > without + 64 * sizeof(struct wire_node));
  boot(64, 0);
  assert_int_equal(prof_snapshot_take(), PROF_SNAPSHOT_OFF);
  assert_false(prof_snapshot_hand(&early_sink));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(it_is_what_a_stop_would_send),
    cmocka_unit_test(it_changes_nothing),
    cmocka_unit_test(calls_without_a_node_are_in_it),
    cmocka_unit_test(threads_that_have_ended_are_in_it),
    cmocka_unit_test(large_trees_leave_in_pieces),
    cmocka_unit_test(a_thread_that_ran_meanwhile_is_copied_again),
    cmocka_unit_test(a_thread_that_runs_all_the_time_is_left_for_later),
    cmocka_unit_test(a_thread_inside_a_probe_is_left_for_later),
    cmocka_unit_test(threads_that_come_meanwhile_are_for_the_next),
    cmocka_unit_test(the_stop_comes_behind_the_trees),
    cmocka_unit_test(without_memory_there_are_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
