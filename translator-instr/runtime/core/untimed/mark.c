/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mark.c: marking, by an explicit stack of fixed size. When it is full an object is marked but not pushed, and
 * afterwards the whole heap is walked for marked objects, whose references are looked at again, until nothing overflows
 * any more: slower, never wrong.
 *
 * A mark is a byte beside the slots of the block (block.h), and an object that is pushed is not touched until it is
 * scanned. What comes off the stack goes through a short queue, so that its line arrives before it is needed (Cher,
 * Hosking, Vitek, "Software Prefetching for Mark-Sweep Garbage Collection", 2004).
 */
#include "mark.h"

#include "block.h"
#include "space.h"

#define MARK_STACK 65536u   /* entries: half a MiB; deep lists need one, wide arrays many */
#define QUEUE 4u            /* prefetch distance; 8 was not faster (tests/bench/bench_heap.c) */

/* What marking works on. The functions below get it by value where they are inlined: it stays in registers, whatever
 * gcc believes that a store of a mark changes. */
struct marker {
  struct jx_object **top, **end;   /* behind the last entry of the stack; of its memory */
  uintptr_t window;
  bool overflowed;
};

static struct jx_object **stack;
static struct marker marker;

bool mark_init(void)
{
  if (!stack)
    stack = port_table(MARK_STACK * sizeof *stack);
  marker = (struct marker){stack, stack + MARK_STACK, port_window(), false};
  return stack != NULL;
}

/* Marks an object by the state of its slot, and pushes it if it had no mark. An object begins in the first of its
 * blocks, and in a large one, whose inverse is 0, there is slot 0 only. */
static inline __attribute__((always_inline)) struct marker mark_object(struct marker m, struct jx_object *object)
{
  struct block *block = (struct block *)((uintptr_t)object & ~(uintptr_t)(PORT_BLOCK_BYTES - 1));
  uint32_t offset = (uint32_t)((uintptr_t)object - (uintptr_t)block) - block->first;
  uint8_t *state = block_states(block) + ((uint64_t)offset * block->inverse >> 32);
  if (*state & (SLOT_MARKED | SLOT_HELD))
    return m;
  *state |= SLOT_MARKED;
  if (JX_LIKELY(m.top < m.end))
    *m.top++ = object;
  else
    m.overflowed = true;
  return m;
}

/* The same for NULL and for objects of the image, which lie outside of the heap's window. */
static inline __attribute__((always_inline)) struct marker mark_reference(struct marker m, struct jx_object *object)
{
  return (uintptr_t)object - m.window < PORT_WINDOW_BYTES ? mark_object(m, object) : m;
}

/* From the last reference to the first, so that the first comes off the stack first: objects are mostly made in the
 * order in which references are followed. */
static inline __attribute__((always_inline)) struct marker scan_object(struct marker m, struct jx_object *object)
{
  const struct jx_class *class = object->class;
  if (class->flags & JX_CLASS_REFS) {
    for (uint32_t i = object->length; i-- > 0;)
      m = mark_reference(m, JX_ELEMENTS(object, struct jx_object *)[i]);
    return m;
  }
  const uint32_t *refs = class->refs;
  for (uint32_t i = class->ref_count; i-- > 0;)
    m = mark_reference(m, *(struct jx_object **)((char *)object + refs[i]));
  return m;
}

static void scan_pushed(void)
{
  struct marker m = marker;
  struct jx_object *queue[QUEUE] = {NULL};
  uint32_t waiting = 0;
  for (uint32_t at = 0; waiting > 0 || m.top > stack; at = (at + 1) % QUEUE) {
    struct jx_object *due = queue[at];
    queue[at] = NULL;
    if (m.top > stack) {
      queue[at] = *--m.top;
      __builtin_prefetch(queue[at]);
      waiting++;
    }
    if (due) {
      waiting--;
      m = scan_object(m, due);
    }
  }
  marker = m;
}

static void rescan_marked(const struct block *block)
{
  for (uint32_t i = 0; i < block->slots; i++)
    if (block_states(block)[i] & SLOT_MARKED) {
      marker = scan_object(marker, block_slot(block, i));
      scan_pushed();
    }
}

uint64_t mark_reached(void)
{
  uint64_t overflows = 0;
  scan_pushed();
  for (; marker.overflowed; overflows++) {
    marker.overflowed = false;
    for (uint32_t number = 0; number < block_table.end; number++)
      if (block_is_head(number))
        rescan_marked(block_at(number));
  }
  return overflows;
}

bool mark_has(const struct jx_object *object)
{
  if ((uintptr_t)object - marker.window >= PORT_WINDOW_BYTES)
    return true;
  struct block *block = (struct block *)((uintptr_t)object & ~(uintptr_t)(PORT_BLOCK_BYTES - 1));
  uint32_t offset = (uint32_t)((uintptr_t)object - (uintptr_t)block) - block->first;
  return block_states(block)[(uint64_t)offset * block->inverse >> 32] & (SLOT_MARKED | SLOT_HELD);
}

void mark_root(struct jx_object *object)
{
  marker = mark_reference(marker, object);
}

/* Reads the words of a stack as they are; the address sanitizer would stop at its red zones between variables. */
__attribute__((no_sanitize("address"))) void mark_range(uintptr_t low, uintptr_t high)
{
  for (const uintptr_t *word = (const uintptr_t *)low; (uintptr_t)(word + 1) <= high; word++) {
    struct jx_object *object = space_find(*word);
    if (object)
      marker = mark_object(marker, object);
  }
}
