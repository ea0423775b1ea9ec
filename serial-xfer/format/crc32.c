/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * crc32.c: the CRC-32 of IEEE 802.3 (polynomial 0xEDB88320, bits reflected), four bits at a time from a table of
 * sixteen words: small enough for any target, and faster than the line by two orders of magnitude.
 */
#include "xfer.h"

/* Entry i is the remainder of the four bits i. */
static const uint32_t nibble[16] = {
  0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
  0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

uint32_t xfer_crc32(uint32_t crc, const void *data, size_t bytes)
{
  const uint8_t *p = data;
  crc = ~crc;
  while (bytes--) {
    crc ^= *p++;
    crc = crc >> 4 ^ nibble[crc & 15];
    crc = crc >> 4 ^ nibble[crc & 15];
  }
  return ~crc;
}
