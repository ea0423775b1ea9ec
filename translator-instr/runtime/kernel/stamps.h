/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stamps.h: exact lives, what emitted code does not see (contract/jx.h, "exact lives"): references that are lost on the
 * stacks and in the registers of threads.
 *
 * Each Java thread has a copy of its stack, as it was when it was looked at last: at its last allocation, or before
 * another thread allocated after it had run. A word that is no more what it was then has lost its reference, at the
 * moment that the allocation clock shows, for the clock stands still in between. Of a stack only that part is compared
 * whose code may have run since: from the stack pointer up to the oldest frame that was the innermost one meanwhile
 * (struct jx_thread, `oldest`).
 *
 * What always holds: a reference that lies on a stack when an object is allocated, or when a collection begins, is in
 * the copy. As the collector, the copy takes each word for a reference that points to, into, or to the end of an
 * object.
 *
 * On one processor only. In images for exact lives only.
 */
#ifndef STAMPS_H
#define STAMPS_H

#include "contract/jx.h"
#include "core/processor.h"

struct thread;

#define STAMPS_REGISTERS 6

/* A Java thread's copy, which is a part of its struct port_thread. [Q] */
struct stamps_stack {
  struct stamps_stack *next;      /* of all Java threads */
  const struct thread *thread;
  struct jx_thread *jx;
  void *pages;                    /* memory of the copy; NULL: none */
  size_t page_count;
  uintptr_t high;                 /* end of the stack */
  uintptr_t last_line;            /* of the stack: where a line may begin last */
  uintptr_t at;                   /* the copy has the words from here on */
  uintptr_t to_copy;              /* what to add to the address of a word for that of its copy */
  uintptr_t exc;                  /* jx->exc as it was then */
  uintptr_t registers[STAMPS_REGISTERS]; /* as they were then; 0: on the stack */
  uint64_t suspended;             /* thread->prof.suspended when it was looked at by another thread */
};

/* Gives NULL and the objects of the image stamps, which all lie in one page. False: there is no memory. Before a
 * birth is told of, also where that is measured; later calls do nothing. */
bool stamps_begin_image(void);

/* Takes memory for the copy of a stack of `bytes`. False: there is none. */
bool stamps_take_room(struct stamps_stack *s, size_t bytes);

/* Gives that memory back, if there is any. */
void stamps_give_room(struct stamps_stack *s);

/* Has the calling thread's stack looked at from now on. */
void stamps_begin(struct stamps_stack *s, const struct thread *thread, struct jx_thread *jx);

/* Ends what stamps_begin() began: all references of the thread are lost. By the thread. */
void stamps_end(struct stamps_stack *s);

/* Has the stack of the calling thread looked at meanwhile as if it were that of the Java thread `jx`, so that what a
 * birth costs can be measured. False: there is no memory. Before the heap has an object. */
bool stamps_begin_measuring(struct jx_thread *jx);
void stamps_end_measuring(void);

/* Looks at the stack of the calling thread, from `sp` on, which is in the function with the frame pointer `frame`, at
 * registers[1] and up, which hold references of its besides (registers[0] is that of the object that is being made),
 * and at the stacks of the threads that have run since the last look. Before the allocation clock moves on; with
 * interrupts off. Cost: two instructions for a word that is compared, some 30 for one that was a reference. births.c
 * has a way of its own where no other thread has run. */
void stamps_look(uintptr_t sp, uintptr_t frame, const uintptr_t *registers);

/* stamps_look() for a collector, whose caller's stack is not needed any more. All other threads stand still. */
void stamps_look_all(void);

/* ---- for look.h ---- */

extern struct stamps_stack *stamps_latest; /* of the thread that ran at `stamps_switches'; NULL: it is no Java thread */
extern uint64_t stamps_switches;           /* of threads, when stamps_latest was found and the other stacks were looked
                                              at last; without stamps_latest no count that there will be */

/* Whether the thread that runs is stamps_latest, no other has run since the last look, and no exception was pending
 * then. Interrupts off. */
static inline bool stamps_is_alone(void)
{
  return processors[0].switches == stamps_switches;
}

/* These change no general register, so that who calls them seldom keeps nothing on the stack for it. */
#define STAMPS_SELDOM __attribute__((noinline, no_caller_saved_registers))

/* The words of the copy below `sp` are none of the stack any more: notes what they have lost. */
STAMPS_SELDOM void stamps_lose_below(const struct stamps_stack *s, uintptr_t sp);

/* Compares all words from `from` on with their copies. */
STAMPS_SELDOM void stamps_compare_to_end(const struct stamps_stack *s, uintptr_t from);

/* Notes that `word`, which is of the heap's window, and in no block of small slots, is lost. */
STAMPS_SELDOM void stamps_lose_elsewhere(uintptr_t word);

#endif
