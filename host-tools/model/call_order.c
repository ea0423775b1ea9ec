/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * call_order.c: calls by their beginnings and ends; call_order.h is the manual.
 *
 * Calls are numbered by their ends, and those inside a call come right before it. So a thread's calls, gone through
 * from the last one to the first, tell in reverse what happened: a call has begun where the next one is not inside it.
 * That is done a piece of the records at a time. A first pass finds the calls that begin in one piece and end in a
 * later one: they are told to begin with the piece in which the first call inside them ends.
 */
#include "call_order.h"

#include "base/mem.h"
#include "base/search.h"

#define NO_ITEM  SIZE_MAX
#define NO_PIECE UINT32_MAX

unsigned call_order_piece = 4096; /* 350 KB of items, which stay in a cache: of twice as many a walk took 3 % longer */

/* The first call of a thread that ends in a piece. */
struct base { uint32_t piece; uint64_t number; };

struct item {
  struct call call;
  uint32_t thread, piece;   /* in which it begins; NO_PIECE: in an earlier one than the one at hand */
  uint64_t number, first;   /* its own, and that of the first call inside it, or its own */
  size_t before;            /* the thread's item before it in the piece; NO_ITEM: there is none */
};

struct order_thread {
  struct base *bases;       /* by piece; none of those in which no call of the thread ends */
  size_t base_count, base_room;
  size_t last;              /* its last item at hand; NO_ITEM: there is none */
  uint64_t base;            /* the number of its first one, where there is one */
};

struct told { const struct item *item; bool ends; };

struct call_order {
  struct calls *calls;
  bool ends;                     /* are told, too */
  call_order_fn *take;
  void *ctx;
  struct order_thread *threads;  /* by index in the view */
  size_t thread_count;
  struct item *spans;            /* calls that end in a later piece than they begin, by piece and thread; of a thread
                                    the outermost first */
  size_t span_count, span_room, next_span;
  uint64_t met_calls;            /* of the first pass */
  struct item *items;            /* of the piece at hand */
  size_t count, room;
  uint32_t piece;
  uint32_t *met;                 /* threads that have some */
  size_t met_count, met_room;
  const struct item **open;      /* while a thread's are gone through: those that have not begun */
  size_t open_count, open_room;
  struct told *told;             /* in reverse */
  size_t told_count, told_room;
};

/* ---- the first pass ---- */

static void note_base(struct order_thread *t, uint32_t piece, uint64_t number)
{
  if (t->base_count && t->bases[t->base_count - 1].piece == piece)
    return;
  mem_grow(&t->bases, &t->base_room, t->base_count + 1, sizeof(*t->bases));
  t->bases[t->base_count++] = (struct base){ piece, number };
}

/* The piece in which call `number` of a thread ends. */
static uint32_t piece_of(const struct order_thread *t, uint64_t number)
{
  size_t low = 0;
  SEARCH(low, t->base_count, t->bases[middle].number <= number);
  return t->bases[low - 1].piece;
}

static int by_piece(const void *a, const void *b)
{
  const struct item *x = a, *y = b;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  return (x->number < y->number) - (x->number > y->number);
}

static void take_first_time(void *ctx, uint32_t thread, uint64_t number, uint64_t first, const struct call *call)
{
  struct call_order *o = ctx;
  struct order_thread *t = &o->threads[thread];
  const uint32_t piece = (uint32_t)(o->met_calls++ / call_order_piece);
  note_base(t, piece, number);
  if (first >= t->bases[t->base_count - 1].number)
    return;
  mem_grow(&o->spans, &o->span_room, o->span_count + 1, sizeof(*o->spans));
  o->spans[o->span_count++] = (struct item){ *call, thread, piece_of(t, first), number, first, NO_ITEM };
}

static void find_spans(struct call_order *o, struct view *v, const struct calltree *tree)
{
  o->calls = calls_new_telling(v, tree, take_first_time, o);
  if (o->span_count)
    mem_sort(o->spans, o->span_count, sizeof(*o->spans), by_piece);
}

/* ---- the second pass ---- */

static void open_item(struct call_order *o, const struct item *i)
{
  mem_grow(&o->open, &o->open_room, o->open_count + 1, sizeof(*o->open));
  o->open[o->open_count++] = i;
}

static void tell(struct call_order *o, const struct item *i, bool ends)
{
  mem_grow(&o->told, &o->told_room, o->told_count + 1, sizeof(*o->told));
  o->told[o->told_count++] = (struct told){ i, ends };
}

/* Begins, in reverse, the calls that call `number` is not inside. */
static void begin_items(struct call_order *o, bool all, uint64_t number)
{
  while (o->open_count && (all || o->open[o->open_count - 1]->first > number)) {
    const struct item *i = o->open[--o->open_count];
    if (i->piece == o->piece)
      tell(o, i, false);
  }
}

/* Tells what a thread did in the piece at hand. */
static void tell_thread(struct call_order *o, uint32_t thread)
{
  struct order_thread *t = &o->threads[thread];
  o->told_count = 0;
  for (; o->next_span < o->span_count && o->spans[o->next_span].piece == o->piece &&
         o->spans[o->next_span].thread == thread; o->next_span++)
    open_item(o, &o->spans[o->next_span]);
  for (size_t at = t->last; at != NO_ITEM; at = o->items[at].before) {
    begin_items(o, false, o->items[at].number);
    if (o->ends)
      tell(o, &o->items[at], true);
    open_item(o, &o->items[at]);
  }
  begin_items(o, true, 0);
  t->last = NO_ITEM;
  while (o->told_count) {
    const struct told *told = &o->told[--o->told_count];
    o->take(o->ctx, thread, told->item->number, &told->item->call, told->ends);
  }
}

static int by_thread(const void *a, const void *b)
{
  const uint32_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void tell_piece(struct call_order *o)
{
  if (o->met_count)
    mem_sort(o->met, o->met_count, sizeof(*o->met), by_thread);
  for (size_t i = 0; i < o->met_count; i++)
    tell_thread(o, o->met[i]);
  o->met_count = o->count = 0;
  o->piece++;
}

/* Room for an item. */
static struct item *item_at(struct call_order *o)
{
  mem_grow(&o->items, &o->room, o->count + 1, sizeof(*o->items));
  return &o->items[o->count];
}

/* Makes the call that was read into item_at() an item. */
static void add_item(struct call_order *o, const struct calls_walk *w)
{
  struct order_thread *t = &o->threads[w->thread];
  struct item *i = &o->items[o->count];
  if (t->last == NO_ITEM) {
    mem_grow(&o->met, &o->met_room, o->met_count + 1, sizeof(*o->met));
    o->met[o->met_count++] = w->thread;
    t->base = w->number;
  }
  i->thread = w->thread;
  i->number = w->number;
  i->first = w->number + 1 - calls_size(o->calls, w->thread, w->number);
  i->piece = i->first >= t->base ? o->piece : NO_PIECE;
  i->before = t->last;
  t->last = o->count++;
}

static void tell_pieces(struct call_order *o)
{
  struct calls_walk w = calls_walk_begin(o->calls);
  while (calls_walk_next(&w, &item_at(o)->call)) {
    add_item(o, &w);
    if (o->count == call_order_piece)
      tell_piece(o);
  }
  tell_piece(o);
  calls_walk_end(&w);
}

struct call_order *call_order_new(struct view *v, const struct calltree *tree)
{
  struct call_order *o = mem_alloc(1, sizeof(*o));
  o->thread_count = view_thread_count(v);
  o->threads = mem_alloc(o->thread_count, sizeof(*o->threads));
  for (size_t i = 0; i < o->thread_count; i++)
    o->threads[i].last = NO_ITEM;
  find_spans(o, v, tree);
  return o;
}

struct calls *call_order_calls(struct call_order *o)
{
  return o->calls;
}

void call_order_tell(struct call_order *o, bool ends, call_order_fn *take, void *ctx)
{
  o->ends = ends;
  o->take = take;
  o->ctx = ctx;
  o->next_span = 0;
  o->piece = 0;
  tell_pieces(o);
}

void call_order_free(struct call_order *o)
{
  calls_free(o->calls);
  for (size_t i = 0; i < o->thread_count; i++)
    mem_free(o->threads[i].bases);
  mem_free(o->threads);
  mem_free(o->spans);
  mem_free(o->items);
  mem_free(o->met);
  mem_free(o->open);
  mem_free(o->told);
  mem_free(o);
}

void call_order_each(struct view *v, const struct calltree *tree, bool ends, call_order_fn *take, void *ctx)
{
  struct call_order *o = call_order_new(v, tree);
  call_order_tell(o, ends, take, ctx);
  call_order_free(o);
}
