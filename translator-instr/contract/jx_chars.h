/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_chars.h: characters that are compared and hashed several at a time: the fast forms of the natives of
 * java.lang.Chars. No function here throws, or reads outside of the arrays.
 */
#ifndef JX_CHARS_H
#define JX_CHARS_H

#include "jx.h"

/* Are the `count` characters at `a` and at `b` the same? Four at a time; the last four once more where the count is no
 * multiple. Cost: some five instructions, and four for each four characters. */
static inline bool jx_chars_same(const uint16_t *a, const uint16_t *b, uint32_t count)
{
  uint64_t x, y;
  if (count < 4) {
    uint32_t at = 0;
    while (at < count && a[at] == b[at])
      at++;
    return at == count;
  }
  for (uint32_t at = 0; at < count - 4; at += 4) {
    __builtin_memcpy(&x, a + at, sizeof x);
    __builtin_memcpy(&y, b + at, sizeof y);
    if (x != y)
      return false;
  }
  __builtin_memcpy(&x, a + count - 4, sizeof x);
  __builtin_memcpy(&y, b + count - 4, sizeof y);
  return x == y;
}

static inline bool jxf_java_lang_Chars_same(struct jx_object *a, struct jx_object *b, int32_t *same)
{
  if (JX_UNLIKELY(!a || !b))
    return false;
  *same = a->length == b->length && jx_chars_same(JX_ELEMENTS(a, uint16_t), JX_ELEMENTS(b, uint16_t), a->length);
  return true;
}

static inline bool jxf_java_lang_Chars_sameAt(struct jx_object *a, int32_t at, struct jx_object *b, int32_t *same)
{
  if (JX_UNLIKELY(!a || !b))
    return false;
  *same = at >= 0 && (int64_t)at + b->length <= a->length &&
          jx_chars_same(JX_ELEMENTS(a, uint16_t) + at, JX_ELEMENTS(b, uint16_t), b->length);
  return true;
}

/* Horner's rule, four steps in one: the products do not wait for each other. */
static inline bool jxf_java_lang_Chars_hash(struct jx_object *a, int32_t *hash)
{
  enum { BASE = 31, BASE_2 = BASE * BASE, BASE_3 = BASE_2 * BASE, BASE_4 = BASE_3 * BASE }; /* String.hashCode() */
  if (JX_UNLIKELY(!a))
    return false;
  const uint16_t *c = JX_ELEMENTS(a, uint16_t), *end = c + a->length;
  uint32_t sum = 0;
  for (; end - c >= 4; c += 4)
    sum = sum * BASE_4 + ((uint32_t)c[0] * BASE_3 + (uint32_t)c[1] * BASE_2 + (uint32_t)c[2] * BASE + c[3]);
  for (; c < end; c++)
    sum = sum * BASE + *c;
  *hash = (int32_t)sum;
  return true;
}

#endif
