/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * processor.h: what each processor has of its own. FS points to it as long as the kernel runs, so that one instruction
 * reads or writes it wherever the thread that executes the instruction runs just then.
 *
 * [I] set before the processor starts, [S] under sched_lock, [O] by the processor itself with interrupts off.
 */
#ifndef PROCESSOR_H
#define PROCESSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROCESSORS_MOST 16   /* what this kernel has structures for; each takes a kilobyte */
#define PROCESSOR_PROF_BYTES 896

#define PROCESSOR_CALL_ALARM (UINT32_C(1) << 31) /* the processor was idle: its own ticks are to come in time again */
_Static_assert(PROCESSORS_MOST <= 31, "the bits below are processors");

struct thread;
struct prof_thread;

struct processor {
  struct processor *self;       /* [I] */
  struct prof_thread *context;  /* [O] thread or interrupt that runs, as the profiler sees it */
  struct thread *current;       /* [S] thread that runs */
  struct thread *idle;          /* [I] thread that runs when there is no other one */
  uint32_t number;              /* [I] from 0, the one that booted */
  uint32_t apic;                /* [I] number of its local APIC */
  uint64_t tsc_offset;          /* [I] cycles to be added to its time stamp counter to get the first processor's */
  uintptr_t local;              /* [O] where GS points to */
  uint64_t flushed;             /* [O] the last request to forget translations that it has done: paging.c */

  /* What other processors write has a line of the cache of its own: each probe reads `context`. */
  uint32_t held __attribute__((aligned(64))); /* [O] while this is not 0 the running thread keeps the processor */
  bool wanted;                  /* [S] the running thread is to give way at the next occasion */
  bool slice_over;              /* [S] its time slice has ended */
  bool resting;                 /* [O] it is idle, and forgets translations before it does anything else: smp_rest() */
  bool polling;                 /* [S] its idle thread looks at `wanted` again and again: it needs no interrupt */
  uint32_t calls;               /* [O] what is to be done when sched_lock has been given back: processors to be
                                 * interrupted, a bit each, and PROCESSOR_CALL_ALARM */
  uint64_t switches;            /* [S] so far, from one thread to another that is not the profiler's */
  uint32_t program;             /* [S] number of the thread that ran last and was not the profiler's */
  uint8_t prof[PROCESSOR_PROF_BYTES] __attribute__((aligned(64))); /* [O] the profiler's struct prof_cpu */
};

/* Places in struct processor, for the instructions that use FS. */
#define PROCESSOR_SELF     0
#define PROCESSOR_CONTEXT  8
#define PROCESSOR_CURRENT  16
_Static_assert(offsetof(struct processor, self) == PROCESSOR_SELF, "");
_Static_assert(offsetof(struct processor, context) == PROCESSOR_CONTEXT, "");
_Static_assert(offsetof(struct processor, current) == PROCESSOR_CURRENT, "");

_Static_assert(offsetof(struct processor, wanted) / 64 != offsetof(struct processor, context) / 64 &&
               offsetof(struct processor, prof) % 64 == 0, "no line that a probe reads is written by other processors");

extern struct processor processors[PROCESSORS_MOST];

/* Processors that run, which are the first ones of `processors`; 1 until smp_start(). */
extern uint32_t processor_count;

/* Returns the processor that executes this. Interrupts off: else the thread may go on on another one. */
static inline struct processor *processor_self(void)
{
  struct processor *p;
  asm volatile("movq %%fs:%c1, %0" : "=r"(p) : "i"(PROCESSOR_SELF) : "memory");
  return p;
}

#endif
