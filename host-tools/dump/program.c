/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * program.c: methods, sites and classes of a dump; program.h is the manual.
 */
#define _GNU_SOURCE /* memrchr */
#include "program.h"

#include "base/mem.h"

#include <inttypes.h>
#include <string.h>

struct program {
  const struct dump *dump;
  struct program_method *methods;   /* by METHOD row */
  struct map of_address, of_id;     /* to METHOD rows */
  struct map sites;                 /* number to SITE row */
  uint32_t *place;                  /* by SITE row: how many sites of its method and line come before it */
};

/* file:line; the file alone for line 0; NULL when the file is not known. */
static char *place(const struct program *p, const struct wire_method *m, uint32_t line)
{
  char *file = m->file ? dump_name(p->dump, WIRE_SPACE_FILE, m->file) : NULL;
  if (!file || !line)
    return file;
  char *text = mem_format("%s:%" PRIu32, file, line);
  mem_free(file);
  return text;
}

/* What a compiler has made, and no programmer, is marked. */
static char *method_name(const struct dump *d, const struct wire_method *m)
{
  char *name = dump_name(d, WIRE_SPACE_METHOD, m->id);
  const char *mark = m->flags & WIRE_METHOD_BRIDGE    ? " [bridge]"
                   : m->flags & WIRE_METHOD_SYNTHETIC ? " [synthetic]" : "";
  char *text = name ? mem_format("%s%s", name, mark) : mem_format("method %" PRIu32 "%s", m->id, mark);
  mem_free(name);
  return text;
}

struct site_order { struct wire_site site; uint32_t row; };

static int by_place(const void *a, const void *b)
{
  const struct site_order *x = a, *y = b;
  if (x->site.method != y->site.method)
    return x->site.method > y->site.method ? 1 : -1;
  if (x->site.line != y->site.line)
    return x->site.line > y->site.line ? 1 : -1;
  return (x->site.id > y->site.id) - (x->site.id < y->site.id);
}

static void number_sites(struct program *p)
{
  const size_t count = dump_count(p->dump, WIRE_SITE);
  struct site_order *order = mem_alloc(count, sizeof(*order));
  p->place = mem_alloc(count, sizeof(*p->place));
  for (uint32_t i = 0; i < count; i++)
    order[i] = (struct site_order){ dump_site_rows(p->dump)[i], i };
  mem_sort(order, count, sizeof(*order), by_place);
  for (size_t i = 1; i < count; i++) {
    const struct wire_site *s = &order[i].site, *before = &order[i - 1].site;
    bool same = s->line && s->method == before->method && s->line == before->line;
    p->place[order[i].row] = same ? p->place[order[i - 1].row] + (s->id != before->id) : 0;
  }
  mem_free(order);
}

struct program *program_new(const struct dump *d)
{
  struct program *p = mem_alloc(1, sizeof(*p));
  const struct wire_method *m = dump_method_rows(d);
  const size_t count = dump_count(d, WIRE_METHOD);
  p->dump = d;
  p->methods = mem_alloc(count, sizeof(*p->methods));
  for (uint32_t i = 0; i < count; i++) {
    p->methods[i] = (struct program_method){ method_name(d, &m[i]), m[i].line ? place(p, &m[i], m[i].line) : NULL };
    map_put(&p->of_id, m[i].id, i);
    if (map_get(&p->of_address, m[i].address) == MAP_NONE)
      map_put(&p->of_address, m[i].address, i);
  }
  for (uint32_t i = 0; i < dump_count(d, WIRE_SITE); i++)
    map_put(&p->sites, dump_site_rows(d)[i].id, i);
  number_sites(p);
  return p;
}

void program_free(struct program *p)
{
  if (!p)
    return;
  for (size_t i = 0; i < dump_count(p->dump, WIRE_METHOD); i++) {
    mem_free(p->methods[i].name);
    mem_free(p->methods[i].where);
  }
  mem_free(p->methods);
  mem_free(p->place);
  map_free(&p->of_address);
  map_free(&p->of_id);
  map_free(&p->sites);
  mem_free(p);
}

const struct program_method *program_method(const struct program *p, uint64_t address)
{
  dump_note_read(p->dump, DUMP_KIND(WIRE_METHOD) | DUMP_KIND(WIRE_NAME));
  uint32_t row = map_get(&p->of_address, address);
  return row == MAP_NONE ? NULL : &p->methods[row];
}

/* The last point in [from, to); `from` when there is none. */
static const char *last_point(const char *from, const char *to)
{
  const char *point = memrchr(from, '.', (size_t)(to - from));
  return point ? point : from;
}

/* Text [from, to), "-" for none. */
static char *piece(const char *from, const char *to)
{
  return from == to ? mem_format("-") : mem_format("%.*s", (int)(to - from), from);
}

/* package.Class.method(parameters) into its three parts. */
static void split(const char *name, struct program_site *s)
{
  const char *method_end = name + strcspn(name, "(");
  const char *class_end = last_point(name, method_end);
  const char *package_end = last_point(name, class_end);
  s->package = piece(name, package_end);
  s->class = piece(package_end + (*package_end == '.' && package_end < class_end), class_end);
  s->method = mem_format("%s", class_end + (*class_end == '.' && class_end < method_end));
}

struct program_site program_site(const struct program *p, uint32_t number)
{
  dump_note_read(p->dump, DUMP_KIND(WIRE_SITE) | DUMP_KIND(WIRE_METHOD) | DUMP_KIND(WIRE_NAME));
  struct program_site s = { NULL, NULL, NULL, NULL };
  uint32_t row = map_get(&p->sites, number);
  const struct wire_site *site = row == MAP_NONE ? NULL : &dump_site_rows(p->dump)[row];
  uint32_t method = site ? map_get(&p->of_id, site->method) : MAP_NONE;
  if (method != MAP_NONE) {
    split(p->methods[method].name, &s);
    s.where = place(p, &dump_method_rows(p->dump)[method], site->line);
    if (s.where && p->place[row]) {
      char *line = s.where;
      s.where = mem_format("%s#%" PRIu32, line, p->place[row] + 1);
      mem_free(line);
    }
  } else {
    s.package = mem_format("-");
    s.class = mem_format("-");
    s.method = mem_format("site %" PRIu32, number);
  }
  if (!s.where)
    s.where = mem_format("-");
  return s;
}

void program_site_free(struct program_site *s)
{
  mem_free(s->package);
  mem_free(s->class);
  mem_free(s->method);
  mem_free(s->where);
}

char *program_class(const struct program *p, uint32_t number)
{
  char *name = dump_name(p->dump, WIRE_SPACE_CLASS, number);
  return name ? name : mem_format("class %" PRIu32, number);
}
