/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * turns.c: see turns.h.
 */
#include "turns.h"

#include "base/map.h"
#include "base/mem.h"
#include "fenced_costs.h"

#include <math.h>

#define GROUPS 16      /* of the jackknife */
#define BLOCK_LEAST 16 /* turns in a block; fewer say nothing of which length is most of theirs */
#define BLOCKS_MOST 8
#define MANY_CALLS 8   /* from so many calls a turn on the mean of each turn says something by itself */

/* The least by which the cost of fenced probes differs from function to function: found with chains of 8 to 275 cycles
 * (shared notes of the prototype: 56 to 60 of 58; `make bench-peers` holds it). */
#define LEAST_ERROR 2.0

/* Of the stretch that holds half of the costs. Where that was wide, in 2 of 9 rounds beside another program, all calls
 * came out 5 to 7 cycles too short, and their upper bounds 1 to 3 ns (bench-peers, Emerald Rapids). */
#define SPREAD_ERROR 0.5

#define COSTS_LEAST 3   /* of a chain, for the cost that the run has measured itself */
#define SHORT_CHAIN 0.7 /* of the middle chain: what is shorter is not what a lasting call costs */
#define LATE_PARTS 16   /* of a turn: samples that came due while the probes were switched come at its beginning, where
                         * the program happened to be: in the first 6 us of 200 there were twice as many as elsewhere,
                         * 70 % of them in a function that has 51 % (bench-peers, Emerald Rapids) */

/* Half of a node's turns so close to each other that they are of one length, and the others were disturbed: within so
 * many cycles more than half of the costs are, and this part of the length. Where another program runs on the core a
 * loop of 460 cycles takes 1 to 3 % longer in half of its turns (bench-peers, Emerald Rapids). */
#define ONE_LENGTH 4.0
#define ONE_PART   0.02

#define CYCLES_MOST 0x1p63 /* of a row: a forged one may have any number */

/* Rows of nodes, by node and time. */
struct node_rows {
  struct wire_turn *row;
  size_t count;
  struct map first;           /* node -> its first row */
};

struct turns {
  struct node_rows nodes;
  struct wire_turn *plain;    /* turns without probes, by time */
  size_t plain_count;
  struct wire_turn *counts;   /* turns that counted calls */
  size_t counts_count;
  struct map within;          /* node -> its place in within_calls */
  uint64_t *within_calls;
  size_t within_count, within_room;
  struct turns_costs costs;
  struct chain { double body, inner; } chain[FENCED_CHAINS_MOST]; /* by body: what fenced probes cost around it */
  size_t chain_count;
};

static int by_node(const void *a, const void *b)
{
  const struct wire_turn *x = a, *y = b;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return (x->tsc > y->tsc) - (x->tsc < y->tsc);
}

static struct turns_costs read_costs(const struct dump *d)
{
  const double inner = (double)(int64_t)dump_meta(d, WIRE_META_CAL_FENCED_INNER, 0);
  const double low = (double)(int64_t)dump_meta(d, WIRE_META_CAL_FENCED_LOW, 0);
  const double high = (double)(int64_t)dump_meta(d, WIRE_META_CAL_FENCED_HIGH, 0);
  const double error = fmax(high - inner, inner - low);
  return (struct turns_costs){ .inner = inner, .error = fmax(error, LEAST_ERROR),
                               .floor = (double)dump_meta(d, WIRE_META_CAL_FLOOR, 0) };
}

static int by_number(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Returns the middle one of what NOPs cost a call as the run has measured it; 0: it has hardly. */
static double measured_nops(const struct dump *d)
{
  const struct wire_turn *all = dump_turn_rows(d);
  const size_t count = dump_count(d, WIRE_TURN);
  double *cost = mem_alloc(count, sizeof(*cost));
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    if (all[i].what == WIRE_TURN_NOPS && all[i].calls)
      cost[n++] = (double)(int64_t)all[i].cycles / (double)all[i].calls;
  mem_sort(cost, n, sizeof(*cost), by_number);
  const double middle = n >= COSTS_LEAST ? fmax(cost[n / 2], 0) : 0;
  mem_free(cost);
  return middle;
}

static int by_body(const void *a, const void *b)
{
  const struct chain *x = a, *y = b;
  return (x->body > y->body) - (x->body < y->body);
}

/* The run's own measurements take the place of the boot's: the processor may run at another frequency by now. Each
 * chain has one cost. That of the longest one counts for calls that take as long or longer; where no lengths are told
 * it is half-way between the least and the greatest. How far those that are not short are from it is its error: which
 * of them a function is like is not known. Nor is it how far the cost in a turn is from what was measured before it,
 * where costs change: SPREAD_ERROR is a model. */
static void read_measured(struct turns *t, const struct dump *d, const struct fenced_costs *costs)
{
  double low = INFINITY, high = -INFINITY;
  t->costs.nops = measured_nops(d);
  for (uint32_t i = 0; i < FENCED_CHAINS_MOST; i++)
    if (costs->chain[i].count >= COSTS_LEAST)
      t->chain[t->chain_count++] = (struct chain){ costs->chain[i].body, costs->level + costs->chain[i].above };
  if (t->chain_count < 2)
    return;
  mem_sort(t->chain, t->chain_count, sizeof(t->chain[0]), by_body);
  const struct chain *c = t->chain, *longest = c + t->chain_count - 1, *middle = c + t->chain_count / 2;
  for (size_t i = 0; i < t->chain_count; i++)
    if (c[i].body >= SHORT_CHAIN * middle->body) {
      low = fmin(low, c[i].inner);
      high = fmax(high, c[i].inner);
    }
  t->costs.inner = longest->body > 0 ? longest->inner : (low + high) / 2;
  t->costs.error = fmax(fmax(high - t->costs.inner, t->costs.inner - low), LEAST_ERROR) +
                   SPREAD_ERROR * costs->spread;
}

/* Returns what a call takes that took `raw` cycles between the time stamps of fenced probes. Around a short body these
 * cost more than around a long one: what goes on beside its chain of instructions, the frame's push and pop first of
 * all, ends later than the chain (16 cycles of the core, which the plain program hides; Emerald Rapids). So what the
 * calibration's chains cost makes a line from body to raw time, and the longest body that fits is the call's. */
static double without_probes(const struct turns *t, double raw)
{
  const struct chain *c = t->chain;
  size_t i = t->chain_count;
  if (!i || c[0].body <= 0 || raw >= c[i - 1].body + c[i - 1].inner)
    return raw - t->costs.inner;
  while (i > 1 && raw < c[i - 1].body + c[i - 1].inner)
    i--;
  const double low = c[i - 1].body + c[i - 1].inner;
  if (raw < low)
    return raw - c[0].inner;
  const double high = c[i].body + c[i].inner;
  return c[i - 1].body + (c[i].body - c[i - 1].body) * (raw - low) / (high - low);
}

static uint64_t *within_at(struct turns *t, uint32_t node)
{
  uint32_t at = map_get(&t->within, node);
  if (at == MAP_NONE) {
    at = (uint32_t)t->within_count;
    mem_grow(&t->within_calls, &t->within_room, t->within_count + 1, sizeof(*t->within_calls));
    t->within_calls[t->within_count++] = 0;
    map_put(&t->within, node, at);
  }
  return &t->within_calls[at];
}

static void sort_nodes(struct node_rows *n)
{
  mem_sort(n->row, n->count, sizeof(*n->row), by_node);
  for (size_t i = n->count; i-- > 0;)
    map_put(&n->first, n->row[i].node, (uint32_t)i);
}

/* Returns a node's row without the change of what probes cost in its turn, where it has so many calls that this
 * counts. */
static struct wire_turn without_shift(struct wire_turn row, double shift)
{
  if (row.calls >= MANY_CALLS)
    row.cycles = (uint64_t)fmin(fmax((double)row.cycles - shift * (double)row.calls, 0), CYCLES_MOST);
  return row;
}

static void sort_rows(struct turns *t, const struct dump *d, const double *shift)
{
  const struct wire_turn *all = dump_turn_rows(d);
  const size_t count = dump_count(d, WIRE_TURN);
  t->nodes.row = mem_alloc(count, sizeof(*t->nodes.row));
  t->plain = mem_alloc(count, sizeof(*t->plain));
  t->counts = mem_alloc(count, sizeof(*t->counts));
  for (size_t i = 0; i < count; i++)
    if (all[i].what == WIRE_TURN_FENCED) {
      t->costs.fenced++;
    } else if (all[i].what == WIRE_TURN_NODE && all[i].calls) {
      t->nodes.row[t->nodes.count++] = without_shift(all[i], shift[i]);
    } else if (all[i].what == WIRE_TURN_PLAIN) {
      t->plain[t->plain_count++] = all[i];
    } else if (all[i].what == WIRE_TURN_COUNTS) {
      t->counts[t->counts_count++] = all[i];
    } else if (all[i].what == WIRE_TURN_WITHIN) {
      *within_at(t, all[i].node) += all[i].calls;
    }
  sort_nodes(&t->nodes);
  mem_sort(t->plain, t->plain_count, sizeof(*t->plain), by_node);
}

struct turns *turns_new(const struct dump *d)
{
  if (!dump_count(d, WIRE_TURN) || !dump_has_meta(d, WIRE_META_CAL_FENCED_INNER))
    return NULL;
  struct turns *t = mem_alloc(1, sizeof(*t));
  struct fenced_costs costs;
  double *shift = fenced_shifts(dump_turn_rows(d), dump_count(d, WIRE_TURN), &costs);
  t->costs = read_costs(d);
  t->costs.spread = costs.spread;
  read_measured(t, d, &costs);
  sort_rows(t, d, shift);
  mem_free(shift);
  return t;
}

static void free_nodes(struct node_rows *n)
{
  map_free(&n->first);
  mem_free(n->row);
}

void turns_free(struct turns *t)
{
  if (!t)
    return;
  free_nodes(&t->nodes);
  mem_free(t->plain);
  mem_free(t->counts);
  mem_free(t->within_calls);
  map_free(&t->within);
  mem_free(t);
}

struct turns_costs turns_costs(const struct turns *t)
{
  return t->costs;
}

/* ---- the mean of a node's calls ---- */

/* Rows [0, n) of one node, in blocks of `size`. */
struct node_turns {
  const struct wire_turn *row;
  size_t n, size;
  bool middle;                /* a block's mean is the middle one of its turns' */
  double spread;              /* of costs */
  struct turn_mean { double cycles, calls; } *scratch; /* room for a block */
  double *means;              /* room for all */
};

static int by_cycles(const void *a, const void *b)
{
  const struct turn_mean *x = a, *y = b;
  return (x->cycles > y->cycles) - (x->cycles < y->cycles);
}

/* Returns the mean of a turn of `count` such that turns with half of all calls have less: what disturbs a few turns,
 * other programs on the processor's other half among it, moves it little. `all` are the calls. */
static double middle_mean(struct turn_mean *turn, size_t count, double all)
{
  double calls = 0;
  size_t i = 0;
  mem_sort(turn, count, sizeof(*turn), by_cycles);
  for (calls = turn[0].calls; 2 * calls < all && i + 1 < count; calls += turn[i].calls)
    i++;
  return turn[i].cycles;
}

/* Returns the mean of a block's calls, of turns that are not in group `left_out`; *calls: how many calls that are. */
static double block_mean(const struct node_turns *b, size_t first, size_t end, int left_out, double *calls)
{
  double cycles = 0;
  size_t count = 0;
  *calls = 0;
  for (size_t i = first; i < end; i++)
    if ((int)(i % GROUPS) != left_out) {
      const struct wire_turn *row = &b->row[i];
      cycles += (double)row->cycles;
      *calls += (double)row->calls;
      b->scratch[count++] = (struct turn_mean){ (double)row->cycles / (double)row->calls, (double)row->calls };
    }
  if (!count)
    return 0;
  return b->middle ? middle_mean(b->scratch, count, *calls) : cycles / *calls;
}

/* Returns how often the node was called while a block lasted: from the end of the block before to its own end. */
static double block_weight(const struct node_turns *b, size_t first, size_t end)
{
  const uint64_t before = first ? b->row[first - 1].total : 0, after = b->row[end - 1].total;
  return after > before ? (double)(after - before) : 0;
}

/* Returns whether two means are of one length; NAN is of none. */
static bool are_close(const struct node_turns *b, double x, double y)
{
  return fabs(x - y) <= ONE_LENGTH + b->spread + ONE_PART * x;
}

/* Returns what most turns say, of those that are not in group `left_out`, where these are enough and half of them are
 * of one length; else NAN. */
static double one_length(const struct node_turns *b, int left_out)
{
  size_t count = 0;
  double width;
  for (size_t i = 0; i < b->n; i++)
    if ((int)(i % GROUPS) != left_out)
      b->means[count++] = (double)b->row[i].cycles / (double)b->row[i].calls;
  const double middle = narrowest_part(b->means, count, 2, &width);
  return b->n >= BLOCK_LEAST && are_close(b, middle, middle + width) ? middle : NAN;
}

/* Returns the mean over all blocks, of turns that are not in group `left_out` of GROUPS; -1: of all. */
static double weighted_mean(const struct node_turns *b, int left_out)
{
  const double one = b->middle ? one_length(b, left_out) : NAN;
  double sum = 0, weights = 0;
  for (size_t first = 0; first < b->n; first += b->size) {
    const size_t end = first + b->size < b->n ? first + b->size : b->n;
    double calls, mean = block_mean(b, first, end, left_out, &calls);
    if (are_close(b, one, mean))
      mean = one;
    const double weight = calls > 0 ? block_weight(b, first, end) : 0;
    sum += weight * mean;
    weights += weight;
  }
  return weights > 0 ? sum / weights : 0;
}

/* Student's quantile for 97.5 %, within 3 % from 3 degrees of freedom on. */
static double student(double freedom)
{
  return 1.96 + 3.3 / fmax(freedom, 0.5);
}

static double jackknife(const struct node_turns *b)
{
  const size_t groups = b->n < GROUPS ? b->n : GROUPS;
  double value[GROUPS], mean = 0, squares = 0;
  for (size_t g = 0; g < groups; g++)
    mean += (value[g] = weighted_mean(b, (int)g)) / (double)groups;
  for (size_t g = 0; g < groups; g++)
    squares += (value[g] - mean) * (value[g] - mean);
  return student((double)groups - 1) * sqrt(squares * ((double)groups - 1) / (double)groups);
}

/* Returns a node's rows. */
static struct node_turns turns_of(const struct node_rows *rows, uint32_t node)
{
  const uint32_t first = map_get(&rows->first, node);
  struct node_turns b = { 0 };
  if (first == MAP_NONE)
    return b;
  b.row = rows->row + first;
  while (first + b.n < rows->count && b.row[b.n].node == node)
    b.n++;
  return b;
}

bool turns_mean(const struct turns *t, uint32_t node, struct turns_mean *mean)
{
  struct node_turns b = turns_of(&t->nodes, node);
  *mean = (struct turns_mean){ 0 };
  for (size_t i = 0; i < b.n; i++)
    mean->calls += b.row[i].calls;
  if (b.n < 2)
    return false;
  const size_t blocks = b.n / BLOCK_LEAST < BLOCKS_MOST ? b.n / BLOCK_LEAST + !(b.n / BLOCK_LEAST) : BLOCKS_MOST;
  b.size = (b.n + blocks - 1) / blocks;
  b.scratch = mem_alloc(b.size, sizeof(*b.scratch));
  b.means = mem_alloc(b.n, sizeof(*b.means));
  b.spread = t->costs.spread;
  b.middle = mean->calls >= MANY_CALLS * b.n;
  mean->turns = (uint32_t)b.n;
  mean->cycles = without_probes(t, weighted_mean(&b, -1));
  mean->spread = jackknife(&b);
  mem_free(b.scratch);
  mem_free(b.means);
  return true;
}

/* ---- turns without probes ---- */

uint64_t turns_within(const struct turns *t, uint32_t node)
{
  const uint32_t at = map_get(&t->within, node);
  return at == MAP_NONE ? 0 : t->within_calls[at];
}

size_t turns_counts(const struct turns *t, const struct wire_turn **rows)
{
  *rows = t->counts;
  return t->counts_count;
}

bool turns_leave_handlers_out(const struct turns *t)
{
  return t->chain_count && t->chain[t->chain_count - 1].body > 0;
}

/* Returns the turn, of `count` by time, that goes on at `tsc`; NULL: none does. */
static const struct wire_turn *turn_at(const struct wire_turn *rows, size_t count, uint64_t tsc)
{
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (rows[middle].tsc <= tsc)
      low = middle + 1;
    else
      high = middle;
  }
  return low && tsc - rows[low - 1].tsc < rows[low - 1].cycles ? &rows[low - 1] : NULL;
}

bool turns_one_holds(const struct wire_turn *rows, size_t count, uint64_t tsc)
{
  return turn_at(rows, count, tsc) != NULL;
}

bool turns_without_probes(const struct turns *t, uint64_t tsc)
{
  const struct wire_turn *turn = turn_at(t->plain, t->plain_count, tsc);
  return turn && tsc - turn->tsc >= turn->cycles / LATE_PARTS;
}
