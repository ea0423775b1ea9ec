/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * thread_list.h: what the kernel's own files may do with threads beyond thread.h.
 */
#ifndef THREAD_LIST_H
#define THREAD_LIST_H

#include "thread.h"

/* The thread after `t` in the order of creation, NULL after the last; the first, which is the idle thread, after
 * NULL. Interrupts off. */
const struct thread *thread_list_next(const struct thread *t);

/* thread_create() for a thread of the kernel's own, which is free to wait when there is nothing to do: that is no
 * deadlock. `flags` are for prof_thread_add(). */
struct thread *thread_create_service(const char *name, enum thread_priority priority, uint32_t flags,
                                     void (*entry)(void *arg), void *arg);

#endif
