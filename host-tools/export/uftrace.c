/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * uftrace.c: the data folder of uftrace (https://github.com/namhyung/uftrace, version 4 of its format), for `uftrace
 * replay`, `report`, `graph` and the rest: calls one by one.
 *
 *   info          a header of 40 bytes; lines: name and command line, which has the remarks, and the numbers of threads
 *   task.txt      the session, and each thread
 *   sid-SID.map   where the image lies: a line as in /proc/PID/maps
 *   NAME.sym      its functions: address, T, name; by address
 *   TID.dat       of each thread with calls: 16 bytes for the beginning and for the end of each
 *   perf-cpuN.dat of each processor: what perf_event_open(2) records of threads' names and of switches between threads
 *
 * All numbers are little-endian. A record of TID.dat is the time, u64, and bits from the lowest up: type (0 begins, 1
 * ends) 2, more 1, magic 3, depth 10, address 48. Functions of ours need no address, and some share one, so each has an
 * address of its own here. Calls deeper than there are numbers for are left out, as uftrace does when it records.
 */
#include "folder.h"
#include "reader.h"

#include "base/mem.h"
#include "base/say.h"

#include <endian.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#define MARK "# made by hostdump\n" /* of task.txt; uftrace looks at lines of other beginnings only */

#define SESSION      "0000000000000001"
#define PERF         "perf-cpu"          /* a processor's file, up to its number */
#define IMAGE_SET    "0123456789-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" /* and _, in an image's name */
#define IMAGE        UINT64_C(0x400000)  /* where functions begin */
#define FUNCTION     16                  /* bytes of each */
#define DEEPEST      1024                /* calls that have a number */
#define HEADER_BYTES 40
#define RECORD_BYTES 16
#define PACKET_BYTES (1u << 16)          /* that are written at once */
#define NAME_MOST    60                  /* of the image, in the names of files */
#define LINE_MOST    3900                /* of `info`, to the end of the remarks */
#define COMM_BYTES   16                  /* of a thread's name, as Linux has it */

/* What `info` has: bits of its header. TASK_SESSION, SYM_REL_ADDR, MAX_STACK, PERF_EVENT; EXE_NAME, CMDLINE,
 * TASKINFO. */
#define FEATURES (1u << 1 | 1u << 5 | 1u << 6 | 1u << 8)
#define INFOS    (1u << 0 | 1u << 3 | 1u << 7)

/* include/uapi/linux/perf_event.h */
enum { RECORD_COMM = 3, RECORD_SWITCH = 14, SWITCH_OUT = 1 << 13, SWITCH_PREEMPTED = 1 << 14 };

struct stream { uint8_t *bytes; size_t used, room; bool exists, met; uint32_t depth; };

struct uftrace {
  struct export *e;
  struct folder folder;
  struct stream *threads;    /* by index in the view */
  size_t thread_room;
  struct stream *cpus;       /* by processor */
  size_t cpu_room;
  uint64_t too_deep;         /* calls that were left out */
};

/* ---- files of records ---- */

static struct stream *stream_at(struct stream **all, size_t *room, uint32_t index)
{
  const size_t old = *room;
  mem_grow(all, room, (size_t)index + 1, sizeof(**all));
  for (size_t i = old; i < *room; i++)
    (*all)[i] = (struct stream){ .used = 0 };
  return &(*all)[index];
}

static void flush_stream(struct uftrace *u, struct stream *s, const char *kind, uint32_t number)
{
  char name[32];
  if (!s->used)
    return;
  snprintf(name, sizeof(name), "%s%" PRIu32 ".dat", kind, number);
  folder_append(&u->folder, name, s->exists, s->bytes, s->used);
  s->exists = true;
  s->used = 0;
}

static void flush_thread(struct uftrace *u, uint32_t thread)
{
  flush_stream(u, &u->threads[thread], "", reader_tid(u->e, thread));
}

static void flush_cpu(struct uftrace *u, uint32_t cpu)
{
  flush_stream(u, &u->cpus[cpu], PERF, cpu);
}

static void put(struct stream *s, uint64_t value, size_t bytes)
{
  mem_grow(&s->bytes, &s->room, s->used + bytes, 1);
  for (size_t i = 0; i < bytes; i++)
    s->bytes[s->used++] = (uint8_t)(value >> 8 * i);
}

/* ---- calls ---- */

static void put_call(struct uftrace *u, struct stream *s, const struct reader_call *c, bool ends)
{
  const uint64_t address = IMAGE + (uint64_t)c->function * FUNCTION;
  const uint64_t record[] = { htole64((uint64_t)(ends ? c->end : c->start)),
                              htole64((uint64_t)ends | 5u << 3 | (uint64_t)s->depth << 6 | address << 16) };
  if (s->depth >= DEEPEST)
    return;
  mem_grow(&s->bytes, &s->room, s->used + RECORD_BYTES, 1);
  memcpy(s->bytes + s->used, record, RECORD_BYTES);
  s->used += RECORD_BYTES;
  if (s->used >= PACKET_BYTES)
    flush_thread(u, c->thread);
}

static void take_call(void *ctx, const struct reader_call *c)
{
  struct uftrace *u = ctx;
  struct stream *s = stream_at(&u->threads, &u->thread_room, c->thread);
  s->met = true;
  u->too_deep += s->depth >= DEEPEST;
  put_call(u, s, c, false);
  s->depth++;
}

static void take_return(void *ctx, const struct reader_call *c)
{
  struct uftrace *u = ctx;
  struct stream *s = &u->threads[c->thread];
  s->depth--;
  put_call(u, s, c, true);
}

/* ---- threads: their names and their switches, as Linux's perf events ---- */

static void put_perf_head(struct stream *s, uint32_t type, uint16_t misc, size_t body_bytes)
{
  put(s, type, 4);
  put(s, misc, 2);
  put(s, 8 + body_bytes, 2);
}

static void put_perf_id(struct uftrace *u, struct stream *s, uint32_t thread, int64_t time)
{
  put(s, READER_PROCESS, 4);
  put(s, reader_tid(u->e, thread), 4);
  put(s, (uint64_t)time, 8);
}

static void put_switch(struct uftrace *u, struct stream *s, uint32_t thread, int64_t time, uint16_t misc)
{
  put_perf_head(s, RECORD_SWITCH, misc, 16);
  put_perf_id(u, s, thread, time);
}

static void take_stretch(void *ctx, const struct reader_stretch *r)
{
  struct uftrace *u = ctx;
  struct stream *s = stream_at(&u->cpus, &u->cpu_room, r->cpu);
  const bool goes_on = r->why == WIRE_WHY_PREEMPTED || r->why == WIRE_WHY_YIELDED || r->why == WIRE_WHY_INTERRUPT;
  if (r->start == r->end)
    return;
  put_switch(u, s, r->thread, r->start, 0);
  put_switch(u, s, r->thread, r->end, goes_on ? SWITCH_OUT | SWITCH_PREEMPTED : SWITCH_OUT);
  if (s->used >= PACKET_BYTES)
    flush_cpu(u, r->cpu);
}

/* The first bytes of a name that have room, without a part of a character. */
static size_t comm_bytes(const char *name)
{
  size_t bytes = strlen(name);
  if (bytes < COMM_BYTES)
    return bytes;
  for (bytes = COMM_BYTES - 1; bytes && ((unsigned char)name[bytes] & 0xc0) == 0x80;)
    bytes--;
  return bytes;
}

/* All names are told at once, of all threads, at time 0. */
static void put_comms(struct uftrace *u)
{
  const struct view *v = u->e->view;
  struct stream *s = stream_at(&u->cpus, &u->cpu_room, 0);
  for (uint32_t i = 0; i < view_thread_count(v); i++) {
    const size_t bytes = comm_bytes(v->threads[i].name);
    put_perf_head(s, RECORD_COMM, 0, 8 + COMM_BYTES + 16);
    put(s, READER_PROCESS, 4);
    put(s, reader_tid(u->e, i), 4);
    for (size_t k = 0; k < COMM_BYTES; k++)
      put(s, k < bytes ? (uint8_t)v->threads[i].name[k] : 0, 1);
    put_perf_id(u, s, i, 0);
    if (s->used >= PACKET_BYTES)
      flush_cpu(u, 0);
  }
}

/* ---- what describes them ---- */

/* A text that grows, and is a file in the end. */
static void put_text(struct stream *s, const char *text)
{
  const size_t bytes = strlen(text);
  mem_grow(&s->bytes, &s->room, s->used + bytes, 1);
  memcpy(s->bytes + s->used, text, bytes);
  s->used += bytes;
}

static void put_format(struct stream *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put_format(struct stream *s, const char *format, ...)
{
  char text[120];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  put_text(s, text);
}

static void put_file(struct uftrace *u, struct stream *s, const char *name)
{
  folder_append(&u->folder, name, false, s->bytes, s->used);
  mem_free(s->bytes);
  *s = (struct stream){ .used = 0 };
}

/* The name of the thing that was profiled, of characters that uftrace takes in the name of a file. */
static void image_name(const struct uftrace *u, char name[NAME_MOST + 1])
{
  char *title = export_title(u->e);
  size_t n = 0;
  for (const char *c = title; *c && n < NAME_MOST; c++)
    name[n++] = strchr(IMAGE_SET, *c) ? *c : '_';
  name[n] = '\0';
  if (!n)
    memcpy(name, "target", sizeof("target"));
  mem_free(title);
}

static uint64_t image_end(const struct uftrace *u)
{
  return IMAGE + (u->e->view->function_count + 1) * FUNCTION;
}

static void put_symbols(struct uftrace *u, const char *image)
{
  const struct view *v = u->e->view;
  struct stream s = { .used = 0 };
  char *name = mem_format("%s.sym", image);
  put_format(&s, "# symbols: %zu\n# path name: ", v->function_count + 1);
  put_text(&s, image);
  put_text(&s, "\n");
  for (uint32_t i = 0; i < v->function_count; i++) {
    put_format(&s, "%016" PRIx64 " T ", (uint64_t)i * FUNCTION);
    put_text(&s, view_function_name(v, i));
    put_text(&s, "\n");
  }
  put_format(&s, "%016" PRIx64 " ? __func_end\n", (uint64_t)v->function_count * FUNCTION);
  put_file(u, &s, name);
  mem_free(name);
}

/* uftrace takes what lies above the stack for the kernel's. */
static void put_map(struct uftrace *u, const char *image)
{
  struct stream s = { .used = 0 };
  put_format(&s, "%012" PRIx64 "-%012" PRIx64 " r-xp 00000000 00:00 0                          %s\n", IMAGE,
             (image_end(u) + 0xfff) & ~UINT64_C(0xfff), image);
  put_text(&s, "7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0                          [stack]\n");
  put_file(u, &s, "sid-" SESSION ".map");
}

static void put_tasks(struct uftrace *u, const char *image)
{
  struct stream s = { .used = 0 };
  put_text(&s, MARK);
  put_format(&s, "SESS timestamp=0.000000000 pid=%" PRIu32 " sid=" SESSION " exename=\"%s\"\n", READER_PROCESS, image);
  for (uint32_t i = 0; i < u->thread_room; i++)
    if (u->threads[i].met)
      put_format(&s, "TASK timestamp=0.000000000 tid=%" PRIu32 " pid=%" PRIu32 "\n", reader_tid(u->e, i),
                 READER_PROCESS);
  put_file(u, &s, "task.txt");
}

/* uftrace reads lines of 4 KiB at most. */
static void put_remark(void *ctx, const struct missing *m)
{
  struct stream *s = ctx;
  char *text = export_remark(m);
  const bool fits = s->used + strlen(text) < LINE_MOST;
  put_text(s, fits ? "; " : "");
  put_text(s, fits ? text : ".");
  mem_free(text);
}

static void put_info(struct uftrace *u, const char *image)
{
  struct stream s = { .used = 0 };
  size_t count = 0;
  put_text(&s, "Ftrace!");
  put(&s, 0, 1);
  put(&s, 4, 4);            /* version */
  put(&s, HEADER_BYTES, 2);
  put(&s, 1, 1);            /* little-endian */
  put(&s, 2, 1);            /* 64-bit addresses */
  put(&s, FEATURES, 8);
  put(&s, INFOS, 8);
  put(&s, DEEPEST, 2);
  put(&s, 0, 6);
  put_format(&s, "exename:%s\ncmdline:hostdump export uftrace", image);
  export_missing(u->e, put_remark, &s);
  for (uint32_t i = 0; i < u->thread_room; i++)
    count += u->threads[i].met;
  put_format(&s, "\ntaskinfo:lines=2\ntaskinfo:nr_tid=%zu\ntaskinfo:tids=", count);
  for (uint32_t i = 0, told = 0; i < u->thread_room; i++)
    if (u->threads[i].met)
      put_format(&s, told++ ? ",%" PRIu32 : "%" PRIu32, reader_tid(u->e, i));
  put_text(&s, "\n");
  put_file(u, &s, "info");
}

/* ---- the folder ---- */

/* Whether a name is one character or more of a set, and then `end`. */
static bool is_made_of(const char *name, const char *set, const char *end)
{
  const size_t bytes = strspn(name, set);
  return bytes && strcmp(name + bytes, end) == 0;
}

static bool is_file_name(const char *name)
{
  const bool of_cpu = strncmp(name, PERF, strlen(PERF)) == 0;
  return strcmp(name, "info") == 0 || strcmp(name, "task.txt") == 0 || strcmp(name, "sid-" SESSION ".map") == 0 ||
         is_made_of(of_cpu ? name + strlen(PERF) : name, "0123456789", ".dat") ||
         is_made_of(name, IMAGE_SET "_", ".sym");
}

static const struct folder_kind uftrace_folder = { "task.txt", MARK, is_file_name };

static void drop_folder(const char *part)
{
  folder_drop(&uftrace_folder, part);
}

static void end_streams(struct uftrace *u)
{
  for (uint32_t i = 0; i < u->thread_room; i++) {
    flush_thread(u, i);
    mem_free(u->threads[i].bytes);
  }
  for (uint32_t i = 0; i < u->cpu_room; i++) {
    flush_cpu(u, i);
    mem_free(u->cpus[i].bytes);
  }
}

static bool write_uftrace(struct export *e)
{
  static const struct reader_ops ops = { .stretch = take_stretch, .call = take_call, .returned = take_return };
  struct uftrace u = { .e = e };
  char image[NAME_MOST + 1];
  if (!dump_count(e->view->dump, WIRE_CALL))
    say_line("%s: the run has no calls one by one, which are all that uftrace shows: record them with prof=calls",
             e->output);
  if (!folder_begin(&u.folder, &uftrace_folder, e))
    return false;
  image_name(&u, image);
  put_comms(&u);
  reader_walk(e, &ops, &u);
  end_streams(&u);
  put_symbols(&u, image);
  put_map(&u, image);
  put_tasks(&u, image);
  put_info(&u, image);
  mem_free(u.threads);
  mem_free(u.cpus);
  if (u.too_deep)
    say_line("%s: %" PRIu64 " calls deeper than %d are left out, as uftrace does", e->output, u.too_deep, DEEPEST);
  return folder_finish(&u.folder);
}

const struct export_ops export_uftrace = {
  .name = "uftrace", .what = "uftrace's data, a folder: uftrace replay, report, graph", .folder = true,
  .drop = drop_folder, .write = write_uftrace };
