/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mark.c: marking, by an explicit stack of fixed size, of references to be followed. An object gets its mark, a byte
 * beside the slots of its block (block.h), when it comes off the stack, and its references are pushed if it had none. So
 * neither an object nor its mark is touched before that, and what comes off the stack goes through a short queue, while
 * the lines of both are on their way (Cher, Hosking, Vitek, "Software Prefetching for Mark-Sweep Garbage Collection",
 * 2004).
 *
 * When the stack is full, an object is marked but not pushed, and afterwards the whole heap is walked for marked objects,
 * whose references are looked at again, until nothing overflows any more: slower, never wrong.
 */
#include "mark.h"

#include "block.h"
#include "space.h"

#define MARK_STACK 65536u   /* entries: half a MiB; deep lists need one, wide arrays many */
#define QUEUE 8u            /* a power of two. Measured by bench_heap.c with 100 MiB of nodes in the order of memory (A),
                               and in random order (B): 4: A 0.94, B 0.9 of the time without a prefetch of the marks;
                               8: A 1.03, B 0.6; 16: B 0.73 */

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

/* Pushes a reference, whether its object is marked already or not. */
static inline __attribute__((always_inline)) struct marker mark_object(struct marker m, struct jx_object *object)
{
  if (JX_LIKELY(m.top < m.end)) {
    *m.top++ = object;
    return m;
  }
  uint8_t *state = block_state_of((uintptr_t)object, m.window);
  if (!(*state & (SLOT_MARKED | SLOT_HELD))) {
    *state |= SLOT_MARKED;
    m.overflowed = true;
  }
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
  struct { struct jx_object *object; uint8_t *state; } queue[QUEUE] = {{NULL, NULL}}; /* object NULL: free */
  uint32_t waiting = 0;
  for (uint32_t at = 0; waiting > 0 || m.top > stack; at = (at + 1) % QUEUE) {
    struct jx_object *due = queue[at].object;
    uint8_t *state = queue[at].state;
    queue[at].object = NULL;
    if (m.top > stack) {
      struct jx_object *next = *--m.top;
      queue[at].object = next;
      queue[at].state = block_state_of((uintptr_t)next, m.window);
      __builtin_prefetch(next);
      __builtin_prefetch(queue[at].state, 1);
      waiting++;
    }
    if (due) {
      waiting--;
      if (*state & (SLOT_MARKED | SLOT_HELD))
        continue;
      *state |= SLOT_MARKED;
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
  return *block_state_of((uintptr_t)object, marker.window) & (SLOT_MARKED | SLOT_HELD);
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
