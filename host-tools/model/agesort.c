/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * agesort.c: see agesort.h. A radix sort from the highest digit on that swaps each object to its place (McIlroy,
 * Bostic and McIlroy, "Engineering Radix Sort", Computing Systems 6, 1993: American flag sort).
 */
#include "agesort.h"

#define DIGIT_BITS 8
#define DIGITS     (1u << DIGIT_BITS)
#define FEW        48 /* objects that are sorted faster by insertion, measured */

unsigned agesort_stretch(uint64_t age)
{
  if (age >> 7 == 0)
    return (unsigned)age;
  unsigned shift = 56 - (unsigned)__builtin_clzll(age);
  return (shift << 7) + (unsigned)(age >> shift);
}

static void insertion_sort(struct agesort_object *o, size_t count)
{
  for (size_t i = 1; i < count; i++) {
    const struct agesort_object late = o[i];
    size_t k = i;
    for (; k && o[k - 1].key > late.key; k--)
      o[k] = o[k - 1];
    o[k] = late;
  }
}

static unsigned digit_of(const struct agesort_object *o, unsigned shift)
{
  return o->key >> shift & (DIGITS - 1);
}

/* Puts the objects into the order of one digit; behind[d] is then where digit d ends. */
static void deal_objects(struct agesort_object *o, size_t count, unsigned shift, size_t *behind)
{
  size_t at[DIGITS] = { 0 };
  for (size_t i = 0; i < count; i++)
    at[digit_of(&o[i], shift)]++;
  size_t sum = 0;
  for (unsigned d = 0; d < DIGITS; d++) {
    size_t n = at[d];
    at[d] = sum;
    behind[d] = sum += n;
  }
  for (unsigned d = 0; d < DIGITS; d++)
    while (at[d] < behind[d]) {
      struct agesort_object moved = o[at[d]];
      for (unsigned to; (to = digit_of(&moved, shift)) != d;) {
        const struct agesort_object there = o[at[to]];
        o[at[to]++] = moved;
        moved = there;
      }
      o[at[d]++] = moved;
    }
}

static void sort_from(struct agesort_object *o, size_t count, unsigned shift)
{
  size_t behind[DIGITS];
  if (count <= FEW) {
    insertion_sort(o, count);
    return;
  }
  deal_objects(o, count, shift, behind);
  for (unsigned d = 0; shift && d < DIGITS; d++) {
    size_t from = d ? behind[d - 1] : 0;
    if (behind[d] - from > 1)
      sort_from(o + from, behind[d] - from, shift - DIGIT_BITS);
  }
}

void agesort(struct agesort_object *objects, size_t count)
{
  uint64_t differ = 0;
  unsigned shift = 0;
  for (size_t i = 1; i < count; i++)
    differ |= objects[i].key ^ objects[0].key;
  while (shift + DIGIT_BITS < 64 && differ >> shift >> DIGIT_BITS)
    shift += DIGIT_BITS;
  sort_from(objects, count, shift);
}
