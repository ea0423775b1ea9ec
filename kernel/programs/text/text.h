/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.h: the pipeline of the workload `text`, as its threads see it.
 *
 *   reader --(1)--> tokenizer --(3)--> indexer
 *      |    blocks             batches
 *      +---(2)----> compressor                    clock: logs progress while the others work
 *
 * The numbers are those of enum text_queue_number. Blocks and batches come from pools and go back to them through
 * queues (0 and 4), so a slow thread holds up the fast ones: that is what the profile is to show. A block is shared
 * by its two readers and goes back when both have released it.
 *
 * What always holds: each thread writes only its own part of struct text_result, main reads it after joining; a
 * thread that cannot go on calls text_fail() and returns, which lets all the others return too.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "text_queue.h"
#include "text_rank.h"
#include "text_split.h"
#include "text_table.h"
#include "core/thread.h"
#include "workload.h"

/* Bytes the reader hands on at once, and that are compressed by themselves. The host's check cuts the same way. */
#define TEXT_BLOCK_BYTES 16384

/* Blocks, or batches, that fit between two threads: the option queue=. So many by default that on several processors a
 * thread is not woken for each item: that costs an interrupt between processors and two switches, under QEMU 20 to 80 us
 * of the host. With 1, threads wait for each other at each item. */
#define TEXT_QUEUE 32
#define TEXT_QUEUE_MOST 32

/* Pools are a little larger than the queues they feed, so both a full queue and an empty pool occur. */
#define TEXT_POOL(queue) ((queue) + ((queue) + 1) / 2)
#define TEXT_POOL_MOST TEXT_POOL(TEXT_QUEUE_MOST)
_Static_assert(TEXT_POOL_MOST <= TEXT_QUEUE_SLOTS, "a pool is a queue, too");

/* How often the clock wakes: a few hundred ticks in a run on a megabyte of text, which takes some 0.2 s. */
#define TEXT_CLOCK_US 2000

/* Words printed with their counts. */
#define TEXT_TOP 5

enum text_queue_number {
  TEXT_FREE_BLOCKS,
  TEXT_TO_TOKENIZER,
  TEXT_TO_COMPRESSOR,
  TEXT_TO_INDEXER,
  TEXT_FREE_BATCHES,
  TEXT_QUEUES
};

struct text_block {
  uint32_t bytes;
  uint32_t users;  /* readers that have not released it; under `lock` of the pipeline */
  uint8_t data[TEXT_BLOCK_BYTES];
};

struct text_result {
  uint64_t bytes, checksum, lines;      /* reader */
  uint64_t words, longest;              /* tokenizer */
  uint64_t digest;                      /* indexer, or ranker */
  uint64_t packed_bytes, packed_digest; /* compressor */
};

/* Why a run failed: `what` happened to thread `who`; for a lack of memory `asked_bytes` is what it asked for. */
struct text_failure {
  const char *who, *what;
  size_t asked_bytes;
};

struct text_pipeline {
  const struct workload_input *input;
  struct text_queue queue[TEXT_QUEUES];
  uint32_t pool;                        /* blocks, and batches */
  struct text_block *block[TEXT_POOL_MOST];
  struct text_batch *batch[TEXT_POOL_MOST];
  struct mutex lock;                    /* of `users` in the blocks and of `failure` */
  struct text_failure failure;          /* the first one; `what` is NULL while there is none */
  struct text_result result;
  struct text_table table;              /* indexer; main after joining it */
  struct text_ranking ranking;          /* of the table's words; indexer; main after joining it */
  uint64_t words_indexed;               /* for the clock; atomic */
  bool over;                            /* tells the clock to end; atomic */
};

/* The threads' entries; `arg` is the pipeline. */
void text_reader(void *arg);
void text_tokenizer(void *arg);
void text_indexer(void *arg);
void text_compressor(void *arg);
void text_clock(void *arg);

/* Ranks the words of the table, and takes the ranking's digest: the indexer's last step. Returns false when memory is
 * out. */
bool text_rank(struct text_pipeline *p);

/* The calling reader is done with `block`; the last one gives it back to the pool. */
void text_block_release(struct text_pipeline *p, struct text_block *block);

/* Gives the whole job up: keeps the first reason and lets every thread run out. `who` is the thread's name and a
 * literal, `asked_bytes` 0 unless memory was short. The caller then returns. */
void text_fail(struct text_pipeline *p, const char *who, const char *what, size_t asked_bytes);
#define TEXT_NO_MEMORY "out of memory"

/* Prints the result as `result: KEY VALUE` lines. */
void text_report(const struct text_pipeline *p);

/* The line of a table of options that chooses how many items fit between two threads. */
extern uint32_t text_queue_items;
#define TEXT_OPTION \
  { "queue", "items that fit between two threads of the workload text", &text_queue_items, TEXT_QUEUE, 1, TEXT_QUEUE_MOST }

/* The workload's entry: see struct workload. */
int text_run(const struct workload_input *input);

#endif
