/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stack.h: stacks for threads, each at the upper end of a range of addresses of its own; what is below it there is not
 * mapped, so that even a function with a large frame runs into that hole and not over it.
 *
 *   | hole: the rest of STACK_PLACE_BYTES | stack | the next one's hole ...
 *
 * Thread context.
 */
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STACK_BYTES        (128u * 1024)             /* of the kernel's own threads */
#define STACK_LEAST        (64u * 1024)
#define STACK_MOST         (8u * 1024 * 1024)        /* as Linux gives a process */
#define STACK_PLACE_BYTES  (2ull * STACK_MOST)
#define STACK_LIMIT        4096u                     /* stacks at a time */
#define STACK_AREA         0xFFFF800000000000ull  /* 64 GiB; blocks_kernel.c's area is above */

struct stack { uintptr_t low, high; };

/* Makes a stack of `bytes`, whole pages, STACK_LEAST to STACK_MOST. Returns its bounds; `low` is 0 when memory or
 * places are out. */
struct stack stack_alloc(size_t bytes);

/* Frees a stack that stack_alloc() made, and on which no thread runs. */
void stack_free(struct stack stack);

/* Returns whether `stack` is the whole of a stack that stack_alloc() made and that was not freed. Any context. */
bool stack_is_sound(struct stack stack);

/* Returns the lowest address of the hole below a stack that stack_alloc() made. Any context. */
static inline uintptr_t stack_hole(struct stack stack)
{
  return stack.high - STACK_PLACE_BYTES;
}

#endif
