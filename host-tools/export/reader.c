/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reader.c: hands an exporter what it needs of a run; reader.h is the manual.
 */
#include "reader.h"

#include "base/mem.h"
#include "base/stats.h"
#include "model/call_order.h"
#include "model/counters.h"
#include "model/event_filter.h"
#include "model/heap.h"
#include "model/lives.h"
#include "model/lock_waits.h"
#include "model/stacks.h"
#include "model/timeline.h"

struct reading {
  struct export *e;
  const struct reader_ops *ops;
  void *ctx;
  uint32_t *on;       /* by thread: processors on which it runs */
  size_t on_room;
  uint32_t *of_cpu;   /* by processor: the thread that runs there, or TIMELINE_NONE */
  size_t cpu_room;
};

static int64_t ns_of(const struct reading *r, uint64_t tsc)
{
  return view_ns(r->e->view, tsc);
}

/* Whether a time can be told; counts those that cannot. The last one stands for all that have no room (stats_ns()). */
static bool is_placed(struct reading *r, int64_t time)
{
  const bool placed = time >= 0 && time < INT64_MAX;
  r->e->unplaced += !placed;
  return placed;
}

/* ---- scheduling ---- */

static void take_stretch(void *ctx, const struct timeline_stretch *s)
{
  struct reading *r = ctx;
  struct reader_stretch out = { .thread = s->thread, .cpu = s->cpu, .why = s->why };
  if (timeline_shows(r->e->view, s, &out.start, &out.end) && out.end >= out.start && is_placed(r, out.start))
    r->ops->stretch(r->ctx, &out);
}

static void take_wake(void *ctx, const struct timeline_wake *w)
{
  struct reading *r = ctx;
  const int64_t time = ns_of(r, w->tsc);
  const bool runs = w->woken < r->on_room && r->on[w->woken];
  if (timeline_shows_wake(r->e->view, w) && is_placed(r, time))
    r->ops->wake(r->ctx, &(struct reader_wake){ time, w->by, w->woken, w->cpu, runs });
}

/* Grows an array of numbers by thread or processor, whose new ones are `fill`. */
static void grow_to(uint32_t **array, size_t *room, uint32_t index, uint32_t fill)
{
  const size_t old = *room;
  mem_grow(array, room, (size_t)index + 1, sizeof(**array));
  for (size_t i = old; i < *room; i++)
    (*array)[i] = fill;
}

static void take_change(void *ctx, uint64_t tsc, uint32_t cpu, uint32_t thread)
{
  struct reading *r = ctx;
  (void)tsc;
  grow_to(&r->of_cpu, &r->cpu_room, cpu, TIMELINE_NONE);
  if (r->of_cpu[cpu] != TIMELINE_NONE)
    r->on[r->of_cpu[cpu]]--;
  r->of_cpu[cpu] = thread;
  if (thread == TIMELINE_NONE)
    return;
  grow_to(&r->on, &r->on_room, thread, 0);
  r->on[thread]++;
}

static void take_forgot(void *ctx, uint64_t tsc)
{
  struct reading *r = ctx;
  const int64_t time = ns_of(r, tsc);
  if (view_in_window(r->e->view, tsc) && time >= 0)
    r->ops->forgot(r->ctx, time);
}

static void walk_sched(struct reading *r)
{
  const struct reader_ops *ops = r->ops;
  const struct timeline_ops walk = {
    .stretch = ops->stretch ? take_stretch : NULL, .wake = ops->wake ? take_wake : NULL,
    .change = ops->wake ? take_change : NULL, .forgot = ops->forgot ? take_forgot : NULL };
  if (!ops->stretch && !ops->wake)
    return;
  timeline_walk(r->e->view, &walk, r);
  mem_free(r->on);
  mem_free(r->of_cpu);
}

/* ---- events ---- */

static void walk_events(struct reading *r)
{
  struct view *v = r->e->view;
  if (!r->ops->event)
    return;
  struct cursor c = event_filter_begin(v);
  for (const struct wire_event *e; (e = event_filter_next(v, &c));) {
    const int64_t time = ns_of(r, e->tsc);
    if (is_placed(r, time))
      r->ops->event(r->ctx, &(struct reader_event){ time, view_thread(v, e->thread), e->event, e->cpu, e->arg });
  }
  cursor_end(&c);
}

/* ---- waits for locks ---- */

static void take_wait(void *ctx, struct lock_waits *l, const struct lock_wait *w)
{
  struct reading *r = ctx;
  const struct wire_lock *record = w->record;
  const int64_t start = ns_of(r, w->begun), end = ns_of(r, record->tsc);
  if (end < start || !is_placed(r, start))
    return;
  const int64_t released = record->released ? ns_of(r, record->released) : READER_NEVER;
  char *lock = lock_waits_name(l->view, record->lock, record->object);
  r->ops->wait(r->ctx, &(struct reader_wait){ start, end, released < 0 ? READER_NEVER : released, w->thread,
                                              record->holder ? view_thread(l->view, record->holder) : READER_NONE,
                                              record->cpu, record->flags, lock });
  mem_free(lock);
}

static void walk_waits(struct reading *r)
{
  if (!r->ops->wait)
    return;
  struct lock_waits l = lock_waits_new(r->e->view);
  lock_waits_each(&l, take_wait, r);
  lock_waits_free(&l);
}

/* ---- counters ---- */

static void take_span(void *ctx, const struct counters_span *s)
{
  struct reading *r = ctx;
  const struct view *v = r->e->view;
  const int64_t start = ns_of(r, s->start), end = ns_of(r, s->end);
  if (!v->threads[s->thread].wanted || !view_in_window(v, s->end) || end < start || !is_placed(r, start))
    return;
  r->ops->span(r->ctx, &(struct reader_span){ start, end, s->thread, s->cpu,
                                              { s->value[0], s->value[1], s->instructions } });
}

const char *reader_span_name(struct export *e, unsigned value)
{
  return value < 2 ? counters_name(analysis_counters(e->analysis), value) : "instructions";
}

/* ---- the heap ---- */

static void walk_collections(struct reading *r)
{
  struct view *v = r->e->view;
  size_t count;
  if (!r->ops->collection)
    return;
  struct wire_collection *all = lives_collections(v->dump, &count);
  for (const struct wire_collection *c = all; c < all + count; c++) {
    const struct reader_collection out = { ns_of(r, c->start), ns_of(r, c->end), c };
    if (view_in_window(v, c->start) && out.end >= out.start && is_placed(r, out.start))
      r->ops->collection(r->ctx, &out);
  }
  mem_free(all);
}

static void walk_heap(struct reading *r)
{
  struct view *v = r->e->view;
  size_t count;
  if (!r->ops->heap)
    return;
  struct heap_point *all = heap_points(v, analysis_lives(r->e->analysis), &count);
  for (const struct heap_point *p = all; p < all + count; p++) {
    const int64_t time = ns_of(r, p->tsc);
    if (is_placed(r, time))
      r->ops->heap(r->ctx, &(struct reader_heap){ time, p->used, p->heap, p->heap_known });
  }
  mem_free(all);
}

/* ---- call trees ---- */

/* What was told of a function's own time: cycles, and the same in nanoseconds. */
struct told { __int128 cycles, raw_cycles; };

struct tree_reading {
  struct reading *r;
  struct told *told;        /* by function */
  size_t told_room;
  uint32_t *path, *turned;  /* functions from the root in; and from the node out */
  size_t path_room;
};

/* Adds cycles to a sum, and returns by how many nanoseconds it has grown. */
static int64_t add_cycles(const struct view *v, __int128 *sum, int64_t cycles)
{
  const int64_t before = stats_ns(*sum, v->hz);
  *sum += cycles;
  return (int64_t)((uint64_t)stats_ns(*sum, v->hz) - (uint64_t)before);
}

static void take_node(void *ctx, const struct calltree_node *n)
{
  struct tree_reading *t = ctx;
  const struct view *v = t->r->e->view;
  const size_t old = t->told_room, depth = n->depth < READER_DEEPEST ? n->depth + 1 : READER_DEEPEST;
  mem_grow(&t->told, &t->told_room, (size_t)n->function + 1, sizeof(*t->told));
  for (size_t i = old; i < t->told_room; i++)
    t->told[i] = (struct told){ 0, 0 };
  mem_grow(&t->path, &t->path_room, (size_t)n->depth + 1, sizeof(*t->path));
  t->path[n->depth] = n->function;
  for (size_t i = 0; i < depth; i++)
    t->turned[i] = t->path[n->depth - i];
  struct told *told = &t->told[n->function];
  const int64_t excl = add_cycles(v, &told->cycles, n->excl), raw = add_cycles(v, &told->raw_cycles, n->raw_excl);
  t->r->ops->node(t->r->ctx, &(struct reader_node){ n, excl, raw, t->turned, depth });
}

static void walk_trees(struct reading *r)
{
  if (!r->ops->node || !view_trees_fit(r->e->view))
    return;
  struct tree_reading t = { .r = r, .turned = mem_alloc(READER_DEEPEST, sizeof(uint32_t)) };
  calltree_walk(analysis_calltree(r->e->analysis), take_node, NULL, &t);
  mem_free(t.told);
  mem_free(t.path);
  mem_free(t.turned);
}

/* ---- calls ---- */

/* The calls of a thread that have begun and not ended, outermost first; `told`: the exporter has been told. */
struct open_call { struct reader_call call; bool told; };
struct open_calls { struct open_call *list; size_t room; };

struct call_reading {
  struct reading *r;
  const struct calltree *tree;
  struct open_calls *threads; /* by index in the view */
};

static bool is_told(struct reading *r, const struct call *call, int64_t start)
{
  return call->known && view_in_window(r->e->view, call->end) && is_placed(r, start);
}

/* A call as exporters have it. Returns false where they are not told. */
static bool make_call(const struct call_reading *c, uint32_t thread, const struct call *call, struct reader_call *out)
{
  const struct view *v = c->r->e->view;
  const int64_t start = view_ns(v, call->start);
  if (!is_told(c->r, call, start))
    return false;
  *out = (struct reader_call){ .start = start, .end = view_ns(v, call->end), .time = view_span_ns(v, call->time),
                               .thread = thread, .function = c->tree->nodes[call->node].function,
                               .open = call->flags & WIRE_CALL_OPEN, .unwound = call->flags & WIRE_CALL_UNWOUND };
  return true;
}

/* For exporters that do not ask for the ends. */
static void take_begin(void *ctx, uint32_t thread, uint64_t number, const struct call *call, uint64_t depth, bool ends)
{
  const struct call_reading *c = ctx;
  struct reader_call out;
  (void)number;
  (void)depth;
  (void)ends;
  if (make_call(c, thread, call, &out))
    c->r->ops->call(c->r->ctx, &out);
}

static void take_call(void *ctx, uint32_t thread, uint64_t number, const struct call *call, uint64_t depth, bool ends)
{
  struct call_reading *c = ctx;
  struct open_calls *open = &c->threads[thread];
  (void)number;
  if (!ends)
    mem_grow(&open->list, &open->room, (size_t)depth + 1, sizeof(*open->list));
  struct open_call *o = &open->list[depth];
  if (!ends) {
    o->told = make_call(c, thread, call, &o->call);
    if (o->told)
      c->r->ops->call(c->r->ctx, &o->call);
  } else if (o->told)
    c->r->ops->returned(c->r->ctx, &o->call);
}

static void walk_calls(struct reading *r)
{
  struct view *v = r->e->view;
  if (!r->ops->call || !dump_count(v->dump, WIRE_CALL))
    return;
  const struct calltree *tree = analysis_calltree(r->e->analysis); /* first: it may meet threads that have no record */
  const size_t threads = view_thread_count(v);
  struct call_reading c = { r, tree, mem_alloc(threads, sizeof(*c.threads)) };
  call_order_each(v, c.tree, r->ops->returned, r->ops->returned ? take_call : take_begin, &c);
  for (size_t i = 0; i < threads; i++)
    mem_free(c.threads[i].list);
  mem_free(c.threads);
}

/* ---- samples, losses ---- */

static void take_sample(void *ctx, struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  struct reading *r = ctx;
  const int64_t time = view_ns(v, s->tsc);
  if (is_placed(r, time))
    r->ops->sample(r->ctx, &(struct reader_sample){ time, view_thread(v, s->thread), s->cpu, s, stack });
}

static void tell_lost(struct reading *r, const struct lost_stretch *s)
{
  int64_t from = ns_of(r, s->from), to = ns_of(r, s->to);
  from = from < 0 ? 0 : from;
  to = to < from ? from : to;
  if (lost_in_window(r->e->view, s))
    r->ops->lost(r->ctx, &(struct reader_lost){ from, to, s });
}

/* The stretches come by their beginnings, and this one begins with the run. */
static void walk_lost(struct reading *r)
{
  const struct view *v = r->e->view;
  size_t count;
  if (!r->ops->lost)
    return;
  const uint64_t missed = dump_meta(v->dump, WIRE_META_SAMPLES_MISSED, 0);
  if (missed)
    tell_lost(r, &(struct lost_stretch){ v->start, v->stop, WIRE_SAMPLE, missed, REASON_MISSED });
  struct lost_stretch *all = lost_stretches(v->dump, &count);
  for (const struct lost_stretch *s = all; s < all + count; s++)
    tell_lost(r, s);
  mem_free(all);
}

void reader_walk(struct export *e, const struct reader_ops *ops, void *ctx)
{
  struct reading r = { .e = e, .ops = ops, .ctx = ctx };
  walk_sched(&r);
  walk_events(&r);
  walk_calls(&r);
  walk_waits(&r);
  if (ops->span)
    counters_walk(analysis_counters(e->analysis), take_span, &r);
  walk_collections(&r);
  walk_heap(&r);
  if (ops->sample)
    stacks_each(e->view, false, take_sample, &r);
  walk_trees(&r);
  walk_lost(&r);
}

uint32_t reader_tid(const struct export *e, uint32_t thread)
{
  const uint32_t id = e->view->threads[thread].id;
  return id == 0 ? READER_UNLISTED : id == READER_UNLISTED ? 0 : id;
}
