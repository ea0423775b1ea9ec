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
 *
 * Where there are several processors the collector, worker 0, calls helpers as it finds that there is much to mark, and
 * workers that have much give some of it to those that have nothing (share.h): the oldest entries of the stack, which
 * lead to most (Endo, Taura, Yonezawa, "A Scalable Mark-Sweep Garbage Collector on Large-Scale Shared-Memory Machines",
 * 1997). Two workers may both find an object without a mark, and both scan it: that is rare, and marks nothing wrongly.
 * So a mark is a load and a store.
 */
#include "mark.h"

#include "block.h"
#include "share.h"
#include "space.h"

#define MARK_STACK 65536u   /* entries: half a MiB; deep lists need one, wide arrays many */
#define QUEUE 8u            /* a power of two. Measured by bench_heap.c with 100 MiB of nodes in the order of memory (A),
                               and in random order (B): 4: A 0.94, B 0.9 of the time without a prefetch of the marks;
                               8: A 1.03, B 0.6; 16: B 0.73 */
#define LOOK 64u            /* objects that are marked between looks at what other workers want */
#define CALL 4096u          /* objects that a worker marks between calls of helpers */
#define TAKEN 256u          /* entries that a worker takes at a time, at the most */

/* What marking works on. The functions below get it by value where they are inlined: it stays in registers, whatever
 * gcc believes that a store of a mark changes. */
struct marker {
  struct jx_object **base, **top;  /* oldest entry of the stack; behind the last one */
  struct jx_object **end;          /* of its memory */
  uintptr_t window;
  uint32_t until_look;             /* objects */
  bool overflowed;
};

/* A processor that marks. */
static struct worker {
  struct marker marker;
  struct jx_object **stack;
  uint32_t until_call;             /* objects */
  bool called;                     /* a helper that was called, and has not left */
} __attribute__((aligned(64))) workers[PORT_PROCESSORS_MOST];

#define COLLECTOR (&workers[0])

static uint32_t helpers;           /* workers besides the collector */
static uint32_t called;            /* of them, that have not left; one that calls another is still counted */
static bool overflowed;            /* some worker's stack was full */
static struct jx_object *(*kept_softly)(const struct jx_object *object); /* NULL: soft references keep nothing */

static bool begin_worker(struct worker *w)
{
  if (!w->stack)
    w->stack = port_table(MARK_STACK * sizeof *w->stack);
  w->marker = (struct marker){w->stack, w->stack, w->stack + MARK_STACK, port_window(), LOOK, false};
  w->until_call = CALL;
  return w->stack != NULL;
}

static void help(uint32_t number);

bool mark_init(void)
{
  if (!begin_worker(COLLECTOR))
    return false;
  helpers = port_helpers(help);
  for (uint32_t i = 1; i <= helpers; i++)
    if (!begin_worker(&workers[i]))
      helpers = i - 1;
  return true;
}

/* ---- one worker ---- */

/* Marks an object. False: it was, or it need not be. */
static inline __attribute__((always_inline)) bool set_mark(uint8_t *state, bool alone)
{
  const uint8_t now = __atomic_load_n(state, __ATOMIC_RELAXED);
  if (now & (SLOT_MARKED | SLOT_HELD))
    return false;
  if (alone)
    *state |= SLOT_MARKED;
  else
    __atomic_store_n(state, now | SLOT_MARKED, __ATOMIC_RELAXED);
  return true;
}

/* Pushes a reference, whether its object is marked already or not. */
static inline __attribute__((always_inline)) struct marker mark_object(struct marker m, struct jx_object *object)
{
  if (JX_LIKELY(m.top < m.end)) {
    *m.top++ = object;
    return m;
  }
  if (set_mark(block_state_of((uintptr_t)object, m.window), false))
    m.overflowed = true;
  return m;
}

/* The same for NULL and for objects of the image, which lie outside of the heap's window. */
static inline __attribute__((always_inline)) struct marker mark_reference(struct marker m, struct jx_object *object)
{
  return (uintptr_t)object - m.window < PORT_WINDOW_BYTES ? mark_object(m, object) : m;
}

static __attribute__((noinline)) struct jx_object *ask_softly_kept(const struct jx_object *object)
{
  return kept_softly ? kept_softly(object) : NULL;
}

/* From the last reference to the first, so that the first comes off the stack first: objects are mostly made in the
 * order in which references are followed. */
static inline __attribute__((always_inline)) struct marker scan_object(struct marker m, struct jx_object *object)
{
  const struct jx_class *class = object->class;
  if (class->flags & (JX_CLASS_REFS | JX_CLASS_SOFT)) {
    if (class->flags & JX_CLASS_REFS) {
      for (uint32_t i = object->length; i-- > 0;)
        m = mark_reference(m, JX_ELEMENTS(object, struct jx_object *)[i]);
      return m;
    }
    m = mark_reference(m, ask_softly_kept(object));
  }
  const uint32_t *refs = class->refs;
  for (uint32_t i = class->ref_count; i-- > 0;)
    m = mark_reference(m, *(struct jx_object **)((char *)object + refs[i]));
  return m;
}

/* ---- among others ---- */

static void call_helper(void)
{
  for (uint32_t i = 1; i <= helpers; i++)
    if (!__atomic_load_n(&workers[i].called, __ATOMIC_RELAXED) &&
        !__atomic_exchange_n(&workers[i].called, true, __ATOMIC_ACQUIRE)) {
      __atomic_fetch_add(&called, 1, __ATOMIC_RELAXED);
      port_call_helper(i);
      return;
    }
}

/* Gives half of what is on the stack, the oldest entries, to workers that have nothing. */
static struct marker give_half(struct marker m, struct worker *w)
{
  m.base += share_give(m.base, (uint32_t)(m.top - m.base) / 2);
  if (m.base - w->stack > MARK_STACK / 2) {
    const size_t rest = (size_t)(m.top - m.base);
    __builtin_memmove(w->stack, m.base, rest * sizeof *m.base);
    m.base = w->stack;
    m.top = w->stack + rest;
  }
  return m;
}

/* Each LOOK objects: gives to workers that have nothing. Where none looks for work another helper is called now and
 * then, for which something lies there when it comes: where an emulator has more processors than its host the one that
 * gives may not run then. */
static __attribute__((noinline)) struct marker look_around(struct marker m, struct worker *w)
{
  const bool calls = (w->until_call -= LOOK) == 0;
  m.until_look = LOOK;
  if (calls)
    w->until_call = CALL;
  if (m.top - m.base < 2 || !share_empty() || !(calls || share_wanted()))
    return m;
  m = give_half(m, w);
  if (calls)
    call_helper();
  return m;
}

/* Scans until the stack is empty. `alone`: there are no other workers. */
static inline __attribute__((always_inline)) void scan_stack(struct worker *w, bool alone)
{
  struct marker m = w->marker;
  struct { struct jx_object *object; uint8_t *state; } queue[QUEUE] = {{NULL, NULL}}; /* object NULL: free */
  uint32_t waiting = 0;
  for (uint32_t at = 0; waiting > 0 || m.top > m.base; at = (at + 1) % QUEUE) {
    struct jx_object *due = queue[at].object;
    uint8_t *state = queue[at].state;
    queue[at].object = NULL;
    if (m.top > m.base) {
      struct jx_object *next = *--m.top;
      queue[at].object = next;
      queue[at].state = block_state_of((uintptr_t)next, m.window);
      __builtin_prefetch(next);
      __builtin_prefetch(queue[at].state, 1);
      waiting++;
    }
    if (due) {
      waiting--;
      if (!set_mark(state, alone))
        continue;
      m = scan_object(m, due);
      if (!alone && --m.until_look == 0)
        m = look_around(m, w);
    }
  }
  m.base = m.top = w->stack;
  w->marker = m;
}

static __attribute__((noinline)) void scan_alone(void)
{
  scan_stack(COLLECTOR, true);
}

static __attribute__((noinline)) void scan_among_others(struct worker *w)
{
  scan_stack(w, false);
}

/* ---- several workers ---- */

/* Puts a part of what others give onto the stack of a worker, which is empty. False: they give nothing. */
static bool take_work(struct worker *w)
{
  const uint32_t taken = share_take(w->stack, TAKEN);
  w->marker.top = w->stack + taken;
  return taken > 0;
}

/* Scans what is on the stack of a worker that has work, and then what others give. */
static void scan_shared(struct worker *w)
{
  do {
    scan_among_others(w);
    if (w->marker.overflowed)
      __atomic_store_n(&overflowed, true, __ATOMIC_RELAXED);
    w->marker.overflowed = false;
    share_end();
  } while (take_work(w));
}

/* What a helper does on another processor. It may come when all is marked, or later. */
static void help(uint32_t number)
{
  struct worker *w = &workers[number];
  if (take_work(w))
    scan_shared(w);
  __atomic_store_n(&w->called, false, __ATOMIC_RELEASE);
  __atomic_fetch_sub(&called, 1, __ATOMIC_RELEASE);
}

/* ---- the collector ---- */

static void begin_scanning(void)
{
  if (helpers)
    share_begin();
}

static void scan_pushed(void)
{
  if (helpers)
    scan_among_others(COLLECTOR);
  else
    scan_alone();
}

/* What the collector waits for longer than share_take() does it leaves to the helpers. When no helper runs none has
 * work: one that has taken some runs until it has scanned it, for helpers may run as long as the world is stopped, and it
 * leaves when it finds nothing to take. So what is left then lies in the heap of references; and where nothing lies
 * there, a helper that comes later finds nothing, and gives nothing. */
static void end_scanning(void)
{
  if (helpers)
    do {
      scan_shared(COLLECTOR);
      if (__atomic_load_n(&called, __ATOMIC_ACQUIRE))
        port_await_helpers();
    } while (take_work(COLLECTOR));
  else
    scan_alone();
  overflowed = overflowed || COLLECTOR->marker.overflowed;
  COLLECTOR->marker.overflowed = false;
}

static void rescan_marked(const struct block *block)
{
  for (uint32_t i = 0; i < block->slots; i++)
    if (__atomic_load_n(&block_states(block)[i], __ATOMIC_RELAXED) & SLOT_MARKED) {
      COLLECTOR->marker = scan_object(COLLECTOR->marker, block_slot(block, i));
      scan_pushed();
    }
}

static void rescan_heap(void)
{
  for (uint32_t number = 0; number < block_table.end; number++)
    if (block_is_head(number))
      rescan_marked(block_at(number));
}

uint64_t mark_reached(void)
{
  uint64_t overflows = 0;
  COLLECTOR->until_call = CALL; /* a collector that marks little calls no helper, however often it collects */
  begin_scanning();
  for (end_scanning(); overflowed; end_scanning(), overflows++) {
    overflowed = false;
    begin_scanning();
    rescan_heap();
  }
  return overflows;
}

void mark_softly(struct jx_object *(*kept_by)(const struct jx_object *object))
{
  kept_softly = kept_by;
}

bool mark_has(const struct jx_object *object)
{
  const uintptr_t window = COLLECTOR->marker.window;
  if ((uintptr_t)object - window >= PORT_WINDOW_BYTES)
    return true;
  return *block_state_of((uintptr_t)object, window) & (SLOT_MARKED | SLOT_HELD);
}

void mark_root(struct jx_object *object)
{
  COLLECTOR->marker = mark_reference(COLLECTOR->marker, object);
}

/* Reads the words of a stack as they are; the address sanitizer would stop at its red zones between variables. */
__attribute__((no_sanitize("address"))) void mark_range(uintptr_t low, uintptr_t high)
{
  for (const uintptr_t *word = (const uintptr_t *)low; (uintptr_t)(word + 1) <= high; word++) {
    struct jx_object *object = space_find(*word);
    if (object)
      COLLECTOR->marker = mark_object(COLLECTOR->marker, object);
  }
}
