/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pass.c: see pass.h.
 *
 * Dead objects are gone through from the latest stamps to the earliest, and each passes its stamp on to those dead ones
 * that it refers to whose stamp is earlier; these pass it on at once, by an explicit stack. So most objects get their
 * last stamp first. Merlin sorts them; here they are put into lists, each of a stretch of time, linked by the word that
 * was an object's lock, which a dead object does not need. What is right does not rest on the order: an object whose
 * stamp is raised again passes it on again. Objects that refer to none with an earlier stamp are in no list.
 *
 * When the stack is full an object keeps the stamp that it was given, and does not pass it on; then all dead objects
 * are gone through once more, until the stack was never full. Each round raises stamps, or is the last one.
 */
#include "pass.h"

#include "block.h"
#include "dying.h"

#define STACK 65536u   /* entries: half a MiB */
#define LISTS 4096u    /* a chain of n objects, lost one by one, costs n * n / LISTS steps at the worst */
#define UNIT  JX_SLOT_UNIT /* objects begin at multiples of it: their numbers in the window */

static struct {
  struct jx_object **stack;
  uint32_t top;
  uintptr_t window;
  uint64_t clock;            /* when stamps were passed last: few of what is dead now have earlier ones */
  uint64_t each;             /* of the allocation clock, for a list */
  uint32_t lists[LISTS];     /* the first object's number and 1; 0: the list is empty */
  struct jx_object *(*kept_by)(const struct jx_object *dead); /* besides by fields and elements; NULL: never */
  bool overflowed;
} pass;

_Static_assert(PORT_WINDOW_BYTES / UNIT < UINT32_MAX, "an object's number and 1 fit its lock");

bool pass_init(void)
{
  if (!pass.stack)
    pass.stack = port_table(STACK * sizeof *pass.stack);
  pass.window = port_window();
  pass.clock = 0;
  return pass.stack != NULL;
}

static inline bool refers(const struct jx_class *class)
{
  return class->ref_count || class->flags & (JX_CLASS_REFS | JX_CLASS_SOFT);
}

/* Whether `object', which may be NULL or one of the image, is one of the heap with a stamp earlier than `lost`. */
JX_PROBE static inline __attribute__((always_inline)) bool is_earlier(const struct jx_object *object, uint64_t lost)
{
  return (uintptr_t)object - pass.window < PORT_WINDOW_BYTES && jx_stamps_of(object)->lost < lost;
}

/* The object is referred to by a dead one that was there up to `lost`. */
JX_PROBE static inline __attribute__((always_inline)) void raise_stamp(struct jx_object *object, uint64_t lost)
{
  if (!is_earlier(object, lost) ||
      *block_state_of((uintptr_t)object, pass.window) & (SLOT_MARKED | SLOT_HELD))
    return;
  jx_stamps_of(object)->lost = lost;
  if (!refers(object->class))
    return;
  if (pass.top < STACK)
    pass.stack[pass.top++] = object;
  else
    pass.overflowed = true;
}

JX_PROBE __attribute__((noinline)) void pass_lose_elsewhere(uintptr_t address)
{
  const struct block *block = block_of(address);
  if (block && address - (uintptr_t)block - block->first < block->large_bytes)
    jx_stamps_of(block_slot(block, 0))->lost = jx_clock;
}

/* Of an object that refers to others. Soft references keep what they refer to otherwise than by a field. */
JX_PROBE static inline __attribute__((always_inline)) void pass_to_children(struct jx_object *object)
{
  const struct jx_class *class = object->class;
  const uint64_t lost = jx_stamps_of(object)->lost;
  if (class->flags & JX_CLASS_REFS)
    for (uint32_t i = 0; i < object->length; i++)
      raise_stamp(JX_ELEMENTS(object, struct jx_object *)[i], lost);
  else
    for (uint32_t i = 0; i < class->ref_count; i++)
      raise_stamp(*(struct jx_object **)((char *)object + class->refs[i]), lost);
  if (__builtin_expect(class->flags & JX_CLASS_SOFT && pass.kept_by, 0)) {
    struct jx_object *kept = pass.kept_by(object);
    if (kept)
      raise_stamp(kept, lost);
  }
}

JX_PROBE static __attribute__((noinline)) bool has_earlier_element(const struct jx_object *array, uint64_t lost)
{
  for (uint32_t i = 0; i < array->length; i++)
    if (is_earlier(JX_ELEMENTS(array, struct jx_object *)[i], lost))
      return true;
  return false;
}

/* Whether the object may refer to a dead one whose stamp is earlier. Where it does not, nothing is to be passed on but
 * when its own stamp is raised. */
JX_PROBE static inline __attribute__((always_inline)) bool may_pass(const struct jx_object *object)
{
  const struct jx_class *class = object->class;
  const uint64_t lost = jx_stamps_of(object)->lost;
  for (uint32_t i = 0; i < class->ref_count; i++)
    if (is_earlier(*(struct jx_object **)((char *)object + class->refs[i]), lost))
      return true;
  if (__builtin_expect(!(class->flags & (JX_CLASS_REFS | JX_CLASS_SOFT)), 1))
    return false;
  return class->flags & JX_CLASS_SOFT || has_earlier_element(object, lost);
}

/* Objects with the stamps of a stretch of time are in one list; what is older than the last pass is in the first one.
 * Those that have nothing to pass on are in none. */
JX_PROBE static inline __attribute__((always_inline)) void put_into_list(void *context, struct jx_object *object)
{
  (void)context;
  if (!may_pass(object))
    return;
  const uint64_t lost = jx_stamps_of(object)->lost;
  const uint64_t number = lost > pass.clock ? (lost - pass.clock) / pass.each : 0;
  uint32_t *list = &pass.lists[number < LISTS ? number : LISTS - 1];
  object->lock = *list;
  *list = (uint32_t)(((uintptr_t)object - pass.window) / UNIT) + 1;
}

JX_PROBE static struct jx_object *object_of(uint32_t number)
{
  return (struct jx_object *)(pass.window + (uintptr_t)(number - 1) * UNIT);
}

/* Returns the object whose stamp is to be passed on next: one on the stack, or the next of a list, from *list down.
 * NULL: there is none. */
JX_PROBE static inline __attribute__((always_inline)) struct jx_object *take_next(uint32_t *list)
{
  if (pass.top)
    return pass.stack[--pass.top];
  while (!pass.lists[*list])
    if ((*list)-- == 0)
      return NULL;
  struct jx_object *object = object_of(pass.lists[*list]);
  pass.lists[*list] = object->lock;
  return object;
}

JX_PROBE static __attribute__((noinline)) void fill_lists(void)
{
  dying_each(SLOT_USED, put_into_list, NULL);
}

/* Goes through all dead objects. */
JX_PROBE static __attribute__((noinline)) void pass_all(void)
{
  struct jx_object *object;
  uint32_t list = LISTS - 1;
  fill_lists();
  while ((object = take_next(&list)))
    pass_to_children(object);
}

JX_PROBE void pass_stamps(struct jx_object *(*kept_by)(const struct jx_object *dead))
{
  pass.each = (jx_clock - pass.clock) / LISTS + 1;
  pass.kept_by = kept_by;
  do {
    pass.overflowed = false;
    pass_all();
  } while (pass.overflowed);
  pass.clock = jx_clock;
}
