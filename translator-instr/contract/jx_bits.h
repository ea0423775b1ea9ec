/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_bits.h: bits that are counted, by the processor where it can: the fast forms of the natives of
 * java.lang.Bits. No function here throws.
 */
#ifndef JX_BITS_H
#define JX_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* Has the processor an instruction that counts bits? The runtime sets it before the program starts. */
extern bool jx_counts_bits;

/* Without that: pairs, nibbles, bytes are summed side by side (Warren, "Hacker's Delight", section 5-1). */
static inline int32_t jx_sum_bits(uint64_t value)
{
  uint64_t pairs = value - (value >> 1 & 0x5555555555555555u);
  uint64_t nibbles = (pairs & 0x3333333333333333u) + (pairs >> 2 & 0x3333333333333333u);
  return (int32_t)(((nibbles + (nibbles >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

static inline bool jxf_java_lang_Bits_count(int64_t value, int32_t *count)
{
#ifdef __x86_64__
  if (__builtin_expect(jx_counts_bits, 1)) {
    uint64_t bits;
    /* volatile: gcc must not count before it has asked. */
    __asm__ volatile("popcntq %1, %0" : "=r"(bits) : "r"(value) : "cc");
    *count = (int32_t)bits;
    return true;
  }
#endif
  *count = jx_sum_bits((uint64_t)value);
  return true;
}

static inline bool jxf_java_lang_Bits_leadingZeros(int64_t value, int32_t *count)
{
  *count = value ? __builtin_clzll((uint64_t)value) : 64;
  return true;
}

static inline bool jxf_java_lang_Bits_trailingZeros(int64_t value, int32_t *count)
{
  *count = value ? __builtin_ctzll((uint64_t)value) : 64;
  return true;
}

#endif
