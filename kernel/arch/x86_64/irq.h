/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * irq.h: the sixteen interrupt lines of a PC's pair of 8259 controllers, and one more for interrupts between
 * processors, with the handler of each. The controllers interrupt the first processor only; the others have the lines
 * of their local APIC: IRQ_TIMER and IRQ_PROCESSOR.
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

#define IRQ_LINES      17
#define IRQ_TIMER      0
#define IRQ_PROCESSOR  16

/* `interrupted` is the profiler's view of the interrupted thread. */
struct thread;

typedef void irq_handler_fn(unsigned line, struct prof_thread *interrupted, const struct irq_frame *frame);

/* The handlers; NULL: the line is masked. */
extern irq_handler_fn *irq_handlers[IRQ_LINES];

/* Returns the context in which handlers of that line run on that processor. Any context. */
struct prof_thread *irq_context(uint32_t processor, unsigned line);

/* Gives the lines vectors of their own and masks them all. Once, at boot. */
void irq_init(void);

/* Makes `handler` the handler of `line` and opens the line. Thread context, before or after profiling began. */
void irq_handle(unsigned line, irq_handler_fn *handler);

/* Makes `handler` the handler of `line`, which stays masked: the local APIC interrupts by the line's vector. Thread
 * context, before or after profiling began. */
void irq_handle_local(unsigned line, irq_handler_fn *handler);

/* Gives a line without a handler to the calling thread, which runs at THREAD_IRQ from here on. Returns false when the
 * line has a handler or a thread. Requests count by level, as a PCI device's do. Thread context. */
bool irq_attach(unsigned line);

/* Returns the thread that the line was given to; NULL: none. */
struct thread *irq_attached(unsigned line);

/* Opens the line, which is the calling thread's, and waits for a request, or until tsc_now() is `tsc`,
 * or up to a tick longer. Returns whether there was a request: then the line is masked, until the next call. */
bool irq_await(unsigned line, uint64_t tsc);

/* Lets the profiler measure what an interrupt takes besides what it measures itself. Once, between prof_calibrate() and
 * prof_start(), before interrupts are on. */
void irq_calibrate(void);

/* Tells the profiler of the contexts of all lines in use on the first processor. For thread_profile_all(). */
void irq_profile_all(void);

/* Tells the profiler of the contexts of the lines that processor `number`, not the first one, will have. Once, before
 * the processor starts. */
void irq_profile_processor(uint32_t number);

/* Returns whether the controller only believed to see a request. For trap_interrupt(). */
bool irq_is_spurious(unsigned line);

/* Tells the controller, or the local APIC, that the handler of `line` has ended. For trap_interrupt(). */
void irq_acknowledge(unsigned line);

/* Returns the line whose context `t` is; -1: `t` is a thread. Any context. */
int irq_line_of(const struct prof_thread *t);

#endif
