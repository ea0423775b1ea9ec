/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reorder.c: see reorder.h.
 */
#include "reorder.h"

#include "frame_read.h"

#include <stdlib.h>
#include <string.h>

/* ---- early frames: those that arrived before their turn ---- */

/* The place of frame `seq` among the early ones, whether it is there or not. Frames mostly arrive in order, so the
 * search begins at the end. */
static size_t early_place(const struct reorder *o, uint32_t seq)
{
  size_t i = o->early_count;
  while (i && o->early[i - 1].seq >= seq)
    i--;
  return i;
}

static bool early_grow(struct reorder *o)
{
  if (o->early_count < o->early_room)
    return true;
  size_t room = o->early_room ? 2 * o->early_room : 64;
  struct reorder_early *early = realloc(o->early, room * sizeof(*early));
  if (!early)
    return false;
  o->early = early;
  o->early_room = room;
  return true;
}

/* Keeps a copy of an early frame. Does nothing when the frame is kept already, or when there is no memory: it then
 * comes again. */
static void early_add(struct reorder *o, const struct xfer_frame *frame)
{
  const uint32_t seq = frame->head.seq;
  const size_t at = early_place(o, seq), bytes = WIRE_FRAME_BYTES + frame->head.wire_bytes;
  if ((at < o->early_count && o->early[at].seq == seq) || !early_grow(o))
    return;
  uint8_t *copy = malloc(bytes);
  if (!copy)
    return;
  memcpy(copy, frame->wire, bytes);
  memmove(o->early + at + 1, o->early + at, (o->early_count - at) * sizeof(*o->early));
  o->early[at] = (struct reorder_early){ seq, frame->offset, frame->armored, bytes, copy };
  o->early_count++;
  o->early_bytes += bytes;
}

static const struct reorder_early *early_first(const struct reorder *o)
{
  return o->early_count ? o->early : NULL;
}

static void early_drop_first(struct reorder *o)
{
  o->early_bytes -= o->early->bytes;
  free(o->early->wire);
  o->early_count--;
  memmove(o->early, o->early + 1, o->early_count * sizeof(*o->early));
}

static bool early_full(const struct reorder *o)
{
  return o->early_bytes >= o->early_most || o->early_count >= REORDER_EARLY_FRAMES;
}

/* The number behind that of the last early frame; 0 where there is none. */
static uint32_t early_end(const struct reorder *o)
{
  return o->early_count ? o->early[o->early_count - 1].seq + 1 : 0;
}

/* Adds the frames `from` to before `to` to what is missing. False when the line has no room for them: then it says
 * nothing about frames from `from` on. */
static bool add_missing(struct ack *ack, uint32_t from, uint32_t to)
{
  if (from >= to)
    return true;
  if (ack->ranges == ACK_RANGES) {
    ack->high = from;
    return false;
  }
  ack->missing[ack->ranges++] = (struct ack_range){ from, to - from };
  return true;
}

/* Whether a run is known to be another one than the dump's. */
static bool is_other_run(const struct reorder *o, uint32_t run)
{
  return o->begun && o->run && run && run != o->run;
}

void reorder_missing(const struct reorder *o, struct ack *ack)
{
  if (is_other_run(o, ack->run)) {
    ack->low = ack->high = o->foreign_next;
    ack->ranges = 0;
    return;
  }
  uint32_t from = o->expected, end = early_end(o) > o->sent ? early_end(o) : o->sent;
  ack->low = from;
  ack->high = end > from ? end : from;
  ack->ranges = 0;
  for (size_t i = 0; i < o->early_count; i++) {
    if (!add_missing(ack, from, o->early[i].seq))
      return;
    from = o->early[i].seq + 1;
  }
  add_missing(ack, from, ack->high);
}

/* ---- damage ---- */

static void report(struct reorder *o, enum xfer_damage damage, uint64_t offset, uint32_t seq, uint32_t count)
{
  struct xfer_damage_info info = { .damage = damage, .offset = offset, .seq = seq, .count = count };
  o->ops->damage(o->ctx, &info);
}

static void report_open(struct reorder *o)
{
  for (size_t i = 0; i < o->open_count; i++)
    o->ops->damage(o->ctx, &o->open[i]);
  o->open_count = 0;
}

static bool open_grow(struct reorder *o)
{
  if (o->open_count < o->open_room)
    return true;
  size_t room = o->open_room ? 2 * o->open_room : 64;
  void *open = room <= REORDER_OPEN_DAMAGES ? realloc(o->open, room * sizeof(*o->open)) : NULL;
  if (!open)
    return false;
  o->open = open;
  o->open_room = room;
  return true;
}

void reorder_damage(struct reorder *o, const struct xfer_damage_info *info)
{
  if (o->kept && !info->count && open_grow(o)) {
    o->open[o->open_count++] = *info;
    return;
  }
  report_open(o);
  o->ops->damage(o->ctx, info);
}

/* Forgets the open damage when all frames are here that are known to have been sent: it did no harm to frames. */
static void settle(struct reorder *o)
{
  uint64_t bytes = 0;
  if (!o->open_count || o->early_count || o->expected < o->sent)
    return;
  for (size_t i = 0; i < o->open_count; i++)
    bytes += o->open[i].bytes;
  if (o->talk)
    o->talk->mended(o->ctx, o->open_count, bytes);
  o->open_count = 0;
}

/* ---- delivery ---- */

/* Reports the frames from the expected one to before `seq` as missing: they will not come any more. */
static void give_up(struct reorder *o, uint32_t seq, uint64_t offset)
{
  if (seq <= o->expected)
    return;
  report_open(o);
  report(o, XFER_DAMAGE_GAP, offset, o->expected, seq - o->expected);
  o->expected = seq;
}

/* Takes away the flag that a frame was kept: a .jxp file does not tell whether the stream had a back channel. */
static void clear_kept(struct wire_frame *f, uint8_t *wire)
{
  if (!(f->flags & WIRE_FLAG_KEPT))
    return;
  f->flags &= (uint16_t)~WIRE_FLAG_KEPT;
  wire_frame_put(wire, f);
  xfer_seal_header(wire);
  wire_frame_get(f, wire);
}

static void deliver(struct reorder *o, const struct xfer_frame *frame, uint8_t *wire)
{
  struct xfer_frame given = *frame;
  clear_kept(&given.head, wire);
  o->expected = given.head.seq + 1;
  o->was_lost = false;
  o->end |= given.head.type == WIRE_FRAME_END;
  o->ops->frame(o->ctx, &given);
}

static void deliver_early(struct reorder *o, const struct reorder_early *e)
{
  struct xfer_frame frame = { .offset = e->offset, .armored = e->armored, .wire = e->wire };
  wire_frame_get(&frame.head, e->wire);
  frame.plain = frame_read_payload(&frame.head, e->wire + WIRE_FRAME_BYTES, o->plain);
  deliver(o, &frame, e->wire);
}

/* Delivers the early frames whose turn has come. */
static void release(struct reorder *o)
{
  const struct reorder_early *e;
  while ((e = early_first(o)) && e->seq <= o->expected) {
    if (e->seq == o->expected)
      deliver_early(o, e);
    early_drop_first(o);
  }
}

/* Delivers all early frames with a number below `seq`, and gives up the frames that are missing there. */
static void release_below(struct reorder *o, uint32_t seq, uint64_t offset)
{
  const struct reorder_early *e;
  while ((e = early_first(o)) && e->seq < seq) {
    give_up(o, e->seq, offset);
    release(o);
  }
  give_up(o, seq, offset);
  release(o);
}

static void release_all(struct reorder *o, uint64_t offset)
{
  if (o->early_count)
    release_below(o, early_end(o), offset);
}

/* ---- frames that arrive ---- */

/* The first frame is there, and is of that run: what asks of another run have said is of no use. */
static void begin_run(struct reorder *o, uint32_t run, uint64_t offset)
{
  o->begun = true;
  o->run = run;
  if (is_other_run(o, o->ask.run))
    o->sent = 0;
  else
    release_below(o, o->ask.low, offset);
}

/* Returns whether a frame is of the dump's run. A hello that differs from the first one opens another run as well: so
 * runs are told apart whose frames do not say which run they are of. */
static bool is_of_run(struct reorder *o, const struct xfer_frame *frame)
{
  const struct wire_frame *f = &frame->head;
  const uint32_t run = xfer_frame_run(frame);
  if (!o->begun)
    begin_run(o, run, frame->offset);
  if (run == o->run && f->type == WIRE_FRAME_HELLO && f->seq == 0) {
    o->other_hello = o->hello && f->payload_crc != o->hello;
    if (!o->expected)
      o->hello = f->payload_crc;
  }
  o->foreign = run != o->run || o->other_hello;
  return !o->foreign;
}

/* Gives up the frames missing before `seq`. Returns whether frame `seq` is the next; else it is a repetition, which is
 * reported. */
static bool in_order(struct reorder *o, uint32_t seq, uint64_t offset)
{
  if (seq < o->expected) {
    report(o, XFER_DAMAGE_REPEAT, offset, seq, 0);
    return false;
  }
  give_up(o, seq, offset);
  o->expected = seq + 1;
  return true;
}

static void note_sent(struct reorder *o, uint32_t seq)
{
  if (seq >= o->sent)
    o->sent = seq + 1;
}

/* Takes a frame that the target keeps until it has arrived. */
static void take_kept(struct reorder *o, const struct xfer_frame *frame, uint8_t *wire)
{
  const uint32_t seq = frame->head.seq;
  note_sent(o, seq);
  if (seq < o->expected)
    return;
  if (seq > o->expected) {
    early_add(o, frame);
    if (early_full(o))
      release_below(o, o->early[0].seq, frame->offset);
    return;
  }
  deliver(o, frame, wire);
  release(o);
  settle(o);
}

/* Notes an ask that comes before the first frame: that frame says whether the ask was of its run. */
static void keep_ask(struct reorder *o, const struct wire_ask *ask)
{
  if (ask->run != o->ask.run)
    o->sent = 0;
  o->ask = *ask;
}

/* Takes an ASK, which says which frames the target keeps: frames below those will not come again. */
static void take_ask(struct reorder *o, const struct xfer_frame *frame)
{
  struct wire_ask ask;
  if (!xfer_read_ask(frame, &ask))
    return;
  if (is_other_run(o, ask.run)) {
    o->foreign_next = ask.next;
    return;
  }
  o->kept = true;
  if (o->other_hello)
    return;
  ask.low = ask.low < ask.next ? ask.low : ask.next;
  if (o->begun)
    release_below(o, ask.low, frame->offset);
  else
    keep_ask(o, &ask);
  if (ask.next > o->sent)
    o->sent = ask.next;
  settle(o);
}

static void take_talk(struct reorder *o, const struct xfer_frame *frame)
{
  if (frame->head.type == WIRE_FRAME_ASK)
    take_ask(o, frame);
  if (o->talk)
    o->talk->talk(o->ctx, frame);
  if (frame->head.type == WIRE_FRAME_SYMBOLS && o->ops->added)
    o->ops->added(o->ctx, frame);
}

/* Whether frame `f` comes again when it is lost. */
static bool is_kept(struct reorder *o, const struct wire_frame *f, uint64_t offset)
{
  bool kept = o->always || f->flags & WIRE_FLAG_KEPT;
  if (o->kept && !kept) /* the target has given its reader up */
    release_all(o, offset);
  o->kept = kept;
  return kept;
}

/* Whether `f` is once more the frame that was lost before it: a target that crashed while it sent a frame sends that
 * frame again, from its beginning (send.c). */
static bool comes_again(struct reorder *o, const struct wire_frame *f)
{
  return o->was_lost && o->expected == f->seq + 1 && o->lost.seq == f->seq && o->lost.payload_crc == f->payload_crc;
}

void reorder_go_on(struct reorder *o, const struct reorder *old)
{
  o->begun = true;
  o->run = old->run;
  o->hello = old->hello;
  o->end = old->end;
  o->expected = old->expected;
  o->sent = old->expected;
}

/* Tells the caller of which run the stream is, as long as no frame has been taken. The target keeps no frame that was
 * not sent: so an ask for the frames below 0 is the first word of a run. */
static void announce(struct reorder *o, const struct xfer_frame *frame)
{
  const bool talk = WIRE_FRAME_IS_TALK(frame->head.type);
  struct wire_ask ask = { 0 };
  if (o->begun || !o->ops->begins || (talk && (frame->head.type != WIRE_FRAME_ASK || !xfer_read_ask(frame, &ask))))
    return;
  const uint32_t run = talk ? ask.run : xfer_frame_run(frame);
  if (run)
    o->ops->begins(o->ctx, run, talk ? ask.next == 0 : frame->head.seq == 0);
}

void reorder_frame(struct reorder *o, const struct xfer_frame *frame, uint8_t *wire)
{
  const struct wire_frame *f = &frame->head;
  announce(o, frame);
  if (WIRE_FRAME_IS_TALK(f->type))
    take_talk(o, frame);
  else if (!is_of_run(o, frame))
    report(o, XFER_DAMAGE_RUN, frame->offset, f->seq, 0);
  else if (is_kept(o, f, frame->offset))
    take_kept(o, frame, wire);
  else if (comes_again(o, f) || in_order(o, f->seq, frame->offset))
    deliver(o, frame, wire);
}

/* A frame that cannot be read is taken for one of the run that the last whole frame was of. */
static bool is_unwanted(const struct reorder *o, const struct wire_frame *f)
{
  return WIRE_FRAME_IS_TALK(f->type) || o->foreign;
}

uint32_t reorder_lose(struct reorder *o, const struct wire_frame *f, uint64_t offset)
{
  if (is_unwanted(o, f))
    return 0;
  if (!is_kept(o, f, offset)) {
    o->was_lost = in_order(o, f->seq, offset);
    o->lost = *f;
    return o->was_lost;
  }
  note_sent(o, f->seq);
  return 0;
}

uint32_t reorder_refuse(struct reorder *o, const struct wire_frame *f, uint64_t offset)
{
  if (is_unwanted(o, f))
    return 0;
  if (f->seq > o->expected)
    release_below(o, f->seq, offset);
  bool next = in_order(o, f->seq, offset);
  release(o);
  return next;
}

void reorder_end(struct reorder *o, uint64_t offset)
{
  release_all(o, offset);
  if (o->expected)
    give_up(o, o->sent, offset);
  if (o->kept && o->end)
    settle(o);
  report_open(o);
  o->kept = false;
}

void reorder_free(struct reorder *o)
{
  while (o->early_count)
    free(o->early[--o->early_count].wire);
  free(o->early);
  free(o->open);
}
