/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * crc.c: see zlib.h. A CRC is a polynomial over the integers modulo 2, here with the coefficient of x^0 in bit 31;
 * appending n bytes multiplies it by x^(8n), modulo the polynomial 0xEDB88320.
 */
#include "zlib.h"

#include "xfer.h"

#define POLYNOMIAL 0xedb88320u
#define ONE        0x80000000u /* x^0 */

unsigned long crc32_z(unsigned long crc, const unsigned char *data, size_t bytes)
{
  return xfer_crc32((uint32_t)crc, data, bytes);
}

static uint32_t multiply(uint32_t a, uint32_t b)
{
  uint32_t product = 0;
  for (; a; a <<= 1) {
    if (a & ONE)
      product ^= b;
    b = b & 1 ? b >> 1 ^ POLYNOMIAL : b >> 1;
  }
  return product;
}

unsigned long crc32_combine(unsigned long first, unsigned long second, z_off_t bytes)
{
  uint32_t shift = ONE, power = ONE >> 8; /* x^8: one byte */
  for (; bytes; bytes >>= 1) {
    if (bytes & 1)
      shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return multiply(shift, (uint32_t)first) ^ (uint32_t)second;
}
