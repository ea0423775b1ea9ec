/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.c: the workload `text`: a word index and a compression of the input, done by a pipeline of threads.
 *
 * This file builds the pipeline that text.h draws, starts its threads, waits for them, and takes it down again,
 * whether the job was done or failed half-way. The input may be any bytes at all, none included.
 */
#include "text.h"

#include "core/heap.h"
#include "core/print.h"
#include "text_events.h"
#include "tsc.h"

static const struct stage {
  const char *name;
  enum thread_priority priority;
  void (*entry)(void *arg);
} stages[] = {
  /* The clock comes first, to be joined last; its priority lets it tick while the others compute. */
  {"clock", THREAD_HIGH, text_clock},
  {"reader", THREAD_NORMAL, text_reader},
  {"tokenizer", THREAD_NORMAL, text_tokenizer},
  {"indexer", THREAD_NORMAL, text_indexer},
  {"compressor", THREAD_NORMAL, text_compressor},
};
#define STAGES (sizeof stages / sizeof *stages)

uint32_t text_queue_items = TEXT_QUEUE;

void text_block_release(struct text_pipeline *p, struct text_block *block)
{
  mutex_lock(&p->lock);
  bool last = --block->users == 0;
  mutex_unlock(&p->lock);
  if (last)
    text_queue_put(&p->queue[TEXT_FREE_BLOCKS], block);
}

void text_fail(struct text_pipeline *p, const char *who, const char *what, size_t asked_bytes)
{
  mutex_lock(&p->lock);
  if (!p->failure.what)
    p->failure = (struct text_failure){who, what, asked_bytes};
  mutex_unlock(&p->lock);
  for (int i = 0; i < TEXT_QUEUES; i++)
    text_queue_abort(&p->queue[i]);
}

void text_clock(void *arg)
{
  struct text_pipeline *p = arg;
  while (!__atomic_load_n(&p->over, __ATOMIC_RELAXED)) {
    text_log(TEXT_EVENT_CLOCK_TICK, __atomic_load_n(&p->words_indexed, __ATOMIC_RELAXED));
    thread_block_until(tsc_now() + tsc_from_us(TEXT_CLOCK_US));
  }
}

/* Fills both pools; false when memory is out. */
static bool fill_pools(struct text_pipeline *p)
{
  for (uint32_t i = 0; i < p->pool; i++) {
    p->block[i] = heap_alloc(sizeof *p->block[i]);
    if (!p->block[i] || !text_queue_put(&p->queue[TEXT_FREE_BLOCKS], p->block[i]))
      return false;
  }
  for (uint32_t i = 0; i < p->pool; i++) {
    p->batch[i] = heap_alloc(sizeof *p->batch[i]);
    if (!p->batch[i] || !text_queue_put(&p->queue[TEXT_FREE_BATCHES], p->batch[i]))
      return false;
  }
  return true;
}

static void build(struct text_pipeline *p, const struct workload_input *input)
{
  const uint32_t items = text_queue_items, pool = TEXT_POOL(items);
  const uint32_t capacity[TEXT_QUEUES] = {
    [TEXT_FREE_BLOCKS] = pool,
    [TEXT_TO_TOKENIZER] = items,
    [TEXT_TO_COMPRESSOR] = items,
    [TEXT_TO_INDEXER] = items,
    [TEXT_FREE_BATCHES] = pool,
  };
  *p = (struct text_pipeline){.input = input, .pool = pool};
  for (uint32_t i = 0; i < TEXT_QUEUES; i++)
    text_queue_init(&p->queue[i], i, capacity[i]);
  if (!fill_pools(p))
    text_fail(p, "main", TEXT_NO_MEMORY, sizeof(struct text_block));
}

/* Starts all threads and waits until all have ended. The clock, which sleeps, is told to end when it is the last. */
static void run_threads(struct text_pipeline *p)
{
  struct thread *thread[STAGES] = {NULL};
  for (size_t i = 0; i < STAGES && !p->failure.what; i++)
    if (!(thread[i] = thread_create(stages[i].name, stages[i].priority, stages[i].entry, p)))
      text_fail(p, "main", "the thread table is full, or memory is out: cannot start all threads", 0);
  for (size_t i = STAGES - 1; i > 0; i--)
    if (thread[i])
      thread_join(thread[i]);
  __atomic_store_n(&p->over, true, __ATOMIC_RELAXED);
  if (thread[0]) {
    thread_unblock(thread[0]);
    thread_join(thread[0]);
  }
}

static void take_down(struct text_pipeline *p)
{
  text_ranking_free(&p->ranking);
  text_table_free(&p->table);
  for (uint32_t i = 0; i < p->pool; i++)
    heap_free(p->block[i]);
  for (uint32_t i = 0; i < p->pool; i++)
    heap_free(p->batch[i]);
  heap_free(p);
}

static void print_failure(const struct text_failure *f)
{
  kprintf("error: text: %s: %s\n", f->who, f->what);
  if (f->asked_bytes)
    kprintf("  %zu bytes were wanted: give the machine more memory (QEMU: -m, run.sh: --mem), a smaller input, or the"
            " profiler smaller buffers (nodes=, events=, samples=, addresses=, sched=)\n", f->asked_bytes);
}

int text_run(const struct workload_input *input)
{
  if (!input->data) {
    kprintf("error: text: no input: this workload reads the first multiboot module\n"
            "  QEMU: -initrd FILE; GRUB: module FILE; here: make run INPUT=FILE\n");
    return 1;
  }
  struct text_pipeline *p = heap_alloc(sizeof *p);
  if (!p) {
    print_failure(&(struct text_failure){"main", TEXT_NO_MEMORY, sizeof *p});
    return 1;
  }
  text_events_register();
  build(p, input);
  run_threads(p);
  int status = p->failure.what != NULL;
  if (status)
    print_failure(&p->failure);
  else
    text_report(p);
  take_down(p);
  return status;
}
