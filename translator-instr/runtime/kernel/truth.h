/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * truth.h: a test of exact lives (stamps.h) in the run itself. At an allocation a search from the roots finds what
 * cannot be reached any more; nothing is freed, so the program, the addresses and the stacks are those of a run without
 * it. When a collection then finds an object dead, what its stamp says is compared with what the searches have seen.
 *
 * The search takes each word of a stack for a reference, as the collector does, and as the stamps do: what is compared
 * is whether each loss of a reference was noted, not whether such a word was a reference.
 */
#ifndef TRUTH_H
#define TRUTH_H

#include <stdbool.h>

#include "contract/jx.h"

/* Has truth_look() search at each `every`-th call; 0: no truth is sought. Before the heap is set up. */
void truth_seek(uint32_t every);

extern uint32_t truth_every; /* what truth_seek() was told */

static inline bool truth_is_sought(void)
{
  return truth_every;
}

/* At an allocation, behind stamps_look(), whose arguments these are, and before the allocation clock moves on: `object`
 * is the new one. By a Java thread; no other one runs meanwhile. */
void truth_look(const struct jx_object *object, uintptr_t sp, const uintptr_t *registers);

/* Compares the stamp of an object that a collection has found dead, behind gc_pass_stamps(). */
void truth_compare(const struct jx_object *object);

/* Prints how many were compared, how many agree, and how the others differ. */
void truth_report(void);

#endif
