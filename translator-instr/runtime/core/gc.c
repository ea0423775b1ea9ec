/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gc.c: when to collect, and what is told of it.
 */
#include "gc.h"

#include "port.h"
#include "untimed/budget.h"
#include "untimed/mark.h"
#include "untimed/pass.h"
#include "untimed/space.h"

static struct gc_watch watch;
static bool stress;
static bool crowded; /* the last collection left no block empty, so that an object was put into a larger slot */
static void (*root_sets[GC_ROOT_SETS])(void);
static uint32_t root_set_count;
static void (*weak)(enum gc_reason reason);
static void (*kept_begin)(void);
static struct jx_object *(*kept_by)(const struct jx_object *object);
static const struct gc_place *look; /* that goes on, or NULL */

static struct gc_stats stats;

bool gc_init(const struct gc_options *options)
{
  watch = options->watch ? *options->watch : (struct gc_watch){0};
  stress = options->stress;
  crowded = false;
  root_set_count = 0;
  weak = NULL;
  stats = (struct gc_stats){0};
  const struct budget_options budget = {options->seed, options->mean_bytes, options->extra_share, watch.now};
  space_init(options->limit_bytes, watch.marked != NULL);
  space_reset_budget(budget_begin(&budget));
  return mark_init() && (!jx_has_stamps() || pass_init());
}

void gc_add_roots(void (*visit)(void))
{
  root_sets[root_set_count++] = visit;
}

void gc_set_weak(void (*visit)(enum gc_reason reason))
{
  weak = visit;
}

void gc_set_kept(void (*begin)(void), struct jx_object *(*by)(const struct jx_object *object))
{
  kept_begin = begin;
  kept_by = by;
}

bool gc_is_kept(const struct jx_object *object)
{
  return mark_has(object);
}

/* Soft references keep nothing where the heap is full. */
static void mark_all(enum gc_reason reason)
{
  const bool softly = kept_by && reason != GC_FULL;
  if (softly && kept_begin)
    kept_begin();
  mark_softly(softly ? kept_by : NULL);
  for (uint32_t i = 0; i < root_set_count; i++)
    root_sets[i]();
  stats.mark_overflows += mark_reached();
}

void gc_root(struct jx_object *object)
{
  mark_root(object);
}

void gc_root_range(uintptr_t low, uintptr_t high)
{
  mark_range(low, high);
}

uintptr_t gc_own_stack(uintptr_t sp)
{
  return look ? look->sp : sp;
}

void gc_look(const struct gc_place *place, void (*see)(struct jx_object *object, bool reached))
{
  look = place;
  gc_root_range((uintptr_t)place->words, (uintptr_t)(place->words + place->count));
  mark_all(GC_LOOK);
  if (weak)
    weak(GC_LOOK);
  space_look(see);
  look = NULL;
}

void gc_hold(const struct jx_thread *thread)
{
  for (uint32_t i = 0; i < JX_CACHES; i++)
    space_hold(&thread->caches[i]);
}

void gc_forget(struct jx_thread *thread)
{
  for (uint32_t i = 0; i < JX_CACHES; i++)
    space_give_back(&thread->caches[i]);
}

/* Collects, in front of an object of `bytes`; 0: of none. All other threads stand still. */
static void collect_stopped(enum gc_reason reason, uint64_t bytes)
{
  const uint64_t left = space_budget_left();
  const bool by_budget = reason == GC_BUDGET || reason == GC_EXTRA;
  budget_pause(reason == GC_EXTRA, left);
  const uint64_t carried = by_budget ? left : 0;
  if (watch.begin)
    watch.begin(reason, space_used_bytes(), bytes ? carried % bytes : 0);
  mark_all(reason);
  if (weak)
    weak(reason);
  if (watch.marked)
    watch.marked();
  struct space_sweep sum = space_sweep();
  uint64_t budget = budget_resume(sum.live_bytes, carried);
  space_trim(budget);
  space_reset_budget(budget);
  stats.collections++;
  stats.live_bytes = sum.live_bytes;
  if (watch.end)
    watch.end(sum.live_objects, sum.live_bytes, sum.freed_objects, sum.freed_bytes, space_used_bytes());
}

void gc_collect(enum gc_reason reason)
{
  port_stop();
  collect_stopped(reason, 0);
  port_go();
}

void gc_clear(void)
{
  gc_forget(port_jx_thread());
  port_lock();
  space_sweep();
  space_trim(0);
  port_unlock();
}

/* What is to be allocated: class, bytes of the slot, length of an array. */
struct want {
  struct jx_class *class;
  uint64_t bytes;
  uint32_t length;
};

/* Makes the object in a zeroed slot; NULL where `object' is. */
static JX_UNPROFILED struct jx_object *shape(struct jx_object *object, const struct want *want)
{
  if (!object)
    return NULL;
  object->class = want->class;
  object->length = want->length;
  return object;
}

/* Makes an object in a fresh piece of the thread's cache, or in a slot by itself. NULL as space_alloc(). */
static JX_UNPROFILED struct jx_object *make_object(const struct want *want, bool budget)
{
  if (want->bytes <= JX_CACHED_BYTES && !stress) {
    struct jx_cache *cache = &port_jx_thread()->caches[JX_CACHE(want->bytes)];
    space_alloc_piece((uint32_t)want->bytes, budget, cache);
    return jx_take_cached(want->class, (uint32_t)want->bytes, want->length);
  }
  return shape(space_alloc(want->bytes, budget), want);
}

/* Returns make_object() of what is free. */
static JX_UNPROFILED struct jx_object *make_of_free(const struct want *want, bool budget)
{
  port_hold();
  struct jx_object *object = make_object(want, budget);
  port_release();
  return object;
}

/* Makes an object where make_object() just could not, without a collection, if none is due yet. NULL: one is, and
 * *reason says why. All other threads stand still. */
static JX_UNPROFILED struct jx_object *make_put_off(const struct want *want, enum gc_reason *reason)
{
  uint64_t more;
  struct jx_object *object = NULL;
  while (!object) {
    *reason = GC_NO_BLOCK;
    if (space_lacked_block())
      return NULL;
    *reason = GC_EXTRA;
    if (budget_is_extra(space_budget_left(), &more))
      return NULL;
    *reason = GC_BUDGET;
    if (!more)
      return NULL;
    space_reset_budget(space_budget_left() + more);
    object = make_object(want, true);
  }
  return object;
}

/* Collects, then makes an object: where no block is empty, in a slot that is larger than it needs. NULL: there is none.
 * All other threads stand still. */
static JX_UNPROFILED struct jx_object *make_behind_collection(const struct want *want, enum gc_reason reason)
{
  collect_stopped(reason, want->bytes);
  struct jx_object *object = make_object(want, false);
  crowded = false;
  if (JX_UNLIKELY(!object)) {
    object = shape(space_alloc_larger(want->bytes, false), want);
    crowded = object != NULL;
  }
  return object;
}

/* Makes an object where the budget is used up, or no block is left. Collects, unless another thread has meanwhile, or
 * the last collection has shown that blocks are lacking and not slots; lets the heap grow if that was not enough; at
 * the limit of the heap it collects once more. */
static JX_UNPROFILED struct jx_object *make_collecting(const struct want *want)
{
  enum gc_reason reason = GC_STRESS;
  port_stop();
  struct jx_object *object = stress ? NULL : make_object(want, true);
  if (!object && !stress)
    object = make_put_off(want, &reason);
  if (!object && crowded && !stress)
    object = shape(space_alloc_larger(want->bytes, true), want);
  if (!object)
    object = make_behind_collection(want, reason);
  if (JX_UNLIKELY(!object))
    object = make_behind_collection(want, GC_FULL);
  port_go();
  return object;
}

static JX_UNPROFILED __attribute__((noinline)) struct jx_object *alloc_piece(const struct want *want)
{
  struct jx_object *object = stress ? NULL : make_of_free(want, true);
  return JX_LIKELY(object != NULL) ? object : make_collecting(want);
}

/* The bytes of the slot for an object of `bytes`. An array's slot has at least one byte more, so that a pointer to the
 * end of the array finds it (jx.h). */
static JX_UNPROFILED uint64_t slot_for(const struct jx_class *class, uint64_t bytes)
{
  bytes += class->kind == JX_KIND_ARRAY;
  bytes = (bytes + SPACE_ALIGNMENT - 1) & ~(uint64_t)(SPACE_ALIGNMENT - 1);
  return bytes > SPACE_MIN_BYTES ? bytes : SPACE_MIN_BYTES;
}

static __attribute__((noinline)) struct jx_object *alloc_large(const struct want *want)
{
  return alloc_piece(want);
}

/* Is not timed: what a small object costs belongs to the method that makes it, so that watching births does not change
 * what a profile shows (objects_kernel.c). alloc_large() is timed: zeroing a large object takes long. */
JX_UNPROFILED struct jx_object *gc_alloc(struct jx_class *class, uint64_t bytes, uint32_t length, uint32_t site)
{
  const struct want want = {class, slot_for(class, bytes), length};
  struct jx_object *object;
  if (want.bytes > JX_CACHED_BYTES)
    object = alloc_large(&want);
  else if (JX_UNLIKELY(!(object = jx_take_cached(class, (uint32_t)want.bytes, length)))) {
    object = alloc_piece(&want);
    /* The hook of a birth has its frame there or above where the caller makes the object, not where this does. */
    JX_THREAD->clear_from = (uintptr_t)__builtin_frame_address(0);
  }
  if (JX_LIKELY(object != NULL))
    JX_BORN(object, site);
  return object;
}

struct jx_object *gc_alloc_free(struct jx_class *class, uint64_t bytes, uint32_t length)
{
  const struct want want = {class, slot_for(class, bytes), length};
  struct jx_object *object = want.bytes > JX_CACHED_BYTES ? NULL : jx_take_cached(class, (uint32_t)want.bytes, length);
  if (!object)
    object = make_of_free(&want, false);
  if (object)
    JX_BORN(object, 0);
  return object;
}

JX_PROBE void gc_ignore_death(struct jx_object *object)
{
  space_ignore(object);
}

JX_PROBE void gc_each_dead(void (*death)(struct jx_object *object))
{
  space_each_dead(death);
}

JX_PROBE void gc_dead_at_once(void (*take)(const uintptr_t *objects, unsigned count))
{
  space_dead_at_once(pass_dead_at_once(take), take);
}

JX_PROBE struct jx_object *gc_find(uintptr_t address)
{
  return space_find_by_probe(address);
}

JX_PROBE void gc_pass_stamps(void)
{
  pass_stamps(kept_by);
}

JX_PROBE void gc_each_living(void (*see)(struct jx_object *object))
{
  space_each_living(see);
}

struct gc_stats gc_stats(void)
{
  struct gc_stats now = stats;
  now.used_bytes = space_used_bytes();
  now.limit_bytes = space_limit_bytes();
  return now;
}
