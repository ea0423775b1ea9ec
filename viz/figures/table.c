/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * table.c: reads the tables that host-tools/TABLES.md describes, one at a time.
 *
 * What always holds: a table that is missing, cut or of another making ends the figure with a message that names file,
 * line and column. Every comment `# incomplete: CODE KIND: TEXT' is kept once in scene.notes: its text for the heading,
 * the codes for programs to decide on. Comments of a table opened by table_lookup(), from which nothing is drawn but
 * names and kinds, are not kept.
 */
#include "scene.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>

#define MOST_COLUMNS 64

static struct {
  const char *name;
  const char *text, *at, *end;
  size_t line;
  size_t width;                              /* of a row */
  const char *field[MOST_COLUMNS], *until[MOST_COLUMNS];
  int column[MOST_COLUMNS];                  /* of those asked for; -1: the table does not have it */
  const char *asked[MOST_COLUMNS];
  int count_column;
  bool quiet, incomplete;
} table;

static struct remark { const char *table, *text; } remarks[32];
static size_t remark_count;
static void (*on_end)(enum figure_end why, const char *message);

void figure_on_end(void (*end)(enum figure_end why, const char *message))
{
  on_end = end;
}

_Noreturn void end_figure(enum figure_end why, const char *message)
{
  for (size_t i = 0; i < scene.note_count && why == FIGURE_NOTHING; i++)
    message = say("%s; incomplete: %s", message, scene.notes[i].text);
  if (on_end)
    on_end(why, message);
  abort();
}

static const char *table_path(void)
{
  return say("%s/%s.tsv", scene.asked->folder, table.name);
}

_Noreturn void table_damaged(const char *message)
{
  end_figure(FIGURE_TABLE_WRONG, say("%s line %zu%s", table_path(), table.line, message));
}

/* The line at hand, without its end; false at the end of the table. */
static bool next_line(const char **from, const char **to)
{
  if (table.at >= table.end)
    return false;
  const char *newline = memchr(table.at, '\n', (size_t)(table.end - table.at));
  *from = table.at;
  *to = newline ? newline : table.end;
  table.at = newline ? newline + 1 : table.end;
  table.line++;
  return true;
}

/* Cuts a line at its tabs; returns how many fields it has. */
static size_t split_line(const char *from, const char *to)
{
  size_t n = 0;
  for (;;) {
    const char *tab = memchr(from, '\t', (size_t)(to - from));
    if (n < MOST_COLUMNS) {
      table.field[n] = from;
      table.until[n] = tab ? tab : to;
    }
    n++;
    if (!tab)
      return n;
    from = tab + 1;
  }
}

void tables_begin(void)
{
  remark_count = 0;
}

static struct remark *remark_of(const char *name)
{
  for (size_t i = 0; i < remark_count; i++)
    if (!strcmp(remarks[i].table, name))
      return remarks + i;
  if (remark_count == sizeof(remarks) / sizeof(*remarks))
    abort();
  remarks[remark_count] = (struct remark){ name, "" };
  return remarks + remark_count++;
}

const char *table_remark(const char *name)
{
  return remark_of(name)->text;
}

/* Keeps `CODE: TEXT' or `CODE KIND: TEXT'. */
static void keep_note(const char *note)
{
  const char *colon = strstr(note, ": ");
  size_t words = 1;
  for (const char *c = note; colon && c < colon; c++)
    if (*c == ' ')
      words++;
    else if (*c < 'a' || *c > 'z')
      words = 9;
  if (!colon || colon == note || words > 2)
    end_figure(FIGURE_TABLE_WRONG, say("%s has a comment without a reason code: %s; hostdump and render must be of"
                                       " the same"
                                       " version", table_path(), note));
  char *reason = say("%.*s", (int)(colon - note), note);
  char *kind = strchr(reason, ' ');
  if (kind)
    *kind++ = 0;
  const struct note n = { .text = colon + 2, .reason = reason, .kind = kind ? kind : "" };
  for (size_t i = 0; i < scene.note_count; i++)
    if (!strcmp(scene.notes[i].text, n.text) && !strcmp(scene.notes[i].reason, n.reason) &&
        !strcmp(scene.notes[i].kind, n.kind))
      return;
  mem_grow(&scene.notes, &scene.note_room, scene.note_count + 1, sizeof(*scene.notes));
  scene.notes[scene.note_count++] = n;
}

static void take_comment(const char *from, const char *to)
{
  static const char covers[] = "# covers_us: ", note[] = "# note: ", incomplete[] = "# incomplete: ";
  char *line = say("%.*s", (int)(to - from), from);
  if (!strncmp(line, covers, strlen(covers))) {
    char *second = strchr(line + strlen(covers), ' ');
    if (second)
      *second++ = 0;
    scene.covers_from = line + strlen(covers);
    scene.covers_to = second ? second : "";
  } else if (!strncmp(line, note, strlen(note)) && line[strlen(note)]) {
    char *text = line + strlen(note);
    *text = (char)toupper((unsigned char)*text);
    struct remark *r = remark_of(table.name);
    r->text = say("%s %s.", r->text, text);
  } else if (!strncmp(line, incomplete, strlen(incomplete)) && !table.quiet) {
    table.incomplete = true;
    keep_note(line + strlen(incomplete));
  }
}

bool note_is(const struct note *n, const char *reasons)
{
  return strstr(say(" %s ", reasons), say(" %s ", n->reason)) != NULL;
}

bool note_concerns(const struct note *n, const char *kinds)
{
  return !*n->kind || strstr(say(" %s ", kinds), say(" %s ", n->kind));
}

/* The column of that name; -1: none. */
static int find_column(const char *name)
{
  for (size_t i = 0; i < table.width && i < MOST_COLUMNS; i++)
    if ((size_t)(table.until[i] - table.field[i]) == strlen(name) && !memcmp(table.field[i], name, strlen(name)))
      return (int)i;
  return -1;
}

static void find_columns(const char *columns)
{
  char *word, *rest = say("%s", columns);
  int n = 0;
  while ((word = strtok_r(rest, " ", &rest))) {
    const bool optional = *word == '?';
    table.asked[n] = word + optional;
    table.column[n] = find_column(word + optional);
    if (table.column[n] < 0 && !optional)
      end_figure(FIGURE_TABLE_WRONG, say("%s has no column `%s`; hostdump and render must be of the same version",
                                         table_path(), word));
    n++;
  }
  table.count_column = find_column("count");
}

static void open_as(const char *name, const char *columns, bool quiet)
{
  size_t bytes = 0;
  table.name = name;
  table.quiet = quiet;
  table.incomplete = false;
  table.line = 0;
  remark_of(name)->text = "";
  table.text = table.at = scene.asked->table(scene.asked->ctx, name, &bytes);
  if (!table.text)
    end_figure(FIGURE_TABLE_WRONG, say("cannot read %s; make the tables again with `hostdump tables`", table_path()));
  table.end = table.text + bytes;
  const char *from, *to;
  bool head = false;
  while (!head && next_line(&from, &to)) {
    head = from == to || *from != '#';
    if (!head)
      take_comment(from, to);
  }
  if (!head)
    end_figure(FIGURE_TABLE_WRONG, say("%s has no line of column names; make the tables again with `hostdump tables`",
                                       table_path()));
  table.width = split_line(from, to);
  find_columns(columns);
}

void table_open(const char *name, const char *columns)
{
  open_as(name, columns, false);
}

void table_lookup(const char *name, const char *columns)
{
  open_as(name, columns, true);
}

void table_concerns(const char *name)
{
  open_as(name, "", false);
}

bool table_there(const char *name)
{
  size_t bytes = 0;
  return scene.asked->table(scene.asked->ctx, name, &bytes) && bytes;
}

bool table_noted(void)
{
  return table.incomplete;
}

bool table_row(void)
{
  const char *from, *to;
  while (next_line(&from, &to)) {
    if (from < to && *from == '#') {
      take_comment(from, to);
      continue;
    }
    const size_t fields = split_line(from, to);
    if (fields != table.width)
      table_damaged(say(" has %zu fields, its header %zu; the file is damaged or cut", fields, table.width));
    for (size_t i = 0; i < fields && i < MOST_COLUMNS; i++)
      if (table.field[i] < table.until[i] && *table.field[i] == '\\')
        table.field[i]++; /* hostdump puts one before a field that begins with # or with a backslash */
    return true;
  }
  return false;
}

bool table_has(int column)
{
  return table.column[column] >= 0;
}

bool table_binned(void)
{
  return table.count_column >= 0;
}

/* A number as hostdump writes it; false: it is none. Most have few digits, and are read without strtod(). */
static bool read_number(const char *from, const char *to, double *value)
{
  static const double powers[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6 };
  const char *c = from;
  const bool minus = c < to && *c == '-';
  uint64_t digits = 0;
  const char *point = NULL;
  for (c += minus; c < to && (isdigit((unsigned char)*c) || (*c == '.' && !point)); c++)
    if (*c == '.')
      point = c + 1;
    else
      digits = 10 * digits + (uint64_t)(*c - '0');
  if (c == to && to - from - minus - (point != NULL) > 0 && to - from <= 16 && (!point || to - point <= 6)) {
    *value = (double)digits / powers[point ? to - point : 0];
    if (minus)
      *value = -*value;
    return true;
  }
  char text[64], *end;
  if (to - from <= 0 || to - from >= (ptrdiff_t)sizeof(text))
    return false;
  memcpy(text, from, (size_t)(to - from));
  text[to - from] = 0;
  if (strspn(text, "+-.0123456789eE") != strlen(text))
    return false;
  *value = strtod(text, &end);
  return !*end && isfinite(*value);
}

/* As a number of the table's own, or as one that a comment of another program has. */
static double number_of_field(int at, const char *column)
{
  double value;
  if (!read_number(table.field[at], table.until[at], &value))
    table_damaged(say(": %s is not a number: %.*s", column,
                      text_cut(say("%.*s", (int)(table.until[at] - table.field[at]), table.field[at]), 60),
                      table.field[at]));
  return value;
}

double number(int column)
{
  return number_of_field(table.column[column], table.asked[column]);
}

double row_stands_for(void)
{
  return table.count_column < 0 ? 1 : number_of_field(table.count_column, "count");
}

uint32_t name(int column)
{
  const int at = table.column[column];
  return name_of(table.field[at], (size_t)(table.until[at] - table.field[at]));
}

bool field_is(int column, const char *text)
{
  const int at = table.column[column];
  const size_t bytes = (size_t)(table.until[at] - table.field[at]);
  return bytes == strlen(text) && !memcmp(table.field[at], text, bytes);
}
