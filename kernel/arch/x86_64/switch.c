/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * switch.c: see sched.h. None of this is timed: it runs in the middle of whatever a thread was doing, the profiler's
 * own probes included.
 */
#include "core/sched.h"

#include "core/image.h"
#include "crash/panic.h"
#include "lib/string.h"

/* context.S */
void context_switch(uintptr_t *save_sp, uintptr_t load_sp);
void context_begin(void);

#define FRAME_WORDS  8    /* see context.S */
#define FPU_DEFAULTS (0x1F80ull | 0x037Full << 32) /* MXCSR and x87 control word after reset: all exceptions masked */

struct thread sched_boot_thread = {
  .name = "Idle", .magic = THREAD_MAGIC, .state = THREAD_RUNNING,
  .priority = THREAD_IDLE, .base = THREAD_IDLE, .flags = WIRE_THREAD_IDLE,
  .stack = { (uintptr_t)boot_stack, (uintptr_t)boot_stack_end }, .guard = (uintptr_t)boot_guard,
};
struct thread *thread_current = &sched_boot_thread;
bool sched_wanted;
unsigned sched_held;
uint64_t sched_switches;

static struct thread_queue ready[THREAD_PRIORITIES];
static bool slice_over;
static uintptr_t local_base;   /* what GS points to */

static struct thread *take_next(void)
{
  for (int priority = THREAD_PRIORITIES - 1; priority > THREAD_IDLE; priority--)
    if (ready[priority].first)
      return queue_take(&ready[priority]);
  return queue_take(&ready[THREAD_IDLE]);
}

static void load_local(uintptr_t base)
{
  if (!base || base == local_base)
    return;
  local_base = base;
  cpu_msr_write(CPU_MSR_GS_BASE, base);
}

static void switch_to(struct thread *next, enum wire_why why)
{
  struct thread *last = thread_current;
  sched_wanted = slice_over = false;
  next->state = THREAD_RUNNING;
  if (next == last)
    return;
  if (sched_held)
    panic("%s gives the processor away while it holds it", last->name);
  sched_switches++;
  prof_switch(&next->prof, why);
  thread_current = next;
  load_local(next->local);
  context_switch(&last->sp, next->sp);
}

static void make_ready(struct thread *t)
{
  t->state = THREAD_READY;
  queue_append(&ready[t->priority], t);
  if (t->priority > thread_current->priority)
    sched_wanted = true;
}

void sched_preempt(void)
{
  struct thread *self = thread_current;
  self->state = THREAD_READY;
  if (slice_over)
    queue_append(&ready[self->priority], self);
  else
    queue_prepend(&ready[self->priority], self);
  switch_to(take_next(), WIRE_WHY_PREEMPTED);
}

void sched_wait(enum thread_wait wait, const void *on)
{
  struct thread *self = thread_current;
  self->state = THREAD_WAITING;
  self->wait = wait;
  self->wait_on = on;
  switch_to(take_next(), WIRE_WHY_BLOCKED);
}

void sched_wake(struct thread *t)
{
  prof_unblock(&t->prof);
  make_ready(t);
}

void sched_add(struct thread *t)
{
  make_ready(t);
}

void sched_yield(void)
{
  struct thread *self = thread_current;
  self->state = THREAD_READY;
  queue_append(&ready[self->priority], self);
  switch_to(take_next(), WIRE_WHY_YIELDED);
}

static void take_out(struct thread_queue *q, const struct thread *t)
{
  struct thread **link = &q->first, *before = NULL;
  while (*link != t) {
    before = *link;
    link = &before->next;
  }
  *link = t->next;
  if (q->last == t)
    q->last = before;
}

void sched_promote(struct thread *t, enum thread_priority priority)
{
  if (t->priority >= priority)
    return;
  if (t->state == THREAD_READY)
    take_out(&ready[t->priority], t);
  t->priority = priority;
  if (t->state == THREAD_READY)
    make_ready(t);
}

void sched_settle(enum thread_priority priority)
{
  thread_current->priority = priority;
  for (unsigned above = priority + 1; above < THREAD_PRIORITIES; above++)
    if (ready[above].first)
      sched_wanted = true;
}

_Noreturn void sched_exit(void)
{
  thread_current->state = THREAD_EXITED;
  switch_to(take_next(), WIRE_WHY_EXITED);
  __builtin_unreachable();
}

void sched_tick(void)
{
  if (ready[thread_current->priority].first)
    sched_wanted = slice_over = true;
}

bool sched_others(void)
{
  for (int priority = THREAD_IDLE; priority < THREAD_PRIORITIES; priority++)
    if (ready[priority].first)
      return true;
  return false;
}

uintptr_t sched_first_frame(uintptr_t stack_top)
{
  uint64_t *frame = (uint64_t *)stack_top - FRAME_WORDS;
  memset(frame, 0, FRAME_WORDS * sizeof *frame);
  frame[0] = FPU_DEFAULTS;
  frame[FRAME_WORDS - 1] = (uintptr_t)context_begin;
  return (uintptr_t)frame;
}

bool sched_resume_point(const struct thread *t, uintptr_t *ip, uintptr_t *fp)
{
  const uintptr_t *frame = (const uintptr_t *)t->sp;
  if (t->sp % sizeof *frame || t->sp < t->stack.low || t->sp > t->stack.high - FRAME_WORDS * sizeof *frame)
    return false;
  *fp = frame[FRAME_WORDS - 2];
  *ip = frame[FRAME_WORDS - 1];
  return true;
}

void sched_keep_registers(const struct thread *t)
{
  static const uint8_t saved[] = { WIRE_REGISTER_X86_R15, WIRE_REGISTER_X86_R14, WIRE_REGISTER_X86_R13,
                                   WIRE_REGISTER_X86_R12, WIRE_REGISTER_X86_RBX, WIRE_REGISTER_X86_RBP,
                                   WIRE_REGISTER_X86_RIP };
  const uintptr_t *frame = (const uintptr_t *)t->sp;
  _Static_assert(sizeof saved == FRAME_WORDS - 1, "all that context.S keeps behind the first word");
  for (size_t i = 0; i < sizeof saved; i++)
    prof_crash_register(&t->prof, saved[i], frame[i + 1]);
  prof_crash_register(&t->prof, WIRE_REGISTER_X86_RSP, t->sp + FRAME_WORDS * sizeof *frame);
}

/* Here, in a room without probes, because interrupts and the profiler's port call it, too. */
struct thread *thread_self(void)
{
  return thread_current;
}

void thread_set_local(void *base)
{
  unsigned long flags = sched_enter();
  thread_current->local = (uintptr_t)base;
  load_local((uintptr_t)base);
  sched_leave(flags);
}

void thread_hold(void)
{
  sched_held++;
}

void thread_release(void)
{
  if (--sched_held == 0 && sched_wanted)
    sched_leave(sched_enter());
}
