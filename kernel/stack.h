/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stack.h: stacks for threads, each in a range of addresses of its own:
 *
 *   | guard: STACK_GUARD_BYTES, not mapped | stack: STACK_BYTES | the next one's guard ...
 *
 * The guard is as large as the stack, so that even a function with a large frame runs into it and not over it.
 * Thread context.
 */
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>
#include <stdint.h>

#define STACK_BYTES        (128u * 1024)
#define STACK_GUARD_BYTES  STACK_BYTES
#define STACK_LIMIT        1024u                     /* stacks at a time */
#define STACK_AREA         0xFFFF800000000000ull     /* the upper half of the address space is otherwise unused */

struct stack { uintptr_t low, high; };

/* Makes a stack, low == 0 when memory or places are out. */
struct stack stack_alloc(void);

void stack_free(struct stack stack);

#endif
