/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof_port.c: the two functions of the profiler's port that are too large for its header.
 */
#include "prof_port.h"

#include "irq.h"
#include "page.h"
#include "sched.h"

struct prof_thread *prof_current = &sched_boot_thread.prof;

PROF_UNTIMED void *prof_port_memory(size_t bytes)
{
  return page_alloc(page_count(bytes));
}

/* A handler runs on the stack of the thread that it interrupted. */
PROF_UNTIMED void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  const struct thread *thread = irq_line_of(t) >= 0 ? thread_self() : thread_of(t);
  *low = thread->stack.low;
  *high = thread->stack.high;
}
