/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stack.c: see stack.h.
 */
#include "stack.h"

#include "page.h"
#include "paging.h"
#include "smp.h"
#include "spin.h"
#include "lib/string.h"

static struct spinlock lock = SPINLOCK("stacks");
static void *memory_of[STACK_LIMIT];  /* a place's pages; NULL: the place is free. Under `lock` */

/* Under `lock`. */
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

struct stack stack_alloc(size_t bytes)
{
  size_t pages = page_count(bytes);
  void *memory = page_alloc(pages);
  if (!memory)
    return (struct stack){ 0, 0 };
  unsigned place = 0;
  unsigned long irq = spin_enter(&lock);
  bool found = take_place(memory, &place);
  uintptr_t high = STACK_AREA + (place + 1) * STACK_PLACE_BYTES, low = high - pages * PAGE_BYTES;
  bool mapped = found && paging_map(low, memory, pages);
  if (found && !mapped)
    memory_of[place] = NULL;
  spin_leave(&lock, irq);
  if (!mapped) {
    page_free(memory, pages);
    return (struct stack){ 0, 0 };
  }
  return (struct stack){ low, high };
}

void stack_free(struct stack stack)
{
  size_t place = (stack.low - STACK_AREA) / STACK_PLACE_BYTES, pages = (stack.high - stack.low) / PAGE_BYTES;
  paging_unmap(stack.low, pages);
  smp_forget_pages();
  unsigned long irq = spin_enter(&lock);
  void *memory = memory_of[place];
  memory_of[place] = NULL;
  spin_leave(&lock, irq);
  page_free(memory, pages);
}

bool stack_is_sound(struct stack stack)
{
  const uint64_t place = (stack.high - STACK_AREA) / STACK_PLACE_BYTES - 1, bytes = stack.high - stack.low;
  return (stack.high - STACK_AREA) % STACK_PLACE_BYTES == 0 && place < STACK_LIMIT && memory_of[place] &&
         bytes % PAGE_BYTES == 0 && bytes >= STACK_LEAST && bytes <= STACK_MOST;
}
