/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * irq.h: the sixteen interrupt lines of a PC's pair of 8259 controllers, and who handles each.
 *
 * A handler runs with interrupts off, on the stack of the thread that it interrupts, as a context of its own named
 * "IRQThread" and the line's number (JX paper, figure 8). It notes what happened and unblocks a thread; it must not
 * block, print or allocate.
 *
 * Or a line belongs to a thread, of a driver that cannot run with interrupts off: then the handler is
 * irq.c's own. It masks the line and unblocks the thread, which sees to its device and waits for the next one.
 */
#ifndef IRQ_H
#define IRQ_H

#include <stdbool.h>

#include "prof.h"
#include "trap.h"

#define IRQ_LINES  16
#define IRQ_TIMER  0

/* `interrupted` is the profiler's view of the interrupted thread. */
struct thread;

typedef void irq_handler_fn(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame);

struct irq {
  irq_handler_fn *handler;       /* NULL: the line is masked */
  struct prof_thread context;
};
extern struct irq irqs[IRQ_LINES];

/* Moves the lines to vectors of their own and masks them all. Once, at boot. */
void irq_init(void);

/* Gives a line its handler and opens it. Thread context, before or after profiling began. */
void irq_handle(unsigned line, irq_handler_fn *handler);

/* The same for a line whose controller stays masked: the local APIC requests it, by the line's vector. */
void irq_handle_local(unsigned line, irq_handler_fn *handler);

/* Gives a line, which nobody has, to the calling thread, which runs at THREAD_IRQ from here on; false when somebody has
 * it. Requests count by level, as a PCI device's do. Thread context. */
bool irq_attach(unsigned line);

/* The thread that the line was given to; NULL: none. */
struct thread *irq_attached(unsigned line);

/* Opens the line, which is the calling thread's, and waits for a request, or until the time stamp counter reads `tsc`
 * (then it may be a tick later). True when there was one: now the line is masked, until the next call. */
bool irq_await(unsigned line, uint64_t tsc);

/* Lets the profiler find out what an interrupt takes besides what it measures. Between prof_calibrate() and prof_start(), once,
 * before interrupts are on. */
void irq_calibrate(void);

/* Makes the contexts of all lines in use known to the profiler. */
void irq_profile_all(void);

/* For trap_interrupt(): whether the controller only believed to see a request; and the end of a real one. */
bool irq_is_spurious(unsigned line);
void irq_acknowledge(unsigned line);

/* The line whose context `t` is; -1: none's. Any context. */
int irq_line_of(const struct prof_thread *t);

#endif
