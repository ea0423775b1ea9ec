/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * running.h: the CRC-32 of any recent stretch of a stream, at a cost that does not grow with its length. Host only.
 *
 * A damaged stream, or one of ill will, may hold many headers each of which claims the next megabyte: to read through
 * it for every one of them would take for ever. So each byte is read once, as it arrives, and the checksum of all that
 * came so far is noted down every so many bytes. CRCs are linear: of a stretch that reaches from one note to another it
 * is the second less the first, multiplied by a power of x (as zlib's crc32_combine() does it).
 */
#ifndef RUNNING_H
#define RUNNING_H

#include <stddef.h>
#include <stdint.h>

#define RUNNING_STEP  256              /* bytes from note to note: read again at both ends of a stretch */
#define RUNNING_NOTES 16384
#define RUNNING_REACH ((RUNNING_NOTES - 1) * RUNNING_STEP) /* how far back a stretch may begin, bytes */

/* Zeroed is ready. */
struct running {
  uint64_t bytes;                  /* that have come */
  uint32_t crc;                    /* of all of them */
  uint32_t notes[RUNNING_NOTES];   /* the same where the note's offset ends, by offset / RUNNING_STEP */
};

/* The next bytes of the stream have come. */
void running_add(struct running *r, const uint8_t *data, size_t bytes);

/* The CRC-32 of the `bytes` bytes at `data`, which came at `offset` of the stream and are at most RUNNING_REACH old. */
uint32_t running_crc(const struct running *r, uint64_t offset, const uint8_t *data, size_t bytes);

#endif
