/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_exited.c: the call trees of threads that have exited, summed up by name, on a scripted clock.
 */
#include "fixture.h"

#include "prof_port.h"

#include "profiler.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

static struct prof_thread shell, programs[200];

/* Distinct addresses that stand for functions; they are never called. */
static char functions[16];

static void enter(int f) { __cyg_profile_func_enter(&functions[f], NULL); }
static void leave(int f) { __cyg_profile_func_exit(&functions[f], NULL); }
static void work(uint64_t cycles) { fake_port.now += cycles; }

static struct prof_config summing(uint32_t nodes)
{
  struct prof_config c = boot_config(nodes);
  c.sum_exited = true;
  return c;
}

static void boot(const struct prof_config *c)
{
  BOOT_PROFILER(c, 25, { &shell, "shell", 0 });
  prof_calibrate();
  prof_start();
}

/* Calls function `f`, which works and, if `inner` is not 0, calls that one. */
static void call(int f, uint64_t cycles, int inner)
{
  enter(f);
  work(cycles);
  if (inner) {
    enter(inner);
    work(2 * cycles);
    leave(inner);
  }
  leave(f);
}

static void begin(struct prof_thread *t, const char *name)
{
  *t = (struct prof_thread){ 0 };
  prof_thread_add(t, name, 0);
  prof_switch(t, WIRE_WHY_BLOCKED);
}

static void end(struct prof_thread *t)
{
  prof_thread_exit(t);
  prof_switch(&shell, WIRE_WHY_EXITED);
}

/* The node for functions `f` and, unless it is 0, `g` below the root of a thread; NULL: there is none. */
static const struct prof_node *path(const struct prof_thread *t, int f, int g)
{
  const struct prof_node *n = child_or_null(prof_entry(t)->root, &functions[f]);
  return n && g ? child_or_null(n, &functions[g]) : n;
}

static void paths_of_one_name_are_one(void **state)
{
  const struct prof_config c = summing(64);
  (void)state;
  boot(&c);
  begin(&programs[0], "program");
  call(1, 100, 2);
  end(&programs[0]);
  begin(&programs[1], "program");
  call(1, 10, 2);
  call(1, 1000, 3);
  call(4, 7, 0);
  end(&programs[1]);
  prof_stop();
  const struct prof_node *one = path(&programs[0], 1, 0);
  assert_int_equal(prof_node_calls(one), 3);
  assert_int_equal(corrected(one), 3 * (100 + 10 + 1000));
  assert_int_equal(one->least, 30);
  assert_int_equal(one->most, 3000);
  assert_int_equal(one->square[0], 300 * 300 + 30 * 30 + 3000 * 3000);
  assert_int_equal(one->histogram[4], 1); /* of 30 cycles */
  assert_int_equal(corrected(path(&programs[0], 1, 2)), 220);
  assert_int_equal(corrected(path(&programs[0], 1, 3)), 2000);
  assert_int_equal(corrected(path(&programs[0], 4, 0)), 7);
  assert_int_equal(prof_entry(&programs[0])->flags, WIRE_THREAD_EXITED);
  assert_int_equal(prof_entry(&programs[1])->flags, WIRE_THREAD_EXITED | WIRE_THREAD_SUMMED);
  assert_null(prof_entry(&programs[1])->root->child);
  assert_int_equal(prof_entry(&programs[1])->root->raw, 0);
}

/* What the threads of a name took is what their trees have together: the sum of the roots. Between the ends of a tree
 * and of its thread's time lies one reading of the clock. */
static void the_sum_is_what_they_ran(void **state)
{
  const struct prof_config c = summing(64);
  (void)state;
  boot(&c);
  uint64_t ran = 0;
  for (int i = 0; i < 5; i++) {
    begin(&programs[i], "program");
    call(1 + i % 2, 50, 3);
    enter(5);
    work(11); /* the exit closes it */
    end(&programs[i]);
    ran += prof_entry(&programs[i])->run - 25;
  }
  prof_stop();
  const struct prof_node *root = prof_entry(&programs[0])->root;
  assert_int_equal(root->raw, ran);
  assert_int_equal(corrected(path(&programs[0], 1, 0)), 450);
  assert_int_equal(corrected(path(&programs[0], 2, 0)), 300);
  assert_int_equal(corrected(path(&programs[0], 5, 0)), 55);
  for (int i = 0; i < 5; i++)
    assert_int_equal(prof_entry(&programs[i])->unwound, 1);
}

static void nodes_are_given_back(void **state)
{
  const struct prof_config c = summing(12); /* a thread has four; the calibration's are forgotten */
  (void)state;
  boot(&c);
  for (int i = 0; i < 200; i++) {
    begin(&programs[i], i % 2 ? "odd" : "even");
    call(1 + i % 2, 50, 3);
    call(5, 50, 6);
    end(&programs[i]);
  }
  prof_stop();
  assert_int_equal(prof_tally(WIRE_NODE).dropped, 0);
  assert_int_equal(corrected(path(&programs[0], 1, 3)), 100 * 100);
  assert_int_equal(corrected(path(&programs[1], 5, 6)), 100 * 100);
}

/* Three threads whose calls find no node, and what the first one's `other` has of them. */
static const struct prof_node *call_without_a_node(const struct prof_config *c)
{
  boot(c);
  call(1, 10, 0);
  for (int i = 0; i < 3; i++) {
    begin(&programs[i], "program");
    call(2, 10, 0);
    end(&programs[i]);
  }
  prof_stop();
  return prof_entry(&programs[0])->root + 1;
}

static void calls_without_a_node_are_summed_up(void **state)
{
  struct prof_config c = summing(1);
  (void)state;
  c.sum_exited = false;
  const struct prof_node *other = call_without_a_node(&c);
  const int64_t alone = corrected(other);
  assert_int_equal(prof_node_calls(other), 1);
  c.sum_exited = true;
  other = call_without_a_node(&c);
  assert_int_equal(prof_node_calls(other), 3);
  assert_int_equal(corrected(other), 3 * alone);
  assert_int_equal(prof_node_calls(prof_entry(&programs[2])->root + 1), 0);
}

static void others_keep_their_trees(void **state)
{
  struct prof_thread handler = { 0 }, handler2 = { 0 };
  const struct prof_config c = summing(64);
  (void)state;
  boot(&c);
  prof_thread_add(&handler, "program", WIRE_THREAD_IRQ);
  prof_thread_add(&handler2, "program", WIRE_THREAD_IDLE);
  prof_thread_exit(&handler);
  prof_thread_exit(&handler2);
  begin(&programs[0], "program");
  call(1, 10, 0);
  end(&programs[0]);
  begin(&programs[1], "programs");
  call(1, 10, 0);
  end(&programs[1]);
  prof_stop();
  assert_int_equal(corrected(path(&programs[0], 1, 0)), 10);
  assert_int_equal(corrected(path(&programs[1], 1, 0)), 10);
}

static void modes_by_which_a_node_stands_for_one_path_keep_all_trees(void **state)
{
  (void)state;
  for (int i = 0; i < 4; i++) {
    struct prof_config c = summing(64);
    c.sum_exited = i != 0;
    c.modes |= i == 1 ? WIRE_MODE_CALLS : 0;
    c.callrecords = 16;
    c.stream = i == 2 ? WIRE_MODE_TIMING : 0;
    c.turns = i == 3 ? 20 : 0;
    assert_false(prof_timing_sums_exited(&c));
  }
  struct prof_config c = summing(64);
  assert_true(prof_timing_sums_exited(&c));
}

/* ---- what is handed out ---- */

static struct wire_node rows[64];
static size_t row_count;

static void take_records(void *ctx, enum wire_kind kind, const void *records, size_t count)
{
  (void)ctx;
  if (kind == WIRE_NODE)
    for (size_t i = 0; i < count; i++)
      rows[row_count++] = ((const struct wire_node *)records)[i];
}

static void take_pairs(void *ctx, enum wire_kind kind, const void *records, size_t count, enum wire_kind child_kind,
                       const void *children, size_t child_count)
{
  (void)ctx, (void)kind, (void)records, (void)count, (void)child_kind, (void)children, (void)child_count;
}

static const struct wire_node *row_of(uint32_t id)
{
  for (size_t i = 0; i < row_count; i++)
    if (rows[i].id == id)
      return &rows[i];
  return NULL;
}

static void parents_come_first_and_are_of_one_thread(void **state)
{
  const struct prof_sink sink = { .records = take_records, .pair = take_pairs };
  const struct prof_config c = summing(10);
  (void)state;
  boot(&c);
  for (int i = 0; i < 6; i++) {
    begin(&programs[i], i % 2 ? "odd" : "even");
    call(9 - i, 50, 0); /* nodes of later threads become parts of earlier ones' trees */
    call(1, 50, 0);
    end(&programs[i]);
  }
  prof_stop();
  row_count = 0;
  prof_collect_hello(&sink);
  prof_collect(&sink);
  assert_int_equal(row_count, prof_tally(WIRE_NODE).made);
  for (size_t i = 0; i < row_count; i++) {
    const struct wire_node *parent = row_of(rows[i].parent);
    assert_true(rows[i].flags & WIRE_NODE_ROOT ? !parent : parent && parent < &rows[i]);
    assert_true(!parent || parent->thread == rows[i].thread);
    for (size_t k = 0; k < i; k++)
      assert_int_not_equal(rows[k].id, rows[i].id);
  }
  assert_int_equal(row_count, 7 + 2 * (3 + 1)); /* roots; of each name three functions and one that all call */
}

static void a_call_that_made_a_thread_is_found_in_the_sum(void **state)
{
  struct prof_thread made = { 0 };
  const struct prof_config c = summing(64);
  (void)state;
  boot(&c);
  begin(&programs[0], "program");
  call(1, 10, 2);
  end(&programs[0]);
  begin(&programs[1], "program");
  enter(1);
  enter(2);
  prof_thread_add(&made, "made", 0);
  leave(2);
  leave(1);
  end(&programs[1]);
  prof_stop();
  assert_int_equal(prof_entry(&made)->by, programs[1].id);
  assert_int_equal(prof_entry(&made)->node, prof_timing_number(path(&programs[0], 1, 2)));
}

static void the_next_profile_begins_anew(void **state)
{
  const struct prof_config c = summing(12);
  (void)state;
  boot(&c);
  for (int i = 0; i < 4; i++) {
    begin(&programs[i], "program");
    call(1, 50, 3);
    end(&programs[i]);
  }
  prof_stop();
  prof_start();
  assert_int_equal(prof_entry(&programs[3])->flags, WIRE_THREAD_EXITED);
  begin(&programs[4], "program");
  call(1, 50, 3);
  end(&programs[4]);
  prof_stop();
  assert_int_equal(corrected(path(&programs[4], 1, 3)), 100);
  assert_int_equal(prof_entry(&programs[4])->flags, WIRE_THREAD_EXITED);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(paths_of_one_name_are_one),
    cmocka_unit_test(the_sum_is_what_they_ran),
    cmocka_unit_test(nodes_are_given_back),
    cmocka_unit_test(calls_without_a_node_are_summed_up),
    cmocka_unit_test(others_keep_their_trees),
    cmocka_unit_test(modes_by_which_a_node_stands_for_one_path_keep_all_trees),
    cmocka_unit_test(parents_come_first_and_are_of_one_thread),
    cmocka_unit_test(a_call_that_made_a_thread_is_found_in_the_sum),
    cmocka_unit_test(the_next_profile_begins_anew),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
