/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stream.c: see stream.h.
 */
#include "stream.h"

#include "both/base64.h"
#include "line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being made. */
struct maker {
  struct stream *stream;
  struct xfer_sender sender;
  struct base64 armor;
  uint64_t random, tsc;
};

static void grow(void *data, size_t *room, size_t need, size_t size)
{
  void **array = data;
  if (need <= *room)
    return;
  *room = 2 * need + 64;
  *array = realloc(*array, *room * size);
  if (*array)
    return;
  fprintf(stderr, "damage: out of memory\n");
  exit(4);
}

static void append(struct stream *s, const void *data, size_t bytes)
{
  grow(&s->bytes, &s->room, s->used + bytes, 1);
  memcpy(s->bytes + s->used, data, bytes);
  s->used += bytes;
}

/* ---- frames as they leave the sender ---- */

static void frame_sent(struct maker *m, size_t start, size_t end)
{
  struct stream *s = m->stream;
  struct stream_frame *f = &s->frames[s->frame_count];
  if (s->frame_count == STREAM_FRAMES_MAX)
    abort();
  f->start = start;
  f->end = end;
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++) {
    f->first[k] = s->frame_count ? f[-1].behind[k] : 0;
    f->behind[k] = s->rows[k].count;
  }
  s->frame_count++;
}

static bool write_binary(void *ctx, const void *data, size_t bytes)
{
  struct maker *m = ctx;
  append(m->stream, data, bytes);
  frame_sent(m, m->stream->used - bytes, m->stream->used);
  return true;
}

static bool write_armored(void *ctx, const void *data, size_t bytes)
{
  struct maker *m = ctx;
  struct stream *s = m->stream;
  grow(&s->plain, &s->plain_room, s->plain_used + bytes, 1);
  memcpy(s->plain + s->plain_used, data, bytes);
  s->plain_used += bytes;
  frame_sent(m, s->plain_used - bytes, s->plain_used);
  return base64_write(&m->armor, data, bytes);
}

static bool write_line(void *ctx, const void *data, size_t bytes)
{
  append(((struct maker *)ctx)->stream, data, bytes);
  return true;
}

/* ---- records ---- */

static uint64_t draw(struct maker *m, uint64_t below)
{
  return line_draw(&m->random, below);
}

static void keep(struct maker *m, enum wire_kind kind, const void *records, size_t rows)
{
  struct stream_rows *r = &m->stream->rows[kind];
  const size_t bytes = wire_kinds[kind].bytes;
  grow(&r->data, &r->room, r->count + rows, bytes);
  memcpy((char *)r->data + r->count * bytes, records, rows * bytes);
  r->count += rows;
}

/* The rows count as sent before the frame that holds them is, so they are kept first. */
static void send(struct maker *m, enum wire_kind kind, const void *records, size_t rows)
{
  keep(m, kind, records, rows);
  xfer_send(&m->sender, kind, records, rows);
}

static void send_pair(struct maker *m, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *children, size_t child_rows)
{
  keep(m, kind, records, rows);
  keep(m, child, children, child_rows);
  xfer_send_pair(&m->sender, kind, records, rows, child, children, child_rows);
}

static void name(struct maker *m, enum wire_space space, uint32_t id)
{
  char text[24];
  int n = snprintf(text, sizeof(text), "name %u.%u", (unsigned)space, (unsigned)id);
  const struct wire_name row = { space, id, (uint32_t)n };
  send_pair(m, WIRE_NAME, &row, 1, WIRE_CHARACTER, text, (size_t)n);
}

static uint64_t later(struct maker *m)
{
  m->tsc += 1 + draw(m, draw(m, 8) ? 500 : 100000);
  return m->tsc;
}

static void events(struct maker *m, size_t rows)
{
  struct wire_event e[256] = { 0 };
  for (size_t i = 0; i < rows; i++)
    e[i] = (struct wire_event){ later(m), draw(m, 1u << 20), (uint32_t)(1 + draw(m, 5)), (uint32_t)(1 + draw(m, 4)),
                                 0 };
  send(m, WIRE_EVENT, e, rows);
}

static void switches(struct maker *m, size_t rows)
{
  struct wire_sched r[256];
  memset(r, 0, sizeof(r));
  for (size_t i = 0; i < rows; i++) {
    r[i].tsc = later(m);
    r[i].from = (uint32_t)(1 + draw(m, 4));
    r[i].to = (uint32_t)(1 + draw(m, 4));
    r[i].why = (uint32_t)(1 + draw(m, 7));
  }
  send(m, WIRE_SCHED, r, rows);
}

static void samples(struct maker *m, size_t rows)
{
  struct wire_sample r[256];
  struct wire_stack stack[256 * 7];
  size_t used = 0;
  memset(r, 0, sizeof(r));
  for (size_t i = 0; i < rows; i++) {
    r[i] = (struct wire_sample){ later(m), (uint32_t)(1 + draw(m, 4)), (uint16_t)(1 + draw(m, 6)), 0, 0 };
    for (size_t k = 0; k < r[i].depth; k++)
      stack[used++].address = 0x100000 + 16 * draw(m, 4000);
  }
  send_pair(m, WIRE_SAMPLE, r, rows, WIRE_STACK, stack, used);
}

static void births(struct maker *m, size_t rows)
{
  struct wire_birth r[256];
  memset(r, 0, sizeof(r));
  for (size_t i = 0; i < rows; i++) {
    r[i].tsc = later(m);
    r[i].object = 0x800000 + 16 * draw(m, 100000);
    r[i].bytes = (uint32_t)(16 + 16 * draw(m, 10));
    r[i].clock = (i ? r[i - 1].clock : draw(m, 1u << 30)) + r[i].bytes;
    r[i].site = (uint32_t)(1 + draw(m, 30));
    r[i].class = (uint32_t)(1 + draw(m, 9));
    r[i].thread = 1;
  }
  send(m, WIRE_BIRTH, r, rows);
}

/* Trees of numbers in order, with a root. */
static void nodes(struct maker *m, size_t rows)
{
  struct wire_node r[256];
  uint32_t first = (uint32_t)m->stream->rows[WIRE_NODE].count + 1;
  memset(r, 0, sizeof(r));
  for (size_t i = 0; i < rows; i++) {
    r[i].id = first + (uint32_t)i;
    r[i].parent = i ? first + (uint32_t)draw(m, i) : 0;
    r[i].thread = 1;
    r[i].flags = i ? 0 : WIRE_NODE_ROOT;
    r[i].address = i ? 0x100000 + 16 * draw(m, 4000) : 0;
    r[i].calls = draw(m, 1000);
    r[i].raw = draw(m, 1u << 30);
    r[i].drift = draw(m, 1000);
  }
  send(m, WIRE_NODE, r, rows);
}

static void hello(struct maker *m)
{
  struct wire_meta meta[4];
  memset(meta, 0, sizeof(meta));
  meta[0] = (struct wire_meta){ WIRE_META_TSC_HZ, 1000000000 };
  meta[1] = (struct wire_meta){ WIRE_META_START_TSC, STREAM_START };
  meta[2] = (struct wire_meta){ WIRE_META_STOP_TSC, STREAM_STOP };
  meta[3] = (struct wire_meta){ WIRE_META_MODES, 31 };
  send(m, WIRE_META, meta, 4);
  name(m, WIRE_SPACE_SYSTEM, 0);
  xfer_send_flush(&m->sender, WIRE_FRAME_HELLO);
}

static void end(struct maker *m)
{
  for (uint16_t k = WIRE_THREAD; k < WIRE_PLACE; k++) {
    struct wire_tally t;
    memset(&t, 0, sizeof(t));
    t.kind = k;
    t.made = t.sent = m->stream->rows[k].count;
    if (t.made)
      send(m, WIRE_TALLY, &t, 1);
  }
  xfer_send_flush(&m->sender, WIRE_FRAME_END);
}

/* Console text stands between frames, where it does not stand between lines. */
static void console(struct maker *m)
{
  static const char *const texts[] = { "\n", "ready\n", "caf\xc3\xa9 \xe2\x82\xac\n", "a longer line of text\n" };
  const char *text = texts[draw(m, 4)];
  if (!m->stream->as_text && !draw(m, 4))
    append(m->stream, text, strlen(text));
}

static void body(struct maker *m)
{
  static void (*const makers[])(struct maker *, size_t) = { events, switches, samples, births, nodes, events };
  for (uint32_t id = 1; id < 6; id++)
    name(m, WIRE_SPACE_EVENT, id);
  for (uint64_t frames = 10 + draw(m, 40); frames; frames--) {
    for (uint64_t blocks = 1 + draw(m, 3); blocks; blocks--)
      makers[draw(m, 6)](m, 1 + draw(m, 256));
    xfer_send_flush(&m->sender, WIRE_FRAME_DATA);
    console(m);
  }
}

static void find_lines(struct stream *s)
{
  for (size_t i = 0; i <= s->used; i++)
    if (i == 0 || i == s->used || s->bytes[i - 1] == '\n') {
      grow(&s->lines, &s->line_room, s->line_count + 1, sizeof(*s->lines));
      s->lines[s->line_count++] = i;
    }
}

struct stream *stream_make(uint64_t seed, bool as_text)
{
  struct maker m = { .random = seed * 2 + 1, .tsc = STREAM_START };
  void *memory = calloc(1, XFER_SENDER_BYTES);
  m.stream = calloc(1, sizeof(*m.stream));
  if (!memory || !m.stream)
    abort();
  m.stream->as_text = as_text;
  m.stream->run = (uint32_t)seed;
  xfer_send_init(&m.sender, memory, m.stream->run, as_text ? write_armored : write_binary, &m);
  append(m.stream, "boot\n", 5);
  if (as_text)
    base64_begin(&m.armor, write_line, &m);
  hello(&m);
  body(&m);
  end(&m);
  if (as_text)
    base64_end(&m.armor);
  append(m.stream, "exit: ok\n", 9);
  find_lines(m.stream);
  free(memory);
  return m.stream;
}

void stream_free(struct stream *s)
{
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    free(s->rows[k].data);
  free(s->bytes);
  free(s->lines);
  free(s->plain);
  free(s);
}

/* ---- what an edit touches ---- */

/* Bytes `from` to before `to` of the frames were touched; `from` = `to` is a place between two bytes. */
static void hit_range(const struct stream *s, size_t from, size_t to, bool *hit)
{
  for (size_t i = 0; i < s->frame_count; i++) {
    const struct stream_frame *f = &s->frames[i];
    hit[i] |= from == to ? f->start < from && from < f->end : f->start < to && from < f->end;
  }
}

static size_t line_of(const struct stream *s, uint64_t position)
{
  size_t i = 0;
  while (i + 2 < s->line_count && s->lines[i + 1] <= position)
    i++;
  return i;
}

void stream_hit(const struct stream *s, uint64_t position, bool between, bool *hit)
{
  if (!s->as_text) {
    hit_range(s, position, position + !between, hit);
    return;
  }
  /* Lines 0 to 2 are the boot message, an empty line and the opening line. An edit at a line's end joins it to the
   * next. */
  size_t line = line_of(s, position), last = line + (s->lines[line + 1] <= position + 1);
  for (line -= line > 0 && position == s->lines[line]; line <= last; line++)
    if (line >= 3)
      hit_range(s, (line - 3) * ARMOR_LINE_BYTES, (line - 2) * ARMOR_LINE_BYTES, hit);
}
