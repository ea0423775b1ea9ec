/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frame_read.c: the payload of a frame (frame_read.h), and xfer_reopen(), which reads a frame again that a receiver has
 * delivered before, and checks it as the receiver did: the file that the frame is read from may have changed since.
 */
#include "frame_read.h"

#include "xfer.h"

#include <lzo/lzo1x.h>
#include <string.h>
#include <zlib.h>

const uint8_t *frame_read_payload(const struct wire_frame *f, const uint8_t *payload, uint8_t *room)
{
  if (!(f->flags & WIRE_FLAG_LZO))
    return f->plain_bytes == f->wire_bytes ? payload : NULL;
  lzo_uint n = f->plain_bytes;
  if (lzo1x_decompress_safe(payload, f->wire_bytes, room, &n, NULL) != LZO_E_OK || n != f->plain_bytes)
    return NULL;
  return room;
}

uint32_t xfer_frame_run(const struct xfer_frame *frame)
{
  struct xfer_block block;
  struct wire_run run;
  size_t pos = 0;
  const bool says = xfer_block_next(frame->plain, frame->head.plain_bytes, &pos, &block) == 1 &&
                    block.head.kind == WIRE_RUN && block.head.rows == 1 && xfer_unpack(&block, &run);
  return says ? run.number : 0;
}

/* Reads the header of a frame of which `bytes` bytes are at `wire`. Returns the bytes that the whole frame takes; 0:
 * there is no valid header. */
static size_t read_head(const uint8_t *wire, size_t bytes, struct wire_frame *head)
{
  if (bytes < WIRE_FRAME_BYTES || memcmp(wire, WIRE_SYNC, WIRE_SYNC_BYTES) != 0)
    return 0;
  wire_frame_get(head, wire);
  if (crc32_z(0, wire, offsetof(struct wire_frame, header_crc)) != head->header_crc ||
      head->version != WIRE_VERSION || head->wire_bytes > WIRE_PLAIN_MAX || head->plain_bytes > WIRE_PLAIN_MAX)
    return 0;
  return WIRE_FRAME_BYTES + (size_t)head->wire_bytes;
}

static bool payload_holds(const uint8_t *wire, const struct wire_frame *head)
{
  return crc32_z(0, wire + WIRE_FRAME_BYTES, head->wire_bytes) == head->payload_crc;
}

bool xfer_frame_holds(const uint8_t *wire, size_t bytes, struct wire_frame *head)
{
  return read_head(wire, bytes, head) == bytes && bytes && payload_holds(wire, head);
}

size_t xfer_reopen(const uint8_t *wire, size_t bytes, struct wire_frame *head, uint8_t *plain)
{
  const uint8_t *payload = wire + WIRE_FRAME_BYTES;
  const size_t whole = read_head(wire, bytes, head);
  if (!whole || bytes < whole)
    return whole;
  if (!payload_holds(wire, head))
    return 0;
  const uint8_t *found = frame_read_payload(head, payload, plain);
  if (found == payload)
    memcpy(plain, payload, head->plain_bytes);
  return found ? whole : 0;
}
