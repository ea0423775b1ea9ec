/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_rank.c: sorts the word index by rank; the interface is in text_table.h.
 *
 * Merge sort, top down, with insertion sort for short runs: its depth is the logarithm of the number of words, never
 * more, so it needs no care for the thread's stack, and no input makes it slow. Its two halves may be sorted at the
 * same time, each with its own half of the spare memory.
 */
#include "text_table.h"

#include <string.h>

#include "text_hash.h"

/* Where moving a few pointers is cheaper than two more calls and a merge. */
#define SHORT_RUN 8

static __attribute__((noinline)) int compare_words(const struct text_entry *a, const struct text_entry *b)
{
  int order = memcmp(a->word, b->word, a->bytes < b->bytes ? a->bytes : b->bytes);
  if (order)
    return order;
  return a->bytes < b->bytes ? -1 : a->bytes > b->bytes;
}

static bool ranks_before(const struct text_entry *a, const struct text_entry *b)
{
  if (a->count != b->count)
    return a->count > b->count;
  return compare_words(a, b) < 0;
}

static __attribute__((noinline)) void sort_short(struct text_entry **e, size_t n)
{
  for (size_t i = 1; i < n; i++) {
    struct text_entry *moving = e[i];
    size_t at = i;
    for (; at && ranks_before(moving, e[at - 1]); at--)
      e[at] = e[at - 1];
    e[at] = moving;
  }
}

/* Merges the sorted halves e[0..half) and e[half..n); `spare` holds n pointers. */
static __attribute__((noinline)) void merge(struct text_entry **e, size_t half, size_t n, struct text_entry **spare)
{
  memcpy(spare, e, half * sizeof *e);
  size_t left = 0, right = half, out = 0;
  while (left < half && right < n)
    e[out++] = ranks_before(e[right], spare[left]) ? e[right++] : spare[left++];
  memcpy(e + out, spare + left, (half - left) * sizeof *e);
}

static __attribute__((noinline)) void sort_run(struct text_entry **e, size_t n, struct text_entry **spare)
{
  if (n <= SHORT_RUN) {
    sort_short(e, n);
    return;
  }
  size_t half = n / 2;
  sort_run(e, half, spare);
  sort_run(e + half, n - half, spare);
  merge(e, half, n, spare);
}

struct half { struct text_entry **e, **spare; size_t n; };

static void sort_half(void *arg)
{
  const struct half *h = arg;
  sort_run(h->e, h->n, h->spare);
}

/* As sort_run() does, with the halves at the same time. */
static void sort_apart(struct text_entry **e, size_t n, struct text_entry **spare, text_both *both)
{
  const size_t half = n / 2;
  struct half first = {e, spare, half}, second = {e + half, spare + half, n - half};
  both(sort_half, &first, &second);
  merge(e, half, n, spare);
}

static void list_entries(const struct text_table *t, struct text_entry **list)
{
  for (size_t i = 0; i < t->buckets; i++)
    for (struct text_entry *e = t->bucket[i]; e; e = e->next)
      *list++ = e;
}

struct text_entry **text_table_rank(struct text_table *t, text_both *both)
{
  size_t bytes = (t->entries + 1) * sizeof(struct text_entry *);
  struct text_entry **list = t->memory.alloc(bytes);
  struct text_entry **spare = list ? t->memory.alloc(bytes) : NULL;
  if (!spare) {
    t->asked_bytes = bytes;
    t->memory.free(list);
    return NULL;
  }
  list_entries(t, list);
  if (both && t->entries >= TEXT_RANK_APART)
    sort_apart(list, t->entries, spare, both);
  else
    sort_run(list, t->entries, spare);
  t->memory.free(spare);
  return list;
}

uint64_t text_table_digest(struct text_entry *const *ranked, size_t entries)
{
  uint64_t digest = TEXT_HASH_START;
  for (size_t i = 0; i < entries; i++) {
    digest = text_hash(digest, ranked[i]->word, ranked[i]->bytes);
    digest = text_hash_number(digest, ranked[i]->count);
    digest = text_hash_number(digest, ranked[i]->position);
  }
  return digest;
}
