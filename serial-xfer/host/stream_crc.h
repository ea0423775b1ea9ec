/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stream_crc.h: the CRC-32 of any recent stretch of a stream, at a cost that does not grow with its length. Host only.
 *
 * A damaged stream, or one of ill will, may hold many headers that each claim the next megabyte: reading through it for
 * every header would take the square of its length. So each byte is read once, as it arrives, and the checksum of all
 * bytes so far is noted down every STREAM_CRC_STEP bytes. CRCs are linear: that of the bytes between two notes follows
 * from the two (zlib's crc32_combine(), which multiplies by a power of x). Only the ends of a stretch are read again.
 */
#ifndef STREAM_CRC_H
#define STREAM_CRC_H

#include <stddef.h>
#include <stdint.h>

#define STREAM_CRC_STEP  1024             /* bytes from note to note; of 256, zlib is three times as slow */
#define STREAM_CRC_NOTES 4096
#define STREAM_CRC_REACH ((STREAM_CRC_NOTES - 1) * STREAM_CRC_STEP) /* how far back a stretch may begin, bytes */

/* The checksums of a stream. Zeroed, it is that of a stream of which no byte has arrived. */
struct stream_crc {
  uint64_t bytes;                      /* that have arrived */
  uint32_t crc;                        /* of all of them */
  uint32_t notes[STREAM_CRC_NOTES];    /* at n modulo STREAM_CRC_NOTES: of all bytes before n * STREAM_CRC_STEP */
};

/* Takes the next bytes of the stream. */
void stream_crc_add(struct stream_crc *s, const uint8_t *data, size_t bytes);

/* Returns the CRC-32 of the `bytes` bytes at `data`, which are those of the stream from `offset` on. `offset` must be
 * at most STREAM_CRC_REACH bytes before the stream's end. */
uint32_t stream_crc_of(const struct stream_crc *s, uint64_t offset, const uint8_t *data, size_t bytes);

#endif
