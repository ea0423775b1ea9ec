/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * window.c: see window.h.
 */
#include "window.h"

/* After each resend new frames are half as large, down to the least; after GOOD_FRAMES that were acknowledged in turn
 * they are larger again. At an error in 10^4 bytes a frame of 30 KiB comes through once in twenty times, one of 1 KiB
 * nine times in ten. A frame that is kept stays as large as it is, and on a fast line many frames leave before the
 * first answer comes: so they begin small, and grow soon while nothing is missing. */
#define FRAME_BYTES_FIRST 4096
#define FRAME_BYTES_LEAST 1024
#define GOOD_FRAMES       16
#define GOOD_FRAMES_FIRST 4

#define ASK_BYTES_MAX 128 /* header, block header, four columns of one number: 32 + 8 + 4 * (8 + 10) at most */

static struct window_frame *frame_slot(struct window *w, uint32_t seq)
{
  return &w->frames[seq % WINDOW_FRAMES];
}

void window_init(struct window *w, void *memory, size_t bytes, uint32_t run, const struct window_ops *ops, void *ctx)
{
  *w = (struct window){ .ops = ops, .ctx = ctx, .memory = memory, .bytes = bytes, .run = xfer_run(run),
                        .frame_bytes = XFER_FRAME_BYTES };
}

/* ---- memory ---- */

/* Returns whether there is room for a frame, and in *at where. */
static bool find_room(struct window *w, size_t bytes, size_t *at)
{
  if (w->low == w->next) {
    *at = 0;
    return bytes <= w->bytes;
  }
  if (w->next - w->low == WINDOW_FRAMES)
    return false;
  const size_t tail = frame_slot(w, w->low)->at;
  *at = w->head;
  if (w->head <= tail)
    return tail - w->head >= bytes;
  if (w->bytes - w->head >= bytes)
    return true;
  *at = 0;
  return tail >= bytes;
}

static void drop_oldest(struct window *w)
{
  w->abandoned += w->impatient && !frame_slot(w, w->low)->arrived;
  w->low++;
}

/* Drops the frames at the low end that have arrived: they need not be kept. */
static void drop_arrived(struct window *w)
{
  while (w->low != w->next && frame_slot(w, w->low)->arrived)
    drop_oldest(w);
}

/* ---- what goes to the reader ---- */

static bool transmit_frame(struct window *w, uint32_t seq)
{
  struct window_frame *f = frame_slot(w, seq);
  f->token = ++w->token;
  return w->ops->write(w->ctx, w->memory + f->at, f->bytes);
}

static bool send_ask(struct window *w)
{
  uint8_t frame[ASK_BYTES_MAX];
  const struct wire_ask row = { .run = w->run, .token = ++w->token, .low = w->low, .next = w->next };
  size_t bytes = xfer_pack(WIRE_ASK, &row, 1, NULL, frame + WIRE_FRAME_BYTES);
  xfer_seal_frame(frame, WIRE_FRAME_ASK, 0, 0, bytes, bytes);
  return w->ops->write(w->ctx, frame, WIRE_FRAME_BYTES + bytes);
}
_Static_assert(WIRE_FRAME_BYTES + WIRE_BLOCK_BYTES + 4 * (WIRE_COLUMN_BYTES + 10) <= ASK_BYTES_MAX, "an ask");

void window_reader_gone(struct window *w)
{
  w->reader = false;
}

/* Takes the reader for gone: it has said nothing for too long. */
static void give_up_reader(struct window *w)
{
  w->impatient |= w->reader;
  w->reader = false;
}

void window_reader(struct window *w)
{
  bool first = !w->reader;
  w->reader = true;
  w->impatient = false;
  if (!first)
    return;
  if (w->frame_bytes > FRAME_BYTES_FIRST)
    w->frame_bytes = FRAME_BYTES_FIRST;
  send_ask(w);
}

/* ---- frames of the dump ---- */

/* Makes room for a frame. Returns false when the frame is larger than all memory. */
static bool make_room(struct window *w, size_t bytes, size_t *at)
{
  while (!find_room(w, bytes, at)) {
    if (w->low == w->next)
      return false;
    if (w->reader && w->ops->wait && w->ops->wait(w->ctx))
      continue;
    give_up_reader(w);
    drop_oldest(w);
  }
  return true;
}

/* Sends a frame that is larger than all memory, without keeping it. The frames before it cannot come again either: what
 * is kept has no holes. */
static bool pass_frame(struct window *w, const uint8_t *frame, size_t bytes, uint32_t seq)
{
  w->low = w->next = seq + 1;
  w->head = 0;
  return w->ops->write(w->ctx, frame, bytes) && (!w->reader || send_ask(w));
}

static void keep_frame(struct window *w, uint32_t seq, size_t at, const uint8_t *frame, size_t bytes)
{
  uint8_t *to = w->memory + at;
  size_t i = 0;
  for (; i + sizeof(uint64_t) <= bytes; i += sizeof(uint64_t))
    __builtin_memcpy(to + i, frame + i, sizeof(uint64_t));
  for (; i < bytes; i++)
    to[i] = frame[i];
  *frame_slot(w, seq) = (struct window_frame){ .at = at, .bytes = bytes };
  w->head = at + bytes;
  w->next = seq + 1;
}

/* Sets the flag of a kept frame, once there is a reader who can have it again. */
static void flag_kept(struct window *w, uint32_t seq)
{
  struct wire_frame f;
  uint8_t *frame = w->memory + frame_slot(w, seq)->at;
  wire_frame_get(&f, frame);
  if (!w->reader || f.flags & WIRE_FLAG_KEPT)
    return;
  f.flags |= WIRE_FLAG_KEPT;
  wire_frame_put(frame, &f);
  xfer_seal_header(frame);
}

bool window_write(void *window, const void *frame, size_t bytes)
{
  struct window *w = window;
  struct wire_frame f;
  size_t at;
  wire_frame_get(&f, frame);
  if (w->low == w->next)
    w->low = w->next = f.seq;
  if (!make_room(w, bytes, &at))
    return pass_frame(w, frame, bytes, f.seq);
  keep_frame(w, f.seq, at, frame, bytes);
  flag_kept(w, f.seq);
  return transmit_frame(w, f.seq) && (!w->reader || send_ask(w));
}

/* ---- what the reader says ---- */

static void grow_frames(struct window *w)
{
  if (++w->good < (w->resent ? GOOD_FRAMES : GOOD_FRAMES_FIRST))
    return;
  w->good = 0;
  if (w->frame_bytes < XFER_FRAME_BYTES)
    w->frame_bytes *= 2;
}

static void shrink_frames(struct window *w)
{
  w->good = 0;
  if (w->frame_bytes > FRAME_BYTES_LEAST)
    w->frame_bytes /= 2;
}

static void resend_frame(struct window *w, uint32_t seq)
{
  w->resent++;
  flag_kept(w, seq);
  transmit_frame(w, seq);
}

/* Notes which frames have arrived. */
static void take_arrivals(struct window *w, const struct ack *a)
{
  for (uint32_t seq = w->low; seq != w->next && seq < a->high; seq++) {
    struct window_frame *f = frame_slot(w, seq);
    if (f->arrived || ack_misses(a, seq))
      continue;
    f->arrived = true;
    grow_frames(w);
  }
}

/* Sends again the frames that were sent before the ask that is answered, and that the reader misses. One of them may
 * have arrived: a reader that was ended held it back for a frame before it, and the reader that took its place has
 * never had it. Returns whether there were any. */
static bool send_missing(struct window *w, const struct ack *a)
{
  bool any = false;
  for (uint32_t seq = w->low; seq != w->next && seq < a->high; seq++) {
    struct window_frame *f = frame_slot(w, seq);
    if (!ack_misses(a, seq) || (int32_t)(a->token - f->token) <= 0)
      continue;
    f->arrived = false;
    resend_frame(w, seq);
    any = true;
  }
  if (any)
    shrink_frames(w);
  return any;
}

/* Returns whether an ack is of this run and knows no more than was sent; any other only says that there is a reader. */
static bool is_credible(const struct window *w, const struct ack *a)
{
  return a->run == w->run && (int32_t)(w->token - a->token) >= 0 && a->low <= w->next && a->high <= w->next;
}

void window_ack(struct window *w, const struct ack *a)
{
  const uint32_t asked = w->token;
  window_reader(w);
  if (is_credible(w, a)) {
    take_arrivals(w, a);
    drop_arrived(w);
    if (send_missing(w, a))
      send_ask(w);
  }
  if (a->idle && w->token == asked)
    send_ask(w);
}

bool window_finish(struct window *w)
{
  while (w->reader && w->low != w->next)
    if (!w->ops->wait || !w->ops->wait(w->ctx)) {
      give_up_reader(w);
      while (w->low != w->next)
        drop_oldest(w);
      return false;
    }
  return true;
}
