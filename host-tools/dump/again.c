/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * again.c: see again.h.
 */
#include "again.h"

#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The first frame is read with as much of what follows its head; a later one with a little more than the frame before
 * it took, for most are nearly as long. */
#define FRAME_GUESS (48 << 10)
#define FRAME_MORE  (1 << 10)

struct again {
  uint64_t at;                   /* offset in the file; UINT64_MAX: none was read */
  size_t guess;                  /* bytes that the next one is read with */
  struct wire_frame head;
  uint8_t wire[WIRE_FRAME_BYTES + WIRE_PLAIN_MAX];
  uint8_t plain[WIRE_PLAIN_MAX];
};

/* Reads bytes `from` to `to` of the frame at offset `at`; zeros stand for those that the file does not have. Returns
 * NULL, or why it cannot. */
static const char *read_bytes(const struct dump *d, struct again *f, uint64_t at, size_t from, size_t to)
{
  const ssize_t n = file_read_at(d->fd, at + from, f->wire + from, to - from);
  if (n < 0)
    return strerror(errno);
  memset(f->wire + from + n, 0, to - from - (size_t)n);
  return NULL;
}

/* Reads the frame that a block is in, unless it is the one that was read last. Returns NULL, or why it cannot. */
static const char *read_frame(const struct dump *d, struct again *f, const struct block *b)
{
  if (f->at == b->at)
    return NULL;
  f->at = UINT64_MAX;
  const char *why = read_bytes(d, f, b->at, 0, f->guess);
  if (why)
    return why;
  size_t bytes = xfer_reopen(f->wire, f->guess, &f->head, f->plain);
  if (bytes > f->guess) {
    if ((why = read_bytes(d, f, b->at, f->guess, bytes)))
      return why;
    bytes = xfer_reopen(f->wire, bytes, &f->head, f->plain);
  }
  f->guess = bytes + FRAME_MORE < sizeof(f->wire) ? bytes + FRAME_MORE : sizeof(f->wire);
  if (!bytes || f->head.seq != b->seq || f->head.payload_crc != b->payload_crc)
    return "the file has changed while it was read; once no program writes to it, run this again";
  f->at = b->at;
  return NULL;
}

/* Follows the blocks of a payload to the one at `at`. */
static bool find_block(const uint8_t *payload, size_t bytes, size_t at, struct xfer_block *block)
{
  size_t pos = 0;
  while (pos < at)
    if (xfer_block_next(payload, bytes, &pos, block) <= 0)
      return false;
  return pos == at && xfer_block_next(payload, bytes, &pos, block) > 0;
}

const char *again_block(const struct dump *d, struct again **frame, enum wire_kind kind, const struct block *b,
                        struct xfer_block *block)
{
  bool found;
  if (b->at & BLOCKS_ASIDE) {
    const uint64_t at = b->at & ~BLOCKS_ASIDE;
    found = find_block(d->aside.bytes + at, d->aside.used - (size_t)at, b->in_payload, block);
  } else {
    if (!*frame) {
      *frame = mem_alloc(1, sizeof(**frame));
      (*frame)->at = UINT64_MAX;
      (*frame)->guess = FRAME_GUESS;
    }
    const char *why = read_frame(d, *frame, b);
    if (why)
      return why;
    found = find_block((*frame)->plain, (*frame)->head.plain_bytes, b->in_payload, block);
  }
  return found && block->head.kind == kind && block->head.rows == b->rows ? NULL : AGAIN_OTHER;
}

bool again_fail(const struct dump *d, enum wire_kind kind, size_t next, const char *format, ...)
{
  va_list args;
  if (d->again->readable[kind] > next)
    d->again->readable[kind] = next;
  if (d->again->error[0])
    return false;
  va_start(args, format);
  vsnprintf(d->again->error, sizeof(d->again->error), format, args);
  va_end(args);
  return false;
}
