/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reorder.c: see reorder.h.
 */
#include "reorder.h"

#include <lzo/lzo1x.h>
#include <stdlib.h>
#include <string.h>

/* Damage that waits to be mended; when there is more, all of it is told. Far more than a line has on which anything
 * gets through. */
#define OPEN_DAMAGES 65536

const uint8_t *reorder_unpack(const struct wire_frame *f, const uint8_t *payload, uint8_t *room)
{
  if (!(f->flags & WIRE_FLAG_LZO))
    return f->plain_bytes == f->wire_bytes ? payload : NULL;
  lzo_uint n = f->plain_bytes;
  if (lzo1x_decompress_safe(payload, f->wire_bytes, room, &n, NULL) != LZO_E_OK || n != f->plain_bytes)
    return NULL;
  return room;
}

/* ---- damage ---- */

static void tell(struct reorder *o, enum xfer_damage damage, uint64_t offset, uint32_t seq, uint32_t count)
{
  struct xfer_damage_info info = { .damage = damage, .offset = offset, .seq = seq, .count = count };
  o->ops->damage(o->ctx, &info);
}

static void tell_open(struct reorder *o)
{
  for (size_t i = 0; i < o->open_count; i++)
    o->ops->damage(o->ctx, &o->open[i]);
  o->open_count = 0;
}

static bool grow(struct reorder *o)
{
  if (o->open_count < o->open_room)
    return true;
  size_t room = o->open_room ? 2 * o->open_room : 64;
  void *open = room <= OPEN_DAMAGES ? realloc(o->open, room * sizeof(*o->open)) : NULL;
  if (!open)
    return false;
  o->open = open;
  o->open_room = room;
  return true;
}

void reorder_damage(struct reorder *o, const struct xfer_damage_info *info)
{
  if (o->kept && !info->count && grow(o)) {
    o->open[o->open_count++] = *info;
    return;
  }
  tell_open(o);
  o->ops->damage(o->ctx, info);
}

/* All that was sent is here, as far as that is known: so damage did no harm to frames. */
static void settle(struct reorder *o)
{
  uint64_t bytes = 0;
  if (!o->open_count || o->hold.count || o->expected < o->sent)
    return;
  for (size_t i = 0; i < o->open_count; i++)
    bytes += o->open[i].bytes;
  if (o->talk)
    o->talk->mended(o->ctx, o->open_count, bytes);
  o->open_count = 0;
}

/* ---- delivery ---- */

/* Frames up to before `seq` that are not here will not come any more. */
static void give_up(struct reorder *o, uint32_t seq, uint64_t offset)
{
  if (seq <= o->expected)
    return;
  tell_open(o);
  tell(o, XFER_DAMAGE_GAP, offset, o->expected, seq - o->expected);
  o->expected = seq;
}

/* A .jxp file and a stream without a back channel look alike: that a frame was kept is not said in it. */
static void clear_kept(struct wire_frame *f, uint8_t *wire)
{
  if (!(f->flags & WIRE_FLAG_KEPT))
    return;
  f->flags &= (uint16_t)~WIRE_FLAG_KEPT;
  wire_frame_put(wire, f);
  xfer_seal_header(wire);
  wire_frame_get(f, wire);
}

static void deliver(struct reorder *o, const struct wire_frame *f, uint64_t offset, uint8_t *wire, const uint8_t *plain)
{
  struct xfer_frame frame = { *f, offset, o->armored, wire, plain };
  clear_kept(&frame.head, wire);
  o->expected = f->seq + 1;
  o->was_lost = false;
  o->end |= f->type == WIRE_FRAME_END;
  o->ops->frame(o->ctx, &frame);
}

static void deliver_held(struct reorder *o, const struct held *h)
{
  struct wire_frame f;
  wire_frame_get(&f, h->frame);
  deliver(o, &f, h->offset, h->frame, reorder_unpack(&f, h->frame + WIRE_FRAME_BYTES, o->plain));
  hold_drop_first(&o->hold);
}

/* Delivers what was held and whose turn it is. */
static void release(struct reorder *o)
{
  const struct held *h;
  while ((h = hold_first(&o->hold)) && h->seq <= o->expected) {
    if (h->seq == o->expected)
      deliver_held(o, h);
    else
      hold_drop_first(&o->hold);
  }
}

/* Delivers all that is held with a number below `seq`, and gives up what is missing there. */
static void release_below(struct reorder *o, uint32_t seq, uint64_t offset)
{
  const struct held *h;
  while ((h = hold_first(&o->hold)) && h->seq < seq) {
    give_up(o, h->seq, offset);
    release(o);
  }
  give_up(o, seq, offset);
  release(o);
}

static void release_all(struct reorder *o, uint64_t offset)
{
  if (o->hold.count)
    release_below(o, o->hold.frames[o->hold.count - 1].seq + 1, offset);
}

/* ---- what comes ---- */

/* A second hello that differs from the first opens another run, whose numbers say nothing about this one's. */
static void look_for_run(struct reorder *o, const struct wire_frame *f)
{
  if (f->type != WIRE_FRAME_HELLO || f->seq != 0)
    return;
  o->foreign = o->hello && f->payload_crc != o->hello;
  if (!o->expected)
    o->hello = f->payload_crc;
}

/* Tells of the frames missing before `seq`, which will not come, and whether this one is the next. */
static bool in_order(struct reorder *o, uint32_t seq, uint64_t offset)
{
  if (seq < o->expected || o->foreign) {
    tell(o, XFER_DAMAGE_REPEAT, offset, seq, 0);
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

/* A frame that came again when it was lost, or would have. */
static void take_kept(struct reorder *o, const struct wire_frame *f, uint64_t offset, uint8_t *wire,
                      const uint8_t *plain)
{
  note_sent(o, f->seq);
  if (f->seq < o->expected)
    return;
  if (f->seq > o->expected) {
    hold_add(&o->hold, f->seq, offset, wire, WIRE_FRAME_BYTES + f->wire_bytes);
    if (hold_full(&o->hold))
      release_below(o, o->hold.frames[0].seq, offset);
    return;
  }
  deliver(o, f, offset, wire, plain);
  release(o);
  settle(o);
}

/* What the target keeps tells what will not come. */
static void take_ask(struct reorder *o, uint64_t offset, const struct xfer_frame *frame)
{
  struct wire_ask ask;
  if (!xfer_read_ask(frame, &ask))
    return;
  o->kept = true;
  if (o->foreign)
    return;
  release_below(o, ask.low < ask.next ? ask.low : ask.next, offset);
  if (ask.next > o->sent)
    o->sent = ask.next;
  settle(o);
}

static void take_talk(struct reorder *o, const struct wire_frame *f, uint64_t offset, uint8_t *wire,
                      const uint8_t *plain)
{
  struct xfer_frame frame = { *f, offset, o->armored, wire, plain };
  if (f->type == WIRE_FRAME_ASK)
    take_ask(o, offset, &frame);
  if (o->talk)
    o->talk->talk(o->ctx, &frame);
  if (f->type == WIRE_FRAME_SYMBOLS && o->ops->added)
    o->ops->added(o->ctx, &frame);
}

/* Whether frame `f`, when it is lost, comes again. */
static bool is_kept(struct reorder *o, const struct wire_frame *f, uint64_t offset)
{
  bool kept = o->always || f->flags & WIRE_FLAG_KEPT;
  if (o->kept && !kept) /* the target has given its reader up */
    release_all(o, offset);
  o->kept = kept;
  return kept && !o->foreign;
}

/* A target that crashed while it sent a frame sends that one again, from its beginning (send.c). */
static bool comes_again(struct reorder *o, const struct wire_frame *f)
{
  return o->was_lost && o->expected == f->seq + 1 && o->lost.seq == f->seq && o->lost.payload_crc == f->payload_crc;
}

void reorder_frame(struct reorder *o, const struct wire_frame *f, uint64_t offset, uint8_t *wire, const uint8_t *plain)
{
  if (WIRE_FRAME_IS_TALK(f->type)) {
    take_talk(o, f, offset, wire, plain);
    return;
  }
  look_for_run(o, f);
  if (is_kept(o, f, offset))
    take_kept(o, f, offset, wire, plain);
  else if (comes_again(o, f) || in_order(o, f->seq, offset))
    deliver(o, f, offset, wire, plain);
}

uint32_t reorder_lose(struct reorder *o, const struct wire_frame *f, uint64_t offset)
{
  if (WIRE_FRAME_IS_TALK(f->type))
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
  if (WIRE_FRAME_IS_TALK(f->type))
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
  if (!o->foreign && o->expected)
    give_up(o, o->sent, offset);
  if (o->kept && o->end)
    settle(o);
  tell_open(o);
  o->kept = false;
}

void reorder_free(struct reorder *o)
{
  hold_free(&o->hold);
  free(o->open);
}
