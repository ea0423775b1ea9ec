/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * program.c: hands out what a language runtime tells of its program: methods, files, and those sites and classes that
 * recorded births mention.
 */
#include "handout.h"

#include "records/log.h"
#include "state.h"

#define PROGRAM_ROWS 256
#define MARKED 65536u   /* numbers of sites, and of classes, that have marks; sites and classes beyond are all sent */

/* Marks: which numbers births mention, and which of them have left. */
struct marks {
  uint8_t named[MARKED / 8], left[MARKED / 8];
  bool rest_left;     /* those beyond MARKED have left */
};

static const struct prof_program *program;
static struct marks sites, classes;
static bool methods_left;
static uint64_t sent[WIRE_KIND_LIMIT];

void prof_program(const struct prof_program *p)
{
  program = p;
}

const struct prof_program *prof_program_known(void)
{
  return program;
}

void prof_program_again(void)
{
  sites = classes = (struct marks){ 0 };
  methods_left = false;
}

void prof_program_begin(void)
{
  prof_program_again();
  for (size_t kind = 0; kind < WIRE_KIND_LIMIT; kind++)
    sent[kind] = 0;
}

uint64_t prof_program_sent(enum wire_kind kind)
{
  return sent[kind];
}

static void mark_number(uint8_t *bits, uint32_t number)
{
  if (number < MARKED)
    bits[number / 8] |= (uint8_t)(1 << number % 8);
}

static bool is_marked(const uint8_t *bits, uint32_t number)
{
  return bits[number / 8] >> number % 8 & 1;
}

/* Marks the sites and classes of the births that are handed out next, up to the number `until` of each processor. */
static void mark_births(const uint64_t *until)
{
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++)
    for (uint64_t i = prof_log_first(&prof_births, cpu); i < until[cpu]; i++) {
      const struct wire_birth *b = prof_log_record(&prof_births, i);
      mark_number(sites.named, b->site);
      mark_number(classes.named, b->class);
    }
}

/* Returns whether a number has to leave now, and marks it as left. */
static bool must_leave(struct marks *m, uint32_t number)
{
  if (number >= MARKED)
    return !m->rest_left;
  if (!is_marked(m->named, number) || is_marked(m->left, number))
    return false;
  mark_number(m->left, number);
  return true;
}

static void hand_rows(const struct prof_sink *sink, enum wire_kind kind, const void *rows, size_t count)
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

/* A file gets a number where the text changes: the methods of one file stand together. */
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
      hand_rows(sink, WIRE_METHOD, rows, n);
      n = 0;
    }
  }
  hand_rows(sink, WIRE_METHOD, rows, n);
}

static void collect_sites(const struct prof_sink *sink)
{
  static struct wire_site rows[PROGRAM_ROWS];
  size_t n = 0;
  for (uint32_t i = 0; i < program->site_count; i++) {
    if (!must_leave(&sites, i))
      continue;
    struct prof_site s = program->site(i);
    rows[n++] = (struct wire_site){ .id = i, .method = s.method, .line = s.line };
    if (n == PROGRAM_ROWS) {
      hand_rows(sink, WIRE_SITE, rows, n);
      n = 0;
    }
  }
  hand_rows(sink, WIRE_SITE, rows, n);
  sites.rest_left = true;
}

static void collect_classes(const struct prof_sink *sink)
{
  static struct wire_class rows[PROGRAM_ROWS];
  static char name[PROF_PROGRAM_NAME_BYTES];
  size_t n = 0;
  for (uint32_t i = 0; i < program->class_count; i++) {
    if (!must_leave(&classes, i))
      continue;
    rows[n++] = (struct wire_class){ .id = i, .flags = program->class(i, name) };
    prof_names_add(sink, WIRE_SPACE_CLASS, i, name);
    if (n == PROGRAM_ROWS) {
      hand_rows(sink, WIRE_CLASS, rows, n);
      n = 0;
    }
  }
  hand_rows(sink, WIRE_CLASS, rows, n);
  classes.rest_left = true;
}

void prof_program_collect(const struct prof_sink *sink, const uint64_t *births)
{
  if (!program)
    return;
  mark_births(births);
  if (!methods_left)
    collect_methods(sink);
  methods_left = true;
  collect_sites(sink);
  collect_classes(sink);
  prof_names_flush(sink);
}
