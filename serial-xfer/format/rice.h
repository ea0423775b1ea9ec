/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rice.h: adaptive Rice codes, for columns of noise: times between events, sizes, counts of cycles.
 *
 * A varint spends whole bytes, and LZO finds no repetition in noise. A Rice code of parameter k (R. F. Rice, "Some
 * practical universal noiseless coding techniques", JPL Publication 79-22, 1979) writes v >> k in unary and the low k
 * bits as they are; for values spread around 2^k that is within a bit of the entropy. k is chosen anew for each group
 * of values, because bursts and pauses take turns. FORMAT.md gives the bits. Freestanding; both ends use it.
 */
#ifndef RICE_H
#define RICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RICE_GROUP  64  /* values that share a k: 6 bits of k are then a tenth of a bit for each */
#define RICE_ESCAPE 24  /* a quotient of this or more: that many ones, then the value in 64 bits */

/* Returns the least number of bits that a group of `n` values takes, its k included; *k is the parameter that gives
 * it. `all` are the bits that any of the values has. */
size_t rice_group_bits(const uint64_t *values, size_t n, uint64_t all, unsigned *k);

/* A writer or reader of bits, least significant first. */
struct rice_bits {
  uint8_t *out;            /* writing: next byte */
  const uint8_t *in, *end; /* reading: next byte, end of input */
  uint64_t hold;           /* bits not yet written, or read ahead */
  unsigned held;           /* how many */
};

/* Writes one group. The caller has room for rice_group_bits(). */
void rice_put_group(struct rice_bits *b, const uint64_t *values, size_t n, unsigned k);

/* Writes the bits that are held, filled up with zeros to a byte. */
void rice_put_end(struct rice_bits *b);

/* Reads one group of n values. Returns false when the input ends too early. */
bool rice_get_group(struct rice_bits *b, uint64_t *values, size_t n);

#endif
