/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * turnbull.c: estimates lifetimes from interval-censored observations; turnbull.h is the manual.
 *
 * Only some stretches of ages can have a share above 0: those that begin where an object was seen alive and end where
 * one was seen dead, with no such point in between. An observation is then a range of stretches, and equal ranges
 * are one observation. EM gives each observation's weight to its stretches in the proportion of their shares; it
 * never makes the likelihood smaller but comes to its end slowly. ICM takes a Newton step with the diagonal of the
 * second derivatives in the sums of the shares, which must not fall (isotonic regression), and is shortened until the
 * likelihood grows.
 */
#include "turnbull.h"

#include "base/mem.h"

#include <string.h>

#define STEPS   400  /* a limit only: 10 to 40 are used */
#define HALVES  12   /* of a step of ICM */
#define TINY    1e-12 /* a share that is left out */

/* ---- stretches and ranges of them ---- */

/* An observation: the object died in stretches [from, to). */
struct range { uint32_t from, to; double weight; };

/* Two numbers, on which the processor computes at once what it would on each: the ranges are gone through by twos. */
typedef double pair __attribute__((vector_size(2 * sizeof(double))));
typedef uint64_t pair_bits __attribute__((vector_size(2 * sizeof(uint64_t))));

struct search {
  struct turnbull_part *parts;
  size_t part_count;
  struct range *ranges;    /* behind an odd number of them one more, of no weight */
  size_t range_count;
  double total;            /* weight */
  double *share, *slope;   /* by stretch: its share, and the derivative of the likelihood in it over `total` */
  double *sum, *gradient, *curve, *wanted; /* by stretch: of ICM, in the sum of the shares up to and with it */
  struct block { double value, weight; size_t count; } *blocks;
};

/* A set of points: a bit each, for a kin has few of them. */
#define SET_WORDS (TURNBULL_POINTS / 64 + 1)
struct points { uint64_t words[SET_WORDS]; };

static void add_point(struct points *set, unsigned point)
{
  set->words[point / 64] |= UINT64_C(1) << point % 64;
}

static bool has_point(const struct points *set, unsigned point)
{
  return set->words[point / 64] >> point % 64 & 1;
}

/* Finds the stretches. Of each point p that was seen, before[p] is then how many of them end at it or before it; the
 * others' are not set. */
static void find_stretches(struct search *s, const struct turnbull_seen *seen, size_t count, uint16_t *before)
{
  struct points alive = { { 0 } }, dead = { { 0 } };
  bool open = false, never = false;
  unsigned from = 0;
  for (size_t i = 0; i < count; i++) {
    add_point(&alive, seen[i].alive);
    if (seen[i].dead == TURNBULL_NEVER)
      never = true;
    else
      add_point(&dead, seen[i].dead);
  }
  for (unsigned word = 0; word < SET_WORDS; word++)
    for (uint64_t left = alive.words[word] | dead.words[word]; left; left &= left - 1) {
      const unsigned point = word * 64 + (unsigned)__builtin_ctzll(left);
      const bool died = has_point(&dead, point);
      if (died && open)
        s->parts[s->part_count++] = (struct turnbull_part){ (uint16_t)from, (uint16_t)point, 0 };
      if (died)
        open = false;
      if (has_point(&alive, point)) {
        open = true;
        from = point;
      }
      before[point] = (uint16_t)s->part_count;
    }
  if (open && never)
    s->parts[s->part_count++] = (struct turnbull_part){ (uint16_t)from, TURNBULL_NEVER, 0 };
}

static int by_range(const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

/* Makes each observation a range, and equal ones one. */
static void make_ranges(struct search *s, const struct turnbull_seen *seen, size_t count, const uint16_t *before)
{
  struct range *r = s->ranges;
  for (size_t i = 0; i < count; i++) {
    const uint32_t to = seen[i].dead == TURNBULL_NEVER ? (uint32_t)s->part_count : before[seen[i].dead];
    r[i] = (struct range){ before[seen[i].alive], to, seen[i].weight };
    s->total += seen[i].weight;
  }
  mem_sort(r, count, sizeof(*r), by_range);
  for (size_t i = 0; i < count; i++) {
    struct range *last = s->range_count ? &r[s->range_count - 1] : NULL;
    if (last && !by_range(last, &r[i]))
      last->weight += r[i].weight;
    else
      r[s->range_count++] = r[i];
  }
  r[s->range_count] = r[s->range_count - 1];
  r[s->range_count].weight = 0;
}

/* ---- the likelihood ---- */

/* The natural logarithms of two positive numbers. Not the C library's: which step is taken rests on them, and a table
 * must be the same to the last digit wherever it is made. */
static inline pair logs_of(pair x)
{
  const pair_bits all = (pair_bits)x, mantissa = (all & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1022) << 52;
  const pair exponent = { (int)(all[0] >> 52) - 1022, (int)(all[1] >> 52) - 1022 };
  x = (pair)mantissa; /* the part in [1/2, 1) */
  const pair s = (x - 0.75) / (x + 0.75), square = s * s; /* log(x / 0.75) = 2 atanh(s), s in [-1/5, 1/7) */
  pair sum = { 1. / 23, 1. / 23 };
#pragma GCC unroll 12
  for (int k = 21; k > 0; k -= 2)
    sum = sum * square + 1. / k;
  return 2 * s * sum - 0.287682072451780927 + exponent * 0.693147180559945309; /* log(3/4), log(2) */
}

static void add_up_shares(const struct search *s, double *sum)
{
  double shares = 0;
  for (size_t k = 0; k < s->part_count; k++)
    sum[k] = shares += s->share[k];
  sum[s->part_count - 1] = 1;
}

static double range_share(const double *sum, const struct range *r)
{
  return sum[r->to - 1] - (r->from ? sum[r->from - 1] : 0);
}

static pair shares_of(const double *sum, const struct range *r)
{
  return (pair){ range_share(sum, r), range_share(sum, r + 1) };
}

static pair weights_of(const struct range *r)
{
  return (pair){ r[0].weight, r[1].weight };
}

/* Whether the observations are at least as likely with the sums `tried` as with `sum`, with which each is possible. */
static bool is_as_likely(const struct search *s, const double *sum, const double *tried)
{
  const struct range *end = s->ranges + s->range_count;
  double gain = 0;
  for (const struct range *r = s->ranges; r < end; r += 2) {
    const pair shares = shares_of(tried, r);
    if (shares[0] <= 0 || shares[1] <= 0)
      return false;
    const pair logs = weights_of(r) * logs_of(shares / shares_of(sum, r));
    gain += logs[0];
    gain += logs[1];
  }
  return gain >= 0;
}

/* Sets the derivatives in the shares, of which none is above 1 at the optimum. Returns how far the largest one is. */
static double find_slopes(struct search *s)
{
  const struct range *end = s->ranges + s->range_count;
  double slope = 0, most = 0;
  memset(s->slope, 0, (s->part_count + 1) * sizeof(*s->slope));
  add_up_shares(s, s->sum);
  for (const struct range *r = s->ranges; r < end; r += 2) {
    const pair parts = weights_of(r) / shares_of(s->sum, r) / s->total;
    for (unsigned i = 0; i < 2; i++) {
      s->slope[r[i].from] += parts[i];
      s->slope[r[i].to] -= parts[i];
    }
  }
  for (size_t k = 0; k < s->part_count; k++) {
    s->slope[k] = slope += s->slope[k];
    most = slope > most ? slope : most;
  }
  return most - 1;
}

/* ---- a step of each kind ---- */

/* Behind find_slopes(). */
static void step_em(struct search *s)
{
  for (size_t k = 0; k < s->part_count; k++)
    s->share[k] *= s->slope[k];
}

/* First and second derivative of the likelihood in each sum but the last, which is 1. */
static void find_curve(struct search *s)
{
  const struct range *end = s->ranges + s->range_count;
  memset(s->gradient, 0, s->part_count * sizeof(*s->gradient));
  memset(s->curve, 0, s->part_count * sizeof(*s->curve));
  add_up_shares(s, s->sum);
  for (const struct range *r = s->ranges; r < end; r += 2) {
    const pair shares = shares_of(s->sum, r), slopes = weights_of(r) / shares, bends = slopes / shares;
    for (unsigned i = 0; i < 2; i++) {
      s->gradient[r[i].to - 1] += slopes[i];
      s->curve[r[i].to - 1] += bends[i];
      if (r[i].from) {
        s->gradient[r[i].from - 1] -= slopes[i];
        s->curve[r[i].from - 1] += bends[i];
      }
    }
  }
}

/* fmax() and fmin(), which are calls of the C library for what is one instruction: a seventh of the estimate. */
static inline double larger(double a, double b)
{
  return a > b ? a : b;
}

static inline double smaller(double a, double b)
{
  return a < b ? a : b;
}

/* Sets `wanted` to the numbers nearest to the Newton step's that do not fall and lie in [0, 1]: neighbours in the
 * wrong order get their weighted mean. */
static void find_wanted(struct search *s, size_t count)
{
  size_t blocks = 0;
  for (size_t k = 0; k < count; k++) {
    struct block *b = &s->blocks[blocks++];
    *b = (struct block){ s->sum[k] + s->gradient[k] / s->curve[k], s->curve[k], 1 };
    while (blocks > 1 && b[-1].value >= b->value) {
      const double weight = b[-1].weight + b->weight;
      b[-1] = (struct block){ (b[-1].value * b[-1].weight + b->value * b->weight) / weight, weight,
                              b[-1].count + b->count };
      b--;
      blocks--;
    }
  }
  for (size_t i = 0, k = 0; i < blocks; i++)
    for (size_t left = s->blocks[i].count; left; left--)
      s->wanted[k++] = smaller(larger(s->blocks[i].value, 0), 1);
  s->wanted[count] = 1;
}

static void step_icm(struct search *s)
{
  double *tried = s->slope; /* not needed now */
  find_curve(s);
  find_wanted(s, s->part_count - 1);
  double length = 1;
  for (unsigned i = 0; i < HALVES; i++, length /= 2) {
    for (size_t k = 0; k < s->part_count; k++)
      tried[k] = s->sum[k] + length * (s->wanted[k] - s->sum[k]);
    if (!is_as_likely(s, s->sum, tried))
      continue;
    for (size_t k = 0; k < s->part_count; k++)
      s->share[k] = larger(tried[k] - (k ? tried[k - 1] : 0), 0);
    return;
  }
}

static double find_shares(struct search *s)
{
  double gap = 0;
  for (size_t k = 0; k < s->part_count; k++)
    s->share[k] = 1.0 / (double)s->part_count;
  for (unsigned step = 0; step < STEPS; step++) {
    gap = find_slopes(s);
    if (gap < TURNBULL_GAP)
      break;
    step_em(s);
    step_icm(s);
  }
  return gap;
}

/* ---- the interface ---- */

struct turnbull turnbull_estimate(const struct turnbull_seen *seen, size_t count)
{
  struct turnbull t = { 0 };
  if (!count)
    return t;
  if (count == 1) { /* a dump can make millions of them */
    t.parts = mem_alloc(1, sizeof(*t.parts));
    t.parts[t.count++] = (struct turnbull_part){ seen->alive, seen->dead, 1 };
    return t;
  }
  uint16_t before[TURNBULL_POINTS + 1];
  const size_t most = (count < TURNBULL_POINTS ? count : TURNBULL_POINTS) + 1;
  struct search s = { .parts = mem_alloc(most, sizeof(*s.parts)), .ranges = mem_alloc(count + 1, sizeof(*s.ranges)) };
  find_stretches(&s, seen, count, before);
  make_ranges(&s, seen, count, before);
  double *numbers = mem_alloc(6 * (s.part_count + 1), sizeof(*numbers));
  double **const arrays[] = { &s.share, &s.slope, &s.sum, &s.gradient, &s.curve, &s.wanted };
  for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++)
    *arrays[i] = numbers + i * (s.part_count + 1);
  s.blocks = mem_alloc(s.part_count, sizeof(*s.blocks));
  t.gap = find_shares(&s);
  for (size_t k = 0; k < s.part_count; k++)
    if (s.share[k] > TINY) {
      s.parts[t.count] = s.parts[k];
      s.parts[t.count++].share = s.share[k];
    }
  t.parts = s.parts;
  mem_free(numbers);
  mem_free(s.blocks);
  mem_free(s.ranges);
  return t;
}

void turnbull_free(struct turnbull *t)
{
  mem_free(t->parts);
  *t = (struct turnbull){ 0 };
}
