/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * paging.h: the kernel's address space, four levels (Intel SDM volume 3, section 4.5).
 *
 *   0 .. 4 KiB           not mapped: a NULL pointer faults
 *   .. end of memory     physical memory one to one, in 2 MiB pages, readable and writable, never executable; but
 *                        the kernel's text readable and executable, its constants readable only, in 4 KiB pages,
 *                        and the page below the boot stack not mapped. What is no RAM is not mapped.
 *                        But for what devices have there: paging_map_device().
 *   STACK_AREA ..        thread stacks (stack.h)
 */
#ifndef PAGING_H
#define PAGING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "multiboot.h"

/* Builds the tables and switches to them. Once, after page_init(). */
void paging_init(const struct boot_info *boot);

/* Returns the address of the tables, for the other processors. */
uint64_t paging_root(void);

/* Makes the calling processor forget all translations. Interrupts off. */
void paging_forget_all(void);

/* Lets an emulator keep more translations for the calling processor: QEMU begins with 256, and doubles them each time
 * when more than seven in ten are in use at the moment at which they are forgotten (accel/tcg/cputlb.c). A processor of
 * silicon is not changed by it. Once on each processor, interrupts off, while little memory is in use. Cost: 4,000
 * loads. */
void paging_grow_tlb(void);

/* Maps `count` pages from physical memory to `address`, readable and writable. Returns false, with nothing mapped,
 * when there is no memory for the tables. Thread context. */
bool paging_map(uintptr_t address, const void *pages, size_t count);

/* Maps `bytes` of a device's memory at `address` one to one, not cached; memory that is mapped so already may be mapped
 * again. Returns false when there is no memory for the tables. Thread context. */
bool paging_map_device(uintptr_t address, size_t bytes);

/* Unmaps `count` pages that paging_map() mapped; the tables stay. Other processors may still reach the pages until
 * smp_forget_pages() has returned. */
void paging_unmap(uintptr_t address, size_t count);

#endif
