/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timing.c: call trees with drift correction. probe.h is the common way through a probe; here is everything else.
 *
 *            caller            | enter hook       | body of the callee   | exit hook          | caller
 *   ---------------------------+-----------------t0----------------------t1-------------------+-------->
 *                               <--- outer ------>|<- inner ->      <--->|<----- outer ------>|
 *
 * t1 - t0 is the raw time. It contains `inner` cycles of the hooks, and what the probes of the callee's own callees
 * cost: these have added their costs to the callee's drift. The drift that is passed on to the caller is all of that,
 * and `outer`. The idea is the JX paper's (section 2, figures 1 and 2). The paper reads the clock a third time, because
 * its epilog varies. Here the common way is the same instructions for every call, so its costs are constants from
 * calibrate.c, and a third reading would be a quarter of what a call costs; a lookup in the tree, whose cost is no
 * constant, measures itself.
 *
 * What always holds:
 *  - raw, drift and time stamps are in the thread's clock, so a switch or an interrupt at any instruction adds nothing;
 *  - inclusive time of a node = its own + that of its children, because both sides are corrected by the same sums;
 *  - when the pool is full a call is counted in the thread's `other` node, with its time, and that time stays part of
 *    the nearest caller's own: `other` hangs under the root, but no node's sum contains it as a child.
 */
#include "probe.h"

#include "timing.h"
#include "call.h"
#include "sites.h"

struct prof_costs prof_costs;

/* First two nodes for each thread of the table, its root and its `other`, so that no thread can be lost; then the nodes
 * of calls. */
static struct prof_node *pool;
static uint32_t reserved;    /* nodes for roots and `other`s */
static uint32_t pool_size;   /* nodes for calls */
#define NODES_AT_A_TIME 8     /* with several processors */
static uint32_t piece;       /* nodes that a thread gets at a time */

/* How many pieces were taken; a little more than there are, where several threads ask at once. All processors write it:
 * nothing else lies on its line of the cache. */
struct piece_count { uint64_t used; } __attribute__((aligned(64)));
static struct piece_count pieces;

/* The nodes that were given back, linked by `sibling`: the number of the first one, 0 where there is none, and above it
 * how many were taken so far, so that who takes one sees that another has done so meanwhile. */
static struct given_back { uint64_t first; } __attribute__((aligned(64))) given_back;

/* Stands where no child is known yet: as the child that is expected next, and as the one before or after another. What
 * leads to it from a node that was cleared leads nowhere else. */
static struct prof_node no_child = { .next = &no_child, .parent = &no_child, .over = PROF_CALL_NEVER,
                                     .flags = WIRE_NODE_OTHER | PROF_NODE_RETIRED, .before = &no_child,
                                     .after = &no_child };

#define RETIRED_CALLS 1       /* calls of a node when it is retired: the throttle looks at 0 */
static bool retired;          /* there are nodes of trees before the last start */
static bool out_of_order;    /* nodes were given back since all were free: a parent may lie behind its children */

/* Returns how many nodes are reserved: so many that the pieces behind them begin on lines of the cache. */
#define NODES_A_LINE (64 / (sizeof(struct prof_node) & -sizeof(struct prof_node)))
static size_t reserve(const struct prof_config *c)
{
  return (2 * (size_t)c->threads + NODES_A_LINE - 1) / NODES_A_LINE * NODES_A_LINE;
}

size_t prof_timing_most(const struct prof_config *c)
{
  return reserve(c) + c->nodes;
}

size_t prof_timing_memory(const struct prof_config *c)
{
  return (reserve(c) + c->nodes) * sizeof(struct prof_node);
}

void prof_timing_init(const struct prof_config *c, void *memory)
{
  pool = memory;
  reserved = (uint32_t)reserve(c);
  pool_size = c->nodes;
  piece = prof_processors() > 1 ? NODES_AT_A_TIME : 1;
  prof_timing_reset();
}

/* Returns how many nodes for calls were given to threads. */
static uint32_t nodes_used(void)
{
  const uint64_t used = PROF_READ(pieces.used) * piece;
  return used < pool_size ? (uint32_t)used : pool_size;
}

struct prof_node *prof_timing_nodes(uint32_t *count)
{
  *count = reserved + nodes_used();
  return pool;
}

uint64_t prof_timing_refused(void)
{
  uint64_t sum = 0;
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
    sum += PROF_READ(prof_cpu_of(cpu)->refused);
  return sum;
}

/* Forgets what a node has recorded. Its pointers lead to a node: a probe that a port has interrupted without a word may
 * still look there. Where a function returns to the exit hook, the node of its call, and the `other` of one without,
 * keep where it is to go on, also of a call that was open when timing was stopped (returns.c). What stays is no part of
 * the new trees. Returns whether there is such a call. */
static bool forget_node(struct prof_node *n)
{
  struct prof_node empty = { .next = &no_child, .parent = &no_child, .over = PROF_CALL_NEVER, .before = &no_child,
                             .after = &no_child };
#ifdef PROF_ARCH_RETURNS
  if (n->back) {
    empty.slot = n->slot;
    empty.t0 = n->t0;
    empty.thread = n->thread;
    empty.back = n->back;
  }
  *n = empty;
  return n->back;
#else
  *n = empty;
  return false;
#endif
}

void prof_timing_reset(void)
{
  const uint32_t used = nodes_used();
  pieces.used = given_back.first = 0;
  out_of_order = retired = false;
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
    prof_cpu_of(cpu)->refused = 0;
  for (uint32_t i = 0; i < reserved; i++)
    forget_node(&pool[i]);
  for (uint32_t i = 0; i < used; i++)
    pieces.used = forget_node(&pool[reserved + i]) ? i / piece + 1 : pieces.used;
  for (uint32_t i = 0; i < prof_state.thread_count; i++)
    if (prof_state.threads[i].live)
      prof_state.threads[i].live->spare_nodes = 0;
}

/* ---- which calls are recorded ---- */

/* Returns whether the calls of a node are recorded if they take long enough. */
static PROF_PROBE bool is_chosen(const struct prof_node *n)
{
  const uint32_t depth = prof_state.config.calls_depth;
  if (!PROF_READ(prof_callrecords.on) || n->flags & (WIRE_NODE_ROOT | PROF_NODE_RETIRED) || (depth && n->depth > depth))
    return false;
  const struct prof_node *caller = n->parent;
  const enum prof_recording how = prof_site_recording((uintptr_t)n->address);
  return how == PROF_RECORD_ALL ||
         (how == PROF_RECORD_OUTERMOST && (caller->flags & WIRE_NODE_ROOT ||
          prof_site_recording((uintptr_t)caller->address) != PROF_RECORD_OUTERMOST));
}

/* Returns from how many corrected cycles on calls of a node are recorded. */
static PROF_PROBE int64_t least_recorded(const struct prof_node *n)
{
  const int64_t over = prof_state.config.calls_over;
  return !is_chosen(n) ? PROF_CALL_NEVER : over ? over : PROF_CALL_ALWAYS;
}

/* Has a node follow what is chosen now. */
static PROF_PROBE void choose_calls(struct prof_node *n)
{
  const int64_t over = least_recorded(n);
  if (over != PROF_CALL_NEVER)
    PROF_WRITE(n->flags, n->flags | PROF_NODE_CHOSEN);
  PROF_WRITE(n->over, over);
}

void prof_timing_choose(void)
{
  uint32_t count;
  if (!(prof_state.config.modes & WIRE_MODE_CALLS))
    return; /* no node was ever chosen, and there may be millions */
  struct prof_node *nodes = prof_timing_nodes(&count);
  for (uint32_t i = 0; i < count; i++)
    if (nodes[i].thread)
      choose_calls(&nodes[i]);
}

uint32_t prof_timing_quiet(const struct prof_node *n)
{
  const bool recorded = PROF_READ(n->flags) & (WIRE_NODE_ROOT | PROF_NODE_CHOSEN);
  return prof_state.config.modes & WIRE_MODE_CALLS && !recorded ? WIRE_NODE_QUIET : 0;
}

void prof_calls_depth(uint32_t depth)
{
  prof_state.config.calls_depth = depth;
  prof_timing_choose();
}

void prof_calls_over(uint64_t over)
{
  prof_state.config.calls_over = over > INT64_MAX - 1 ? INT64_MAX - 1 : (int64_t)over;
  prof_timing_choose();
}

/* ---- nodes ---- */

/* Returns the number of a node of the pool. */
static inline uint32_t place_of(const struct prof_node *n)
{
  return (uint32_t)(n - pool) + 1;
}

/* Without a call of memset(), which may have probes. */
static PROF_PROBE PROF_PLAIN_LOOPS void clear_node(struct prof_node *n)
{
  _Static_assert(sizeof(*n) % sizeof(uint64_t) == 0, "a node is made of whole words");
  uint64_t __attribute__((may_alias)) *word = (void *)n;
  for (size_t i = 0; i < sizeof(*n) / sizeof(*word); i++)
    PROF_WRITE(word[i], 0);
}

static PROF_PROBE struct prof_node *node_init(struct prof_node *n, struct prof_node *parent, uint32_t thread,
                                              const void *address, uint32_t flags)
{
  clear_node(n);
  PROF_WRITE(n->address, address);
  n->parent = parent;
  n->next = n->before = n->after = &no_child;
  n->thread = thread;
  n->call = place_of(n) << WIRE_CALL_FLAG_BITS;
  n->depth = parent ? parent->depth + 1 : 0;
  PROF_WRITE(n->flags, flags | (parent ? parent->flags & PROF_NODE_RETIRED : 0));
  PROF_WRITE(n->calls, -(uint64_t)prof_state.config.throttle);
  n->slot = (const void *)UINTPTR_MAX;
  n->least = INT64_MAX;
  n->most = INT64_MIN;
  choose_calls(n);
  return n;
}

uint32_t prof_timing_number(const struct prof_node *n)
{
  return n && !(n->flags & PROF_NODE_RETIRED) ? place_of(n) : 0;
}

/* Takes a piece of the pool. Safe against interrupts and other processors. */
static PROF_PROBE uint64_t take_piece(void)
{
#if PROF_PORT_CPUS > 1
  return prof_arch_take_shared(&pieces.used);
#else
  return prof_port_take(&pieces.used);
#endif
}

#define FIRST_GIVEN(word) ((uint32_t)(word))
#define TAKEN_ONE         (UINT64_C(1) << 32)

/* Takes a node that was given back; NULL: there is none. Any context. */
static PROF_PROBE struct prof_node *take_given_back(void)
{
  for (;;) {
    const uint64_t was = __atomic_load_n(&given_back.first, __ATOMIC_ACQUIRE);
    if (!FIRST_GIVEN(was))
      return NULL;
    struct prof_node *n = &pool[FIRST_GIVEN(was) - 1];
    const struct prof_node *next = PROF_READ(n->sibling);
    const uint64_t number = next ? place_of(next) : 0;
    if (prof_arch_swap_shared(&given_back.first, was, ((was - FIRST_GIVEN(was)) + TAKEN_ONE) | number))
      return n;
  }
}

/* Returns a node that nothing uses, or NULL when the pool is full. With several processors a thread takes some nodes at
 * a time, so that threads seldom write to the pool's counter at once. */
static PROF_PROBE struct prof_node *take_node(struct prof_thread *t)
{
  if (!t->spare_nodes && PROF_READ(pieces.used) * piece < pool_size) {
    t->spare_node = take_piece() * piece;
    t->spare_nodes = piece;
  }
  if (t->spare_nodes) {
    const uint64_t i = t->spare_node++;
    t->spare_nodes--;
    if (i < pool_size)
      return &pool[reserved + i];
  }
  return take_given_back();
}

/* Returns a node for a call of the current thread, or NULL when the pool is full. */
static PROF_PROBE struct prof_node *node_new(struct prof_node *parent, const void *address)
{
  struct prof_node *n = take_node(prof_port_thread());
  return n ? node_init(n, parent, parent->thread, address, 0) : NULL;
}

/* An interrupted hook may still look at the node where a port has not told of a switch: its pointers lead to a node. */
void prof_timing_give_back(struct prof_node *n)
{
#ifdef PROF_ARCH_RETURNS
  const struct prof_node was = { .slot = n->slot, .t0 = n->t0, .thread = n->thread, .back = n->back };
#endif
  clear_node(n);
  n->parent = n->next = n->before = n->after = &no_child;
#ifdef PROF_ARCH_RETURNS
  if (was.back) { /* its function may yet return to the exit hook */
    n->slot = was.slot;
    n->t0 = was.t0;
    n->thread = was.thread;
    n->back = was.back;
    return;
  }
#endif
  uint64_t first;
  out_of_order = true;
  do {
    first = PROF_READ(given_back.first);
    PROF_WRITE(n->sibling, FIRST_GIVEN(first) ? &pool[FIRST_GIVEN(first) - 1] : NULL);
  } while (!prof_arch_swap_shared(&given_back.first, first, (first - FIRST_GIVEN(first)) | place_of(n)));
}

/* Claims the node `n` for a call at `slot`. Returns false where another call has it. */
static inline bool claim_node(struct prof_node *n, const void *slot)
{
#ifdef PROF_ARCH_RETURNS
  return prof_probe_claim(n, slot);
#else
  (void)n, (void)slot;
  return true;
#endif
}

/* Returns the child of `parent` for a call of `address` at `slot`, made when it is new; NULL when the pool is full. The
 * child becomes first in the list, and is expected next time after the child that was left last. */
static PROF_PROBE struct prof_node *child_of(struct prof_node *parent, const void *address, const void *slot)
{
  struct prof_node **link = &parent->child, *n;
  while ((n = *link) && (n->address != address || !claim_node(n, slot)))
    link = &n->sibling;
  if (n)
    PROF_WRITE(*link, n->sibling);
  else if (!(n = node_new(parent, address)))
    return NULL;
  PROF_WRITE(n->sibling, parent->child);
  __atomic_store_n(&parent->child, n, __ATOMIC_RELEASE); /* who copies the tree finds the whole node */
  parent->next = n;
  if (!(parent->before->flags & WIRE_NODE_OTHER))
    parent->before->after = n;
  return n;
}

/* ---- calls that end without their exit hook ---- */

/* Closes `n`, the innermost call, at `t1`; `inner` and `outer` are the costs of the hooks that ran for it. `how`: 0, or
 * WIRE_CALL_UNWOUND. What recording it takes is measured by the caller, with the rest, where it has a way to. Returns
 * the call that is the innermost one now. */
static PROF_PROBE struct prof_node *close_call(struct prof_thread *t, struct prof_node *n, uint64_t t1, int64_t inner,
                                               int64_t outer, uint32_t how)
{
  struct prof_node *parent = n->parent;
  struct prof_left left;
  prof_probe_exit_with(t, n, t1, inner, &outer, &left);
  if (prof_probe_is_recorded(n, left.time))
    prof_call_put(n, &(struct prof_call){ t1, t1 + t->suspended, left.drift, how });
  if (n->flags & (PROF_NODE_DRAINS | PROF_NODE_FENCED)) {
    const bool drains = n->flags & PROF_NODE_DRAINS;
    PROF_WRITE(n->flags, n->flags & ~(PROF_NODE_DRAINS | PROF_NODE_FENCED));
    if (drains)
      prof_site_closed((uintptr_t)n->address);
  }
  return parent;
}

/* Forgets where a call returns to that is unwound, for a function has begun, or returned, at `slot`, above it on the
 * same stack: then its own function never returns. */
static PROF_PROBE void forget_return(const struct prof_thread *t, struct prof_node *n, const void *slot)
{
#ifdef PROF_ARCH_RETURNS
  if (slot && prof_probe_on_stack(t, (uintptr_t)slot) && prof_probe_on_stack(t, prof_probe_slot(n)))
    n->back = 0;
#else
  (void)t, (void)n, (void)slot;
#endif
}

/* Closes the calls from `n`, the innermost one, out to the one inside `last`, at `t1`: they were entered, and no exit
 * hook will run for them. `slot`: of the call that shows it, if its place is known. A root ends it, too: if all was
 * started anew meanwhile, `last` may be above `other` no more. */
static PROF_PROBE void unwind_calls(struct prof_thread *t, struct prof_node *n, const struct prof_node *last,
                                    uint64_t t1, const void *slot)
{
  while (n != last && n->parent) {
    if (n == t->other)
      t->other_depth = 0;
    forget_return(t, n, slot);
    prof_arch_grow(&prof_entry(t)->unwound, 1);
    n = close_call(t, n, t1, prof_costs.enter_inner, prof_costs.enter_outer, WIRE_CALL_UNWOUND);
  }
}

/* Returns the innermost open call whose frame is above `slot`: a frame at or below a new one's is gone. */
static PROF_PROBE struct prof_node *open_call_above(struct prof_node *n, const void *slot)
{
  while (!prof_probe_alive(n, slot))
    n = n->parent;
  return n;
}

/* ---- a start behind a probe's back ----
 *
 * Profiling may be stopped and started while a thread stands inside a probe, which has nodes in its hands. So
 * prof_stop() and prof_start() change what t->current says, and no node from which a probe could go nowhere: nodes of
 * the trees before are retired. A hook finds no call to go on with at a retired node, neither by function nor by place,
 * and takes the slow way, which leads the thread to its new tree. The slow ways read t->current once; it may be NULL,
 * or another tree's, when they have ended.
 *
 * The one call whose hook was interrupted is booked in the tree before, or has its end there; its drift goes to the
 * root, which stays where it is, and is taken out again here. `after` of a root is the call that was left last before
 * it began. */

/* Takes out of the new tree of `t` what a probe that began before it has added to the root, which has called nothing
 * yet, and to `other`. `older`: the probe has left a call open. */
static PROF_PROBE void take_out_older(const struct prof_thread *t, struct prof_node *root, bool older)
{
  const struct prof_node *before = root->before, *left = root->after;
  const bool in_other = !t->other->address && t->other->calls != -(uint64_t)prof_state.config.throttle;
  if (in_other)
    prof_timing_forget_sums(t->other);
  if (older || in_other || (before != &no_child && before->flags & PROF_NODE_RETIRED) ||
      (left != &no_child && left->flags & PROF_NODE_RETIRED && left->calls != RETIRED_CALLS)) {
    PROF_WRITE(root->before, &no_child);
    PROF_WRITE(root->after, &no_child);
    PROF_WRITE(root->drift, 0);
  }
}

/* Returns the innermost open call of `t`, which runs; its root where that call is none of the new tree. NULL: timing is
 * off. */
static PROF_PROBE struct prof_node *attach(struct prof_thread *t)
{
  struct prof_node *n = PROF_READ(t->current);
  const bool older = n && n->flags & PROF_NODE_RETIRED;
  if (older) {
    n = PROF_READ(prof_state.running) ? prof_entry(t)->root : NULL;
    PROF_WRITE(t->current, n);
  }
  if (n && n->flags & WIRE_NODE_ROOT && !n->child)
    take_out_older(t, n, older);
  return n;
}

/* ---- entering ---- */

/* Returns the node for a call: the caller's child of that function, or, when the pool is full, the thread's `other`.
 * NULL: the call may not have that one. */
static PROF_PROBE struct prof_node *call_node(struct prof_thread *t, struct prof_node *parent, const void *function,
                                              const void *slot)
{
  struct prof_node *n = child_of(parent, function, slot);
  if (n)
    return n;
  prof_cpu_add(PROF_CPU_PLACE(refused), 1);
  if (!claim_node(t->other, slot))
    return NULL;
  PROF_WRITE(t->other->parent, parent);
  PROF_WRITE(t->other->address, function);
  t->other->depth = parent->depth + 1;
  choose_calls(t->other);
  t->other_depth = 0;
  return t->other;
}

/* An interrupt that came behind the reading of the TSC is not in the clock of then, and one that came before it is.
 * What `suspended` has grown by is more than what has passed on the thread's clock since, or, where the thread went to
 * a processor whose clock is behind, less than nothing: so one of the two is impossible, or much longer ago than the
 * other. Where there were one of each, which take no less than a pair of hooks, it is now. */
PROF_PROBE __attribute__((noinline)) uint64_t prof_clock_of(const struct prof_thread *t, struct prof_look look)
{
  uint64_t suspended;
  const uint64_t now = prof_clock_and(t, &suspended), behind = look.tsc - look.suspended, before = look.tsc - suspended;
  if ((int64_t)(now - behind) >= 0 && now - behind <= now - before) /* as unsigned ones: not in the future */
    return behind;
  return now - before <= (uint64_t)(prof_costs.inner + prof_costs.outer) ? before : now;
}

/* Returns when the slow way of an enter hook began, which has read the clock already where `read` is its node, and then
 * has taken as long up to there as on the common way. */
static PROF_PROBE uint64_t begin_enter(const struct prof_thread *t, const struct prof_node *read)
{
  return read ? prof_clock_of(t, (struct prof_look){ read->t0 + read->away, read->away }) : prof_clock_begin(t);
}

void prof_probe_enter_slow(struct prof_thread *t, const void *function, const void *slot, const struct prof_node *read)
{
  uint64_t begun = begin_enter(t, read);
  struct prof_node *current = attach(t);
  if (!current)
    return;
  if ((int64_t)(begun - current->t0) < 0) /* what interrupted the hook has started timing anew */
    begun = current->t0;
  struct prof_node *parent = open_call_above(current, slot);
  unwind_calls(t, current, parent, begun, slot);
  if (parent == t->other) {
    t->other_depth++;
    return;
  }
  struct prof_node *n = call_node(t, parent, function, slot);
  if (!n)
    return;
  if (slot)
    n->slot = slot;
  PROF_WRITE(n->drift, prof_costs.slow_inner);
  prof_node_drift(parent, read ? 0 : prof_costs.slow_outer);
  uint64_t now = prof_clock_and(t, &n->away);
  prof_node_drift(parent, (int64_t)(now - begun));
  PROF_WRITE(n->t0, now);
  PROF_WRITE(t->current, n);
}

/* ---- leaving ---- */

/* Returns the open call that an exit belongs to: the innermost one with that frame, or of that function. NULL: there is
 * none. */
static PROF_PROBE struct prof_node *open_call(struct prof_node *n, const void *function, const void *slot)
{
  while (n && (slot ? prof_probe_slot(n) != (uintptr_t)slot : n->address != function))
    n = n->parent;
  return n;
}

/* Returns whether an exit inside `n`, the innermost open call, is that of a call inside `other`, which has no node.
 * Where frames are known, the frame of such a call is below that of `other`; else the exits are counted. */
static PROF_PROBE bool is_nested(const struct prof_thread *t, const struct prof_node *n, const void *slot)
{
  return n == t->other && (slot && !prof_probe_by_name(n) ? (uintptr_t)slot < prof_probe_slot(n) : t->other_depth > 0);
}

/* Counts an exit without an entry: the call was open when timing began, or when its function was switched on, or its
 * function is off and other calls of it are waited for. The time of the hook goes into no function's time. */
static PROF_PROBE void count_stray(struct prof_thread *t, struct prof_node *n, uint64_t t1)
{
  prof_arch_grow(&prof_entry(t)->stray, !(n->flags & WIRE_NODE_ROOT) && !PROF_READ(prof_sites_changed));
  prof_node_drift(n, prof_costs.inner - prof_costs.enter_inner + prof_costs.outer - prof_costs.enter_outer +
                       prof_costs.slow_exit + (int64_t)(prof_clock(t) - t1));
}

void prof_probe_exit_slow(struct prof_thread *t, const void *function, const void *slot, struct prof_look look)
{
  const uint64_t t1 = prof_clock_of(t, look);
  struct prof_node *n = attach(t);
  if (!n)
    return;
  if (is_nested(t, n, slot)) {
    t->other_depth -= t->other_depth > 0;
    prof_arch_grow(&n->calls, 1);
    prof_cpu_add(PROF_CPU_PLACE(refused), 1);
    prof_node_drift(n, prof_costs.nested + (int64_t)(prof_clock(t) - t1));
    return;
  }
  struct prof_node *match = n == t->other && !slot ? n : open_call(n, function, slot);
  if (!match) {
    count_stray(t, n, t1);
    return;
  }
  unwind_calls(t, n, match, t1, slot);
  struct prof_node *caller = close_call(t, match, t1, prof_costs.inner, prof_costs.outer, 0);
  prof_node_drift(caller, (int64_t)(prof_clock(t) - t1) + prof_costs.slow_exit);
}

void prof_probe_throttle(struct prof_thread *t, struct prof_node *n, uint64_t t1)
{
  const int64_t probes = prof_costs.inner + prof_costs.outer;
  if ((int64_t)n->raw - n->drift_sum < (int64_t)prof_state.config.throttle * probes)
    prof_site_throttle((uintptr_t)n->address);
  prof_node_drift(n->parent, (int64_t)(prof_clock(t) - t1));
}

/* ---- threads ---- */

/* A call may have it that was open when timing was stopped. */
static struct prof_node *other_init(struct prof_node *n, struct prof_node *root)
{
#ifdef PROF_ARCH_RETURNS
  const struct prof_node before = { .slot = n->slot, .t0 = n->t0, .back = n->back };
#endif
  node_init(n, root, root->thread, NULL, WIRE_NODE_OTHER);
#ifdef PROF_ARCH_RETURNS
  if (before.back) {
    n->slot = before.slot;
    n->t0 = before.t0;
    n->back = before.back;
  }
#endif
  return n;
}

/* Returns whether a thread has called anything since its tree began: then no probe of it began earlier. */
static bool has_called(const struct prof_entry *e)
{
  return e->root && (PROF_READ(e->root->child) || PROF_READ(e->root[1].address));
}

/* Returns whether no thread may stand inside a probe. The running one calls this; one that has exited, or has called
 * nothing, is inside none, if no tree before this one has been retired. */
static bool is_quiet(void)
{
  bool quiet = !retired;
  for (uint32_t i = 0; i < prof_state.thread_count && quiet; i++) {
    const struct prof_entry *e = &prof_state.threads[i];
    quiet = !e->live || e->live == prof_port_thread() || !has_called(e);
  }
  return quiet;
}

/* Has a node stay for a probe that may have it in its hands, and for no other. */
static void retire_node(struct prof_node *n)
{
  const uintptr_t slot = (uintptr_t)n->slot;
  n->address = NULL;
  n->next = n->before = n->after = &no_child;
  n->over = PROF_CALL_NEVER;
  n->flags = PROF_NODE_RETIRED;
  n->calls = RETIRED_CALLS;
  if (slot && !(slot & 1))
    n->slot = (const void *)(slot - 1);
}

/* Forgets the root and the `other` of each thread that has ended: no new tree takes their place. */
static void forget_ended(void)
{
  for (uint32_t i = 0; i < reserved; i++)
    if (i / 2 >= prof_state.thread_count || !prof_state.threads[i / 2].live)
      forget_node(&pool[i]);
}

/* Retires the nodes of threads that may stand inside a probe, and gives back the others. */
static void retire_nodes(void)
{
  const uint32_t used = nodes_used();
  retired = false;
  for (struct prof_node *n = pool + reserved; n < pool + reserved + used; n++) {
    const struct prof_entry *e = n->thread ? &prof_state.threads[n->thread - 1] : NULL;
    if (!e)
      continue;
    const bool outside = !e->live || e->live == prof_port_thread();
    if (outside || (n->flags & PROF_NODE_RETIRED && has_called(e))) {
      prof_timing_give_back(n);
      continue;
    }
    if (!(n->flags & PROF_NODE_RETIRED))
      retire_node(n);
    retired = true;
  }
}

void prof_timing_renew(void)
{
  if (is_quiet()) {
    prof_timing_reset();
    return;
  }
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
    prof_cpu_of(cpu)->refused = 0;
  forget_ended();
  retire_nodes();
}

bool prof_timing_in_order(void)
{
  return !out_of_order;
}

struct prof_node *prof_timing_current(const struct prof_thread *t)
{
  struct prof_node *n = PROF_READ(t->current);
  return n && PROF_READ(n->flags) & PROF_NODE_RETIRED ? prof_entry(t)->root : n;
}

void prof_timing_begin(struct prof_thread *t, uint64_t clock)
{
  struct prof_node *root = &pool[2 * (t->id - 1)], *left = root->before;
  node_init(root, NULL, t->id, NULL, WIRE_NODE_ROOT);
  root->t0 = clock;
  root->after = left ? left : &no_child;
  t->other = other_init(root + 1, root);
  t->other_depth = 0;
  PROF_WRITE(t->current, root);
  prof_entry(t)->root = root;
}

bool prof_timing_has(const struct prof_node *n)
{
  const uintptr_t offset = (uintptr_t)n - (uintptr_t)pool;
  return !n || (offset % sizeof(*n) == 0 && offset / sizeof(*n) < (uint64_t)reserved + pool_size);
}

int64_t prof_timing_open(const struct prof_node *n, int64_t callee)
{
  return PROF_READ(n->drift) + callee + (PROF_READ(n->parent) ? prof_costs.enter_inner : 0);
}

/* Books the calls from the innermost out, which are still open, as far as they have come. */
void prof_timing_stop(struct prof_thread *t, uint64_t clock, uint64_t tsc)
{
  int64_t passed = 0;
  struct prof_node *n = prof_timing_current(t);
  if (n && n->flags & WIRE_NODE_ROOT && !n->child)
    take_out_older(t, n, n != t->current);
  PROF_WRITE(t->current, NULL);
  for (; n; n = n->parent) {
    const int64_t drift = prof_timing_open(n, passed);
    prof_arch_grow(&n->raw, clock - n->t0);
    prof_arch_grow((uint64_t *)&n->drift_sum, (uint64_t)drift);
    PROF_WRITE(n->flags, n->flags | WIRE_NODE_OPEN);
    if (n->over != PROF_CALL_NEVER)
      prof_call_put(n, &(struct prof_call){ clock, tsc, drift, WIRE_CALL_OPEN });
    passed = drift + prof_costs.enter_outer;
  }
}

void prof_timing_exit(struct prof_thread *t)
{
  uint64_t now = t == prof_port_thread() ? prof_clock(t) : t->left_at - t->suspended;
  if (!t->current)
    return;
  unwind_calls(t, prof_timing_current(t), prof_entry(t)->root, now, NULL);
  prof_timing_stop(t, now, now + t->suspended);
  for (; t->spare_nodes; t->spare_nodes--, t->spare_node++)
    if (t->spare_node < pool_size)
      prof_timing_give_back(&pool[reserved + t->spare_node]);
}
