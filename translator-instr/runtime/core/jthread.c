/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jthread.c: Java threads: one of the machine's threads each, and the stacks that the collector searches.
 *
 * A thread's number is its place in the table; thin locks hold it. It is given again only after its thread has ended,
 * when it owns nothing. The table is a root: a running thread keeps its java.lang.Thread.
 */
#include "rt.h"

#include "natives.h"

extern struct jx_class jxc_java_lang_InterruptedException, jxc_java_lang_OutOfMemoryError;

/* Bytes at the low end of a stack, below its limit: no Java method begins there, except those that do not test the
 * limit (the translator's effects.c). The runtime's own functions need this room, a collection among them, and so do
 * the throwing of StackOverflowError and an interrupt. */
#define STACK_RESERVE_BYTES 49152u

static struct rt_thread *threads;      /* by number; entry 0 is unused */
static uint32_t threads_end = 1;       /* numbers from this one on have not been used */
static uint32_t living_users;          /* threads alive that are no daemons */
static struct rt_thread *waits_for_end; /* the main thread, once it waits for the others */

__attribute__((no_instrument_function)) struct rt_thread *rt_self(void)
{
  return port_data();
}

struct rt_thread *rt_thread_at(uint32_t number)
{
  return &threads[number];
}

/* Searches the calling thread's stack, from this function's frame on: the frame has all registers. */
__attribute__((noinline)) static void visit_own_stack(const struct rt_thread *t)
{
  uintptr_t sp;
  __builtin_unwind_init();
  __asm__ volatile("mov %%rsp, %0" : "=r"(sp));
  gc_root_range(gc_own_stack(sp) & ~(uintptr_t)7, port_thread_stack(t->port).high);
}

static void visit_thread(const struct rt_thread *t)
{
  gc_root(t->java);
  if (!t->jx)
    return;
  gc_root(t->jx->exc);
  gc_hold(t->jx);
  if (t == rt_self())
    visit_own_stack(t);
  else
    gc_root_range(port_thread_saved_sp(t->port) & ~(uintptr_t)7, port_thread_stack(t->port).high);
}

static void visit_threads(void)
{
  for (uint32_t i = 1; i < threads_end; i++)
    if (threads[i].number)
      visit_thread(&threads[i]);
  for (uint32_t i = 0; i < jx_root_count; i++)
    gc_root(*jx_roots[i]);
}

/* Takes a free entry of the table; NULL when there is none. Inside the lock. */
static struct rt_thread *enter_table(bool daemon)
{
  for (uint32_t i = 1; i < RT_THREADS; i++)
    if (!threads[i].number) {
      threads[i] = (struct rt_thread){.number = i, .daemon = daemon};
      living_users += !daemon;
      threads_end = i < threads_end ? threads_end : i + 1;
      return &threads[i];
    }
  return NULL;
}

static void leave_table(struct rt_thread *t)
{
  living_users -= !t->daemon;
  t->number = 0;
  if (waits_for_end)
    port_wake(waits_for_end->port);
}

static void begin_thread(struct rt_thread *t)
{
  t->port = port_thread_adopt();
  *port_jx_thread() = (struct jx_thread){
    .lock = rt_monitor_once(t->number), .stack_limit = port_thread_stack(t->port).low + STACK_RESERVE_BYTES
  };
  port_set_data(t);
  port_lock();
  t->jx = port_jx_thread();
  port_unlock();
}

bool rt_threads_init(void)
{
  threads = port_table(RT_THREADS * sizeof *threads);
  if (!threads || !port_thread_adopt())
    return false;
  begin_thread(enter_table(false));
  gc_add_roots(visit_threads);
  return true;
}

void rt_threads_main(void)
{
  struct jx_object *java = jxu_thread_adopt_main();
  if (!JX_EXC)
    rt_self()->java = java;
}

void rt_threads_wait(void)
{
  port_lock();
  waits_for_end = rt_self();
  while (living_users > 1)
    port_wait(INT64_MAX);
  port_unlock();
}

/* Runs a thread from its first instruction to its last. Thread.live() reports what run() throws; an exception that is
 * pending after it (memory ran out in the report) is dropped. */
static void run_thread(void *arg)
{
  struct rt_thread *t = arg;
  begin_thread(t);
  jxu_thread_live(t->java);
  port_lock();
  gc_forget(t->jx);
  leave_table(t);
  port_unlock();
}

struct jx_object *jxn_java_lang_Thread_currentThread(void)
{
  return rt_self()->java;
}

void jxn_java_lang_Thread_startNative(struct jx_object *self, struct jx_object *name, int32_t daemon)
{
  char text[64];
  rt_utf8(name, text, sizeof text);
  port_lock();
  struct rt_thread *t = enter_table(daemon);
  if (t)
    t->java = self;
  port_unlock();
  bool started = t && port_thread_start(text, run_thread, t);
  if (t && !started) {
    port_lock();
    leave_table(t);
    port_unlock();
  }
  if (!started)
    rt_throw(&jxc_java_lang_OutOfMemoryError, "unable to create native thread");
}

/* The entry of a living thread; NULL when it has not begun or has ended. Inside the lock. */
static struct rt_thread *find_thread(const struct jx_object *java)
{
  for (uint32_t i = 1; i < threads_end; i++)
    if (threads[i].number && threads[i].java == java)
      return &threads[i];
  return NULL;
}

void jxn_java_lang_Thread_interruptNative(struct jx_object *self)
{
  port_lock();
  struct rt_thread *t = find_thread(self);
  if (t)
    rt_monitor_interrupt(t);
  port_unlock();
}

int32_t jxn_java_lang_Thread_testInterrupt(struct jx_object *thread, int32_t clear)
{
  port_lock();
  struct rt_thread *t = find_thread(thread);
  bool interrupted = t && t->interrupted;
  if (t && clear)
    t->interrupted = false;
  port_unlock();
  return interrupted;
}

int32_t jxn_java_lang_Thread_blockedIn(struct jx_object *self)
{
  port_lock();
  struct rt_thread *t = find_thread(self);
  enum rt_waiting waiting = t ? t->waiting : RT_RUNNING;
  bool timed = t && t->timed;
  port_unlock();
  return waiting == RT_RUNNING ? 0 : waiting == RT_ENTERING ? 1 : timed ? 3 : 2;
}

int64_t rt_deadline_after(int64_t nanos)
{
  int64_t now = port_nanos();
  return nanos > INT64_MAX - now ? INT64_MAX : now + nanos;
}

/* Ends at once when there is a permit or an interrupt, else when one comes; uses the permit up. */
void jxn_java_util_concurrent_locks_LockSupport_block(int64_t nanos)
{
  struct rt_thread *self = rt_self();
  port_lock();
  if (!self->permit && !self->interrupted) {
    self->waiting = RT_PARKED;
    self->timed = nanos >= 0;
    port_wait(nanos < 0 ? INT64_MAX : rt_deadline_after(nanos));
    self->waiting = RT_RUNNING;
  }
  self->permit = false;
  port_unlock();
}

void jxn_java_util_concurrent_locks_LockSupport_permit(struct jx_object *thread)
{
  port_lock();
  struct rt_thread *t = find_thread(thread);
  if (t && !t->permit) {
    t->permit = true;
    if (t->waiting == RT_PARKED)
      port_wake(t->port);
  }
  port_unlock();
}

void jxn_java_lang_Thread_yield(void)
{
  port_yield();
}

void jxn_java_lang_Thread_onSpinWait(void)
{
  if (port_processors() == 1)
    port_yield();
  else
    port_pause();
}

void jxn_java_lang_Thread_sleepNanos(int64_t nanos)
{
  if (!rt_sleep(nanos))
    rt_throw(&jxc_java_lang_InterruptedException, "sleep interrupted");
}

int32_t jxn_java_lang_Thread_holdsLock(struct jx_object *object)
{
  if (object)
    return rt_monitor_owned(object);
  jx_throw_null();
  return 0;
}
