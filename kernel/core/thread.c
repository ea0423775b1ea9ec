/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * thread.c: the life of a thread; see thread.h. Which thread runs is decided in switch.c.
 */
#include "thread.h"

#include "heap.h"
#include "irq.h"
#include "page.h"
#include "crash/panic.h"
#include "sched.h"
#include "lib/string.h"
#include "thread_list.h"
#include "timer.h"

void thread_main(void);

static struct thread *all = &sched_boot_thread;
static struct thread_queue ended; /* detached threads that have */
static uint32_t last_id;

/* Where every thread begins, under sched_lock. Not timed, so that a call tree begins with the thread's entry. */
PROF_UNTIMED void thread_main(void)
{
  sched_unlock();
  cpu_irq_on();
  sched_current()->entry(sched_current()->arg);
  thread_exit();
}

static void list_insert(struct thread *t)
{
  struct thread **link = &all;
  while (*link)
    link = &(*link)->all_next;
  *link = t;
}

static void list_remove(struct thread *t)
{
  struct thread **link = &all;
  while (*link != t)
    link = &(*link)->all_next;
  *link = t->all_next;
}

bool thread_is_sound(const struct thread *t)
{
  const bool there = t == &sched_boot_thread || page_is_memory(t, sizeof *t);
  return there && t->magic == THREAD_MAGIC && (t == &sched_boot_thread || stack_is_sound(t->stack));
}

const struct thread *thread_list_next(const struct thread *t)
{
  return t ? t->all_next : all;
}

/* Makes a thread that owns memory and a stack, and is in no list yet. */
static struct thread *new_thread(const char *name, size_t stack_bytes)
{
  struct thread *t = heap_alloc(sizeof *t);
  if (!t)
    return NULL;
  memset(t, 0, sizeof *t);
  t->stack = stack_alloc(stack_bytes);
  if (!t->stack.low) {
    heap_free(t);
    return NULL;
  }
  t->guard = stack_hole(t->stack);
  t->magic = THREAD_MAGIC;
  t->sp = sched_first_frame(t->stack.high);
  string_copy(t->name, name, sizeof t->name);
  return t;
}

static struct thread *create_thread(const char *name, enum thread_priority priority, size_t stack_bytes,
                             void (*entry)(void *arg), void *arg, uint32_t flags, bool service)
{
  thread_reap();
  struct thread *t = new_thread(name, stack_bytes);
  if (!t)
    return NULL;
  t->priority = t->base = priority;
  t->entry = entry;
  t->arg = arg;
  t->flags = flags;
  t->service = service;
  unsigned long irq = sched_enter();
  t->id = ++last_id;
  list_insert(t);
  prof_thread_add(&t->prof, t->name, t->flags);
  sched_add(t);
  sched_leave(irq);
  return t;
}

struct thread *thread_create_idle(const char *name)
{
  struct thread *t = new_thread(name, STACK_LEAST);
  if (!t)
    return NULL;
  t->flags = WIRE_THREAD_IDLE;
  t->service = true;
  unsigned long irq = sched_enter();
  t->id = ++last_id;
  list_insert(t);
  prof_thread_add(&t->prof, t->name, t->flags);
  sched_leave(irq);
  return t;
}

struct thread *thread_create(const char *name, enum thread_priority priority, void (*entry)(void *arg), void *arg)
{
  return create_thread(name, priority, STACK_BYTES, entry, arg, 0, false);
}

struct thread *thread_create_sized(const char *name, enum thread_priority priority, size_t stack_bytes,
                                   void (*entry)(void *arg), void *arg)
{
  return create_thread(name, priority, stack_bytes, entry, arg, 0, false);
}

struct thread *thread_create_service(const char *name, enum thread_priority priority, uint32_t flags,
                                     void (*entry)(void *arg), void *arg)
{
  return create_thread(name, priority, STACK_BYTES, entry, arg, flags, true);
}

struct thread *thread_create_helper(const char *name, void (*entry)(void *arg), void *arg)
{
  struct thread *t = thread_create_service(name, THREAD_NORMAL, 0, entry, arg);
  if (t)
    t->helper = true;
  return t;
}

_Noreturn void thread_exit(void)
{
  struct thread *self = sched_current();
  print_flush();
  sched_enter();
  if (self == &sched_boot_thread)
    panic("the idle thread must not exit");
  if (self->joiner)
    sched_wake(self->joiner);
  if (self->detached)
    queue_append(&ended, self);
  prof_thread_exit(&self->prof);
  sched_exit();
}

static void free_thread(struct thread *t)
{
  t->magic = 0;
  stack_free(t->stack);
  heap_free(t);
}

void thread_detach(void)
{
  sched_current()->detached = true;
}

bool thread_reap(void)
{
  bool any = false;
  for (;;) {
    unsigned long flags = sched_enter();
    struct thread *t = queue_take(&ended);
    if (t)
      list_remove(t);
    sched_leave(flags);
    if (!t)
      return any;
    free_thread(t);
    any = true;
  }
}

void thread_join(struct thread *t)
{
  unsigned long flags = sched_enter();
  if (t == sched_current())
    panic("thread_join: %s joins itself", t->name);
  if (t->joiner)
    panic("thread_join: %s is being joined by %s already", t->name, t->joiner->name);
  t->joiner = sched_current();
  if (t->state != THREAD_EXITED)
    sched_wait(WAIT_JOIN, t);
  list_remove(t);
  sched_leave(flags);
  free_thread(t);
}

void thread_yield(void)
{
  unsigned long flags = sched_enter();
  sched_yield();
  sched_leave(flags);
}

void thread_sleep_us(uint64_t us)
{
  timer_sleep(us);
}

void thread_block(void)
{
  unsigned long flags = sched_enter();
  if (!sched_current()->unblocked)
    sched_wait(WAIT_UNBLOCK, NULL);
  sched_current()->unblocked = false;
  sched_leave(flags);
}

void thread_block_until(uint64_t tsc)
{
  unsigned long flags = sched_enter();
  if (!sched_current()->unblocked)
    timer_wait(tsc, WAIT_UNTIL);
  sched_current()->unblocked = false;
  sched_leave(flags);
}

void thread_unblock(struct thread *t)
{
  unsigned long flags = sched_enter();
  bool waits = t->state == THREAD_WAITING && (t->wait == WAIT_UNBLOCK || t->wait == WAIT_UNTIL);
  t->unblocked = !waits;
  if (waits && t->wait == WAIT_UNTIL)
    timer_forget(t);
  if (waits)
    sched_wake(t);
  sched_leave(flags);
}

void thread_raise(enum thread_priority priority)
{
  unsigned long flags = sched_enter();
  sched_current()->base = priority;
  if (sched_current()->priority < priority)
    sched_current()->priority = priority;
  sched_leave(flags);
}

void thread_profile_all(void)
{
  for (struct thread *t = all; t; t = t->all_next)
    if (!t->prof.id)
      prof_thread_add(&t->prof, t->name, t->flags);
  irq_profile_all();
}
