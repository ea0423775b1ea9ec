/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_hash.c: FNV-1a with 64 bits; see text_hash.h.
 */
#include "text_hash.h"

#define FNV_PRIME 0x100000001b3u

uint64_t text_hash(uint64_t hash, const uint8_t *data, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    hash = (hash ^ data[i]) * FNV_PRIME;
  return hash;
}

uint64_t text_hash_number(uint64_t hash, uint64_t number)
{
  for (int shift = 0; shift < 64; shift += 8)
    hash = (hash ^ ((number >> shift) & 0xff)) * FNV_PRIME;
  return hash;
}
