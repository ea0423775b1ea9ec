/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_mem.c: memory that is not to be had ends in the handler that the program named; arrays grow.
 */
#include "fixture.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

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
  free(array);
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
  free(array);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(the_handler_is_told_what_was_wanted),
    cmocka_unit_test(what_an_array_holds_stays_when_it_cannot_grow),
    cmocka_unit_test(arrays_grow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
