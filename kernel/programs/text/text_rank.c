/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_rank.c: sorts the word index by rank; see text_rank.h.
 *
 * Merge sort, top down, with insertion sort for short runs: its depth is the logarithm of the number of words, never
 * more, so it needs no care for the thread's stack, and no input makes it slow. The halves are sorted where they are
 * listed, each with its own half of the array of the ranked words as spare memory; the last merge fills that array.
 */
#include "text_rank.h"

#include <string.h>

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

bool text_ranking_init(struct text_ranking *r, struct text_table *t)
{
  const size_t bytes = (t->entries + 1) * sizeof(struct text_entry *);
  *r = (struct text_ranking){.words = t->entries, .half = t->entries / 2, .right = t->entries / 2, .memory = t->memory};
  r->listed = t->memory.alloc(bytes);
  r->ranked = r->listed ? t->memory.alloc(bytes) : NULL;
  if (!r->ranked) {
    t->asked_bytes = bytes;
    text_ranking_free(r);
    return false;
  }
  text_table_list(t, r->listed);
  return true;
}

void text_ranking_sort(struct text_ranking *r, unsigned half)
{
  const size_t first = half ? r->half : 0, end = half ? r->words : r->half;
  sort_run(r->listed + first, end - first, r->ranked + first);
}

void text_ranking_merge(struct text_ranking *r, size_t words)
{
  struct text_entry *const *e = r->listed;
  size_t left = r->left, right = r->right, out = r->merged;
  for (; out < words && left < r->half && right < r->words; out++)
    r->ranked[out] = ranks_before(e[right], e[left]) ? e[right++] : e[left++];
  for (; out < words; out++)
    r->ranked[out] = left < r->half ? e[left++] : e[right++];
  r->left = left, r->right = right, r->merged = out;
}

uint64_t text_ranking_digest(uint64_t digest, struct text_entry *const *word, size_t words)
{
  for (size_t i = 0; i < words; i++) {
    digest = text_hash(digest, word[i]->word, word[i]->bytes);
    digest = text_hash_number(digest, word[i]->count);
    digest = text_hash_number(digest, word[i]->position);
  }
  return digest;
}

void text_ranking_free(struct text_ranking *r)
{
  if (!r->listed)
    return;
  r->memory.free(r->listed);
  r->memory.free(r->ranked);
  *r = (struct text_ranking){0};
}
