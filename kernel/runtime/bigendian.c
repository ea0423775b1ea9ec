/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bigendian.c: the natives of jx.mem.BigEndian that work through a range of an array; those for one number are in
 * jx_bytes.h. Nothing here may reach memory that is not the array's, whatever the arguments are.
 */
#include "natives.h"

#include "jx_bytes.h"
#include "rt.h"

void jx_bytes_refuse(const struct jx_object *bytes, int32_t at)
{
  if (!bytes)
    jx_throw_null();
  else
    jx_throw_bounds(at < 0 || (uint32_t)at >= bytes->length ? at : (int32_t)bytes->length, bytes->length);
}

/* Whether array[at .. at + count) is all in the array; false with an exception pending. */
static bool is_range(const struct jx_object *array, int32_t at, int64_t count)
{
  if (JX_LIKELY(array && at >= 0 && count >= 0 && count <= (int64_t)array->length - at))
    return true;
  jx_bytes_refuse(array, at);
  return false;
}

/* Words at any address. */
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

void jxn_jx_mem_BigEndian_get32s(struct jx_object *bytes, int32_t at, struct jx_object *words, int32_t count)
{
  if (!is_range(bytes, at, (int64_t)count * 4) || !is_range(words, 0, count))
    return;
  const char *from = JX_ELEMENTS(bytes, char) + at;
  uint32_t *to = JX_ELEMENTS(words, uint32_t);
  for (const char *end = from + 4 * (size_t)count; from < end; from += 4)
    *to++ = __builtin_bswap32(load32(from));
}

void jxn_jx_mem_BigEndian_put32s(struct jx_object *bytes, int32_t at, struct jx_object *words, int32_t count)
{
  if (!is_range(bytes, at, (int64_t)count * 4) || !is_range(words, 0, count))
    return;
  char *to = JX_ELEMENTS(bytes, char) + at;
  const uint32_t *from = JX_ELEMENTS(words, uint32_t);
  for (const uint32_t *end = from + count; from < end; to += 4)
    store32(to, __builtin_bswap32(*from++));
}

/* The sum is the same in any byte order, but for the order of its own bytes (RFC 1071, section 2, B); 65536 is 1 in
 * it, so that words of 32 bits can be added. */
int32_t jxn_jx_mem_BigEndian_sum16(struct jx_object *bytes, int32_t at, int32_t length)
{
  if (!is_range(bytes, at, length))
    return 0;
  const char *from = JX_ELEMENTS(bytes, char) + at, *end = from + length;
  uint64_t sum = 0;
  for (; end - from >= 16; from += 16)
    sum += ((uint64_t)load32(from) + load32(from + 4)) + ((uint64_t)load32(from + 8) + load32(from + 12));
  for (; end - from >= 4; from += 4)
    sum += load32(from);
  for (int shift = 0; from < end; shift += 8)
    sum += (uint64_t)(unsigned char)*from++ << shift;
  while (sum >> 16)
    sum = (sum & 0xFFFF) + (sum >> 16);
  return __builtin_bswap16((uint16_t)sum);
}
