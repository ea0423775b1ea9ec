/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * panic.h: the end of a kernel that is broken: a report on the console, then machine_exit(false).
 *
 * A report is complete whatever state the kernel is in: it takes no lock, allocates nothing, and goes to the serial
 * console at once. Then come the last acts that the upper rooms have registered, the dump of the profile above all. A
 * fault within a report ends it, and the acts follow; a fault within an act begins them anew.
 */
#ifndef PANIC_H
#define PANIC_H

#include <stdint.h>

struct thread;

/* Reports `panic: ` and the message, the thread and a backtrace of the caller. Any context. */
_Noreturn void panic(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Registers what fatal_begin() calls before the report: `act` makes a device, or a protocol, work in a kernel that goes
 * down: without locks, other threads and interrupts. At boot, interrupts off, PANIC_ACTS at most: one more panics. */
void panic_on_begin(void (*act)(void));

/* Registers what fatal_end() calls behind the report, with the reason, in the order of registration. `act` takes no
 * lock, and allocates nothing. After a fault within an act all acts are called again, PANIC_ACT_CALLS times in all:
 * an act of several steps begins none of them anew. At boot, interrupts off, PANIC_ACTS at most: one more panics. */
void panic_on_end(void (*act)(const char *reason));

#define PANIC_ACTS       4
#define PANIC_ACT_CALLS  5

/* Begins a report of the caller's own: kprintf() and the functions below make it, up to fatal_end(). Any context. */
void fatal_begin(void);

/* Ends the report: calls the last acts, then machine_exit(false). After fatal_begin(). */
_Noreturn void fatal_end(void);

/* Prints why the kernel goes down, as a line of its own, and keeps it for the dump. After fatal_begin(). */
void fatal_reason(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints the thread that ran and, if the handler of an interrupt line ran, the line. After fatal_begin(). */
void fatal_thread(void);

/* Returns the thread that ran; the idle thread where that is not known, because the thread's structure was written
 * over. After fatal_begin(). */
const struct thread *fatal_culprit(void);

/* Prints the addresses of calls from the instruction `ip` outwards along the frame pointers from `fp`, as far as
 * those lie within the running thread's stack; the dump has them, too. In arch/. After fatal_begin(). */
void fatal_backtrace(uintptr_t ip, uintptr_t fp);

/* Keeps the registers of the caller of a function, whose own frame is at `frame`, for the dump, and prints the caller's
 * backtrace. In arch/. After fatal_begin(). */
void fatal_caller(const void *frame);

/* Returns the thread to which registers of the thread that ran are kept. After fatal_begin(). */
const struct prof_thread *fatal_registers_of(void);

/* Keeps a register of the thread that ran, by a number of WIRE_REGISTERS, for the dump. After fatal_begin(). */
void fatal_register(uint32_t number, uint64_t value);

/* Where the thread stood that brought the kernel down; zeroed where that is not known. After fatal_begin(). */
extern struct prof_place fatal_place;

#endif
