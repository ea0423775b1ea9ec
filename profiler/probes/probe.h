/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * probe.h: the common way through a probe, compiled into each pair of hooks. timing.c draws where its cycles go.
 *
 * A pair of hooks knows the function on entry, and on exit either the function (cyg.c) or the frame (fentry.c): the
 * place on the stack where its return address lies, `slot`. By frames an exit belongs to exactly one call, and a
 * frame that is not above a new one has been left without its exit hook, by a tail call or a longjmp. Hooks that
 * know no frame pass NULL.
 *
 * Every hook reads the current thread and its innermost open call once, returns when there is none (timing is off),
 * and takes the slow way where the functions here say so. The time of the slow way is measured, as the JX paper's
 * epilog does; the time of the common way is constant, for it has no loop and no call in it.
 */
#ifndef PROF_PROBE_H
#define PROF_PROBE_H

/* The hooks may change no register, and save the general ones only. A file that includes this header
 * includes it first: the pragma must hold for the inline functions of prof.h, too. */
#if (defined(__x86_64__) || defined(__aarch64__)) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("general-regs-only")
#endif

#include "prof.h"

/* Marks the functions that run inside a probe. They lie in a section of their own, whose bounds the dump names: a
 * sample that falls there is the profiler's time. */
#define PROF_PROBE __attribute__((section("prof_probe")))

/* Enters a call the slow way: the callee is not the one that was called last from here, or callers were left without
 * their exit hook, or the hook was interrupted while it read the clock: prof_probe_open() has returned false for the
 * node `read`, which else is NULL. `t` is the current thread; it has an open call, unless timing was stopped
 * meanwhile. */
PROF_PROBE void prof_probe_enter_slow(struct prof_thread *t, const void *function, const void *slot,
                                      const struct prof_node *read);

/* Leaves a call the slow way: the exit is not that of the innermost open call, or sites.c waits for it, or the hook was
 * interrupted while it read the clock. `look` is that reading. `t` is the current thread; it has an open call, unless
 * timing was stopped meanwhile. */
PROF_PROBE void prof_probe_exit_slow(struct prof_thread *t, const void *function, const void *slot,
                                     struct prof_look look);

/* Decides whether the throttle switches a function off: its node `n`, left at `t1`, has come to the number of calls
 * after which the throttle looks. The function is switched off when its calls were shorter on average than what their
 * probes cost. `t` is the current thread. */
PROF_PROBE void prof_probe_throttle(struct prof_thread *t, struct prof_node *n, uint64_t t1);

/* Records a call of `n` that prof_probe_record() does not record: it ended at `t1` on the thread's clock. `cost` is
 * what that costs the caller besides what it measures. `t` is the current thread. (call.c) */
PROF_PROBE void prof_probe_record_slow(struct prof_thread *t, struct prof_node *n, uint64_t t1, int64_t drift,
                                       int64_t cost);

/* Returns whether the place of a node's open call is not known: its hooks know functions only. */
static inline bool prof_probe_by_name(const struct prof_node *n)
{
  return (uintptr_t)n->slot == UINTPTR_MAX;
}

/* Returns the place of a node's open call; 0 when it is not known. */
static inline uintptr_t prof_probe_slot(const struct prof_node *n)
{
  return ((uintptr_t)n->slot + 1) & ~(uintptr_t)1;
}

/* Returns whether the open call of `n` can still be open when a frame with its return address at `slot` is new. */
static inline bool prof_probe_alive(const struct prof_node *n, const void *slot)
{
  return !slot || (uintptr_t)n->slot > (uintptr_t)slot;
}

#ifdef PROF_ARCH_RETURNS
/* In `back`: a call has the node, but `slot` and `back` are not written yet. Odd, so no return address. */
#define PROF_NODE_CLAIMED ((uintptr_t)1)

/* Returns where the node's call returns to; 0 where no call has the node, or its entry has not come so far. */
static inline uintptr_t prof_probe_back(const struct prof_node *n)
{
  const uintptr_t back = *(const volatile uintptr_t *)&n->back;
  return back == PROF_NODE_CLAIMED ? 0 : back;
}

/* Returns whether a place is on the stack of `t`, as the port said last where that lies. */
static inline bool prof_probe_on_stack(const struct prof_thread *t, uintptr_t slot)
{
  return slot - t->stack_low <= t->stack_bytes;
}

/* Claims the node for a new call at `slot`. Returns false where another call has it, whose function has not returned
 * yet: that call has been unwound, but a function at another place of the stack, or on another stack, does not say that
 * it will not return. One at the same place does. */
static inline bool prof_probe_claim(struct prof_node *n, const void *slot)
{
  return __builtin_expect(prof_arch_claim(&n->back, PROF_NODE_CLAIMED), 1) ||
         (prof_probe_back(n) && prof_probe_slot(n) == (uintptr_t)slot);
}
#endif

/* Returns whether a call of `function` from `parent`, the innermost open call, may have the expected node, `n`. */
static inline bool prof_probe_is_next(const struct prof_node *n, const struct prof_node *parent, const void *function,
                                      const void *slot)
{
  return __builtin_expect(n->address == function && prof_probe_alive(parent, slot), 1);
}

/* Makes the call of `n`, whose slot has been written, the innermost open one of `t`. Returns false where an interrupt
 * came while the clock was read, and the hook has to take the slow way: to read it again takes time that is neither the
 * call's nor its caller's. Then `t0` and `away` of the node are what was read, for prof_clock_of(). */
static inline bool prof_probe_open(struct prof_thread *t, struct prof_node *n)
{
  PROF_WRITE(n->drift, 0);
  const uint64_t suspended = PROF_READ(t->suspended), tsc = prof_port_tsc();
  PROF_WRITE(n->away, suspended);
  PROF_WRITE(n->t0, tsc - suspended);
  if (__builtin_expect(suspended != PROF_READ(t->suspended), 0))
    return false;
  PROF_WRITE(t->current, n);
  return true;
}

/* Enters a call of `function` from `parent`, the innermost open call of `t`. Returns false where the hook has to take
 * the slow way. */
static inline bool prof_probe_enter(struct prof_thread *t, struct prof_node *parent, const void *function,
                                    const void *slot)
{
  struct prof_node *n = parent->next;
  if (!prof_probe_is_next(n, parent, function, slot))
    return false;
  if (slot)
    n->slot = slot;
  return prof_probe_open(t, n);
}

/* Returns the node for which prof_probe_enter() has returned false because an interrupt came; NULL: it has not come so
 * far. */
static inline const struct prof_node *prof_probe_read(const struct prof_thread *t, const void *function,
                                                      const void *slot)
{
  const struct prof_node *parent = PROF_READ(t->current), *n = parent ? parent->next : NULL;
  return n && prof_probe_is_next(n, parent, function, slot) ? n : NULL;
}

/* Reads the thread's clock when a callee is done, and no instruction of it is still on its way. Returns false where an
 * interrupt came in between, and the hook has to take the slow way. */
static inline bool prof_probe_end(const struct prof_thread *t, struct prof_look *look)
{
  prof_arch_drain();
  return prof_clock_look(t, look);
}

/* Returns the place in a node's histogram of a call with that corrected time. */
static inline uint64_t prof_probe_bucket(int64_t time)
{
  return prof_arch_log2((uint64_t)time | 1);
}

/* A call that has been left: the part of its time that was the profiler's, and the rest. */
struct prof_left { int64_t drift, time; };

/* Books the sums of the open call of `n`, which is completed at `t1`; `inner` is what its hooks cost between the time
 * stamps. */
static inline struct prof_left prof_probe_sum(struct prof_node *n, uint64_t t1, int64_t inner)
{
  const int64_t drift = n->drift + inner;
  const uint64_t raw = t1 - n->t0;
  prof_arch_grow(&n->raw, raw);
  prof_arch_grow((uint64_t *)&n->drift_sum, (uint64_t)drift);
  return (struct prof_left){ .drift = drift, .time = (int64_t)raw - drift };
}

/* Makes the caller of `n` the innermost open call of `t`; of the caller's time the call has cost `drift` and *outer,
 * which is read where it is needed: a value would take a register more. */
static inline void prof_probe_close(struct prof_thread *t, struct prof_node *n, int64_t drift, const int64_t *outer)
{
  struct prof_node *parent = n->parent;
  PROF_WRITE(parent->before, n); /* first: a walk along the stack looks there as soon as `n` is not the current one */
  PROF_WRITE(t->current, parent);
  parent->next = n->after;
  prof_node_drift(parent, drift + *outer);
}

/* Books how the time of a completed call of `n` is distributed, and counts the call. Returns whether its node has come
 * to the number of calls after which the throttle looks. */
static inline bool prof_probe_count(struct prof_node *n, int64_t time)
{
  PROF_WRITE(n->least, prof_arch_lesser(time, n->least));
  PROF_WRITE(n->most, prof_arch_greater(time, n->most));
  prof_arch_count(&n->histogram[prof_probe_bucket(time)]);
  prof_arch_grow_wide(n->square, (unsigned __int128)((__int128)time * time));
  return __builtin_expect(prof_arch_grow_to_zero(&n->calls), 0);
}

/* Returns whether a call of `n` that took `time` is to be recorded. */
static inline bool prof_probe_is_recorded(const struct prof_node *n, int64_t time)
{
  return __builtin_expect(time >= n->over, 0);
}

/* Leaves `n`, the innermost open call of `t`, at `t1`; `inner` and *outer are what its hooks cost. Returns whether the
 * throttle looks at the node, and in *left what the call was. Records nothing. */
static inline bool prof_probe_exit_with(struct prof_thread *t, struct prof_node *n, uint64_t t1, int64_t inner,
                                        const int64_t *outer, struct prof_left *left)
{
  *left = prof_probe_sum(n, t1, inner);
  prof_probe_close(t, n, left->drift, outer);
  return prof_probe_count(n, left->time);
}

/* Records the call of `n` that has been left at `look`, if that takes one record, which has room. Returns false, with
 * nothing done, where it does not. */
static inline bool prof_probe_record(const struct prof_node *n, struct prof_look look, struct prof_left left)
{
  const uint64_t away = look.suspended - n->away;
  const uint64_t wide = ((uint64_t)(left.time + left.drift) | away | (uint64_t)left.drift) >> 31;
  uint64_t number;
  if (__builtin_expect(wide != 0, 0) || __builtin_expect(!prof_log_room(PROF_LOG_callrecords, &number), 0))
    return false;
  struct wire_logged_call *c = prof_call_records[prof_number_cpu(number)];
  __asm__("" : "+r"(c)); /* one register after the other: PROF_RECORD() would take one more */
  c += number & prof_callrecords.mask;
  c->call = n->call;
  c->drift = (uint32_t)left.drift;
  c->away = (uint32_t)away;
  __asm__("" : "+r"(left.drift)); /* the sum is not kept from above: that would take one more register */
  c->raw = (uint32_t)(left.time + left.drift);
  prof_log_whole(&c->tsc, look.tsc);
  return true;
}

/* Leaves `n`, the innermost open call of `t`, at `look`, and records the call, if it is to be, takes one record, which
 * has room, and no caller need be told. These are the same instructions for every call, another number of them for one
 * that is recorded, and the order is one in which few registers are in use at a time. Returns NULL; where
 * prof_probe_record_slow() has to record the call, what that costs. The next thing to do then is prof_probe_count().
 * *left is what the call was. */
static inline const int64_t *prof_probe_exit(struct prof_thread *t, struct prof_node *n, struct prof_look look,
                                             struct prof_left *left)
{
  *left = prof_probe_sum(n, look.tsc - look.suspended, prof_costs.inner);
  __asm__("" : "+r"(left->time)); /* the raw time is not kept */
  if (!prof_probe_is_recorded(n, left->time)) {
    prof_probe_close(t, n, left->drift, &prof_costs.outer);
    return NULL;
  }
  _Static_assert((uint64_t)PROF_CALL_ALWAYS << 1 == 0, "0 is nothing else here");
  if (__builtin_expect((uint64_t)PROF_READ(n->over) << 1 != 0, 0)) { /* again: a comparison with memory is cheaper */
    __asm__ volatile("" : : : "memory"); /* what both ways begin with stays in both: else it takes a register more */
    prof_probe_close(t, n, left->drift, &prof_costs.outer);
    return &prof_costs.long_call;
  }
  prof_probe_close(t, n, left->drift, &prof_costs.recorded);
  return __builtin_expect(prof_probe_record(n, look, *left), 1) ? NULL : &prof_costs.full_call;
}

/* Leaves `n`, the innermost open call of `t`, at `look`, with all that follows: for hooks that are usual functions. */
static inline void prof_probe_leave(struct prof_thread *t, struct prof_node *n, struct prof_look look)
{
  struct prof_left left;
  const int64_t *cost = prof_probe_exit(t, n, look, &left);
  if (__builtin_expect(cost != NULL, 0))
    prof_probe_record_slow(t, n, look.tsc - look.suspended, left.drift, *cost);
  if (prof_probe_count(n, left.time))
    prof_probe_throttle(t, n, look.tsc - look.suspended);
}

#endif
