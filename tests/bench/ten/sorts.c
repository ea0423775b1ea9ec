/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sorts.c: the same random records sorted in five ways, each by a comparison that is called through a pointer but the
 * last, which counts digits. Usage: sorts ROUNDS; prints a sum over the places of what was sorted.
 */
#include "arguments.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 20000

struct record { uint64_t key; char name[16]; };
typedef int compare_fn(const struct record *a, const struct record *b);

static struct record source[COUNT], work[COUNT], spare[COUNT];
static uint64_t seed = 2463534242;

static uint64_t draw(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

static void make_records(void)
{
  for (int i = 0; i < COUNT; i++) {
    source[i].key = draw();
    for (size_t k = 0; k + 1 < sizeof(source[i].name); k++)
      source[i].name[k] = (char)('a' + draw() % 4);
  }
}

static int by_key(const struct record *a, const struct record *b)
{
  return (a->key > b->key) - (a->key < b->key);
}

static int by_name(const struct record *a, const struct record *b)
{
  for (size_t i = 0; i < sizeof(a->name); i++)
    if (a->name[i] != b->name[i])
      return a->name[i] < b->name[i] ? -1 : 1;
  return 0;
}

static void insertion_sort(struct record *r, long n, compare_fn *compare)
{
  for (long i = 1; i < n; i++) {
    const struct record x = r[i];
    long k = i;
    for (; k > 0 && compare(&x, &r[k - 1]) < 0; k--)
      r[k] = r[k - 1];
    r[k] = x;
  }
}

static void swap(struct record *a, struct record *b)
{
  const struct record x = *a;
  *a = *b;
  *b = x;
}

static void quick_sort(struct record *r, long n, compare_fn *compare)
{
  if (n < 12) {
    insertion_sort(r, n, compare);
    return;
  }
  const struct record pivot = r[n / 2];
  long i = 0, k = n - 1;
  for (;;) {
    while (compare(&r[i], &pivot) < 0)
      i++;
    while (compare(&r[k], &pivot) > 0)
      k--;
    if (i >= k)
      break;
    swap(&r[i++], &r[k--]);
  }
  quick_sort(r, i, compare);
  quick_sort(r + i, n - i, compare);
}

static void merge(struct record *r, long middle, long n, compare_fn *compare)
{
  long i = 0, k = middle, to = 0;
  while (i < middle && k < n)
    spare[to++] = compare(&r[k], &r[i]) < 0 ? r[k++] : r[i++];
  while (i < middle)
    spare[to++] = r[i++];
  memcpy(r, spare, (size_t)to * sizeof(*r));
}

static void merge_sort(struct record *r, long n, compare_fn *compare)
{
  if (n < 2)
    return;
  merge_sort(r, n / 2, compare);
  merge_sort(r + n / 2, n - n / 2, compare);
  merge(r, n / 2, n, compare);
}

static void sift(struct record *r, long at, long n, compare_fn *compare)
{
  for (long child; (child = 2 * at + 1) < n; at = child) {
    if (child + 1 < n && compare(&r[child], &r[child + 1]) < 0)
      child++;
    if (compare(&r[at], &r[child]) >= 0)
      return;
    swap(&r[at], &r[child]);
  }
}

static void heap_sort(struct record *r, long n, compare_fn *compare)
{
  for (long i = n / 2; i-- > 0;)
    sift(r, i, n, compare);
  for (long i = n; i-- > 1;) {
    swap(&r[0], &r[i]);
    sift(r, 0, i, compare);
  }
}

static void shell_sort(struct record *r, long n, compare_fn *compare)
{
  static const long gaps[] = { 8660, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1 };
  for (size_t g = 0; g < sizeof(gaps) / sizeof(*gaps); g++)
    for (long i = gaps[g]; i < n; i++) {
      const struct record x = r[i];
      long k = i;
      for (; k >= gaps[g] && compare(&x, &r[k - gaps[g]]) < 0; k -= gaps[g])
        r[k] = r[k - gaps[g]];
      r[k] = x;
    }
}

static void count_digit(const struct record *from, struct record *to, unsigned shift)
{
  uint32_t at[257] = { 0 };
  for (long i = 0; i < COUNT; i++)
    at[(from[i].key >> shift & 255) + 1]++;
  for (int d = 0; d < 256; d++)
    at[d + 1] += at[d];
  for (long i = 0; i < COUNT; i++)
    to[at[from[i].key >> shift & 255]++] = from[i];
}

static void radix_sort(void)
{
  for (unsigned shift = 0; shift < 64; shift += 16) {
    count_digit(work, spare, shift);
    count_digit(spare, work, shift + 8);
  }
}

static uint64_t check(compare_fn *compare)
{
  uint64_t sum = 0;
  for (long i = 1; i < COUNT; i++) {
    sum += work[i].key * (uint64_t)i;
    if (compare(&work[i - 1], &work[i]) > 0) {
      fprintf(stderr, "sorts: record %ld is out of order\n", i);
      exit(1);
    }
  }
  return sum;
}

int main(int argc, char **argv)
{
  static void (*const sorts[])(struct record *, long, compare_fn *) = { quick_sort, merge_sort, heap_sort, shell_sort };
  const uint32_t rounds = rounds_from(argc, argv);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < rounds; i++) {
    compare_fn *compare = i % 2 ? by_name : by_key;
    make_records();
    for (size_t s = 0; s < sizeof(sorts) / sizeof(*sorts); s++) {
      memcpy(work, source, sizeof(work));
      sorts[s](work, COUNT, compare);
      sum += check(compare);
    }
    memcpy(work, source, sizeof(work));
    radix_sort();
    sum += check(by_key);
  }
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
