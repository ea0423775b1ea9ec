/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * table.h: writes one table, as aligned text for people or as TSV for machines. TABLES.md is the format of the
 * latter.
 *
 *   table_begin(&t, ...) -> table_comment()* -> (a cell for each column in turn)* -> table_end(&t)
 *
 * A row ends by itself with its last column. What always holds: no field is empty; rows leave in the order in which
 * they came. In text form the rows that are shown are held until the end, to know the widths; TSV rows leave at once.
 * No cell can be taken for a remark: in TSV form a field that would begin with `#` begins with a backslash; in text form
 * remarks begin behind two blanks, and rows behind four.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum table_type {
  TABLE_TEXT,
  TABLE_COUNT,  /* a whole number */
  TABLE_US,     /* given in nanoseconds, shown in microseconds with three decimals */
  TABLE_NS,     /* given in picoseconds, shown in nanoseconds with three decimals */
  TABLE_PCT,    /* a percentage, two decimals */
};

struct table_column { const char *name; enum table_type type; };

#define TABLE_COLUMNS_MAX 25
#define TABLE_CELL_BYTES  48 /* a number, formatted: 20 digits, sign, point */

enum table_form { TABLE_FORM_TEXT, TABLE_FORM_TSV, TABLE_FORM_NONE /* nothing is written */ };

struct table {
  FILE *out;                           /* the caller's; may be NULL where nothing is written */
  enum table_form form;
  const struct table_column *columns;  /* the caller's */
  size_t column_count;
  size_t limit;                        /* rows shown; 0: all */
  size_t first;                        /* rows before those that are shown; the caller may change it before any row */
  size_t column;                       /* that the next cell is for */
  size_t rows;                         /* complete ones so far, shown or not */
  bool head_done;                      /* TSV: the line of names is out */
  char **cells;                        /* text form: column_count a shown row */
  size_t cell_count, cell_room;
};

/* Starts a table of at most TABLE_COLUMNS_MAX columns. In text form NAME and TITLE open it. */
void table_begin(struct table *t, FILE *out, enum table_form form, size_t limit, const char *name, const char *title,
                 const struct table_column *columns, size_t column_count);

/* Writes a remark under the title, `key: text`. Before the first row. */
void table_comment(struct table *t, const char *key, const char *text);

/* Writes the remark `incomplete: text`; in TSV form a code stands before it, and the kind of record that is missing
 * (NULL: none): `# incomplete: code kind: text`. Before the first row. */
void table_incomplete(struct table *t, const char *code, const char *kind, const char *text);

/* Writes the remark that the rows are of the time `from_ns` to `to_ns` only: `# covers_us: 1.000 2.500` in TSV form.
 * Before the first row. */
void table_covers(struct table *t, int64_t from_ns, int64_t to_ns);

/* The next cell; its column must be of that type. */
void table_text(struct table *t, const char *text);  /* copied; must be clean (text.h); "" becomes "-" */
void table_count(struct table *t, int64_t n);
void table_natural(struct table *t, uint64_t n);     /* of a TABLE_COUNT column as well */
void table_us(struct table *t, int64_t ns);
void table_ns(struct table *t, int64_t ps);
void table_pct(struct table *t, double percent);
void table_none(struct table *t);                    /* "-", any type */

/* The next cell, of any type, as a field of a TSV table of this file's, which may have a backslash in front. */
void table_field(struct table *t, const char *field);

/* Ends the table. Returns false when `out` could not take it. */
bool table_end(struct table *t);

#endif
