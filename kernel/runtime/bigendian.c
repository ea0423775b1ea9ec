/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bigendian.c: the natives of jx.mem.BigEndian: numbers in byte arrays. Nothing here may reach memory that is not the
 * array's, whatever the arguments are.
 */
#include "natives.h"

#include "rt.h"

/* Where array[at .. at + count) is; NULL with an exception pending when that is not all in the array. */
static void *range(const struct jx_object *array, int32_t at, int64_t count)
{
  if (JX_UNLIKELY(!array)) {
    jx_throw_null();
    return NULL;
  }
  if (JX_UNLIKELY(at < 0 || count < 0 || count > (int64_t)array->length - at)) {
    jx_throw_bounds(at < 0 || at >= (int64_t)array->length ? at : (int32_t)array->length, array->length);
    return NULL;
  }
  return JX_ELEMENTS(array, char) + ((size_t)(uint32_t)at << array->class->shift);
}

/* Words at any address. */
static uint32_t load32(const char *from)
{
  uint32_t word;
  __builtin_memcpy(&word, from, sizeof word);
  return __builtin_bswap32(word);
}

static void store32(char *to, uint32_t word)
{
  word = __builtin_bswap32(word);
  __builtin_memcpy(to, &word, sizeof word);
}

int32_t jxn_jx_mem_BigEndian_get16(struct jx_object *bytes, int32_t at)
{
  const unsigned char *from = range(bytes, at, 2);
  return from ? from[0] << 8 | from[1] : 0;
}

int32_t jxn_jx_mem_BigEndian_get32(struct jx_object *bytes, int32_t at)
{
  const char *from = range(bytes, at, 4);
  return from ? (int32_t)load32(from) : 0;
}

void jxn_jx_mem_BigEndian_put16(struct jx_object *bytes, int32_t at, int32_t value)
{
  char *to = range(bytes, at, 2);
  if (to) {
    to[0] = (char)(value >> 8);
    to[1] = (char)value;
  }
}

void jxn_jx_mem_BigEndian_put32(struct jx_object *bytes, int32_t at, int32_t value)
{
  char *to = range(bytes, at, 4);
  if (to)
    store32(to, (uint32_t)value);
}

void jxn_jx_mem_BigEndian_get32s(struct jx_object *bytes, int32_t at, struct jx_object *words, int32_t count)
{
  const char *from = range(bytes, at, (int64_t)count * 4);
  int32_t *to = from ? range(words, 0, count) : NULL;
  for (int32_t i = 0; to && i < count; i++)
    to[i] = (int32_t)load32(from + 4 * (size_t)i);
}

void jxn_jx_mem_BigEndian_put32s(struct jx_object *bytes, int32_t at, struct jx_object *words, int32_t count)
{
  char *to = range(bytes, at, (int64_t)count * 4);
  const int32_t *from = to ? range(words, 0, count) : NULL;
  for (int32_t i = 0; from && i < count; i++)
    store32(to + 4 * (size_t)i, (uint32_t)from[i]);
}

/* The sum is the same in any byte order, but for the order of its own bytes (RFC 1071, section 2, B); 65536 is 1 in
 * it, so that words of 32 bits can be added. */
int32_t jxn_jx_mem_BigEndian_sum16(struct jx_object *bytes, int32_t at, int32_t length)
{
  const unsigned char *from = range(bytes, at, length);
  uint64_t sum = 0;
  if (!from)
    return 0;
  for (; length >= 4; length -= 4, from += 4) {
    uint32_t word;
    __builtin_memcpy(&word, from, sizeof word);
    sum += word;
  }
  for (int32_t i = 0; i < length; i++)
    sum += (uint64_t)from[i] << 8 * i;
  while (sum >> 16)
    sum = (sum & 0xFFFF) + (sum >> 16);
  return __builtin_bswap16((uint16_t)sum);
}
