/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_lines.c: of lines that begin at one address a reader takes the same one, in whichever order they come: a dump is
 * read here, and by a page, whose qsort() is another.
 */
#include "fixture.h"

#include <string.h>

#include "dump/dump.h"
#include "dump/lines.h"

#define START 0x1000
#define ROWS  5

/* The best comes first: fewest bytes, lowest line, lowest file. */
static const struct wire_line sorted[ROWS] = {
  { START, 4, 7, 1 }, { START, 4, 7, 2 }, { START, 4, 8, 1 }, { START, 8, 1, 1 }, { START + 4, 4, 9, 1 } };

/* Reads the line at an address of rows in an order. */
static void must_be(const struct wire_line *rows, uint64_t address, const char *file, uint32_t line)
{
  static struct wire_symbol files[] = { { .file_bytes = 3 }, { .file_bytes = 3 } };
  static char text[] = "a.cb.c";
  static struct wire_line copy[ROWS];
  static struct dump_reread again;
  static struct dump d = { .again = &again };
  struct symbol_source found;
  memcpy(copy, rows, sizeof(copy));
  d.rows[WIRE_LINE].data = (void *)copy;
  d.rows[WIRE_LINE].count = ROWS;
  d.rows[WIRE_SYMBOL].data = (void *)files;
  d.rows[WIRE_SYMBOL].count = 2;
  d.symbol_text.data = (void *)text;
  d.symbol_text.count = strlen(text);
  struct lines *l = lines_of_dump(&d);
  assert_true(lines_find(l, address, &found));
  assert_string_equal(found.file, file);
  assert_int_equal(found.line, line);
  lines_free(l);
}

static void order_does_not_matter(void **state)
{
  struct wire_line rows[ROWS];
  (void)state;
  for (size_t turn = 0; turn < ROWS; turn++) {
    for (size_t i = 0; i < ROWS; i++)
      rows[i] = sorted[(ROWS - 1 - i + turn) % ROWS];
    must_be(rows, START, "a.c", 7);
    must_be(rows, START + 4, "a.c", 9);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(order_does_not_matter) };
  return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
