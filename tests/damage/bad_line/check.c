/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * check.c: see check.h.
 */
#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump/dump.h"
#include "dump/gaps.h"

#define MEMORY (64u << 20)

/* One dump on its way. */
struct trial {
  const struct stream *stream;
  struct dump *dump;
  bool touched[STREAM_FRAMES_MAX], delivered[STREAM_FRAMES_MAX];
  uint8_t *jxp;            /* the frames that came */
  size_t jxp_used;
  struct check_figures *figures;
  bool failed;
};

static void __attribute__((format(printf, 3, 4)))
complain(struct trial *t, uint64_t *count, const char *format, ...)
{
  va_list args;
  ++*count;
  t->failed = true;
  fputs("damage: ", stderr);
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
}

/* ---- the way ---- */

static void on_touched(void *ctx, uint64_t position, enum line_edit edit)
{
  struct trial *t = ctx;
  bool between = edit == LINE_DOUBLE || edit == LINE_INSERT;
  stream_hit(t->stream, position + (edit == LINE_DOUBLE && !t->stream->as_text), between, t->touched);
}

static const uint8_t *sent_bytes(const struct stream *s)
{
  return s->as_text ? s->plain : s->bytes;
}

static void on_frame(void *ctx, const struct xfer_frame *frame)
{
  struct trial *t = ctx;
  const struct stream *s = t->stream;
  const uint32_t seq = frame->head.seq;
  const size_t bytes = WIRE_FRAME_BYTES + frame->head.wire_bytes;
  const struct stream_frame *f = &s->frames[seq];
  if (seq >= s->frame_count || bytes != f->end - f->start ||
      memcmp(frame->wire, sent_bytes(s) + f->start, bytes) != 0)
    complain(t, &t->figures->wrong, "frame %" PRIu32 " was never sent like that", seq);
  else if (t->delivered[seq])
    complain(t, &t->figures->wrong, "frame %" PRIu32 " came twice", seq);
  else
    t->delivered[seq] = true;
  memcpy(t->jxp + t->jxp_used, frame->wire, bytes);
  t->jxp_used += bytes;
  dump_frame(t->dump, frame);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  dump_damage(((struct trial *)ctx)->dump, info);
}

/* The pieces in which bytes arrive vary: what is found must not depend on them. */
static void receive(struct trial *t, struct line *line)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  const struct stream *s = t->stream;
  struct xfer_receiver *r = xfer_receive_new(&ops, t);
  uint8_t *out = malloc(2 * s->used);
  uint64_t random = line->random | 1;
  if (!r || !out)
    abort();
  size_t bytes = line_pass(line, s->bytes, s->used, out);
  for (size_t i = 0, n; i < bytes; i += n) {
    n = 1 + (size_t)line_draw(&random, 20000);
    n = n < bytes - i ? n : bytes - i;
    xfer_receive(r, out + i, n);
  }
  xfer_receive_end(r);
  xfer_receive_free(r);
  dump_done(t->dump);
  free(out);
}

/* ---- what must hold ---- */

static void check_frames(struct trial *t)
{
  for (size_t i = 0; i < t->stream->frame_count; i++) {
    t->figures->touched += t->touched[i];
    t->figures->delivered += t->delivered[i];
    if (!t->touched[i] && !t->delivered[i])
      complain(t, &t->figures->untouched_lost, "frame %zu was not touched and did not come", i);
  }
  t->figures->frames += t->stream->frame_count;
}

/* Kinds that the loader takes apart when they come. */
static bool kept(unsigned kind)
{
  return wire_kinds[kind].name && kind != WIRE_META && kind != WIRE_TALLY && !WIRE_KIND_IS_OF_FRAME(kind);
}

/* Whether rows are the same, column by column: the bytes between columns are nobody's. */
static bool same_rows(unsigned kind, const char *a, const char *b, size_t rows)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  for (size_t i = 0; i < rows; i++, a += k->bytes, b += k->bytes)
    for (unsigned c = 0; c < k->column_count; c++)
      if (memcmp(a + k->columns[c].offset, b + k->columns[c].offset, k->columns[c].bytes) != 0)
        return false;
  return true;
}

static void check_kind(struct trial *t, unsigned kind)
{
  const struct stream *s = t->stream;
  const size_t bytes = wire_kinds[kind].bytes;
  const char *got = t->dump->rows[kind].data;
  size_t row = 0;
  for (size_t i = 0; i < s->frame_count; i++) {
    const size_t first = s->frames[i].first[kind], rows = s->frames[i].behind[kind] - first;
    if (!t->delivered[i])
      continue;
    if (row + rows > dump_count(t->dump, kind) ||
        !same_rows(kind, got + row * bytes, (const char *)s->rows[kind].data + first * bytes, rows)) {
      complain(t, &t->figures->wrong, "%s records of frame %zu are not those that were sent",
               wire_kinds[kind].name, i);
      return;
    }
    row += rows;
  }
  if (row != dump_count(t->dump, kind))
    complain(t, &t->figures->wrong, "there are %s records that were never sent", wire_kinds[kind].name);
}

static void check_records(struct trial *t)
{
  if (t->dump->error[0])
    complain(t, &t->figures->wrong, "%s", t->dump->error);
  for (unsigned kind = 0; kind < WIRE_KIND_LIMIT; kind++)
    if (kept(kind))
      check_kind(t, kind);
}

/* ---- what must be said about the rest ---- */

static bool has_time(unsigned kind, size_t *offset)
{
  switch (kind) {
  case WIRE_SAMPLE: *offset = offsetof(struct wire_sample, tsc); return true;
  case WIRE_EVENT: *offset = offsetof(struct wire_event, tsc); return true;
  case WIRE_SCHED: *offset = offsetof(struct wire_sched, tsc); return true;
  case WIRE_BIRTH: *offset = offsetof(struct wire_birth, tsc); return true;
  default: return false;
  }
}

static uint64_t time_of(const struct stream *s, unsigned kind, size_t row, size_t offset)
{
  return *(const uint64_t *)(const void *)((const char *)s->rows[kind].data + row * wire_kinds[kind].bytes + offset);
}

/* The time of the newest record of `kind` in the frames before `frame` that came. */
static bool time_before(const struct trial *t, unsigned kind, size_t frame, size_t offset, uint64_t *time)
{
  while (frame--) {
    const struct stream_frame *f = &t->stream->frames[frame];
    if (t->delivered[frame] && f->first[kind] < f->behind[kind]) {
      *time = time_of(t->stream, kind, f->behind[kind] - 1, offset);
      return true;
    }
  }
  *time = STREAM_START;
  return t->delivered[0];
}

/* The time of the oldest in the frames from `frame` on that came. */
static bool time_behind(const struct trial *t, unsigned kind, size_t frame, size_t offset, uint64_t *time)
{
  for (; frame < t->stream->frame_count; frame++) {
    const struct stream_frame *f = &t->stream->frames[frame];
    if (t->delivered[frame] && f->first[kind] < f->behind[kind]) {
      *time = time_of(t->stream, kind, f->first[kind], offset);
      return true;
    }
  }
  *time = STREAM_STOP;
  return t->delivered[0];
}

/* The time that a gap is given must be that of the records around it that came; those that did not come lie in it. */
static void check_time(struct trial *t, const struct dump_gap *g, size_t first, size_t behind)
{
  size_t offset = 0;
  uint64_t from = 0, to = 0;
  struct period time = gaps_time(t->dump, g->kind, g->row);
  bool timed = has_time(g->kind, &offset);
  bool from_known = timed && time_before(t, g->kind, g->first, offset, &from);
  bool to_known = timed && time_behind(t, g->kind, g->first + g->frames, offset, &to);
  if (time.from_known != from_known || time.to_known != to_known || (from_known && time.from != from) ||
      (to_known && time.to != to) || (from_known && time_of(t->stream, g->kind, first, offset) < from) ||
      (to_known && time_of(t->stream, g->kind, behind - 1, offset) > to))
    complain(t, &t->figures->misreported, "the lost %s records of frames %" PRIu32 "+%" PRIu32 " are from %" PRIu64
             " to %" PRIu64 ", not from %" PRIu64 " to %" PRIu64, wire_kinds[g->kind].name, g->first, g->frames, from,
             to, time.from, time.to);
}

/* Frames `from` to before `to` are missing and `to` is there: finds each kind's gap behind number *next. */
static void check_gap(struct trial *t, size_t from, size_t to, size_t *next)
{
  const struct stream *s = t->stream;
  const struct dump *d = t->dump;
  for (unsigned kind = 0; kind < WIRE_KIND_LIMIT; kind++) {
    const size_t first = s->frames[from].first[kind], behind = s->frames[to - 1].behind[kind];
    if (first == behind || WIRE_KIND_IS_OF_FRAME(kind))
      continue;
    const struct dump_gap *g = *next < d->gap_count ? &d->gaps[*next] : NULL;
    ++*next;
    if (!g || g->first != from || g->frames != to - from || g->kind != kind || g->records != behind - first)
      complain(t, &t->figures->misreported, "%zu %s records of frames %zu to %zu are missing and not reported so",
               behind - first, wire_kinds[kind].name, from, to - 1);
    else
      check_time(t, g, first, behind);
  }
}

static void check_losses(struct trial *t)
{
  const size_t count = t->stream->frame_count;
  size_t next = 0, missing = 0, from = 0;
  for (size_t i = 0; i < count; i++) {
    if (!t->delivered[i])
      continue;
    if (from < i)
      check_gap(t, from, i, &next);
    missing += i - from;
    from = i + 1;
  }
  if (next != t->dump->gap_count)
    complain(t, &t->figures->misreported, "%zu gaps are reported, not %zu", t->dump->gap_count, next);
  if (t->dump->end != t->delivered[count - 1] || t->dump->hello != t->delivered[0])
    complain(t, &t->figures->misreported, "the ends of the dump are not as reported");
  if (t->dump->end ? t->dump->lost_frames != missing : t->dump->lost_frames < missing)
    complain(t, &t->figures->misreported, "%" PRIu64 " frames are said to be lost, not %zu", t->dump->lost_frames,
             missing);
  if (missing && !dump_incomplete(t->dump))
    complain(t, &t->figures->misreported, "frames are missing, and the dump is said to be complete");
}

/* ---- the file ---- */

/* A .jxp file is the frames that came. */
static void check_file(struct trial *t)
{
  struct dump *file = dump_new("damaged.jxp", DUMP_ALL, MEMORY);
  struct xfer_receiver *r = xfer_receive_new(&dump_feed, file);
  xfer_receive(r, t->jxp, t->jxp_used);
  xfer_receive_end(r);
  xfer_receive_free(r);
  dump_done(file);
  bool same = file->gap_count == t->dump->gap_count && file->error[0] == '\0' &&
    dump_records(file) == dump_records(t->dump) && file->damage_total == file->damage_count[XFER_DAMAGE_GAP];
  for (size_t i = 0; same && i < file->gap_count; i++) {
    const struct dump_gap *a = &file->gaps[i], *b = &t->dump->gaps[i];
    same = a->first == b->first && a->frames == b->frames && a->kind == b->kind && a->records == b->records &&
      a->row == b->row;
  }
  if (!same)
    complain(t, &t->figures->misreported, "the file does not tell the same as the stream");
  dump_free(file);
}

bool check_dump(const struct stream *s, struct line *line, struct check_figures *f)
{
  struct trial t = { .stream = s, .figures = f, .dump = dump_new("damaged", DUMP_ALL, MEMORY),
                     .jxp = malloc(2 * s->used) };
  if (!t.jxp)
    abort();
  line->touched = on_touched;
  line->ctx = &t;
  receive(&t, line);
  f->dumps++;
  f->edits += line->edits;
  check_frames(&t);
  check_records(&t);
  check_losses(&t);
  check_file(&t);
  dump_free(t.dump);
  free(t.jxp);
  return !t.failed;
}
