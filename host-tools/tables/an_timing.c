/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_timing.c: the tables of method timing: methods, pairs (the JX paper's: a sum for each caller and callee) and
 * tree.
 *
 * Recursion: inclusive time counts only outermost activations, of a function or of a pair, so that no time is counted
 * twice. Mean and deviation are of completed calls; a node with a call still open has the time so far in its sums, so
 * such nodes are left out of both.
 *
 * How sure the corrected times are: the probes' constants are medians over the rounds of the calibration, and what lies
 * between them and the least that was found is what a call's correction may be off by.
 */
#include "an.h"
#include "dump/reason.h"
#include "model/calltree.h"
#include "base/mem.h"
#include "base/text.h"
#include "timed_notes.h"

#include <string.h>

/* ---- methods ---- */

#define FLAGGED_NAMES 4 /* functions that a remark names, the ones with most time */

struct method {
  uint32_t function;
  uint32_t active;                 /* activations on the path of the walk */
  uint64_t calls, open, negative;
  __int128 incl, excl, raw_incl, raw_excl;
  int64_t least, most;
  bool least_unknown, most_unknown; /* of a node with calls */
  uint64_t made;                   /* calls that it made */
  uint32_t flags;                  /* of all its nodes */
  uint64_t closed_calls;           /* of nodes without an open call */
  __int128 closed_sum;
  unsigned __int128 closed_squares;
  struct histogram lasted;         /* completed calls */
  bool lasted_unknown;             /* not of all nodes */
};

/* What a walk of the tree adds up. */
struct methods { const struct calltree *tree; struct method *of; };

/* A percentile of a histogram in microseconds; "-" where the histogram is NULL, which is not known, or empty. */
static void percentile_cell(const struct view *v, struct table *t, const struct histogram *h, unsigned percent)
{
  AN_OR_NONE(h && h->total, an_cycles_real(v, t, histogram_percentile(h, percent)));
}

static void method_add(const struct calltree *tree, struct method *m, const struct calltree_node *n)
{
  const struct wire_node *rec = n->rec;
  struct histogram lasted;
  m->lasted_unknown |= !calltree_histogram(tree, n, &lasted);
  histogram_join(&m->lasted, &lasted);
  if (rec->calls && (!m->calls || (int64_t)rec->least < m->least))
    m->least = (int64_t)rec->least;
  if (rec->calls && (!m->calls || (int64_t)rec->most > m->most))
    m->most = (int64_t)rec->most;
  m->least_unknown |= rec->calls && !n->least_known;
  m->most_unknown |= rec->calls && !n->most_known;
  m->calls += rec->calls;
  m->flags |= rec->flags;
  m->made += n->made;
  m->negative += rec->negative;
  m->excl += n->excl;
  m->raw_excl += n->raw_excl;
  if (rec->flags & WIRE_NODE_OPEN) {
    m->open++;
    return;
  }
  m->closed_calls += rec->calls;
  m->closed_sum += n->incl;
  m->closed_squares += (unsigned __int128)rec->square_hi << 64 | rec->square_lo;
}

static void method_enter(void *ctx, const struct calltree_node *n)
{
  const struct methods *all = ctx;
  struct method *m = &all->of[n->function];
  if (calltree_is_root(n))
    return;
  if (!m->active++) {
    m->incl += n->incl;
    m->raw_incl += n->raw_incl;
  }
  method_add(all->tree, m, n);
}

static void method_leave(void *ctx, const struct calltree_node *n)
{
  const struct methods *all = ctx;
  if (!calltree_is_root(n))
    all->of[n->function].active--;
}

static int falling(__int128 a, __int128 b)
{
  return (a < b) - (a > b);
}

static int by_excl(const void *a, const void *b, void *view)
{
  const struct method *x = a, *y = b;
  int order = falling(x->excl, y->excl);
  if (!order)
    order = strcmp(view_function_name(view, x->function), view_function_name(view, y->function));
  return order ? order : (x->function > y->function) - (x->function < y->function);
}

/* The mean of completed calls, cycles. */
static double mean_cycles(const struct method *m)
{
  return (double)m->closed_sum / (double)m->closed_calls;
}

static bool is_calibrated(const struct dump *d)
{
  return dump_has_meta(d, WIRE_META_CAL_INNER) && dump_has_meta(d, WIRE_META_CAL_INNER_MIN) &&
         dump_has_meta(d, WIRE_META_CAL_OUTER) && dump_has_meta(d, WIRE_META_CAL_OUTER_MIN);
}

/* From the least of a calibrated constant to its median, cycles. */
static double spread(const struct dump *d, enum wire_meta_key median, enum wire_meta_key least)
{
  return (double)(int64_t)(dump_meta(d, median, 0) - dump_meta(d, least, 0));
}

/* How far the corrected time may be off, of a run that is_calibrated(). */
static double uncertain_cycles(const struct dump *d, const struct method *m)
{
  return (double)m->calls * spread(d, WIRE_META_CAL_INNER, WIRE_META_CAL_INNER_MIN) +
         (double)m->made * spread(d, WIRE_META_CAL_OUTER, WIRE_META_CAL_OUTER_MIN);
}

#define METHOD(C) \
  C(function,     TEXT,  table_text(t, view_function_name(v, m->function))) \
  C(where,        TEXT,  table_text(t, view_where(v, m->function))) \
  C(calls,        COUNT, table_natural(t, m->calls)) \
  C(incl_us,      US,    an_cycles(v, t, m->incl)) \
  C(excl_us,      US,    an_cycles(v, t, m->excl)) \
  C(excl_pct,     PCT,   an_share(t, m->excl, whole)) \
  C(mean_us,      US,    AN_OR_NONE(m->closed_calls, an_cycles_real(v, t, mean_cycles(m)))) \
  C(sd_us,        US,    AN_OR_NONE(sd_known, an_cycles_real(v, t, sd))) \
  C(min_us,       US,    AN_OR_NONE(m->calls && !m->least_unknown, an_cycles(v, t, m->least))) \
  C(max_us,       US,    AN_OR_NONE(m->calls && !m->most_unknown, an_cycles(v, t, m->most))) \
  C(p50_us,       US,    percentile_cell(v, t, lasted, 50)) \
  C(p90_us,       US,    percentile_cell(v, t, lasted, 90)) \
  C(p99_us,       US,    percentile_cell(v, t, lasted, 99)) \
  C(raw_incl_us,  US,    an_cycles(v, t, m->raw_incl)) \
  C(raw_excl_us,  US,    an_cycles(v, t, m->raw_excl)) \
  C(open,         COUNT, table_natural(t, m->open)) \
  C(negative,     COUNT, table_natural(t, m->negative)) \
  C(probe_pct,    PCT,   an_share(t, m->raw_excl - m->excl, m->raw_excl)) \
  C(uncertain_us, US,    AN_OR_NONE(is_calibrated(v->dump), an_cycles_real(v, t, uncertain_cycles(v->dump, m)))) \
  C(timed,        TEXT,  table_text(t, timed_when(m->flags)))

static void method_row(struct view *v, struct table *t, const struct method *m, __int128 whole)
{
  const struct histogram *lasted = m->lasted_unknown ? NULL : &m->lasted;
  double sd;
  const bool sd_known = stats_sd(m->closed_calls, m->closed_sum, m->closed_squares, &sd);
  METHOD(AN_CELL)
}

static const struct table_column method_columns[] = { METHOD(AN_COLUMN) };

/* Names functions more than half of whose raw time the probes took, the functions with most time first. */
static void flag_small(struct view *v, struct table *t, const struct method *methods, size_t count)
{
  char text[400];
  int used = snprintf(text, sizeof(text), "more than half of their raw time was the probes', see probe_pct and table "
                      "own:");
  int flagged = 0;
  for (size_t i = 0; i < count; i++) {
    const struct method *m = &methods[i];
    if (m->raw_excl <= 0 || 2 * (m->raw_excl - m->excl) <= m->raw_excl)
      continue;
    if (flagged++ < FLAGGED_NAMES)
      used += snprintf(text + used, sizeof(text) - (size_t)used, "%s %.*s", flagged > 1 ? "," : "",
                       text_cut(view_function_name(v, m->function), 60), view_function_name(v, m->function));
  }
  if (!flagged)
    return;
  if (flagged > FLAGGED_NAMES)
    snprintf(text + used, sizeof(text) - (size_t)used, ", and %d more", flagged - FLAGGED_NAMES);
  table_comment(t, "note", text);
}

static void fill_methods(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct calltree *tree = analysis_calltree(analysis);
  struct method *methods = mem_alloc(v->function_count, sizeof(*methods));
  struct methods all = { tree, methods };
  size_t count = 0;
  for (uint32_t f = 0; f < v->function_count; f++)
    methods[f].function = f;
  calltree_walk(tree, method_enter, method_leave, &all);
  for (size_t f = 0; f < v->function_count; f++)
    if (methods[f].calls || methods[f].open)
      methods[count++] = methods[f];
  mem_sort_by(methods, count, sizeof(*methods), by_excl, v);
  timed_notes(v, t, tree);
  flag_small(v, t, methods, count);
  for (size_t i = 0; i < count; i++)
    method_row(v, t, &methods[i], tree->whole);
  mem_free(methods);
}

const struct tables_def an_methods = {
  .name = "methods", .title = "time by function; raw_ columns include the profiler's cost",
  TABLES_COLUMNS(method_columns), .modes = WIRE_MODE_TIMING, .trees = true, .fill = fill_methods };

/* ---- pairs ---- */

struct pair { uint32_t caller, callee, active; uint64_t calls, closed_calls; __int128 incl, raw_incl, closed_sum; };

struct pairs {
  const struct calltree *tree;
  struct map of;         /* caller << 32 | callee -> row */
  struct pair *rows;
  size_t count, room;
};

static struct pair *pair_of(struct pairs *p, const struct calltree_node *n)
{
  uint32_t caller = p->tree->nodes[n->parent].function;
  uint64_t key = (uint64_t)caller << 32 | n->function;
  uint32_t row = map_get(&p->of, key);
  if (row != MAP_NONE)
    return &p->rows[row];
  mem_grow(&p->rows, &p->room, p->count + 1, sizeof(*p->rows));
  map_put(&p->of, key, (uint32_t)p->count);
  p->rows[p->count] = (struct pair){ .caller = caller, .callee = n->function };
  return &p->rows[p->count++];
}

static void pair_enter(void *ctx, const struct calltree_node *n)
{
  if (n->parent == CALLTREE_NONE)
    return;
  struct pair *pair = pair_of(ctx, n);
  if (!pair->active++) {
    pair->incl += n->incl;
    pair->raw_incl += n->raw_incl;
  }
  pair->calls += n->rec->calls;
  if (!(n->rec->flags & WIRE_NODE_OPEN)) {
    pair->closed_calls += n->rec->calls;
    pair->closed_sum += n->incl;
  }
}

static void pair_leave(void *ctx, const struct calltree_node *n)
{
  if (n->parent != CALLTREE_NONE)
    pair_of(ctx, n)->active--;
}

static int by_incl(const void *a, const void *b, void *view)
{
  const struct pair *x = a, *y = b;
  int order = falling(x->incl, y->incl);
  if (!order)
    order = strcmp(view_function_name(view, x->caller), view_function_name(view, y->caller));
  if (!order)
    order = strcmp(view_function_name(view, x->callee), view_function_name(view, y->callee));
  return order;
}

static void fill_pairs(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct pairs p = { .tree = analysis_calltree(analysis) };
  timed_notes(v, t, p.tree);
  calltree_walk(p.tree, pair_enter, pair_leave, &p);
  if (p.count)
    mem_sort_by(p.rows, p.count, sizeof(*p.rows), by_incl, v);
  for (size_t i = 0; i < p.count; i++) {
    const struct pair *pair = &p.rows[i];
    table_text(t, view_function_name(v, pair->caller));
    table_text(t, view_function_name(v, pair->callee));
    table_count(t, (int64_t)pair->calls);
    an_cycles(v, t, pair->incl);
    an_share(t, pair->incl, p.tree->whole);
    if (pair->closed_calls)
      table_us(t, stats_ns_real((double)pair->closed_sum / (double)pair->closed_calls, v->hz));
    else
      table_none(t);
    an_cycles(v, t, pair->raw_incl);
  }
  map_free(&p.of);
  mem_free(p.rows);
}

static const struct table_column pair_columns[] = {
  { "caller", TABLE_TEXT }, { "callee", TABLE_TEXT }, { "calls", TABLE_COUNT }, { "incl_us", TABLE_US },
  { "incl_pct", TABLE_PCT }, { "mean_us", TABLE_US }, { "raw_incl_us", TABLE_US },
};

const struct tables_def an_pairs = {
  .name = "pairs", .title = "time by caller and callee, over all threads", TABLES_COLUMNS(pair_columns),
  .modes = WIRE_MODE_TIMING, .trees = true, .fill = fill_pairs };

/* ---- tree ---- */

struct tree_ctx { struct view *view; struct table *table; const struct calltree *tree; };

#define NODE(C) \
  C(id,          COUNT, table_natural(t, rec->id)) \
  C(parent,      COUNT, table_natural(t, n->parent == CALLTREE_NONE ? 0 : tree->nodes[n->parent].rec->id)) \
  C(depth,       COUNT, table_natural(t, n->depth)) \
  C(thread,      TEXT,  table_text(t, v->threads[n->thread].name)) \
  C(function,    TEXT,  table_text(t, view_function_name(v, n->function))) \
  C(calls,       COUNT, table_natural(t, rec->calls)) \
  C(incl_us,     US,    an_cycles(v, t, n->incl)) \
  C(excl_us,     US,    an_cycles(v, t, n->excl)) \
  C(incl_pct,    PCT,   an_share(t, n->incl, tree->whole)) \
  C(raw_incl_us, US,    an_cycles(v, t, n->raw_incl)) \
  C(raw_excl_us, US,    an_cycles(v, t, n->raw_excl)) \
  C(open,        COUNT, table_natural(t, (rec->flags & WIRE_NODE_OPEN) != 0)) \
  C(p50_us,      US,    percentile_cell(v, t, lasted, 50)) \
  C(p90_us,      US,    percentile_cell(v, t, lasted, 90)) \
  C(p99_us,      US,    percentile_cell(v, t, lasted, 99)) \
  C(timed,       TEXT,  table_text(t, timed_when(rec->flags)))

static void tree_row(void *ctx, const struct calltree_node *n)
{
  const struct tree_ctx *c = ctx;
  struct view *v = c->view;
  struct table *t = c->table;
  const struct calltree *tree = c->tree;
  const struct wire_node *rec = n->rec;
  struct histogram of_node;
  const struct histogram *lasted = calltree_histogram(tree, n, &of_node) ? &of_node : NULL;
  NODE(AN_CELL)
}

static const struct table_column tree_columns[] = { NODE(AN_COLUMN) };

static void fill_tree(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct tree_ctx ctx = { v, t, analysis_calltree(analysis) };
  char text[200];
  if (ctx.tree->orphans || ctx.tree->repeated) {
    snprintf(text, sizeof(text), "%ju nodes came without their caller and stand as roots here, %ju came twice and "
             "were ignored", (uintmax_t)ctx.tree->orphans, (uintmax_t)ctx.tree->repeated);
    table_incomplete(t, reason_code(REASON_ORPHANS), NULL, text);
  }
  timed_notes(v, t, ctx.tree);
  calltree_walk(ctx.tree, tree_row, NULL, &ctx);
}

const struct tables_def an_tree = {
  .name = "tree", .title = "time by path of calls, a tree a thread", TABLES_COLUMNS(tree_columns),
  .modes = WIRE_MODE_TIMING, .trees = true, .fill = fill_tree };
