/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stack.c: see stack.h.
 */
#include "stack.h"

#include "cpu.h"
#include "page.h"
#include "paging.h"
#include "string.h"

#define PLACE_BYTES (STACK_GUARD_BYTES + STACK_BYTES)
#define STACK_PAGES (STACK_BYTES / PAGE_BYTES)

static void *memory_of[STACK_LIMIT];  /* a place's pages; NULL: the place is free */

static uintptr_t place_low(unsigned place)
{
  return STACK_AREA + (uintptr_t)place * PLACE_BYTES + STACK_GUARD_BYTES;
}

/* Interrupts off, for threads create threads. */
static bool take_place(void *memory, unsigned *place)
{
  for (unsigned i = 0; i < STACK_LIMIT; i++)
    if (!memory_of[i]) {
      memory_of[i] = memory;
      *place = i;
      return true;
    }
  return false;
}

struct stack stack_alloc(void)
{
  void *memory = page_alloc(STACK_PAGES);
  if (!memory)
    return (struct stack){ 0, 0 };
  unsigned place = 0;
  unsigned long irq = cpu_irq_save();
  bool found = take_place(memory, &place);
  bool mapped = found && paging_map(place_low(place), memory, STACK_PAGES);
  if (found && !mapped)
    memory_of[place] = NULL;
  cpu_irq_restore(irq);
  if (!mapped) {
    page_free(memory, STACK_PAGES);
    return (struct stack){ 0, 0 };
  }
  return (struct stack){ place_low(place), place_low(place) + STACK_BYTES };
}

void stack_free(struct stack stack)
{
  size_t place = (stack.low - STACK_AREA) / PLACE_BYTES;
  unsigned long irq = cpu_irq_save();
  void *memory = memory_of[place];
  paging_unmap(stack.low, STACK_PAGES);
  memory_of[place] = NULL;
  cpu_irq_restore(irq);
  page_free(memory, STACK_PAGES);
}
