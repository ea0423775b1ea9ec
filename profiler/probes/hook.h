/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hook.h: the code at the sites of probes: what a processor's hooks (arch/ARCH/fentry.c) offer to sites.c and to the
 * walk along a stack. Where the port cannot write to code there is nothing to patch, and nothing is known of sites.
 */
#ifndef PROF_HOOK_H
#define PROF_HOOK_H

#include "prof.h"

/* The fenced ones and the counting one are for turns (turns.h), that which tallies is for bursts (bursts.h). */
enum prof_hook { PROF_HOOK_ENTER, PROF_HOOK_RETURN, PROF_HOOK_FENCED_ENTER, PROF_HOOK_FENCED_RETURN, PROF_HOOK_COUNT,
                 PROF_HOOK_TALLY };

/* Makes a site ready for prof_hook_patch(), where it is not what the compiler left. Returns false where no site is: what
 * lists it is broken. In prof_init(), before another thread runs. */
bool prof_hook_prepare(uintptr_t site);

/* Writes to the site at address `site`: a call of the hook when `on`, else what does nothing. A site that the compiler
 * left as -fpatchable-function-entry does is one of PROF_HOOK_TALLY, also when it is switched off. Interrupts off. */
void prof_hook_patch(uintptr_t site, enum prof_hook hook, bool on);

#ifdef PROF_PORT_PATCH
/* Returns whether the instruction at address `at` calls what lies with the probes, whose time it is, too. Any
 * context. */
bool prof_hook_called_at(uintptr_t at);

/* Returns whether the hook of a call's entry or exit returns to `address`: the function there has no frame yet, or none
 * any more. Any context. */
bool prof_hook_returns_to(uintptr_t address);
#else
static inline bool prof_hook_called_at(uintptr_t at)
{
  (void)at;
  return false;
}

static inline bool prof_hook_returns_to(uintptr_t address)
{
  (void)address;
  return false;
}
#endif

#endif
