/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * thread_list.h: what the kernel's own files may do with threads beyond thread.h.
 */
#ifndef THREAD_LIST_H
#define THREAD_LIST_H

#include "thread.h"

/* Returns the thread that was created next after `t`, or NULL behind the last one; for NULL the first one, which is the
 * idle thread. Interrupts off. */
const struct thread *thread_list_next(const struct thread *t);

/* Starts a thread of the kernel's own, as thread_create() does. When all other threads wait for each other, such a
 * thread that waits, too, does not count: it has nothing to do. `flags` are for prof_thread_add(). */
struct thread *thread_create_service(const char *name, enum thread_priority priority, uint32_t flags,
                                     void (*entry)(void *arg), void *arg);

/* Waits until thread_give_back() is called, by a thread that thread_create_service() has made. Meanwhile such threads
 * run, and no others: the calling thread may hold its processor, or have stopped all other threads, and finds that so
 * again. No service may then wait for a mutex that another thread owns. One thread at a time; thread context. */
void thread_lend(void);

/* Makes the thread that waits in thread_lend() go on, if one does. Thread context. */
void thread_give_back(void);

/* Makes the idle thread of a further processor, which does not run yet and is in no queue: sched_adopt_idle(). Returns
 * NULL when memory is out. At boot. */
struct thread *thread_create_idle(const char *name);

#endif
