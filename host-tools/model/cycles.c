/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cycles.c: finds the cycle of events and measures it; cycles.h is the manual.
 */
#include "cycles.h"

#include "base/mem.h"
#include "dump/gaps.h"
#include "base/stats.h"
#include "event_filter.h"

#include <string.h>

/* Where the cycle is looked for: so many pieces, spread over the run, of so many events. */
#define PIECES       16
#define PIECE_EVENTS 4096

/* An event, as one of a kind: what was logged, and in which thread. */
struct sequence {
  uint64_t *tsc;               /* rising */
  bool *apart;                 /* records are missing in front of it */
  uint32_t *symbols;
  size_t count;                /* at most CYCLES_EVENTS */
  struct wire_event *kinds;    /* one of each symbol */
  size_t kind_count, kind_room;
  struct map of_kind;
};

static uint32_t symbol_of(struct sequence *s, struct map_near *near, const struct wire_event *e)
{
  uint64_t key = (uint64_t)e->thread << 32 | e->event;
  uint32_t symbol = map_get_near(near, &s->of_kind, key);
  if (symbol != MAP_NONE)
    return symbol;
  mem_grow(&s->kinds, &s->kind_room, s->kind_count + 1, sizeof(*s->kinds));
  map_put(&s->of_kind, key, (uint32_t)s->kind_count);
  s->kinds[s->kind_count] = *e;
  return (uint32_t)s->kind_count++;
}

static struct sequence sequence_new(struct view *v)
{
  struct sequence s = { 0 };
  struct gaps_walk lost = { 0 };
  struct map_near *near = mem_alloc(1, sizeof(*near));
  const size_t count = dump_count(v->dump, WIRE_EVENT), most = count < CYCLES_EVENTS ? count : CYCLES_EVENTS;
  s.tsc = mem_alloc(most, sizeof(*s.tsc));
  s.apart = mem_alloc(most + 1, sizeof(*s.apart));
  s.symbols = mem_alloc(most, sizeof(*s.symbols));
  struct cursor c = event_filter_begin_times(v);
  for (const struct wire_event *e; s.count < most && (e = event_filter_next(v, &c)); s.count++) {
    const size_t i = s.count;
    s.tsc[i] = e->tsc;
    s.symbols[i] = symbol_of(&s, near, e);
    s.apart[i] = i && gaps_between(v->dump, WIRE_EVENT, &lost, s.tsc[i - 1], e->tsc);
  }
  cursor_end(&c);
  mem_free(near);
  return s;
}

static void sequence_free(struct sequence *s)
{
  mem_free(s->tsc);
  mem_free(s->apart);
  mem_free(s->symbols);
  mem_free(s->kinds);
  map_free(&s->of_kind);
}

/* ---- finding ---- */

/* Adds events [from, to) as pieces that are whole. */
static size_t add_piece(const struct sequence *s, size_t from, size_t to, const uint32_t *source_of,
                        uint32_t *symbols, uint32_t *sources, size_t *ends, size_t *parts)
{
  size_t n = *parts ? ends[*parts - 1] : 0;
  for (size_t i = from; i < to; i++) {
    if (s->apart[i] && i > from)
      ends[(*parts)++] = n;
    symbols[n] = s->symbols[i];
    sources[n++] = source_of[s->symbols[i]];
  }
  ends[(*parts)++] = n;
  return n;
}

/* Threads by symbol, numbered from 0. Returns how many there are. */
static size_t number_threads(const struct sequence *s, uint32_t *source_of)
{
  struct map of_thread = { 0 };
  for (size_t i = 0; i < s->kind_count; i++) {
    uint32_t source = map_get(&of_thread, s->kinds[i].thread);
    if (source == MAP_NONE) {
      source = (uint32_t)of_thread.count;
      map_put(&of_thread, s->kinds[i].thread, source);
    }
    source_of[i] = source;
  }
  size_t count = of_thread.count;
  map_free(&of_thread);
  return count;
}

static struct recur_cycle find_cycle(const struct sequence *s)
{
  const size_t most = PIECES * PIECE_EVENTS, looked = s->count < most ? s->count : most;
  struct recur_cycle found = { .count = 0 };
  uint32_t *source_of = mem_alloc(s->kind_count, sizeof(*source_of));
  uint32_t *symbols = mem_alloc(looked, sizeof(*symbols)), *sources = mem_alloc(looked, sizeof(*sources));
  size_t *ends = mem_alloc(looked + PIECES, sizeof(*ends));
  struct recur_input in = { .symbols = symbols, .sources = sources, .ends = ends };
  in.source_count = number_threads(s, source_of);
  if (s->count <= most)
    add_piece(s, 0, s->count, source_of, symbols, sources, ends, &in.parts);
  else
    for (size_t p = 0; p < PIECES; p++) {
      size_t from = (s->count - PIECE_EVENTS) / (PIECES - 1) * p;
      add_piece(s, from, from + PIECE_EVENTS, source_of, symbols, sources, ends, &in.parts);
    }
  recur_find(&in, &found);
  mem_free(source_of);
  mem_free(symbols);
  mem_free(sources);
  mem_free(ends);
  return found;
}

/* ---- measuring ---- */

/* The events whose symbols are in the cycle, by their place in the sequence. */
struct chain { size_t *at; size_t count; };

static struct chain chain_of(const struct sequence *s, const struct recur_cycle *cycle)
{
  bool *in_cycle = mem_alloc(s->kind_count, sizeof(*in_cycle));
  struct chain chain = { .at = mem_alloc(s->count, sizeof(*chain.at)) };
  for (size_t k = 0; k < cycle->count; k++)
    in_cycle[cycle->steps[k]] = true;
  for (size_t i = 0; i < s->count; i++)
    if (in_cycle[s->symbols[i]])
      chain.at[chain.count++] = i;
  mem_free(in_cycle);
  return chain;
}

static bool is_whole(const struct sequence *s, size_t first, size_t last)
{
  for (size_t i = first + 1; i <= last; i++)
    if (s->apart[i])
      return false;
  return true;
}

/* Whether the whole cycle, and its first event again, are there from link `link` on. */
static bool is_cycle(const struct sequence *s, const struct recur_cycle *cycle, const struct chain *chain,
                     size_t link)
{
  if (link + cycle->count >= chain->count)
    return false;
  for (size_t k = 0; k <= cycle->count; k++)
    if (s->symbols[chain->at[link + k]] != cycle->steps[k % cycle->count])
      return false;
  return is_whole(s, chain->at[link], chain->at[link + cycle->count]);
}

/* Calls `take` for each time that the cycle goes round, until there is none. */
static size_t each_round(const struct sequence *s, const struct recur_cycle *cycle, const struct chain *chain,
                         void (*take)(struct cycles *c, const struct sequence *s, const size_t *at), struct cycles *c)
{
  size_t count = 0;
  for (size_t link = 0; link < chain->count; ) {
    if (!is_cycle(s, cycle, chain, link)) {
      link++;
      continue;
    }
    take(c, s, &chain->at[link]);
    link += cycle->count;
    count++;
  }
  return count;
}

static void add_to_means(struct cycles *c, const struct sequence *s, const size_t *at)
{
  for (size_t k = 0; k < c->step_count; k++)
    c->steps[k].mean += (double)(s->tsc[at[k + 1]] - s->tsc[at[k]]);
}

static void keep_round(struct cycles *c, const struct sequence *s, const size_t *at)
{
  const size_t n = c->step_count, i = c->count++;
  for (size_t k = 0; k < n; k++) {
    c->steps[k].took[i] = (int64_t)(s->tsc[at[k + 1]] - s->tsc[at[k]]);
    c->steps[k].mean += (double)c->steps[k].took[i];
  }
  c->starts[i] = s->tsc[at[0]];
  c->periods[i] = (int64_t)(s->tsc[at[n]] - c->starts[i]);
  c->others[i] = (uint32_t)(at[n] - at[0] - n);
  c->mean += (double)c->periods[i];
}

/* Turns the cycle so that its longest step is the last. */
static void turn_cycle(struct cycles *c, const struct sequence *s, struct recur_cycle *cycle, const struct chain *chain)
{
  struct recur_cycle from = *cycle;
  size_t longest = 0;
  each_round(s, cycle, chain, add_to_means, c);
  for (size_t k = 1; k < cycle->count; k++)
    if (c->steps[k].mean > c->steps[longest].mean)
      longest = k;
  for (size_t k = 0; k < cycle->count; k++)
    cycle->steps[k] = from.steps[(longest + 1 + k) % cycle->count];
}

static void set_fence(struct cycles *c)
{
  int64_t *sorted = mem_alloc(c->count, sizeof(*sorted));
  memcpy(sorted, c->periods, c->count * sizeof(*sorted));
  stats_sort(sorted, c->count);
  int64_t low = stats_percentile(sorted, c->count, 25), high = stats_percentile(sorted, c->count, 75);
  c->fence = (int64_t)((uint64_t)high + 3 * ((uint64_t)high - (uint64_t)low));
  mem_free(sorted);
}

static void measure_cycle(struct cycles *c, struct view *v, const struct sequence *s, const struct recur_cycle *cycle,
                          const struct chain *chain)
{
  const size_t room = chain->count / cycle->count;
  for (size_t k = 0; k < cycle->count; k++) {
    const struct wire_event *e = &s->kinds[cycle->steps[k]];
    c->steps[k] = (struct cycles_step){ .thread = view_thread(v, e->thread), .event = e->event };
    c->steps[k].took = mem_alloc(room, sizeof(*c->steps[k].took));
  }
  c->starts = mem_alloc(room, sizeof(*c->starts));
  c->periods = mem_alloc(room, sizeof(*c->periods));
  c->others = mem_alloc(room, sizeof(*c->others));
  each_round(s, cycle, chain, keep_round, c);
  if (!c->count) {
    c->step_count = 0; /* it was only there where records are missing now */
    return;
  }
  for (size_t k = 0; k < c->step_count; k++)
    c->steps[k].mean /= (double)c->count;
  c->mean /= (double)c->count;
  set_fence(c);
}

struct cycles *cycles_new(struct view *v)
{
  struct cycles *c = mem_alloc(1, sizeof(*c));
  struct sequence s = sequence_new(v);
  struct recur_cycle cycle = find_cycle(&s);
  c->events = s.count;
  c->step_count = cycle.count;
  if (cycle.count) {
    struct chain chain = chain_of(&s, &cycle);
    turn_cycle(c, &s, &cycle, &chain);
    measure_cycle(c, v, &s, &cycle, &chain);
    mem_free(chain.at);
  }
  sequence_free(&s);
  return c;
}

int64_t cycles_busy(const struct cycles *c, size_t i)
{
  return c->periods[i] - c->steps[c->step_count - 1].took[i];
}

size_t cycles_slowest(const struct cycles *c, size_t i)
{
  size_t most = 0;
  for (size_t k = 1; k < c->step_count; k++)
    if ((double)c->steps[k].took[i] - c->steps[k].mean > (double)c->steps[most].took[i] - c->steps[most].mean)
      most = k;
  return most;
}

void cycles_free(struct cycles *c)
{
  if (!c)
    return;
  for (size_t k = 0; k < RECUR_STEPS; k++)
    mem_free(c->steps[k].took);
  mem_free(c->starts);
  mem_free(c->periods);
  mem_free(c->others);
  mem_free(c);
}
