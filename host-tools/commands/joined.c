/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * joined.c: see joined.h. A node's process prints a line `# table: NAME` before each table, the table as TSV, and
 * behind it `# rows: N`, how many it has, printed or not. No table has remarks of these names.
 */
#include "joined.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/table.h"

static const char table_mark[] = "# table: ", rows_mark[] = "# rows: ";

/* A table of a node: where its lines begin. */
struct piece { size_t node; const struct tables_def *def; long at; };

struct joined {
  const struct session *session;
  struct piece *pieces;
  size_t count, room;
};

bool joined_piece(const struct tables_def *def, struct analysis *a, FILE *out, size_t limit)
{
  size_t rows = 0;
  fprintf(out, "%s%s\n", table_mark, def->name);
  const bool good = tables_write_part(def, a, out, 0, def->of_run || def->of_crash ? 0 : limit, &rows);
  return fprintf(out, "%s%zu\n", rows_mark, rows) > 0 && good;
}

static bool begins(const char *line, const char *with)
{
  return strncmp(line, with, strlen(with)) == 0;
}

static void find_pieces(struct joined *j, size_t node)
{
  FILE *in = j->session->nodes[node].output;
  char *line = NULL;
  size_t room = 0;
  ptrdiff_t bytes;
  rewind(in);
  while ((bytes = mem_line(&line, &room, in)) > 0) {
    line[bytes - 1] = '\0';
    const struct tables_def *def = begins(line, table_mark) ? tables_find(line + strlen(table_mark)) : NULL;
    if (!def)
      continue;
    mem_grow(&j->pieces, &j->room, j->count + 1, sizeof(*j->pieces));
    j->pieces[j->count++] = (struct piece){ node, def, ftell(in) };
  }
  mem_free(line);
}

struct joined *joined_begin(const struct session *s)
{
  struct joined *j = mem_alloc(1, sizeof(*j));
  j->session = s;
  for (size_t i = 0; i < s->count; i++)
    if (s->nodes[i].output && s->nodes[i].status <= 1) /* of one that is left out a table may end within a cell */
      find_pieces(j, i);
  return j;
}

void joined_free(struct joined *j)
{
  mem_free(j->pieces);
  mem_free(j);
}

bool joined_has(const struct joined *j, const struct tables_def *def)
{
  for (size_t i = 0; i < j->count; i++)
    if (j->pieces[i].def == def)
      return true;
  return false;
}

/* ---- reading a piece ---- */

enum line_kind { LINE_END, LINE_REMARK, LINE_HEAD, LINE_ROW };

struct reader {
  FILE *in;
  char *line;            /* without its line end; of a remark without `# ` */
  size_t room;
  bool head_seen;
  uint64_t rows;         /* at LINE_END: that the table has */
};

static void open_piece(struct reader *r, const struct joined *j, const struct piece *p)
{
  r->in = j->session->nodes[p->node].output;
  r->head_seen = false;
  r->rows = 0;
  fseek(r->in, p->at, SEEK_SET);
}

static enum line_kind next_line(struct reader *r)
{
  const ptrdiff_t bytes = mem_line(&r->line, &r->room, r->in);
  if (bytes <= 0 || begins(r->line, table_mark))
    return LINE_END;
  r->line[bytes - 1] = '\0'; /* a cut file has been told by its process */
  if (begins(r->line, rows_mark)) {
    if (!number_whole(r->line + strlen(rows_mark), UINT64_MAX, &r->rows))
      r->rows = 0;
    return LINE_END;
  }
  if (begins(r->line, "# ")) {
    memmove(r->line, r->line + 2, (size_t)bytes - 2);
    return LINE_REMARK;
  }
  if (r->head_seen)
    return LINE_ROW;
  r->head_seen = true;
  return LINE_HEAD;
}

/* Cuts a line into at most TABLE_COLUMNS_MAX fields. Returns how many. */
static size_t cut_fields(char *line, char **fields)
{
  size_t count = 0;
  for (char *p = line; p && count < TABLE_COLUMNS_MAX;) {
    char *tab = strchr(p, '\t');
    fields[count++] = p;
    if (tab)
      *tab++ = '\0';
    p = tab;
  }
  return count;
}

/* ---- columns ---- */

struct columns {
  struct table_column of[TABLE_COLUMNS_MAX]; /* names are new memory */
  size_t count;
};

static size_t find_column(const struct columns *c, const char *name)
{
  size_t i = 0;
  while (i < c->count && strcmp(c->of[i].name, name) != 0)
    i++;
  return i;
}

static void add_column(struct columns *c, const struct tables_def *def, const char *name)
{
  enum table_type type = TABLE_TEXT;
  for (size_t i = 0; def && i < def->column_count; i++)
    if (strcmp(def->columns[i].name, name) == 0)
      type = def->columns[i].type;
  if (c->count < TABLE_COLUMNS_MAX && find_column(c, name) == c->count)
    c->of[c->count++] = (struct table_column){ mem_format("%s", name), type };
}

static void free_columns(struct columns *c)
{
  for (size_t i = 0; i < c->count; i++)
    mem_free((void *)(uintptr_t)c->of[i].name);
}

/* The columns of all nodes: those of one that has most, then what others have besides. */
static void gather_columns(const struct joined *j, const struct tables_def *def, struct reader *r, struct columns *c)
{
  *c = (struct columns){ 0 };
  add_column(c, NULL, "node");
  for (size_t k = 0; k < def->column_count; k++)
    for (size_t i = 0; i < j->count; i++) {
      char *fields[TABLE_COLUMNS_MAX];
      enum line_kind kind = LINE_REMARK;
      if (j->pieces[i].def != def)
        continue;
      open_piece(r, j, &j->pieces[i]);
      while (kind == LINE_REMARK)
        kind = next_line(r);
      const size_t count = kind == LINE_HEAD ? cut_fields(r->line, fields) : 0;
      for (size_t f = 0; f < count; f++)
        if (strcmp(fields[f], def->columns[k].name) == 0)
          add_column(c, def, fields[f]);
    }
}

/* ---- writing ---- */

/* In the text form a code and a kind stand in no remark. */
static const char *text_of_remark(const char *remark)
{
  static const char incomplete[] = "incomplete: ";
  const char *colon = begins(remark, incomplete) ? strstr(remark + strlen(incomplete), ": ") : NULL;
  return colon ? colon + 2 : NULL;
}

static void write_remark(struct table *t, const char *node, const char *remark)
{
  const char *text = t->form == TABLE_FORM_TEXT ? text_of_remark(remark) : NULL;
  if (t->form == TABLE_FORM_TEXT)
    fprintf(t->out, "  %s: %s%s\n", node, text ? "incomplete: " : "", text ? text : remark);
  else
    fprintf(t->out, "# %s\n", remark);
}

/* Remarks stand before the rows, in TSV form behind a line that says whose they are. */
static void write_remarks(const struct joined *j, const struct tables_def *def, struct reader *r, struct table *t)
{
  for (size_t i = 0; i < j->count; i++) {
    const char *node = j->session->nodes[j->pieces[i].node].name;
    bool named = t->form == TABLE_FORM_TEXT;
    if (j->pieces[i].def != def)
      continue;
    open_piece(r, j, &j->pieces[i]);
    for (enum line_kind kind = next_line(r); kind != LINE_END; kind = next_line(r)) {
      if (kind != LINE_REMARK)
        continue;
      if (!named)
        fprintf(t->out, "# node: %s\n", node);
      named = true;
      write_remark(t, node, r->line);
    }
  }
  for (size_t i = 0; i < j->session->count; i++) {
    const struct session_node *n = &j->session->nodes[i];
    char *text = mem_format("node %s is left out: its dump is none, or cannot be read", n->name);
    if (n->status > 1)
      table_comment(t, "note", text);
    mem_free(text);
  }
  for (size_t i = 0; i < j->session->absent_count; i++)
    table_comment(t, "note", j->session->absent[i]);
}

static void write_row(struct table *t, const struct columns *c, const size_t *place, const char *node, char *line)
{
  char *fields[TABLE_COLUMNS_MAX];
  const size_t count = cut_fields(line, fields);
  table_text(t, node);
  for (size_t i = 1; i < c->count; i++)
    table_field(t, place[i] < count ? fields[place[i]] : "-");
}

/* Where each of the columns stands in a node's rows; TABLE_COLUMNS_MAX: it has it not. */
static void read_head(const struct columns *c, char *line, size_t *place)
{
  char *fields[TABLE_COLUMNS_MAX];
  const size_t count = cut_fields(line, fields);
  for (size_t i = 0; i < c->count; i++) {
    place[i] = TABLE_COLUMNS_MAX;
    for (size_t f = 0; f < count; f++)
      if (strcmp(fields[f], c->of[i].name) == 0)
        place[i] = f;
  }
}

/* Writes the rows of a node. Returns how many it has that were not printed. */
static uint64_t write_rows(const struct joined *j, const struct piece *p, const struct columns *c, struct reader *r,
                           struct table *t)
{
  size_t place[TABLE_COLUMNS_MAX];
  uint64_t printed = 0;
  enum line_kind kind;
  open_piece(r, j, p);
  while ((kind = next_line(r)) != LINE_END)
    if (kind == LINE_HEAD) {
      read_head(c, r->line, place);
    } else if (kind == LINE_ROW) {
      write_row(t, c, place, j->session->nodes[p->node].name, r->line);
      printed++;
    }
  return r->rows > printed ? r->rows - printed : 0;
}

bool joined_write(const struct joined *j, const struct tables_def *def, FILE *out, enum table_form form)
{
  struct reader r = { 0 };
  struct columns c;
  struct table t;
  uint64_t more = 0;
  gather_columns(j, def, &r, &c);
  table_begin(&t, out, form, 0, def->name, def->title, c.of, c.count);
  write_remarks(j, def, &r, &t);
  for (size_t i = 0; i < j->count; i++)
    if (j->pieces[i].def == def)
      more += write_rows(j, &j->pieces[i], &c, &r, &t);
  t.rows += more; /* are said to be there */
  t.limit = t.rows - more;
  const bool good = table_end(&t);
  mem_free(r.line);
  free_columns(&c);
  return good;
}
