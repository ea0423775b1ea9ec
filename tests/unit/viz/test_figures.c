/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_figures.c: what the figures stand on: names cut to a number of columns, orders, and text as data for others.
 */
#include "figures/quote.h"
#include "figures/scene.h"

#include "fixture.h"

#include <stdlib.h>

static void assert_fits(const char *name, size_t columns, const char *wanted)
{
  assert_string_equal(fit_name(name, columns), wanted);
  assert_true(columns_of(fit_name(name, columns)) <= columns);
}

/* What goes first is what says least. */
static void names_keep_what_tells_them_apart(void **state)
{
  (void)state;
  assert_fits("find@heap.c", 11, "find@heap.c");
  assert_fits("find@heap.c", 6, "find");
  assert_fits("jx.util.Table.find(int)", 6, "find");
  assert_fits("java.lang.Integer.<init>(int)", 14, "Integer.<init>");
  assert_fits("java.lang.Integer.<init>", 7, "Integer");
  assert_fits("a.b.Main$$Lambda:12#2.applyAsInt", 18, "Main$$Lambda:12#2");
  assert_fits("a.b.Main$$Lambda:12#2.applyAsInt", 11, "Lambda:12#2");
  assert_fits("a.b.Square.compareTo(Object) [bridge]", 18, "compareTo [bridge]");
  assert_fits("list<int>::find", 10, "list::find");
  assert_fits("[worker-123]", 7, "[…123]");
  assert_fits("[worker-123]", 3, "");
  assert_fits("abcdefgh", 5, "abcd…");
}

/* No character is cut, and those that are as wide as high take two columns. */
static void texts_are_cut_between_characters(void **state)
{
  (void)state;
  for (size_t most = 0; most < 20; most++) {
    const char *cut = fit("Grüße日本→abcdefgh", most);
    assert_true(columns_of(cut) <= most);
    for (const char *c = cut; *c; c++)
      assert_true((*c & 0xc0) != 0x80 || c > cut);
  }
  assert_int_equal(columns_of("Grüße日本→"), 10);
}

static void numbers_are_written_for_people(void **state)
{
  (void)state;
  assert_string_equal(say_count(1234567), "1,234,567");
  assert_string_equal(say_count(-123), "-123");
  assert_string_equal(say_count(-1234), "-1,234");
  assert_string_equal(say_short(1234567), "1.23 M");
  assert_string_equal(say_bytes(1023), "1,023 B");
  assert_string_equal(say_bytes(12345), "12.1 KiB");
  assert_string_equal(say_bytes(4096), "4 KiB");
  assert_string_equal(say_time(12345.6), "12.3 ms");
  assert_string_equal(say_time(0.5), "500 ns");
  assert_string_equal(say_percent(0.01), "< 0.1 %");
}

/* An order by hand: for each weight, from the greatest, the keys as they came. */
static void orders_are_stable(void **state)
{
  (void)state;
  for (uint32_t n = 0; n <= 40; n++) {
    struct numbers weight = { 0 };
    uint32_t keys[40], wanted[40], names[40], count = 0;
    for (uint32_t i = 0; i < n; i++) {
      keys[i] = i * 7 % 41;
      names[i] = name_of_text(say("k%u", i * 7 % 41));
      *number_at(&weight, keys[i]) = i * i % 5;
    }
    for (int w = 4; w >= 0; w--)
      for (uint32_t i = 0; i < n; i++)
        if (number_in(&weight, keys[i]) == w)
          wanted[count++] = keys[i];
    sort_falling(keys, n, &weight);
    for (uint32_t i = 0; i < n; i++)
      assert_int_equal(keys[i], wanted[i]);
    sort_names(names, n);
    for (uint32_t i = 1; i < n; i++)
      assert_true(strcmp(name_text(names[i - 1]), name_text(names[i])) <= 0);
  }
}

static void equal_names_have_one_number(void **state)
{
  (void)state;
  const uint32_t one = name_of_text("one"), two = name_of_text("two");
  assert_int_equal(name_of("one more", 3), one);
  assert_int_not_equal(one, two);
  assert_string_equal(name_text(two), "two");
  struct pairs pairs = { 0 };
  assert_int_equal(pair_of(&pairs, one, two), 1);
  assert_int_equal(pair_of(&pairs, two, one), 2);
  assert_int_equal(pair_of(&pairs, one, two), 1);
  assert_int_equal(pair_known(&pairs, one, one), 0);
}

/* No control character passes, in any language, and no quotation mark of the language's own. */
static void quoted_text_has_no_control_characters(void **state)
{
  (void)state;
  for (int language = QUOTE_FIELD; language <= QUOTE_HTML; language++)
    for (int c = 1; c < 128; c++) {
      const char text[] = { 'a', (char)c, 'b', 0 };
      const char *quoted = quote(text, (enum quote_for)language);
      for (const char *q = quoted; *q; q++)
        assert_true((unsigned char)*q >= ' ' && *q != 127);
      if (c < ' ' || c == 127)
        assert_string_equal(quoted, language == QUOTE_TIP ? "\"a b\"" : "a b");
    }
  assert_string_equal(quote("\" \\", QUOTE_FIELD), "\\0042 \\0134");
  assert_string_equal(quote("<a href=\"x\">'&", QUOTE_HTML), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
}

/* A long text is cut between characters, and says so. */
static void quoted_text_is_cut(void **state)
{
  (void)state;
  char *text = say("%*s", 2000, "");
  for (size_t i = 0; i < 2000; i += 2)
    memcpy(text + i, "é", 2);
  const char *quoted = quote(text, QUOTE_LABEL);
  assert_int_equal(strlen(quoted), QUOTE_MOST + strlen("…"));
  assert_string_equal(quoted + QUOTE_MOST, "…");
  assert_int_equal(strlen(quote(text, QUOTE_HTML)), 2000);
}

/* Runs all in a budget, which frees what they have left, as a caller of figure_make() does. */
static void run_all(void *failed)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_keep_what_tells_them_apart),
    cmocka_unit_test(texts_are_cut_between_characters),
    cmocka_unit_test(numbers_are_written_for_people),
    cmocka_unit_test(orders_are_stable),
    cmocka_unit_test(equal_names_have_one_number),
    cmocka_unit_test(quoted_text_has_no_control_characters),
    cmocka_unit_test(quoted_text_is_cut),
  };
  *(int *)failed = cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void)
{
  struct mem_budget budget = { .most = 1 << 26 };
  int failed = 1;
  mem_try(&budget, run_all, &failed);
  mem_drop(&budget);
  return failed;
}
