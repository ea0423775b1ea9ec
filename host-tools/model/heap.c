/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * heap.c: what the heap held, over time; heap.h is the manual.
 */
#include "heap.h"

#include "base/mem.h"
#include "lives.h"

#define HEAP_POINTS 1000 /* between collections, over the run: about a pixel each */

struct points { struct heap_point *rows; size_t count; };

static void add_point(struct view *v, struct points *p, struct heap_point point)
{
  if (view_in_window(v, point.tsc))
    p->rows[p->count++] = point;
}

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

/* Start and end of each collection that began up to `tsc`, from number `done` on; returns how many there are then. */
static size_t add_collections(struct view *v, struct points *p, const struct lives *l, size_t done, uint64_t tsc)
{
  for (; done < l->collection_count && l->collections[done].start <= tsc; done++) {
    const struct wire_collection *c = &l->collections[done];
    add_point(v, p, (struct heap_point){ c->start, c->marked_bytes + c->freed_bytes, c->heap_before, true });
    add_point(v, p, (struct heap_point){ c->end, c->marked_bytes, c->heap_after, true });
  }
  return done;
}

struct heap_point *heap_points(struct view *v, const struct lives *l, size_t *count)
{
  const size_t step = l->count / HEAP_POINTS + 1;
  struct points p = { .rows = mem_alloc(2 * l->collection_count + l->count / step + 1, sizeof(*p.rows)) };
  size_t done = 0, i = 0;
  struct cursor births = cursor_begin(v->dump, WIRE_BIRTH);
  for (const struct wire_birth *b; (b = cursor_next(&births)); i++) {
    if (i % step)
      continue;
    done = add_collections(v, &p, l, done, b->tsc);
    add_point(v, &p, (struct heap_point){ b->tsc, used_at(l, done, b->clock), 0, false });
  }
  cursor_end(&births);
  add_collections(v, &p, l, done, UINT64_MAX);
  *count = p.count;
  return p.rows;
}
