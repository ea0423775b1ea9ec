/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_own.c: the table `own`: what each function takes by itself, on what that rests, and between which bounds it lies.
 *
 * Where the TSC counts instructions the corrected times are exact, and this table repeats them. On a processor that
 * runs instructions side by side no constant makes the time of a short function right; there the target has turns
 * (model/turns.h), and a node's inclusive time is what its calls took in them. A function's own time is then
 *
 *   calls x inclusive - sum over its callees of their calls x their inclusive
 *
 * node by node, without any cost of a probe but CAL_FENCED_INNER, and that of the NOPs of calls below the node. What
 * stands in the interval:
 *  - the differences between turns (95 %);
 *  - by how much the cost of fenced probes differs from one function to the next;
 *  - what a short call overlaps with its caller: alone it takes its inclusive time, beside its caller less, and only
 *    the sum of both can be told;
 *  - what the NOPs of calls below cost: they were measured where each call waits for the one before, and cost less,
 *    down to nothing, where it does not.
 * Where callees alone take longer than the caller with them, they overlap: they are scaled down to it.
 *
 * A node without turns keeps its time by constants, those for long bodies where it is long. Where that is a small
 * difference of large times, samples of turns without probes say it better, as a share of what the plain program takes:
 * turns that count the calls of a function say for how long it takes for each of them. Where no function was counted
 * often enough, or was called in a part of the run only, the share is one of the functions whose time turns tell.
 */
#include "an.h"
#include "base/map.h"
#include "base/mem.h"
#include "model/calltree.h"
#include "model/probe_samples.h"
#include "model/turns.h"
#include "timed_notes.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* What of a call's time a caller's own work can hide, or the other way round, cycles: bodies of 3 to 16 cycles were
 * hidden by more than half, chains of 112 not (bench-peers, Zen 4). */
#define HIDDEN_MOST 24.0

/* By how much the cost of usual probes around a call of a callee differs between places, cycles: 26 to 70 beside 84
 * (bench-peers, Zen 4). */
#define PLACES_DIFFER 20.0

/* From so many cycles between two probes on the usual enter hook ends before the function does. */
#define LONG_BODY 112.0

/* An own time below this share of the inclusive time is a difference of large ones. */
#define SMALL_SHARE 0.03

#define NOPS_COST 0.25    /* of the time of a function that calls itself: what NOPs and places of code cost it at most
                           * (fib of bench-peers, Zen 4: -8 to +24 %) */
#define TURNS_LEAST 3     /* that counted the calls of a function */
#define TURNS_ENOUGH 8    /* that did, for the time of the whole program: the longest of several medians counts */
#define WHOLE_LEAST 0.9   /* of what turns tell of, which may be too long, and of a function's turns, those in which it
                           * was called: one that was called in a part of the run only shows less than the whole */
#define LATE_CHANCE 0.01  /* of a function that was called all the time: that the first of its turns comes so late */
#define FEW_CALLS 0.02    /* of a function's calls */
#define ENOUGH_SAMPLES 30 /* for a share that takes the place of a time by constants */

enum { BY_TURNS = 1, BY_CONSTANTS = 2, OVERLAPS = 4, RECURSION = 8, BY_SAMPLES = 16 };

/* What is known of a node of the tree. Cycles, of all its calls outside of turns. */
struct node_time {
  double incl, own;          /* own is incl less the callees' */
  double callees;            /* sum of the callees' incl */
  double squares;            /* of halves of 95 % intervals: the own, and the callees' */
  double calls_squares;      /* of calls: its own, and its callees' */
  double hidden;             /* of its callees' times, what its own work can hide */
  double nops;               /* taken off incl for the NOPs of calls below it */
  double scale, scale_most;  /* 1, or by what it is scaled down; at most 1, where those NOPs cost nothing */
  double spread;
  double calls, made;        /* outside of turns: there all functions were counted */
  double below;              /* calls of all nodes below it */
  bool by_turns;
};

struct own {
  uint32_t function;
  bool timed;
  uint64_t calls, made;
  double timed_calls;        /* outside of turns */
  double incl, low, high, cycles;
  uint32_t rests;            /* of BY_... */
  double constants;          /* of its calls, those of nodes that no turn saw */
  uint64_t samples;
  uint32_t turns;
};

struct owns {
  const struct calltree *tree;
  const struct turns *turns; /* NULL: the run has none */
  bool interval;             /* the trees are of a part of the run: how many calls lay in its turns is not known */
  struct turns_costs costs;
  double spread_inner, spread_outer;          /* by which constants differ between rounds of the calibration */
  double long_inner, long_outer;              /* added to constants for a long body */
  struct node_time *nodes;
  struct own *rows;
  size_t count, room;
  double anchor;             /* cycles of all functions, or of those that turns tell of, and their samples */
  uint64_t anchor_samples;
  bool anchor_is_all;
  uint64_t all_samples;      /* of turns without probes, but those of interrupts' handlers */
  double *most;              /* by function: what a call takes at most in the plain program; infinite: not known */
  uint32_t *counted;         /* by function: turns that say so; 0 where it was called in a part of the run only */
  uint32_t functions;        /* that these two tell of */
  uint32_t *on_path;         /* activations of a function on the path of the walk */
};

static struct own *row_of(struct owns *o, uint32_t function)
{
  size_t old = o->count;
  mem_grow(&o->rows, &o->room, (size_t)function + 1, sizeof(*o->rows));
  if (function >= o->count)
    o->count = (size_t)function + 1;
  for (; old < o->count; old++)
    o->rows[old] = (struct own){ .function = (uint32_t)old };
  return &o->rows[function];
}

static double square(double x)
{
  return x * x;
}

/* ---- nodes ---- */

static void take_turns(const struct owns *o, const struct calltree_node *n, struct node_time *x)
{
  struct turns_mean mean;
  const uint64_t within = o->turns && !o->interval ? turns_within(o->turns, n->rec->id) : 0;
  *x = (struct node_time){ .scale = 1, .scale_most = 1,
                           .calls = n->rec->calls > within ? (double)(n->rec->calls - within) : 0 };
  if (!o->turns || !n->rec->calls || calltree_is_root(n) || !turns_mean(o->turns, n->rec->id, &mean))
    return;
  x->by_turns = x->calls > 0;
  x->incl = x->calls * mean.cycles;
  x->spread = x->calls * mean.spread;
}

/* Returns a node's own time by constants. */
static double by_constants(const struct owns *o, const struct calltree_node *n)
{
  const double calls = (double)n->rec->calls, made = (double)n->made, own = (double)n->excl;
  const double longer = own - o->long_inner * calls - o->long_outer * made;
  return longer > LONG_BODY * (calls + made) ? longer : own;
}

/* Callers of a node stand before it. */
static void add_to_caller(struct owns *o, uint32_t i)
{
  const struct calltree_node *n = &o->tree->nodes[i];
  struct node_time *x = &o->nodes[i], *caller = n->parent == CALLTREE_NONE ? NULL : &o->nodes[n->parent];
  if (calltree_is_other(n))
    return;
  if (x->by_turns) {
    x->nops = o->costs.nops * x->below;
    x->incl -= x->nops;
  } else {
    x->incl = by_constants(o, n) + x->callees;
    x->calls = (double)n->rec->calls;
  }
  const double calls = x->calls;
  x->squares += square(x->spread);
  x->calls_squares += square(calls);
  if (!caller)
    return;
  caller->callees += x->incl;
  caller->squares += square(x->spread);
  caller->calls_squares += square(calls);
  caller->made += calls;
  caller->below += calls + x->below;
  caller->hidden += fmin(fmax(x->incl, 0), HIDDEN_MOST * calls);
}

/* Returns by what the nodes of a function are scaled down, because its calls overlap each other. */
static double overlap_of(const struct owns *o, const struct calltree_node *n, const struct node_time *x)
{
  const double most = o->most[n->function] * x->calls;
  return x->by_turns && most < x->incl - x->spread ? most / x->incl : 1;
}

/* Callees that take longer alone than their caller with them overlap; so do calls that take longer alone than
 * one behind the other. */
static void scale_down(struct owns *o, uint32_t i)
{
  const struct calltree_node *n = &o->tree->nodes[i];
  struct node_time *x = &o->nodes[i];
  if (n->parent != CALLTREE_NONE) {
    const struct node_time *caller = &o->nodes[n->parent];
    const bool overlaps = caller->by_turns && caller->incl > 0 &&
                          caller->callees > caller->incl + sqrt(caller->squares);
    x->scale = caller->scale * (overlaps ? caller->incl / caller->callees : 1);
    x->scale_most = caller->scale_most * (overlaps ? fmin((caller->incl + caller->nops) / caller->callees, 1) : 1);
  }
  x->scale = fmin(x->scale, overlap_of(o, n, x));
  x->own = x->incl - x->callees;
}

/* ---- calls that were counted ---- */

static int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

struct counting { uint32_t function; double cycles; uint64_t tsc; }; /* cycles of a call; infinite: there was none */

static int by_function(const void *a, const void *b)
{
  const struct counting *x = a, *y = b;
  return x->function != y->function ? (x->function > y->function) - (x->function < y->function)
                                    : rising(&x->cycles, &y->cycles);
}

/* Returns whether a function was called in the whole run, as far as the `n` turns say that counted its calls, in `some`
 * of which there were calls. They are drawn, so the first of many is not late in the run. */
static bool is_called_throughout(const struct counting *c, size_t n, size_t some, const struct dump *d)
{
  const struct wire_turn *all = dump_turn_rows(d);
  uint64_t first = c[0].tsc, begun = all[0].tsc, ended = all[0].tsc;
  for (size_t i = 1; i < n; i++)
    first = c[i].tsc < first ? c[i].tsc : first;
  for (size_t i = 1; i < dump_count(d, WIRE_TURN); i++) {
    begun = all[i].tsc < begun ? all[i].tsc : begun;
    ended = all[i].tsc > ended ? all[i].tsc : ended;
  }
  const double before = ended > begun ? (double)(first - begun) / (double)(ended - begun) : 0;
  return (double)some >= WHOLE_LEAST * (double)n && pow(1 - before, (double)n) >= LATE_CHANCE;
}

/* Takes what the `n` turns say that counted the calls of a function, by cycles of a call: the middle one of those that
 * had some is what a call takes at most. */
static void take_counts(struct owns *o, const struct counting *c, size_t n, const struct dump *d)
{
  size_t some = 0;
  while (some < n && isfinite(c[some].cycles))
    some++;
  if (some < TURNS_LEAST)
    return;
  o->most[c[0].function] = c[some / 2].cycles;
  o->counted[c[0].function] = is_called_throughout(c, n, some, d) ? (uint32_t)some : 0;
}

/* Finds what a call of a function takes at most: in turns that counted its calls and did nothing else beside the plain
 * program. */
static void read_counts(struct owns *o, struct view *v)
{
  const struct wire_turn *rows;
  const size_t count = turns_counts(o->turns, &rows);
  struct counting *c = mem_alloc(count, sizeof(*c));
  struct map ids = { 0 };
  size_t n = 0;
  for (uint32_t i = 0; i < o->tree->count; i++)
    map_put(&ids, o->tree->nodes[i].rec->id, i);
  for (size_t i = 0; i < count; i++) {
    const uint32_t node = map_get(&ids, rows[i].node);
    if (node != MAP_NONE)
      c[n++] = (struct counting){ o->tree->nodes[node].function, rows[i].calls ? (double)rows[i].cycles /
                                  (double)rows[i].calls : INFINITY, rows[i].tsc };
  }
  mem_sort(c, n, sizeof(*c), by_function);
  for (size_t i = 0, end; i < n; i = end) {
    for (end = i; end < n && c[end].function == c[i].function; end++)
      ;
    if (c[i].function < v->function_count)
      take_counts(o, &c[i], end - i, v->dump);
  }
  map_free(&ids);
  mem_free(c);
}

/* ---- functions ---- */

/* Adds what is known of a node to its function. */
static void add_node(struct owns *o, uint32_t i)
{
  const struct calltree_node *n = &o->tree->nodes[i], *steady = calltree_steady(o->tree, n);
  const struct node_time *x = &o->nodes[i];
  struct own *row = row_of(o, steady->function);
  const bool overlaps = x->by_turns && x->callees > x->incl + sqrt(x->squares);
  double own = x->own, error = sqrt(x->squares), up = 0, down = 0;
  row->timed = true;
  row->calls += steady == n ? n->rec->calls : 0;
  row->timed_calls += steady == n ? x->calls : 0;
  row->made += n->made;
  if (x->by_turns) {
    struct turns_mean mean;
    turns_mean(o->turns, n->rec->id, &mean);
    row->turns = row->turns > mean.turns ? row->turns : mean.turns;
    error = sqrt(square(error) + square(o->costs.error) * x->calls_squares);
    up = x->hidden + x->nops;
    down = fmin(fmax(own, 0), HIDDEN_MOST * x->calls);
    row->rests |= BY_TURNS;
  } else {
    error += x->calls * o->spread_inner + x->made * o->spread_outer;
    if (o->turns)
      error += x->made * PLACES_DIFFER;
    row->constants += x->calls;
  }
  if (overlaps) {
    up = x->incl;
    own = 0;
  }
  if (overlaps || x->scale < 1)
    row->rests |= OVERLAPS;
  if (x->scale < 1 && !x->by_turns) {
    error = fmax(error, NOPS_COST * own) * x->scale;
    up = own * (x->scale_most - x->scale);
    own *= x->scale;
  } else if (x->scale < 1)
    row->cycles -= own * (1 - x->scale);
  row->cycles += own;
  row->low += (x->scale < 1 ? 0 : own - down) - error;
  row->high += own + up + error;
}

static void enter_node(void *ctx, const struct calltree_node *n)
{
  struct owns *o = ctx;
  if (calltree_is_other(n))
    return;
  add_node(o, (uint32_t)(n - o->tree->nodes));
  struct own *row = row_of(o, n->function);
  if (o->on_path[n->function]++ && !calltree_is_root(n))
    row->rests |= RECURSION;
  else
    row->incl += o->nodes[n - o->tree->nodes].incl;
}

static void leave_node(void *ctx, const struct calltree_node *n)
{
  struct owns *o = ctx;
  if (!calltree_is_other(n))
    o->on_path[n->function]--;
}

/* Says what a function rests on. A few calls by another path, which no turn has seen, do not count. */
static void note_constants(struct own *row)
{
  if (!(row->rests & BY_TURNS) || row->constants > FEW_CALLS * row->timed_calls)
    row->rests |= BY_CONSTANTS;
}

/* ---- samples of turns without probes ---- */

static void take_samples(struct owns *o, struct view *v)
{
  const struct wire_sample *s = dump_sample_rows(v->dump);
  const struct wire_stack *stack = dump_stack_rows(v->dump);
  for (size_t i = 0; i < dump_count(v->dump, WIRE_SAMPLE); stack += s[i].depth, i++) {
    const uint32_t thread = view_thread(v, s[i].thread); /* the array of threads may move */
    if (!s[i].depth || s[i].flags & WIRE_SAMPLE_CRASH || !turns_without_probes(o->turns, s[i].tsc) ||
        probe_samples_met(v->dump, &s[i], stack))
      continue;
    o->all_samples += !(v->threads[thread].flags & WIRE_THREAD_IRQ);
    if (!v->threads[thread].wanted)
      continue;
    struct own *row = NULL;
    for (unsigned k = 0; k < s[i].depth && (!row || !row->timed); k++)
      row = row_of(o, view_function(v, stack[k].address, k > 0));
    if (!row->timed)
      row = row_of(o, v->threads[thread].root);
    row->samples++;
  }
}

/* Whether turns may say what the whole program takes. Of a choice of threads they do not: calls by others are not in
 * the trees. */
static bool whole_may_be_known(const struct owns *o, const struct view *v)
{
  return !v->thread_filter && o->turns && turns_leave_handlers_out(o->turns);
}

/* The functions that turns tell of say what a sample stands for; the whole program does, where its time is known and
 * is not much less. */
static void find_anchor(struct owns *o, const struct view *v)
{
  double whole = 0;
  for (size_t i = 0; i < o->count; i++)
    if (o->rows[i].rests & BY_TURNS && !(o->rows[i].rests & BY_CONSTANTS)) {
      o->anchor += o->rows[i].cycles;
      o->anchor_samples += o->rows[i].samples;
    }
  for (size_t i = 0; i < o->count && i < o->functions && whole_may_be_known(o, v); i++)
    if (o->counted[i] >= TURNS_ENOUGH)
      whole = fmax(whole, o->most[i] * o->rows[i].timed_calls);
  o->anchor_is_all = whole > WHOLE_LEAST * o->anchor && o->all_samples;
  if (o->anchor_is_all) {
    o->anchor = whole;
    o->anchor_samples = o->all_samples;
  }
}

/* Returns the cycles of a function by samples; *low and *high: their 95 % interval. */
static double by_samples(const struct owns *o, const struct own *row, double *low, double *high)
{
  const bool part = o->anchor_is_all || (row->rests & BY_TURNS && !(row->rests & BY_CONSTANTS));
  const double n = (double)(o->anchor_samples + (part ? 0 : row->samples)), whole = o->anchor;
  stats_wilson((double)row->samples, n, low, high);
  /* a share p of anchor and function together is p / (1 - p) of the anchor */
  *low *= part ? whole : whole / (1 - *low);
  *high *= part ? whole : *high < 1 ? whole / (1 - *high) : INFINITY;
  return whole * (double)row->samples / (double)o->anchor_samples;
}

/* Takes the time by samples where its interval is narrower than that of the time by constants. */
static void settle(struct owns *o, struct own *row)
{
  double low, high;
  if (!(row->rests & BY_CONSTANTS) || !o->turns || o->anchor_samples < ENOUGH_SAMPLES)
    return;
  const double cycles = by_samples(o, row, &low, &high);
  if (high - low >= row->high - row->low)
    return;
  row->cycles = cycles;
  row->low = low;
  row->high = high;
  row->rests = (row->rests & ~(uint32_t)BY_CONSTANTS) | BY_SAMPLES;
}

/* ---- the table ---- */

static int by_cycles(const void *a, const void *b, void *view)
{
  const struct own *x = a, *y = b;
  if (x->cycles != y->cycles)
    return x->cycles > y->cycles ? -1 : 1;
  int order = strcmp(view_function_name(view, x->function), view_function_name(view, y->function));
  return order ? order : (x->function > y->function) - (x->function < y->function);
}

static bool is_at_floor(const struct owns *o, const struct own *row)
{
  return row->rests == BY_TURNS && !row->made && row->timed_calls > 0 &&
         row->cycles / row->timed_calls <= o->costs.floor + o->costs.error;
}

static bool is_small(const struct own *row)
{
  return row->made && !(row->rests & RECURSION) && row->cycles < SMALL_SHARE * row->incl;
}

static const char *rests_on(const struct owns *o, const struct own *row)
{
  if (row->rests & RECURSION)
    return row->rests & BY_TURNS ? "turns, recursion" : "constants, recursion";
  if (row->rests & OVERLAPS)
    return "turns, overlaps";
  if (is_at_floor(o, row))
    return "turns, at most";
  if (row->rests & BY_SAMPLES)
    return "samples";
  if (row->rests & BY_TURNS)
    return row->rests & BY_CONSTANTS ? "turns, constants" : "turns";
  return "constants";
}

static void each_cell(const struct view *v, struct table *t, double cycles, double calls)
{
  AN_OR_NONE(calls > 0 && isfinite(cycles), table_ns(t, stats_ns_real(1000 * cycles / calls, v->hz)));
}

#define OWN(C) \
  C(function,   TEXT,  table_text(t, view_function_name(v, row->function))) \
  C(calls,      COUNT, table_natural(t, row->calls)) \
  C(own_us,     US,    AN_OR_NONE(!vague, an_cycles_real(v, t, fmax(row->cycles, 0)))) \
  C(low_us,     US,    an_cycles_real(v, t, fmax(row->low, 0))) \
  C(high_us,    US,    AN_OR_NONE(isfinite(row->high), an_cycles_real(v, t, fmax(row->high, 0)))) \
  C(own_ns,     NS,    AN_OR_NONE(!vague, each_cell(v, t, fmax(row->cycles, 0), row->timed_calls))) \
  C(low_ns,     NS,    each_cell(v, t, fmax(row->low, 0), row->timed_calls)) \
  C(high_ns,    NS,    each_cell(v, t, fmax(row->high, 0), row->timed_calls)) \
  C(incl_ns,    NS,    each_cell(v, t, row->incl, row->rests & RECURSION ? 0 : row->timed_calls)) \
  C(rests,      TEXT,  table_text(t, rests_on(o, row))) \
  C(turns,      COUNT, table_natural(t, row->turns)) \
  C(samples,    COUNT, AN_OR_NONE(o->turns, table_natural(t, row->samples))) \
  C(sampled_ns, NS,    AN_OR_NONE(sampled, each_cell(v, t, cycles, row->timed_calls))) \
  C(from_ns,    NS,    AN_OR_NONE(sampled, each_cell(v, t, low, row->timed_calls))) \
  C(to_ns,      NS,    AN_OR_NONE(sampled, each_cell(v, t, high, row->timed_calls)))

static void own_row(struct view *v, struct table *t, const struct owns *o, const struct own *row)
{
  double low = 0, high = 0, cycles = 0;
  const bool sampled = o->turns && o->anchor_samples, vague = is_small(row) && !(row->rests & BY_SAMPLES) && o->turns;
  if (sampled)
    cycles = by_samples(o, row, &low, &high);
  OWN(AN_CELL)
}

static const struct table_column own_columns[] = { OWN(AN_COLUMN) };

static void read_constants(struct owns *o, const struct dump *d)
{
#define META(key) ((double)(int64_t)dump_meta(d, WIRE_META_##key, 0))
  o->spread_inner = META(CAL_INNER) - META(CAL_INNER_MIN);
  o->spread_outer = META(CAL_OUTER) - META(CAL_OUTER_MIN);
  if (dump_has_meta(d, WIRE_META_CAL_LONG_INNER)) {
    o->long_inner = META(CAL_LONG_INNER) - META(CAL_INNER);
    o->long_outer = META(CAL_LONG_OUTER) - META(CAL_OUTER);
  }
#undef META
}

/* Says how many turns there are, how many are left out, and what was taken off. */
static void note_turns(struct table *t, const struct dump *d, const struct turns_costs *costs)
{
  const struct wire_turn *rows = dump_turn_rows(d);
  unsigned without = 0;
  char text[200];
  for (size_t i = 0; i < dump_count(d, WIRE_TURN); i++)
    without += rows[i].what == WIRE_TURN_PLAIN || rows[i].what == WIRE_TURN_COUNTS;
  snprintf(text, sizeof(text), "turns: %u with fenced probes, %u without; left out because they lasted too "
           "long: %" PRIu64, costs->fenced, without, dump_meta(d, WIRE_META_TURNS_DISTURBED, 0));
  table_comment(t, "note", text);
  snprintf(text, sizeof(text), "taken off: %.1f cycles of a call for its fenced probes, give or take %.1f, and %.1f "
           "for the NOPs of each call below it", costs->inner, costs->error, costs->nops);
  if (costs->fenced)
    table_comment(t, "note", text);
  snprintf(text, sizeof(text), "fenced probes cost more in some turns than in others (half of them within %.1f cycles)"
           ", as where another program runs on the core: each turn has its own cost", costs->spread);
  if (costs->spread > costs->error)
    table_comment(t, "note", text);
}

/* Says of what the samples are shares: by_samples(). */
static void note_reference(struct table *t, const struct owns *o, uint64_t hz)
{
  char text[200];
  if (!o->turns)
    return;
  if (o->anchor_samples)
    snprintf(text, sizeof(text), "samples are shares of %s: %" PRIu64 " samples for %.3f us", o->anchor_is_all ?
             "the whole program, whose time turns that count calls tell" : "the functions whose time turns tell",
             o->anchor_samples, o->anchor * 1e6 / (double)hz);
  else
    snprintf(text, sizeof(text), "samples are shares of no known time: no turns tell how long the whole program takes, "
             "and no function of those whose time turns tell has samples");
  table_comment(t, "note", text);
}

static void fill_own(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct turns *turns = turns_new(v->dump);
  struct owns o = { .tree = analysis_calltree(analysis), .turns = turns, .interval = v->interval };
  read_constants(&o, v->dump);
  o.costs = turns ? turns_costs(turns) : (struct turns_costs){ 0 };
  o.nodes = mem_alloc(o.tree->count, sizeof(*o.nodes));
  o.on_path = mem_alloc(v->function_count, sizeof(*o.on_path));
  o.functions = (uint32_t)v->function_count;
  o.most = mem_alloc(v->function_count, sizeof(*o.most));
  o.counted = mem_alloc(v->function_count, sizeof(*o.counted));
  for (uint32_t i = 0; i < v->function_count; i++)
    o.most[i] = INFINITY;
  if (turns)
    read_counts(&o, v);
  for (uint32_t i = 0; i < o.tree->count; i++)
    take_turns(&o, &o.tree->nodes[i], &o.nodes[i]);
  for (uint32_t i = o.tree->count; i-- > 0;)
    add_to_caller(&o, i);
  for (uint32_t i = 0; i < o.tree->count; i++)
    scale_down(&o, i);
  calltree_walk(o.tree, enter_node, leave_node, &o);
  for (size_t i = 0; i < o.count; i++)
    note_constants(&o.rows[i]);
  if (turns)
    take_samples(&o, v);
  find_anchor(&o, v);
  for (size_t i = 0; i < o.count; i++)
    settle(&o, &o.rows[i]);
  mem_sort_by(o.rows, o.count, sizeof(*o.rows), by_cycles, v);
  timed_notes_left_out(v, t, o.tree);
  if (dump_meta(v->dump, WIRE_META_TURNS, 0))
    note_turns(t, v->dump, &o.costs);
  note_reference(t, &o, v->hz);
  for (size_t i = 0; i < o.count; i++)
    if (o.rows[i].timed)
      own_row(v, t, &o, &o.rows[i]);
  mem_free(o.rows);
  mem_free(o.nodes);
  mem_free(o.on_path);
  mem_free(o.most);
  mem_free(o.counted);
  turns_free(turns);
}

const struct tables_def an_own = {
  .name = "own", .title = "own time by function, what it rests on, and its bounds; by samples of turns without probes",
  TABLES_COLUMNS(own_columns),
  .modes = WIRE_MODE_TIMING, .trees = true, .fill = fill_own };
