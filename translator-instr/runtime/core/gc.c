/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gc.c: marking, and when to collect.
 *
 * Marking uses an explicit stack of fixed size. When it is full an object is marked but not pushed, and afterwards the
 * whole heap is walked for marked objects with unmarked references, until nothing overflows any more: slower, never
 * wrong. References are looked at ahead of time through a short queue, so that their lines arrive before they are
 * needed (Cher, Hosking, Vitek, "Software Prefetching for Mark-Sweep Garbage Collection", 2004).
 */
#include "gc.h"

#include "port.h"
#include "untimed/space.h"

#define MARK_STACK 65536u                 /* entries: half a MiB; deep lists need one, wide arrays many */
#define QUEUE 8u                          /* prefetch distance; the cited paper found 8 enough */

/* Allocation between collections. As much as is alive, so that marking costs no more than a few instructions for each
 * byte allocated; where little is alive, so little that the memory used again and again stays in a second-level cache
 * (twice the allocation rate of 16 MiB, measured where that has 2: tests/bench/bench_heap.c). In between enough that
 * marking touches an eighth of what has been allocated. */
#define LEAST_BUDGET (UINT64_C(1) << 20)
#define EASY_BUDGET (UINT64_C(16) << 20)
#define EASY_SHARE 8u

static struct gc_watch watch;
static bool stress;
static void (*root_sets[GC_ROOT_SETS])(void);
static uint32_t root_set_count;

static uintptr_t window;
static struct jx_object **stack;
static uint32_t depth;
static bool overflowed;
static struct jx_object *queue[QUEUE];
static uint32_t queue_at;
static struct gc_stats stats;

bool gc_init(const struct gc_options *options)
{
  watch = options->watch ? *options->watch : (struct gc_watch){0};
  stress = options->stress;
  root_set_count = 0;
  stats = (struct gc_stats){0};
  if (!stack)
    stack = port_table(MARK_STACK * sizeof *stack);
  window = port_window();
  space_init(options->limit_bytes, watch.marked != NULL);
  space_reset_budget(LEAST_BUDGET);
  return stack != NULL;
}

void gc_add_roots(void (*visit)(void))
{
  root_sets[root_set_count++] = visit;
}

static void mark_object(struct jx_object *object)
{
  if (!space_mark(object))
    return;
  if (depth < MARK_STACK)
    stack[depth++] = object;
  else
    overflowed = true;
}

/* Puts a reference of an object of the heap into the queue, and marks what that pushes out of the queue. */
static void visit_reference(struct jx_object *object)
{
  struct jx_object *due = queue[queue_at];
  queue[queue_at] = object;
  queue_at = (queue_at + 1) % QUEUE;
  __builtin_prefetch(object);
  if (due)
    mark_object(due);
}

static bool drain_queue(void)
{
  bool any = false;
  for (uint32_t i = 0; i < QUEUE; i++) {
    struct jx_object *due = queue[i];
    queue[i] = NULL;
    if (due) {
      mark_object(due);
      any = true;
    }
  }
  return any;
}

static bool in_heap(const struct jx_object *object)
{
  return (uintptr_t)object - window < PORT_WINDOW_BYTES;
}

static void scan_object(struct jx_object *object)
{
  const struct jx_class *class = object->class;
  if (class->flags & JX_CLASS_REFS) {
    struct jx_object **elements = JX_ELEMENTS(object, struct jx_object *);
    for (uint32_t i = 0; i < object->length; i++)
      if (elements[i] && in_heap(elements[i]))
        visit_reference(elements[i]);
    return;
  }
  for (uint32_t i = 0; i < class->ref_count; i++) {
    struct jx_object *field = *(struct jx_object **)((char *)object + class->refs[i]);
    if (field && in_heap(field))
      visit_reference(field);
  }
}

static void scan_marked(void)
{
  do
    while (depth > 0)
      scan_object(stack[--depth]);
  while (drain_queue());
}

static void rescan_object(struct jx_object *object)
{
  scan_object(object);
  scan_marked();
}

static void mark_all(void)
{
  for (uint32_t i = 0; i < root_set_count; i++)
    root_sets[i]();
  scan_marked();
  while (overflowed) {
    overflowed = false;
    stats.mark_overflows++;
    space_each_marked(rescan_object);
  }
}

void gc_root(struct jx_object *object)
{
  if (object && in_heap(object))
    mark_object(object);
}

/* Reads the words of a stack as they are; the address sanitizer would stop at its red zones between variables. */
__attribute__((no_sanitize("address"))) void gc_root_range(uintptr_t low, uintptr_t high)
{
  for (const uintptr_t *word = (const uintptr_t *)low; (uintptr_t)(word + 1) <= high; word++) {
    struct jx_object *object = space_find(*word);
    if (object)
      mark_object(object);
  }
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

static uint64_t budget_for(uint64_t live_bytes)
{
  uint64_t easy = live_bytes < EASY_BUDGET / EASY_SHARE ? live_bytes * EASY_SHARE : EASY_BUDGET;
  uint64_t budget = live_bytes > easy ? live_bytes : easy;
  return budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
}

static void collect_locked(enum gc_reason reason)
{
  if (watch.begin)
    watch.begin(reason, space_used_bytes());
  mark_all();
  if (watch.marked)
    watch.marked();
  struct space_sweep sum = space_sweep();
  uint64_t budget = budget_for(sum.live_bytes);
  space_trim(budget);
  space_reset_budget(budget);
  stats.collections++;
  stats.live_bytes = sum.live_bytes;
  if (watch.end)
    watch.end(sum.live_objects, sum.live_bytes, sum.freed_objects, sum.freed_bytes, space_used_bytes());
}

void gc_collect(enum gc_reason reason)
{
  port_lock();
  collect_locked(reason);
  port_unlock();
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

/* Makes an object in a fresh piece of the thread's cache, or in a slot by itself. NULL as space_alloc(). */
static JX_UNPROFILED struct jx_object *make_object(const struct want *want, bool budget)
{
  if (want->bytes <= JX_CACHED_BYTES && !stress) {
    struct jx_cache *cache = &port_jx_thread()->caches[JX_CACHE(want->bytes)];
    space_alloc_piece((uint32_t)want->bytes, budget, cache);
    return jx_take_cached(want->class, (uint32_t)want->bytes, want->length);
  }
  struct jx_object *object = space_alloc(want->bytes, budget);
  if (!object)
    return NULL;
  object->class = want->class;
  object->length = want->length;
  return object;
}

/* Makes an object. When the budget is used up it collects, and lets the heap grow if that was not enough; at the limit
 * of the heap it collects once more. */
static JX_UNPROFILED __attribute__((noinline)) struct jx_object *alloc_locked(const struct want *want)
{
  port_lock();
  struct jx_object *object = stress ? NULL : make_object(want, true);
  if (JX_UNLIKELY(!object)) {
    collect_locked(stress ? GC_STRESS : GC_BUDGET);
    object = make_object(want, false);
  }
  if (JX_UNLIKELY(!object)) {
    collect_locked(GC_FULL);
    object = make_object(want, false);
  }
  port_unlock();
  return object;
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
  return alloc_locked(want);
}

/* Is not timed: what a small object costs belongs to the method that makes it, so that watching births does not change
 * what a profile shows (objects_kernel.c). alloc_large() is timed: zeroing a large object takes long. */
JX_UNPROFILED struct jx_object *gc_alloc(struct jx_class *class, uint64_t bytes, uint32_t length, uint32_t site)
{
  const struct want want = {class, slot_for(class, bytes), length};
  struct jx_object *object;
  if (want.bytes > JX_CACHED_BYTES)
    object = alloc_large(&want);
  else if (JX_UNLIKELY(!(object = jx_take_cached(class, (uint32_t)want.bytes, length))))
    object = alloc_locked(&want);
  if (JX_LIKELY(object != NULL))
    JX_BORN(object, site);
  return object;
}

struct jx_object *gc_alloc_free(struct jx_class *class, uint64_t bytes, uint32_t length)
{
  const struct want want = {class, slot_for(class, bytes), length};
  struct jx_object *object = want.bytes > JX_CACHED_BYTES ? NULL : jx_take_cached(class, (uint32_t)want.bytes, length);
  if (!object) {
    port_lock();
    object = make_object(&want, false);
    port_unlock();
  }
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

struct gc_stats gc_stats(void)
{
  struct gc_stats now = stats;
  now.used_bytes = space_used_bytes();
  now.limit_bytes = space_limit_bytes();
  return now;
}
