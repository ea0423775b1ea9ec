/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * switch.c: see sched.h. None of this is timed: it runs in the middle of whatever a thread was doing, the profiler's
 * own probes included.
 */
#include "core/sched.h"

#include "core/image.h"
#include "core/thread_list.h"
#include "crash/panic.h"
#include "lib/string.h"
#include "smp.h"

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

struct processor processors[PROCESSORS_MOST] = {
  { .self = &processors[0], .context = &sched_boot_thread.prof, .current = &sched_boot_thread,
    .idle = &sched_boot_thread },
};
uint32_t processor_count = 1;
struct spinlock sched_lock = SPINLOCK("scheduler");
uint32_t sched_ticks;

static struct thread_queue ready[PROCESSORS_MOST][THREAD_PRIORITIES];
static uint32_t ready_count;     /* threads in these queues */
static struct thread *stopper;   /* has stopped all other threads; NULL: none has */
static bool helped;              /* the stopper lets helpers run */
static bool awaits_stop;         /* the stopper is to be interrupted when all others stand still */
static struct thread *lender;    /* lends its processor to services; NULL: none does */
static uint64_t told_at;         /* TSC of the stopper's processor when it told the others */
static uint32_t noted[PROCESSORS_MOST]; /* who ran then: the kernel's own numbers of threads, for none has two */

/* ---- which thread runs next ---- */

/* Returns whether a ready thread may run now. */
static bool may_run(const struct thread *t)
{
  if (stopper)
    return helped && t->helper;
  return !lender || t->service || t == lender;
}

/* Returns the first thread of `q` that may run; NULL: none may. */
static struct thread *first_of(const struct thread_queue *q)
{
  struct thread *t = q->first;
  while (t && !may_run(t))
    t = t->next;
  return t;
}

/* A thread that has waited so many ticks longer in another processor's queue goes first: less would move threads to and
 * fro, more would let one wait while others of its priority run. */
#define PATIENCE_TICKS 1

static bool waits_longer(const struct thread *a, const struct thread *b)
{
  return (int32_t)(b->ready_tick - a->ready_tick) > PATIENCE_TICKS;
}

/* Returns the thread of that priority that processor `p` runs next: the first of its own queue, unless there is none or
 * a thread has waited longer elsewhere. NULL: there is no such thread. */
static struct thread *next_for(const struct processor *p, int priority)
{
  struct thread *best = first_of(&ready[p->number][priority]);
  for (uint32_t i = 1; i < processor_count; i++) {
    struct thread *t = first_of(&ready[(p->number + i) % processor_count][priority]);
    if (t && (!best || waits_longer(t, best)))
      best = t;
  }
  return best;
}

/* Puts `t` into the queue of its priority of the processor that it names. */
static void put_ready(struct thread *t, bool last)
{
  struct thread_queue *q = &ready[t->processor][t->priority];
  ready_count++;
  if (last)
    queue_append(q, t);
  else
    queue_prepend(q, t);
}

/* Takes `t` out of the queue that it is in. */
static void take_out(const struct thread *t)
{
  struct thread_queue *q = &ready[t->processor][t->priority];
  ready_count--;
  struct thread **link = &q->first, *before = NULL;
  while (*link != t) {
    before = *link;
    link = &before->next;
  }
  *link = t->next;
  if (q->last == t)
    q->last = before;
}

static struct thread *take_next(const struct processor *p)
{
  for (int priority = THREAD_PRIORITIES - 1; priority >= THREAD_IDLE; priority--) {
    struct thread *t = next_for(p, priority);
    if (t) {
      take_out(t);
      return t;
    }
  }
  return p->idle;
}

bool sched_others(void)
{
  const struct processor *p = processor_self();
  for (int priority = THREAD_IDLE; priority < THREAD_PRIORITIES; priority++)
    if (next_for(p, priority))
      return true;
  return false;
}

uint32_t sched_ready_count(void)
{
  return __atomic_load_n(&ready_count, __ATOMIC_RELAXED);
}

static bool is_idle(const struct processor *p)
{
  return p->current == p->idle && !p->wanted;
}

bool sched_all_idle(void)
{
  for (uint32_t i = 0; i < processor_count; i++)
    if (!is_idle(&processors[i]))
      return false;
  return true;
}

/* Returns how soon a processor would run a thread that is ready for it: the calling one, if an interrupt came while it
 * was idle; an idle one that polls; an idle one that an interrupt has to wake; then by what it runs. Lower is
 * sooner. */
static int delay_of(const struct processor *p)
{
  if (is_idle(p))
    return p == processor_self() ? -3 : p->polling ? -2 : -1;
  return (int)p->current->priority;
}

/* Returns whether a thread more urgent than those that compute waits for processor `p`. */
static bool has_urgent(const struct processor *p)
{
  for (int priority = THREAD_NORMAL + 1; priority < THREAD_PRIORITIES; priority++)
    if (ready[p->number][priority].first)
      return true;
  return false;
}

/* Returns whether the calling processor is to run `t` itself: a thread that handles an interrupt, and one that it wakes
 * which is more urgent than those that compute, have soon done what they do. That takes two switches here; another
 * processor, though idle, would have to be interrupted, and, under an emulator, its host thread be woken and put beside
 * another one. Only one of them: several run sooner apart. */
static bool is_brief_here(const struct processor *self, const struct thread *t)
{
  const bool urgent = self->current->priority == THREAD_IRQ ? t->priority > THREAD_NORMAL : t->priority == THREAD_IRQ;
  return urgent && !self->held && !has_urgent(self);
}

/* Returns the processor that a thread that has become ready is given to: this one, if it has done soon; else, of those
 * that would run it as soon as any, the one that it ran on last, or the first behind that. */
static struct processor *place_for(const struct thread *t)
{
  if (is_brief_here(processor_self(), t))
    return processor_self();
  struct processor *last = &processors[t->processor], *least = last;
  for (uint32_t i = 1; i < processor_count; i++) {
    struct processor *p = &processors[(last->number + i) % processor_count];
    if (delay_of(p) < delay_of(least))
      least = p;
  }
  return !is_idle(least) && t->priority > last->current->priority ? last : least;
}

/* ---- switching ---- */

static void load_local(struct processor *p, uintptr_t base)
{
  if (!base || base == p->local)
    return;
  p->local = base;
  cpu_msr_write(CPU_MSR_GS_BASE, base);
}

static bool others_have_stopped(const struct processor *self)
{
  for (uint32_t i = 0; i < processor_count; i++) {
    const struct processor *p = &processors[i];
    if (p != self && __atomic_load_n(&p->current, __ATOMIC_ACQUIRE) != p->idle)
      return false;
  }
  return true;
}

/* Interrupts the stopper if it waits for processor `p`, which has left its thread, and no other one. */
static void tell_stopper(struct processor *p)
{
  if (!awaits_stop || !others_have_stopped(&processors[stopper->processor]))
    return;
  awaits_stop = false;
  p->calls |= 1u << stopper->processor;
}

/* Behind context_switch() the thread that left may be on another processor: nothing of `p` holds any more. */
static void switch_to(struct thread *next, enum wire_why why)
{
  struct processor *p = processor_self();
  struct thread *last = p->current;
  p->wanted = p->slice_over = p->polling = false;
  next->state = THREAD_RUNNING;
  next->processor = p->number;
  if (next == last)
    return;
  if (p->held)
    panic("%s gives the processor away while it holds it", last->name);
  if (!(next->flags & WIRE_THREAD_PROFILER) && next->id != p->program) {
    p->switches++;
    p->program = next->id;
  }
  prof_switch(&next->prof, why);
  p->current = next;
  tell_stopper(p);
  if (last == p->idle)
    p->calls |= PROCESSOR_CALL_ALARM;
  load_local(p, next->local);
  context_switch(&last->sp, next->sp);
}

/* Makes processor `p` look for a more urgent thread. One that polls sees it by itself: it takes `polling` back before
 * its last look. */
static void want(struct processor *p)
{
  __atomic_store_n(&p->wanted, true, __ATOMIC_SEQ_CST);
  if (p != processor_self() && !__atomic_load_n(&p->polling, __ATOMIC_SEQ_CST))
    processor_self()->calls |= 1u << p->number;
}

/* Not under sched_lock: each access to an interrupt controller takes longer than all that the lock is held for. */
void sched_call(uint32_t calls)
{
  if (calls & PROCESSOR_CALL_ALARM)
    timer_leave_idle(processor_self());
  for (calls &= ~PROCESSOR_CALL_ALARM; calls; calls &= calls - 1)
    smp_wake(&processors[__builtin_ctz(calls)]);
}

static void make_ready(struct thread *t)
{
  struct processor *p = place_for(t);
  t->state = THREAD_READY;
  t->processor = p->number;
  t->ready_tick = sched_ticks;
  put_ready(t, true);
  if (t->priority > p->current->priority || p->current == p->idle)
    want(p);
}

/* Puts the running thread into its queue; an idle thread is in none. */
static void put_back(struct processor *p, bool last)
{
  struct thread *self = p->current;
  self->state = THREAD_READY;
  if (self == p->idle)
    return;
  if (last)
    self->ready_tick = sched_ticks;
  put_ready(self, last);
}

void sched_preempt(void)
{
  struct processor *p = processor_self();
  put_back(p, p->slice_over);
  switch_to(take_next(p), WIRE_WHY_PREEMPTED);
}

void sched_wait(enum thread_wait wait, const void *on)
{
  struct processor *p = processor_self();
  struct thread *self = p->current;
  if (self == p->idle)
    panic("%s waits, but a processor has no other thread when its idle thread waits", self->name);
  self->state = THREAD_WAITING;
  self->wait = wait;
  self->wait_on = on;
  switch_to(take_next(p), WIRE_WHY_BLOCKED);
}

void sched_wake(struct thread *t)
{
  prof_unblock(&t->prof);
  make_ready(t);
}

void sched_add(struct thread *t)
{
  t->processor = processor_self()->number;
  make_ready(t);
}

void sched_yield(void)
{
  struct processor *p = processor_self();
  put_back(p, true);
  switch_to(take_next(p), WIRE_WHY_YIELDED);
}

void sched_promote(struct thread *t, enum thread_priority priority)
{
  if (t->priority >= priority)
    return;
  if (t->state == THREAD_READY)
    take_out(t);
  t->priority = priority;
  if (t->state == THREAD_READY)
    make_ready(t);
}

void sched_settle(enum thread_priority priority)
{
  struct processor *p = processor_self();
  p->current->priority = priority;
  for (int above = (int)priority + 1; above < THREAD_PRIORITIES; above++)
    if (next_for(p, above))
      p->wanted = true;
}

_Noreturn void sched_exit(void)
{
  struct processor *p = processor_self();
  p->current->state = THREAD_EXITED;
  switch_to(take_next(p), WIRE_WHY_EXITED);
  __builtin_unreachable();
}

void sched_tick(void)
{
  const unsigned long flags = sched_enter();
  struct processor *p = processor_self();
  if (p->number == 0)
    sched_ticks++;
  if (p->current != p->idle && next_for(p, (int)p->current->priority))
    p->wanted = p->slice_over = true;
  sched_leave(flags);
}

/* ---- all other threads stopped ---- */

/* Each processor but this one gets its idle thread, which leaves it only when it is woken again. */
static void stop_others(struct processor *self)
{
  stopper = self->current;
  self->held++;
  told_at = cpu_tsc();
  noted[self->number] = self->program;
  for (uint32_t i = 0; i < processor_count; i++)
    if (&processors[i] != self) {
      noted[i] = processors[i].current->id;
      if (processors[i].current != processors[i].idle)
        want(&processors[i]);
    }
}

static void want_all(void)
{
  for (uint32_t i = 0; i < processor_count; i++)
    want(&processors[i]);
}

/* How often a processor looks whether the others have stopped, before it halts until they have: longer than an
 * interrupt and a switch take. Where an emulator has more processors than its host they need the halted one's. */
#define STOP_LOOKS 4000

/* The last processor to leave its thread has also put that one's registers away when it gives the lock back. */
static void await_others(const struct processor *self)
{
  for (unsigned looks = 0; looks < STOP_LOOKS && !others_have_stopped(self);)
    cpu_relax(&looks);
  for (bool stopped = false; !stopped;) {
    const unsigned long flags = spin_enter(&sched_lock);
    stopped = others_have_stopped(self);
    awaits_stop = !stopped;
    spin_unlock(&sched_lock);
    if (!stopped)
      cpu_irq_on_and_wait();
    cpu_irq_restore(flags);
  }
}

void thread_stop_others(void)
{
  unsigned long flags = sched_enter();
  const struct thread *self = sched_current();
  while (stopper && stopper != self)
    sched_preempt();
  struct processor *p = processor_self();
  if (stopper == self)
    p->held++;
  else
    stop_others(p);
  sched_leave(flags);
  await_others(p);
}

void thread_let_go(void)
{
  unsigned long flags = sched_enter();
  struct processor *p = processor_self();
  if (stopper != p->current)
    panic("thread_let_go: %s has not stopped the others", p->current->name);
  if (--p->held == 0) {
    stopper = NULL;
    helped = false;
    if (ready_count)
      want_all();
  }
  sched_leave(flags);
}

/* A helper that was ready before is in a queue at which no processor may look before its next interrupt: all look now. */
void thread_call_helper(struct thread *t)
{
  unsigned long flags = sched_enter();
  helped = true;
  if (t->state == THREAD_READY)
    want_all();
  sched_leave(flags);
  thread_unblock(t);
}

void thread_await_helpers(void)
{
  await_others(processor_self());
}

/* While it waits a service may stop all others itself; what was stopped before stays so, for it may not run. Services
 * that became ready while all stood still may run now, on processors that have looked, and sleep. */
void thread_lend(void)
{
  unsigned long flags = sched_enter();
  struct processor *p = processor_self();
  const uint32_t held = p->held;
  const bool stops = stopper == p->current;
  if (lender || (stopper && !stops))
    panic("thread_lend: %s lends its processor, while %s %s", p->current->name, (lender ? lender : stopper)->name,
          lender ? "does already" : "has stopped all others");
  lender = p->current;
  if (stops)
    stopper = NULL;
  p->held = 0;
  if (ready_count)
    want_all();
  sched_wait(WAIT_LEND, NULL);
  p = processor_self();
  p->held = held;
  if (stops)
    stopper = lender;
  lender = NULL;
  want_all();
  sched_leave(flags);
  if (stops)
    await_others(p);
}

void thread_give_back(void)
{
  unsigned long flags = sched_enter();
  if (lender && lender->state == THREAD_WAITING)
    sched_wake(lender);
  sched_leave(flags);
}

void sched_adopt_idle(struct processor *p, struct thread *idle)
{
  idle->state = THREAD_RUNNING;
  idle->processor = p->number;
  p->current = p->idle = idle;
  p->context = &idle->prof;
}

uintptr_t sched_first_frame(uintptr_t stack_top)
{
  uint64_t *frame = (uint64_t *)stack_top - FRAME_WORDS;
  memset(frame, 0, FRAME_WORDS * sizeof *frame);
  frame[0] = FPU_DEFAULTS;
  frame[FRAME_WORDS - 1] = (uintptr_t)context_begin;
  return (uintptr_t)frame;
}

/* Returns the registers with which a thread was stopped that ran on another processor; NULL for all others. */
static const struct trap_frame *stopped_frame(const struct thread *t)
{
  return t->state == THREAD_RUNNING && t->processor < processor_count ? smp_stopped_frame(t->processor) : NULL;
}

/* Returns whether `bytes` at an address lie in the stack of a thread. */
static bool is_in_stack(const struct thread *t, uintptr_t address, size_t bytes)
{
  return address % sizeof(uintptr_t) == 0 && address >= t->stack.low && address <= t->stack.high - bytes;
}

bool sched_resume_point(const struct thread *t, struct prof_place *place)
{
  const uintptr_t *frame = (const uintptr_t *)t->sp;
  const struct trap_frame *stopped = stopped_frame(t);
  const struct irq_frame *interrupted = t->interrupted;
  if (stopped)
    *place = (struct prof_place){ .ip = stopped->rip, .fp = stopped->rbp, .sp = stopped->rsp };
  else if (t->state == THREAD_RUNNING || !is_in_stack(t, t->sp, FRAME_WORDS * sizeof *frame))
    return false;
  else if (interrupted && is_in_stack(t, (uintptr_t)interrupted, sizeof *interrupted))
    *place = (struct prof_place){ .ip = interrupted->rip, .fp = interrupted->rbp, .sp = interrupted->rsp };
  else
    *place = (struct prof_place){ .ip = frame[FRAME_WORDS - 1], .fp = frame[FRAME_WORDS - 2] };
  return true;
}

void (*sched_describe_local)(const void *local, struct prof_stance *stance);

void sched_note_running(void)
{
  for (uint32_t i = 0; i < processor_count; i++)
    noted[i] = processors[i].current->id;
}

/* One that has gone on on another processor since, and waits to go on again, does not run. */
bool sched_noted_running(const struct thread *t)
{
  return t->processor < processor_count && noted[t->processor] == t->id;
}

uint64_t sched_stop_took(void)
{
  return processor_count > 1 ? cpu_tsc() - told_at : 0;
}

void sched_keep_registers(const struct thread *t)
{
  static const uint8_t saved[] = { WIRE_REGISTER_X86_R15, WIRE_REGISTER_X86_R14, WIRE_REGISTER_X86_R13,
                                   WIRE_REGISTER_X86_R12, WIRE_REGISTER_X86_RBX, WIRE_REGISTER_X86_RBP,
                                   WIRE_REGISTER_X86_RIP };
  const uintptr_t *frame = (const uintptr_t *)t->sp;
  const struct trap_frame *stopped = stopped_frame(t);
  if (stopped) {
    trap_keep_registers(&t->prof, stopped);
    return;
  }
  _Static_assert(sizeof saved == FRAME_WORDS - 1, "all that context.S keeps behind the first word");
  for (size_t i = 0; i < sizeof saved; i++)
    prof_crash_register(&t->prof, saved[i], frame[i + 1]);
  prof_crash_register(&t->prof, WIRE_REGISTER_X86_RSP, t->sp + FRAME_WORDS * sizeof *frame);
}

/* Here, in a room without probes, because interrupts and the profiler's port call it, too. */
struct thread *thread_self(void)
{
  return sched_current();
}

void thread_set_local(void *base)
{
  unsigned long flags = sched_enter();
  sched_current()->local = (uintptr_t)base;
  load_local(processor_self(), (uintptr_t)base);
  sched_leave(flags);
}

/* In one instruction each, because before the first one and behind the second one the thread may change processors. */
void thread_hold(void)
{
  asm volatile("incl %%fs:%c0" : : "i"(offsetof(struct processor, held)) : "memory", "cc");
}

void thread_release(void)
{
  bool last, wanted;
  asm volatile("decl %%fs:%c1" : "=@ccz"(last) : "i"(offsetof(struct processor, held)) : "memory");
  asm volatile("cmpb $0, %%fs:%c1" : "=@ccnz"(wanted) : "i"(offsetof(struct processor, wanted)) : "memory");
  if (last && wanted)
    sched_leave(sched_enter());
}
