/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * symbols.c: what is done with symbols, wherever they come from; symbols.h is the manual.
 */
#include "symbols.h"

#include "base/mem.h"
#include "base/search.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void symbols_close(struct symbols *s)
{
  if (!s)
    return;
  for (size_t i = 0; i < s->count; i++)
    mem_free((char *)s->table[i].name);
  mem_free(s->table);
  s->close(s);
  mem_free(s);
}

const char *symbols_build_id(const struct symbols *s)
{
  return s->id;
}

const struct symbol *symbols_find(const struct symbols *s, uint64_t address)
{
  size_t low = 0;
  SEARCH(low, s->count, s->table[middle].start <= address);
  return low && address < s->table[low - 1].end ? &s->table[low - 1] : NULL;
}

/* Whether two names are one as far as a dump carries it; where it is cut, the last character may be. */
static bool same_name(const char *a, const char *b)
{
  return strncmp(a, b, SYMBOLS_NAME_MOST - 4) == 0;
}

size_t symbols_differing(const struct symbols *carried, const struct symbols *image, const struct symbol **first)
{
  size_t count = 0;
  for (const struct symbol *s = carried->table; s < carried->table + carried->count; s++) {
    const struct symbol *there = symbols_find(image, s->start);
    if (there && there->start == s->start && there->end == s->end && same_name(there->name, s->name))
      continue;
    if (!count++)
      *first = s;
  }
  return count;
}

bool symbols_source(const struct symbols *s, uint64_t address, struct symbol_source *source)
{
  return s->source(s, address, source);
}

bool symbols_where(const struct symbols *s, uint64_t address, char *out, size_t bytes)
{
  struct symbol_source source;
  if (!symbols_source(s, address, &source))
    return false;
  snprintf(out, bytes, "%s:%" PRIu32, source.file, source.line);
  return true;
}

bool symbols_line(const struct symbols *s, uint64_t address, char *out, size_t bytes)
{
  struct symbol_source line;
  if (!s->line || !s->line(s, address, &line))
    return false;
  snprintf(out, bytes, "%s:%" PRIu32, line.file, line.line);
  return true;
}

void symbols_each_line(const struct symbols *s, symbols_line_fn *fn, void *ctx)
{
  if (s->each_line)
    s->each_line(s, fn, ctx);
}

const char *symbols_file(const struct symbols *s, struct symbols_code **code, size_t *count)
{
  *code = NULL;
  *count = 0;
  return s->file ? s->file(s, code, count) : NULL;
}
