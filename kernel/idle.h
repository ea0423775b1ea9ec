/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * idle.h: what the processor does when no thread wants it.
 */
#ifndef IDLE_H
#define IDLE_H

/* Turns the boot thread into the idle thread: halts until an interrupt makes a thread ready. When every thread waits
 * for another one, none sleeps and so no interrupt could change that, it reports the deadlock: each thread and what
 * it waits for. Interrupts off; never returns. */
_Noreturn void idle_run(void);

#endif
