/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohort_ages.c: see cohort_ages.h.
 *
 * Each kin has an estimate, made once from all windows and once for each time that windows are drawn again. The
 * estimates of a kin are kept, as lists of stretches and shares; then each group is gone through: its kins' stretches
 * are laid over each other.
 */
#include "cohort_ages.h"

#include "widen.h"
#include "base/mem.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define FEW 20 /* a twentieth */

uint64_t kin_least_age(const struct kin *k)
{
  uint64_t count = 0, age = 0;
  for (unsigned i = 0; i < KIN_NEXTS && k->next[i].count && count * FEW < k->sum.count; i++) {
    age = k->next[i].bytes;
    count += k->next[i].count;
  }
  return age;
}

struct cohort_ages *age_counts_at(struct age_counts *a, uint32_t site, unsigned bin)
{
  uint32_t *row = map_at(&a->of_key, (uint64_t)site << 32 | bin);
  if (*row == MAP_NONE) {
    *row = (uint32_t)a->count;
    mem_grow(&a->rows, &a->room, a->count + 1, sizeof(*a->rows));
    a->rows[a->count++] = (struct cohort_ages){ .site = site, .bin = bin };
  }
  return &a->rows[*row];
}

/* ---- estimates of kins ---- */

/* The estimate of a kin: `count` of the parts, from the first one on. */
struct estimate { size_t first; uint32_t count; };

struct estimator {
  struct cohorts *cohorts;
  struct observations *seen;
  const struct kin *kins;
  size_t kin_count;
  size_t *first;                    /* by kin: its rows; and one more */
  struct span { uint32_t first, last; } *spans; /* by kin: the windows of its rows; first > last: it has none */
  struct turnbull_part *parts;      /* of all estimates */
  size_t part_count, part_room;
  struct estimate *estimates;       /* by drawing, 0 is none, and kin */
  struct turnbull_seen *told;       /* room for the observations of a kin */
  uint32_t *times;                  /* by window: how often it was drawn */
  uint64_t drawn[COHORTS_DRAWN + 1]; /* by drawing: that, as one number, where there are few windows */
  struct widen_sums *sums;          /* room for those of a group */
  unsigned like[COHORTS_DRAWN + 1]; /* by drawing: the first one that has drawn the same: the drawing itself, or one before */
  uint64_t random;
};

static uint64_t draw_number(struct estimator *e, uint64_t below)
{
  e->random ^= e->random << 13; /* Marsaglia, "Xorshift RNGs", 2003 */
  e->random ^= e->random >> 7;
  e->random ^= e->random << 17;
  return (uint64_t)((unsigned __int128)e->random * below >> 64);
}

/* Gathers what was seen of a kin, equal observations of all windows as one. Objects that no collection found alive lived
 * up to kin_least_age(): if each lived up to its own, the estimate would take the largest of these for that of all. */
static size_t tell_kin(struct estimator *e, size_t kin)
{
  size_t count = 0;
  const uint64_t next = kin_least_age(&e->kins[kin]);
  const uint16_t least = turnbull_floor(next ? next - 1 : 0);
  const struct observed *row = e->seen->rows + e->first[kin], *end = e->seen->rows + e->first[kin + 1];
  for (; row < end; row++) {
    const double weight = (double)row->count * e->times[row->window];
    struct turnbull_seen *last = count ? &e->told[count - 1] : NULL;
    if (weight == 0)
      continue;
    /* One that was dead before is among those that the least age leaves out. */
    const uint16_t alive = row->alive < least && least < row->dead ? least : row->alive;
    if (last && last->alive == alive && last->dead == row->dead)
      last->weight += weight;
    else
      e->told[count++] = (struct turnbull_seen){ alive, row->dead, weight };
  }
  return count;
}

static void estimate_kin(struct estimator *e, struct estimate *to, size_t kin)
{
  struct turnbull t = turnbull_estimate(e->told, tell_kin(e, kin));
  *to = (struct estimate){ e->part_count, (uint32_t)t.count };
  e->cohorts->ended_early |= t.gap >= TURNBULL_GAP;
  mem_grow(&e->parts, &e->part_room, e->part_count + t.count + 1, sizeof(*e->parts));
  if (t.count)
    memcpy(e->parts + e->part_count, t.parts, t.count * sizeof(*t.parts));
  e->part_count += t.count;
  turnbull_free(&t);
}

static void estimate_kins(struct estimator *e, unsigned drawing)
{
  for (size_t kin = 0; kin < e->kin_count; kin++)
    estimate_kin(e, &e->estimates[drawing * e->kin_count + kin], kin);
}

/* With more windows than this hardly two of the drawings are alike: 6 windows are drawn in 462 ways. */
#define ALIKE_WINDOWS 5

/* Draws the windows for a drawing, and sets which one before it is like it. */
static void draw_windows(struct estimator *e, unsigned drawing)
{
  const uint32_t windows = observations_stretches(e->seen);
  memset(e->times, 0, windows * sizeof(*e->times));
  for (uint32_t i = 0; i < windows; i++)
    e->times[draw_number(e, windows)]++;
  e->like[drawing] = drawing;
  if (windows > ALIKE_WINDOWS)
    return;
  for (uint32_t i = 0; i < windows; i++)
    e->drawn[drawing] = e->drawn[drawing] << 8 | e->times[i];
  for (unsigned d = 1; d < drawing && e->like[drawing] == drawing; d++)
    if (e->drawn[d] == e->drawn[drawing])
      e->like[drawing] = d;
}

/* Draws windows, and makes the estimates of that; where the same was drawn before they are those. */
static void estimate_drawing(struct estimator *e, unsigned drawing)
{
  draw_windows(e, drawing);
  if (e->like[drawing] == drawing)
    estimate_kins(e, drawing);
}

/* ---- objects that were found dead, by age ---- */

/* How many of the parts end at `point` or before it. */
static size_t parts_up_to(const struct turnbull_part *parts, size_t count, unsigned point)
{
  size_t low = 0;
  while (low < count) {
    const size_t middle = low + (count - low) / 2;
    if (parts[middle].to <= point)
      low = middle + 1;
    else
      count = middle;
  }
  return low;
}

/* Adds to dead[k] the objects of a kin that were found dead and died in its part k: each is divided among the parts in
 * which it may have died in the proportion of their shares. `sum` has the sums of shares before each part. */
static void divide_dead(const struct estimator *e, size_t kin, const struct turnbull_part *parts, size_t count,
                        const double *sum, double *dead)
{
  const struct observed *row = e->seen->rows + e->first[kin], *end = e->seen->rows + e->first[kin + 1];
  for (; row < end; row++) {
    if (row->dead == TURNBULL_NEVER)
      continue;
    const size_t from = parts_up_to(parts, count, row->alive), to = parts_up_to(parts, count, row->dead);
    if (sum[to] <= sum[from])
      continue; /* the search ended early, and left it no place */
    const double each = (double)row->count / OBSERVED_PARTS / (sum[to] - sum[from]);
    dead[from] += each;
    dead[to] -= each;
  }
  double each = 0;
  for (size_t k = 0; k < count; k++) {
    each += dead[k];
    dead[k] = each * parts[k].share;
  }
}

static void count_dead(const struct estimator *e, struct age_counts *ages, size_t kin)
{
  const struct estimate *of = &e->estimates[kin];
  const struct turnbull_part *parts = &e->parts[of->first];
  double *sum = mem_alloc(of->count + 1, sizeof(*sum)), *dead = mem_alloc(of->count + 1, sizeof(*dead));
  for (size_t k = 0; k < of->count; k++)
    sum[k + 1] = sum[k] + parts[k].share;
  divide_dead(e, kin, parts, of->count, sum, dead);
  for (size_t k = 0; k < of->count && parts[k].to != TURNBULL_NEVER; k++)
    for (unsigned point = parts[k].from + 1u; dead[k] > 0 && point <= parts[k].to;) {
      const unsigned bin = cohorts_bin(turnbull_age(point)), begin = point;
      while (point <= parts[k].to && cohorts_bin(turnbull_age(point)) == bin)
        point++;
      age_counts_at(ages, e->kins[kin].sum.key, bin)->died += dead[k] * (point - begin) / (parts[k].to - parts[k].from);
    }
  mem_free(sum);
  mem_free(dead);
}

/* ---- kins over each other ---- */

/* Shares by point, the last one TURNBULL_NEVER: where stretches begin, where they end, and what is taken for the ages
 * themselves: a share lies evenly on the points of its stretch, for nothing is known of it but the stretch. Of drawings
 * only the ends of stretches are asked for. */
#define POINTS WIDEN_POINTS
struct mixture {
  double weight, from[POINTS + 1], at[POINTS + 1], to[POINTS + 1];
  unsigned first, last; /* the points below POINTS that may have shares; first > last: none */
};

static void clear_mixture(struct mixture *m)
{
  for (unsigned point = m->first; point <= m->last; point++)
    m->from[point] = m->at[point] = m->to[point] = 0;
  m->weight = m->from[POINTS] = m->at[POINTS] = m->to[POINTS] = 0;
  m->first = POINTS;
  m->last = 0;
}

static void mix_part(struct mixture *m, const struct turnbull_part *p, double weight, bool ages)
{
  const double share = p->share * weight;
  const unsigned last = p->to == TURNBULL_NEVER ? p->from : p->to;
  m->first = p->from < m->first ? p->from : m->first;
  m->last = last > m->last ? last : m->last;
  if (p->to == TURNBULL_NEVER) {
    m->from[p->from] += share;
    m->at[POINTS] += share;
    m->to[POINTS] += share;
    return;
  }
  m->from[p->from] += share;
  m->to[p->to] += share;
  for (unsigned point = p->from + 1u; ages && point <= p->to; point++)
    m->at[point] += share / (p->to - p->from);
}

static void mix_kin(const struct estimator *e, struct mixture *m, unsigned drawing, size_t kin, double weight)
{
  const struct estimate *of = &e->estimates[drawing * e->kin_count + kin];
  if (of->count)
    m->weight += weight;
  for (size_t i = 0; i < of->count; i++)
    mix_part(m, &e->parts[of->first + i], weight, !drawing);
}

/* The first point up to which a share of the whole has come; POINTS: none. */
static unsigned quantile_point(const struct mixture *m, const double *shares, double share)
{
  double sum = 0;
  for (unsigned point = m->first; point <= m->last; point++) {
    sum += shares[point];
    if (sum >= m->weight * (share - 1e-9))
      return point;
  }
  return POINTS;
}

static uint64_t point_age(unsigned point)
{
  return point == POINTS ? COHORTS_BEYOND : turnbull_age(point);
}

/* ---- groups ---- */

static double of_kin(const struct kin *k, bool bytes)
{
  return bytes ? (double)k->sum.bytes : (double)k->sum.count;
}

/* The mixture of the kins from row `first` of `order` on that belong to one group. */
static void mix_group(const struct estimator *e, struct mixture *m, unsigned drawing, const uint32_t *order,
                      size_t count, bool bytes)
{
  clear_mixture(m);
  for (size_t i = 0; i < count; i++)
    mix_kin(e, m, drawing, order[i], of_kin(&e->kins[order[i]], bytes));
}

static void set_mean(struct cohort *c, const struct mixture *m)
{
  double sum = 0, dying = 0;
  for (unsigned point = m->first; point <= m->last; point++) {
    dying += m->at[point];
    sum += m->at[point] * (double)turnbull_age(point);
  }
  c->dying = m->weight > 0 ? dying / m->weight : 0;
  c->mean_age = dying > 0 ? sum / dying : 0;
}

static bool in_several_windows(const struct estimator *e, const uint32_t *order, size_t count)
{
  uint32_t first = UINT32_MAX, last = 0;
  for (size_t i = 0; i < count; i++) {
    const struct span *s = &e->spans[order[i]];
    if (s->first > s->last)
      continue;
    first = s->first < first ? s->first : first;
    last = s->last > last ? s->last : last;
  }
  return first < last;
}

static void add_up(const struct mixture *m, double *from, double *to)
{
  double begun = 0, ended = 0;
  for (unsigned point = 0; point < POINTS; point++) {
    from[point] = begun += m->from[point] / m->weight;
    to[point] = ended += m->to[point] / m->weight;
  }
}

static void set_interval(const struct estimator *e, struct cohort *c, struct mixture *m, const uint32_t *order,
                         size_t count)
{
  double low[COHORTS_DRAWN], high[COHORTS_DRAWN]; /* points */
  unsigned drawn = 0, place[COHORTS_DRAWN + 1];   /* by drawing: in those; UINT_MAX: it has none */
  c->sure = e->cohorts->exact;
  if (c->sure || !in_several_windows(e, order, count))
    return; /* one says nothing of how much they differ */
  add_up(m, e->sums->from[0], e->sums->to[0]);
  for (unsigned d = 1; d <= e->cohorts->drawn; d++) {
    const unsigned like = e->like[d] == d ? UINT_MAX : place[e->like[d]];
    place[d] = drawn;
    if (e->like[d] == d) {
      mix_group(e, m, d, order, count, false);
      if (m->weight != 0) {
        low[drawn] = quantile_point(m, m->from, 0.5);
        high[drawn++] = quantile_point(m, m->to, 0.5);
        add_up(m, e->sums->from[drawn], e->sums->to[drawn]);
      } else {
        place[d] = UINT_MAX; /* none of its objects was born in a window that was drawn */
      }
    } else if (like != UINT_MAX) {
      low[drawn] = low[like];
      high[drawn++] = high[like];
      memcpy(e->sums->from[drawn], e->sums->from[like + 1], sizeof(*e->sums->from));
      memcpy(e->sums->to[drawn], e->sums->to[like + 1], sizeof(*e->sums->to));
    } else {
      place[d] = UINT_MAX;
    }
  }
  if (drawn < COHORTS_DRAWN_LEAST)
    return;
  unsigned least_point = (unsigned)widen_edge(low, drawn, 1), most_point = (unsigned)widen_edge(high, drawn, -1);
  widen_interval(e->sums, drawn, &least_point, &most_point);
  const uint64_t least = point_age(least_point), most = point_age(most_point);
  c->sure = true;
  c->median.low = least < c->median.low ? least : c->median.low;
  c->median.high = most > c->median.high ? most : c->median.high;
}

static void set_ages(const struct estimator *e, struct cohort *c, struct mixture *m, const uint32_t *order,
                     size_t count)
{
  mix_group(e, m, 0, order, count, false);
  if (m->weight == 0)
    return;
  c->median = (struct cohort_age){ point_age(quantile_point(m, m->from, 0.5)),
                                   point_age(quantile_point(m, m->at, 0.5)),
                                   point_age(quantile_point(m, m->to, 0.5)) };
  set_mean(c, m);
  set_interval(e, c, m, order, count);
}

/* Sets the ages of each row of a group; `rows` says which row a kin belongs to. */
static void set_group(const struct estimator *e, struct cohort_group *g, const uint32_t *rows, struct mixture *m)
{
  size_t *first = mem_alloc(g->count + 2, sizeof(*first));
  uint32_t *order = mem_alloc(e->kin_count, sizeof(*order));
  for (size_t k = 0; k < e->kin_count; k++)
    first[rows[k] + 2]++;
  for (size_t row = 1; row < g->count + 2; row++)
    first[row] += first[row - 1];
  for (size_t k = 0; k < e->kin_count; k++)
    order[first[rows[k] + 1]++] = (uint32_t)k;
  for (size_t row = 0; row < g->count; row++)
    set_ages(e, &g->rows[row], m, order + first[row], first[row + 1] - first[row]);
  mem_free(order);
  mem_free(first);
}

/* ---- curves ---- */

/* The shares that live beyond each bin's start. Objects that may only have died later than a point (`later`) are alive
 * at it. */
static void read_curve(const double *shares, double whole, bool later, double *alive)
{
  double dead = 0;
  unsigned point = 0;
  for (unsigned bin = 0; bin <= COHORTS_BINS; bin++) {
    const uint64_t start = cohorts_bin_start(bin);
    for (; point < POINTS && (turnbull_age(point) < start || (!later && turnbull_age(point) == start)); point++)
      dead += shares[point];
    alive[bin] = whole > 0 ? fmax(1 - dead / whole, 0) : 1;
  }
}

/* The curves as one drawing has them: into column d - 1 of `low` and `high`. */
static void draw_curves(const struct estimator *e, struct mixture *m, const uint32_t *order, bool bytes, unsigned d,
                        double (*low)[COHORTS_DRAWN], double (*high)[COHORTS_DRAWN])
{
  double from[COHORTS_BINS + 1], to[COHORTS_BINS + 1];
  const unsigned like = e->like[d];
  if (like == d) {
    mix_group(e, m, d, order, e->kin_count, bytes);
    read_curve(m->from, m->weight, true, from);
    read_curve(m->to, m->weight, false, to);
  }
  for (unsigned bin = 0; bin <= COHORTS_BINS; bin++) {
    low[bin][d - 1] = like == d ? from[bin] : low[bin][like - 1];
    high[bin][d - 1] = like == d ? to[bin] : high[bin][like - 1];
  }
}

static void set_curves(const struct estimator *e, struct mixture *m, const uint32_t *order, bool bytes)
{
  struct cohorts *c = e->cohorts;
  double (*low)[COHORTS_DRAWN] = mem_alloc(COHORTS_BINS + 1, sizeof(*low));
  double (*high)[COHORTS_DRAWN] = mem_alloc(COHORTS_BINS + 1, sizeof(*high));
  double alive[3][COHORTS_BINS + 1];
  mix_group(e, m, 0, order, e->kin_count, bytes);
  read_curve(m->from, m->weight, true, alive[0]);
  read_curve(m->at, m->weight, false, alive[1]);
  read_curve(m->to, m->weight, false, alive[2]);
  for (unsigned d = 1; d <= c->drawn; d++)
    draw_curves(e, m, order, bytes, d, low, high);
  for (unsigned bin = 0; bin <= COHORTS_BINS; bin++) {
    struct cohort_share *s = bytes ? &c->alive[bin].bytes : &c->alive[bin].objects;
    *s = (struct cohort_share){ alive[0][bin], alive[1][bin], alive[2][bin] };
    if (c->drawn) {
      s->low = fmin(s->low, widen_edge(low[bin], c->drawn, 1));
      s->high = fmax(s->high, widen_edge(high[bin], c->drawn, -1));
    }
  }
  mem_free(low);
  mem_free(high);
}

/* ---- the interface ---- */

static void find_spans(struct estimator *e)
{
  e->spans = mem_alloc(e->kin_count, sizeof(*e->spans));
  for (size_t k = 0; k < e->kin_count; k++)
    e->spans[k].first = UINT32_MAX;
  for (const struct observed *row = e->seen->rows; row < e->seen->rows + e->seen->count; row++) {
    struct span *s = &e->spans[row->kin];
    s->first = row->window < s->first ? row->window : s->first;
    s->last = row->window > s->last ? row->window : s->last;
  }
}

static void begin(struct estimator *e)
{
  struct observations *o = e->seen;
  size_t most = 0;
  observations_finish(o);
  find_spans(e);
  e->first = mem_alloc(e->kin_count + 1, sizeof(*e->first));
  for (size_t i = 0; i < o->count; i++)
    e->first[o->rows[i].kin + 1] = i + 1;
  for (size_t k = 1; k <= e->kin_count; k++) {
    if (!e->first[k])
      e->first[k] = e->first[k - 1];
    if (e->first[k] - e->first[k - 1] > most)
      most = e->first[k] - e->first[k - 1];
  }
  e->told = mem_alloc(most, sizeof(*e->told));
  e->times = mem_alloc(observations_stretches(e->seen), sizeof(*e->times));
}

static void end(struct estimator *e)
{
  mem_free(e->first);
  mem_free(e->spans);
  mem_free(e->told);
  mem_free(e->times);
}

static unsigned drawings(const struct estimator *e)
{
  const size_t rows = e->seen->count + COHORTS_KIN_ROWS * e->kin_count;
  const size_t may = e->seen->count && !e->seen->joined ? COHORTS_DRAWN_ROWS / rows : 0;
  const unsigned drawn = may < COHORTS_DRAWN ? (unsigned)may : COHORTS_DRAWN;
  return drawn < COHORTS_DRAWN_LEAST || e->seen->windows < 2 || e->cohorts->exact ? 0 : drawn;
}

/* Makes the estimates of the drawings: of what was seen, or of its coarse form, where there is one. */
static void draw(struct estimator *e)
{
  struct cohorts *c = e->cohorts;
  if (e->seen->coarse) {
    end(e);
    e->seen = e->seen->coarse;
    begin(e);
  }
  c->windows = e->seen->windows;
  c->stretches = observations_stretches(e->seen);
  c->coarse = e->seen->is_coarse;
  c->drawn = drawings(e);
  struct estimate *of_all = e->estimates;
  e->estimates = mem_alloc((c->drawn + 1) * e->kin_count, sizeof(*e->estimates));
  if (e->kin_count)
    memcpy(e->estimates, of_all, e->kin_count * sizeof(*of_all));
  mem_free(of_all);
  for (unsigned d = 1; d <= c->drawn; d++)
    estimate_drawing(e, d);
}

void cohort_ages_estimate(struct cohorts *c, struct observations *o, struct age_counts *ages, const struct kin *kins,
                          size_t kin_count)
{
  struct estimator *e = mem_alloc(1, sizeof(*e));
  struct mixture *m = mem_alloc(1, sizeof(*m));
  uint32_t *rows = mem_alloc(kin_count, sizeof(*rows));
  *e = (struct estimator){ .cohorts = c, .seen = o, .kins = kins, .kin_count = kin_count,
                           .random = 88172645463325252u };
  e->sums = mem_alloc(1, sizeof(*e->sums));
  begin(e);
  e->estimates = mem_alloc(kin_count, sizeof(*e->estimates));
  for (uint32_t w = 0; w < observations_stretches(o); w++)
    e->times[w] = 1;
  estimate_kins(e, 0);
  for (size_t k = 0; k < kin_count; k++)
    count_dead(e, ages, k);
  draw(e);
  for (size_t k = 0; k < kin_count; k++)
    rows[k] = kins[k].site;
  set_group(e, &c->sites, rows, m);
  for (size_t k = 0; k < kin_count; k++)
    rows[k] = kins[k].class;
  set_group(e, &c->classes, rows, m);
  for (size_t k = 0; k < kin_count; k++)
    rows[k] = (uint32_t)k;
  set_ages(e, &c->all, m, rows, kin_count);
  set_curves(e, m, rows, false);
  set_curves(e, m, rows, true);
  mem_free(rows);
  mem_free(m);
  mem_free(e->sums);
  mem_free(e->parts);
  mem_free(e->estimates);
  end(e);
  mem_free(e);
}
