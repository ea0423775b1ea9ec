/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_indexer.c: the thread that counts words in the table (text_table.c), and has them ranked at the end
 * (text_ranker.c).
 */
#include "text.h"

#include "core/heap.h"
#include "text_events.h"

/* Counts a batch; false when memory is out. */
static __attribute__((noinline)) bool index_batch(struct text_table *table, const struct text_batch *batch)
{
  size_t before = table->entries, buckets = table->buckets;
  for (uint32_t i = 0; i < batch->words; i++) {
    const struct text_word *word = &batch->word[i];
    enum text_added added = text_table_add(table, batch->text + word->at, word->bytes, word->position);
    if (added == TEXT_ADDED_NONE)
      return false;
    text_log(added == TEXT_ADDED_NEW ? TEXT_EVENT_WORD_NEW : TEXT_EVENT_WORD_KNOWN, table->entries);
    if (table->buckets != buckets)
      text_log(TEXT_EVENT_TABLE_GROWN, buckets = table->buckets);
  }
  text_log(TEXT_EVENT_BATCH_INDEXED, table->entries - before);
  return true;
}

static bool index_all(struct text_pipeline *p)
{
  struct text_batch *batch;
  while ((batch = text_queue_get(&p->queue[TEXT_TO_INDEXER]))) {
    if (!index_batch(&p->table, batch))
      return false;
    __atomic_store_n(&p->words_indexed, p->words_indexed + batch->words, __ATOMIC_RELAXED);
    text_queue_put(&p->queue[TEXT_FREE_BATCHES], batch);
  }
  return true;
}

void text_indexer(void *arg)
{
  struct text_pipeline *p = arg;
  const struct text_memory memory = {heap_alloc, heap_free};
  if (!text_table_init(&p->table, &memory) || !index_all(p) || !text_rank(p))
    text_fail(p, "indexer", TEXT_NO_MEMORY, p->table.asked_bytes);
}
