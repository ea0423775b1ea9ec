/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * smp.h: the other processors: they are found by ACPI (acpi.h), started by INIT and SIPI (Intel SDM volume 3, 9.4.4),
 * and interrupted by this one, to look for work, to forget translations of addresses, or to stop for good.
 */
#ifndef SMP_H
#define SMP_H

#include <stdint.h>

#include "core/idle.h"
#include "core/processor.h"
#include "trap.h"

/* Starts processors until `wanted` run, this one included; they wait for work as `way` says. Where the machine has
 * fewer, or one does not start, it says so on the console, and the run goes on with those that run. Once, at the end of
 * the boot, interrupts off, after timer_start(). Cost: ten milliseconds for each, and 5 s for one that does not
 * start. */
void smp_start(uint32_t wanted, enum idle_way way);

/* Interrupts another processor, which looks at its `wanted` then. Interrupts off. */
void smp_wake(const struct processor *p);

/* Makes all processors forget translations of addresses that are not mapped any more, and returns when they have; those
 * that rest do so when they do anything again. Thread context, interrupts on, no lock held. Cost: an interrupt for each
 * processor that does not rest. */
void smp_forget_pages(void);

/* The calling processor, `p`, is idle: until smp_end_rest(), with which each interrupt but an NMI begins, it uses no
 * address that smp_forget_pages() may be about, and need not be interrupted for that: under an emulator, that would
 * wake a thread of the host. Interrupts off. */
void smp_rest(struct processor *p);
void smp_end_rest(struct processor *p);

/* Stops all other threads, as thread_stop_others() does, and handlers of interrupts on other processors as well; between
 * this and smp_unpark() the profiler is started and stopped, and code is written to. Thread context, interrupts on. */
void smp_park(void);
void smp_unpark(void);

/* Stops all other processors for good, whatever they do, and returns when they stand still, or after a while. Each
 * leaves the registers with which it stood where smp_stopped_frame() finds them. Called again by the processor that has
 * stopped the others, it does nothing; called by another one, it does not return. Interrupts off. */
void smp_stop(void);

/* Takes an NMI by which smp_stop() stops this processor; returns else. From trap_nmi(). */
void smp_take_stop(const struct trap_frame *f);

/* Returns the registers with which processor `number` was stopped; NULL: it was not. After smp_stop(). */
const struct trap_frame *smp_stopped_frame(uint32_t number);

#endif
