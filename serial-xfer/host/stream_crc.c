/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stream_crc.c: see stream_crc.h.
 */
#include "stream_crc.h"

#include <zlib.h>

#define READ_AT_ONCE (4 * STREAM_CRC_STEP) /* a shorter stretch is read faster than its notes are combined */

static uint32_t crc_add(uint32_t crc, const uint8_t *data, size_t bytes)
{
  return (uint32_t)crc32_z(crc, data, bytes);
}

/* The CRC-32 of the bytes between two notes, from the checksums of all bytes before each. (The later one is the CRC of
 * the earlier bytes followed by those between; combining is its own inverse, for it adds modulo 2.) */
static uint32_t crc_between(uint32_t earlier, uint32_t later, size_t bytes)
{
  return (uint32_t)crc32_combine(earlier, later, (z_off_t)bytes);
}

void stream_crc_add(struct stream_crc *s, const uint8_t *data, size_t bytes)
{
  while (bytes) {
    size_t n = STREAM_CRC_STEP - s->bytes % STREAM_CRC_STEP;
    n = n < bytes ? n : bytes;
    s->crc = crc_add(s->crc, data, n);
    s->bytes += n;
    data += n;
    bytes -= n;
    if (s->bytes % STREAM_CRC_STEP == 0)
      s->notes[s->bytes / STREAM_CRC_STEP % STREAM_CRC_NOTES] = s->crc;
  }
}

uint32_t stream_crc_of(const struct stream_crc *s, uint64_t offset, const uint8_t *data, size_t bytes)
{
  if (bytes < READ_AT_ONCE)
    return crc_add(0, data, bytes);
  const uint64_t first = (offset + STREAM_CRC_STEP - 1) / STREAM_CRC_STEP, last = (offset + bytes) / STREAM_CRC_STEP;
  const size_t before = (size_t)(first * STREAM_CRC_STEP - offset), noted = (size_t)(last - first) * STREAM_CRC_STEP;
  const uint32_t middle = crc_between(s->notes[first % STREAM_CRC_NOTES], s->notes[last % STREAM_CRC_NOTES], noted);
  const uint32_t crc = (uint32_t)crc32_combine(crc_add(0, data, before), middle, (z_off_t)noted);
  return crc_add(crc, data + before + noted, bytes - before - noted);
}
