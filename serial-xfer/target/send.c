/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * send.c: the sending end. Blocks are packed into a payload; the payload is compressed by miniLZO, or stored as it is
 * where that is smaller, and leaves as one frame. Freestanding; thread context; blocks where write() blocks.
 */
#include "xfer.h"

#include "format/guess.h"
#include "minilzo.h"

_Static_assert(LZO1X_1_MEM_COMPRESS <= XFER_LZO_WORK_BYTES, "XFER_LZO_WORK_BYTES must hold the compressor's work");
_Static_assert(sizeof(struct guess) <= XFER_GUESS_BYTES && XFER_GUESS_BYTES % 8 == 0,
               "XFER_GUESS_BYTES must hold a guesser");

/* The most rows that xfer_send() puts into one block where frames have their full size. Where frames are smaller it is
 * fewer, because a block is never divided. */
#define BLOCK_ROWS 8192

void xfer_send_init(struct xfer_sender *s, void *memory, uint32_t run, xfer_write_fn *write, void *ctx)
{
  uint8_t *p = memory;
  *s = (struct xfer_sender){ .write = write, .ctx = ctx, .run = xfer_run(run), .frame_bytes = XFER_FRAME_BYTES };
  s->lzo_work = p;
  s->guess = (struct guess *)(void *)(p + XFER_LZO_WORK_BYTES);
  s->plain = p + XFER_LZO_WORK_BYTES + XFER_GUESS_BYTES;
  s->packed = s->plain + WIRE_PLAIN_MAX;
}

/* Opens a payload with what it is part of: the run, so that a reader never takes a frame for one of another run; and
 * PLACE records, so that a reader knows what was in frames before it that got lost. */
static void open_payload(struct xfer_sender *s)
{
  const struct wire_run run = { s->run };
  struct wire_place rows[WIRE_KIND_LIMIT];
  size_t count = 0;
  for (uint16_t kind = 0; kind < WIRE_KIND_LIMIT; kind++)
    if (s->sent[kind])
      rows[count++] = (struct wire_place){ .kind = kind, .before = s->sent[kind] };
  s->used = xfer_pack(WIRE_RUN, &run, 1, NULL, s->plain);
  if (count)
    s->used += xfer_pack(WIRE_PLACE, rows, count, NULL, s->plain + s->used);
}

/* Makes room for `bytes` more in the payload. */
static void reserve_payload(struct xfer_sender *s, size_t bytes)
{
  if (s->used + bytes > WIRE_PLAIN_MAX)
    xfer_send_flush(s, WIRE_FRAME_DATA);
  if (s->used == 0)
    open_payload(s);
}

/* Returns the bytes that `data` takes when it is compressed. The payload is compressed when it is complete, so until
 * then `packed` is free for trials. */
static size_t compressed_bytes(void *ctx, const uint8_t *data, size_t bytes)
{
  struct xfer_sender *s = ctx;
  lzo_uint n = 0;
  lzo1x_1_compress(data, bytes, s->packed, &n, s->lzo_work);
  return n;
}

/* Marks the payload as whole up to here. The last store is that of `marked`, so a mark is never half made. */
static void mark_whole(struct xfer_sender *s)
{
  struct xfer_mark *m = &s->marks[!s->marked];
  m->used = s->used;
  for (size_t i = 0; i < WIRE_KIND_LIMIT; i++)
    m->sent[i] = s->sent[i];
  __atomic_store_n(&s->marked, !s->marked, __ATOMIC_RELEASE);
}

static void add_block(struct xfer_sender *s, enum wire_kind kind, const void *records, size_t rows)
{
  const struct xfer_trial trial = { compressed_bytes, s, s->hasty ? s->choices[kind] : NULL, s->guess,
                                    s->logged };
  s->used += xfer_pack(kind, records, rows, &trial, s->plain + s->used);
  if (!s->aside)
    s->sent[kind] += rows;
}

void xfer_send(struct xfer_sender *s, enum wire_kind kind, const void *records, size_t rows)
{
  const struct wire_log_info *log = s->logged ? wire_log(kind) : NULL;
  const size_t stride = log ? log->bytes : wire_kinds[kind].bytes;
  const uint8_t *p = records;
  size_t most = (XFER_PAYLOAD_MAX - xfer_pack_bound(kind, 0)) / (xfer_pack_bound(kind, 1) - xfer_pack_bound(kind, 0));
  const size_t fitting = BLOCK_ROWS * s->frame_bytes / XFER_FRAME_BYTES;
  if (most > fitting)
    most = fitting;
  while (rows) {
    size_t n = rows < most ? rows : most;
    reserve_payload(s, xfer_pack_bound(kind, n));
    add_block(s, kind, p, n);
    mark_whole(s);
    p += n * stride;
    rows -= n;
    if (s->used >= s->frame_bytes)
      xfer_send_flush(s, WIRE_FRAME_DATA);
  }
}

void xfer_send_pair(struct xfer_sender *s, enum wire_kind kind, const void *records, size_t rows,
                    enum wire_kind child, const void *child_records, size_t child_rows)
{
  reserve_payload(s, xfer_pack_bound(kind, rows) + xfer_pack_bound(child, child_rows));
  add_block(s, kind, records, rows);
  add_block(s, child, child_records, child_rows);
  mark_whole(s);
  if (s->used >= s->frame_bytes)
    xfer_send_flush(s, WIRE_FRAME_DATA);
}

/* Compresses the payload behind the room for a header in `packed`. Returns the flags of the frame and its length. */
static uint16_t compress_payload(struct xfer_sender *s, size_t *bytes)
{
  uint8_t *out = s->packed + WIRE_FRAME_BYTES;
  lzo_uint n = 0;
  lzo1x_1_compress(s->plain, s->used, out, &n, s->lzo_work);
  if (n < s->used) {
    *bytes = n;
    return WIRE_FLAG_LZO;
  }
  for (size_t i = 0; i < s->used; i++)
    out[i] = s->plain[i];
  *bytes = s->used;
  return 0;
}

/* Writes the frame in `packed`. */
static void write_frame(struct xfer_sender *s)
{
  if (!s->dead && !s->write(s->ctx, s->packed, s->leaving))
    s->dead = true;
  __atomic_store_n(&s->leaving, 0, __ATOMIC_RELEASE);
}

void xfer_send_flush(struct xfer_sender *s, enum wire_frame_type type)
{
  if (s->used == 0 && type == WIRE_FRAME_DATA)
    return;
  if (s->used == 0)
    open_payload(s);
  if (s->aside && type == WIRE_FRAME_DATA)
    type = WIRE_FRAME_SNAPSHOT;
  size_t bytes;
  const uint16_t flags = compress_payload(s, &bytes);
  xfer_seal_frame(s->packed, type, flags, s->seq, bytes, s->used);
  s->plain_bytes += s->used;
  s->wire_bytes += WIRE_FRAME_BYTES + bytes;
  __atomic_store_n(&s->leaving, WIRE_FRAME_BYTES + bytes, __ATOMIC_RELEASE);
  s->seq++;
  s->used = 0;
  mark_whole(s);
  write_frame(s);
}

void xfer_send_aside(struct xfer_sender *s, bool aside)
{
  xfer_send_flush(s, WIRE_FRAME_DATA);
  s->aside = aside;
}

void xfer_send_recover(struct xfer_sender *s)
{
  const struct xfer_mark *last = &s->marks[s->marked];
  for (size_t i = 0; i < WIRE_KIND_LIMIT; i++)
    s->sent[i] = last->sent[i];
  s->used = s->aside ? 0 : last->used;
  s->aside = false;
  if (!s->leaving)
    return;
  struct wire_frame f;
  wire_frame_get(&f, s->packed);
  s->seq = f.seq + 1;
  s->used = 0;
  mark_whole(s);
  write_frame(s);
}
