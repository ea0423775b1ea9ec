/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * returns.h: hooks that put the address of the exit hook in place of a function's return address (returns.c), for the
 * processors whose compiler leaves room for a hook before the prolog, and none before a return (PROF_ARCH_RETURNS).
 */
#ifndef PROF_RETURNS_H
#define PROF_RETURNS_H

#include "prof.h"

#if defined(PROF_ARCH_RETURNS) && defined(PROF_PORT_PATCH)
/* The hooks, in arch/ARCH/hooks.c: the enter hook is called by the site of a function; a function returns to the exit
 * hook. They save the registers that a function gets and gives, and call the two functions below. */
void prof_hook_enter(void);
void prof_hook_return(void);

/* Enters a call of `function`, which is to return to `back`, and whose caller's stack pointer is `slot`. Returns the
 * address to which the function returns instead, or `back`. */
uintptr_t prof_hook_entered(uintptr_t function, uintptr_t back, const void *slot);

/* Leaves the call whose caller's stack pointer is `slot`. Returns the address to which it is to return. */
uintptr_t prof_hook_left(const void *slot);

/* Returns the address to which a function really returns, where the frame that keeps its return address, `back`, is at
 * `frame`, on the stack of `t`. Any context in which `t` does not run on. */
uintptr_t prof_hook_real_return(const struct prof_thread *t, uintptr_t back, uintptr_t frame);
#else
static inline uintptr_t prof_hook_real_return(const struct prof_thread *t, uintptr_t back, uintptr_t frame)
{
  (void)t, (void)frame;
  return back;
}
#endif

#endif
