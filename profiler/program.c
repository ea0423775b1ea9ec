/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * program.c: what a language runtime tells of its program, handed out: methods, files, and of the sites and classes
 * those that the recorded births name.
 */
#include "internal.h"

#define PROGRAM_ROWS 256
#define MARKED 65536u   /* sites, and classes, of which is known whether a birth names them; those beyond are all sent */

static const struct prof_program *program;
static uint8_t sites_named[MARKED / 8], classes_named[MARKED / 8];
static uint64_t sent[WIRE_KIND_LIMIT];

void prof_program(const struct prof_program *p)
{
  program = p;
}

uint64_t prof_program_sent(enum wire_kind kind)
{
  return sent[kind];
}

static void mark(uint8_t *named, uint32_t number)
{
  if (number < MARKED)
    named[number / 8] |= (uint8_t)(1 << number % 8);
}

static bool is_named(const uint8_t *named, uint32_t number)
{
  return number >= MARKED || named[number / 8] >> number % 8 & 1;
}

static void mark_all(void)
{
  for (uint32_t i = 0; i < MARKED / 8; i++)
    sites_named[i] = classes_named[i] = 0;
  for (uint64_t i = prof_log_first(&prof_births), n = prof_log_kept(&prof_births); n; n--, i++) {
    mark(sites_named, prof_birth_records[i & prof_births.mask].site);
    mark(classes_named, prof_birth_records[i & prof_births.mask].class);
  }
}

static void hand_out(const struct prof_sink *sink, enum wire_kind kind, const void *rows, size_t count)
{
  if (count)
    sink->records(sink->ctx, kind, rows, count);
  sent[kind] += count;
}

static bool same_text(const char *a, const char *b)
{
  if (!a || !b)
    return a == b;
  while (*a && *a == *b)
    a++, b++;
  return *a == *b;
}

/* Files get a number where the text changes: methods of one stand together. */
static void collect_methods(const struct prof_sink *sink)
{
  static struct wire_method rows[PROGRAM_ROWS];
  static char name[PROF_PROGRAM_NAME_BYTES];
  const char *file = NULL;
  uint32_t files = 0;
  size_t n = 0;
  for (uint32_t i = 0; i < program->method_count; i++) {
    struct prof_method m = program->method(i, name);
    if (!m.address)
      continue;
    prof_names_add(sink, WIRE_SPACE_METHOD, i, name);
    if (m.file && !same_text(m.file, file)) {
      file = m.file;
      prof_names_add(sink, WIRE_SPACE_FILE, ++files, file);
    }
    rows[n++] = (struct wire_method){ .id = i, .file = m.file ? files : 0, .line = m.line, .flags = m.flags,
                                      .address = m.address };
    if (n == PROGRAM_ROWS) {
      hand_out(sink, WIRE_METHOD, rows, n);
      n = 0;
    }
  }
  hand_out(sink, WIRE_METHOD, rows, n);
}

static void collect_sites(const struct prof_sink *sink)
{
  static struct wire_site rows[PROGRAM_ROWS];
  size_t n = 0;
  for (uint32_t i = 0; i < program->site_count; i++) {
    if (!is_named(sites_named, i))
      continue;
    struct prof_site s = program->site(i);
    rows[n++] = (struct wire_site){ .id = i, .method = s.method, .line = s.line };
    if (n == PROGRAM_ROWS) {
      hand_out(sink, WIRE_SITE, rows, n);
      n = 0;
    }
  }
  hand_out(sink, WIRE_SITE, rows, n);
}

static void collect_classes(const struct prof_sink *sink)
{
  static struct wire_class rows[PROGRAM_ROWS];
  static char name[PROF_PROGRAM_NAME_BYTES];
  size_t n = 0;
  for (uint32_t i = 0; i < program->class_count; i++) {
    if (!is_named(classes_named, i))
      continue;
    rows[n++] = (struct wire_class){ .id = i, .flags = program->class(i, name) };
    prof_names_add(sink, WIRE_SPACE_CLASS, i, name);
    if (n == PROGRAM_ROWS) {
      hand_out(sink, WIRE_CLASS, rows, n);
      n = 0;
    }
  }
  hand_out(sink, WIRE_CLASS, rows, n);
}

void prof_program_collect(const struct prof_sink *sink)
{
  sent[WIRE_METHOD] = sent[WIRE_SITE] = sent[WIRE_CLASS] = 0;
  if (!program)
    return;
  mark_all();
  collect_methods(sink);
  collect_sites(sink);
  collect_classes(sink);
  prof_names_flush(sink);
}
