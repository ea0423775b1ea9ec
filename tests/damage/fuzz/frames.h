/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * frames.h: puts the frames of a mutated stream right again, so that a fuzzer gets behind their checksums: the records
 * are what it is to mutate, and of a stream that it has touched nothing would be left.
 */
#ifndef FRAMES_H
#define FRAMES_H

#include <string.h>

#include "xfer.h"

/* The next sync from `at` on; `bytes` when there is none. */
static inline size_t frames_sync(const uint8_t *p, size_t bytes, size_t at)
{
  for (; at + WIRE_SYNC_BYTES <= bytes; at++)
    if (memcmp(p + at, WIRE_SYNC, WIRE_SYNC_BYTES) == 0)
      return at;
  return bytes;
}

/* Makes a frame of the `bytes` bytes at p, which begin with a sync: a payload that is stored takes all of them. */
static inline void frames_mend(uint8_t *p, size_t bytes)
{
  struct wire_frame f;
  wire_frame_get(&f, p);
  f.version = WIRE_VERSION;
  f.wire_bytes = (uint32_t)(bytes - WIRE_FRAME_BYTES);
  if (!(f.flags & WIRE_FLAG_LZO))
    f.plain_bytes = f.wire_bytes;
  f.payload_crc = xfer_crc32(0, p + WIRE_FRAME_BYTES, f.wire_bytes);
  wire_frame_put(p, &f);
  f.header_crc = xfer_crc32(0, p, offsetof(struct wire_frame, header_crc));
  wire_frame_put(p, &f);
}

/* Mends all frames of a stream: each reaches to the next sync. */
static inline void frames_mend_all(uint8_t *p, size_t bytes)
{
  size_t at = frames_sync(p, bytes, 0);
  while (at < bytes) {
    size_t next = frames_sync(p, bytes, at + WIRE_SYNC_BYTES);
    if (next - at >= WIRE_FRAME_BYTES && next - at - WIRE_FRAME_BYTES <= WIRE_PLAIN_MAX)
      frames_mend(p + at, next - at);
    at = next;
  }
}

#endif
