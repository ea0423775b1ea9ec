/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sha1.c: SHA-1 as FIPS 180-4, section 6.1, describes it; sha1.h is the manual.
 */
#include "sha1.h"

#define BLOCK  64u  /* bytes */
#define ROUNDS 80

static uint32_t turn_left(uint32_t x, unsigned by)
{
  return x << by | x >> (32 - by);
}

/* Works a block into the state. */
static void add_block(uint32_t state[5], const uint8_t *block)
{
  static const uint32_t constants[] = { 0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6 };
  uint32_t w[ROUNDS], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
  for (unsigned t = 0; t < 16; t++)
    w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 | (uint32_t)block[4 * t + 2] << 8 |
           block[4 * t + 3];
  for (unsigned t = 16; t < ROUNDS; t++)
    w[t] = turn_left(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
  for (unsigned t = 0; t < ROUNDS; t++) {
    uint32_t mixed = t < 20 ? (b & c) | (~b & d) : t >= 40 && t < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
    uint32_t next = turn_left(a, 5) + mixed + e + constants[t / 20] + w[t];
    e = d;
    d = c;
    c = turn_left(b, 30);
    b = a;
    a = next;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
}

int64_t sha1_number(const uint8_t *bytes, size_t count)
{
  uint32_t state[5] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0 };
  size_t rest = count % BLOCK, tail_bytes = rest < BLOCK - 8 ? BLOCK : 2 * BLOCK;
  uint8_t tail[2 * BLOCK] = { 0 };
  for (size_t at = 0; at + BLOCK <= count; at += BLOCK)
    add_block(state, bytes + at);
  for (size_t i = 0; i < rest; i++)
    tail[i] = bytes[count - rest + i];
  tail[rest] = 0x80;
  for (unsigned i = 0; i < 8; i++)
    tail[tail_bytes - 1 - i] = (uint8_t)((uint64_t)count * 8 >> 8 * i);
  for (size_t at = 0; at < tail_bytes; at += BLOCK)
    add_block(state, tail + at);
  uint64_t number = 0;
  for (unsigned i = 0; i < 8; i++)
    number |= (uint64_t)(uint8_t)(state[i / 4] >> 8 * (3 - i % 4)) << 8 * i;
  return (int64_t)number;
}
