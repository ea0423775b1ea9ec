/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lane.c: see lane.h.
 *
 * A chunk has up to CHUNK entries, fewer where the times between them do not fit 32 bits. In it lie the distances of the
 * entries to its first one, and behind them what the lane's form has besides.
 */
#include "lane.h"

#include "base/mem.h"
#include "base/search.h"

#include <string.h>

#define CHUNK 64   /* entries: a search steps through half of them, the sums cost a tenth of what they take */
#define GROUP 64   /* chunks whose extremes stand together */

/* Of no values `least` is above `most`. */
struct lane_range { int64_t least, most; };
static const struct lane_range no_values = { INT64_MAX, INT64_MIN };

struct chunk {
  uint64_t busy[LANE_CLASSES];  /* STATES: cycles of each class before it; VALUES: [0] cycles with a value */
  __int128 area;                /* VALUES: before it */
  struct lane_range range;      /* VALUES: of its entries */
  uint32_t off[CHUNK];
};

struct chunk_who    { struct chunk c; uint32_t who[CHUNK]; };
struct chunk_states { struct chunk c; uint32_t who[CHUNK]; uint8_t state[CHUNK]; };
struct chunk_values { struct chunk c; int64_t value[CHUNK]; };

struct lane_head {
  int64_t at;            /* time of its first entry */
  size_t first;          /* that one's number */
  struct chunk *chunk;
};

/* ---- entries ---- */

static size_t chunk_size(enum lane_form form)
{
  switch (form) {
  case LANE_WHO: return sizeof(struct chunk_who);
  case LANE_STATES: return sizeof(struct chunk_states);
  case LANE_VALUES: return sizeof(struct chunk_values);
  default: return sizeof(struct chunk);
  }
}

static uint8_t *state_of(const struct chunk *c, size_t k)
{
  return &((struct chunk_states *)c)->state[k];
}

static int64_t value_of(const struct chunk *c, size_t k)
{
  return ((const struct chunk_values *)c)->value[k];
}

/* How many entries a chunk has. */
static size_t entries_of(const struct lane *l, size_t chunk)
{
  return (chunk + 1 < l->chunks ? l->heads[chunk + 1].first : l->count) - l->heads[chunk].first;
}

static struct lane_entry entry_of(const struct lane *l, size_t chunk, size_t k)
{
  const struct lane_head *h = &l->heads[chunk];
  const bool who = l->form == LANE_WHO || l->form == LANE_STATES;
  return (struct lane_entry){ .at = h->at + h->chunk->off[k],
                              .who = who ? ((const struct chunk_who *)h->chunk)->who[k] : 0,
                              .state = l->form == LANE_STATES ? *state_of(h->chunk, k) : 0,
                              .value = l->form == LANE_VALUES ? value_of(h->chunk, k) : LANE_NONE };
}

/* What holds before the first entry. */
static const struct lane_entry before_all = { .at = INT64_MIN, .value = LANE_NONE };

/* ---- sums ---- */

/* Everything up to a moment. */
struct sums { uint64_t busy[LANE_CLASSES]; __int128 area; };

/* A value times cycles. Where both are below 2^32, as nearly all are, that is one multiplication. */
static __int128 area_of(int64_t value, uint64_t cycles)
{
  if (((uint64_t)value | cycles) >> 32 == 0)
    return (uint64_t)value * cycles;
  return (__int128)value * cycles;
}

/* Adds what an entry holds for so many cycles. */
static void add_time(const struct lane *l, struct sums *s, const struct chunk *c, size_t k, uint64_t cycles)
{
  if (l->form == LANE_STATES) {
    const unsigned class = LANE_CLASS(*state_of(c, k));
    s->busy[class < LANE_CLASSES ? class : 0] += cycles;
  } else if (value_of(c, k) != LANE_NONE) {
    s->busy[0] += cycles;
    s->area += area_of(value_of(c, k), cycles);
  }
}

/* Adds what a chunk's first entries hold, up to `at`, where number `n` begins or would. */
static void add_entries(const struct lane *l, struct sums *s, const struct lane_head *h, size_t n, int64_t at)
{
  for (size_t k = 0; k < n; k++)
    add_time(l, s, h->chunk, k,
             k + 1 < n ? h->chunk->off[k + 1] - h->chunk->off[k] : (uint64_t)(at - (h->at + h->chunk->off[k])));
}

/* The sums up to `at`, `chunk` being the last one that begins before it, with `n` entries before it. */
static struct sums sums_at(const struct lane *l, size_t chunk, size_t n, int64_t at)
{
  struct sums s = { .area = l->heads[chunk].chunk->area };
  memcpy(s.busy, l->heads[chunk].chunk->busy, sizeof(s.busy));
  add_entries(l, &s, &l->heads[chunk], n, at);
  return s;
}

/* ---- adding ---- */

static void widen(struct lane_range *r, int64_t value)
{
  if (value == LANE_NONE)
    return;
  r->least = value < r->least ? value : r->least;
  r->most = value > r->most ? value : r->most;
}

static void begin_chunk(struct lane *l, int64_t at)
{
  struct chunk *c;
  mem_grow(&l->heads, &l->head_room, l->chunks + 1, sizeof(*l->heads));
  if (l->form == LANE_VALUES && l->chunks % GROUP == 0) {
    mem_grow(&l->groups, &l->group_room, l->chunks / GROUP + 1, sizeof(*l->groups));
    l->groups[l->chunks / GROUP] = no_values;
  }
  c = mem_alloc(1, chunk_size(l->form));
  c->range = no_values;
  if (l->chunks && l->form >= LANE_STATES) {
    const struct sums s = sums_at(l, l->chunks - 1, entries_of(l, l->chunks - 1), at);
    memcpy(c->busy, s.busy, sizeof(s.busy));
    c->area = s.area;
  }
  l->heads[l->chunks] = (struct lane_head){ at, l->count, c };
  l->chunks++;
}

void lane_add(struct lane *l, const struct lane_entry *e)
{
  const int64_t at = l->count && e->at < l->last ? l->last : e->at;
  const struct lane_head *h = l->chunks ? &l->heads[l->chunks - 1] : NULL;
  if (!h || l->count - h->first == CHUNK || (uint64_t)at - (uint64_t)h->at > UINT32_MAX)
    begin_chunk(l, at);
  h = &l->heads[l->chunks - 1];
  const size_t k = l->count - h->first;
  h->chunk->off[k] = (uint32_t)((uint64_t)at - (uint64_t)h->at);
  if (l->form == LANE_WHO || l->form == LANE_STATES)
    ((struct chunk_who *)h->chunk)->who[k] = e->who;
  if (l->form == LANE_STATES)
    *state_of(h->chunk, k) = e->state;
  if (l->form == LANE_VALUES) {
    ((struct chunk_values *)h->chunk)->value[k] = e->value;
    widen(&h->chunk->range, e->value);
    widen(&l->groups[(l->chunks - 1) / GROUP], e->value);
  }
  l->count++;
  l->last = at;
}

void lane_amend(struct lane *l, uint8_t state)
{
  const struct lane_head *h = &l->heads[l->chunks - 1];
  *state_of(h->chunk, l->count - 1 - h->first) = state;
}

void lane_drop_last(struct lane *l)
{
  l->count--;
  if (l->heads[l->chunks - 1].first == l->count)
    mem_free(l->heads[--l->chunks].chunk);
  l->last = l->count ? lane_entry(l, l->count - 1).at : 0;
}

void lane_free(struct lane *l)
{
  for (size_t i = 0; i < l->chunks; i++)
    mem_free(l->heads[i].chunk);
  mem_free(l->heads);
  mem_free(l->groups);
  *l = (struct lane){ .form = l->form };
}

/* ---- searching ---- */

/* A place among the entries: so many of chunk `chunk` are before it, and all of the chunks before that one; `number`
 * in all. */
struct place { size_t chunk, n, number; };

/* How many chunks begin before `at`, which is at least `low`: galloping on from there. */
static size_t chunks_before(const struct lane *l, int64_t at, size_t low)
{
  size_t step = 1, high;
  while (low + step <= l->chunks && l->heads[low + step - 1].at < at) {
    low += step;
    step *= 2;
  }
  high = low + step - 1 < l->chunks ? low + step - 1 : l->chunks;
  SEARCH(low, high, l->heads[middle].at < at);
  return low;
}

/* The place of `at`, which is not before that of `from`. */
static struct place find_place(const struct lane *l, int64_t at, struct place from)
{
  const size_t chunks = chunks_before(l, at, from.chunk);
  if (!chunks)
    return (struct place){ 0, 0, 0 };
  const struct lane_head *h = &l->heads[chunks - 1];
  const uint64_t distance = (uint64_t)at - (uint64_t)h->at;
  size_t low = 0;
  SEARCH(low, entries_of(l, chunks - 1), h->chunk->off[middle] < distance);
  return (struct place){ chunks - 1, low, h->first + low };
}

struct lane_entry lane_entry(const struct lane *l, size_t i)
{
  size_t low = 0, high = l->chunks;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (l->heads[middle].first <= i)
      low = middle;
    else
      high = middle;
  }
  return entry_of(l, low, i - l->heads[low].first);
}

size_t lane_before(const struct lane *l, int64_t at)
{
  return find_place(l, at, (struct place){ 0, 0, 0 }).number;
}

int64_t lane_edge(int64_t from, int64_t to, uint32_t pixels, int32_t i)
{
  const int64_t span = to - from, rest = span % pixels * i;
  return from + span / pixels * i + (rest >= 0 ? rest / pixels : -((-rest + pixels - 1) / pixels));
}

/* ---- bins ---- */

static struct sums sums_of(const struct lane *l, const struct place *p, int64_t at)
{
  return p->number && l->form >= LANE_STATES ? sums_at(l, p->chunk, p->n, at) : (struct sums){ .area = 0 };
}

/* Widens a range by values of a chunk, from number `from` up to, not including, `to`. */
static void widen_by_entries(const struct lane *l, struct lane_range *r, size_t chunk, size_t from, size_t to)
{
  for (size_t k = from; k < to; k++)
    widen(r, value_of(l->heads[chunk].chunk, k));
}

static void widen_by_range(struct lane_range *r, const struct lane_range *by)
{
  r->least = by->least < r->least ? by->least : r->least;
  r->most = by->most > r->most ? by->most : r->most;
}

/* Widens a range by the values of the entries from `a` up to `b`. */
static void widen_between(const struct lane *l, struct lane_range *r, const struct place *a, const struct place *b)
{
  if (a->chunk == b->chunk) {
    widen_by_entries(l, r, a->chunk, a->n, b->n);
    return;
  }
  widen_by_entries(l, r, a->chunk, a->n, entries_of(l, a->chunk));
  for (size_t i = a->chunk + 1; i < b->chunk;)
    if (i % GROUP == 0 && i + GROUP <= b->chunk) {
      widen_by_range(r, &l->groups[i / GROUP]);
      i += GROUP;
    } else {
      widen_by_range(r, &l->heads[i++].chunk->range);
    }
  widen_by_entries(l, r, b->chunk, 0, b->n);
}

/* What holds at `at`: the last entry at `at` or before it; `p` is the place of `at`. */
static struct lane_entry held_at(const struct lane *l, struct place p, int64_t at)
{
  struct lane_entry held = p.number ? entry_of(l, p.chunk, p.n - 1) : before_all;
  for (size_t chunk = p.chunk, k = p.n; chunk < l->chunks; k = 0, chunk++)
    for (; k < entries_of(l, chunk); k++) {
      if (l->heads[chunk].at + l->heads[chunk].chunk->off[k] > at)
        return held;
      held = entry_of(l, chunk, k);
    }
  return held;
}

/* The extremes of what holds in a pixel: of what holds at its left edge, and of what begins in it. Of entries that
 * begin at the same moment all count. */
static void find_extremes(const struct lane *l, struct lane_bin *bin, const struct place *a, const struct place *b)
{
  struct lane_range r = no_values;
  widen(&r, bin->held.value);
  widen_between(l, &r, a, b);
  bin->least = r.least <= r.most ? r.least : LANE_NONE;
  bin->most = r.least <= r.most ? r.most : LANE_NONE;
}

static void fill_bin(const struct lane *l, struct lane_bin *bin, const struct sums *x, const struct sums *y,
                     uint64_t width)
{
  uint64_t rest = width;
  if (l->form == LANE_VALUES) {
    bin->area = (double)(y->area - x->area);
    bin->known = y->busy[0] - x->busy[0];
  }
  for (unsigned i = 1; l->form == LANE_STATES && i < LANE_CLASSES; i++) {
    bin->busy[i] = y->busy[i] - x->busy[i];
    rest -= bin->busy[i];
  }
  bin->busy[0] = rest;
}

void lane_bins_part(const struct lane *l, int64_t from, int64_t to, uint32_t pixels, int32_t first, uint32_t count,
                    struct lane_bin *bins)
{
  int64_t left = lane_edge(from, to, pixels, first);
  struct place a = find_place(l, left, (struct place){ 0, 0, 0 });
  struct sums x = sums_of(l, &a, left);
  for (uint32_t i = 0; i < count; i++) {
    const int64_t right = lane_edge(from, to, pixels, first + (int32_t)i + 1);
    const struct place b = find_place(l, right, a);
    const struct sums y = sums_of(l, &b, right);
    bins[i] = (struct lane_bin){ .count = b.number - a.number, .first = a.number, .least = LANE_NONE, .most = LANE_NONE,
                                 .held = held_at(l, a, left) };
    fill_bin(l, &bins[i], &x, &y, (uint64_t)(right - left));
    if (l->form == LANE_VALUES)
      find_extremes(l, &bins[i], &a, &b);
    a = b;
    x = y;
    left = right;
  }
}

void lane_bins(const struct lane *l, int64_t from, int64_t to, uint32_t pixels, struct lane_bin *bins)
{
  lane_bins_part(l, from, to, pixels, 0, pixels, bins);
}
