/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perf.c: the file of Linux' perf, perf.data (tools/perf/Documentation/perf.data-file-format.txt and
 * include/uapi/linux/perf_event.h), of samples with their stacks: for perf report, perf annotate, hotspot, Firefox'
 * profiler. No library writes it.
 *
 *   header | attribute: samples of a clock | records: MMAP2, COMM, SAMPLE, LOST | features: host name, command line
 *
 * perf knows functions by the ELF file that ran, so its code is mapped by name and build-id where hostdump has that
 * file; all samples are of a program of that name, for perf takes a kernel's symbols from elsewhere. Return addresses
 * are written less one, so that perf names the function of the call, as the tables do. The probes of the profiler are
 * functions like others there. The command line has what is missing.
 */
#include "reader.h"

#include "base/mem.h"
#include "base/say.h"
#include "base/text.h"
#include "dump/symbols.h"

#include <stdio.h>

#define HEADER_BYTES 104
#define ATTR_BYTES   128u  /* PERF_ATTR_SIZE_VER7 */
#define RECORD_MOST  65528u /* its size has 16 bits, and is a multiple of 8 */

/* include/uapi/linux/perf_event.h */
/* Numbers of the interface: */
enum { RECORD_LOST = 2, RECORD_COMM = 3, RECORD_SAMPLE = 9, RECORD_MMAP2 = 10 };
enum { MISC_USER = 2, MISC_BUILD_ID = 1 << 14 };
enum { TYPE_SOFTWARE = 1, SAMPLE_IP = 1, SAMPLE_TID = 2, SAMPLE_TIME = 4, SAMPLE_CALLCHAIN = 32, SAMPLE_CPU = 128 };
#define SAMPLE_ID_ALL     (UINT64_C(1) << 18)
#define CONTEXT_USER      (-UINT64_C(512))
#define CONTEXT_MOST      (-UINT64_C(4095)) /* addresses from here on are marks */
#define PROT_READ_EXEC    5
#define MAP_PRIVATE_      2

/* Features: bits of the header. */
enum { FEATURE_HOSTNAME = 3, FEATURE_CMDLINE = 11 };

struct perf {
  struct export *e;
  bool counting;             /* bytes are counted, not written: the header stands before what it measures */
  uint64_t bytes;
  uint8_t *told;             /* by thread: its name was written */
  size_t told_room;
  char **remarks;
  size_t remark_count, remark_room;
};

static void put(struct perf *p, uint64_t value, size_t bytes)
{
  uint8_t out[8];
  p->bytes += bytes;
  if (p->counting)
    return;
  for (size_t i = 0; i < bytes; i++)
    out[i] = (uint8_t)(value >> 8 * i);
  sink_bytes(&p->e->sink, out, bytes);
}

/* `bytes` bytes of which the text takes some, and a zero at least. */
static void put_text(struct perf *p, const char *text, size_t count, size_t bytes)
{
  p->bytes += bytes;
  if (p->counting)
    return;
  sink_bytes(&p->e->sink, text, count);
  for (size_t i = count; i < bytes; i++)
    sink_byte(&p->e->sink, 0);
}

static size_t padded(size_t bytes)
{
  return (bytes + 1 + 7) / 8 * 8;
}

/* ---- records ---- */

#define TRAILER_BYTES 24

static void put_record(struct perf *p, uint32_t type, uint16_t misc, size_t bytes)
{
  put(p, type, 4);
  put(p, misc, 2);
  put(p, 8 + bytes, 2);
}

/* Behind records that are no samples: whose they are, when, on which processor. */
static void put_trailer(struct perf *p, uint32_t tid, int64_t time)
{
  put(p, READER_PROCESS, 4);
  put(p, tid, 4);
  put(p, (uint64_t)time, 8);
  put(p, 0, 8);
}

/* The build-id as 20 bytes; returns how many there are. */
static size_t read_build_id(const struct perf *p, uint8_t id[20])
{
  char *text = dump_name(p->e->view->dump, WIRE_SPACE_BUILD_ID, 0);
  size_t count = 0;
  memset(id, 0, 20);
  for (unsigned byte; text && count < 20 && sscanf(text + 2 * count, "%2x", &byte) == 1; count++) {
    id[count] = (uint8_t)byte;
    if (strlen(text) <= 2 * count + 2) {
      count++;
      break;
    }
  }
  mem_free(text);
  return count;
}

static void put_mapping(struct perf *p, const char *file, const struct symbols_code *code)
{
  uint8_t id[20];
  const size_t id_bytes = read_build_id(p, id);
  const int length = text_cut(file, 4096);
  const size_t name = padded((size_t)length);
  put_record(p, RECORD_MMAP2, MISC_USER | (id_bytes ? MISC_BUILD_ID : 0), 32 + 24 + 8 + name + TRAILER_BYTES);
  put(p, READER_PROCESS, 4);
  put(p, READER_PROCESS, 4);
  put(p, code->start, 8);
  put(p, code->bytes, 8);
  put(p, code->offset, 8);
  put(p, id_bytes, 4);
  for (size_t i = 0; i < sizeof(id); i++)
    put(p, id[i], 1);
  put(p, PROT_READ_EXEC, 4);
  put(p, MAP_PRIVATE_, 4);
  put_text(p, file, (size_t)length, name);
  put_trailer(p, READER_PROCESS, 0);
}

static void put_mappings(struct perf *p)
{
  const struct view *v = p->e->view;
  struct symbols_code *code = NULL;
  size_t count = 0;
  const char *file = v->symbols ? symbols_file(v->symbols, &code, &count) : NULL;
  if (!file && !p->counting)
    say_line("%s: perf takes names from the ELF file that ran, which is not at hand: it will show addresses; give "
             "-k ELF", p->e->output);
  for (size_t i = 0; i < count; i++)
    put_mapping(p, file, &code[i]);
  mem_free(code);
}

static void put_comm(struct perf *p, uint32_t tid, const char *name)
{
  const int length = text_cut(name, 4096);
  put_record(p, RECORD_COMM, 0, 8 + padded((size_t)length) + TRAILER_BYTES);
  put(p, READER_PROCESS, 4);
  put(p, tid, 4);
  put_text(p, name, (size_t)length, padded((size_t)length));
  put_trailer(p, tid, 0);
}

static void name_thread(struct perf *p, uint32_t thread)
{
  const size_t old = p->told_room;
  mem_grow(&p->told, &p->told_room, (size_t)thread + 1, 1);
  if (p->told_room > old)
    memset(p->told + old, 0, p->told_room - old);
  if (!p->told[thread])
    put_comm(p, reader_tid(p->e, thread), p->e->view->threads[thread].name);
  p->told[thread] = 1;
}

/* An address as perf may have it: those that would be marks, user mode among them, are 1. */
static uint64_t place_of(uint64_t address, bool is_return)
{
  return address >= CONTEXT_MOST ? 1 : address - (is_return && address);
}

static void take_sample(void *ctx, const struct reader_sample *s)
{
  struct perf *p = ctx;
  const size_t head = 8 + 40 + 16, most = (RECORD_MOST - head) / 8;
  const size_t depth = s->record->depth < most ? s->record->depth : most;
  name_thread(p, s->thread);
  put_record(p, RECORD_SAMPLE, MISC_USER, 8 + 8 + 8 + 8 + 8 + 8 + 8 * depth);
  put(p, place_of(s->stack[0].address, false), 8);
  put(p, READER_PROCESS, 4);
  put(p, reader_tid(p->e, s->thread), 4);
  put(p, (uint64_t)s->time, 8);
  put(p, s->cpu, 8);
  put(p, depth + 1, 8);
  put(p, CONTEXT_USER, 8);
  for (size_t i = 0; i < depth; i++)
    put(p, place_of(s->stack[i].address, i > 0), 8);
}

static void take_lost(void *ctx, const struct reader_lost *l)
{
  struct perf *p = ctx;
  if (l->row->kind != WIRE_SAMPLE || !l->row->records)
    return;
  put_record(p, RECORD_LOST, 0, 16 + TRAILER_BYTES);
  put(p, 0, 8);
  put(p, l->row->records, 8);
  put_trailer(p, READER_PROCESS, l->from);
}

/* Writes all records, or counts their bytes. */
static uint64_t put_records(struct perf *p, bool counting, const char *title)
{
  static const struct reader_ops ops = { .sample = take_sample, .lost = take_lost };
  const uint64_t before = p->bytes;
  p->counting = counting;
  p->e->unplaced = 0;
  for (size_t i = 0; i < p->told_room; i++)
    p->told[i] = 0;
  put_comm(p, READER_PROCESS, title);
  put_mappings(p);
  reader_walk(p->e, &ops, p);
  return p->bytes - before;
}

/* ---- around them ---- */

static void put_section(struct perf *p, uint64_t offset, uint64_t bytes)
{
  put(p, offset, 8);
  put(p, bytes, 8);
}

static void put_header(struct perf *p, uint64_t record_bytes)
{
  put_text(p, "PERFILE2", 8, 8);
  put(p, HEADER_BYTES, 8);
  put(p, ATTR_BYTES + 16, 8);
  put_section(p, HEADER_BYTES, ATTR_BYTES + 16);
  put_section(p, HEADER_BYTES + ATTR_BYTES + 16, record_bytes);
  put_section(p, 0, 0);
  put(p, 1u << FEATURE_HOSTNAME | 1u << FEATURE_CMDLINE, 8);
  put_text(p, "", 0, 24);
}

/* The clock's samples: the attribute, and that it has no numbers of its own. */
static void put_attribute(struct perf *p)
{
  const uint64_t hz = dump_meta(p->e->view->dump, WIRE_META_TICK_HZ, 0);
  put(p, TYPE_SOFTWARE, 4);
  put(p, ATTR_BYTES, 4);
  put(p, 0, 8);                                         /* PERF_COUNT_SW_CPU_CLOCK */
  put(p, hz && hz <= 1000000000 ? 1000000000 / hz : 1, 8); /* ns */
  put(p, SAMPLE_IP | SAMPLE_TID | SAMPLE_TIME | SAMPLE_CALLCHAIN | SAMPLE_CPU, 8);
  put(p, 0, 8);
  put(p, SAMPLE_ID_ALL, 8);
  put_text(p, "", 0, ATTR_BYTES - 48);
  put_section(p, 0, 0);
}

static void put_string(struct perf *p, const char *text)
{
  const size_t bytes = padded(strlen(text));
  put(p, bytes, 4);
  put_text(p, text, strlen(text), bytes);
}

static void put_command_line(struct perf *p)
{
  put(p, p->remark_count + 1, 4);
  put_string(p, "hostdump export perf");
  for (size_t i = 0; i < p->remark_count; i++)
    put_string(p, p->remarks[i]);
}

/* Bytes that a part of the features takes. */
static uint64_t size_of(struct perf *p, const char *hostname)
{
  const uint64_t before = p->bytes;
  p->counting = true;
  if (hostname)
    put_string(p, hostname);
  else
    put_command_line(p);
  const uint64_t bytes = p->bytes - before;
  p->bytes = before;
  p->counting = false;
  return bytes;
}

static void put_features(struct perf *p, const char *title)
{
  const uint64_t host = size_of(p, title), command = size_of(p, NULL), at = p->bytes + 32;
  put_section(p, at, host);
  put_section(p, at + host, command);
  put_string(p, title);
  put_command_line(p);
}

static void add_remark(void *ctx, const struct missing *m)
{
  struct perf *p = ctx;
  mem_grow(&p->remarks, &p->remark_room, p->remark_count + 1, sizeof(*p->remarks));
  p->remarks[p->remark_count++] = export_remark(m);
}

static bool write_perf(struct export *e)
{
  struct perf p = { .e = e };
  char *title = export_title(e);
  const uint64_t record_bytes = put_records(&p, true, title);
  p.bytes = 0;
  p.counting = false;
  put_header(&p, record_bytes);
  put_attribute(&p);
  put_records(&p, false, title);
  export_missing(e, add_remark, &p);
  put_features(&p, title);
  for (size_t i = 0; i < p.remark_count; i++)
    mem_free(p.remarks[i]);
  mem_free(p.remarks);
  mem_free(p.told);
  mem_free(title);
  return true;
}

const struct export_ops export_perf = {
  .name = "perf", .what = "perf.data, of samples: perf report, perf annotate, hotspot", .write = write_perf };
