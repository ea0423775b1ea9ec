/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * heap.c: what the heap held, over time; heap.h is the manual.
 */
#include "heap.h"

#include "base/mem.h"
#include "lives.h"

#define HEAP_POINTS 1000 /* between collections, over the run: about a pixel each */

/* The walk through a run. */
struct walk { const struct lives *lives; heap_fn *take; void *ctx; size_t done; };

/* The bytes in use at `clock`, after the first `done` collections: what the last collection left, and what was
 * allocated since; before the first collection, what that one found, less what was allocated until then. */
static uint64_t used_at(const struct lives *l, size_t done, uint64_t clock)
{
  if (done) {
    const struct wire_collection *c = &l->collections[done - 1];
    return c->marked_bytes + (clock > c->clock ? clock - c->clock : 0);
  }
  if (!l->collection_count)
    return clock;
  const struct wire_collection *c = &l->collections[0];
  uint64_t met = c->marked_bytes + c->freed_bytes, to_come = c->clock > clock ? c->clock - clock : 0;
  return met > to_come ? met - to_come : 0;
}

/* Tells of start and end of each collection that began up to `tsc`. */
static void tell_collections(struct walk *w, uint64_t tsc)
{
  for (; w->done < w->lives->collection_count && w->lives->collections[w->done].start <= tsc; w->done++) {
    const struct wire_collection *c = &w->lives->collections[w->done];
    w->take(w->ctx, &(struct heap_point){ c->start, c->marked_bytes + c->freed_bytes, c->heap_before, true });
    w->take(w->ctx, &(struct heap_point){ c->end, c->marked_bytes, c->heap_after, true });
  }
}

/* Walks from a place among the births to the last one that is born up to `to`. */
static void walk_births(const struct lives *l, struct lives_mark from, uint64_t to, size_t step, heap_fn *take, void *ctx)
{
  struct walk w = { .lives = l, .take = take, .ctx = ctx };
  struct cursor births = cursor_begin_range(l->dump, WIRE_BIRTH, from.tsc, to);
  size_t i = from.before;
  for (const struct wire_birth *b; (b = cursor_next(&births)) && b->tsc <= to;) {
    if ((from.before && b->tsc <= from.tsc) || i++ % step)
      continue;
    tell_collections(&w, b->tsc);
    take(ctx, &(struct heap_point){ b->tsc, used_at(l, w.done, b->clock), 0, false });
  }
  cursor_end(&births);
  tell_collections(&w, UINT64_MAX);
}

void heap_walk(const struct lives *l, size_t step, heap_fn *take, void *ctx)
{
  walk_births(l, (struct lives_mark){ 0, 0 }, UINT64_MAX, step, take, ctx);
}

/* ---- the points of a table ---- */

struct points { struct view *view; struct heap_point *rows; size_t count; };

static void add_point(void *ctx, const struct heap_point *point)
{
  struct points *p = ctx;
  if (view_in_window(p->view, point->tsc))
    p->rows[p->count++] = *point;
}

struct heap_point *heap_points(struct view *v, const struct lives *l, size_t *count)
{
  const size_t step = l->count / HEAP_POINTS + 1;
  struct points p = { v, mem_alloc(2 * l->collection_count + l->count / step + 1, sizeof(*p.rows)), 0 };
  uint64_t from, to;
  view_window(v, &from, &to);
  walk_births(l, lives_mark_before(l, from), to, step, add_point, &p);
  *count = p.count;
  return p.rows;
}
