/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bigendian.c: the natives of jx.mem.BigEndian, which try their fast forms (jx_bytes.h) and throw, and the functions
 * that the fast forms call.
 */
#include "runtime/core/natives.h"

#include "contract/jx_bytes.h"
#include "runtime/core/rt.h"

/* ---- ranges ---- */

/* Loads a word from any address. */
static uint64_t load64(const char *from)
{
  uint64_t both;
  __builtin_memcpy(&both, from, sizeof both);
  return both;
}

static uint32_t load32(const char *from)
{
  uint32_t word;
  __builtin_memcpy(&word, from, sizeof word);
  return word;
}

static void store32(char *to, uint32_t word)
{
  __builtin_memcpy(to, &word, sizeof word);
}

/* Reverses the bytes of each of two words: all eight bytes, and then the words change places. */
static uint64_t swap_both(uint64_t both)
{
  both = __builtin_bswap64(both);
  return both << 32 | both >> 32;
}

static void swap_words(char *to, const char *from, size_t count)
{
  const char *end = from + 4 * count;
  for (; end - from >= 8; from += 8, to += 8) {
    uint64_t both = swap_both(load64(from));
    __builtin_memcpy(to, &both, sizeof both);
  }
  if (from < end)
    store32(to, __builtin_bswap32(load32(from)));
}

void jx_bytes_to_words(uint32_t *to, const char *from, size_t count)
{
  swap_words((char *)to, from, count);
}

void jx_words_to_bytes(char *to, const uint32_t *from, size_t count)
{
  swap_words(to, (const char *)from, count);
}

/* Adds a word and the carry. In a one's complement sum of 16 bits 65536 counts as 1, and so do its powers: words of 64
 * bits can be added, with their carry, and the sum is folded in the end (RFC 1071, section 2, C). */
static uint64_t add_carrying(uint64_t sum, uint64_t word)
{
  uint64_t total;
  return __builtin_add_overflow(sum, word, &total) ? total + 1 : total;
}

static uint16_t fold_sum(uint64_t sum)
{
  sum = (sum >> 32) + (sum & 0xFFFFFFFF);
  sum = (sum >> 32) + (sum & 0xFFFFFFFF);
  sum = (sum >> 16) + (sum & 0xFFFF);
  return (uint16_t)((sum >> 16) + (sum & 0xFFFF));
}

/* Sums in the processor's byte order and swaps the bytes of the sum (RFC 1071, section 2, B). */
int32_t jx_bytes_sum16(const char *from, size_t count)
{
  const char *end = from + count;
  uint64_t sum = 0, rest = 0;
  for (; end - from >= 8; from += 8)
    sum = add_carrying(sum, load64(from));
  if (end - from >= 4) {
    sum = add_carrying(sum, load32(from));
    from += 4;
  }
  for (int shift = 0; from < end; shift += 8)
    rest |= (uint64_t)(unsigned char)*from++ << shift;
  return __builtin_bswap16(fold_sum(add_carrying(sum, rest)));
}

/* ---- natives ---- */

/* Throws: array[at] or an element behind it is not in the array, or there is no array. */
static void throw_range(const struct jx_object *array, int32_t at)
{
  if (!array)
    jx_throw_null();
  else
    jx_throw_bounds(at < 0 || (uint32_t)at >= array->length ? at : (int32_t)array->length, array->length);
}

int32_t jxn_jx_mem_BigEndian_get16(struct jx_object *bytes, int32_t at)
{
  int32_t value = 0;
  if (!jxf_jx_mem_BigEndian_get16(bytes, at, &value))
    throw_range(bytes, at);
  return value;
}

int32_t jxn_jx_mem_BigEndian_get32(struct jx_object *bytes, int32_t at)
{
  int32_t value = 0;
  if (!jxf_jx_mem_BigEndian_get32(bytes, at, &value))
    throw_range(bytes, at);
  return value;
}

void jxn_jx_mem_BigEndian_put16(struct jx_object *bytes, int32_t at, int32_t value)
{
  if (!jxf_jx_mem_BigEndian_put16(bytes, at, value))
    throw_range(bytes, at);
}

void jxn_jx_mem_BigEndian_put32(struct jx_object *bytes, int32_t at, int32_t value)
{
  if (!jxf_jx_mem_BigEndian_put32(bytes, at, value))
    throw_range(bytes, at);
}

/* Throws for the first of the two ranges that does not fit. */
static void throw_either_range(const struct jx_object *bytes, int32_t at, const struct jx_object *words, int32_t count)
{
  if (jx_bytes_fit(bytes, at, (int64_t)count * 4))
    throw_range(words, 0);
  else
    throw_range(bytes, at);
}

void jxn_jx_mem_BigEndian_get32s(struct jx_object *bytes, int32_t at, struct jx_object *words, int32_t count)
{
  if (!jxf_jx_mem_BigEndian_get32s(bytes, at, words, count))
    throw_either_range(bytes, at, words, count);
}

void jxn_jx_mem_BigEndian_put32s(struct jx_object *bytes, int32_t at, struct jx_object *words, int32_t count)
{
  if (!jxf_jx_mem_BigEndian_put32s(bytes, at, words, count))
    throw_either_range(bytes, at, words, count);
}

int32_t jxn_jx_mem_BigEndian_sum16(struct jx_object *bytes, int32_t at, int32_t length)
{
  int32_t sum = 0;
  if (!jxf_jx_mem_BigEndian_sum16(bytes, at, length, &sum))
    throw_range(bytes, at);
  return sum;
}
