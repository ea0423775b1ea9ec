/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frame.c: the header of a frame. Freestanding.
 */
#include "xfer.h"

void xfer_seal_frame(uint8_t *frame, enum wire_frame_type type, uint16_t flags, uint32_t seq, size_t wire_bytes,
                     size_t plain_bytes)
{
  struct wire_frame f = { .version = WIRE_VERSION, .type = (uint8_t)type, .flags = flags, .seq = seq,
                          .wire_bytes = (uint32_t)wire_bytes, .plain_bytes = (uint32_t)plain_bytes };
  f.sync = wire_get((const uint8_t *)WIRE_SYNC, WIRE_SYNC_BYTES);
  f.payload_crc = xfer_crc32(0, frame + WIRE_FRAME_BYTES, wire_bytes);
  wire_frame_put(frame, &f);
  xfer_seal_header(frame);
}

void xfer_seal_header(uint8_t *frame)
{
  wire_put(frame + offsetof(struct wire_frame, header_crc),
           xfer_crc32(0, frame, offsetof(struct wire_frame, header_crc)), sizeof(uint32_t));
}
