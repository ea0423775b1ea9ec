/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * receive.c: the receiving end: finds frames in a byte stream, verifies them, and reports exactly what was wrong with
 * the rest (FORMAT.md, "Reading a stream"). Host only; no I/O.
 *
 * What always holds:
 *  - every byte of the stream ends up in a verified frame, in text, or in one reported stretch of damage;
 *  - a frame whose header is right but whose payload is not costs only itself: the search goes on behind its sync, so
 *    frames that a wrong length or missing bytes would have swallowed are found;
 *  - a sequence number is delivered once, in rising order; what is missing between two is a gap (reorder.c);
 *  - of several runs in one stream the first is delivered, be it as frames, as text, or as both (reorder.c).
 */
#include "xfer.h"

#include "both/base64.h"
#include "frame_read.h"
#include "reorder.h"
#include "stream_crc.h"

#include <lzo/lzoconf.h>
#include <stdlib.h>
#include <string.h>

/* Room for the longest frame twice: one being waited for, one arriving. */
#define BUFFER_BYTES (2 * (WIRE_FRAME_BYTES + WIRE_PLAIN_MAX))
_Static_assert(BUFFER_BYTES <= STREAM_CRC_REACH, "stream_crc_of() must reach all of the buffer");

/* A line inside a damaged stretch is shown as text when it is whole, printable and at least this long: compressed data
 * looks like that less than once in a thousand lines (95/256 to the 8th). */
#define RESCUED_LINE_BYTES 8

struct xfer_receiver {
  const struct xfer_receiver_ops *ops;
  void *ctx;
  uint64_t offset;             /* in the stream, of the first byte not yet taken */
  size_t start, used;          /* where that is in `buffer`, and how many bytes are there from it on */
  struct reorder *order;       /* where verified frames go; the one of all receivers of a stream */
  bool armored;                /* the stream stood as text in another, whose receiver owns `order` */
  bool ended;                  /* no more bytes will come */
  bool in_damage;              /* `damage` is being extended */
  struct xfer_damage_info damage;
  struct stream_crc stream_crc; /* checksums of what is in `buffer` */
  struct dearmor dearmor;      /* looks for frames in the text */
  struct xfer_receiver *inner; /* takes those; NULL until there are any */
  size_t line_used;            /* candidate line of a damaged stretch */
  bool line_bad;
  uint8_t line[256];
  uint8_t buffer[BUFFER_BYTES];
};

/* A receiver, and the one that takes frames which come as text. */
_Static_assert(2 * sizeof(struct xfer_receiver) + WIRE_PLAIN_MAX +
               REORDER_EARLY_FRAMES * sizeof(struct reorder_early) +
               REORDER_OPEN_DAMAGES * sizeof(struct xfer_damage_info) <= XFER_RECEIVER_BYTES,
               "XFER_RECEIVER_BYTES is what they take");

const char *xfer_damage_text(enum xfer_damage damage)
{
  static const char *const texts[] = {
#define TEXT(NAME, text) [XFER_DAMAGE_##NAME] = text,
    XFER_DAMAGES(TEXT)
#undef TEXT
  };
  return texts[damage];
}

static struct xfer_receiver *new_receiver(const struct xfer_receiver_ops *ops, void *ctx, struct reorder *order)
{
  struct xfer_receiver *r = malloc(sizeof(*r));
  if (!r)
    return NULL;
  memset(r, 0, offsetof(struct xfer_receiver, buffer));
  r->ops = ops;
  r->ctx = ctx;
  r->order = order;
  return r;
}

static void free_order(struct reorder *o)
{
  free(o->plain);
  reorder_free(o);
  free(o);
}

struct xfer_receiver *xfer_receive_new(const struct xfer_receiver_ops *ops, void *ctx)
{
  struct reorder *order = malloc(sizeof(*order));
  if (!order)
    return NULL;
  *order = (struct reorder){ .ops = ops, .ctx = ctx, .plain = malloc(WIRE_PLAIN_MAX),
                             .early_most = REORDER_EARLY_BYTES };
  struct xfer_receiver *r = order->plain && lzo_init() == LZO_E_OK ? new_receiver(ops, ctx, order) : NULL;
  if (!r)
    free_order(order);
  return r;
}

void xfer_receive_free(struct xfer_receiver *r)
{
  if (!r)
    return;
  free(r->inner);
  free_order(r->order);
  free(r);
}

void xfer_receive_limit(struct xfer_receiver *r, size_t bytes)
{
  r->order->early_most = bytes;
}

void xfer_receive_answered(struct xfer_receiver *r, const struct xfer_talk_ops *talk)
{
  r->order->talk = talk;
  r->order->always = r->order->kept = true;
}

void xfer_receive_go_on(struct xfer_receiver *r, const struct xfer_receiver *old)
{
  reorder_go_on(r->order, old->order);
}

void xfer_receive_state(const struct xfer_receiver *r, struct ack *ack)
{
  reorder_missing(r->order, ack);
}

static const uint8_t *head(const struct xfer_receiver *r)
{
  return r->buffer + r->start;
}

/* ---- text, and frames in it ---- */

static void plain_text(void *ctx, const uint8_t *text, size_t bytes)
{
  struct xfer_receiver *r = ctx;
  r->ops->text(r->ctx, text, bytes);
}

/* Takes the bytes that stood in the text as base64. They are a stream of their own, whose frames are of the same dump,
 * and whose offsets count its own bytes. */
static void inner_data(void *ctx, const uint8_t *data, size_t bytes)
{
  struct xfer_receiver *r = ctx;
  if (!r->inner && !(r->inner = new_receiver(r->ops, r->ctx, r->order)))
    return;
  r->inner->armored = true;
  xfer_receive(r->inner, data, bytes);
}

static const struct dearmor_ops dearmor_ops = { plain_text, inner_data };

/* A sender writes base64 once: in what stood as base64 there is no more of it. */
static void give_text(struct xfer_receiver *r, const uint8_t *text, size_t bytes)
{
  if (r->armored)
    plain_text(r, text, bytes);
  else
    dearmor(&r->dearmor, text, bytes, &dearmor_ops, r);
}

/* ---- damage ---- */

static void damage_close(struct xfer_receiver *r)
{
  if (r->in_damage)
    reorder_damage(r->order, &r->damage);
  r->in_damage = false;
}

/* Opens a stretch of damage at the head; the bytes dropped from here on belong to it. */
static void damage_open(struct xfer_receiver *r, enum xfer_damage damage, uint32_t seq, uint32_t count)
{
  damage_close(r);
  r->in_damage = true;
  r->line_used = 0;
  r->line_bad = true; /* what comes first is the tail of something binary */
  r->damage = (struct xfer_damage_info){ .damage = damage, .offset = r->offset, .seq = seq, .count = count };
}

/* ---- bytes outside frames ---- */

static bool printable(uint8_t byte)
{
  return (byte >= 0x20 && byte <= 0x7e) || byte == '\t' || byte == '\r';
}

/* Keeps whole printable lines of a damaged stretch: a panic message must not go down with the frame it hit. */
static void rescue_line(struct xfer_receiver *r, uint8_t byte)
{
  if (byte == '\n') {
    if (!r->line_bad && r->line_used >= RESCUED_LINE_BYTES) {
      r->line[r->line_used++] = '\n';
      give_text(r, r->line, r->line_used);
    }
    r->line_used = 0;
    r->line_bad = false;
  } else if (!printable(byte) || r->line_used >= sizeof(r->line) - 1) {
    r->line_bad = true;
  } else if (!r->line_bad) {
    r->line[r->line_used++] = byte;
  }
}

/* Length of the UTF-8 sequence at p; 0 when it is none; `left` + 1 when it might be one that is still arriving. */
static size_t utf8_bytes(const uint8_t *p, size_t left)
{
  const uint8_t c = *p;
  size_t n = c < 0x80 ? 1 : c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < n && i < left; i++)
    if ((p[i] & 0xc0) != 0x80)
      return 0;
  return n > left ? left + 1 : n;
}

/* Moves the head on. */
static void drop(struct xfer_receiver *r, size_t bytes)
{
  r->start += bytes;
  r->used -= bytes;
  r->offset += bytes;
}

/* Drops `bytes` at the head into the open stretch of damage. */
static void drop_damaged(struct xfer_receiver *r, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    rescue_line(r, head(r)[i]);
  r->damage.bytes += bytes;
  drop(r, bytes);
}

/* Takes the text at the head, at most `bytes`. Returns false when more bytes are needed to decide. */
static bool take_text(struct xfer_receiver *r, size_t bytes)
{
  size_t n = 0;
  while (n < bytes) {
    size_t step = utf8_bytes(head(r) + n, bytes - n);
    if (step == 0 || step > bytes - n)
      break;
    n += step;
  }
  if (n) {
    give_text(r, head(r), n);
    drop(r, n);
    return true;
  }
  if (utf8_bytes(head(r), bytes) > bytes && bytes == r->used && !r->ended)
    return false;
  damage_open(r, XFER_DAMAGE_GARBAGE, r->order->expected, 0);
  drop_damaged(r, 1);
  return true;
}

/* ---- frames ---- */

/* Bytes at p that are a sync as a line that rewrites line ends would leave it; 0 when they are not. */
static size_t rewritten_sync(const uint8_t *p, size_t left)
{
  static const char *const forms[] = {
    "\xFEJX\r\nP\r\r\n\xF8", /* LF -> CR LF, as a terminal's ONLCR */
    "\xFEJX\r\nP\r\n\xF8",   /* lone LF -> CR LF, as unix2dos */
    "\xFEJX\nP\n\xF8",       /* CR LF -> LF or CR dropped, as dos2unix or IGNCR */
    "\xFEJX\nP\n\n\xF8",     /* CR -> LF, as ICRNL */
    "\xFEJX\rP\r\r\xF8",     /* LF -> CR */
  };
  for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
    size_t n = strlen(forms[i]);
    if (n <= left && memcmp(p, forms[i], n) == 0)
      return n;
  }
  return 0;
}

/* Opens a stretch of damage for a frame of which the header is right and `bytes` are to be dropped. */
static void lose_frame(struct xfer_receiver *r, enum xfer_damage damage, const struct wire_frame *f, size_t bytes)
{
  damage_close(r);
  uint32_t count = (damage == XFER_DAMAGE_PAYLOAD ? reorder_lose : reorder_refuse)(r->order, f, r->offset);
  damage_open(r, damage, f->seq, damage == XFER_DAMAGE_VERSION ? f->version : count);
  drop_damaged(r, bytes);
}

/* Takes the frame at the head, which is whole and whose header is right. */
static void take_frame(struct xfer_receiver *r, const struct wire_frame *f)
{
  const size_t bytes = WIRE_FRAME_BYTES + f->wire_bytes;
  const uint8_t *payload = head(r) + WIRE_FRAME_BYTES;
  struct xfer_frame frame = { *f, r->offset, r->armored, head(r), NULL };
  if (f->version != WIRE_VERSION) {
    lose_frame(r, XFER_DAMAGE_VERSION, f, bytes);
    return;
  }
  if (stream_crc_of(&r->stream_crc, r->offset + WIRE_FRAME_BYTES, payload, f->wire_bytes) != f->payload_crc) {
    lose_frame(r, XFER_DAMAGE_PAYLOAD, f, WIRE_SYNC_BYTES);
    return;
  }
  frame.plain = frame_read_payload(f, payload, r->order->plain);
  if (!frame.plain) {
    lose_frame(r, XFER_DAMAGE_UNPACK, f, bytes);
    return;
  }
  damage_close(r);
  reorder_frame(r->order, &frame, r->buffer + r->start);
  drop(r, bytes);
}

static bool header_good(const struct wire_frame *f, const uint8_t *p)
{
  return xfer_crc32(0, p, offsetof(struct wire_frame, header_crc)) == f->header_crc &&
         f->wire_bytes <= WIRE_PLAIN_MAX && f->plain_bytes <= WIRE_PLAIN_MAX;
}

/* Reports that the stream ended inside the frame at the head. `f` is its header; NULL where not even that is whole. */
static void cut(struct xfer_receiver *r, const struct wire_frame *f)
{
  damage_close(r);
  uint32_t count = f ? reorder_lose(r->order, f, r->offset) : 0;
  damage_open(r, XFER_DAMAGE_CUT, f ? f->seq : r->order->expected, count);
  drop_damaged(r, 1);
}

/* Takes the frame whose sync is at the head, or reports its damage. Returns false when more bytes are needed. */
static bool take_sync(struct xfer_receiver *r)
{
  struct wire_frame f;
  if (r->used < WIRE_FRAME_BYTES) {
    if (r->ended)
      cut(r, NULL);
    return r->ended;
  }
  wire_frame_get(&f, head(r));
  if (!header_good(&f, head(r))) {
    damage_open(r, XFER_DAMAGE_HEADER, r->order->expected, 0);
    drop_damaged(r, WIRE_SYNC_BYTES);
    return true;
  }
  if (r->used < WIRE_FRAME_BYTES + (size_t)f.wire_bytes) {
    if (r->ended)
      cut(r, &f);
    return r->ended;
  }
  take_frame(r, &f);
  return true;
}

/* Takes the head, whose first byte may open a sync. Returns false when more bytes are needed. */
static bool take_mark(struct xfer_receiver *r)
{
  size_t n = r->used < WIRE_SYNC_BYTES ? r->used : WIRE_SYNC_BYTES;
  if (memcmp(head(r), WIRE_SYNC, n) == 0) {
    if (n == WIRE_SYNC_BYTES)
      return take_sync(r);
    if (r->ended && r->in_damage)
      drop_damaged(r, n); /* the first bytes of a sync by chance, or of one more frame that did not come */
    else if (r->ended)
      cut(r, NULL);
    return r->ended;
  }
  if (r->used < WIRE_SYNC_BYTES + 2 && !r->ended)
    return false; /* the longest rewritten sync might still be arriving */
  n = rewritten_sync(head(r), r->used);
  if (n)
    damage_open(r, XFER_DAMAGE_LINE_ENDS, r->order->expected, 0);
  else if (!r->in_damage)
    damage_open(r, XFER_DAMAGE_GARBAGE, r->order->expected, 0);
  drop_damaged(r, n ? n : 1);
  return true;
}

/* Whether the garbage is over: the next bytes of the head, up to RESCUED_LINE_BYTES of `bytes`, are printable. */
static bool text_resumes(const struct xfer_receiver *r, size_t bytes)
{
  size_t n = bytes < RESCUED_LINE_BYTES ? bytes : RESCUED_LINE_BYTES;
  for (size_t i = 0; i < n; i++)
    if (!printable(head(r)[i]) && head(r)[i] != '\n')
      return false;
  return n == RESCUED_LINE_BYTES || bytes == r->used;
}

/* Takes a frame, text or damage from the head. Returns false when more bytes are needed. */
static bool take_head(struct xfer_receiver *r)
{
  bool garbage = r->in_damage && r->damage.damage == XFER_DAMAGE_GARBAGE;
  size_t look = garbage && r->used > RESCUED_LINE_BYTES ? RESCUED_LINE_BYTES : r->used;
  const uint8_t *mark = memchr(head(r), (uint8_t)WIRE_SYNC[0], look);
  if (mark == head(r))
    return take_mark(r);
  size_t before = mark ? (size_t)(mark - head(r)) : look;
  if (garbage && text_resumes(r, before))
    damage_close(r);
  if (!r->in_damage)
    return take_text(r, before);
  drop_damaged(r, garbage ? 1 : before); /* in garbage, look again behind each byte */
  return true;
}

void xfer_receive(struct xfer_receiver *r, const void *data, size_t bytes)
{
  const uint8_t *p = data;
  while (bytes) {
    if (r->start)
      memmove(r->buffer, head(r), r->used);
    r->start = 0;
    size_t n = BUFFER_BYTES - r->used < bytes ? BUFFER_BYTES - r->used : bytes;
    memcpy(r->buffer + r->used, p, n);
    stream_crc_add(&r->stream_crc, p, n);
    r->used += n;
    p += n;
    bytes -= n;
    while (r->used && take_head(r))
      ;
  }
}

static void take_rest(struct xfer_receiver *r)
{
  r->ended = true;
  while (r->used && take_head(r))
    ;
  damage_close(r);
}

void xfer_receive_end(struct xfer_receiver *r)
{
  take_rest(r);
  dearmor_end(&r->dearmor, &dearmor_ops, r);
  if (r->inner)
    take_rest(r->inner);
  reorder_end(r->order, r->offset);
}
