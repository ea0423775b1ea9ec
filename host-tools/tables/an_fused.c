/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_fused.c: the table `fused`: time per call from samples and call counts together, beside the corrected time.
 *
 * A processor that runs instructions side by side lets a function of a dozen cycles overlap with its probes, and no
 * constant that is subtracted corrects that. A sample has no such fault: the interrupted instruction is the oldest that
 * has not retired. So samples that fell into the probes, whose addresses the dump names, are the probes'; the others
 * share out the time that the thread ran, and the exact counts of the probes turn a share into a time per call.
 *
 * A sample counts for the innermost function of its stack that is timed, as the call tree counts; without such a
 * function, for the thread itself. Functions that were timed for a part of the run only have no row: their calls were
 * not all counted, so their time and their samples are their callers'. Each thread's samples share out that thread's
 * time; a thread without a sample is left out.
 */
#include "an.h"
#include "model/calltree.h"
#include "base/mem.h"
#include "model/probe_samples.h"
#include "timed_notes.h"

#include <stdio.h>
#include <string.h>

/* Own cycles between two probes, as a multiple of what the probes of a call cost, from which on the overlap is small:
 * make bench-peers finds a function of 240 cycles, at 100 for the probes, within 3 %. */
#define LONG_CALL 2

/* Samples that a time per call must rest on: its 95 % interval then reaches 20 % to either side. */
#define ENOUGH_SAMPLES 100

struct fused {
  uint32_t function;
  bool timed;
  uint64_t calls, passes;   /* completed calls; and those with the calls that it made */
  __int128 excl;            /* corrected, cycles */
  uint64_t samples;
  double cycles;            /* share of the threads' times */
};

struct fusion {
  const struct calltree *tree;
  struct fused *rows;       /* by function of the view */
  size_t count, room;
  struct fused probes;
  uint64_t samples;
  double whole;             /* cycles that the sampled threads ran */
  double *weight;           /* by thread of the view: cycles that a sample stands for */
  bool calibrated;          /* it is known what the probes cost */
  bool steady;              /* they cost the same each time */
  double probe;             /* what they cost a call, cycles */
};

static struct fused *row_of(struct fusion *f, uint32_t function)
{
  size_t old = f->count;
  mem_grow(&f->rows, &f->room, (size_t)function + 1, sizeof(*f->rows));
  if (function >= f->count)
    f->count = (size_t)function + 1;
  for (; old < f->count; old++)
    f->rows[old] = (struct fused){ .function = (uint32_t)old };
  return &f->rows[function];
}

static void take_node(void *ctx, const struct calltree_node *n)
{
  struct fusion *f = ctx;
  const struct calltree_node *steady = calltree_steady(f->tree, n);
  struct fused *row = row_of(f, steady->function);
  row->timed = true;
  row->calls += steady == n ? n->rec->calls : 0;
  row->passes += n->rec->calls + n->made;
  row->excl += n->excl;
}

/* ---- what a sample stands for ---- */

static bool is_wanted(struct view *v, const struct wire_sample *s)
{
  const uint32_t thread = view_thread(v, s->thread);
  return s->depth && !(s->flags & WIRE_SAMPLE_CRASH) && v->threads[thread].wanted && view_in_tree(v, thread, s->tsc);
}

/* What a sample of each thread stands for: the thread's running time by its samples. */
static void weigh_samples(struct fusion *f, struct view *v, const struct calltree *tree)
{
  const struct wire_sample *s = dump_sample_rows(v->dump);
  for (size_t i = 0; i < dump_count(v->dump, WIRE_SAMPLE); i++)
    (void)view_thread(v, s[i].thread); /* all threads are known from here on */
  uint64_t *samples = mem_alloc(view_thread_count(v), sizeof(*samples));
  f->weight = mem_alloc(view_thread_count(v), sizeof(*f->weight));
  for (size_t i = 0; i < dump_count(v->dump, WIRE_SAMPLE); i++)
    samples[view_thread(v, s[i].thread)] += is_wanted(v, &s[i]);
  for (uint32_t i = tree->first; i != CALLTREE_NONE; i = tree->nodes[i].sibling) {
    const struct calltree_node *root = &tree->nodes[i];
    if (!calltree_is_root(root) || !samples[root->thread])
      continue;
    f->samples += samples[root->thread];
    f->whole += (double)root->raw_incl;
    f->weight[root->thread] = (double)root->raw_incl / (double)samples[root->thread];
  }
  mem_free(samples);
}

/* The row that a sample counts for. */
static struct fused *owner_of(struct fusion *f, struct view *v, const struct wire_sample *s,
                              const struct wire_stack *stack)
{
  if (probe_samples_met(v->dump, s, stack))
    return &f->probes;
  for (unsigned i = 0; i < s->depth; i++) {
    struct fused *row = row_of(f, view_function(v, stack[i].address, i > 0));
    if (row->timed)
      return row;
  }
  return row_of(f, v->threads[view_thread(v, s->thread)].root);
}

static void share_out(struct fusion *f, struct view *v)
{
  const struct wire_sample *s = dump_sample_rows(v->dump);
  const struct wire_stack *stack = dump_stack_rows(v->dump);
  for (size_t i = 0; i < dump_count(v->dump, WIRE_SAMPLE); i++) {
    double weight = f->weight[view_thread(v, s[i].thread)];
    if (weight > 0 && is_wanted(v, &s[i])) {
      struct fused *row = owner_of(f, v, &s[i], stack);
      row->samples++;
      row->cycles += weight;
    }
    stack += s[i].depth;
  }
}

/* ---- which to trust ---- */

struct verdict { const char *trust, *why; };

/* Whether it does much, by the larger of the two measures, from one probe to the next. */
static bool is_long(const struct fusion *f, const struct fused *row)
{
  double own = row->cycles > (double)row->excl ? row->cycles : (double)row->excl;
  return own >= LONG_CALL * f->probe * (double)row->passes;
}

static struct verdict judge_row(const struct fusion *f, const struct fused *row)
{
  if (!f->calibrated)
    return (struct verdict){ "neither", "it is not known what probes cost" };
  if (f->steady)
    return (struct verdict){ "corrected", "probes cost the same each time" };
  if (is_long(f, row))
    return (struct verdict){ "corrected", "long beside its probes" };
  if (row->samples >= ENOUGH_SAMPLES)
    return (struct verdict){ "fused", "short: a lower bound" };
  return (struct verdict){ "neither", "short, and too few samples" };
}

/* ---- the table ---- */

static int by_cycles(const void *a, const void *b, void *view)
{
  const struct fused *x = a, *y = b;
  double dx = x->cycles + (double)x->excl, dy = y->cycles + (double)y->excl;
  if (dx != dy)
    return dx > dy ? -1 : 1;
  int order = strcmp(view_function_name(view, x->function), view_function_name(view, y->function));
  return order ? order : (x->function > y->function) - (x->function < y->function);
}

/* Cycles of a function for each of its calls, in nanoseconds; "-" of one without calls. */
static void per_call_cell(const struct view *v, struct table *t, double cycles, uint64_t calls)
{
  AN_OR_NONE(calls, table_ns(t, stats_ns_real(1000 * cycles / (double)calls, v->hz)));
}

#define FUSED(C) \
  C(function, TEXT,  table_text(t, name)) \
  C(calls,    COUNT, AN_OR_NONE(row != &f->probes, table_natural(t, row->calls))) \
  C(samples,  COUNT, table_natural(t, row->samples)) \
  C(excl_us,  US,    an_cycles(v, t, row->excl)) \
  C(fused_us, US,    an_cycles_real(v, t, row->cycles)) \
  C(mean_ns,  NS,    per_call_cell(v, t, (double)row->excl, row->calls)) \
  C(fused_ns, NS,    per_call_cell(v, t, row->cycles, row->calls)) \
  C(low_ns,   NS,    per_call_cell(v, t, low * f->whole, row->calls)) \
  C(high_ns,  NS,    per_call_cell(v, t, high * f->whole, row->calls)) \
  C(trust,    TEXT,  table_text(t, verdict.trust)) \
  C(why,      TEXT,  table_text(t, verdict.why))

static void fused_row(struct view *v, struct table *t, const struct fusion *f, const struct fused *row,
                      const char *name, struct verdict verdict)
{
  double low, high, share = f->whole > 0 ? row->cycles / f->whole : 0;
  stats_wilson(share * (double)f->samples, (double)f->samples, &low, &high);
  FUSED(AN_CELL)
}

static const struct table_column fused_columns[] = { FUSED(AN_COLUMN) };

/* What the correction took out for the probes. */
static __int128 probes_time(const struct calltree *tree)
{
  __int128 raw = 0;
  for (uint32_t i = tree->first; i != CALLTREE_NONE; i = tree->nodes[i].sibling)
    raw += tree->nodes[i].raw_incl;
  return raw - tree->whole;
}

static void read_calibration(struct fusion *f, const struct dump *d)
{
  int64_t inner = (int64_t)dump_meta(d, WIRE_META_CAL_INNER, 0), outer = (int64_t)dump_meta(d, WIRE_META_CAL_OUTER, 0);
  f->probe = (double)inner + (double)outer;
  f->calibrated = dump_has_meta(d, WIRE_META_CAL_INNER) && dump_has_meta(d, WIRE_META_CAL_OUTER);
  f->steady = f->calibrated && inner == (int64_t)dump_meta(d, WIRE_META_CAL_INNER_MIN, 0) &&
              outer == (int64_t)dump_meta(d, WIRE_META_CAL_OUTER_MIN, 0);
}

static void write_rows(struct view *v, struct table *t, struct fusion *f, const struct calltree *tree)
{
  f->probes.excl = probes_time(tree);
  fused_row(v, t, f, &f->probes, "(probes)", (struct verdict){ "-", "-" });
  for (size_t i = 0; i < f->count; i++)
    if (f->rows[i].timed && f->rows[i].function != v->other)
      fused_row(v, t, f, &f->rows[i], view_function_name(v, f->rows[i].function), judge_row(f, &f->rows[i]));
}

static void fill_fused(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct calltree *tree = analysis_calltree(analysis);
  struct fusion f = { .tree = tree };
  read_calibration(&f, v->dump);
  calltree_walk(tree, take_node, NULL, &f);
  weigh_samples(&f, v, tree);
  share_out(&f, v);
  if (f.count)
    mem_sort_by(f.rows, f.count, sizeof(*f.rows), by_cycles, v);
  if (f.samples && probe_samples_can_tell(v, t)) {
    timed_notes_left_out(v, t, tree);
    write_rows(v, t, &f, tree);
  }
  mem_free(f.rows);
  mem_free(f.weight);
}

const struct tables_def an_fused = {
  .name = "fused", .title = "own time by function, corrected, and from samples and counts; low..high: 95 % confidence",
  TABLES_COLUMNS(fused_columns),
  .modes = WIRE_MODE_TIMING | WIRE_MODE_SAMPLES, .trees = true, .fill = fill_fused };
