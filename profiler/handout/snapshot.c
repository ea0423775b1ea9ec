/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * snapshot.c: copies the call trees while the system runs, so that they can be sent before the end: of a machine that
 * is switched off the host then knows where its time went up to the last snapshot.
 *
 * What always holds:
 *  - the copy of a thread's tree is of one moment, at which the thread did not run: the time at which it was switched
 *    out last is the same before and behind it, or the copy is thrown away. No lock is taken, interrupts are on;
 *  - that moment is not in the middle of a probe, which has changed some of its sums and not yet the others: where an
 *    interrupt stopped the thread, the instruction is known (prof_irq_preempts()); a thread that blocks does so outside
 *    of probes;
 *  - an open call counts as far as it has come, as prof_stop() would book it; the tree itself is not written to;
 *  - nodes of trees are neither moved nor freed (prof_config's sum_exited is not for trees that stream), so a copy that
 *    is thrown away has followed no pointer to nowhere.
 *
 * Each thread has its own moment, milliseconds from the others'; nothing in a tree rests on another thread's.
 */
#include "handout.h"

#include "probes/timing.h"
#include "records/records.h"
#include "state.h"

/* Room for histograms. Most calls of one node last about equally long: a node has 1.2 to 1.4 buckets (measured:
 * the workloads text and soak, and the Java program of tests/bench/soak). Histograms that find no room are left out,
 * and their nodes have no percentiles. */
#define BUCKETS_PER_NODE 4

#define PIECE_ROWS 1024 /* handed out at once: some frames; then other records have their turn */
#define ATTEMPTS   16   /* copies tried in one call: an interrupt strikes in some copies of its own tree, not in all */

/* Bounds of the section prof_probe (probe.h). */
extern const uint8_t __start_prof_probe[], __stop_prof_probe[];

/* Copied records of a kind. */
struct copy { enum wire_kind kind; uint32_t count, room, handed; void *rows; };
enum { THREADS, NODES, BUCKETS, COPIES };

static struct copy copies[COPIES];
static struct wire_snapshot head;
static uint32_t begun;      /* snapshots so far */
static enum { IDLE, TAKING, TAKEN } stage;
static uint32_t known;      /* threads that were known when it was begun */

/* A thread at the moment of which its copy is. */
struct moment {
  const struct prof_thread *live;  /* NULL: it has exited */
  const struct prof_node *current;
  uint64_t left_at, clock;         /* TSC when it left the processor; its own clock, still since then */
};

static bool is_wanted(const struct prof_config *c)
{
  return c->stream & c->modes & WIRE_MODE_TIMING;
}

static void set_rooms(const struct prof_config *c, uint32_t rooms[COPIES])
{
  rooms[THREADS] = c->threads;
  rooms[NODES] = 2 * c->threads + c->nodes; /* timing.c: two more for each thread */
  rooms[BUCKETS] = BUCKETS_PER_NODE * c->nodes + PROF_BUCKETS;
}

static const enum wire_kind kinds[COPIES] = { WIRE_THREAD, WIRE_NODE, WIRE_HISTOGRAM };

size_t prof_snapshot_memory(const struct prof_config *c)
{
  uint32_t rooms[COPIES];
  size_t bytes = 0;
  set_rooms(c, rooms);
  for (size_t i = 0; is_wanted(c) && i < COPIES; i++)
    bytes += (size_t)rooms[i] * wire_kinds[kinds[i]].bytes;
  return bytes;
}

void prof_snapshot_init(const struct prof_config *c, void *memory)
{
  uint32_t rooms[COPIES];
  uint8_t *at = memory;
  set_rooms(c, rooms);
  for (size_t i = 0; i < COPIES; i++) {
    copies[i] = (struct copy){ .kind = kinds[i], .room = is_wanted(c) ? rooms[i] : 0, .rows = at };
    at += (size_t)copies[i].room * wire_kinds[kinds[i]].bytes;
  }
  begun = 0;
  stage = IDLE;
}

/* ---- a node ---- */

static struct wire_node *node_row_at(uint32_t i)
{
  return (struct wire_node *)copies[NODES].rows + i;
}

static uint32_t id_of(const struct prof_node *pool, const struct prof_node *n)
{
  return (uint32_t)(n - pool) + 1;
}

static void copy_buckets(const struct prof_node *pool, const struct prof_node *n)
{
  struct copy *c = &copies[BUCKETS];
  if (c->room - c->count >= PROF_BUCKETS)
    c->count += (uint32_t)prof_histogram_of(pool, n, (struct wire_histogram *)c->rows + c->count);
}

/* Copies a node. Returns false where there is no room: the thread ran meanwhile, and its lists led here twice. */
static bool copy_node(const struct prof_node *pool, const struct prof_node *n)
{
  struct copy *c = &copies[NODES];
  if (c->count == c->room)
    return false;
  *node_row_at(c->count++) = prof_node_row(pool, n);
  copy_buckets(pool, n);
  return true;
}

/* ---- a tree ---- */

/* Copies the open calls, from the root inwards, as far as they have come. Returns false where there is no room. */
static bool copy_open(const struct prof_node *pool, const struct moment *m)
{
  struct copy *c = &copies[NODES];
  uint32_t depth = 0;
  int64_t passed = 0;
  for (const struct prof_node *n = m->current; n && depth <= c->room; n = PROF_READ(n->parent))
    depth++;
  if (depth > c->room - c->count)
    return false;
  c->count += depth;
  struct wire_node *to = node_row_at(c->count);
  for (const struct prof_node *n = m->current; n && depth; n = PROF_READ(n->parent), depth--) {
    const int64_t drift = prof_timing_open(n, passed);
    *--to = prof_node_row(pool, n);
    to->raw += m->clock - PROF_READ(n->t0);
    to->drift += (uint64_t)drift;
    to->flags |= WIRE_NODE_OPEN;
    passed = drift + prof_costs.enter_outer;
    copy_buckets(pool, n);
  }
  return !depth;
}

/* Copies all nodes without an open call, each behind its parent. Those with an open call are rows [first, first +
 * open): the walk meets them in that order, and has met `along` of them. Returns false where there is no room. */
static bool copy_closed(const struct prof_node *pool, const struct prof_node *root, uint32_t first, uint32_t open)
{
  uint32_t along = 0;
  for (const struct prof_node *n = root;;) {
    if (along < open && node_row_at(first + along)->id == id_of(pool, n))
      along++;
    else if (!copy_node(pool, n))
      return false;
    const struct prof_node *next = __atomic_load_n(&n->child, __ATOMIC_ACQUIRE);
    if (next) {
      n = next;
      continue;
    }
    while (n != root && !(next = PROF_READ(n->sibling)))
      n = n->parent;
    if (n == root)
      return true;
    n = next;
  }
}

static bool copy_tree(const struct prof_node *root, const struct moment *m)
{
  uint32_t all;
  const struct prof_node *pool = prof_timing_nodes(&all), *other = root + 1;
  const uint32_t first = copies[NODES].count;
  if (!copy_open(pool, m) || !copy_closed(pool, root, first, copies[NODES].count - first))
    return false;
  const bool used = prof_node_calls(other) || PROF_READ(other->raw);
  return m->current == other || !used || copy_node(pool, other);
}

/* ---- a thread ---- */

static bool is_in_probe(const struct prof_thread *t)
{
  const uintptr_t at = PROF_READ(t->stopped_at);
  return at == PROF_STOPPED_UNKNOWN || (at >= (uintptr_t)__start_prof_probe && at < (uintptr_t)__stop_prof_probe);
}

/* Writes the thread's figures to *out and the moment to *m. Returns false when the thread stands inside a probe, or
 * runs: on another processor interrupts have their contexts, though threads stand still. The thread cannot exit
 * meanwhile, for its memory may be gone then. */
static bool read_figures(const struct prof_entry *e, struct wire_thread *out, struct moment *m)
{
  unsigned long irq = prof_alone_begin();
  const struct prof_thread *t = e->live;
  const uint64_t now = prof_time();
  *m = (struct moment){ .live = t };
  *out = (struct wire_thread){ .id = (uint32_t)(e - prof_state.threads) + 1, .flags = e->flags, .start = e->start,
                               .end = e->end, .run = e->run, .unwound = PROF_READ(e->unwound),
                               .stray = PROF_READ(e->stray), .by = e->by, .node = e->node };
  const bool good = !t || (!is_in_probe(t) && !prof_runs_elsewhere(t));
  if (t) {
    m->current = prof_timing_current(t);
    m->left_at = PROF_READ(t->left_at);
    m->clock = m->left_at - PROF_READ(t->suspended);
    out->end = now;
    out->run = prof_clock_at(t, now) - e->clock;
  }
  prof_alone_end(irq);
  return good;
}

/* Returns whether the thread has run since the moment. */
static bool has_run(const struct prof_entry *e, const struct moment *m)
{
  prof_arch_load_fence(); /* the copy was read before */
  unsigned long irq = prof_alone_begin();
  const bool ran = e->live != m->live || (m->live && (PROF_READ(m->live->left_at) != m->left_at ||
                                                     prof_runs_elsewhere(m->live)));
  prof_alone_end(irq);
  return ran;
}

/* Copies a thread and its tree. Returns false, with nothing copied, where the thread has to be left alone for now. */
static bool copy_thread(const struct prof_entry *e)
{
  const uint32_t nodes = copies[NODES].count, buckets = copies[BUCKETS].count;
  struct copy *c = &copies[THREADS];
  for (int i = 0; i < ATTEMPTS; i++) {
    struct moment m;
    if (!read_figures(e, (struct wire_thread *)c->rows + c->count, &m))
      return false;
    if (!e->root || (copy_tree(e->root, &m) && !has_run(e, &m))) {
      c->count++;
      return true;
    }
    copies[NODES].count = nodes;
    copies[BUCKETS].count = buckets;
  }
  return false;
}

/* ---- all ---- */

static void begin_snapshot(void)
{
  for (size_t i = 0; i < COPIES; i++)
    copies[i].count = copies[i].handed = 0;
  head = (struct wire_snapshot){ .number = begun++, .tsc = prof_time() };
  known = __atomic_load_n(&prof_state.thread_count, __ATOMIC_ACQUIRE);
  stage = TAKING;
}

enum prof_snapshot prof_snapshot_take(void)
{
  if (!copies[NODES].room)
    return PROF_SNAPSHOT_OFF;
  if (stage == IDLE)
    begin_snapshot();
  if (stage == TAKING && !copy_thread(&prof_state.threads[copies[THREADS].count]))
    return PROF_SNAPSHOT_LATER;
  if (copies[THREADS].count < known)
    return PROF_SNAPSHOT_GOES_ON;
  head.threads = copies[THREADS].count;
  head.nodes = copies[NODES].count;
  head.buckets = copies[BUCKETS].count;
  stage = TAKEN;
  return PROF_SNAPSHOT_TAKEN;
}

/* Hands out the next rows of `c`. Returns whether there were any. */
static bool hand_rows(const struct prof_sink *sink, struct copy *c)
{
  const uint32_t left = c->count - c->handed, count = left < PIECE_ROWS ? left : PIECE_ROWS;
  if (count)
    sink->records(sink->ctx, c->kind, (uint8_t *)c->rows + (size_t)c->handed * wire_kinds[c->kind].bytes, count);
  c->handed += count;
  return count;
}

bool prof_snapshot_hand(const struct prof_sink *sink)
{
  if (stage != TAKEN)
    return false;
  if (!copies[THREADS].handed)
    sink->records(sink->ctx, WIRE_SNAPSHOT, &head, 1);
  for (size_t i = 0; i < COPIES; i++)
    if (hand_rows(sink, &copies[i]))
      return true;
  sink->records(sink->ctx, WIRE_SNAPSHOT, &head, 1);
  stage = IDLE;
  return false;
}
