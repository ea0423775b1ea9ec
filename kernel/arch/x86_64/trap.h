/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trap.h: what vectors.S hands to C, and the functions that it calls.
 */
#ifndef TRAP_H
#define TRAP_H

#include <stdint.h>

struct prof_thread;

/* An exception's registers, lowest address first, as vectors.S and the processor push them. */
struct trap_frame {
  uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rdi, rsi, rbp, rbx, rdx, rcx, rax;
  uint64_t vector, error;
  uint64_t rip, cs, rflags, rsp, ss;
};

/* What an interrupt handler sees of the interrupted code. The first two words are a stack frame like any function's,
 * so a frame-pointer walk passes through an interrupt. */
struct irq_frame {
  uint64_t rbp, rip, cs, rflags, rsp, ss;
};

/* Reports an exception and ends the machine: nothing in this kernel is expected to fault. */
_Noreturn void trap_exception(const struct trap_frame *frame);

/* Keeps the registers of an exception, or of an NMI, as those of thread `t`, for the dump of a crash. After
 * fatal_begin(). */
void trap_keep_registers(const struct prof_thread *t, const struct trap_frame *frame);

/* Takes a sample for a non-maskable interrupt of nmi.h, and wakes a processor for one of nap.h; reports any other one
 * as an exception. Runs on a stack of its own; `tsc` was read on entry. */
void trap_nmi(struct trap_frame *frame, uint64_t tsc);

/* Runs the handler of interrupt `line`, in its own profiling context, and then switches threads if that is due.
 * `tsc` was read on entry. Interrupts off. */
void trap_interrupt(const struct irq_frame *frame, uint64_t tsc, unsigned line);

#endif
