/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * table.c: tables as text and as TSV; table.h is the manual.
 */
#define _GNU_SOURCE /* fputs_unlocked */
#include "table.h"

#include "mem.h"
#include "text.h"

#include <assert.h>
#include <string.h>

#define GAP_COLUMNS 2 /* between the columns of the text form */

void table_begin(struct table *t, FILE *out, enum table_form form, size_t limit, const char *name, const char *title,
                 const struct table_column *columns, size_t column_count)
{
  assert(column_count <= TABLE_COLUMNS_MAX);
  *t = (struct table){ .out = out, .form = form, .columns = columns, .column_count = column_count, .limit = limit };
  if (form == TABLE_FORM_TEXT)
    fprintf(out, "%s: %s\n", name, title);
}

void table_comment(struct table *t, const char *key, const char *text)
{
  if (t->form != TABLE_FORM_NONE)
    fprintf(t->out, t->form == TABLE_FORM_TSV ? "# %s: %s\n" : "  %s: %s\n", key, text);
}

void table_incomplete(struct table *t, const char *code, const char *kind, const char *text)
{
  if (t->form == TABLE_FORM_TSV)
    fprintf(t->out, "# incomplete: %s%s%s: %s\n", code, kind ? " " : "", kind ? kind : "", text);
  else
    table_comment(t, "incomplete", text);
}

void table_covers(struct table *t, int64_t from_ns, int64_t to_ns)
{
  const double from_us = (double)from_ns / 1e3, to_us = (double)to_ns / 1e3;
  if (t->form == TABLE_FORM_TSV)
    fprintf(t->out, "# covers_us: %.3f %.3f\n", from_us, to_us);
  else if (t->form == TABLE_FORM_TEXT)
    fprintf(t->out, "  note: covers %.3f to %.3f us\n", from_us, to_us);
}

/* ---- TSV ---- */

static void tsv_head(struct table *t)
{
  for (size_t i = 0; i < t->column_count; i++)
    fprintf(t->out, "%s%c", t->columns[i].name, i + 1 < t->column_count ? '\t' : '\n');
  t->head_done = true;
}

/* A line of data never begins with `#`, and two texts never become one field: what begins with `#` or with a backslash
 * gets a backslash in front. */
static void tsv_cell(struct table *t, const char *text)
{
  if (!t->head_done)
    tsv_head(t);
  if (*text == '#' || *text == '\\')
    putc_unlocked('\\', t->out);
  fputs_unlocked(text, t->out);
  putc_unlocked(t->column + 1 < t->column_count ? '\t' : '\n', t->out);
}

/* ---- text ---- */

static void text_cell(struct table *t, const char *text)
{
  mem_grow(&t->cells, &t->cell_room, t->cell_count + 1, sizeof(*t->cells));
  t->cells[t->cell_count++] = mem_format("%s", text);
}

static void text_line(const struct table *t, const char *const *cells, const size_t *widths)
{
  for (size_t i = 0; i < t->column_count; i++) {
    int pad = (int)(widths[i] - text_width(cells[i]));
    int gap = i ? GAP_COLUMNS : GAP_COLUMNS * 2;
    if (t->columns[i].type == TABLE_TEXT)
      fprintf(t->out, "%*s%s%*s", gap, "", cells[i], i + 1 < t->column_count ? pad : 0, "");
    else
      fprintf(t->out, "%*s%*s%s", gap, "", pad, "", cells[i]);
  }
  putc('\n', t->out);
}

static void text_body(const struct table *t)
{
  size_t widths[TABLE_COLUMNS_MAX];
  const char *heads[TABLE_COLUMNS_MAX];
  for (size_t i = 0; i < t->column_count; i++) {
    heads[i] = t->columns[i].name;
    widths[i] = text_width(heads[i]);
  }
  for (size_t i = 0; i < t->cell_count; i++) {
    size_t width = text_width(t->cells[i]);
    if (width > widths[i % t->column_count])
      widths[i % t->column_count] = width;
  }
  text_line(t, heads, widths);
  for (size_t i = 0; i + t->column_count <= t->cell_count; i += t->column_count)
    text_line(t, (const char *const *)&t->cells[i], widths);
}

static void text_end(struct table *t)
{
  if (!t->rows)
    fputs("  (no rows)\n", t->out);
  else
    text_body(t);
  if (t->limit && t->rows > t->limit)
    fprintf(t->out, "  (%zu more; --top 0 shows all)\n", t->rows - t->limit);
  putc('\n', t->out);
}

/* ---- cells ---- */

static void put_cell(struct table *t, const char *text)
{
  const bool shown = t->rows >= t->first && (!t->limit || t->rows - t->first < t->limit);
  if (shown && t->form == TABLE_FORM_TSV && !ferror_unlocked(t->out)) /* what cannot be written costs no time */
    tsv_cell(t, text);
  else if (shown && t->form == TABLE_FORM_TEXT)
    text_cell(t, text);
  if (++t->column == t->column_count) {
    t->column = 0;
    t->rows++;
  }
}

static void check_type(const struct table *t, enum table_type type)
{
  assert(t->columns[t->column].type == type);
  (void)t;
  (void)type;
}

/* Writes |v| so that it ends before `end`; returns its start. Half the rows of a large table are such numbers. */
static char *write_digits(char *end, uint64_t v)
{
  do
    *--end = (char)('0' + v % 10);
  while (v /= 10);
  return end;
}

void table_text(struct table *t, const char *text)
{
  check_type(t, TABLE_TEXT);
  put_cell(t, *text ? text : "-");
}

void table_none(struct table *t)
{
  put_cell(t, "-");
}

void table_field(struct table *t, const char *field)
{
  put_cell(t, *field == '\\' ? field + 1 : field);
}

static void put_number(struct table *t, bool negative, uint64_t size)
{
  char buffer[TABLE_CELL_BYTES], *end = buffer + sizeof(buffer) - 1;
  check_type(t, TABLE_COUNT);
  *end = '\0';
  char *p = write_digits(end, size);
  if (negative)
    *--p = '-';
  put_cell(t, p);
}

void table_count(struct table *t, int64_t n)
{
  put_number(t, n < 0, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

void table_natural(struct table *t, uint64_t n)
{
  put_number(t, false, n);
}

/* A time given in thousandths of the column's unit. */
static void put_thousandths(struct table *t, enum table_type type, int64_t time)
{
  char buffer[TABLE_CELL_BYTES], *end = buffer + sizeof(buffer) - 1;
  uint64_t v = time < 0 ? -(uint64_t)time : (uint64_t)time;
  check_type(t, type);
  *end = '\0';
  char *p = write_digits(end, v % 1000 + 1000); /* the leading 1 keeps the zeros and becomes the point */
  *p = '.';
  p = write_digits(p, v / 1000);
  if (time < 0)
    *--p = '-';
  put_cell(t, p);
}

void table_us(struct table *t, int64_t ns)
{
  put_thousandths(t, TABLE_US, ns);
}

void table_ns(struct table *t, int64_t ps)
{
  put_thousandths(t, TABLE_NS, ps);
}

void table_pct(struct table *t, double percent)
{
  char buffer[TABLE_CELL_BYTES];
  check_type(t, TABLE_PCT);
  snprintf(buffer, sizeof(buffer), "%.2f", percent);
  put_cell(t, strcmp(buffer, "-0.00") == 0 ? "0.00" : buffer);
}

bool table_end(struct table *t)
{
  assert(t->column == 0);
  if (t->form == TABLE_FORM_TEXT)
    text_end(t);
  else if (t->form == TABLE_FORM_TSV && !t->head_done)
    tsv_head(t);
  for (size_t i = 0; i < t->cell_count; i++)
    mem_free(t->cells[i]);
  mem_free(t->cells);
  t->cells = NULL;
  return t->form == TABLE_FORM_NONE || (!ferror(t->out) && fflush(t->out) == 0);
}
