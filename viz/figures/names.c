/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * names.c: texts and pairs as numbers, numbers by number, and orders.
 */
#include "scene.h"

#include <sys/random.h>

static struct {
  struct map map;         /* hash of a text to its number */
  char **texts;
  uint32_t *bytes;
  size_t texts_room, bytes_room;
  uint32_t count;
} names;

/* The modulus of the hash, a Mersenne prime: with a secret factor, two texts of n bytes that a dump chooses have one
 * hash with probability n / 2^61 (polynomial hashing; J. L. Carter, M. N. Wegman, 1979). */
#define PRIME ((UINT64_C(1) << 61) - 1)

/* Modulo PRIME, for 2^61 is 1 then. Division of 128 bits is a call, and one that not all C libraries have. */
static uint64_t remainder_of(unsigned __int128 x)
{
  const uint64_t low = (uint64_t)(x & PRIME) + (uint64_t)(x >> 61), sum = (low & PRIME) + (low >> 61);
  return sum >= PRIME ? sum - PRIME : sum;
}

static uint64_t hash_text(const char *text, size_t bytes)
{
  static uint64_t factor;
  if (!factor && getrandom(&factor, sizeof(factor), 0) != sizeof(factor))
    factor = (uintptr_t)&factor;
  uint64_t sum = bytes + 1;
  for (size_t i = 0; i < bytes; i++)
    sum = remainder_of((unsigned __int128)sum * (factor % PRIME | 1) + (uint8_t)text[i] + 1);
  return sum;
}

void names_begin(void)
{
  memset(&names, 0, sizeof(names));
}

uint32_t name_of(const char *text, size_t bytes)
{
  uint64_t hash = hash_text(text, bytes);
  uint32_t n;
  for (; (n = map_get(&names.map, hash)) != MAP_NONE; hash++)
    if (names.bytes[n] == bytes && !memcmp(names.texts[n], text, bytes))
      return n;
  n = ++names.count;
  mem_grow(&names.texts, &names.texts_room, n + 1, sizeof(*names.texts));
  mem_grow(&names.bytes, &names.bytes_room, n + 1, sizeof(*names.bytes));
  names.texts[n] = mem_alloc(bytes + 1, 1);
  memcpy(names.texts[n], text, bytes);
  names.bytes[n] = (uint32_t)bytes;
  map_put(&names.map, hash, n);
  return n;
}

uint32_t name_of_text(const char *text)
{
  return name_of(text, strlen(text));
}

const char *name_text(uint32_t n)
{
  return n ? names.texts[n] : "";
}

static uint64_t pair_key(uint32_t first, uint32_t second)
{
  return (uint64_t)first << 32 | second;
}

uint32_t pair_known(const struct pairs *p, uint32_t first, uint32_t second)
{
  const uint32_t n = map_get(&p->map, pair_key(first, second));
  return n == MAP_NONE ? 0 : n;
}

uint32_t pair_of(struct pairs *p, uint32_t first, uint32_t second)
{
  uint32_t n = pair_known(p, first, second);
  if (n)
    return n;
  n = ++p->count;
  mem_grow(&p->first, &p->first_room, n + 1, sizeof(*p->first));
  mem_grow(&p->second, &p->second_room, n + 1, sizeof(*p->second));
  p->first[n] = first;
  p->second[n] = second;
  map_put(&p->map, pair_key(first, second), n);
  return n;
}

double *number_at(struct numbers *n, size_t i)
{
  const size_t room = n->room;
  if (i >= room) {
    mem_grow(&n->at, &n->room, i + 1, sizeof(*n->at));
    memset(n->at + room, 0, (n->room - room) * sizeof(*n->at));
  }
  return n->at + i;
}

double number_in(const struct numbers *n, size_t i)
{
  return i < n->room ? n->at[i] : 0;
}

void list_add(struct list *l, uint32_t value)
{
  mem_grow(&l->at, &l->room, l->count + 1, sizeof(*l->at));
  l->at[l->count++] = value;
}

/* Merges the halves of each 2 * width keys. */
static void merge_pass(const uint32_t *from, uint32_t *to, size_t count, size_t width,
                       bool (*after)(uint32_t, uint32_t, const void *), const void *ctx)
{
  for (size_t begin = 0; begin < count; begin += 2 * width) {
    const size_t mid = begin + width < count ? begin + width : count;
    const size_t end = begin + 2 * width < count ? begin + 2 * width : count;
    for (size_t i = begin, j = mid, k = begin; k < end; k++)
      to[k] = i < mid && (j >= end || !after(from[i], from[j], ctx)) ? from[i++] : from[j++];
  }
}

void sort_by(uint32_t *keys, size_t count, bool (*after)(uint32_t a, uint32_t b, const void *ctx), const void *ctx)
{
  uint32_t *merged = mem_alloc(count, sizeof(*merged));
  for (size_t width = 1; width < count; width *= 2) {
    merge_pass(keys, merged, count, width, after, ctx);
    memcpy(keys, merged, count * sizeof(*keys));
  }
  mem_free(merged);
}

static bool weighs_less(uint32_t a, uint32_t b, const void *weight)
{
  return number_in(weight, a) < number_in(weight, b);
}

void sort_falling(uint32_t *keys, size_t count, const struct numbers *weight)
{
  sort_by(keys, count, weighs_less, weight);
}

static bool name_follows(uint32_t a, uint32_t b, const void *ctx)
{
  (void)ctx;
  return strcmp(name_text(a), name_text(b)) > 0;
}

void sort_names(uint32_t *keys, size_t count)
{
  sort_by(keys, count, name_follows, NULL);
}
