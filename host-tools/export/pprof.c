/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pprof.c: pprof's format (profile.proto), compressed by gzip as its readers want it. The messages are written by
 * protobuf-c, one after the other, so a profile is never in memory as a whole: a message Profile is its fields in any
 * order, and those of the string table in the order of their numbers.
 *
 * A profile has up to three kinds of samples with types of their own; a sample is 0 in the types of the others. What
 * the run did not record has no types: samples of the timer; nodes of call trees, whose outermost function is the root
 * of their thread; and objects by the site that made them.
 */
#include "reader.h"

#include "base/mem.h"
#include "base/say.h"
#include "dump/program.h"
#include "model/cohorts.h"
#include "model/stacks.h"

#include <errno.h>
#include <profile.pb-c.h>
#include <stdlib.h>
#include <zlib.h>

/* Numbers of the fields of the message Profile, and their type: a length-delimited one, or a number. */
enum field { SAMPLE_TYPE = 1, SAMPLE, MAPPING, LOCATION, FUNCTION, STRING, DURATION = 10, PERIOD_TYPE, PERIOD, COMMENT,
             DEFAULT_TYPE };
#define KEY(field, text) ((uint8_t)((field) << 3 | ((text) ? 2 : 0)))

#define GZIP      16 /* of deflateInit2(): a gzip file (zlib.h) */
#define LEVEL     3  /* half of the time of the usual one, for a tenth more bytes */

/* The types. T(NAME, type, unit, the mode without which there are none). */
#define TYPES(T) \
  T(SAMPLES, "samples", "count", WIRE_MODE_SAMPLES) \
  T(CALLS, "calls", "count", WIRE_MODE_TIMING) \
  T(EXCL, "excl", "nanoseconds", WIRE_MODE_TIMING) \
  T(RAW, "raw", "nanoseconds", WIRE_MODE_TIMING) \
  T(ALLOC_OBJECTS, "alloc_objects", "count", WIRE_MODE_OBJECTS) \
  T(ALLOC_SPACE, "alloc_space", "bytes", WIRE_MODE_OBJECTS) \
  T(INUSE_OBJECTS, "inuse_objects", "count", WIRE_MODE_OBJECTS) \
  T(INUSE_SPACE, "inuse_space", "bytes", WIRE_MODE_OBJECTS)

enum type {
#define ENUM(NAME, type, unit, mode) TYPE_##NAME,
  TYPES(ENUM)
#undef ENUM
  TYPE_COUNT
};

static const struct { const char *type, *unit; uint32_t mode; } types[] = {
#define ENTRY(NAME, type, unit, mode) { type, unit, mode },
  TYPES(ENTRY)
#undef ENTRY
};

struct pprof {
  struct export *e;
  z_stream z;
  uint8_t *packed;           /* a message */
  size_t packed_room;
  int64_t strings;           /* in the table */
  int64_t thread_key, class_key;
  int64_t *thread_names;     /* by thread: string, or 0 */
  size_t thread_room;
  uint8_t *told;             /* by function: its location was written */
  size_t told_room;
  uint32_t modes;            /* of which there are types */
  uint64_t further;          /* locations that are no function's of the view */
  uint64_t *locations;       /* of a sample */
  size_t location_room;
  struct stacks_paths paths;
};

/* ---- the stream ---- */

static void *zlib_alloc(void *opaque, unsigned count, unsigned size)
{
  (void)opaque;
  return mem_alloc(count, size);
}

static void zlib_free(void *opaque, void *p)
{
  (void)opaque;
  mem_free(p);
}

static bool open_stream(struct pprof *p)
{
  p->z.zalloc = zlib_alloc;
  p->z.zfree = zlib_free;
  return deflateInit2(&p->z, LEVEL, Z_DEFLATED, 15 + GZIP, 9, Z_DEFAULT_STRATEGY) == Z_OK;
}

/* Compresses what zlib has to read. */
static void deflate_all(struct pprof *p, int flush)
{
  struct sink *s = &p->e->sink;
  int result = Z_OK;
  while (result != Z_STREAM_END && (p->z.avail_in || flush == Z_FINISH)) {
    p->z.next_out = sink_room(s, 1);
    p->z.avail_out = (unsigned)sink_left(s);
    const unsigned room = p->z.avail_out;
    result = deflate(&p->z, flush);
    sink_took(s, room - p->z.avail_out);
  }
}

static void put_bytes(struct pprof *p, const void *bytes, size_t count)
{
  p->z.next_in = (uint8_t *)(uintptr_t)bytes;
  p->z.avail_in = (unsigned)count; /* a message is smaller than a frame, names are */
  deflate_all(p, Z_NO_FLUSH);
}

static void put_number(struct pprof *p, uint64_t n)
{
  uint8_t bytes[10];
  size_t count = 0;
  do
    bytes[count++] = (uint8_t)((n & 0x7f) | (n > 0x7f ? 0x80 : 0));
  while (n >>= 7);
  put_bytes(p, bytes, count);
}

static void put_key(struct pprof *p, enum field field, bool text)
{
  put_bytes(p, &(uint8_t){ KEY(field, text) }, 1);
}

static void put_value(struct pprof *p, enum field field, int64_t value)
{
  put_key(p, field, false);
  put_number(p, (uint64_t)value);
}

static void put_message(struct pprof *p, enum field field, const ProtobufCMessage *message)
{
  const size_t bytes = protobuf_c_message_get_packed_size(message);
  mem_grow(&p->packed, &p->packed_room, bytes, 1);
  protobuf_c_message_pack(message, p->packed);
  put_key(p, field, true);
  put_number(p, bytes);
  put_bytes(p, p->packed, bytes);
}

/* Adds a string to the table; returns its number. */
static int64_t string_new(struct pprof *p, const char *text)
{
  put_key(p, STRING, true);
  put_number(p, strlen(text));
  put_bytes(p, text, strlen(text));
  return p->strings++;
}

static void put_type(struct pprof *p, enum field field, const char *type, const char *unit)
{
  Profile__ValueType message = PROFILE__VALUE_TYPE__INIT;
  message.type = string_new(p, type);
  message.unit = string_new(p, unit);
  put_message(p, field, &message.base);
}

/* ---- places ---- */

/* Writes a function and its only location, both called `id`. `where` is FILE:LINE, FILE:LINE#N, FILE or "-". */
static void put_place(struct pprof *p, uint64_t id, uint64_t address, const char *name, const char *where)
{
  Profile__Function function = PROFILE__FUNCTION__INIT;
  Profile__Location location = PROFILE__LOCATION__INIT;
  Profile__Line line = PROFILE__LINE__INIT, *lines[] = { &line };
  const char *colon = strrchr(where, ':');
  const long number = colon ? strtol(colon + 1, NULL, 10) : 0;
  char *file = number > 0 ? mem_format("%.*s", (int)(colon - where), where) : mem_format("%s", where);
  function.id = line.function_id = location.id = id;
  function.name = function.system_name = string_new(p, name);
  function.filename = strcmp(where, "-") == 0 ? 0 : string_new(p, file);
  function.start_line = line.line = number > 0 ? number : 0;
  location.mapping_id = 1;
  location.address = address;
  location.n_line = 1;
  location.line = lines;
  put_message(p, FUNCTION, &function.base);
  put_message(p, LOCATION, &location.base);
  mem_free(file);
}

/* The location of a function of the view. */
static uint64_t location_of(struct pprof *p, uint32_t function)
{
  struct view *v = p->e->view;
  const size_t old = p->told_room;
  mem_grow(&p->told, &p->told_room, (size_t)function + 1, 1);
  if (p->told_room > old)
    memset(p->told + old, 0, p->told_room - old);
  if (!p->told[function])
    put_place(p, (uint64_t)function + 1, v->functions[function].address, view_function_name(v, function),
              view_where(v, function));
  p->told[function] = 1;
  return (uint64_t)function + 1;
}

static void add_location(struct pprof *p, Profile__Sample *s, uint64_t location)
{
  mem_grow(&p->locations, &p->location_room, s->n_location_id + 1, sizeof(*p->locations));
  p->locations[s->n_location_id++] = location;
  s->location_id = p->locations;
}

static void put_mapping(struct pprof *p)
{
  Profile__Mapping mapping = PROFILE__MAPPING__INIT;
  char *title = export_title(p->e), *id = dump_name(p->e->view->dump, WIRE_SPACE_BUILD_ID, 0);
  mapping.id = 1;
  mapping.memory_limit = UINT64_MAX;
  mapping.filename = string_new(p, title);
  mapping.build_id = id ? string_new(p, id) : 0;
  mapping.has_functions = mapping.has_filenames = mapping.has_line_numbers = true;
  put_message(p, MAPPING, &mapping.base);
  mem_free(id);
  mem_free(title);
}

/* ---- samples of all kinds ---- */

/* Writes a sample. `values` are by type; the label is left out where its key is 0. */
static void put_sample(struct pprof *p, Profile__Sample *s, const int64_t values[TYPE_COUNT], int64_t key, int64_t text)
{
  int64_t there[TYPE_COUNT];
  Profile__Label label = PROFILE__LABEL__INIT, *labels[] = { &label };
  for (enum type t = 0; t < TYPE_COUNT; t++)
    if (p->modes & types[t].mode)
      there[s->n_value++] = values[t];
  s->value = there;
  label.key = key;
  label.str = text;
  s->n_label = key != 0;
  s->label = labels;
  put_message(p, SAMPLE, &s->base);
}

static int64_t thread_name(struct pprof *p, uint32_t thread)
{
  const size_t old = p->thread_room;
  mem_grow(&p->thread_names, &p->thread_room, (size_t)thread + 1, sizeof(*p->thread_names));
  for (size_t i = old; i < p->thread_room; i++)
    p->thread_names[i] = 0;
  if (!p->thread_names[thread])
    p->thread_names[thread] = string_new(p, p->e->view->threads[thread].name);
  return p->thread_names[thread];
}

static void take_sample(void *ctx, const struct reader_sample *s)
{
  struct pprof *p = ctx;
  stacks_count(&p->paths, p->e->view, s->record, s->stack);
}

/* Samples of one path are one. */
static void put_paths(struct pprof *p)
{
  for (uint32_t i = 0; i < p->paths.count; i++) {
    const struct stacks_path *path = &p->paths.rows[i];
    Profile__Sample s = PROFILE__SAMPLE__INIT;
    uint32_t r = i;
    if (!path->samples)
      continue;
    for (; p->paths.rows[r].depth; r = p->paths.rows[r].parent)
      add_location(p, &s, location_of(p, p->paths.rows[r].function));
    put_sample(p, &s, (const int64_t[TYPE_COUNT]){ [TYPE_SAMPLES] = (int64_t)path->samples }, p->thread_key,
               thread_name(p, p->paths.rows[r].function));
  }
}

static void take_node(void *ctx, const struct reader_node *n)
{
  struct pprof *p = ctx;
  Profile__Sample s = PROFILE__SAMPLE__INIT;
  for (size_t i = 0; i < n->depth; i++)
    add_location(p, &s, location_of(p, n->path[i]));
  put_sample(p, &s, (const int64_t[TYPE_COUNT]){ [TYPE_CALLS] = (int64_t)n->node->rec->calls, [TYPE_EXCL] = n->excl,
                                                 [TYPE_RAW] = n->raw_excl },
             p->thread_key, thread_name(p, n->node->thread));
}

static void put_site(struct pprof *p, const struct cohort *c)
{
  struct view *v = p->e->view;
  struct program_site site = program_site(v->program, c->key);
  char *class = c->several ? mem_format("several") : program_class(v->program, c->class);
  const bool in_package = strcmp(site.package, "-") != 0, in_class = strcmp(site.class, "-") != 0;
  char *name = mem_format("%s%s%s%s%s", in_package ? site.package : "", in_package ? "." : "",
                          in_class ? site.class : "", in_class ? "." : "", site.method);
  const uint64_t id = (UINT64_C(1) << 32) + p->further++;
  Profile__Sample s = PROFILE__SAMPLE__INIT;
  put_place(p, id, 0, name, site.where);
  add_location(p, &s, id);
  put_sample(p, &s, (const int64_t[TYPE_COUNT]){
    [TYPE_ALLOC_OBJECTS] = (int64_t)c->count, [TYPE_ALLOC_SPACE] = (int64_t)c->bytes,
    [TYPE_INUSE_OBJECTS] = (int64_t)c->live_objects, [TYPE_INUSE_SPACE] = (int64_t)c->live_bytes },
             p->class_key, string_new(p, class));
  mem_free(name);
  mem_free(class);
  program_site_free(&site);
}

static void put_sites(struct pprof *p)
{
  const struct cohort_group *sites = &analysis_cohorts(p->e->analysis)->sites;
  for (size_t i = 0; i < sites->count; i++)
    put_site(p, &sites->rows[i]);
}

static void put_remark(void *ctx, const struct missing *m)
{
  struct pprof *p = ctx;
  char *text = export_remark(m);
  put_value(p, COMMENT, string_new(p, text));
  mem_free(text);
}

static void take_lost(void *ctx, const struct reader_lost *l)
{
  struct pprof *p = ctx;
  char *text = mem_format("lost: %s: from %.3f us to %.3f us: %ju records: %s", wire_kinds[l->row->kind].name,
                          (double)l->from / 1000, (double)l->to / 1000, (uintmax_t)l->row->records,
                          reason_code(l->row->reason));
  put_value(p, COMMENT, string_new(p, text));
  mem_free(text);
}

/* ---- the profile ---- */

/* Modes of which there is something to be said. A dump that does not say its modes may have all of them; a profile
 * without a type is none, so there are samples at least, be it that there is no sample. */
static uint32_t modes_of(const struct view *v)
{
  const uint32_t all = WIRE_MODE_SAMPLES | WIRE_MODE_TIMING | WIRE_MODE_OBJECTS;
  const uint32_t modes = (uint32_t)dump_meta(v->dump, WIRE_META_MODES, all) & all;
  const uint32_t told = view_trees_fit(v) ? modes : modes & ~(uint32_t)WIRE_MODE_TIMING;
  return told ? told : WIRE_MODE_SAMPLES;
}

/* Types, the period of samples, and the type that a viewer shows at first. */
static void put_types(struct pprof *p)
{
  const struct view *v = p->e->view;
  const uint64_t hz = dump_meta(v->dump, WIRE_META_TICK_HZ, 0);
  const char *first = NULL;
  for (enum type t = 0; t < TYPE_COUNT; t++)
    if (p->modes & types[t].mode) {
      put_type(p, SAMPLE_TYPE, types[t].type, types[t].unit);
      first = !first || t == TYPE_EXCL ? types[t].type : first;
    }
  if (first)
    put_value(p, DEFAULT_TYPE, string_new(p, first));
  if (hz && p->modes & WIRE_MODE_SAMPLES) {
    put_type(p, PERIOD_TYPE, "cpu", "nanoseconds");
    put_value(p, PERIOD, (int64_t)(1000000000 / hz));
  }
  put_value(p, DURATION, view_ns(v, v->stop));
}

static bool write_pprof(struct export *e)
{
  struct pprof p = { .e = e, .modes = modes_of(e->view) };
  const struct reader_ops ops = {
    .sample = p.modes & WIRE_MODE_SAMPLES ? take_sample : NULL, .node = p.modes & WIRE_MODE_TIMING ? take_node : NULL,
    .lost = take_lost };
  if (!open_stream(&p)) {
    say_line("%s: zlib refuses to compress", e->output);
    return false;
  }
  string_new(&p, "");
  p.thread_key = string_new(&p, "thread");
  p.class_key = string_new(&p, "class");
  put_types(&p);
  put_mapping(&p);
  reader_walk(e, &ops, &p);
  put_paths(&p);
  if (p.modes & WIRE_MODE_OBJECTS)
    put_sites(&p);
  export_missing(e, put_remark, &p);
  deflate_all(&p, Z_FINISH);
  deflateEnd(&p.z);
  stacks_free(&p.paths);
  mem_free(p.packed);
  mem_free(p.thread_names);
  mem_free(p.told);
  mem_free(p.locations);
  return true;
}

const struct export_ops export_pprof = {
  .name = "pprof", .what = "pprof's gzipped protobuf: go tool pprof, Pyroscope, Parca", .write = write_pprof };
