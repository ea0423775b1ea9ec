/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_bytes.h: the natives of jx.mem.BigEndian that read or write one number, for emitted code: a call of them would
 * take longer than what they do. Nothing here may reach memory that is not the array's, whatever the arguments are. The
 * others are in bigendian.c.
 */
#ifndef JX_BYTES_H
#define JX_BYTES_H

#include <stdint.h>

#include "jx.h"

/* Throws what says why bytes[at] and those behind it are not all in the array. */
void jx_bytes_refuse(const struct jx_object *bytes, int32_t at) __attribute__((cold, noinline));

/* Where bytes[at .. at + count) is, `count` up to 8; NULL with an exception pending when that is not all in the array.
 * An `at` below 0 is, without its sign, beyond the longest array. */
static inline char *jx_bytes_at(struct jx_object *bytes, int32_t at, uint32_t count)
{
  if (JX_LIKELY(bytes && (uint64_t)(uint32_t)at + count <= bytes->length))
    return JX_ELEMENTS(bytes, char) + (uint32_t)at;
  jx_bytes_refuse(bytes, at);
  return NULL;
}

static inline int32_t jxn_jx_mem_BigEndian_get16(struct jx_object *bytes, int32_t at)
{
  const char *from = jx_bytes_at(bytes, at, 2);
  uint16_t value = 0;
  if (from)
    __builtin_memcpy(&value, from, sizeof value);
  return __builtin_bswap16(value);
}

static inline int32_t jxn_jx_mem_BigEndian_get32(struct jx_object *bytes, int32_t at)
{
  const char *from = jx_bytes_at(bytes, at, 4);
  uint32_t value = 0;
  if (from)
    __builtin_memcpy(&value, from, sizeof value);
  return (int32_t)__builtin_bswap32(value);
}

static inline void jxn_jx_mem_BigEndian_put16(struct jx_object *bytes, int32_t at, int32_t value)
{
  char *to = jx_bytes_at(bytes, at, 2);
  uint16_t swapped = __builtin_bswap16((uint16_t)value);
  if (to)
    __builtin_memcpy(to, &swapped, sizeof swapped);
}

static inline void jxn_jx_mem_BigEndian_put32(struct jx_object *bytes, int32_t at, int32_t value)
{
  char *to = jx_bytes_at(bytes, at, 4);
  uint32_t swapped = __builtin_bswap32((uint32_t)value);
  if (to)
    __builtin_memcpy(to, &swapped, sizeof swapped);
}

#endif
