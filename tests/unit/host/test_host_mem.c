/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_mem.c: memory that is not to be had ends in the handler that the program named; arrays grow; what is over a
 * budget ends the job that wanted it.
 */
#include "fixture.h"

#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include "base/mem.h"

/* The sanitizers' allocator returns NULL, as any other, instead of ending the program. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
  return "allocator_may_return_null=1";
}

static jmp_buf back;
static size_t wanted_count, wanted_size;

static void note_and_return(size_t count, size_t size)
{
  wanted_count = count;
  wanted_size = size;
  longjmp(back, 1);
}

static void the_handler_is_told_what_was_wanted(void **state)
{
  (void)state;
  mem_on_failure(note_and_return);
  if (setjmp(back) == 0) {
    mem_alloc(SIZE_MAX / 8, 16);
    fail();
  }
  assert_int_equal(wanted_count, SIZE_MAX / 8);
  assert_int_equal(wanted_size, 16);
}

static void what_an_array_holds_stays_when_it_cannot_grow(void **state)
{
  int *array = NULL;
  size_t room = 0;
  (void)state;
  mem_on_failure(note_and_return);
  mem_grow(&array, &room, 1, sizeof(*array));
  array[0] = 7;
  if (setjmp(back) == 0) {
    mem_grow(&array, &room, SIZE_MAX / 4, sizeof(*array));
    fail();
  }
  assert_int_equal(array[0], 7);
  assert_in_range(room, 1, 1000);
  mem_free(array);
}

static void arrays_grow(void **state)
{
  uint64_t *array = NULL;
  size_t room = 0;
  (void)state;
  for (uint64_t i = 0; i < 1000; i++) {
    mem_grow(&array, &room, (size_t)i + 1, sizeof(*array));
    array[i] = i;
  }
  for (uint64_t i = 0; i < 1000; i++)
    assert_int_equal(array[i], i);
  mem_free(array);
}

/* ---- budgets ---- */

#define MOST 100000

static struct mem_budget budget;
static void *kept[1000];
static size_t kept_count;

static void set_up_budget(void)
{
  budget = (struct mem_budget){ .most = MOST };
  kept_count = 0;
}

static void free_kept(void)
{
  while (kept_count)
    mem_free(kept[--kept_count]);
}

static void take_without_end(void *ctx)
{
  for (const size_t *bytes = ctx;;) {
    void *block = mem_alloc(1, *bytes);
    kept[kept_count++] = block;
  }
}

static void a_job_ends_where_its_budget_does(void **state)
{
  size_t bytes = 1000;
  (void)state;
  set_up_budget();
  assert_false(mem_try(&budget, take_without_end, &bytes));
  assert_in_range(kept_count, 90, 99); /* each block costs a little more than it holds */
  assert_in_range(budget.used, MOST - 1100, MOST);
  assert_null(mem_budget());
  free_kept();
  assert_int_equal(budget.used, 0);
}

static void take_some(void *ctx)
{
  size_t room = 0;
  (void)ctx;
  for (size_t i = 0; i < 10; i++)
    kept[i] = mem_alloc(i, 100);
  mem_free(kept[9]); /* the newest, the oldest, and one in between */
  mem_free(kept[0]);
  mem_free(kept[5]);
  mem_grow(&kept[10], &room, 10, 100);
  mem_grow(&kept[10], &room, 100, 100);
  mem_grow(&kept[3], &(size_t){ 3 }, 100, 100);
}

static void what_is_charged_can_be_dropped_at_once(void **state)
{
  (void)state;
  set_up_budget();
  kept[10] = NULL;
  assert_true(mem_try(&budget, take_some, NULL));
  assert_in_range(budget.used, 30000, 40000);
  mem_drop(&budget);
  assert_int_equal(budget.used, 0);
  assert_null(budget.blocks);
}

static void grow_without_end(void *ctx)
{
  static size_t room;
  uint64_t **array = ctx;
  room = 0;
  for (size_t i = 0;; i++) {
    mem_grow(array, &room, i + 1, sizeof(**array));
    (*array)[i] = i;
    kept_count = i + 1;
  }
}

/* An array that can no longer double goes on to the end of the budget, and holds what it held. */
static void an_array_may_fill_its_budget(void **state)
{
  uint64_t *array = NULL;
  (void)state;
  set_up_budget();
  assert_false(mem_try(&budget, grow_without_end, &array));
  assert_in_range(kept_count, MOST / 8 - 20, MOST / 8);
  for (size_t i = 0; i < kept_count; i++)
    assert_int_equal(array[i], i);
  mem_free(array);
  assert_int_equal(budget.used, 0);
}

static void try_a_part(void *ctx)
{
  struct mem_budget part = { .most = 2 * MOST, .whole = mem_budget() };
  assert_ptr_equal(part.whole, &budget);
  assert_true(mem_may(MOST - 1));
  assert_false(mem_may(MOST + 1));
  assert_false(mem_try(&part, take_without_end, ctx));
  assert_ptr_equal(mem_budget(), &budget);
  assert_int_equal(part.used, budget.used);
  free_kept();
  part.most = MOST / 2;
  assert_false(mem_try(&part, take_without_end, ctx));
  assert_in_range(budget.used, MOST / 2 - 1100, MOST / 2);
  free_kept();
  kept[kept_count++] = mem_alloc(1, MOST / 2);
}

static void a_part_is_charged_to_the_whole(void **state)
{
  size_t bytes = 1000;
  (void)state;
  set_up_budget();
  assert_true(mem_try(&budget, try_a_part, &bytes));
  assert_in_range(budget.used, MOST / 2, MOST / 2 + 100);
  free_kept();
  assert_int_equal(budget.used, 0);
}

static int by_value(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

static void sort_ints(void *ctx)
{
  mem_sort(ctx, 3, sizeof(int), by_value);
}

/* What a sort takes meanwhile counts, and no more than meanwhile. */
static void a_sort_is_charged(void **state)
{
  int values[] = { 3, 1, 2 };
  (void)state;
  budget = (struct mem_budget){ .most = sizeof(values) - 1 };
  assert_false(mem_try(&budget, sort_ints, values));
  budget.most++;
  assert_true(mem_try(&budget, sort_ints, values));
  assert_int_equal(values[0], 1);
  assert_int_equal(values[2], 3);
  assert_int_equal(budget.used, 0);
}

static void lines_are_read_whole(void **state)
{
  char text[] = "one\n\ntwo and more", *line = NULL;
  size_t room = 0;
  (void)state;
  FILE *in = fmemopen(text, strlen(text), "r");
  assert_non_null(in);
  assert_int_equal(mem_line(&line, &room, in), 4);
  assert_string_equal(line, "one\n");
  assert_int_equal(mem_line(&line, &room, in), 1);
  assert_int_equal(mem_line(&line, &room, in), 12);
  assert_string_equal(line, "two and more");
  assert_int_equal(mem_line(&line, &room, in), -1);
  fclose(in);
  mem_free(line);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_handler_is_told_what_was_wanted),
    cmocka_unit_test(what_an_array_holds_stays_when_it_cannot_grow),
    cmocka_unit_test(arrays_grow),
    cmocka_unit_test(a_job_ends_where_its_budget_does),
    cmocka_unit_test(what_is_charged_can_be_dropped_at_once),
    cmocka_unit_test(an_array_may_fill_its_budget),
    cmocka_unit_test(a_part_is_charged_to_the_whole),
    cmocka_unit_test(a_sort_is_charged),
    cmocka_unit_test(lines_are_read_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
