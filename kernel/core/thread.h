/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * thread.h: preemptive threads, on as many processors as run, and what they wait on.
 *
 * Strict priorities, round robin among equals, a time slice of one timer tick. A thread runs on a stack of its own
 * with an unmapped guard page below it. First-level interrupt handlers run with interrupts off and do nothing but
 * note the event and unblock a thread (JX paper, section 4: IRQThread and TimerManager).
 *
 * Unless it says otherwise a function is for thread context with interrupts on and may block.
 */
#ifndef THREAD_H
#define THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prof.h"

struct thread;

enum thread_priority { THREAD_IDLE, THREAD_LOW, THREAD_NORMAL, THREAD_HIGH, THREAD_IRQ, THREAD_PRIORITIES };

/* Starts a thread; NULL when memory or places for stacks are out. The name is copied. */
struct thread *thread_create(const char *name, enum thread_priority priority, void (*entry)(void *arg), void *arg);

/* Starts a thread as thread_create() does, with a stack of `stack_bytes` instead of STACK_BYTES; stack.h says what
 * sizes are possible. */
struct thread *thread_create_sized(const char *name, enum thread_priority priority, size_t stack_bytes,
                                   void (*entry)(void *arg), void *arg);

/* Ends the calling thread; returning from `entry` does the same. */
_Noreturn void thread_exit(void);

/* Waits until `t` has ended and frees it. Each thread may be joined once; one that is never joined is never freed,
 * unless it was detached. */
void thread_join(struct thread *t);

/* Marks the calling thread as one that no thread joins: when it has ended, thread_reap() frees it. */
void thread_detach(void);

/* Frees the detached threads that have ended; thread_create() does so, too. Returns whether there were any. */
bool thread_reap(void);

/* Returns the calling thread; in an interrupt handler, the interrupted thread. Any context. */
struct thread *thread_self(void);

/* Lets the other ready threads of the calling thread's priority run first. */
void thread_yield(void);

/* Sleeps at least `us` microseconds; wakes with the first timer tick after that. */
void thread_sleep_us(uint64_t us);

/* Blocks the calling thread until thread_unblock(); an unblock that comes first is remembered (one, not more). */
void thread_block(void);

/* Blocks the calling thread as thread_block() does, but at most until tsc_now() is `tsc`, or up to a tick
 * longer. */
void thread_block_until(uint64_t tsc);

/* Makes `t` ready when it waits in thread_block() or thread_block_until(); else its next such wait ends at once. Any
 * context, interrupts included. */
void thread_unblock(struct thread *t);

/* From here on the calling thread keeps its processor, whatever its time slice and the priorities of other threads say.
 * Interrupts stay on, and threads run on other processors. Calls nest. Waiting before thread_release() panics. Any
 * thread context. Cost: an instruction. */
void thread_hold(void);

/* Ends what one thread_hold() began; behind the outermost one the thread gives way if that is due. Any thread
 * context. */
void thread_release(void);

/* Stops all other threads, and returns when they stand still, each where an interrupt could find it; the calling thread
 * holds its processor, as by thread_hold(). Handlers of interrupts go on. Calls nest. Not while the calling thread
 * holds its processor already, or a thread that holds one waits for the caller. Cost: with several processors an
 * interrupt to each that is busy. Thread context. */
void thread_stop_others(void);

/* Ends what one thread_stop_others() began. */
void thread_let_go(void);

/* Starts a service that helps threads that have stopped all others: it waits in thread_block() for
 * thread_call_helper(). NULL when memory or places for stacks are out. The name is copied. */
struct thread *thread_create_helper(const char *name, void (*entry)(void *arg), void *arg);

/* Ends the thread_block() of the helper `t`, this one or its next. Until thread_let_go() helpers run, too; behind that
 * as any other thread. By the thread that has stopped the others, or by a helper that it has called. */
void thread_call_helper(struct thread *t);

/* Waits until no helper runs. By the thread that has stopped the others. Cost: as thread_stop_others(). */
void thread_await_helpers(void);

/* Sets the priority of the calling thread, from here on, to `priority`, which is not below its own. */
void thread_raise(enum thread_priority priority);

/* Sets where GS points to while the calling thread runs: code that is compiled for another runtime than the kernel's
 * finds its thread there. The kernel itself does not use GS. */
void thread_set_local(void *base);

/* Tells the profiler of all threads and interrupt contexts that exist; later ones are told when they are made. Once,
 * after prof_init(), interrupts off. */
void thread_profile_all(void);

/* A mutex; zeroed is unlocked, as is one that MUTEX() has given a name for the profile. Not recursive: locking it twice
 * panics with the owner's name. Waiters queue FIFO. `owned` is the owner's address, with MUTEX_WAITED where another
 * thread waits; 0: the mutex is free. */
struct mutex { uintptr_t owned; struct thread *first, *last; struct prof_lock prof; };
#define MUTEX(text) { .prof = { .name = (text) } }
#define MUTEX_WAITED ((uintptr_t)1)

/* Returns the owner of `m`; NULL: the mutex is free. Any context; of a mutex that is not the calling thread's the answer
 * may be old. */
static inline struct thread *mutex_owner(const struct mutex *m)
{
  return (struct thread *)(__atomic_load_n(&m->owned, __ATOMIC_RELAXED) & ~MUTEX_WAITED);
}

/* Makes the calling thread the owner of `m`; waits while another thread is. Cost, where none is: a compare-and-swap. */
void mutex_lock(struct mutex *m);

/* Gives `m`, which the calling thread owns, to the thread that has waited longest, if one waits. */
void mutex_unlock(struct mutex *m);

/* A condition; zeroed no thread waits for it. */
struct cond { struct thread *first, *last; };

/* Waits for a signal, without the mutex `m`, which the calling thread owns before and after. It may return without a
 * signal: callers ask for what they wait for in a loop. */
void cond_wait(struct cond *c, struct mutex *m);

/* Wakes the thread that has waited longest, if one waits. Any thread context. */
void cond_signal(struct cond *c);

/* Wakes all threads that wait. Any thread context. */
void cond_broadcast(struct cond *c);

#endif
