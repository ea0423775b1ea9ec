/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_bytes.h: numbers in byte arrays: the fast forms (jx.h, "Names in C") of jx.mem.BigEndian, for emitted code. A call
 * would take longer than what they do. runtime/core/bigendian.c has the natives themselves, which throw.
 *
 * `bytes` and `words` may be NULL, and `at` and `count` any number: where not all of the range is in the array, a fast
 * form touches nothing and returns false. library/jx/mem/BigEndian.java says what each method does.
 */
#ifndef JX_BYTES_H
#define JX_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "jx.h"

/* The address of bytes[at .. at + count), `count` up to 8; NULL when not all of that is in the array. A negative `at`,
 * seen as unsigned, is beyond the longest array. */
static inline char *jx_bytes_at(struct jx_object *bytes, int32_t at, uint32_t count)
{
  bool fits = JX_LIKELY(bytes && (uint64_t)(uint32_t)at + count <= bytes->length);
  return fits ? JX_ELEMENTS(bytes, char) + (uint32_t)at : NULL;
}

/* Is all of array[at .. at + count) in the array? */
static inline bool jx_bytes_fit(const struct jx_object *array, int32_t at, int64_t count)
{
  return JX_LIKELY(array && at >= 0 && count >= 0 && count <= (int64_t)array->length - at);
}

static inline bool jxf_jx_mem_BigEndian_get16(struct jx_object *bytes, int32_t at, int32_t *to)
{
  const char *from = jx_bytes_at(bytes, at, 2);
  uint16_t value;
  if (!from)
    return false;
  __builtin_memcpy(&value, from, sizeof value);
  *to = __builtin_bswap16(value);
  return true;
}

static inline bool jxf_jx_mem_BigEndian_get32(struct jx_object *bytes, int32_t at, int32_t *to)
{
  const char *from = jx_bytes_at(bytes, at, 4);
  uint32_t value;
  if (!from)
    return false;
  __builtin_memcpy(&value, from, sizeof value);
  *to = (int32_t)__builtin_bswap32(value);
  return true;
}

static inline bool jxf_jx_mem_BigEndian_put16(struct jx_object *bytes, int32_t at, int32_t value)
{
  char *to = jx_bytes_at(bytes, at, 2);
  uint16_t swapped = __builtin_bswap16((uint16_t)value);
  if (!to)
    return false;
  __builtin_memcpy(to, &swapped, sizeof swapped);
  return true;
}

static inline bool jxf_jx_mem_BigEndian_put32(struct jx_object *bytes, int32_t at, int32_t value)
{
  char *to = jx_bytes_at(bytes, at, 4);
  uint32_t swapped = __builtin_bswap32((uint32_t)value);
  if (!to)
    return false;
  __builtin_memcpy(to, &swapped, sizeof swapped);
  return true;
}

/* ---- ranges: a test whether they fit, and a call of the runtime ---- */

/* Copies `count` big-endian words at `from` into numbers at `to`. */
void jx_bytes_to_words(uint32_t *to, const char *from, size_t count);

/* Copies `count` numbers at `from` into big-endian words at `to`. */
void jx_words_to_bytes(char *to, const uint32_t *from, size_t count);

/* The one's complement sum of the `count` bytes at `from`, seen as big-endian numbers of 16 bits (RFC 1071). */
int32_t jx_bytes_sum16(const char *from, size_t count);

static inline bool jxf_jx_mem_BigEndian_get32s(struct jx_object *bytes, int32_t at, struct jx_object *words,
                                               int32_t count)
{
  if (!jx_bytes_fit(bytes, at, (int64_t)count * 4) || !jx_bytes_fit(words, 0, count))
    return false;
  jx_bytes_to_words(JX_ELEMENTS(words, uint32_t), JX_ELEMENTS(bytes, char) + at, (size_t)count);
  return true;
}

static inline bool jxf_jx_mem_BigEndian_put32s(struct jx_object *bytes, int32_t at, struct jx_object *words,
                                               int32_t count)
{
  if (!jx_bytes_fit(bytes, at, (int64_t)count * 4) || !jx_bytes_fit(words, 0, count))
    return false;
  jx_words_to_bytes(JX_ELEMENTS(bytes, char) + at, JX_ELEMENTS(words, uint32_t), (size_t)count);
  return true;
}

static inline bool jxf_jx_mem_BigEndian_sum16(struct jx_object *bytes, int32_t at, int32_t length, int32_t *to)
{
  if (!jx_bytes_fit(bytes, at, length))
    return false;
  *to = jx_bytes_sum16(JX_ELEMENTS(bytes, char) + at, (size_t)length);
  return true;
}

#endif
