/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rice.c: see rice.h.
 */
#include "rice.h"

static size_t count_bits(const uint64_t *values, size_t n, unsigned k)
{
  size_t bits = 6;
  for (size_t i = 0; i < n; i++) {
    uint64_t quotient = values[i] >> k;
    bits += quotient < RICE_ESCAPE ? quotient + 1 + k : RICE_ESCAPE + 64;
  }
  return bits;
}

/* The best k lies next to the logarithm of the mean, unless a few giants have lifted it: so go down from there for as
 * long as that helps. */
size_t rice_group_bits(const uint64_t *values, size_t n, unsigned *k)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++)
    sum = sum + values[i] < sum ? UINT64_MAX : sum + values[i];
  uint64_t mean = sum / n;
  unsigned best = mean ? 63 - (unsigned)__builtin_clzll(mean) : 0;
  size_t bits = count_bits(values, n, best);
  while (best) {
    size_t less = count_bits(values, n, best - 1);
    if (less > bits)
      break;
    bits = less;
    best--;
  }
  *k = best;
  return bits;
}

/* Writes the low `count` (at most 57) bits of v; the rest of v is zero. */
static inline void put_bits(struct rice_bits *b, uint64_t v, unsigned count)
{
  b->hold |= v << b->held;
  b->held += count;
  while (b->held >= 8) {
    *b->out++ = (uint8_t)b->hold;
    b->hold >>= 8;
    b->held -= 8;
  }
}

static void put_wide_bits(struct rice_bits *b, uint64_t v, unsigned count)
{
  if (count > 32) {
    put_bits(b, v & 0xffffffff, 32);
    v >>= 32;
    count -= 32;
  }
  put_bits(b, v, count);
}

void rice_put_group(struct rice_bits *b, const uint64_t *values, size_t n, unsigned k)
{
  put_bits(b, k, 6);
  for (size_t i = 0; i < n; i++) {
    uint64_t quotient = values[i] >> k;
    if (quotient < RICE_ESCAPE) {
      put_bits(b, (1ull << quotient) - 1, (unsigned)quotient + 1);
      put_wide_bits(b, values[i] & ((1ull << k) - 1), k);
    } else {
      put_bits(b, (1ull << RICE_ESCAPE) - 1, RICE_ESCAPE);
      put_wide_bits(b, values[i], 64);
    }
  }
}

void rice_put_end(struct rice_bits *b)
{
  if (b->held)
    *b->out++ = (uint8_t)b->hold;
  b->hold = b->held = 0;
}

/* Reads ahead to at least 57 bits, or to the end of the input. */
static inline void fill_bits(struct rice_bits *b)
{
  while (b->held <= 56 && b->in < b->end) {
    b->hold |= (uint64_t)*b->in++ << b->held;
    b->held += 8;
  }
}

/* Reads `count` (at most 57) bits. */
static inline bool get_bits(struct rice_bits *b, unsigned count, uint64_t *v)
{
  if (b->held < count)
    fill_bits(b);
  if (b->held < count)
    return false;
  *v = b->hold & ((1ull << count) - 1);
  b->hold >>= count;
  b->held -= count;
  return true;
}

static bool get_wide_bits(struct rice_bits *b, unsigned count, uint64_t *v)
{
  uint64_t low = 0, high = 0;
  if (count <= 32)
    return get_bits(b, count, v);
  if (!get_bits(b, 32, &low) || !get_bits(b, count - 32, &high))
    return false;
  *v = high << 32 | low;
  return true;
}

static inline bool get_value(struct rice_bits *b, unsigned k, uint64_t *v)
{
  uint64_t low;
  fill_bits(b);
  unsigned ones = ~b->hold ? (unsigned)__builtin_ctzll(~b->hold) : 64;
  if (ones >= RICE_ESCAPE)
    return get_bits(b, RICE_ESCAPE, &low) && get_wide_bits(b, 64, v);
  if (!get_bits(b, ones + 1, &low) || !get_wide_bits(b, k, &low))
    return false;
  *v = (uint64_t)ones << k | low;
  return true;
}

bool rice_get_group(struct rice_bits *b, uint64_t *values, size_t n)
{
  uint64_t k;
  if (!get_bits(b, 6, &k))
    return false;
  for (size_t i = 0; i < n; i++)
    if (!get_value(b, (unsigned)k, &values[i]))
      return false;
  return true;
}
