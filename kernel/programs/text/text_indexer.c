/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_indexer.c: the thread that counts words in the table (text_table.c), and ranks them at the end (text_rank.c);
 * where there are several processors the thread `ranker` helps it, for then the others have nothing left to do.
 */
#include "text.h"

#include "core/heap.h"
#include "core/processor.h"
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

/* A text_both. Without memory for a thread it runs one behind the other. */
static void run_both(void (*work)(void *arg), void *first, void *second)
{
  struct thread *ranker = thread_create("ranker", THREAD_NORMAL, work, second);
  work(first);
  if (ranker)
    thread_join(ranker);
  else
    work(second);
}

static bool rank_all(struct text_pipeline *p)
{
  p->ranked = text_table_rank(&p->table, processor_count > 1 ? run_both : NULL);
  if (!p->ranked)
    return false;
  p->result.digest = text_table_digest(p->ranked, p->table.entries);
  text_log(TEXT_EVENT_RANKED, p->table.entries);
  return true;
}

void text_indexer(void *arg)
{
  struct text_pipeline *p = arg;
  const struct text_memory memory = {heap_alloc, heap_free};
  if (!text_table_init(&p->table, &memory) || !index_all(p) || !rank_all(p))
    text_fail(p, "indexer", TEXT_NO_MEMORY, p->table.asked_bytes);
}
