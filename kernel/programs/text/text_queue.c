/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_queue.c: a bounded queue of pointers between two threads; see text_queue.h.
 *
 * A thread is woken when the lock has been given back, so that it does not wait for that at once; and one that waits for
 * room when half of the queue is free, so that it does not wake and wait again for each item.
 */
#include "text_queue.h"

#include "text_events.h"

void text_queue_init(struct text_queue *q, uint32_t number, uint32_t capacity)
{
  *q = (struct text_queue){.lock = MUTEX("text queue"), .number = number, .capacity = capacity};
}

static __attribute__((noinline)) void wait_for_room(struct text_queue *q)
{
  text_log(TEXT_EVENT_QUEUE_FULL, q->number);
  while (q->used == q->capacity && !q->aborted)
    cond_wait(&q->drained, &q->lock);
}

static __attribute__((noinline)) void wait_for_item(struct text_queue *q)
{
  text_log(TEXT_EVENT_QUEUE_EMPTY, q->number);
  while (!q->used && !q->closed && !q->aborted)
    cond_wait(&q->filled, &q->lock);
}

bool text_queue_put(struct text_queue *q, void *item)
{
  mutex_lock(&q->lock);
  if (q->used == q->capacity && !q->aborted)
    wait_for_room(q);
  bool put = !q->aborted;
  if (put)
    q->slot[(q->oldest + q->used++) % TEXT_QUEUE_SLOTS] = item;
  mutex_unlock(&q->lock);
  if (put)
    cond_signal(&q->filled);
  return put;
}

void *text_queue_get(struct text_queue *q)
{
  void *item = NULL;
  bool room = false;
  mutex_lock(&q->lock);
  if (!q->used && !q->closed && !q->aborted)
    wait_for_item(q);
  if (q->used && !q->aborted) {
    item = q->slot[q->oldest];
    q->oldest = (q->oldest + 1) % TEXT_QUEUE_SLOTS;
    room = --q->used <= q->capacity / 2;
  }
  mutex_unlock(&q->lock);
  if (room)
    cond_signal(&q->drained);
  return item;
}

static void end(struct text_queue *q, bool *how)
{
  mutex_lock(&q->lock);
  *how = true;
  cond_broadcast(&q->filled);
  cond_broadcast(&q->drained);
  mutex_unlock(&q->lock);
}

void text_queue_close(struct text_queue *q)
{
  end(q, &q->closed);
}

void text_queue_abort(struct text_queue *q)
{
  end(q, &q->aborted);
}
