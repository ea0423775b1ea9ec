/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * account.h: whose instruction was it? The observer's books: for every thread the instructions that each timed function
 * ran, by itself and with its callees, and how often it was called.
 *
 * A thread is told by the stack pointer at which it was switched out. An interrupt's instructions belong to a context of
 * its own, from its entry to its iret; those of a non-maskable one are booked nowhere if it takes a sample, else to the
 * code that it interrupted. Instructions of a function that is not timed belong to the timed function that called it,
 * as in the profile. Those of a hook, and the `call` that leads into it, are booked nowhere. The books are those of the
 * time in which the kernel profiles, when it does.
 *
 * With several processors QEMU runs them in turns (-icount): the books are of the one whose turn it is,
 * account_processor(). The time stamp counter goes on in the others' turns: the books say how much of that passed on the
 * clock of each thread, and in which function, by what the profiler documents of its own readings of the counter: a call
 * lasts from the last reading of its entry's hook to the first of its exit's (timing.c), no thread's clock goes on
 * between the readings of a switch, and an interrupt's time is its own from its first reading on (sched.c). Calls come one
 * after the other. Memory that runs out ends the program.
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
  ACCOUNT_SAMPLE = 'M',     /* the entry of a non-maskable one: it is the profiler's if it takes a sample */
};

/* Functions of the profiler that are told apart by where they read the clock, or by what an interrupt that calls them
 * is. */
enum account_what { ACCOUNT_PLAIN_WHAT, ACCOUNT_ENTRY, ACCOUNT_EXIT, ACCOUNT_SWITCHING, ACCOUNT_LATE, ACCOUNT_SAMPLED };

struct account_function {
  uint64_t address;
  enum account_kind kind;
  enum account_what what;
  char name[64];            /* unique */
};

/* Reads the image's functions: lines `ADDRESS KIND NAME`, addresses hexadecimal and rising. False: the reason is on
 * stderr. */
bool account_open(const char *path);

/* From now on each call of a timed function is written to the file `path` when it ends, and those that are open when
 * profiling ends, the innermost of each thread first: number of its thread, or interrupt; how many calls of that it is
 * in, itself too; function; instructions, those of its callees, too; `returned' or `open'; separated by tabs. Calls that began
 * before profiling did are not written. False: the reason is on stderr. */
bool account_log(const char *path);

/* The function that `address` lies in; NULL when it lies before the first. */
const struct account_function *account_find(uint64_t address);

#define ACCOUNT_PROCESSORS 16

/* From now on what is told is processor number `cpu`'s, below ACCOUNT_PROCESSORS. `clock`: instructions of all processors
 * so far, which is what their time stamp counters say. */
void account_processor(unsigned cpu, uint64_t clock);
/* The instruction at `address` is about to read the time stamp counter. */
void account_read_clock(uint64_t address);

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
 * calls open at the end, interrupts that fell into it inclusive and exclusive of callees, the fewest instructions of a
 * call, inclusive, and the instructions of other processors that passed on its clock, exclusive, separated by tabs. A thread's name is that of its first timed function; threads of one name share
 * their lines. Function `*` is the whole thread; its
 * calls are 1 for an interrupt, 0 for a thread. */
void account_write(FILE *out);

#endif
