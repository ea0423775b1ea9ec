/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timing.c: call trees with drift correction, from the hooks that gcc's -finstrument-functions calls.
 *
 *            caller            | enter hook       | body of the callee   | exit hook          | caller
 *   ---------------------------+-----------------t0----------------------t1-----------------t2+-------->
 *                               <--- outer ------>|<- inner ->      <--->|<--- measured ---->|<outer>
 *
 * t1 - t0 is the raw time. Of it `inner` cycles are the hooks' own, and whatever the callee's own callees cost, which
 * they have added to its drift. The caller is passed all of that, what t2 - t1 measures, and the `outer` rest. The
 * idea is the JX paper's (section 2, figures 1 and 2); the constants come from calibrate.c, and a lookup in the tree,
 * which is no constant, measures itself.
 *
 * What always holds:
 *  - raw, drift and time stamps are in the thread's clock, so a switch or an interrupt at any instruction adds nothing;
 *  - inclusive time of a node = its own + that of its children, because both sides are corrected by the same sums;
 *  - when the pool is full a call is counted in the thread's `other` node, with its time, and that time stays part of
 *    the nearest caller's own: `other` hangs under the root and is nobody's child in sums.
 */
#include "internal.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

struct prof_costs prof_costs;

static struct prof_node *pool;
static uint64_t pool_used;   /* counts on when the pool is full */
static uint32_t pool_size;
static uint64_t refused;     /* calls that found no node */

/* The last callee of a node that has called nobody yet: matches no function. */
static struct prof_node nobody;

size_t prof_timing_memory(const struct prof_config *c)
{
  return c->nodes * sizeof(struct prof_node);
}

void prof_timing_init(const struct prof_config *c, void *memory)
{
  pool = memory;
  pool_size = c->nodes;
  prof_timing_reset();
}

struct prof_node *prof_timing_nodes(uint32_t *count)
{
  *count = pool_used < pool_size ? (uint32_t)pool_used : pool_size;
  return pool;
}

uint64_t prof_timing_refused(void)
{
  return refused;
}

void prof_timing_reset(void)
{
  pool_used = 0;
  refused = 0;
}

/* A cleared node, or NULL when the pool is full. Safe against interrupts. */
static struct prof_node *node_new(struct prof_node *parent, uint32_t thread, const void *address, uint32_t flags)
{
  uint64_t i = prof_port_take(&pool_used);
  if (i >= pool_size)
    return NULL;
  struct prof_node *n = &pool[i];
  *n = (struct prof_node){ .address = address, .parent = parent, .last = &nobody, .thread = thread, .flags = flags,
                           .least = INT64_MAX, .most = INT64_MIN };
  return n;
}

/* The child of `parent` for `address`, made when it is new; NULL when the pool is full. It becomes first in the list. */
static struct prof_node *child_of(struct prof_node *parent, const void *address)
{
  struct prof_node **link = &parent->child, *n;
  while ((n = *link) && n->address != address)
    link = &n->sibling;
  if (n)
    *link = n->sibling;
  else if (!(n = node_new(parent, parent->thread, address, 0)))
    return NULL;
  n->sibling = parent->child;
  parent->child = n;
  parent->last = n;
  return n;
}

/* ---- entering ---- */

/* The callee is not the one called last from here: look it up, and let the caller's drift carry what that took. */
static __attribute__((noinline)) void enter_slow(struct prof_thread *t, struct prof_node *parent, const void *address)
{
  uint64_t begun = prof_clock(t);
  if (parent == t->other) {
    t->other_depth++;
    return;
  }
  struct prof_node *n = child_of(parent, address);
  if (!n) {
    refused++;
    n = t->other;
    n->parent = parent;
  }
  n->drift = prof_costs.slow_inner;
  parent->drift += prof_costs.slow_outer;
  uint64_t now = prof_clock(t);
  parent->drift += (int64_t)(now - begun);
  n->t0 = now;
  t->current = n;
}

void __cyg_profile_func_enter(void *function, void *site)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *parent = t->current;
  (void)site;
  if (!parent)
    return;
  struct prof_node *n = parent->last;
  if (__builtin_expect(n->address != function, 0)) {
    enter_slow(t, parent, function);
    return;
  }
  n->drift = 0;
  n->t0 = prof_clock(t);
  t->current = n;
}

/* ---- leaving ---- */

/* Books the open call of `n` as completed at `t1`; `inner` is what its hooks cost between the time stamps. Returns what
 * of it was the profiler's. */
static inline int64_t book(struct prof_node *n, uint64_t t1, int64_t inner)
{
  uint64_t raw = t1 - n->t0;
  int64_t drift = n->drift + inner;
  int64_t time = (int64_t)raw - drift;
  n->calls++;
  n->raw += raw;
  n->drift_sum += drift;
  n->square += (unsigned __int128)((__int128)time * time);
  n->negative += (uint64_t)time >> 63;
  if (__builtin_expect(time < n->least, 0))
    n->least = time;
  if (__builtin_expect(time > n->most, 0))
    n->most = time;
  return drift;
}

/* Closes the innermost call at `t1`, at the costs of its hooks. */
static void close_call(struct prof_thread *t, uint64_t t1, int64_t inner, int64_t outer)
{
  struct prof_node *n = t->current, *parent = n->parent;
  int64_t drift = book(n, t1, inner);
  t->current = parent;
  parent->drift += drift + outer;
}

/* Closes the calls inside `last`, which have been entered and will not be left. */
static void unwind(struct prof_thread *t, const struct prof_node *last, uint64_t t1)
{
  while (t->current != last) {
    prof_entry(t)->unwound++;
    close_call(t, t1, prof_costs.enter_inner, prof_costs.enter_outer);
  }
}

/* The open call that a function's exit belongs to: the innermost of that function. NULL when there is none. */
static struct prof_node *open_call(struct prof_node *n, const void *address)
{
  while (n && n->address != address)
    n = n->parent;
  return n;
}

/* The exit is not that of the innermost timed call: it is inside `other`, or callees were left without their exit, or
 * the call was open before profiling was started. */
static __attribute__((noinline)) void exit_slow(struct prof_thread *t, const void *address, uint64_t t1)
{
  struct prof_node *n = t->current;
  if (n == t->other && t->other_depth) {
    t->other_depth--;
    n->calls++;
    refused++;
    n->drift += prof_costs.inner + prof_costs.outer + (int64_t)(prof_clock(t) - t1);
    return;
  }
  struct prof_node *match = n == t->other ? n : open_call(n, address);
  if (!match) {
    prof_entry(t)->stray += !(n->flags & WIRE_NODE_ROOT);
    return;
  }
  unwind(t, match, t1);
  close_call(t, t1, prof_costs.inner, prof_costs.outer);
  t->current->drift += (int64_t)(prof_clock(t) - t1);
}

void __cyg_profile_func_exit(void *function, void *site)
{
  struct prof_thread *t = prof_port_thread();
  struct prof_node *n = t->current;
  (void)site;
  if (!n)
    return;
  uint64_t t1 = prof_clock(t);
  if (__builtin_expect(n->address != function, 0)) {
    exit_slow(t, function, t1);
    return;
  }
  struct prof_node *parent = n->parent;
  int64_t drift = book(n, t1, prof_costs.inner);
  t->current = parent;
  drift += prof_costs.outer - (int64_t)t1;
  parent->drift += drift + (int64_t)prof_clock(t); /* t2: nothing but this store comes after it */
}

/* ---- threads ---- */

void prof_timing_begin(struct prof_thread *t, uint64_t clock)
{
  struct prof_node *root = node_new(NULL, t->id, NULL, WIRE_NODE_ROOT);
  struct prof_node *other = root ? node_new(root, t->id, NULL, WIRE_NODE_OTHER) : NULL;
  if (!other) {
    refused++;
    return;
  }
  root->t0 = clock;
  t->other = other;
  t->other_depth = 0;
  t->current = root;
  prof_entry(t)->root = root;
}

/* Books the calls from the innermost out, which are still open, as far as they have come. */
void prof_timing_stop(struct prof_thread *t, uint64_t clock)
{
  int64_t drift = 0;
  struct prof_node *n = t->current;
  t->current = NULL;
  for (; n; n = n->parent) {
    if (n->parent)
      n->drift += prof_costs.enter_inner;
    n->drift += drift;
    n->raw += clock - n->t0;
    n->drift_sum += n->drift;
    n->flags |= WIRE_NODE_OPEN;
    drift = n->drift + prof_costs.enter_outer;
  }
}

void prof_timing_exit(struct prof_thread *t)
{
  uint64_t now = prof_clock(t);
  if (!t->current)
    return;
  unwind(t, prof_entry(t)->root, now);
  prof_timing_stop(t, now);
}
