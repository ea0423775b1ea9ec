/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_checked_line.c: lines of text with a checksum: they are told from all other lines, whole or not; and what an ack
 * says in such a line.
 */
#include "fixture.h"

#include <string.h>

#include "both/ack.h"
#include "both/checked_line.h"

static void a_sealed_line_is_told_from_all_others(void **state)
{
  struct checked_line s;
  const char *text;
  (void)state;
  checked_line_begin(&s, "do");
  checked_line_number(&s, 4294967295u);
  checked_line_word(&s, "threads");
  assert_true(checked_line_end(&s));
  assert_int_equal(checked_line_open(s.line, s.used - 1, &text), 21);
  assert_memory_equal(text, "do 4294967295 threads", 21);
  for (size_t i = 0; i < s.used - 1; i++)
    for (int bit = 0; bit < 8; bit++) {
      s.line[i] ^= (char)(1 << bit);
      assert_int_equal(checked_line_open(s.line, s.used - 1, &text), 0);
      s.line[i] ^= (char)(1 << bit);
    }
  assert_int_equal(checked_line_open("threads", 7, &text), 0);
  assert_false(checked_line_is("threads", 7));
  assert_true(checked_line_is(s.line, 5));
  assert_true(checked_line_is(s.line + 5, s.used - 6));
}

static void a_line_too_long_is_not_sent(void **state)
{
  struct checked_line s;
  (void)state;
  checked_line_begin(&s, "do");
  for (int i = 0; i < 30; i++)
    checked_line_word(&s, "123456789");
  assert_false(checked_line_end(&s));
}

static void a_spoilt_line_does_not_spoil_the_next(void **state)
{
  struct checked_line_input in = { 0 };
  struct checked_line s;
  const char *text;
  int complete = 0;
  (void)state;
  checked_line_begin(&s, "bye");
  checked_line_end(&s);
  for (size_t i = 0; i < 5; i++)
    assert_false(checked_line_take(&in, s.line[i]));
  for (size_t i = 0; i < s.used; i++)
    complete += checked_line_take(&in, s.line[i]);
  assert_int_equal(complete, 1);
  assert_int_equal(checked_line_open(in.line, in.used, &text), 3);
  for (int i = 0; i < 1000; i++)
    assert_false(checked_line_take(&in, 'x'));
  assert_false(checked_line_take(&in, '\n')); /* too long for anything */
  assert_false(checked_line_take(&in, '\n')); /* empty */
  for (const char *p = "help\r"; *p; p++)
    complete += checked_line_take(&in, *p);
  assert_int_equal(complete, 2);
  assert_int_equal(in.used, 4);
}

static void acks_go_there_and_back(void **state)
{
  struct ack a = { .idle = true, .run = 1, .token = UINT32_MAX, .low = 5, .high = 40, .ranges = 2,
                   .missing = { { 5, 1 }, { 39, 1 } } }, b;
  struct checked_line s;
  const char *text;
  (void)state;
  ack_write(&a, &s);
  size_t bytes = checked_line_open(s.line, s.used - 1, &text);
  assert_true(ack_read(text, bytes, &b));
  assert_memory_equal(&a, &b, sizeof(a));
  assert_true(ack_misses(&b, 5) && !ack_misses(&b, 6) && ack_misses(&b, 39));
  static const char *const senseless[] = { "ack", "ack 1 2 3", "ack 1 2 5 4", "ack 1 2 3 9 2 1", "ack 1 2 3 9 4 0",
    "ack 1 2 3 9 8 2", "ack 1 2 3 9 5 1 4 1", "ack 1 2 3 9 5", "ack 1 2 3 99999999999",
    "back 1 2 3 9", "ack 1 2 3 9x" };
  for (size_t i = 0; i < sizeof(senseless) / sizeof(senseless[0]); i++)
    assert_false(ack_read(senseless[i], strlen(senseless[i]), &b));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_sealed_line_is_told_from_all_others),
    cmocka_unit_test(a_line_too_long_is_not_sent),
    cmocka_unit_test(a_spoilt_line_does_not_spoil_the_next),
    cmocka_unit_test(acks_go_there_and_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
