/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * series.c: reads counter values that come from outside of the target; series.h is the manual.
 */
#include "series.h"

#include "base/mem.h"
#include "base/say.h"
#include "base/number.h"
#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define FORM 1 /* of the file: its line `# counters: 1` */

struct reader {
  const char *path;
  struct series *series;
  size_t line;          /* number of the line at hand, from 1 */
  bool formed, ended;   /* the lines that open and end it were there */
};

/* Says what is wrong with the line at hand. */
static bool refuse_line(const struct reader *r, const char *why)
{
  say_line("%s: line %zu %s; `make run COUNTERS=...` and QEMU's plugin model.so write such files", r->path, r->line,
           why);
  return false;
}

/* Whether `text` is `# KEY: `; `value` is what follows. */
static bool is_key(char *text, const char *key, char **value)
{
  size_t n = strlen(key);
  if (strncmp(text, "# ", 2) || strncmp(text + 2, key, n) || strncmp(text + 2 + n, ": ", 2))
    return false;
  *value = text + 2 + n + 2;
  return true;
}

/* Reads a whole number as all of `text`. */
static bool read_number(const char *text, uint64_t *n)
{
  return number_whole(text, UINT64_MAX, n);
}

static bool take_comment(struct reader *r, char *text)
{
  char *value;
  uint64_t n;
  if (is_key(text, "counters", &value)) {
    r->formed = read_number(value, &n) && n == FORM;
    return r->formed || refuse_line(r, "says that the file is of another form than this hostdump reads: both must be "
                                    "of one version");
  }
  if (is_key(text, "model", &value) && !r->series->model)
    r->series->model = text_clean((const uint8_t *)value, strlen(value));
  if (is_key(text, "clock", &value))
    r->series->host_clock = strcmp(value, "host") == 0;
  if (is_key(text, "end", &value)) {
    r->ended = read_number(value, &n) && n == r->series->count;
    return r->ended || refuse_line(r, "tells of another number of rows than there are: some are missing");
  }
  return true;
}

/* Splits a line at its tabs into four fields. */
static bool split_fields(char *text, char *field[4])
{
  char *rest = text;
  for (int i = 0; i < 4; i++)
    if (!(field[i] = strsep(&rest, "\t")) || !*field[i])
      return false;
  return !rest;
}

static bool take_names(struct reader *r, char *field[4])
{
  if (strcmp(field[0], "number") || strcmp(field[1], "instructions"))
    return refuse_line(r, "does not name the columns number, instructions, and two counters");
  for (int i = 0; i < 2; i++)
    r->series->name[i] = text_clean((const uint8_t *)field[2 + i], strlen(field[2 + i]));
  return true;
}

static bool take_row(struct reader *r, char *field[4])
{
  struct series *s = r->series;
  struct series_row row;
  uint64_t index;
  if (!read_number(field[0], &index) || !read_number(field[1], &row.instructions) ||
      !read_number(field[2], &row.value[0]) || !read_number(field[3], &row.value[1]))
    return refuse_line(r, "has something else than four whole numbers");
  if (index != s->count)
    return refuse_line(r, "does not follow the row before it");
  const struct series_row *last = s->count ? &s->rows[s->count - 1] : &row;
  if (row.instructions < last->instructions || row.value[0] < last->value[0] || row.value[1] < last->value[1])
    return refuse_line(r, "has a count that is smaller than before");
  mem_grow(&s->rows, &s->room, s->count + 1, sizeof(*s->rows));
  s->rows[s->count++] = row;
  return true;
}

static bool take_line(struct reader *r, char *text)
{
  char *field[4];
  if (text[0] == '#')
    return take_comment(r, text);
  if (!r->formed)
    return refuse_line(r, "is not the first of a file of counter values");
  if (r->ended || !split_fields(text, field))
    return refuse_line(r, r->ended ? "follows the end" : "has not four fields with tabs between them");
  return r->series->name[0] ? take_row(r, field) : take_names(r, field);
}

static bool take_file(struct reader *r, FILE *in)
{
  char *text = NULL;
  size_t room = 0;
  ptrdiff_t n;
  bool good = true;
  while (good && (n = mem_line(&text, &room, in)) >= 0) {
    r->line++;
    if (n && text[n - 1] == '\n')
      text[n - 1] = '\0';
    good = take_line(r, text);
  }
  mem_free(text);
  if (good && ferror(in)) {
    say_line("%s: cannot be read: %s", r->path, strerror(errno));
    return false;
  }
  if (good && !r->ended)
    say_line("%s: its end is missing: QEMU was stopped before it had written it, or the disk was full; run it again",
             r->path);
  return good && r->ended;
}

struct series *series_read(const char *path)
{
  FILE *in = fopen(path, "r");
  if (!in) {
    say_line("%s: the counters' values cannot be read: %s", path, strerror(errno));
    return NULL;
  }
  struct reader r = { .path = path, .series = mem_alloc(1, sizeof(*r.series)) };
  bool good = take_file(&r, in);
  fclose(in);
  if (good)
    return r.series;
  series_free(r.series);
  return NULL;
}

void series_free(struct series *s)
{
  if (!s)
    return;
  mem_free(s->name[0]);
  mem_free(s->name[1]);
  mem_free(s->model);
  mem_free(s->rows);
  mem_free(s);
}
