/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * heap.h: memory in pieces of any size.
 *
 * Each block is preceded by a 16-byte header with a check word. Freeing a block checks its header and the one behind
 * it, allocating checks what it takes: freeing twice, freeing what is no block, and writing over the end of a block
 * panic with the address (an overrun is seen when the block, or its neighbour, is freed or taken).
 *
 * Thread context, or interrupts off; never from an interrupt handler. Interrupts are off for the time of a call.
 * Cost: constant up to 1 KiB; above, a walk through free blocks of about the same size (within a fifth).
 */
#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>

#define HEAP_ALIGNMENT 16u

/* Returns a block of `bytes` bytes (0 is allowed), aligned to HEAP_ALIGNMENT, its contents undefined; NULL when
 * memory is out. */
void *heap_alloc(size_t bytes);

/* Gives a block back; NULL is allowed. */
void heap_free(void *block);

struct heap_stats {
  size_t blocks;       /* in use */
  size_t used_bytes;   /* in blocks in use, headers and rounding included */
  size_t area_bytes;   /* taken from the page allocator */
};

/* Returns the figures as they are now. */
struct heap_stats heap_stats(void);

#endif
