/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * link.h: where the return address of interrupted code is, on processors that have a register for it
 * (arch/ARCH/link.c).
 */
#ifndef PROF_LINK_H
#define PROF_LINK_H

#include "prof.h"

/* Returns whether the return address of the function that begins at `function`, and was interrupted at `ip`, is in the
 * register, because the function has not stored it yet, has restored it, or never stores it. Reads at most some hundred
 * bytes of code before and behind `ip`. Any context. */
bool prof_arch_in_link(uintptr_t function, uintptr_t ip);

#endif
