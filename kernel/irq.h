/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * irq.h: the sixteen interrupt lines of a PC's pair of 8259 controllers, and who handles each.
 *
 * A handler runs with interrupts off, on the stack of the thread that it interrupts, as a context of its own named
 * "IRQThread" and the line's number (JX paper, figure 8). It notes what happened and unblocks a thread; it must not
 * block, print or allocate.
 */
#ifndef IRQ_H
#define IRQ_H

#include <stdbool.h>

#include "prof.h"
#include "trap.h"

#define IRQ_LINES  16
#define IRQ_TIMER  0

/* `interrupted` is the profiler's view of the interrupted thread. */
typedef void irq_handler_fn(struct prof_thread *interrupted, const struct irq_frame *frame);

struct irq {
  irq_handler_fn *handler;       /* NULL: the line is masked */
  struct prof_thread context;
};
extern struct irq irqs[IRQ_LINES];

/* Moves the lines to vectors of their own and masks them all. Once, at boot. */
void irq_init(void);

/* Gives a line its handler and opens it. Thread context, before or after profiling began. */
void irq_handle(unsigned line, irq_handler_fn *handler);

/* Makes the contexts of all lines in use known to the profiler. */
void irq_profile_all(void);

/* For trap_interrupt(): whether the controller only believed to see a request; and the end of a real one. */
bool irq_is_spurious(unsigned line);
void irq_acknowledge(unsigned line);

/* The line whose context `t` is; -1: none's. Any context. */
int irq_line_of(const struct prof_thread *t);

#endif
