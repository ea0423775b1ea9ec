/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reader.h: big-endian numbers out of a class file, with one sticky error: after the first, everything reads as 0 and
 * nothing moves, so a parser tests once at the end of a step. For parse.c, constants.c and code.c.
 */
#ifndef READER_H
#define READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reader {
  const char *path;
  const uint8_t *start, *at, *end;
  bool failed;
};

/* Reports `format` with the path and the offset of `r`, which has failed then; the first call only. */
void reader_fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Each reads a number of 1, 2 or 4 bytes and moves `r` behind it; 0 when `r` has failed. */
uint8_t reader_u1(struct reader *r);
uint16_t reader_u2(struct reader *r);
uint32_t reader_u4(struct reader *r);

/* Returns the next `bytes` bytes and moves `r` behind them; NULL, reported, when there are fewer. */
const uint8_t *reader_bytes(struct reader *r, uint32_t bytes);

/* Returns a reader for the next `bytes` bytes, with the path and the offsets of `r`, and moves `r` behind them. */
struct reader reader_part(struct reader *r, uint32_t bytes);

#endif
