/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_queue.h: a bounded queue of pointers between two threads of the workload `text`.
 *
 * First in, first out. A put waits while the queue is full, a get while it is empty; each wait logs the event `queue
 * full` or `queue empty` with the queue's number. The queue never owns what is in it.
 *
 * How it ends: text_queue_close() says that nothing more will be put, and a get returns NULL once the queue is empty;
 * text_queue_abort() lets every put and get, waiting or to come, fail at once, so that all threads of a pipeline that
 * has failed run out. Thread context.
 */
#ifndef TEXT_QUEUE_H
#define TEXT_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/thread.h"

#define TEXT_QUEUE_SLOTS 48

struct text_queue {
  struct mutex lock;
  struct cond filled, drained;
  uint32_t number;               /* argument of its events */
  uint32_t capacity;             /* at most TEXT_QUEUE_SLOTS */
  uint32_t oldest, used;         /* index of the oldest item; items */
  bool closed, aborted;
  void *slot[TEXT_QUEUE_SLOTS];
};

void text_queue_init(struct text_queue *q, uint32_t number, uint32_t capacity);

/* Appends `item` (not NULL). Returns false, with the item still the caller's, when the queue was aborted. */
bool text_queue_put(struct text_queue *q, void *item);

/* Removes the oldest item; NULL when the queue is closed and empty, or aborted. */
void *text_queue_get(struct text_queue *q);

void text_queue_close(struct text_queue *q);
void text_queue_abort(struct text_queue *q);

#endif
