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
#include "space.h"

#define STACK 32768u   /* entries: a quarter of a MiB */
#define LISTS 4096u    /* a chain of n objects, lost one by one, costs n * n / LISTS steps at the worst */
#define GATHERED 32768u /* objects; what is dead besides is gone through once more to be told */
#define UNIT  JX_SLOT_UNIT /* objects begin at multiples of it: their numbers in the window */

static struct {
  struct jx_object **stack;
  uint32_t top;
  uintptr_t window;
  uint64_t clock;            /* when stamps were passed last: few of what is dead now have earlier ones */
  uint64_t each;             /* of the allocation clock, for a list */
  uint32_t lists[LISTS];     /* the first object's number and 1; 0: the list is empty */
  uint32_t latest;           /* no list behind it has an object */
  struct jx_object *(*kept_by)(const struct jx_object *dead); /* besides by fields and elements; NULL: never */
  bool overflowed;
  uintptr_t *gathered;       /* dead objects whose deaths are to be told, of the blocks before number `ungathered` */
  uint32_t gathered_count, ungathered;
} pass;

_Static_assert(PORT_WINDOW_BYTES / UNIT < UINT32_MAX, "an object's number and 1 fit its lock");

bool pass_init(void)
{
  if (!pass.stack)
    pass.stack = port_table(STACK * sizeof *pass.stack);
  if (!pass.gathered)
    pass.gathered = port_table(GATHERED * sizeof *pass.gathered);
  pass.window = port_window();
  pass.clock = 0;
  pass.gathered_count = pass.ungathered = 0;
  return pass.stack && pass.gathered;
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

/* Whether the object, of a class that refers(), may refer to a dead one whose stamp is earlier. Where it does not,
 * nothing is to be passed on but when its own stamp is raised. */
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
  if (!refers(object->class) || !may_pass(object))
    return;
  const uint64_t lost = jx_stamps_of(object)->lost;
  const uint64_t number = lost > pass.clock ? (lost - pass.clock) / pass.each : 0;
  const uint32_t list = number < LISTS ? (uint32_t)number : LISTS - 1;
  if (list > pass.latest)
    pass.latest = list;
  object->lock = pass.lists[list];
  pass.lists[list] = (uint32_t)(((uintptr_t)object - pass.window) / UNIT) + 1;
}

JX_PROBE static struct jx_object *object_of(uint32_t number)
{
  return (struct jx_object *)(pass.window + (uintptr_t)(number - 1) * UNIT);
}

/* Returns the object whose stamp is to be passed on next: one on the stack, or the next of the latest list. NULL: there
 * is none. */
JX_PROBE static inline __attribute__((always_inline)) struct jx_object *take_next(void)
{
  if (pass.top)
    return pass.stack[--pass.top];
  while (!pass.lists[pass.latest])
    if (!pass.latest--) {
      pass.latest = 0;
      return NULL;
    }
  struct jx_object *object = object_of(pass.lists[pass.latest]);
  pass.lists[pass.latest] = object->lock;
  return object;
}

/* The dead objects of eight slots, the first of which is at `at`; `watched` are those whose deaths are to be told: all,
 * where that is known. Returns where the next one is to be noted. */
JX_PROBE static inline __attribute__((always_inline)) uintptr_t *gather_slots(uint64_t slots, uint64_t watched,
                                                                              bool all, uintptr_t at, uint32_t bytes,
                                                                              uintptr_t *to)
{
  for (; slots; slots >>= 8, watched >>= 8, at += bytes) {
    const struct jx_class *const class = slots & 1 ? ((struct jx_object *)at)->class : NULL;
    if (!class)
      continue;
    *to = at;
    to += all ? 1 : watched & 1;
    if (refers(class))
      put_into_list(NULL, (struct jx_object *)at);
  }
  return to;
}

/* Puts the block's dead objects into lists, and notes those whose deaths are to be told from `to' on, where there is
 * room for one more than the block has. Returns where the next one is to be noted. */
JX_PROBE static __attribute__((noinline)) uintptr_t *gather_block(const struct block *block, uintptr_t *to)
{
  const uint32_t words = block_state_words(block->slots), bytes = block->slot_bytes;
  uintptr_t at = (uintptr_t)block_slot(block, 0);
  for (uint32_t i = 0; i < words; i++, at += (uintptr_t)bytes * 8) {
    const uint64_t word = block->states[i], slots = dying(word), watched = slots & word / SLOT_WATCHED;
    if (slots)
      to = slots == watched ? gather_slots(slots, 0, true, at, bytes, to)
                            : gather_slots(slots, watched, false, at, bytes, to);
  }
  return to;
}

/* Goes through the dead the first time. */
JX_PROBE static void gather(void)
{
  uintptr_t *to = pass.gathered, *const end = pass.gathered + GATHERED;
  uint32_t number = 0;
  for (; number < block_table.end; number++)
    if (block_is_head(number)) {
      if (block_at(number)->slots >= (size_t)(end - to))
        break;
      to = gather_block(block_at(number), to);
    }
  pass.gathered_count = (uint32_t)(to - pass.gathered);
  pass.ungathered = number;
}

/* Goes through all dead objects. */
JX_PROBE static __attribute__((noinline)) void pass_all(bool again)
{
  struct jx_object *object;
  if (!again)
    gather();
  dying_each(again ? 0 : pass.ungathered, SLOT_USED, put_into_list, NULL);
  while ((object = take_next()))
    pass_to_children(object);
}

JX_PROBE void pass_stamps(struct jx_object *(*kept_by)(const struct jx_object *dead))
{
  pass.each = (jx_clock - pass.clock) / LISTS + 1;
  pass.kept_by = kept_by;
  for (bool again = false; !again || pass.overflowed; again = true) {
    pass.overflowed = false;
    pass_all(again);
  }
  pass.clock = jx_clock;
}

JX_PROBE uint32_t pass_dead_at_once(void (*take)(const uintptr_t *objects, unsigned count))
{
  const uint32_t count = pass.gathered_count, from = pass.ungathered;
  for (uint32_t i = 0; i < count; i += SPACE_AT_ONCE)
    take(pass.gathered + i, count - i < SPACE_AT_ONCE ? count - i : SPACE_AT_ONCE);
  pass.gathered_count = pass.ungathered = 0;
  return from;
}
