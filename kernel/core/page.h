/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * page.h: physical memory, in pages of 4096 bytes. Memory is mapped one to one, so an address serves as both.
 *
 * The first MiB, the kernel image and the boot modules are never given out. Runs of pages are contiguous and taken
 * from the lowest address where they fit.
 *
 * Any context but an interrupt handler; nothing blocks. Interrupts are off for the time of the search: one step for
 * each 64 used pages and for each free page passed.
 */
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "multiboot.h"

#define PAGE_BYTES 4096u

/* Takes over all memory that `boot` names. Once, at boot, before the other functions here. */
void page_init(const struct boot_info *boot);

/* Returns `count` (>= 1) pages in a row, their contents undefined; NULL when there is no such run. */
void *page_alloc(size_t count);

/* Gives `count` pages back; panics when one of them is not in use. */
void page_free(void *pages, size_t count);

/* Returns whether `bytes` bytes at `p`, aligned as a structure is, lie in memory that could be given out. Any
 * context. */
bool page_is_memory(const void *p, size_t bytes);

struct page_stats {
  size_t total;         /* pages that could ever be given out */
  size_t free;
  size_t longest_run;   /* longest run of free pages */
};

/* Returns the figures as they are now, in a step for each page. */
struct page_stats page_stats(void);

/* Returns the number of free pages. Any context. */
size_t page_free_count(void);

/* Returns the number of pages that `bytes` take, rounded up. */
static inline size_t page_count(size_t bytes)
{
  return (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
}

#endif
