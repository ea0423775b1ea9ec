/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * running.c: see running.h. Polynomials over GF(2) are 32 bits, the coefficient of x^0 in the top one, as the reflected
 * CRC has them.
 */
#include "running.h"

#include "slices.h"

#define POLYNOMIAL 0xEDB88320u
#define ONE        0x80000000u         /* x^0 */
#define X_8        (ONE >> 8)          /* what a byte more multiplies a CRC by */

static uint32_t multiply(uint32_t a, uint32_t b)
{
  uint32_t product = 0;
  for (uint32_t bit = ONE; bit; bit >>= 1) {
    product ^= a & bit ? b : 0;
    b = b >> 1 ^ (b & 1 ? POLYNOMIAL : 0);
  }
  return product;
}

/* What `crc` has become when `bytes` more have come, but for their own part. */
static uint32_t advance(uint32_t crc, uint64_t bytes)
{
  for (uint32_t square = X_8; bytes; bytes >>= 1) {
    if (bytes & 1)
      crc = multiply(crc, square);
    square = multiply(square, square);
  }
  return crc;
}

void running_add(struct running *r, const uint8_t *data, size_t bytes)
{
  while (bytes) {
    size_t n = RUNNING_STEP - r->bytes % RUNNING_STEP;
    n = n < bytes ? n : bytes;
    r->crc = slices_crc32(r->crc, data, n);
    r->bytes += n;
    data += n;
    bytes -= n;
    if (r->bytes % RUNNING_STEP == 0)
      r->notes[r->bytes / RUNNING_STEP % RUNNING_NOTES] = r->crc;
  }
}

uint32_t running_crc(const struct running *r, uint64_t offset, const uint8_t *data, size_t bytes)
{
  if (bytes < 4 * RUNNING_STEP)
    return slices_crc32(0, data, bytes);
  const uint64_t end = offset + bytes, first = (offset + RUNNING_STEP - 1) / RUNNING_STEP, last = end / RUNNING_STEP;
  const size_t before = (size_t)(first * RUNNING_STEP - offset), noted = (size_t)(last - first) * RUNNING_STEP;
  uint32_t middle = advance(r->notes[first % RUNNING_NOTES], noted) ^ r->notes[last % RUNNING_NOTES];
  uint32_t crc = advance(slices_crc32(0, data, before), noted) ^ middle;
  return slices_crc32(crc, data + before + noted, bytes - before - noted);
}
