/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rice.c: see rice.h.
 */
#include "rice.h"

#define RICE_SHORT 32 /* a k for which any quotient and the low bits are put at once, as 57 bits at most */
_Static_assert(RICE_ESCAPE + RICE_SHORT <= 57, "put_bits()");

/* Returns the bits of `n` values where some quotients may be so large that they escape. */
static size_t count_escaping(const uint64_t *values, size_t n, unsigned k)
{
  size_t bits = 6;
  for (size_t i = 0; i < n; i++) {
    const uint64_t quotient = values[i] >> k;
    bits += quotient < RICE_ESCAPE ? quotient + 1 + k : RICE_ESCAPE + 64;
  }
  return bits;
}

/* Returns the bits of `n` values; `all` are the bits that any of them has. */
static size_t count_bits(const uint64_t *values, size_t n, uint64_t all, unsigned k)
{
  if (all >> k >= RICE_ESCAPE)
    return count_escaping(values, n, k);
  uint64_t quotients = 0;
#pragma GCC unroll 8
  for (size_t i = 0; i < n; i++)
    quotients += values[i] >> k;
  return 6 + quotients + n * (1 + k);
}

static uint64_t add_up(const uint64_t *values, size_t n, uint64_t all)
{
  uint64_t sum = 0;
  if (all < UINT64_MAX / RICE_GROUP)
#pragma GCC unroll 8
    for (size_t i = 0; i < n; i++)
      sum += values[i];
  else
    for (size_t i = 0; i < n; i++)
      sum = sum + values[i] < sum ? UINT64_MAX : sum + values[i];
  return sum;
}

/* The best k lies next to the logarithm of the mean, unless a few giants have lifted it: so go down from there for as
 * long as that helps. */
size_t rice_group_bits(const uint64_t *values, size_t n, uint64_t all, unsigned *k)
{
  const uint64_t sum = add_up(values, n, all), mean = sum / n;
  unsigned best = mean ? 63 - (unsigned)__builtin_clzll(mean) : 0;
  size_t bits = best || all >= RICE_ESCAPE ? count_bits(values, n, all, best) : 6 + sum + n;
  while (best) {
    size_t less = count_bits(values, n, all, best - 1);
    if (less > bits)
      break;
    bits = less;
    best--;
  }
  *k = best;
  return bits;
}

/* Adds the low `count` (at most 57) bits of v; the rest of v is zero. */
static inline __attribute__((always_inline)) void put_bits(struct rice_bits *b, uint64_t v, unsigned count)
{
  const unsigned held = b->held, room = 64 - held;
  b->hold |= v << held;
  b->held = held + count;
  if (count < room)
    return;
  __builtin_memcpy(b->out, &b->hold, sizeof b->hold); /* little-endian, as wire_load() */
  b->out += sizeof b->hold;
  b->held -= 64;
  b->hold = v >> 1 >> (room - 1);
}

/* The rare ways, not inlined: quotient in unary, which is that many ones and a zero, and k low bits; or an escape. */
static __attribute__((noinline)) struct rice_bits put_long(struct rice_bits b, uint64_t v, unsigned k)
{
  const uint64_t quotient = v >> k;
  if (quotient < RICE_ESCAPE) {
    put_bits(&b, (1ull << quotient) - 1, (unsigned)quotient + 1);
    v &= (1ull << k) - 1;
  } else {
    put_bits(&b, (1ull << RICE_ESCAPE) - 1, RICE_ESCAPE);
    k = 64;
  }
  const unsigned low = k < 32 ? k : 32;
  put_bits(&b, v & ((1ull << low) - 1), low);
  put_bits(&b, v >> low, k - low);
  return b;
}

void rice_put_group(struct rice_bits *bits, const uint64_t *values, size_t n, unsigned k)
{
  struct rice_bits b = *bits;
  const uint64_t escape = k > RICE_SHORT ? 0 : RICE_ESCAPE, mask = (1ull << k) - 1;
  put_bits(&b, k, 6);
  for (const uint64_t *v = values; v < values + n; v++) {
    const uint64_t quotient = *v >> k;
    if (quotient < escape)
      put_bits(&b, ((2 * (*v & mask) + 1) << quotient) - 1, (unsigned)quotient + 1 + k);
    else
      b = put_long(b, *v, k);
  }
  *bits = b;
}

void rice_put_end(struct rice_bits *b)
{
  for (; b->held; b->held -= b->held < 8 ? b->held : 8) {
    *b->out++ = (uint8_t)b->hold;
    b->hold >>= 8;
  }
  b->hold = 0;
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

#define RICE_PAIR 4 /* a k for which 56 bits always have two values */
_Static_assert(2 * (RICE_ESCAPE + RICE_PAIR) <= 56, "get_short()");

/* Reads values for as long as eight bytes of input are left and they are short: then one look at the bits is enough for
 * each, or for two. Returns how many it has read. The bits above b->held are zero again when it returns. */
static size_t get_short(struct rice_bits *b, unsigned k, uint64_t *values, size_t n)
{
  uint64_t hold = b->hold, next;
  const uint8_t *in = b->in;
  const uint64_t mask = (1ull << k) - 1;
  const size_t at_once = k <= RICE_PAIR ? 2 : 1;
  unsigned held = b->held;
  size_t i = 0;
  while (i < n && b->end - in >= (ptrdiff_t)sizeof(next)) {
    __builtin_memcpy(&next, in, sizeof(next)); /* little-endian, as wire_load() */
    hold |= next << held;
    in += (63 - held) / 8;
    held |= 56; /* of which as many bits are held as whole bytes have come; those above come again */
    const size_t until = i + at_once < n ? i + at_once : n;
    for (; i < until; i++) {
      const unsigned ones = ~hold ? (unsigned)__builtin_ctzll(~hold) : 64;
      if (ones >= RICE_ESCAPE)
        goto escape;
      hold >>= ones + 1;
      values[i] = (uint64_t)ones << k | (hold & mask);
      hold >>= k;
      held -= ones + 1 + k;
    }
  }
escape:
  *b = (struct rice_bits){ .in = in, .end = b->end, .held = held, .hold = held ? hold & UINT64_MAX >> (64 - held) : 0 };
  return i;
}

bool rice_get_group(struct rice_bits *b, uint64_t *values, size_t n)
{
  uint64_t k;
  if (!get_bits(b, 6, &k))
    return false;
  const size_t read = k <= RICE_SHORT && b->held < 64 ? get_short(b, (unsigned)k, values, n) : 0;
  for (size_t i = read; i < n; i++)
    if (!get_value(b, (unsigned)k, &values[i]))
      return false;
  return true;
}
