/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_locks.c: the tables of locks: locks (who waited for whom, by lock and by the places of both) and lockwaits (each
 * wait). What a wait is made of, lock_waits.h says.
 */
#include "an.h"
#include "base/mem.h"
#include "model/lock_waits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NONE UINT32_MAX
#define NOTE_UNKNOWN "do not tell where the lock was held: a release has no record"

/* The names of a stack joined by `;`, new memory; "-" of the empty one. */
static char *place_text(const struct view *v, const struct lock_places *p, uint32_t place)
{
  size_t bytes = 2;
  for (uint32_t i = place; i; i = p->rows[i].parent)
    bytes += strlen(view_function_name(v, p->rows[i].function)) + 1;
  char *text = mem_alloc(bytes, 1), *end = text + bytes - 1;
  for (uint32_t i = place; i; i = p->rows[i].parent) {
    const char *name = view_function_name(v, p->rows[i].function);
    const size_t n = strlen(name);
    end -= n;
    memcpy(end, name, n);
    if (p->rows[i].parent)
      *--end = ';';
  }
  if (!place)
    *--end = '-';
  memmove(text, end, strlen(end) + 1);
  return text;
}

/* ---- by lock and places ---- */

/* One row: what a thread waited at one place for one holder at one place. `number` is the lock's; where that is 0
 * `object` is its address, else 0. */
struct pair {
  uint64_t object, acquired;
  uint32_t number, flags, thread, place, holder, held;
  uint64_t waits, holds, total, most;
  struct pair_order { const char *lock; uint64_t of_lock; } order;
};

/* Which members of struct pair tell rows apart. */
static int by_key(const void *a, const void *b)
{
  const struct pair *x = a, *y = b;
#define BY(member) if (x->member != y->member) return x->member < y->member ? -1 : 1;
  BY(number) BY(object) BY(flags) BY(thread) BY(place) BY(holder) BY(held) BY(acquired)
#undef BY
  return 0;
}

struct pairs { struct pair *rows; size_t count, room, sorted; uint64_t cut, unknown, many, all; };

/* Makes one row of those that are alike; the rows are then sorted. */
static void merge_pairs(struct pairs *p)
{
  size_t kept = 0;
  if (p->count)
    mem_sort(p->rows, p->count, sizeof(*p->rows), by_key);
  for (size_t i = 0; i < p->count; i++) {
    struct pair *to = kept ? &p->rows[kept - 1] : NULL;
    const struct pair *from = &p->rows[i];
    if (!to || by_key(to, from)) {
      p->rows[kept++] = *from;
      continue;
    }
    to->waits += from->waits;
    to->holds += from->holds;
    to->total += from->total;
    to->most = from->most > to->most ? from->most : to->most;
  }
  p->count = p->sorted = kept;
}

#define MERGE_AT 65536 /* rows that are added before those that are alike are merged, at least */

static void add_piece(struct pairs *p, struct pair row, uint64_t cycles, bool last)
{
  if (p->count - p->sorted >= (p->sorted > MERGE_AT ? p->sorted : MERGE_AT))
    merge_pairs(p);
  mem_grow(&p->rows, &p->room, p->count + 1, sizeof(*p->rows));
  row.waits = last;
  row.holds = 1;
  row.total = row.most = cycles;
  p->rows[p->count++] = row;
}

static void add_wait(void *ctx, struct lock_waits *l, const struct lock_wait *w)
{
  struct pairs *p = ctx;
  const struct wire_lock *r = w->record;
  struct pair row = { .object = r->lock ? 0 : r->object, .number = r->lock, .thread = w->thread, .place = w->place,
                      .flags = r->flags & (WIRE_LOCK_SPIN | WIRE_LOCK_MONITOR) };
  uint64_t since = w->begun;
  p->all++;
  p->cut += (r->flags & WIRE_LOCK_CUT) != 0;
  p->unknown += w->first == w->end && !w->many;
  p->many += w->many;
  for (size_t i = w->first; i < w->end; i++) {
    const struct lock_release *by = &l->releases[i];
    const bool last = i + 1 == w->end;
    const uint64_t until = last ? r->tsc : by->tsc;
    row.holder = by->thread;
    row.held = by->place;
    row.acquired = by->acquired;
    add_piece(p, row, until - since, last);
    since = until;
  }
  row.holder = r->holder ? view_thread(l->view, r->holder) : NONE;
  row.held = 0;
  row.acquired = 0;
  if (w->first == w->end)
    add_piece(p, row, r->waited, true);
}

/* The rows of a lock stand together, the lock first for which most was waited. */
static int by_total(const void *a, const void *b)
{
  const struct pair *x = a, *y = b;
  if (x->order.of_lock != y->order.of_lock)
    return x->order.of_lock > y->order.of_lock ? -1 : 1;
  const int order = strcmp(x->order.lock, y->order.lock);
  if (order)
    return order;
  if (x->number != y->number || x->object != y->object)
    return by_key(x, y);
  if (x->total != y->total)
    return x->total > y->total ? -1 : 1;
  return by_key(x, y);
}

static bool same_lock(const struct pair *a, const struct pair *b)
{
  return a->number == b->number && a->object == b->object;
}

/* Gives the rows their names and sums. They are sorted by lock. */
static void prepare_order(const struct view *v, struct pairs *p)
{
  for (size_t first = 0, end; first < p->count; first = end) {
    struct pair_order order = { lock_waits_name(v, p->rows[first].number, p->rows[first].object), 0 };
    for (end = first; end < p->count && same_lock(&p->rows[first], &p->rows[end]); end++)
      order.of_lock += p->rows[end].total;
    for (size_t i = first; i < end; i++)
      p->rows[i].order = order;
  }
}

static void place_cells(struct view *v, struct table *t, const struct lock_places *p, uint32_t place)
{
  table_text(t, place ? view_function_name(v, p->rows[place].function) : "-");
  table_text(t, place ? view_where(v, p->rows[place].function) : "-");
}

static void stack_cell(struct table *t, const struct view *v, const struct lock_places *p, uint32_t place)
{
  char *text = place_text(v, p, place);
  table_text(t, text);
  mem_free(text);
}

static void pair_row(struct lock_waits *l, struct table *t, const struct pair *p)
{
  struct view *v = l->view;
  table_text(t, p->order.lock);
  table_text(t, lock_waits_kind(p->flags));
  table_text(t, lock_waits_way(p->flags));
  table_text(t, v->threads[p->thread].name);
  place_cells(v, t, &l->places, p->place);
  table_text(t, p->holder == NONE ? "-" : v->threads[p->holder].name);
  place_cells(v, t, &l->places, p->held);
  table_text(t, p->acquired ? view_function_name(v, view_function(v, p->acquired, true)) : "-");
  table_natural(t, p->waits);
  table_natural(t, p->holds);
  an_cycles(v, t, p->total);
  an_cycles_real(v, t, (double)p->total / (double)p->holds);
  an_cycles(v, t, p->most);
  stack_cell(t, v, &l->places, p->place);
  stack_cell(t, v, &l->places, p->held);
}

static void note_some(struct table *t, uint64_t count, uint64_t all, const char *what)
{
  char text[160];
  if (!count)
    return;
  snprintf(text, sizeof(text), "%" PRIu64 " of %" PRIu64 " waits %s", count, all, what);
  table_comment(t, "note", text);
}

static void fill_locks(struct analysis *analysis, struct table *t)
{
  struct lock_waits l = lock_waits_new(analysis->view);
  struct pairs p = { 0 };
  lock_waits_each(&l, add_wait, &p);
  merge_pairs(&p);
  prepare_order(l.view, &p);
  note_some(t, p.unknown, p.all, NOTE_UNKNOWN);
  note_some(t, p.many, p.all, "are told as their last holder's: they and those before went through too many holders");
  note_some(t, p.cut, p.all, "lack outer callers: their stacks were too deep");
  if (p.count)
    mem_sort(p.rows, p.count, sizeof(*p.rows), by_total);
  for (size_t i = 0; i < p.count; i++)
    pair_row(&l, t, &p.rows[i]);
  for (size_t i = 0; i < p.count; i++)
    if (!i || p.rows[i].order.lock != p.rows[i - 1].order.lock)
      mem_free((char *)p.rows[i].order.lock);
  mem_free(p.rows);
  lock_waits_free(&l);
}

static bool has_locks(const struct view *v)
{
  return dump_meta(v->dump, WIRE_META_MODES, 0) & WIRE_MODE_LOCKS;
}

static const struct table_column pair_columns[] = {
  { "lock", TABLE_TEXT }, { "kind", TABLE_TEXT }, { "way", TABLE_TEXT }, { "waiter", TABLE_TEXT },
  { "waits_in", TABLE_TEXT }, { "waits_at", TABLE_TEXT }, { "holder", TABLE_TEXT }, { "holds_in", TABLE_TEXT },
  { "holds_at", TABLE_TEXT }, { "taken_in", TABLE_TEXT }, { "waits", TABLE_COUNT }, { "holds", TABLE_COUNT },
  { "total_us", TABLE_US }, { "mean_us", TABLE_US }, { "max_us", TABLE_US }, { "waiter_stack", TABLE_TEXT },
  { "holder_stack", TABLE_TEXT },
};

const struct tables_def an_locks = {
  .name = "locks", .title = "who waited for which lock, how long, and who held it where", TABLES_COLUMNS(pair_columns),
  .modes = WIRE_MODE_LOCKS, .timed = true, .applies = has_locks, .fill = fill_locks };

/* ---- each wait ---- */

struct untold { uint64_t unknown, many, all; };

static void count_untold(void *ctx, struct lock_waits *l, const struct lock_wait *w)
{
  struct untold *u = ctx;
  (void)l;
  u->all++;
  u->unknown += w->first == w->end && !w->many;
  u->many += w->many;
}

static void wait_row(void *ctx, struct lock_waits *l, const struct lock_wait *w)
{
  struct table *t = ctx;
  struct view *v = l->view;
  const struct wire_lock *r = w->record;
  char *name = lock_waits_name(v, r->lock, r->object);
  table_us(t, view_ns(v, w->begun));
  table_us(t, view_ns(v, r->tsc));
  an_cycles(v, t, r->waited);
  table_text(t, name);
  table_text(t, lock_waits_kind(r->flags));
  table_text(t, lock_waits_way(r->flags));
  table_text(t, v->threads[w->thread].name);
  place_cells(v, t, &l->places, w->place);
  table_text(t, r->holder ? view_thread_of(v, r->holder)->name : "-");
  place_cells(v, t, &l->places, w->end > w->first ? l->releases[w->end - 1].place : 0);
  table_natural(t, r->holds);
  mem_free(name);
}

static void fill_lockwaits(struct analysis *analysis, struct table *t)
{
  struct lock_waits l = lock_waits_new(analysis->view);
  struct untold u = { 0 };
  lock_waits_each(&l, count_untold, &u); /* notes come before rows */
  note_some(t, u.unknown, u.all, NOTE_UNKNOWN);
  note_some(t, u.many, u.all, "do not tell where the lock was held: they and those before went through too many holders");
  lock_waits_each(&l, wait_row, t);
  lock_waits_free(&l);
}

static const struct table_column wait_columns[] = {
  { "start_us", TABLE_US }, { "end_us", TABLE_US }, { "waited_us", TABLE_US }, { "lock", TABLE_TEXT },
  { "kind", TABLE_TEXT }, { "way", TABLE_TEXT }, { "waiter", TABLE_TEXT }, { "waits_in", TABLE_TEXT },
  { "waits_at", TABLE_TEXT }, { "holder", TABLE_TEXT }, { "holds_in", TABLE_TEXT }, { "holds_at", TABLE_TEXT },
  { "holds", TABLE_COUNT },
};

const struct tables_def an_lockwaits = {
  .name = "lockwaits", .title = "each wait for a lock", TABLES_COLUMNS(wait_columns),
  .modes = WIRE_MODE_LOCKS, .raw = true, .timed = true, .fill = fill_lockwaits };
