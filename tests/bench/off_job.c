/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * off_job.c: the job of bench_off.c: indexes a text, by the code of the kernel's workload. Compiled and linked with that
 * code twice, once with probe sites and once without; OFF_JOB is the name that each has to the outside.
 */
#include "off_job.h"

#include <stdlib.h>

#include "programs/text/text_rank.h"
#include "programs/text/text_split.h"
#include "programs/text/text_table.h"

static const struct text_memory memory = { malloc, free };

static void add_batch(struct text_table *t, struct text_batch *b)
{
  for (uint32_t i = 0; i < b->words; i++)
    text_table_add(t, b->text + b->word[i].at, b->word[i].bytes, b->word[i].position);
  b->words = b->used = 0;
}

uint64_t OFF_JOB(const uint8_t *text, size_t bytes, struct text_batch *batch)
{
  struct text_splitter splitter;
  struct text_table table;
  if (!text_table_init(&table, &memory))
    return 0;
  batch->words = batch->used = 0;
  text_split_init(&splitter);
  for (size_t done = 0; done < bytes; add_batch(&table, batch))
    done += text_split(&splitter, text + done, bytes - done, batch);
  struct text_ranking ranking;
  uint64_t digest = 0;
  if (text_ranking_init(&ranking, &table)) {
    for (unsigned half = 0; half < TEXT_HALVES; half++)
      text_ranking_sort(&ranking, half);
    text_ranking_merge(&ranking, ranking.words);
    digest = text_ranking_digest(TEXT_HASH_START, ranking.ranked, ranking.words);
  }
  text_ranking_free(&ranking);
  text_table_free(&table);
  return digest;
}
