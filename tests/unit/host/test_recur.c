/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_recur.c: what recurs in sequences of letters; capitals come from another source than small letters, digits
 * from a third.
 */
#include "fixture.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "model/recur.h"

#define MOST 4096

static uint32_t source_of(char c)
{
  return isdigit((unsigned char)c) ? 2 : isupper((unsigned char)c) ? 1 : 0;
}

/* Finds it in `text`, of which each | ends a piece. The cycle as text. */
static const char *found(const char *text, size_t *covered)
{
  static uint32_t symbols[MOST], sources[MOST];
  static char name[RECUR_STEPS + 1];
  size_t ends[MOST], n = 0;
  struct recur_input in = { .symbols = symbols, .sources = sources, .ends = ends, .source_count = 3 };
  struct recur_cycle cycle;
  for (; *text; text++) {
    if (*text == '|') {
      ends[in.parts++] = n;
      continue;
    }
    symbols[n] = (uint32_t)*text;
    sources[n++] = source_of(*text);
  }
  ends[in.parts++] = n;
  recur_find(&in, &cycle);
  for (size_t i = 0; i < cycle.count; i++)
    name[i] = (char)cycle.steps[i];
  name[cycle.count] = '\0';
  if (covered)
    *covered = cycle.covered;
  return name;
}

static void a_cycle_is_found_wherever_it_begins(void **state)
{
  size_t covered;
  (void)state;
  assert_string_equal(found("abcabcabc", &covered), "abc");
  assert_int_equal(covered, 9);
  assert_string_equal(found("cabcabcab", &covered), "abc");
  assert_int_equal(covered, 9);
  assert_string_equal(found("xyzabcabcabqr", &covered), "abc");
  assert_int_equal(covered, 6);
  assert_string_equal(found("aaaaaa", &covered), "a");
}

static void the_shortest_of_those_that_cover_as_much(void **state)
{
  (void)state;
  assert_string_equal(found("abababababab", NULL), "ab");
  assert_string_equal(found("aabaabaabaab", NULL), "aab");
  assert_string_equal(found("abacabacabac", NULL), "abac");
}

static void the_one_that_the_most_symbols_lie_in(void **state)
{
  size_t covered;
  (void)state;
  assert_string_equal(found("xyxyxypqabcabcabcabcqp", &covered), "abc");
  assert_int_equal(covered, 12);
  /* Stretches of one cycle count together, turned as they are. */
  assert_string_equal(found("ababababqxyxyqyxyxyqxyxy", &covered), "xy");
  assert_int_equal(covered, 12);
}

/* Behind abc, abc comes abx: the first two letters of a third abc are not counted for it. */
static void parts_of_a_repetition_do_not_count(void **state)
{
  size_t covered;
  (void)state;
  assert_string_equal(found("abcabcabxabcabcabxabcabcabx", &covered), "abcabcabx");
  assert_int_equal(covered, 27);
  assert_string_equal(found("abcabcabxabcabcabxabcabcabxabcabcabcabcabc", &covered), "abc");
}

static void nothing_recurs(void **state)
{
  size_t covered;
  (void)state;
  assert_string_equal(found("", &covered), "");
  assert_int_equal(covered, 0);
  assert_string_equal(found("a", NULL), "");
  assert_string_equal(found("abcdefg", NULL), "");
  assert_string_equal(found("abcdabxcd", NULL), "");
}

static void no_repetition_reaches_over_the_end_of_a_piece(void **state)
{
  size_t covered;
  (void)state;
  assert_string_equal(found("abc|abc|abc", NULL), "");
  assert_string_equal(found("ababx|xabab", &covered), "ab");
  assert_int_equal(covered, 8);
  assert_string_equal(found("|ab|abab|", &covered), "ab");
  assert_int_equal(covered, 4);
}

/* What comes at any moment is left out; what takes part is not. */
static void a_source_that_hides_the_cycle_is_left_out(void **state)
{
  size_t covered;
  (void)state;
  assert_string_equal(found("aXbcabXcXabcaYbc", &covered), "abc");
  assert_int_equal(covered, 12);
  assert_string_equal(found("aXbcaXbcaXbc", &covered), "Xbca");
  assert_string_equal(found("a1Xb2ca3Xbc4aXb5ca6Xbc", &covered), "Xbca");
  assert_int_equal(covered, 16);
  assert_string_equal(found("1aXb2cabXY3cXa4bcaYbc", &covered), "abc");
  assert_int_equal(covered, 12);
}

static void a_cycle_has_as_many_steps_as_there_is_room_for(void **state)
{
  char text[4 * RECUR_STEPS + 8];
  size_t covered;
  (void)state;
  for (size_t steps = RECUR_STEPS; steps <= RECUR_STEPS + 1; steps++) {
    for (size_t i = 0; i < 3 * steps; i++)
      text[i] = (char)(128 + i % steps); /* all of one source */
    text[3 * steps] = '\0';
    found(text, &covered);
    assert_int_equal(covered, steps == RECUR_STEPS ? 3 * steps : 0);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_cycle_is_found_wherever_it_begins),
    cmocka_unit_test(the_shortest_of_those_that_cover_as_much),
    cmocka_unit_test(the_one_that_the_most_symbols_lie_in),
    cmocka_unit_test(parts_of_a_repetition_do_not_count),
    cmocka_unit_test(nothing_recurs),
    cmocka_unit_test(no_repetition_reaches_over_the_end_of_a_piece),
    cmocka_unit_test(a_source_that_hides_the_cycle_is_left_out),
    cmocka_unit_test(a_cycle_has_as_many_steps_as_there_is_room_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
