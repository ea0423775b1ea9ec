/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_counted.c: the table `counted`, of a run with bursts (profiler/probes/bursts.h): what each function takes, and how
 * often it is called, in a run that lasts as long as one without probes.
 *
 * Times: a thread's running time, which is measured, is divided among functions as its samples are; those of bursts are
 * left out. What counting itself took is taken off before: COUNTING cycles a call that was counted.
 *
 * Calls: those of all bursts, times the run over the bursts' time, less what counting took there. Bursts are of one
 * length and come at random times, so this is right on average, and the 95 % interval comes from how far the bursts
 * differ. The bounds hold, besides, that counting takes nothing, or twice COUNTING. Of a function that few bursts have
 * met the interval of how many meet it (Wilson's) counts where it is wider.
 */
#include "an.h"
#include "base/map.h"
#include "base/mem.h"
#include "model/calltree.h"
#include "model/stacks.h"
#include "model/turns.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Cycles that counting a call takes in the midst of a program: 2.6 to 2.9 on three of those of bench-ten (Zen 4). */
#define COUNTING 2.7

/* Of the bursts' time at least this part was the program's. */
#define PROGRAM_LEAST 0.125

/* Bursts come at random times, half to one and a half of a mean apart: a longer time without one, in means, is no
 * chance. */
#define GAPS_MOST 8

/* What samples say of a function in a thread. */
struct met { uint32_t thread, function; uint64_t self, total; };

struct counted_function {
  uint32_t function;
  uint64_t samples, calls, squares;   /* calls in bursts, and the sum of the bursts' squares of them */
  uint32_t bursts;                    /* that met it */
  double own, below, above, total;    /* cycles; below and above: squares of halves of the 95 % interval */
};

struct counting {
  struct view *view;
  const struct calltree *tree;
  struct wire_turn *bursts;           /* by time, spoilt ones too */
  size_t burst_count, good;
  double length, calls, run;          /* of good bursts: cycles, calls; cycles of the run without what counting took */
  double share;                       /* of the threads' time that was not counting's */
  struct met *met;
  size_t met_count, met_room;
  struct map met_at;                  /* thread << 32 | function -> place in met */
  struct ran { double time; uint64_t samples; } *ran; /* by thread */
  struct counted_function *rows;
  size_t row_count, row_room;
  struct map row_at;                  /* function -> place in rows */
};

static int by_time(const void *a, const void *b)
{
  const struct wire_turn *x = a, *y = b;
  return (x->tsc > y->tsc) - (x->tsc < y->tsc);
}

static struct counted_function *row_of(struct counting *c, uint32_t function)
{
  uint32_t *at = map_at(&c->row_at, function);
  if (*at == MAP_NONE) {
    *at = (uint32_t)c->row_count;
    mem_grow(&c->rows, &c->row_room, c->row_count + 1, sizeof(*c->rows));
    c->rows[c->row_count++] = (struct counted_function){ .function = function };
  }
  return &c->rows[*at];
}

static void read_bursts(struct counting *c)
{
  const struct wire_turn *all = dump_turn_rows(c->view->dump);
  const size_t count = dump_count(c->view->dump, WIRE_TURN);
  c->bursts = mem_alloc(count, sizeof(*c->bursts));
  for (size_t i = 0; i < count; i++) {
    const struct wire_turn *t = &all[i];
    if (t->what == WIRE_TURN_BURST || t->what == WIRE_TURN_SPOILT)
      c->bursts[c->burst_count++] = *t;
    if (t->what == WIRE_TURN_BURST) {
      c->good++;
      c->length += (double)t->cycles;
      c->calls += (double)t->calls;
    } else if (t->what == WIRE_TURN_COUNTED) {
      struct counted_function *row = row_of(c, view_function(c->view, t->cycles, false));
      row->calls += t->calls;
      row->squares += t->total;
      row->bursts += t->node;
    }
  }
  mem_sort(c->bursts, c->burst_count, sizeof(*c->bursts), by_time);
  const double whole = (double)(c->view->stop - c->view->start);
  c->share = whole > 0 ? fmax(1 - COUNTING * c->calls / whole, PROGRAM_LEAST) : 1;
  c->run = whole * c->share;
}

/* ---- samples ---- */

static struct met *met_of(struct counting *c, uint32_t thread, uint32_t function)
{
  uint32_t *at = map_at(&c->met_at, (uint64_t)thread << 32 | function);
  if (*at == MAP_NONE) {
    *at = (uint32_t)c->met_count;
    mem_grow(&c->met, &c->met_room, c->met_count + 1, sizeof(*c->met));
    c->met[c->met_count++] = (struct met){ thread, function, 0, 0 };
  }
  return &c->met[*at];
}

/* A function that the image has no symbol of, as one of a library that is loaded, is its caller's. */
static void take_sample(void *ctx, struct view *v, const struct wire_sample *s, const struct wire_stack *stack)
{
  struct counting *c = ctx;
  if (turns_one_holds(c->bursts, c->burst_count, s->tsc) || stacks_met_probes(v, s, stack))
    return;
  const uint32_t thread = view_thread(v, s->thread);
  uint32_t functions[UINT8_MAX];
  unsigned n = 0, known = 0;
  for (unsigned i = 0; i < s->depth && n < UINT8_MAX; i++) {
    const uint32_t f = view_function(v, stack[i].address, i > 0);
    unsigned k = 0;
    while (k < n && functions[k] != f)
      k++;
    if (k == n && (known || v->functions[f].known || !v->symbols)) {
      known = 1;
      functions[n++] = f;
    }
  }
  if (!n)
    functions[n++] = v->threads[thread].root;
  for (unsigned k = 0; k < n; k++)
    met_of(c, thread, functions[k])->total++;
  met_of(c, thread, functions[0])->self++;
}

/* Notes how long threads ran, and how many samples they have. A thread that has none has its time by itself. */
static void read_threads(struct counting *c)
{
  c->ran = mem_alloc(view_thread_count(c->view), sizeof(*c->ran));
  for (size_t i = 0; i < c->met_count; i++)
    c->ran[c->met[i].thread].samples += c->met[i].self;
  for (uint32_t i = c->tree->first; i != CALLTREE_NONE; i = c->tree->nodes[i].sibling) {
    const struct calltree_node *root = &c->tree->nodes[i];
    if (calltree_is_root(root))
      c->ran[root->thread].time += (double)root->incl * c->share;
  }
  for (uint32_t i = 0; i < view_thread_count(c->view); i++)
    if (!c->ran[i].samples && c->ran[i].time > 0) {
      struct counted_function *row = row_of(c, c->view->threads[i].root);
      row->own += c->ran[i].time;
      row->total += c->ran[i].time;
    }
}

/* Divides each thread's time among the functions that its samples met. */
static void divide_time(struct counting *c)
{
  for (size_t i = 0; i < c->met_count; i++) {
    const struct met *m = &c->met[i];
    const double time = c->ran[m->thread].time, n = (double)c->ran[m->thread].samples;
    const double own = time * (double)m->self / n;
    double low, high;
    struct counted_function *row = row_of(c, m->function);
    stats_wilson((double)m->self, n, &low, &high);
    row->samples += m->self;
    row->own += own;
    row->total += time * (double)m->total / n;
    row->below += (own - time * low) * (own - time * low);
    row->above += (time * high - own) * (time * high - own);
  }
}

/* ---- calls ---- */

/* Student's quantile for 97.5 %, within 3 % from 3 degrees of freedom on. */
static double student(double freedom)
{
  return 1.96 + 3.3 / fmax(freedom, 0.5);
}

/* Returns the calls of the whole run; *low and *high: between which they lie. */
static double calls_of(const struct counting *c, const struct counted_function *row, double *low, double *high)
{
  const double n = (double)c->good, sum = (double)row->calls, least = PROGRAM_LEAST * c->length;
  const double spread = fmax((double)row->squares - sum * sum / n, 0) * n / fmax(n - 1, 1);
  const double half = student(n - 1) * sqrt(spread), counting = COUNTING * c->calls;
  double rare, often;
  stats_wilson((double)row->bursts, n, &rare, &often);
  const double in_one = sum / row->bursts; /* of those that met it */
  *low = fmax(fmin(sum - half, rare * n * in_one), 0) * c->run / c->length;
  *low = fmax(*low, sum);                  /* so many were seen */
  *high = fmax(sum + half, often * n * in_one) * c->run / fmax(c->length - 2 * counting, least);
  return sum * c->run / fmax(c->length - counting, least);
}

/* ---- the table ---- */

static int by_own(const void *a, const void *b, void *view)
{
  const struct counted_function *x = a, *y = b;
  if (x->own != y->own)
    return x->own > y->own ? -1 : 1;
  if (x->calls != y->calls)
    return x->calls > y->calls ? -1 : 1;
  const int order = strcmp(view_function_name(view, x->function), view_function_name(view, y->function));
  return order ? order : (x->function > y->function) - (x->function < y->function);
}

static void each_cell(const struct view *v, struct table *t, double cycles, double calls)
{
  AN_OR_NONE(calls > 0, table_ns(t, stats_ns_real(1000 * cycles / calls, v->hz)));
}

static uint64_t whole(double calls)
{
  return calls < 0x1p63 ? (uint64_t)calls : UINT64_C(1) << 63;
}

#define COUNTED(C) \
  C(function,   TEXT,  table_text(t, view_function_name(v, row->function))) \
  C(calls,      COUNT, AN_OR_NONE(counted, table_natural(t, whole(calls + 0.5)))) \
  C(calls_low,  COUNT, AN_OR_NONE(counted, table_natural(t, whole(fewest)))) \
  C(calls_high, COUNT, AN_OR_NONE(counted, table_natural(t, whole(ceil(most))))) \
  C(own_us,     US,    an_cycles_real(v, t, row->own)) \
  C(low_us,     US,    an_cycles_real(v, t, low)) \
  C(high_us,    US,    an_cycles_real(v, t, high)) \
  C(own_ns,     NS,    each_cell(v, t, row->own, calls)) \
  C(low_ns,     NS,    each_cell(v, t, low, most)) \
  C(high_ns,    NS,    each_cell(v, t, high, fewest)) \
  C(incl_us,    US,    an_cycles_real(v, t, row->total)) \
  C(samples,    COUNT, table_natural(t, row->samples)) \
  C(bursts,     COUNT, table_natural(t, row->bursts))

static void counted_row(struct view *v, struct table *t, const struct counting *c, const struct counted_function *row)
{
  const bool counted = row->bursts && c->length > 0 && !v->interval;
  const double low = fmax(row->own - sqrt(row->below), 0), high = row->own + sqrt(row->above);
  double fewest = 0, most = 0;
  const double calls = counted ? calls_of(c, row, &fewest, &most) : 0;
  COUNTED(AN_CELL)
}

static const struct table_column counted_columns[] = { COUNTED(AN_COLUMN) };

/* Returns the longest time without a burst, and in *from when it began. */
static uint64_t longest_gap(const struct counting *c, uint64_t *from)
{
  uint64_t longest = 0, before = c->view->start;
  for (size_t i = 0; i <= c->burst_count; i++) {
    const uint64_t next = i < c->burst_count ? c->bursts[i].tsc : c->view->stop;
    if (next > before && next - before > longest) {
      longest = next - before;
      *from = before;
    }
    before = next;
  }
  return longest;
}

/* Says where there was no burst for long, as where the target had no room for more of their rows (turn_rows.h): calls
 * of that time are estimated as if it were like the rest. */
static void note_gap(const struct counting *c, struct table *t)
{
  const struct view *v = c->view;
  uint64_t from = 0;
  char text[200];
  if (!c->burst_count || v->interval)
    return;
  const double longest = (double)longest_gap(c, &from);
  const double mean = ((double)(v->stop - v->start) - longest) / (double)c->burst_count;
  if (longest <= GAPS_MOST * mean)
    return;
  snprintf(text, sizeof(text), "no burst began for %.3f us, from %.3f us on: calls of that time are estimated from the "
           "bursts of the rest", longest / (double)v->hz * 1e6, (double)(from - v->start) / (double)v->hz * 1e6);
  table_comment(t, "note", text);
}

static void note_bursts(const struct counting *c, struct table *t)
{
  const struct view *v = c->view;
  uint64_t cycles = 0;
  char text[300];
  for (size_t i = 0; i < c->burst_count; i++)
    cycles += c->bursts[i].cycles + c->bursts[i].total;
  snprintf(text, sizeof(text), "bursts in which calls were counted: %zu, and %zu that lasted too long and are left "
           "out, %.3f us in all; in the rest no function had probes. Calls are estimates, times are shares of the run "
           "by samples", c->good, c->burst_count - c->good, (double)stats_ns((__int128)cycles, v->hz) / 1000);
  table_comment(t, "note", text);
  snprintf(text, sizeof(text), "to count a call is taken for %.1f cycles, as on the processor on which it was "
           "measured; the bounds of calls hold for none to twice that", COUNTING);
  table_comment(t, "note", text);
  note_gap(c, t);
  if (v->interval)
    table_comment(t, "note", "of a part of the run calls are not known: bursts tell of the whole");
}

static bool has_bursts(const struct view *v)
{
  return dump_meta(v->dump, WIRE_META_BURSTS, 0) != 0;
}

static void fill_counted(struct analysis *analysis, struct table *t)
{
  struct counting c = { .view = analysis->view, .tree = analysis_calltree(analysis) };
  if (!has_bursts(c.view)) {
    table_comment(t, "note", "this run has no bursts (bursts=, config.bursts)");
    return;
  }
  read_bursts(&c);
  stacks_each(c.view, false, take_sample, &c);
  read_threads(&c);
  divide_time(&c);
  mem_sort_by(c.rows, c.row_count, sizeof(*c.rows), by_own, c.view);
  note_bursts(&c, t);
  for (size_t i = 0; i < c.row_count; i++)
    counted_row(c.view, t, &c, &c.rows[i]);
  mem_free(c.bursts);
  mem_free(c.met);
  mem_free(c.ran);
  mem_free(c.rows);
  map_free(&c.met_at);
  map_free(&c.row_at);
}

const struct tables_def an_counted = {
  .name = "counted", .title = "a run with bursts: time by function, by samples between them, and calls, by bursts",
  TABLES_COLUMNS(counted_columns), .modes = WIRE_MODE_TIMING | WIRE_MODE_SAMPLES, .trees = true,
  .applies = has_bursts, .fill = fill_counted };
