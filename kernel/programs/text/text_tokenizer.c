/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_tokenizer.c: the thread that cuts blocks into words (text_split.c) and hands them on in batches.
 */
#include "text.h"

#include "text_events.h"

struct tokenizer {
  struct text_pipeline *p;
  struct text_batch *batch;  /* being filled; NULL before the first block and after a failure */
  struct text_splitter splitter;
};

static bool next_batch(struct tokenizer *t)
{
  t->batch = text_queue_get(&t->p->queue[TEXT_FREE_BATCHES]);
  if (!t->batch)
    return false;
  t->batch->words = t->batch->used = 0;
  return true;
}

static __attribute__((noinline)) bool send_batch(struct tokenizer *t)
{
  text_log(TEXT_EVENT_BATCH_TOKENIZED, t->batch->words);
  return text_queue_put(&t->p->queue[TEXT_TO_INDEXER], t->batch);
}

static __attribute__((noinline)) bool split_block(struct tokenizer *t, const struct text_block *block)
{
  for (uint32_t done = 0; done < block->bytes;) {
    if (t->batch->words == TEXT_BATCH_WORDS && !(send_batch(t) && next_batch(t)))
      return false;
    done += (uint32_t)text_split(&t->splitter, block->data + done, block->bytes - done, t->batch);
  }
  return true;
}

/* The input is over: the word that ends with it, and the batch that is not full. */
static bool split_rest(struct tokenizer *t)
{
  if (!text_split_end(&t->splitter, t->batch)) {
    if (!(send_batch(t) && next_batch(t)))
      return false;
    text_split_end(&t->splitter, t->batch);
  }
  return !t->batch->words || send_batch(t);
}

void text_tokenizer(void *arg)
{
  struct tokenizer t = {.p = arg};
  struct text_block *block;
  text_split_init(&t.splitter);
  bool good = next_batch(&t);
  while (good && (block = text_queue_get(&t.p->queue[TEXT_TO_TOKENIZER]))) {
    good = split_block(&t, block);
    text_block_release(t.p, block);
  }
  if (good && split_rest(&t)) {
    t.p->result.words = t.splitter.words;
    t.p->result.longest = t.splitter.longest;
    text_queue_close(&t.p->queue[TEXT_TO_INDEXER]);
  }
}
