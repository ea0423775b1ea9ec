/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * paging.c: see paging.h.
 */
#include "paging.h"

#include "cpu.h"
#include "core/image.h"
#include "core/page.h"
#include "crash/panic.h"
#include "prof.h"
#include "core/spin.h"
#include "lib/string.h"

#define ENTRIES 512
#define LARGE_BYTES (2u << 20)

#define PRESENT     (1ull << 0)
#define WRITABLE    (1ull << 1)
#define UNCACHED    (1ull << 4 | 1ull << 3)
#define LARGE       (1ull << 7)
#define NO_EXECUTE  (1ull << 63)
#define ADDRESS     0x000FFFFFFFFFF000ull

enum level { PT = 0, PD = 1, PDPT = 2, PML4 = 3 };

static struct spinlock lock = SPINLOCK("page tables");   /* of all tables */
static uint64_t *root;
static uint64_t no_execute;  /* NO_EXECUTE where the processor has it, else 0 */

static size_t index_at(uintptr_t address, enum level level)
{
  return address >> (12 + 9 * level) & (ENTRIES - 1);
}

static uint64_t *new_table(void)
{
  uint64_t *table = page_alloc(1);
  if (table)
    memset(table, 0, PAGE_BYTES);
  return table;
}

/* The entry for `address` in its table of `level`, with the tables above it made where missing; NULL: no memory. */
static uint64_t *entry_at(uintptr_t address, enum level level)
{
  uint64_t *table = root;
  for (enum level l = PML4; l > level; l--) {
    uint64_t *entry = &table[index_at(address, l)];
    if (!*entry) {
      uint64_t *below = new_table();
      if (!below)
        return NULL;
      *entry = (uintptr_t)below | PRESENT | WRITABLE;
    }
    table = (uint64_t *)(*entry & ADDRESS);
  }
  return &table[index_at(address, level)];
}

static void set_boot(uintptr_t address, enum level level, uint64_t flags)
{
  uint64_t *entry = entry_at(address, level);
  if (!entry)
    panic("no memory for page tables; start with more memory (QEMU: -m) or a smaller module");
  *entry = address | flags | PRESENT;
}

/* How a page of the area that holds the kernel image is mapped; 0: not at all. */
static uint64_t image_flags(uintptr_t address)
{
  if (address == 0 || address == (uintptr_t)boot_guard)
    return 0;
  if (image_is_text(address))
    return PRESENT;
  if (address >= (uintptr_t)__rodata_start && address < (uintptr_t)__rodata_end)
    return PRESENT | no_execute;
  return PRESENT | WRITABLE | no_execute;
}

static void map_small_pages(uintptr_t start)
{
  for (uintptr_t address = start; address < start + LARGE_BYTES; address += PAGE_BYTES) {
    uint64_t flags = image_flags(address);
    if (flags)
      set_boot(address, PT, flags);
  }
}

static void map_ram(const struct boot_range *range)
{
  uintptr_t address = range->start & ~(uintptr_t)(LARGE_BYTES - 1);
  for (; address < range->end; address += LARGE_BYTES) {
    if (address < (uintptr_t)__image_end)
      map_small_pages(address);
    else
      set_boot(address, PD, WRITABLE | no_execute | LARGE);
  }
}

void paging_init(const struct boot_info *boot)
{
  if (cpu_id(CPU_LEAF_EXTENDED).edx & 1u << 20) {
    cpu_msr_write(CPU_MSR_EFER, cpu_msr_read(CPU_MSR_EFER) | CPU_EFER_NXE);
    no_execute = NO_EXECUTE;
  }
  root = new_table();
  if (!root)
    panic("no memory for page tables; start with more memory (QEMU: -m) or a smaller module");
  for (size_t i = 0; i < boot->ram_count; i++)
    map_ram(&boot->ram[i]);
  cpu_set_page_table((uintptr_t)root);
}

static void unmap_pages(uintptr_t address, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    uint64_t *entry = entry_at(address + i * PAGE_BYTES, PT);
    if (!entry || !*entry)
      panic("paging_unmap: %p is not mapped", (void *)(address + i * PAGE_BYTES));
    *entry = 0;
    cpu_forget_page(address + i * PAGE_BYTES);
  }
}

uint64_t paging_root(void)
{
  return (uintptr_t)root;
}

void paging_forget_all(void)
{
  cpu_set_page_table((uintptr_t)root);
}

/* Of pages that QEMU has translations for. With 1,024 and 4,096 the text job took as long, on one
 * processor and on four (median of 4, within 3 %). */
#define TLB_LEAST 256u
#define TLB_MOST  2048u

void paging_grow_tlb(void)
{
  for (size_t count = TLB_LEAST; count < TLB_MOST; count *= 2) {
    const volatile uint8_t *pages = page_alloc(count);
    if (!pages)
      return;
    for (size_t i = 0; i < count; i++)
      (void)pages[i * PAGE_BYTES];
    page_free((void *)(uintptr_t)pages, count);
    paging_forget_all();
  }
}

static bool map_pages(uintptr_t address, const void *pages, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    uint64_t *entry = entry_at(address + i * PAGE_BYTES, PT);
    if (!entry) {
      unmap_pages(address, i);
      return false;
    }
    *entry = ((uintptr_t)pages + i * PAGE_BYTES) | PRESENT | WRITABLE | no_execute;
  }
  return true;
}

bool paging_map(uintptr_t address, const void *pages, size_t count)
{
  unsigned long irq = spin_enter(&lock);
  const bool mapped = map_pages(address, pages, count);
  spin_leave(&lock, irq);
  return mapped;
}

/* Returns whether `address` lies in memory that is mapped by large pages. */
static bool is_large(uintptr_t address)
{
  const uint64_t *entry = entry_at(address, PD);
  return entry && *entry & LARGE;
}

/* What lies in the kernel's own memory stays as it is. */
static bool map_device(uintptr_t address, size_t bytes)
{
  uintptr_t end = address + bytes;
  for (address &= ~(uintptr_t)(PAGE_BYTES - 1); address < end; address += PAGE_BYTES) {
    if (is_large(address))
      continue;
    uint64_t *entry = entry_at(address, PT);
    if (!entry)
      return false;
    *entry = address | PRESENT | WRITABLE | UNCACHED | no_execute;
  }
  return true;
}

bool paging_map_device(uintptr_t address, size_t bytes)
{
  unsigned long irq = spin_enter(&lock);
  const bool mapped = map_device(address, bytes);
  spin_leave(&lock, irq);
  return mapped;
}

void paging_unmap(uintptr_t address, size_t count)
{
  unsigned long irq = spin_enter(&lock);
  unmap_pages(address, count);
  spin_leave(&lock, irq);
}
