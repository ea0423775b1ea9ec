/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sample.c: where the interrupted thread was, and how it came there.
 *
 * The walk trusts nothing: a frame must lie in the thread's stack, be aligned, and lie above the one before. A walk
 * that fails keeps what it found and says so in the sample's flags.
 */
#include "records.h"

#include "log.h"
#include "probes/hook.h"
#include "probes/link.h"
#include "probes/returns.h"
#include "probes/sites.h"
#include "state.h"

uint64_t prof_sample_cycles;

/* Stacks at a crash: in memory of their own, for the buffers may be full. */
static struct wire_logged_sample crash_samples[PROF_CRASH_THREADS];
static struct wire_stack crash_stacks[PROF_CRASH_THREADS * PROF_STACK_DEPTH];
static uint32_t crash_count, crash_addresses;

void prof_sample_begin(void)
{
  crash_count = crash_addresses = 0;
  prof_sample_cycles = 0;
}

/* A walk along the frames of a stack, [low, high). Frames are as gcc's and clang's -fno-omit-frame-pointer builds them
 * (PROF_ARCH_FRAME_CALLER, PROF_ARCH_FRAME_RETURN). */
struct walk {
  const struct prof_thread *thread;
  uintptr_t low, high;
  struct wire_stack *out; /* room for PROF_STACK_DEPTH */
  uint16_t depth, flags;
};

static bool has_word(const struct walk *w, uintptr_t at)
{
  return at >= w->low && at < w->high && w->high - at >= sizeof(uintptr_t);
}

static void add_address(struct walk *w, uintptr_t address)
{
  if (w->depth < PROF_STACK_DEPTH)
    w->out[w->depth++].address = address;
  else
    w->flags |= WIRE_SAMPLE_CUT;
}

/* Adds the return address at `slot`. Where a hook returns there, the function itself has no frame yet, or none any
 * more: the function's own return address lies beside. */
static void add_return(struct walk *w, uintptr_t slot)
{
  const uintptr_t address = *(const uintptr_t *)slot, next = slot + (uintptr_t)PROF_ARCH_HOOK_RETURN;
  add_address(w, prof_hook_real_return(w->thread, address, slot));
  if (has_word(w, next) && prof_hook_returns_to(address))
    add_address(w, *(const uintptr_t *)next);
}

/* Returns whether a frame has its caller's frame pointer in place of a return address: no code lies on a stack. */
static bool is_leaf_frame(const struct walk *w, uintptr_t slot)
{
#ifdef PROF_ARCH_LEAF_FRAMES
  const uintptr_t word = *(const uintptr_t *)slot;
  return word > slot && word <= w->high;
#else
  (void)w, (void)slot;
  return false;
#endif
}

/* Returns whether there is a frame at `fp`; false at the outermost one. */
static bool is_frame(struct walk *w, uintptr_t fp)
{
  if (!fp)
    return false;
  const uintptr_t caller = fp + (uintptr_t)PROF_ARCH_FRAME_CALLER, slot = fp + (uintptr_t)PROF_ARCH_FRAME_RETURN;
  if (fp % sizeof(uintptr_t) == 0 && has_word(w, caller) && has_word(w, slot))
    return *(const uintptr_t *)slot != 0;
  w->flags |= WIRE_SAMPLE_ASTRAY;
  return false;
}

#ifdef PROF_ARCH_RETURNS
extern const uint8_t __start_prof_probe[], __stop_prof_probe[];

static bool is_in_probe(uintptr_t ip)
{
  return ip >= (uintptr_t)__start_prof_probe && ip < (uintptr_t)__stop_prof_probe;
}

/* Returns whether the return address is in its register, as far as the function is known. A hook that calls C has a
 * frame. */
static bool is_in_link(const struct prof_place *p)
{
  const uintptr_t function = prof_site_before(p->ip);
  if (!p->link || is_in_probe(p->ip))
    return p->link && !is_in_probe(p->link);
  return function && prof_arch_in_link(function, p->ip);
}

/* Adds the return address that is in its register. Returns the frame pointer from which the walk goes on. */
static uintptr_t add_innermost(struct walk *w, const struct prof_place *p)
{
  if (is_in_link(p))
    add_address(w, prof_hook_real_return(w->thread, p->link, p->sp - 1));
  return p->fp;
}
#else
/* Adds the return address that has no frame yet, or none any more, and returns the frame pointer. */
static uintptr_t add_innermost(struct walk *w, const struct prof_place *p)
{
  const uintptr_t slot = prof_port_return_slot(p->ip, p->sp);
  if (slot && has_word(w, slot))
    add_return(w, slot);
  return p->fp;
}
#endif

/* Writes the instruction pointer of `p`, the return address that has no frame, if there is one, and the return addresses
 * from its frame pointer outwards, at most PROF_STACK_DEPTH in all. Returns how many, and in *flags why the walk
 * stopped. */
static uint16_t walk_stack(const struct prof_thread *t, const struct prof_place *p, struct wire_stack *out,
                           uint16_t *flags)
{
  struct walk w = { .thread = t, .out = out };
  if (p->user) {
    add_address(&w, WIRE_ADDRESS_USER);
    return w.depth;
  }
  prof_port_stack(t, &w.low, &w.high);
  add_address(&w, p->ip);
  uintptr_t fp = add_innermost(&w, p);
  while (!(w.flags & WIRE_SAMPLE_CUT) && is_frame(&w, fp)) {
    const uintptr_t slot = fp + (uintptr_t)PROF_ARCH_FRAME_RETURN;
    if (is_leaf_frame(&w, slot)) {
      fp = *(const uintptr_t *)slot;
    } else {
      add_return(&w, slot);
      fp = *(const uintptr_t *)(fp + (uintptr_t)PROF_ARCH_FRAME_CALLER);
    }
    w.low = slot + sizeof(uintptr_t); /* the stack grows down: the caller's frame is above */
  }
  *flags |= w.flags;
  return w.depth;
}

/* Returns whether a thread is the profiler's own, of which no samples are taken. */
static bool is_of_profiler(const struct prof_thread *t)
{
  return t->id && prof_entry(t)->flags & WIRE_THREAD_PROFILER;
}

/* Drops a sample because its stack has no room: every sample that is kept has its stack. A buffer that keeps its oldest
 * samples is full, too, from then on. */
static void drop_for_stack(void)
{
  prof_samples.dropped++;
  if (!prof_samples.stream)
    prof_samples.limit = prof_samples.next;
}

/* A sample exists when `next` counts it: a thread that reads samples while they are taken sees whole ones only. */
static void record_sample(const struct wire_logged_sample *s, const struct wire_stack *found)
{
  for (uint16_t k = 0; k < s->depth; k++)
    prof_stack_records[(prof_stacks.next + k) & prof_stacks.mask] = found[k];
  prof_sample_records[prof_samples.next & prof_samples.mask] = *s;
  __atomic_store_n(&prof_stacks.next, prof_stacks.next + s->depth, __ATOMIC_RELEASE);
  __atomic_store_n(&prof_samples.next, prof_samples.next + 1, __ATOMIC_RELEASE);
}

void prof_sample_take(const struct prof_thread *t, uint64_t tsc, const struct prof_place *p, uint16_t flags)
{
  struct wire_stack found[PROF_STACK_DEPTH];
  struct wire_logged_sample s = { .tsc = tsc, .thread = t->id, .flags = flags };
  if (!prof_samples.on || is_of_profiler(t))
    return;
  if (prof_samples.next >= prof_samples.limit) {
    prof_samples.dropped++;
    return;
  }
  s.flags |= !p->user && prof_hook_called_at(p->ip) ? WIRE_SAMPLE_PROBE : 0;
  s.depth = walk_stack(t, p, found, &s.flags);
  if (prof_stacks.limit - prof_stacks.next < s.depth)
    drop_for_stack();
  else
    record_sample(&s, found);
}

void prof_sample_at(struct prof_thread *t, const struct prof_place *p)
{
  const struct prof_thread *self = prof_port_thread();
  uint64_t begun = prof_clock(self);
  prof_sample_take(t, t->left_at, p, 0);
  if (prof_samples.on)
    prof_sample_cycles += prof_clock(self) - begun;
}

void prof_crash_stack_at(const struct prof_thread *t, const struct prof_place *p)
{
  uint16_t flags = WIRE_SAMPLE_CRASH;
  if (crash_count == PROF_CRASH_THREADS)
    return;
  uint16_t depth = walk_stack(t, p, &crash_stacks[crash_addresses], &flags);
  crash_addresses += depth;
  crash_samples[crash_count++] =
    (struct wire_logged_sample){ .tsc = prof_port_tsc(), .thread = t->id, .depth = depth, .flags = flags };
}

const struct wire_logged_sample *prof_crash_samples(uint32_t *count, const struct wire_stack **addresses,
                                                   uint32_t *total)
{
  *count = crash_count;
  *addresses = crash_stacks;
  *total = crash_addresses;
  return crash_samples;
}

struct prof_whole_samples prof_whole_samples(void)
{
  uint64_t first = prof_log_first(&prof_samples), end = first + prof_log_kept(&prof_samples);
  uint64_t addresses = prof_log_kept(&prof_stacks);
  struct prof_whole_samples whole = { .first = end, .stack = prof_stacks.next };
  while (whole.first > first) {
    uint16_t depth = prof_sample_records[(whole.first - 1) & prof_samples.mask].depth;
    if (depth > addresses)
      break;
    addresses -= depth;
    whole.stack -= depth;
    whole.first--;
  }
  whole.count = end - whole.first;
  return whole;
}
