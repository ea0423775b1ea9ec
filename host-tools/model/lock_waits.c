/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lock_waits.c: see lock_waits.h.
 */
#include "lock_waits.h"

#include "base/mem.h"
#include "base/search.h"
#include "dump/cursor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- places: call stacks, outermost function first ---- */

static uint32_t place_in(struct lock_places *p, uint32_t parent, uint32_t function)
{
  const uint64_t key = (uint64_t)parent << 32 | function;
  uint32_t row = map_get(&p->of, key);
  if (row != MAP_NONE)
    return row;
  row = (uint32_t)p->count;
  mem_grow(&p->rows, &p->room, p->count + 1, sizeof(*p->rows));
  map_put(&p->of, key, row);
  p->rows[p->count++] = (struct lock_place){ parent, function };
  return row;
}

/* The place of a record: its stack, of which the innermost function called the lock. */
static uint32_t place_of(struct view *v, struct lock_places *p, const struct wire_lock *r)
{
  const uint64_t *at = &r->at0;
  unsigned depth = 0;
  uint32_t place = 0;
  while (depth < WIRE_LOCK_DEPTH && at[depth])
    depth++;
  while (depth-- > 0)
    place = place_in(p, place, view_function(v, at[depth], true));
  return place;
}

/* ---- releases ---- */

static int by_object(const void *a, const void *b)
{
  const struct lock_release *x = a, *y = b;
  if (x->object != y->object)
    return x->object < y->object ? -1 : 1;
  return (x->tsc > y->tsc) - (x->tsc < y->tsc);
}

struct lock_waits lock_waits_new(struct view *v)
{
  struct lock_waits l = { .view = v, .most = LOCK_WAITS_HOLDERS };
  mem_grow(&l.places.rows, &l.places.room, 1, sizeof(*l.places.rows));
  l.places.rows[l.places.count++] = (struct lock_place){ 0, 0 };
  struct cursor c = cursor_begin(v->dump, WIRE_LOCK);
  for (const struct wire_lock *r; (r = cursor_next(&c));) {
    if (!(r->flags & WIRE_LOCK_RELEASE))
      continue;
    mem_grow(&l.releases, &l.room, l.count + 1, sizeof(*l.releases));
    l.releases[l.count++] = (struct lock_release){ r->object, r->tsc, r->acquired, view_thread(v, r->thread),
                                              place_of(v, &l.places, r) };
  }
  cursor_end(&c);
  if (l.count)
    mem_sort(l.releases, l.count, sizeof(*l.releases), by_object);
  return l;
}

void lock_waits_free(struct lock_waits *l)
{
  mem_free(l->releases);
  mem_free(l->places.rows);
  map_free(&l->places.of);
}

static bool is_before(const struct lock_release *r, uint64_t object, uint64_t tsc)
{
  return r->object < object || (r->object == object && r->tsc <= tsc);
}

/* The number of releases that come before those of `object` behind `tsc`. */
static size_t releases_before(const struct lock_waits *l, uint64_t object, uint64_t tsc)
{
  size_t low = 0;
  SEARCH(low, l->count, is_before(&l->releases[middle], object, tsc));
  return low;
}

/* ---- waits ---- */

static struct lock_wait wait_of(struct lock_waits *l, const struct wire_lock *r)
{
  struct lock_wait w = { .record = r, .begun = r->tsc - r->waited, .thread = view_thread(l->view, r->thread) };
  w.first = releases_before(l, r->object, w.begun);
  w.end = r->released > w.begun ? releases_before(l, r->object, r->released) : w.first;
  const bool all = w.end - w.first >= r->holds && (!r->holds || l->releases[w.end - 1].tsc == r->released);
  w.first = all ? w.end - r->holds : w.end; /* what came before was while the waiter read its clock */
  w.place = place_of(l->view, &l->places, r);
  return w;
}

/* wait_of() of the next record of a walk. `left`: how many holders beside the first of a wait may still be told apart. */
static struct lock_wait next_wait(struct lock_waits *l, const struct wire_lock *r, size_t *left)
{
  struct lock_wait w = wait_of(l, r);
  const size_t more = w.end > w.first ? w.end - w.first - 1 : 0;
  w.many = more > *left;
  if (w.many)
    w.first = w.end;
  else
    *left -= more;
  return w;
}

void lock_waits_each(struct lock_waits *l, lock_wait_fn *take, void *ctx)
{
  struct view *v = l->view;
  uint64_t from, to;
  size_t left = l->most;
  view_window(v, &from, &to);
  struct cursor c = cursor_begin_range(v->dump, WIRE_LOCK, from, to);
  for (const struct wire_lock *r; (r = cursor_next(&c));) {
    if (r->flags & WIRE_LOCK_RELEASE || !view_in_window(v, r->tsc))
      continue;
    const struct lock_wait w = next_wait(l, r, &left);
    const uint32_t holder = r->holder ? view_thread(v, r->holder) : w.thread;
    if (v->threads[w.thread].wanted || v->threads[holder].wanted)
      take(ctx, l, &w);
  }
  cursor_end(&c);
}

void lock_waits_all(struct lock_waits *l, lock_wait_fn *take, void *ctx)
{
  size_t left = l->most;
  struct cursor c = cursor_begin(l->view->dump, WIRE_LOCK);
  for (const struct wire_lock *r; (r = cursor_next(&c));)
    if (!(r->flags & WIRE_LOCK_RELEASE)) {
      const struct lock_wait w = next_wait(l, r, &left);
      take(ctx, l, &w);
    }
  cursor_end(&c);
}

const char *lock_waits_kind(uint32_t flags)
{
  return flags & WIRE_LOCK_MONITOR ? "monitor" : flags & WIRE_LOCK_SPIN ? "spinlock" : "mutex";
}

const char *lock_waits_way(uint32_t flags)
{
  return flags & WIRE_LOCK_SPIN ? "spin" : "block";
}

char *lock_waits_name(const struct view *v, uint32_t number, uint64_t object)
{
  char *name = number ? dump_name(v->dump, WIRE_SPACE_LOCK, number) : NULL;
  char text[32];
  if (name)
    return name;
  const int n = snprintf(text, sizeof(text), "0x%" PRIx64, object);
  return memcpy(mem_alloc((size_t)n + 1, 1), text, (size_t)n + 1);
}
