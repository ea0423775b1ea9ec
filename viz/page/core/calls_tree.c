/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calls_tree.c: see calls_tree.h.
 */
#include "calls_tree.h"
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/stats.h"
#include "lanes/calls_lanes.h"
#include "lanes/lanes.h"
#include "model/calls.h"
#include "tables/an.h"

#define FOR_PAGE(name) __attribute__((export_name(#name))) name

/* What the table that is being written is of. */
static struct {
  uint32_t thread, parent;       /* the parent's node, CALLTREE_NONE: none */
  uint64_t *numbers, most;
  size_t count;
  bool nested;                   /* each call is the parent of the next one */
  struct calls_rank rank;
} it;

static struct lanes *lanes_with_calls(void)
{
  struct lanes *l = page_lanes_made();
  return l && l->calls.all ? l : NULL;
}

static uint64_t number_of(double call)
{
  return call < 0 ? CALLS_NONE : (uint64_t)call;
}

static bool is_call(const struct lanes *l, uint32_t thread, uint64_t number)
{
  return l && thread < l->calls.all->thread_count && number < l->calls.all->threads[thread].count;
}

double FOR_PAGE(page_calls)(void)
{
  struct lanes *l = page_list_calls();
  return l ? (double)l->calls.all->count : -1;
}

double FOR_PAGE(page_calls_of)(unsigned thread)
{
  const struct lanes *l = lanes_with_calls();
  return l && thread < l->calls.all->thread_count ? (double)l->calls.all->threads[thread].count : 0;
}

const char *FOR_PAGE(page_function)(unsigned function)
{
  const struct lanes *l = lanes_with_calls();
  return l && function < l->analysis->view->function_count ? view_function_name(l->analysis->view, function) : "";
}

double FOR_PAGE(page_calls_deeper)(void)
{
  const struct lanes *l = lanes_with_calls();
  return l ? (double)l->calls.deeper : 0;
}

double FOR_PAGE(page_calls_lane)(unsigned lane, int depth)
{
  const uint32_t number = page_lane(lane)->number;
  return depth ? calls_lanes_depth(number) : calls_lanes_thread(number);
}

double FOR_PAGE(page_calls_at)(unsigned lane, double at)
{
  const uint32_t number = page_lane(lane)->number;
  const uint64_t call = calls_lanes_call_at(lanes_with_calls(), calls_lanes_thread(number), calls_lanes_depth(number),
                                            (int64_t)at);
  return call == CALLS_NONE ? -1 : (double)call;
}

/* ---- rows ---- */

static const char *how_it_ended(const struct call *call)
{
  return call->flags & WIRE_CALL_OPEN ? "open" : call->flags & WIRE_CALL_UNWOUND ? "unwound" : "returned";
}

/* `caller` is "no" where callers between this call and the one above it are not recorded. */
#define CALL(C) \
  C(thread, COUNT, table_natural(t, it.thread)) \
  C(call, COUNT, table_natural(t, number)) \
  C(inside, COUNT, table_natural(t, calls_size(c, it.thread, number) - 1)) \
  C(function, TEXT, table_text(t, view_function_name(v, c->tree->nodes[call->node].function))) \
  C(start_us, US, table_us(t, view_ns(v, call->start))) \
  C(end_us, US, table_us(t, view_ns(v, call->end))) \
  C(time_us, US, AN_OR_NONE(call->known, an_cycles(v, t, call->time))) \
  C(raw_us, US, AN_OR_NONE(call->known, an_cycles(v, t, call->raw))) \
  C(away_us, US, AN_OR_NONE(call->known, an_cycles(v, t, call->away))) \
  C(ended, TEXT, table_text(t, how_it_ended(call))) \
  C(caller, TEXT, table_text(t, calls_is_stray(c, call->node, it.parent) ? "no" : "yes"))

static void call_row(struct view *v, struct table *t, const struct calls *c, uint64_t number, const struct call *call)
{
  CALL(AN_CELL)
}

static void fill_calls(struct analysis *a, struct table *t)
{
  struct lanes *l = lanes_with_calls();
  struct call call;
  for (size_t i = 0; i < it.count && calls_read(l->calls.all, it.thread, it.numbers[i], &call); i++) {
    call_row(a->view, t, l->calls.all, it.numbers[i], &call);
    it.parent = it.nested ? call.node : it.parent;
  }
}

static const struct table_column call_columns[] = { CALL(AN_COLUMN) };

static const struct tables_def calls_here = {
  .name = "calls_here", .title = "some calls", TABLES_COLUMNS(call_columns), .modes = WIRE_MODE_CALLS,
  .fill = fill_calls };

static double write_table(const struct tables_def *def)
{
  const struct view_options *chosen;
  struct analysis *a = page_analysis(&chosen);
  size_t rows = 0;
  if (a)
    tables_write_part(def, a, page_output(), 0, 0, &rows);
  fflush(page_output());
  mem_free(it.numbers);
  it.numbers = NULL;
  it.count = 0;
  return a ? (double)rows : -1;
}

/* ---- children ---- */

/* The node of a call; CALLTREE_NONE where there is none. */
static uint32_t node_of(struct calls *c, uint32_t thread, uint64_t number)
{
  struct call call;
  return number != CALLS_NONE && calls_read(c, thread, number, &call) ? call.node : CALLTREE_NONE;
}

/* They come last one first: they are counted, and of those that are wanted the numbers are kept. */
double FOR_PAGE(page_calls_children)(unsigned thread, double root, double first, double limit)
{
  struct lanes *l = lanes_with_calls();
  const uint64_t of = number_of(root);
  if (!l || thread >= l->calls.all->thread_count || (of != CALLS_NONE && !is_call(l, thread, of)))
    return -1;
  const struct calls *c = l->calls.all;
  it.most = 0;
  for (uint64_t k = calls_last_child(c, thread, of); k != CALLS_NONE; k = calls_child_before(c, thread, of, k))
    it.most++;
  const uint64_t from = (uint64_t)first < it.most ? (uint64_t)first : it.most;
  const uint64_t left = it.most - from, wanted = (uint64_t)limit < left ? (uint64_t)limit : left;
  it.thread = thread;
  it.parent = node_of(l->calls.all, thread, of);
  it.nested = false;
  it.numbers = mem_alloc((size_t)wanted, sizeof(*it.numbers));
  it.count = (size_t)wanted;
  uint64_t place = it.most;
  for (uint64_t k = calls_last_child(c, thread, of); k != CALLS_NONE; k = calls_child_before(c, thread, of, k))
    if (--place >= from && place < from + wanted)
      it.numbers[place - from] = k;
  return write_table(&calls_here);
}

double FOR_PAGE(page_calls_most)(void)
{
  return (double)it.most;
}

/* ---- the way to a call ---- */

static double write_path(struct lanes *l, uint32_t thread, uint64_t number)
{
  it.thread = thread;
  it.parent = CALLTREE_NONE;
  it.nested = true;
  it.numbers = calls_path(l->calls.all, thread, number, &it.count);
  return write_table(&calls_here);
}

double FOR_PAGE(page_calls_path)(unsigned thread, double call)
{
  struct lanes *l = lanes_with_calls();
  return is_call(l, thread, number_of(call)) ? write_path(l, thread, number_of(call)) : -1;
}

double FOR_PAGE(page_calls_find)(const char *text, int breadth, double over_us, unsigned below_thread, double below,
                                 unsigned after_thread, double after)
{
  struct lanes *l = lanes_with_calls();
  if (!l)
    return -1;
  const struct view *v = l->analysis->view;
  uint8_t *functions = mem_alloc(v->function_count, 1);
  for (uint32_t i = 0; i < v->function_count; i++)
    functions[i] = strcasestr(view_function_name(v, i), text) != NULL;
  const struct calls_wanted wanted = {
    .functions = functions, .breadth = breadth, .thread = below_thread, .number = number_of(below),
    .after_thread = after_thread, .after_number = number_of(after),
    .over = over_us > 0 ? calls_over(over_us, v->hz) : INT64_MIN };
  uint32_t thread;
  uint64_t number;
  const bool found = calls_find(l->calls.all, &wanted, &thread, &number);
  mem_free(functions);
  return found ? write_path(l, thread, number) : 0;
}

/* ---- a call among those of its function ---- */

#define RANK(C) \
  C(calls, COUNT, table_natural(t, it.rank.count)) \
  C(total_us, US, an_cycles(v, t, it.rank.total)) \
  C(least_us, US, an_cycles(v, t, it.rank.least)) \
  C(mean_us, US, an_cycles_real(v, t, it.rank.mean)) \
  C(most_us, US, an_cycles(v, t, it.rank.most)) \
  C(deviation_us, US, an_cycles_real(v, t, it.rank.deviation)) \
  C(shorter, COUNT, table_natural(t, it.rank.below)) \
  C(as_long, COUNT, table_natural(t, it.rank.same))

static void rank_row(struct view *v, struct table *t)
{
  RANK(AN_CELL)
}

static void fill_rank(struct analysis *a, struct table *t)
{
  if (it.rank.count)
    rank_row(a->view, t);
}

static const struct table_column rank_columns[] = { RANK(AN_COLUMN) };

static const struct tables_def rank_here = {
  .name = "rank_here", .title = "a call among those of its function", TABLES_COLUMNS(rank_columns),
  .modes = WIRE_MODE_CALLS, .fill = fill_rank };

double FOR_PAGE(page_calls_rank)(unsigned thread, double call)
{
  struct lanes *l = lanes_with_calls();
  struct call c;
  if (!is_call(l, thread, number_of(call)) || !calls_read(l->calls.all, thread, number_of(call), &c))
    return -1;
  it.rank = calls_rank(l->calls.all, l->calls.tree->nodes[c.node].function, c.known ? c.time : INT64_MIN);
  return write_table(&rank_here);
}
