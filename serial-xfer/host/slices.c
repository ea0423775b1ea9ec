/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * slices.c: see slices.h. Entry [k][b] is what byte b does to the CRC when k more bytes come behind it.
 */
#include "slices.h"

#include "xfer.h"

static uint32_t tables[8][256];

static void fill(void)
{
  for (uint32_t b = 0; b < 256; b++) {
    const uint8_t byte = (uint8_t)b;
    tables[0][b] = ~xfer_crc32(0xffffffff, &byte, 1);
  }
  for (unsigned k = 1; k < 8; k++)
    for (uint32_t b = 0; b < 256; b++)
      tables[k][b] = tables[k - 1][b] >> 8 ^ tables[0][tables[k - 1][b] & 0xff];
}

uint32_t slices_crc32(uint32_t crc, const void *data, size_t bytes)
{
  const uint8_t *p = data;
  if (!tables[0][1])
    fill();
  crc = ~crc;
  for (; bytes >= 8; p += 8, bytes -= 8) {
    const uint64_t v = wire_get(p, 8) ^ crc;
    crc = tables[7][v & 0xff] ^ tables[6][v >> 8 & 0xff] ^ tables[5][v >> 16 & 0xff] ^ tables[4][v >> 24 & 0xff] ^
          tables[3][v >> 32 & 0xff] ^ tables[2][v >> 40 & 0xff] ^ tables[1][v >> 48 & 0xff] ^ tables[0][v >> 56];
  }
  while (bytes--)
    crc = crc >> 8 ^ tables[0][(crc ^ *p++) & 0xff];
  return ~crc;
}
