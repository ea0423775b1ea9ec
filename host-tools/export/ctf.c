/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ctf.c: the Common Trace Format, version 1.8 (https://diamon.org/ctf/v1.8.3/): a folder with a file `metadata` that
 * describes the others, for babeltrace2 and Trace Compass. No library writes it that Debian has with its headers.
 *
 *   switches_N   of processor N: sched_switch, with the fields that Linux gives it, so that viewers of kernels know it
 *   wakes_N      sched_waking, of the processor on which the thread ran that woke the other one
 *   events_N     events: each name is an event class, whose number is the event's in the dump
 *   locks_N      lock_wait, at the end of each wait for a lock, of the processor on which the thread went on
 *   lost_KIND    for each kind of records that lacks some: an event `lost` for each row of table `lost`, in packets
 *   that
 *                say how many records were discarded between their beginning and their end; rows that overlap share one
 *
 * All numbers are little-endian and have no padding. A packet is
 *
 *   magic u32, stream class u32 | begin u64, end u64, content bits u64, packet bits u64, discarded u64, processor u32
 *   then events: class u32, time u64, thread u32 (not of `lost`), fields
 *
 * Streams are files of their own, since each is by time in itself. The thread that has no processor to run on is number
 * 0 in sched_switch, as Linux has it; where it is not known who ran, it is -1.
 */
#include "folder.h"
#include "reader.h"

#include "base/mem.h"
#include "model/lock_waits.h"
#include "model/timeline.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>

#define MAGIC        0xC1FC1FC1u
#define HEAD_BYTES   52             /* of a packet */
#define PACKET_BYTES (1u << 16)     /* a packet is ended that has more */
#define NOT_KNOWN    (-1)

/* The first line of `metadata`, and a mark: a folder that has it may be written anew. CTF wants the first half. */
#define MARK "/* CTF 1.8 */ /* hostdump */\n"

/* Stream classes, and how their files are called. */
enum class { SWITCHES, WAKES, EVENTS, LOST, LOCKS, CLASSES };
static const char *const class_names[CLASSES] = { "switches", "wakes", "events", "lost", "locks" };

struct stream {
  enum class class;
  uint32_t number;           /* processor, or kind of records */
  bool exists;               /* its file does */
  uint8_t *packet;
  size_t used, room;
  uint64_t begin, end, discarded;
};

struct ctf {
  struct export *e;
  struct folder folder;
  struct stream *streams;
  size_t stream_count, stream_room;
  struct map of;             /* class << 32 | number -> stream */
  struct running { uint32_t thread, why; int64_t end; bool any; } *running; /* by processor: the stretch before */
  size_t running_room;
  struct map known_events;
  uint32_t *events;          /* numbers that were met */
  size_t event_count, event_room;
};

/* ---- packets ---- */

static struct stream *stream_of(struct ctf *c, enum class class, uint32_t number)
{
  const uint64_t key = (uint64_t)class << 32 | number;
  uint32_t row = map_get(&c->of, key);
  if (row == MAP_NONE) {
    row = (uint32_t)c->stream_count;
    mem_grow(&c->streams, &c->stream_room, c->stream_count + 1, sizeof(*c->streams));
    c->streams[c->stream_count++] = (struct stream){ .class = class, .number = number };
    map_put(&c->of, key, row);
  }
  return &c->streams[row];
}

static char *name_of_stream(const struct stream *s)
{
  if (s->class == LOST)
    return mem_format("lost_%s", wire_kinds[s->number].name);
  return mem_format("%s_%" PRIu32, class_names[s->class], s->number);
}

static void store(uint8_t *to, uint64_t value, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    to[i] = (uint8_t)(value >> 8 * i);
}

/* Writes the packet at hand, of `begin` to `end`, and begins the next one. */
static void end_packet(struct ctf *c, struct stream *s)
{
  if (!s->used)
    return;
  const uint64_t bits = (uint64_t)s->used * 8;
  char *name = name_of_stream(s);
  store(s->packet, MAGIC, 4);
  store(s->packet + 4, s->class, 4);
  store(s->packet + 8, s->begin, 8);
  store(s->packet + 16, s->end, 8);
  store(s->packet + 24, bits, 8);
  store(s->packet + 32, bits, 8);
  store(s->packet + 40, s->discarded, 8);
  store(s->packet + 48, s->class == LOST ? 0 : s->number, 4);
  folder_append(&c->folder, name, s->exists, s->packet, s->used);
  s->exists = true;
  s->used = 0;
  s->begin = s->end;
  mem_free(name);
}

static void begin_packet(struct stream *s)
{
  if (s->used)
    return;
  mem_grow(&s->packet, &s->room, HEAD_BYTES, 1);
  s->used = HEAD_BYTES;
}

static void put(struct stream *s, uint64_t value, size_t bytes)
{
  mem_grow(&s->packet, &s->room, s->used + bytes, 1);
  store(s->packet + s->used, value, bytes);
  s->used += bytes;
}

/* A string with its zero. */
static void put_text(struct stream *s, const char *text)
{
  const size_t bytes = strlen(text) + 1;
  mem_grow(&s->packet, &s->room, s->used + bytes, 1);
  memcpy(s->packet + s->used, text, bytes);
  s->used += bytes;
}

/* Begins an event; times of a stream do not fall. */
static void begin_event(struct ctf *c, struct stream *s, uint32_t id, int64_t time)
{
  if (s->used > PACKET_BYTES)
    end_packet(c, s);
  begin_packet(s);
  put(s, id, 4);
  put(s, (uint64_t)time, 8);
  s->end = (uint64_t)time;
}

/* ---- records ---- */

static int64_t linux_tid(const struct ctf *c, uint32_t thread)
{
  if (thread == TIMELINE_NONE)
    return NOT_KNOWN;
  return timeline_doing(c->e->view, thread) == TIMELINE_IDLE ? 0 : (int64_t)reader_tid(c->e, thread);
}

/* TASK_RUNNING, TASK_INTERRUPTIBLE, EXIT_DEAD: include/linux/sched.h. */
static uint32_t linux_state(uint32_t why)
{
  switch (why) {
  case WIRE_WHY_BLOCKED: case WIRE_WHY_RESUMED: return 1;
  case WIRE_WHY_EXITED: return 16;
  default: return 0;
  }
}

static const char *name_of(const struct ctf *c, uint32_t thread)
{
  return thread == TIMELINE_NONE ? "(not known)" : c->e->view->threads[thread].name;
}

static void put_switch(struct ctf *c, uint32_t cpu, int64_t time, uint32_t from, uint32_t why, uint32_t to)
{
  struct stream *s = stream_of(c, SWITCHES, cpu);
  begin_event(c, s, 0, time);
  put(s, from == TIMELINE_NONE ? 0 : reader_tid(c->e, from), 4);
  put_text(s, name_of(c, from));
  put(s, (uint64_t)linux_tid(c, from), 8);
  put(s, 0, 4);
  put(s, linux_state(why), 8);
  put_text(s, name_of(c, to));
  put(s, (uint64_t)linux_tid(c, to), 8);
  put(s, 0, 4);
  put(s, why <= WIRE_WHY_UNBLOCK ? why : 0, 1);
}

static struct running *running_on(struct ctf *c, uint32_t cpu)
{
  const size_t old = c->running_room;
  mem_grow(&c->running, &c->running_room, (size_t)cpu + 1, sizeof(*c->running));
  for (size_t i = old; i < c->running_room; i++)
    c->running[i] = (struct running){ .any = false };
  return &c->running[cpu];
}

/* The end of a stretch and the beginning of the next one are one switch where they touch. */
static void take_stretch(void *ctx, const struct reader_stretch *s)
{
  struct ctf *c = ctx;
  struct running *r = running_on(c, s->cpu);
  const bool touch = r->any && r->end == s->start;
  if (r->any && !touch)
    put_switch(c, s->cpu, r->end, r->thread, r->why, TIMELINE_NONE);
  put_switch(c, s->cpu, s->start, touch ? r->thread : TIMELINE_NONE, touch ? r->why : 0, s->thread);
  *r = (struct running){ s->thread, s->why, s->end, true };
}

static void end_stretches(struct ctf *c)
{
  for (uint32_t cpu = 0; cpu < c->running_room; cpu++)
    if (c->running[cpu].any)
      put_switch(c, cpu, c->running[cpu].end, c->running[cpu].thread, c->running[cpu].why, TIMELINE_NONE);
}

static void take_wake(void *ctx, const struct reader_wake *w)
{
  struct ctf *c = ctx;
  struct stream *s = stream_of(c, WAKES, w->cpu);
  begin_event(c, s, 0, w->time);
  put(s, reader_tid(c->e, w->by), 4);
  put_text(s, name_of(c, w->woken));
  put(s, (uint64_t)linux_tid(c, w->woken), 8);
  put(s, 0, 4);
  put(s, w->cpu, 4);
}

static void take_event(void *ctx, const struct reader_event *e)
{
  struct ctf *c = ctx;
  struct stream *s = stream_of(c, EVENTS, e->cpu);
  if (map_get(&c->known_events, e->event) == MAP_NONE) {
    map_put(&c->known_events, e->event, 0);
    mem_grow(&c->events, &c->event_room, c->event_count + 1, sizeof(*c->events));
    c->events[c->event_count++] = e->event;
  }
  begin_event(c, s, e->event, e->time);
  put(s, reader_tid(c->e, e->thread), 4);
  put(s, e->arg, 8);
}

/* A wait is told when it is over: the times of a stream do not fall. */
static void take_wait(void *ctx, const struct reader_wait *w)
{
  struct ctf *c = ctx;
  struct stream *s = stream_of(c, LOCKS, w->cpu);
  begin_event(c, s, 0, w->end);
  put(s, reader_tid(c->e, w->thread), 4);
  put_text(s, w->lock);
  put_text(s, lock_waits_kind(w->flags));
  put_text(s, lock_waits_way(w->flags));
  put(s, (uint64_t)(w->end - w->start), 8);
  put(s, w->holder == READER_NONE ? 0 : reader_tid(c->e, w->holder), 4);
}

/* Rows of a kind come by their beginnings. A packet reaches from the first to the last moment of rows that overlap; one
 * without events reaches up to it. */
static void take_lost(void *ctx, const struct reader_lost *l)
{
  struct ctf *c = ctx;
  struct stream *s = stream_of(c, LOST, l->row->kind);
  const uint64_t from = (uint64_t)l->from, to = (uint64_t)l->to;
  if (!s->used || from >= s->end) {
    end_packet(c, s);
    begin_packet(s);
    s->end = from;
    end_packet(c, s);
  }
  const uint64_t end = s->end > to ? s->end : to;
  begin_packet(s);
  put(s, 0, 4);
  put(s, from, 8);
  put_text(s, wire_kinds[l->row->kind].name);
  put(s, l->row->records, 8);
  put_text(s, reason_code(l->row->reason));
  put(s, to, 8);
  s->end = end;
  s->discarded += l->row->records;
}

/* ---- metadata ---- */

/* A text as a string literal: TSDL takes them as C does. */
static void put_literal(FILE *out, const char *text)
{
  putc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\')
      putc('\\', out);
    putc(*text, out);
  }
  putc('"', out);
}

static void put_variable(FILE *out, const char *key, const char *value)
{
  fprintf(out, "  %s = ", key);
  put_literal(out, value);
  fputs(";\n", out);
}

struct remarks { FILE *out; unsigned count; };

static void put_remark(void *ctx, const struct missing *m)
{
  struct remarks *r = ctx;
  char *text = export_remark(m), *key = mem_format("missing_%u", ++r->count);
  put_variable(r->out, key, text);
  mem_free(key);
  mem_free(text);
}

static void put_environment(const struct ctf *c, FILE *out)
{
  char *title = export_title(c->e);
  fputs("env {\n", out);
  put_variable(out, "hostname", title);
  put_variable(out, "domain", "kernel");
  put_variable(out, "sysname", "Linux"); /* so that viewers of kernels look at sched_switch */
  put_variable(out, "kernel_release", "");
  put_variable(out, "tracer_name", "lttng-modules");
  fputs("  tracer_major = 2;\n  tracer_minor = 13;\n  tracer_patchlevel = 0;\n", out);
  put_variable(out, "made_by", "hostdump");
  export_missing(c->e, put_remark, &(struct remarks){ out, 0 });
  fputs("};\n\n", out);
  mem_free(title);
}

/* Threads by number; an enumeration must not be empty. */
static void put_threads(const struct ctf *c, FILE *out)
{
  const struct view *v = c->e->view;
  fputs("typealias enum : u32 {\n", out);
  for (uint32_t i = 0; i < view_thread_count(v); i++) {
    fputs("  ", out);
    put_literal(out, v->threads[i].name);
    fprintf(out, " = %" PRIu32 ",\n", reader_tid(c->e, i));
  }
  fputs("  \"(not known)\" = 0\n} := thread_t;\n\n", out);
}

static void put_whys(FILE *out)
{
  fputs("typealias enum : u8 {\n  \"-\" = 0", out);
#define WHY(number, NAME, text) fprintf(out, ",\n  \"%s\" = %d", text, number);
  WIRE_WHYS(WHY)
#undef WHY
  fputs("\n} := why_t;\n\n", out);
}

static void put_stream_class(FILE *out, enum class class)
{
  fprintf(out, "stream {\n  id = %d;\n  event.header := struct { u32 id; ns_t timestamp; };\n"
               "  packet.context := struct { ns_t timestamp_begin; ns_t timestamp_end; u64 content_size; "
               "u64 packet_size; u64 events_discarded; u32 cpu_id; };\n", (int)class);
  if (class != LOST)
    fputs("  event.context := struct { thread_t thread; };\n", out);
  fputs("};\n\n", out);
}

static void put_event_class(FILE *out, enum class class, uint32_t id, const char *name, const char *fields)
{
  fputs("event {\n  name = ", out);
  put_literal(out, name);
  fprintf(out, ";\n  id = %" PRIu32 ";\n  stream_id = %d;\n  fields := struct { %s };\n};\n\n", id, (int)class, fields);
}

static void print_metadata(const struct ctf *c, FILE *out)
{
  fputs(MARK "\n"
        "typealias integer { size = 8; align = 8; signed = false; } := u8;\n"
        "typealias integer { size = 32; align = 8; signed = false; } := u32;\n"
        "typealias integer { size = 64; align = 8; signed = false; } := u64;\n"
        "typealias integer { size = 32; align = 8; signed = true; } := s32;\n"
        "typealias integer { size = 64; align = 8; signed = true; } := s64;\n\n"
        "trace {\n  major = 1;\n  minor = 8;\n  byte_order = le;\n"
        "  packet.header := struct { u32 magic; u32 stream_id; };\n};\n\n"
        "clock {\n  name = profile;\n  description = \"since profiling was started\";\n  freq = 1000000000;\n"
        "  offset = 0;\n};\n\n"
        "typealias integer { size = 64; align = 8; signed = false; map = clock.profile.value; } := ns_t;\n\n", out);
  put_environment(c, out);
  put_threads(c, out);
  put_whys(out);
  for (enum class class = 0; class < CLASSES; class++)
    put_stream_class(out, class);
  put_event_class(out, SWITCHES, 0, "sched_switch",
                  "string prev_comm; s64 prev_tid; s32 prev_prio; s64 prev_state; string next_comm; s64 next_tid; "
                  "s32 next_prio; why_t why;");
  put_event_class(out, WAKES, 0, "sched_waking", "string comm; s64 tid; s32 prio; u32 target_cpu;");
  put_event_class(out, LOCKS, 0, "lock_wait",
                  "string lock; string kind; string way; u64 waited_ns; thread_t holder;");
  put_event_class(out, LOST, 0, "lost", "string kind; u64 records; string reason; u64 until;");
  for (size_t i = 0; i < c->event_count; i++)
    put_event_class(out, EVENTS, c->events[i], view_event(c->e->view, c->events[i]), "u64 arg;");
}

/* It comes last: without it no reader takes the folder for a trace. */
static void put_metadata(struct ctf *c)
{
  char *path = mem_format("%s/metadata", c->folder.path);
  const int fd = c->folder.error ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
  if (out)
    print_metadata(c, out);
  const bool good = out && !ferror(out);
  if ((!out || fclose(out) != 0 || !good) && !c->folder.error)
    c->folder.error = errno ? errno : EIO;
  mem_free(path);
}

/* ---- the folder ---- */

static bool is_kind(const char *name)
{
  for (size_t kind = 0; kind < WIRE_KIND_LIMIT; kind++)
    if (wire_kinds[kind].name && strcmp(wire_kinds[kind].name, name) == 0)
      return true;
  return false;
}

static bool is_stream_name(const char *name)
{
  for (enum class class = 0; class < CLASSES; class++) {
    const size_t bytes = strlen(class_names[class]);
    const char *rest = name + bytes + 1;
    if (strncmp(name, class_names[class], bytes) == 0 && name[bytes] == '_')
      return class == LOST ? is_kind(rest) : *rest && !rest[strspn(rest, "0123456789")];
  }
  return strcmp(name, "metadata") == 0;
}

static const struct folder_kind ctf_folder = { "metadata", MARK, is_stream_name };

static void drop_folder(const char *part)
{
  folder_drop(&ctf_folder, part);
}

static bool write_ctf(struct export *e)
{
  static const struct reader_ops ops = {
    .stretch = take_stretch, .wake = take_wake, .event = take_event, .wait = take_wait, .lost = take_lost };
  struct ctf c = { .e = e };
  if (!folder_begin(&c.folder, &ctf_folder, e))
    return false;
  reader_walk(e, &ops, &c);
  end_stretches(&c);
  for (size_t i = 0; i < c.stream_count; i++)
    end_packet(&c, &c.streams[i]);
  put_metadata(&c);
  for (size_t i = 0; i < c.stream_count; i++)
    mem_free(c.streams[i].packet);
  mem_free(c.streams);
  mem_free(c.running);
  mem_free(c.events);
  map_free(&c.of);
  map_free(&c.known_events);
  return folder_finish(&c.folder);
}

const struct export_ops export_ctf = {
  .name = "ctf", .what = "Common Trace Format 1.8, a folder: babeltrace2, Trace Compass", .folder = true,
  .drop = drop_folder,
  .write = write_ctf };
