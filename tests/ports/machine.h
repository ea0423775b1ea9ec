/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * machine.h: what a small kernel has of its machine (ARCH/machine.c, ARCH/start.S): QEMU's `virt', with HARTS processors,
 * from 0. The first one boots.
 */
#ifndef PORTS_MACHINE_H
#define PORTS_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct prof_place;

/* Gets clock, interrupts and timer of this hart ready. First of all, on each hart. */
void machine_start(void);

/* Starts the other harts, in kernel_enter(). */
void machine_start_others(void);

/* Returns whether the profiler's clock is the same on all harts. */
bool machine_has_one_clock(void);

/* Returns the number of this hart. */
unsigned machine_hart(void);

/* Interrupts another hart, which calls kernel_called(). */
void machine_call(unsigned hart);

/* Waits for an interrupt, interrupts on or off. */
void machine_wait(void);

/* In a loop that waits for another hart: under -icount QEMU lets one hart run at a time, and this one would run on until
 * the next timer of any. */
void machine_give_turn(void);

/* Writes a byte to the serial line; waits until there is room. */
void machine_put(uint8_t byte);

/* Returns the address of the console of virtio; 0: there is none. */
uintptr_t machine_console(void);

/* Ends QEMU. */
_Noreturn void machine_off(void);

/* Saves the place of this thread to *from, and goes on at `to`. Interrupts off. */
void machine_switch(uintptr_t *from, uintptr_t to);

/* Returns the place of a thread that begins with `entry`, on a stack that ends at `top`. */
uintptr_t machine_thread(uintptr_t top, void (*entry)(void));

/* Says where the thread goes on that has this place. */
void machine_resumes(uintptr_t place, struct prof_place *at);

/* Switches interrupts on. */
void machine_irq_on(void);

/* Lets the timer interrupt `cycles` from now; it calls kernel_timer(). */
void machine_timer(uint64_t cycles);

/* Raises the interrupt of prof_calibrate_irq(), which calls kernel_soft(). Interrupts are off. */
void machine_raise(void);

/* The kernel's handlers: the profiler's clock at the entry, and where the interrupt came. With interrupts off. */
void kernel_timer(uint64_t begun, const struct prof_place *place);
void kernel_soft(uint64_t begun, const struct prof_place *place);
void kernel_called(uint64_t begun, const struct prof_place *place);

_Noreturn void kernel_main(void);
_Noreturn void kernel_enter(void);

#endif
