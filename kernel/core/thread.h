/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * thread.h: preemptive threads on one CPU, and what they wait on.
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

struct thread;

enum thread_priority { THREAD_IDLE, THREAD_LOW, THREAD_NORMAL, THREAD_HIGH, THREAD_IRQ, THREAD_PRIORITIES };

/* Starts a thread; NULL when memory or places for stacks are out. The name is copied. */
struct thread *thread_create(const char *name, enum thread_priority priority, void (*entry)(void *arg), void *arg);

/* The same with a stack of another size than STACK_BYTES; see stack.h for what is possible. */
struct thread *thread_create_sized(const char *name, enum thread_priority priority, size_t stack_bytes,
                                   void (*entry)(void *arg), void *arg);

/* Ends the calling thread; returning from `entry` does the same. */
_Noreturn void thread_exit(void);

/* Waits until `t` has ended and frees it. Each thread may be joined once; one that is never joined is never freed,
 * unless it was detached. */
void thread_join(struct thread *t);

/* Nobody will join the calling thread: when it has ended, thread_reap() frees it. */
void thread_detach(void);

/* Frees the detached threads that have ended; thread_create() does it too. True when there were any. */
bool thread_reap(void);

/* The calling thread. Any context (in an interrupt: the interrupted one). */
struct thread *thread_self(void);

/* Lets others of the same priority run. */
void thread_yield(void);

/* Sleeps at least `us` microseconds; wakes with the first timer tick after that. */
void thread_sleep_us(uint64_t us);

/* Blocks the calling thread until thread_unblock(); an unblock that comes first is remembered (one, not more). */
void thread_block(void);

/* The same, but at most until the time stamp counter reads `tsc`, or up to a tick longer. */
void thread_block_until(uint64_t tsc);

/* Makes `t` runnable. Any context, interrupts included. */
void thread_unblock(struct thread *t);

/* Between the two the calling thread keeps the processor, whatever its time slice and others' priorities say; interrupts
 * stay on. They nest. It must not wait in between: that panics. Any thread context. */
void thread_hold(void);
void thread_release(void);

/* The calling thread runs at `priority` from here on, which is not below its own. */
void thread_raise(enum thread_priority priority);

/* What GS points to while the calling thread runs: code that is compiled for another runtime than the kernel's finds its
 * thread there. The kernel itself leaves GS alone. */
void thread_set_local(void *base);

/* Makes all threads and interrupt contexts that exist known to the profiler; later ones make themselves known. Once,
 * after prof_init(), interrupts off. */
void thread_profile_all(void);

/* A mutex; zeroed is unlocked. Not recursive: locking it twice panics with the owner's name. Waiters queue FIFO. */
struct mutex { struct thread *owner; struct thread *first, *last; };
void mutex_lock(struct mutex *m);
void mutex_unlock(struct mutex *m);

/* A condition; zeroed is empty. cond_wait() gives `m` back while it waits; may wake without a signal, so loop. */
struct cond { struct thread *first, *last; };
void cond_wait(struct cond *c, struct mutex *m);
void cond_signal(struct cond *c);
void cond_broadcast(struct cond *c);

#endif
