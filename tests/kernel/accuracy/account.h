/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * account.h: whose instruction was it? The observer's books: for every thread the instructions that each timed function
 * ran, by itself and with its callees, and how often it was called.
 *
 * A thread is told by the stack pointer at which it was switched out. An interrupt's instructions belong to a context of
 * its own, from its entry to its iret. Instructions of a function that is not timed belong to the timed function that
 * called it, as in the profile. Those of a hook, and the `call` that leads into it, belong to nobody. The books are those
 * of the time in which the kernel profiles, when it does.
 *
 * With several processors QEMU runs them in turns (-icount): the books are of the one whose turn it is,
 * account_processor(). Calls come one after the other. Memory that runs out ends the program.
 */
#ifndef ACCURACY_ACCOUNT_H
#define ACCURACY_ACCOUNT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* What begins at an address. */
enum account_kind {
  ACCOUNT_CODE = '-',       /* a label, no function */
  ACCOUNT_TIMED = 'T',      /* a function that the instrumented image times */
  ACCOUNT_PLAIN = 'U',      /* one that it does not */
  ACCOUNT_HOOK = 'H',       /* one of the profiler's, called by the code that is profiled or by the scheduler */
  ACCOUNT_INSTEAD = 'N',    /* one whose call stands instead of a NOP that the code runs as its own */
  ACCOUNT_START = 'B',      /* starts profiling */
  ACCOUNT_STOP = 'E',       /* ends it */
  ACCOUNT_SWITCH = 'S',     /* the function that passes the processor from thread to thread */
  ACCOUNT_INTERRUPT = 'I',  /* the entry of an interrupt */
  ACCOUNT_SAMPLE = 'M',     /* the entry of a non-maskable one, which takes a sample: it is the profiler's */
};

struct account_function {
  uint64_t address;
  enum account_kind kind;
  char name[64];            /* unique */
};

/* Reads the image's functions: lines `ADDRESS KIND NAME`, addresses hexadecimal and rising. False: the reason is on
 * stderr. */
bool account_open(const char *path);

/* The function that `address` lies in; NULL when it lies before the first. */
const struct account_function *account_find(uint64_t address);

#define ACCOUNT_PROCESSORS 16

/* From now on what is told is processor number `cpu`'s, below ACCOUNT_PROCESSORS. */
void account_processor(unsigned cpu);

/* `count` instructions are about to run. */
void account_run(uint64_t count);
/* `f` is entered, its first instructions not yet counted. */
void account_enter(const struct account_function *f);
/* A `ret`, or an `iret`, is about to run; it has been counted. */
void account_leave(void);
void account_end_interrupt(void);
/* The running thread's stack pointer is kept; that of the next is loaded. */
void account_switch_out(uint64_t sp);
void account_switch_in(uint64_t sp);

/* Writes the books, one line for each thread and function: thread, function, calls, inclusive, exclusive instructions,
 * calls open at the end, interrupts that fell into it inclusive and exclusive of callees, and the fewest instructions of a
 * call, inclusive, separated by tabs. A thread's name is that of its first timed function; threads of one name share
 * their lines. Function `*` is the whole thread; its
 * calls are 1 for an interrupt, 0 for a thread. */
void account_write(FILE *out);

#endif
