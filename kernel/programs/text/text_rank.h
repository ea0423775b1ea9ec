/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_rank.h: the words of the index of the workload `text` by rank: count falling, then bytes rising (a word before
 * its continuations); and the digest of that order.
 *
 *   words listed -> first half sorted  \
 *                -> second half sorted -> halves merged, from the first rank on -> digest, as far as they are
 *
 * The halves may be sorted at the same time, and the digest be computed behind the merge at the same time: the caller
 * sees to threads and to what one has to know of the other (text_ranker.c). Pure but for the table's memory.
 */
#ifndef TEXT_RANK_H
#define TEXT_RANK_H

#include "text_hash.h"
#include "text_table.h"

struct text_ranking {
  size_t words, half;           /* words of the table; those of the first half */
  struct text_entry **ranked;   /* the first `merged` words by rank; memory for the halves' sorts before */
  size_t merged;
  struct text_entry **listed;   /* the halves; what is in front of `left`, and from `half` to `right`, is merged */
  size_t left, right;
  struct text_memory memory;
};

/* Lists the table's words, which are valid as long as the table. The caller gives the memory back by
 * text_ranking_free(). Returns false when memory is out: `asked_bytes` of the table tells. Cost: a pass over the
 * table. */
bool text_ranking_init(struct text_ranking *r, struct text_table *t);

/* Sorts half 0 or half 1. Cost: n log n comparisons. */
enum { TEXT_HALVES = 2 };
void text_ranking_sort(struct text_ranking *r, unsigned half);

/* Merges the halves, both sorted, until the first `words` words (at most all) are ranked. These do not change any more:
 * another thread that knows of them may read them. Cost: a comparison a word. */
void text_ranking_merge(struct text_ranking *r, size_t words);

/* Goes on with a digest, TEXT_HASH_START at first, over `words` words of a ranking: FNV-1a over each word's bytes,
 * count and position in turn. */
uint64_t text_ranking_digest(uint64_t digest, struct text_entry *const *word, size_t words);

/* Gives the memory back; a zeroed ranking, and one whose text_ranking_init() failed, has none. */
void text_ranking_free(struct text_ranking *r);

#endif
