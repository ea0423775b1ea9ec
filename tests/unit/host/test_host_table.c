/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_table.c: the table writer in both its forms.
 */
#define _GNU_SOURCE /* open_memstream */
#include "fixture.h"

#include <stdlib.h>

#include "base/table.h"

static const struct table_column columns[] = {
  { "name", TABLE_TEXT }, { "n", TABLE_COUNT }, { "time_us", TABLE_US }, { "share_pct", TABLE_PCT },
};

static void two_rows(struct table *t)
{
  table_text(t, "\xc3\xbc" "ber");
  table_count(t, -5);
  table_us(t, 1234567);
  table_pct(t, 99.996);
  table_text(t, "");
  table_natural(t, UINT64_MAX);
  table_us(t, -1);
  table_none(t);
}

/* What a table with `rows` times two rows comes to. */
static char *written(enum table_form form, size_t limit, int rows, const char *comment)
{
  char *text;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  struct table t;
  table_begin(&t, out, form, limit, "things", "what they are", columns, 4);
  if (comment)
    table_incomplete(&t, "full", "event", comment);
  for (int i = 0; i < rows; i++)
    two_rows(&t);
  assert_true(table_end(&t));
  fclose(out);
  return text;
}

static void check(char *got, const char *expected)
{
  assert_string_equal(got, expected);
  free(got);
}

static void tsv_has_a_head_and_no_empty_field(void **state)
{
  (void)state;
  check(written(TABLE_FORM_TSV, 0, 1, "half is gone"),
        "# incomplete: full event: half is gone\nname\tn\ttime_us\tshare_pct\n"
        "\xc3\xbc" "ber\t-5\t1234.567\t100.00\n-\t18446744073709551615\t-0.001\t-\n");
  check(written(TABLE_FORM_TSV, 0, 0, NULL), "name\tn\ttime_us\tshare_pct\n");
  check(written(TABLE_FORM_TSV, 1, 2, NULL),
        "name\tn\ttime_us\tshare_pct\n\xc3\xbc" "ber\t-5\t1234.567\t100.00\n");
}

static void text_is_aligned_by_characters(void **state)
{
  (void)state;
  check(written(TABLE_FORM_TEXT, 0, 1, "half is gone"),
        "things: what they are\n  incomplete: half is gone\n"
        "    name                     n   time_us  share_pct\n"
        "    \xc3\xbc" "ber                    -5  1234.567     100.00\n"
        "    -     18446744073709551615    -0.001          -\n\n");
}

static void text_says_what_it_leaves_out(void **state)
{
  (void)state;
  check(written(TABLE_FORM_TEXT, 1, 2, NULL),
        "things: what they are\n"
        "    name   n   time_us  share_pct\n"
        "    \xc3\xbc" "ber  -5  1234.567     100.00\n  (3 more; --top 0 shows all)\n\n");
  check(written(TABLE_FORM_TEXT, 20, 0, NULL), "things: what they are\n  (no rows)\n\n");
}

/* What a table of these names, a row each, comes to. */
static char *of_names(enum table_form form, const char *const *names, size_t count)
{
  static const struct table_column name_column[] = { { "name", TABLE_TEXT } };
  char *text;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  struct table t;
  table_begin(&t, out, form, 0, "names", "of all kinds", name_column, 1);
  for (size_t i = 0; i < count; i++)
    table_text(&t, names[i]);
  assert_true(table_end(&t));
  fclose(out);
  return text;
}

/* The names that a reader finds who takes lines for comments that begin with `#`, and one backslash from the front. */
static void no_name_is_a_remark(void **state)
{
  static const char *const names[] = { "#1 worker", "# incomplete: cut: all", "\\", "\\#", "\\\\#x", "a#b\\c", "  note: x",
                                       "(no rows)", "note: x" };
  (void)state;
  check(of_names(TABLE_FORM_TSV, names, 9),
        "name\n\\#1 worker\n\\# incomplete: cut: all\n\\\\\n\\\\#\n\\\\\\#x\na#b\\c\n  note: x\n(no rows)\nnote: x\n");
  check(of_names(TABLE_FORM_TEXT, names + 6, 3),
        "names: of all kinds\n    name\n      note: x\n    (no rows)\n    note: x\n\n");
}

static void extreme_numbers_fit(void **state)
{
  char *text;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  struct table t;
  (void)state;
  table_begin(&t, out, TABLE_FORM_TSV, 0, "x", "x", columns, 4);
  table_text(&t, "a");
  table_count(&t, INT64_MIN);
  table_us(&t, INT64_MIN);
  table_pct(&t, -0.001);
  assert_true(table_end(&t));
  fclose(out);
  check(text, "name\tn\ttime_us\tshare_pct\na\t-9223372036854775808\t-9223372036854775.808\t0.00\n");
}

static void a_full_disk_is_noticed(void **state)
{
  FILE *out = fopen("/dev/full", "w");
  struct table t;
  (void)state;
  assert_non_null(out);
  table_begin(&t, out, TABLE_FORM_TSV, 0, "x", "x", columns, 4);
  two_rows(&t);
  assert_false(table_end(&t));
  fclose(out);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(tsv_has_a_head_and_no_empty_field),
    cmocka_unit_test(text_is_aligned_by_characters),
    cmocka_unit_test(text_says_what_it_leaves_out),
    cmocka_unit_test(no_name_is_a_remark),
    cmocka_unit_test(extreme_numbers_fit),
    cmocka_unit_test(a_full_disk_is_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
