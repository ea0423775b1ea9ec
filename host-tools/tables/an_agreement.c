/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_agreement.c: the table `agreement`: whether timing and samples of one run agree, thread by thread and function by
 * function. The two have nothing in common but the program: timing reads the clock in probes and takes out what the
 * probes cost; sampling looks at random times.
 *
 * Both are shares of the time that the thread ran: own corrected time, and samples. What the probes took is a row of
 * its own, `(probes)`: the time that was taken out of the corrected times, and the samples that fell into the probes'
 * code. A sample counts for the innermost function of its stack that the thread's call tree has, as timing counts;
 * without such a function, for the tree's root. Functions that were timed for a part of the run only count for their
 * callers, in both. Where both are right, timing's share is in the samples' interval with a confidence of 99 %: by
 * chance one row in a hundred is outside.
 */
#include "an.h"
#include "model/calltree.h"
#include "base/mem.h"
#include "model/probe_samples.h"
#include "timed_notes.h"

#include <stdio.h>
#include <string.h>

/* A function in a thread. */
struct pair {
  uint32_t thread, function;   /* of the view */
  int64_t own;                 /* corrected, cycles */
  uint64_t samples;
};

#define CONFIDENCE 0.99

struct agreement {
  struct view *view;
  const struct calltree *tree;
  struct pair *rows;
  size_t count, room;
  struct map row_of;           /* by key() */
  struct total { int64_t ran; uint64_t samples; } *threads;  /* by thread of the view */
};

static uint64_t key(uint32_t thread, uint32_t function)
{
  return (uint64_t)thread << 32 | function;
}

/* The thread's row of the function; NULL: its tree has none. */
static struct pair *find(const struct agreement *a, uint32_t thread, uint32_t function)
{
  uint32_t at = map_get(&a->row_of, key(thread, function));
  return at == MAP_NONE ? NULL : &a->rows[at];
}

static struct pair *row_of(struct agreement *a, uint32_t thread, uint32_t function)
{
  struct pair *row = find(a, thread, function);
  if (row)
    return row;
  mem_grow(&a->rows, &a->room, a->count + 1, sizeof(*a->rows));
  map_put(&a->row_of, key(thread, function), (uint32_t)a->count);
  a->rows[a->count] = (struct pair){ .thread = thread, .function = function };
  return &a->rows[a->count++];
}

/* Calls that found no node are their callers' own time already. */
static void take_node(void *ctx, const struct calltree_node *n)
{
  struct agreement *a = ctx;
  if (calltree_is_other(n))
    return;
  row_of(a, n->thread, calltree_steady(a->tree, n)->function)->own += n->excl;
  if (calltree_is_root(n)) {
    a->threads[n->thread].ran = n->raw_incl;
    row_of(a, n->thread, a->view->probes)->own = n->raw_incl - n->incl;
  }
}

/* The function that a sample of a timed thread counts for. */
static struct pair *owner(struct agreement *a, uint32_t thread, const struct wire_sample *s,
                          const struct wire_stack *stack)
{
  if (probe_samples_met(a->view->dump, s, stack))
    return row_of(a, thread, a->view->probes);
  for (unsigned i = 0; i < s->depth; i++) {
    struct pair *row = find(a, thread, view_function(a->view, stack[i].address, i > 0));
    if (row)
      return row;
  }
  return row_of(a, thread, a->view->threads[thread].root);
}

static void take_samples(struct agreement *a)
{
  const struct dump *d = a->view->dump;
  const struct wire_sample *s = dump_sample_rows(d);
  const struct wire_stack *stack = dump_stack_rows(d);
  for (size_t i = 0; i < dump_count(d, WIRE_SAMPLE); stack += s[i++].depth) {
    uint32_t thread = view_thread(a->view, s[i].thread);
    if (!s[i].depth || s[i].flags & WIRE_SAMPLE_CRASH || !a->threads[thread].ran ||
        !view_in_tree(a->view, thread, s[i].tsc))
      continue;
    owner(a, thread, &s[i], stack)->samples++;
    a->threads[thread].samples++;
  }
}

/* ---- the table ---- */

/* Threads by what they ran, their functions by own time, falling. */
static int by_time(const void *x, const void *y, void *ctx)
{
  const struct pair *p = x, *q = y;
  const struct agreement *a = ctx;
  int64_t p_ran = a->threads[p->thread].ran, q_ran = a->threads[q->thread].ran;
  if (p_ran != q_ran)
    return p_ran > q_ran ? -1 : 1;
  if (p->thread != q->thread)
    return p->thread < q->thread ? -1 : 1;
  if (p->own != q->own)
    return p->own > q->own ? -1 : 1;
  return strcmp(view_function_name(a->view, p->function), view_function_name(a->view, q->function));
}

/* Whether the code calls its probes (-finstrument-functions). What such a call takes for its arguments lies in the function:
 * timing takes it out, as the probe's, and samples are the function's, which cannot be told from its others. */
static bool probes_are_called(const struct dump *d)
{
  return dump_has_meta(d, WIRE_META_FUNCTIONS) && !dump_meta(d, WIRE_META_FUNCTIONS, 0);
}

static bool is_compared(const struct agreement *a, const struct pair *row)
{
  return row->function != a->view->probes || !probes_are_called(a->view->dump);
}

struct compared { double share, low, high; bool agrees; };

static struct compared compare_pair(const struct agreement *a, const struct pair *row)
{
  const struct total *t = &a->threads[row->thread];
  struct compared c = { .share = (double)row->own / (double)t->ran };
  stats_exact(row->samples, t->samples, CONFIDENCE, &c.low, &c.high);
  c.agrees = c.share >= c.low && c.share <= c.high;
  return c;
}

#define AGREEMENT(C) \
  C(thread,      TEXT,  table_text(t, a->view->threads[row->thread].name)) \
  C(function,    TEXT,  table_text(t, view_function_name(a->view, row->function))) \
  C(excl_us,     US,    an_cycles(a->view, t, row->own)) \
  C(excl_pct,    PCT,   table_pct(t, 100 * c.share)) \
  C(samples,     COUNT, table_natural(t, row->samples)) \
  C(samples_pct, PCT,   an_share(t, row->samples, a->threads[row->thread].samples)) \
  C(low_pct,     PCT,   table_pct(t, 100 * c.low)) \
  C(high_pct,    PCT,   table_pct(t, 100 * c.high)) \
  C(agrees,      TEXT,  table_text(t, !is_compared(a, row) ? "-" : c.agrees ? "yes" : "no"))

static void pair_row(const struct agreement *a, struct table *t, const struct pair *row)
{
  const struct compared c = compare_pair(a, row);
  AGREEMENT(AN_CELL)
}

static const struct table_column agreement_columns[] = { AGREEMENT(AN_COLUMN) };

/* A thread that no sample met has nothing to compare. */
static bool is_shown(const struct agreement *a, const struct pair *row)
{
  return a->threads[row->thread].samples && (row->own || row->samples);
}

static void note_count(const struct agreement *a, struct table *t)
{
  size_t rows = 0, apart = 0;
  char text[120];
  for (size_t i = 0; i < a->count; i++)
    if (is_shown(a, &a->rows[i]) && is_compared(a, &a->rows[i])) {
      rows++;
      apart += !compare_pair(a, &a->rows[i]).agrees;
    }
  snprintf(text, sizeof(text), "%zu of %zu rows do not agree; by chance alone up to %.1f would not", apart, rows,
           (1 - CONFIDENCE) * (double)rows);
  table_comment(t, "note", text);
}

/* What records an event lies with the probes: the correction takes its cost out, and its samples are the probes'. */
static void note_events(const struct agreement *a, struct table *t)
{
  const struct dump *d = a->view->dump;
  const double took = (double)dump_tally(d, WIRE_EVENT)->made * (double)(int64_t)dump_meta(d, WIRE_META_CAL_EVENT, 0);
  double ran = 0;
  char text[200];
  for (uint32_t i = 0; i < view_thread_count(a->view); i++)
    ran += (double)a->threads[i].ran;
  if (took <= 0 || ran <= 0)
    return;
  snprintf(text, sizeof(text), "logging events took %.3f %% of the threads' time: it is in no function's excl_us, and "
           "its samples are those of (probes)", 100 * took / ran);
  table_comment(t, "note", text);
}

static void note_called(const struct agreement *a, struct table *t)
{
  if (probes_are_called(a->view->dump))
    table_comment(t, "note", "the code calls its probes (-finstrument-functions): what a call of theirs takes for its arguments "
                  "is in no function's excl_us, and in the functions' samples; so (probes) is not compared, and functions "
                  "that are short, or call many, may have more samples than time");
}

static void write_rows(struct agreement *a, struct table *t)
{
  if (a->count)
    mem_sort_by(a->rows, a->count, sizeof(*a->rows), by_time, a);
  note_count(a, t);
  note_events(a, t);
  note_called(a, t);
  for (size_t i = 0; i < a->count; i++)
    if (is_shown(a, &a->rows[i]))
      pair_row(a, t, &a->rows[i]);
}

static void fill_agreement(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct wire_sample *s = dump_sample_rows(v->dump);
  const size_t samples = dump_count(v->dump, WIRE_SAMPLE);
  const struct calltree *tree = analysis_calltree(analysis);
  struct agreement a = { .view = v, .tree = tree };
  for (size_t i = 0; i < samples; i++)
    (void)view_thread(v, s[i].thread); /* all threads are known from here on */
  if (dump_meta(v->dump, WIRE_META_BURSTS, 0)) {
    table_comment(t, "note", "in a run with bursts (bursts=) no call is timed, so there is nothing to compare samples "
                  "with");
    return;
  }
  if (!tree->count || !samples || !probe_samples_can_tell(v, t))
    return;
  a.threads = mem_alloc(view_thread_count(v), sizeof(*a.threads));
  calltree_walk(tree, take_node, NULL, &a);
  take_samples(&a);
  timed_notes_left_out(v, t, tree);
  write_rows(&a, t);
  map_free(&a.row_of);
  mem_free(a.rows);
  mem_free(a.threads);
}

const struct tables_def an_agreement = {
  .name = "agreement", .title = "own time of each thread's functions beside their samples; low..high: 99 % confidence",
  TABLES_COLUMNS(agreement_columns),
  .modes = WIRE_MODE_TIMING | WIRE_MODE_SAMPLES, .trees = true, .fill = fill_agreement };
