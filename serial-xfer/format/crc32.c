/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * crc32.c: the CRC-32 of IEEE 802.3 (polynomial 0xEDB88320, bits reflected), four bytes at a time ("slicing": Kounavis
 * and Berry, "A Systematic Approach to Building High Performance Software-based CRC Generators", ISCC 2005). The tables
 * take 4 KiB; 4 instructions a byte, where a table of sixteen words takes 14.
 */
#include "xfer.h"

/* The remainders of all bytes, of those of the bits 7 to 0: remainders add modulo 2. */
#define PAIRS(r, a)                      (r), (r) ^ (a)
#define FOURS(r, b, a)                   PAIRS(r, a), PAIRS((r) ^ (b), a)
#define EIGHTS(r, c, b, a)               FOURS(r, b, a), FOURS((r) ^ (c), b, a)
#define NIBBLES(r, d, c, b, a)           EIGHTS(r, c, b, a), EIGHTS((r) ^ (d), c, b, a)
#define HALVES(r, e, d, c, b, a)         NIBBLES(r, d, c, b, a), NIBBLES((r) ^ (e), d, c, b, a)
#define QUARTERS(r, f, e, d, c, b, a)    HALVES(r, e, d, c, b, a), HALVES((r) ^ (f), e, d, c, b, a)
#define BYTES(r, g, f, e, d, c, b, a)    QUARTERS(r, f, e, d, c, b, a), QUARTERS((r) ^ (g), f, e, d, c, b, a)
#define TABLE(h, g, f, e, d, c, b, a)    { BYTES(0, g, f, e, d, c, b, a), BYTES(h, g, f, e, d, c, b, a) }

/* Of a byte that is followed by none, one, two and three others. A bit's remainder is that of the bit above it (here to
 * its left, or the last one of the table before) after one more step of the division. */
static const uint32_t remainder_of[4][256] = {
  TABLE(0xedb88320, 0x76dc4190, 0x3b6e20c8, 0x1db71064,
        0x0edb8832, 0x076dc419, 0xee0e612c, 0x77073096),
  TABLE(0x3b83984b, 0xf0794f05, 0x958424a2, 0x4ac21251,
        0xc8d98a08, 0x646cc504, 0x32366282, 0x191b3141),
  TABLE(0xe1351b80, 0x709a8dc0, 0x384d46e0, 0x1c26a370,
        0x0e1351b8, 0x0709a8dc, 0x0384d46e, 0x01c26a37),
  TABLE(0xed59b63b, 0x9b14583d, 0xa032af3e, 0x5019579f,
        0xc5b428ef, 0x8f629757, 0xaa09c88b, 0xb8bc6765),
};

uint32_t xfer_crc32(uint32_t crc, const void *data, size_t bytes)
{
  const uint8_t *p = data;
  crc = ~crc;
  for (; bytes >= 4; bytes -= 4, p += 4) {
    uint32_t word;
    __builtin_memcpy(&word, p, sizeof word); /* little-endian, as wire_load() */
    crc ^= word;
    crc = remainder_of[3][crc & 255] ^ remainder_of[2][crc >> 8 & 255] ^ remainder_of[1][crc >> 16 & 255] ^
          remainder_of[0][crc >> 24];
  }
  for (; bytes; bytes--)
    crc = crc >> 8 ^ remainder_of[0][(crc ^ *p++) & 255];
  return ~crc;
}
