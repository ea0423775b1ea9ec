/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sched.h: what a thread is, and which thread runs next: for the kernel's own files (thread.h is for all others).
 *
 * What always holds, whenever no processor is between sched_enter() and sched_leave():
 *  - on each processor exactly one thread is RUNNING, and it is in no queue; a READY thread is in the queue of its
 *    priority of one processor; a WAITING one is in at most one queue, that of what it waits for;
 *  - a thread that is READY with a priority above that of a running one was given that one's processor, which is about
 *    to see it: by an interrupt from the processor that made the thread ready; or it is the next one of a processor
 *    that runs an interrupt's thread, which soon waits again.
 *
 * Every change happens between sched_enter() and sched_leave(), which keep interrupts off and hold sched_lock: one lock
 * for all of it, because a mutex, its owner's priority and the queue that the owner is in change together. A thread
 * that was made ready in between and goes first gets the processor in sched_leave(), or, in an interrupt, when the
 * handler has ended; while the running thread holds the processor, when it releases it. Other processors are interrupted
 * when the lock has been given back: to tell an interrupt controller takes longer than all that the lock is held for, and
 * under an emulator may have to wait.
 *
 * A thread that becomes ready goes to the calling processor, if an interrupt came while it was idle, or if the thread
 * is an interrupt's (THREAD_IRQ) or a more urgent one that such a thread wakes, for these run briefly; or to one that
 * polls (idle.c): none of these needs an interrupt. Else it goes to an idle one, else to one that runs something less
 * urgent; of several, to the one that it ran on last. A processor with nothing to do takes what waits for another one.
 */
#ifndef SCHED_H
#define SCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpu.h"
#include "print.h"
#include "processor.h"
#include "prof.h"
#include "spin.h"
#include "stack.h"
#include "thread.h"

enum thread_state { THREAD_READY, THREAD_RUNNING, THREAD_WAITING, THREAD_EXITED };

/* What a WAITING thread waits for, and what `wait_on` then points at. */
enum thread_wait {
  WAIT_UNBLOCK,   /* thread_unblock(); nothing */
  WAIT_UNTIL,     /* thread_unblock() or the timer; nothing, see wake_tsc */
  WAIT_LEND,      /* thread_give_back(); nothing */
  WAIT_SLEEP,     /* the timer; nothing, see wake_tsc */
  WAIT_MUTEX,     /* struct mutex */
  WAIT_COND,      /* struct cond */
  WAIT_JOIN,      /* struct thread */
};

#define THREAD_NAME_BYTES PROF_NAME_BYTES

struct irq_frame;

/* [I] set at creation, [Q] under sched_lock, [T] its own thread only. */
struct thread {
  struct prof_thread prof;      /* the profiler's */
  uintptr_t sp;                 /* [Q] stack pointer while it does not run; context.S draws what lies there */
  struct thread *next;          /* [Q] in the one queue it is in */
  enum thread_state state;      /* [Q] */
  uint32_t processor;           /* [Q] READY: in whose queue it is; else where it ran last */
  uint32_t ready_tick;          /* [Q] READY: since which of sched_ticks */
  enum thread_wait wait;        /* [Q] while WAITING */
  const void *wait_on;          /* [Q] while WAITING */
  uint64_t wake_tsc;            /* [Q] WAIT_SLEEP, WAIT_UNTIL: the timer wakes it then */
  uintptr_t local;              /* [T] GS base; 0: it needs none */
  const struct irq_frame *interrupted; /* [Q] READY: where an interrupt took the processor from it; NULL: none did */
  struct thread *joiner;        /* [Q] the thread that waits for its end; NULL: none */
  bool unblocked;               /* [Q] an unblock that came before the block */
  bool detached;                /* [T] no thread joins it */
  bool service;                 /* [I] a thread of the kernel itself that waits when there is nothing to do */
  bool helper;                  /* [I] of thread_create_helper() */
  enum thread_priority priority; /* [Q] that it runs at */
  enum thread_priority base;     /* [T] its own; above that it runs only while a more urgent thread waits for it */
  uint32_t mutexes;              /* [T] that it owns; a thread that gives it one while it waits counts it */
  uint32_t id;                  /* [I] from 0, the boot thread */
  uint32_t flags;               /* [I] for prof_thread_add() */
  struct stack stack;           /* [I] */
  uintptr_t guard;              /* [I] lowest address of the hole below the stack */
  void (*entry)(void *arg);     /* [I] */
  void *arg;                    /* [I] */
  uint64_t magic;               /* [I] THREAD_MAGIC */
  struct thread *all_next;      /* [Q] list of all threads that were not joined */
  struct print_line line;       /* [T] */
  char name[THREAD_NAME_BYTES]; /* [I] */
};

#define THREAD_MAGIC 0x6461657268742258ull /* no address, and no text that is likely to be written over it by mistake */

struct thread_queue { struct thread *first, *last; };

/* Returns whether `t` still is a thread, with a stack: for reports on a kernel whose memory may have been written over.
 * Any context. */
bool thread_is_sound(const struct thread *t);

/* Returns the number of `t` in the profile; for a thread that the profiler does not know, the kernel's own number. */
static inline uint32_t thread_number(const struct thread *t)
{
  return t->prof.id ? t->prof.id : t->id;
}

/* The thread that kmain() runs in, which becomes the first processor's idle thread. */
extern struct thread sched_boot_thread;

/* Returns the thread that executes this; in an interrupt handler, the interrupted one. Any context. */
static inline struct thread *sched_current(void)
{
  struct thread *t;
  asm("movq %%fs:%c1, %0" : "=r"(t) : "i"(PROCESSOR_CURRENT));
  return t;
}

/* Guards threads, queues, mutexes, conditions and sleepers. */
extern struct spinlock sched_lock;

/* Timer ticks of the first processor so far. [Q] */
extern uint32_t sched_ticks;

static inline struct thread *thread_of(const struct prof_thread *prof)
{
  return (struct thread *)((uintptr_t)prof - offsetof(struct thread, prof));
}

/* Puts `t` into the last place of `q`. Under sched_lock, as the next two. */
static inline void queue_append(struct thread_queue *q, struct thread *t)
{
  t->next = NULL;
  if (q->first)
    q->last->next = t;
  else
    q->first = t;
  q->last = t;
}

/* Puts `t` into the first place of `q`. */
static inline void queue_prepend(struct thread_queue *q, struct thread *t)
{
  t->next = q->first;
  q->first = t;
  if (!t->next)
    q->last = t;
}

/* Takes the first thread out of `q`. Returns NULL when there is none. */
static inline struct thread *queue_take(struct thread_queue *q)
{
  struct thread *t = q->first;
  if (t)
    q->first = t->next;
  return t;
}

/* Makes the running thread give way to a more urgent thread, or, when its time slice has ended, to the next of its
 * priority. Under sched_lock. The thread may go on on another processor. */
void sched_preempt(void);

/* Does what `calls` of struct processor says: interrupts processors for which a thread is ready, and sets the calling
 * processor's own alarm. Interrupts off, without sched_lock. */
void sched_call(uint32_t calls);

/* Gives sched_lock back, then interrupts the processors for which threads were made ready, and sets the alarm of a
 * processor that was idle. Interrupts off. */
static inline void sched_unlock(void)
{
  struct processor *p = processor_self();
  const uint32_t calls = p->calls;
  p->calls = 0;
  spin_unlock(&sched_lock);
  if (calls)
    sched_call(calls);
}

/* Turns interrupts off and takes sched_lock. Returns the flags for sched_leave(). */
static inline unsigned long sched_enter(void)
{
  return spin_enter(&sched_lock);
}

/* Switches threads if that is due and interrupts were on; then gives sched_lock back and restores the interrupt
 * flag. */
static inline void sched_leave(unsigned long flags)
{
  const struct processor *p = processor_self();
  if (p->wanted && !p->held && flags & CPU_FLAG_IF)
    sched_preempt();
  sched_unlock();
  cpu_irq_restore(flags);
}

/* Ends the time slice of the processor's running thread where another thread of its priority is ready. From the timer
 * interrupt; takes sched_lock. */
void sched_tick(void);

/* What follows is called under sched_lock. */

/* Makes the running thread wait, of which the caller has put it into a queue; returns when sched_wake() was called
 * for the thread. */
void sched_wait(enum thread_wait wait, const void *on);

/* Makes a waiting thread ready. The caller has taken it out of its queue. */
void sched_wake(struct thread *t);

/* Makes a new thread ready. */
void sched_add(struct thread *t);

/* Puts the running thread behind the other ready threads of its priority, and runs the next one. */
void sched_yield(void);

/* Raises the priority of `t`, whatever state it is in, to `priority`; does nothing when it is as high already. */
void sched_promote(struct thread *t, enum thread_priority priority);

/* Sets the priority of the running thread, which soon gives way to ready threads above that. */
void sched_settle(enum thread_priority priority);

/* Ends the running thread: another one runs, and this one never again. */
_Noreturn void sched_exit(void);

/* Returns whether a thread is ready that this processor may run. */
bool sched_others(void);

/* Returns how many threads are ready on all processors, those included that may not run now. Any context; without
 * sched_lock a thread that becomes ready just then may be missed, and interrupts the processor that it is for. */
uint32_t sched_ready_count(void);

/* Returns whether all processors run their idle threads, and none is about to run another one. */
bool sched_all_idle(void);

/* Makes the processor's idle thread known, which calls idle_run(). Once for each processor but the first one, by
 * itself, before its interrupts are on. */
void sched_adopt_idle(struct processor *p, struct thread *idle);

/* In timer.c. Makes the running thread wait, as sched_wait() says, until it is woken or the time stamp counter reads
 * `wake`, less than 2^62 from now. */
void timer_wait(uint64_t wake, enum thread_wait wait);

/* In timer.c. Takes a thread that waits by timer_wait(), and is about to be woken, off the timer's list. */
void timer_forget(struct thread *t);

/* In timer.c. Lets the ticks of processor `p`, the calling one, come in time again, where it was idle for long. */
void timer_leave_idle(const struct processor *p);

/* Builds the first frame on the stack of a new thread, which ends at `stack_top`. Returns the stack pointer for
 * context_switch(), which enters thread_main() with it. */
uintptr_t sched_first_frame(uintptr_t stack_top);

/* Finds where a thread that does not run, or that smp_stop() has stopped, will go on; one that an interrupt took the
 * processor from, at the interrupted instruction. Returns false where it runs, and when its stack pointer, which may be
 * what is broken, lies outside its stack. */
bool sched_resume_point(const struct thread *t, struct prof_place *place);

/* Keeps in mind which threads run, on all processors, as thread_stop_others() does. After fatal_begin(). */
void sched_note_running(void);

/* Returns whether a thread ran until thread_stop_others() stopped it, or until the thread that called that, or another
 * one of the profiler's, took its processor. While all others stand still. */
bool sched_noted_running(const struct thread *t);

/* Returns the cycles from where thread_stop_others() told the other processors until now; 0 where there are none. By the
 * thread that has stopped the others. */
uint64_t sched_stop_took(void);

/* Says what a thread waits for whose GS base is `local`, for a runtime that knows more of it than the kernel; NULL:
 * there is none. Set once, before the runtime's threads start. */
extern void (*sched_describe_local)(const void *local, struct prof_stance *stance);

/* Keeps the registers with which `t` will go on, for the dump of a crash. After sched_resume_point() found the
 * place. */
void sched_keep_registers(const struct thread *t);

#endif
