/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cycles_ran.c: lays cycles over the time line; cycles_ran.h is the manual.
 */
#include "cycles_ran.h"

#include <string.h>

#include "base/mem.h"

/* A walk through cycles and stretches, both by time. */
struct walk {
  struct view *view;
  const struct cycles *cycles;
  struct cycles_ran *all;    /* NULL: the walk is for the means */
  size_t at;                 /* the cycle that it stands at */
  int64_t *ran;              /* by thread, in that cycle; for the means, in all */
  double *mean;              /* by thread */
  size_t threads;
  size_t cut;                /* the cycle at whose end stretches are cut next */
  bool *resumed;             /* by processor, for was_resumed() */
  size_t resumed_room;
};

static uint64_t end_of(const struct cycles *c, size_t i)
{
  return c->starts[i] + (uint64_t)c->periods[i];
}

/* What of `from`..`to` lies in cycle `i`. */
static int64_t overlap_with(const struct cycles *c, size_t i, uint64_t from, uint64_t to)
{
  const uint64_t start = c->starts[i], end = end_of(c, i);
  from = from > start ? from : start;
  to = to < end ? to : end;
  return to > from ? (int64_t)(to - from) : 0;
}

static void find_most(const struct walk *w, struct cycles_ran *r)
{
  r->thread = CYCLES_NO_THREAD;
  for (uint32_t t = 0; t < w->threads; t++) {
    int64_t more = w->ran[t] - (int64_t)w->mean[t];
    if (w->ran[t] == 0 || (r->thread != CYCLES_NO_THREAD && more <= r->more))
      continue;
    r->thread = t;
    r->ran = w->ran[t];
    r->more = more;
  }
}

/* The cycle that the walk stands at is over. */
static void go_on(struct walk *w)
{
  if (w->all) {
    find_most(w, &w->all[w->at]);
    memset(w->ran, 0, w->threads * sizeof(*w->ran));
  }
  w->at++;
}

/* Whether the stretch before on a processor was an interrupt's that returned. */
static bool was_resumed(const struct walk *w, uint32_t cpu)
{
  return cpu < w->resumed_room && w->resumed[cpu];
}

static void count_switches(const struct walk *w, const struct timeline_stretch *s)
{
  const bool irq = w->view->threads[s->thread].flags & WIRE_THREAD_IRQ;
  if (!w->all || s->goes_on || s->start < w->cycles->starts[w->at])
    return;
  w->all[w->at].interrupts += irq;
  w->all[w->at].switches += !irq && !was_resumed(w, s->cpu);
}

/* The end of the first cycle that ends behind `tsc`: with stretches cut there, none reaches from a cycle into the next
 * one, whichever processor it is on, and all those of a cycle come before those of the next. */
static uint64_t next_end(void *ctx, uint64_t tsc)
{
  struct walk *w = ctx;
  while (w->cut < w->cycles->count && end_of(w->cycles, w->cut) <= tsc)
    w->cut++;
  return w->cut < w->cycles->count ? end_of(w->cycles, w->cut) : UINT64_MAX;
}

static void note_resumed(struct walk *w, const struct timeline_stretch *s)
{
  const size_t old = w->resumed_room;
  mem_grow(&w->resumed, &w->resumed_room, (size_t)s->cpu + 1, sizeof(*w->resumed));
  memset(w->resumed + old, 0, (w->resumed_room - old) * sizeof(*w->resumed));
  w->resumed[s->cpu] = s->why == WIRE_WHY_RESUMED;
}

static void take_stretch(void *ctx, const struct timeline_stretch *s)
{
  struct walk *w = ctx;
  const struct cycles *c = w->cycles;
  while (w->at < c->count && end_of(c, w->at) <= s->start)
    go_on(w);
  if (w->at < c->count && c->starts[w->at] < s->end) {
    int64_t *ran = &w->ran[s->thread];
    if (__builtin_add_overflow(*ran, overlap_with(c, w->at, s->start, s->end), ran))
      *ran = INT64_MAX;
    count_switches(w, s);
  }
  note_resumed(w, s);
}

/* All cycles against all stretches. */
static void walk_stretches(struct walk *w)
{
  static const struct timeline_ops ops = { .stretch = take_stretch, .cut = next_end };
  w->at = w->cut = 0;
  timeline_walk_window(w->view, &ops, w);
  while (w->at < w->cycles->count)
    go_on(w);
}

static void find_collections(const struct walk *w)
{
  const struct dump *d = w->view->dump;
  const struct wire_collection *rec = dump_collection_rows(d);
  const struct cycles *c = w->cycles;
  size_t first = 0;
  for (size_t i = 0; i < c->count; i++) {
    while (first < dump_count(d, WIRE_COLLECTION) && rec[first].end <= c->starts[i])
      first++;
    for (size_t k = first; k < dump_count(d, WIRE_COLLECTION) && rec[k].start < end_of(c, i); k++) {
      w->all[i].collections++;
      w->all[i].collecting += overlap_with(c, i, rec[k].start, rec[k].end);
    }
  }
}

struct cycles_ran *cycles_ran_new(struct view *v, const struct timeline *line, const struct cycles *c)
{
  struct walk w = { .view = v, .cycles = c, .threads = line->thread_count };
  struct cycles_ran *all = mem_alloc(c->count, sizeof(*all));
  w.ran = mem_alloc(w.threads, sizeof(*w.ran));
  w.mean = mem_alloc(w.threads, sizeof(*w.mean));
  walk_stretches(&w);
  for (size_t t = 0; t < w.threads; t++)
    w.mean[t] = c->count ? (double)w.ran[t] / (double)c->count : 0;
  memset(w.ran, 0, w.threads * sizeof(*w.ran));
  w.all = all;
  walk_stretches(&w);
  find_collections(&w);
  mem_free(w.ran);
  mem_free(w.mean);
  mem_free(w.resumed);
  return all;
}
