/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frame_read.c: reads a frame again that a receiver has delivered before. It is checked as then: the file that it is read
 * from may have changed since.
 */
#include "xfer.h"

#include <zlib.h>

#include <lzo/lzo1x.h>
#include <string.h>

static bool unpack(const struct wire_frame *f, const uint8_t *payload, uint8_t *plain)
{
  lzo_uint n = f->plain_bytes;
  if (f->flags & WIRE_FLAG_LZO)
    return lzo1x_decompress_safe(payload, f->wire_bytes, plain, &n, NULL) == LZO_E_OK && n == f->plain_bytes;
  if (f->plain_bytes != f->wire_bytes)
    return false;
  memcpy(plain, payload, f->plain_bytes);
  return true;
}

size_t xfer_reopen(const uint8_t *wire, size_t bytes, struct wire_frame *head, uint8_t *plain)
{
  if (bytes < WIRE_FRAME_BYTES || memcmp(wire, WIRE_SYNC, WIRE_SYNC_BYTES) != 0)
    return 0;
  wire_frame_get(head, wire);
  if (crc32_z(0, wire, offsetof(struct wire_frame, header_crc)) != head->header_crc ||
      head->version != WIRE_VERSION || head->wire_bytes > WIRE_PLAIN_MAX || head->plain_bytes > WIRE_PLAIN_MAX)
    return 0;
  const size_t whole = WIRE_FRAME_BYTES + (size_t)head->wire_bytes;
  if (bytes < whole)
    return whole;
  const uint8_t *payload = wire + WIRE_FRAME_BYTES;
  return crc32_z(0, payload, head->wire_bytes) == head->payload_crc && unpack(head, payload, plain) ? whole : 0;
}
