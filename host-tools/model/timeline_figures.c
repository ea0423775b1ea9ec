/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline_figures.c: what timeline_walk() tells, added up by thread and by processor; timeline.h is the manual.
 */
#include "timeline.h"

#include "base/mem.h"

struct adding { struct view *view; struct timeline *line; };

const char *timeline_why(uint32_t why)
{
  switch (why) {
  case 0: return "-";
#define TEXT(number, NAME, text) case WIRE_WHY_##NAME: return text;
  WIRE_WHYS(TEXT)
#undef TEXT
  default: return "unknown";
  }
}

static void meet_threads(struct timeline *l, uint32_t last)
{
  mem_grow(&l->threads, &l->thread_room, (size_t)last + 1, sizeof(*l->threads));
  for (; l->thread_count <= last; l->thread_count++) {
    l->threads[l->thread_count] = (struct timeline_thread){ 0 };
    quantiles_aim(&l->threads[l->thread_count].latency, TIMELINE_PERCENTILE);
  }
}

static void meet_processors(struct timeline *l, uint32_t last)
{
  mem_grow(&l->processors, &l->processor_room, (size_t)last + 1, sizeof(*l->processors));
  for (; l->processor_count <= last; l->processor_count++)
    l->processors[l->processor_count] = (struct timeline_processor){ 0 };
}

/* These two are asked for each record: the first time is apart, so that they are a comparison where they are called. */
static inline struct timeline_thread *thread_of(struct timeline *l, uint32_t thread)
{
  if (thread >= l->thread_count)
    meet_threads(l, thread);
  return &l->threads[thread];
}

static inline struct timeline_processor *processor_of(struct timeline *l, uint32_t cpu)
{
  if (cpu >= l->processor_count)
    meet_processors(l, cpu);
  return &l->processors[cpu];
}

static void note_met(void *ctx, uint32_t from, uint32_t to, uint32_t cpu)
{
  struct adding *a = ctx;
  thread_of(a->line, from)->met = true;
  thread_of(a->line, to)->met = true;
  if (cpu < TIMELINE_PROCESSORS)
    processor_of(a->line, cpu)->met = true;
}

static uint64_t clip_to_window(const struct view *v, uint64_t tsc)
{
  if (!v->windowed)
    return tsc;
  int64_t ns = view_ns(v, tsc);
  int64_t edge = ns < v->from ? v->from : ns > v->to ? v->to : ns;
  if (edge == ns)
    return tsc;
  return v->start + (uint64_t)((__int128)edge * v->hz / 1000000000);
}

static void add_stretch(void *ctx, const struct timeline_stretch *s)
{
  struct adding *a = ctx;
  const uint64_t ran = clip_to_window(a->view, s->end) - clip_to_window(a->view, s->start);
  struct timeline_processor *p = processor_of(a->line, s->cpu);
  thread_of(a->line, s->thread)->ran += ran;
  switch (timeline_doing(a->view, s->thread)) {
  case TIMELINE_THREAD: p->threads += ran; break;
  case TIMELINE_INTERRUPT: p->interrupts += ran; break;
  case TIMELINE_PROFILER: p->profiler += ran; break;
  case TIMELINE_IDLE: p->idle += ran; break;
  }
}

static void add_wake(void *ctx, const struct timeline_wake *w)
{
  thread_of(((struct adding *)ctx)->line, w->woken)->wakeups++;
}

static void add_start(void *ctx, uint32_t thread, uint32_t cpu)
{
  struct adding *a = ctx;
  thread_of(a->line, thread)->switches++;
  processor_of(a->line, cpu)->switches += timeline_doing(a->view, thread) != TIMELINE_INTERRUPT;
}

static void add_stop(void *ctx, uint32_t thread, uint32_t why)
{
  thread_of(((struct adding *)ctx)->line, thread)->why[why]++;
}

static void add_move(void *ctx, const struct timeline_move *m)
{
  struct adding *a = ctx;
  thread_of(a->line, m->thread)->moves++;
  processor_of(a->line, m->from)->moved_out++;
  processor_of(a->line, m->to)->moved_in++;
}

static void add_wait(void *ctx, const struct timeline_wait *w)
{
  struct timeline_thread *t = thread_of(((struct adding *)ctx)->line, w->thread);
  const bool remote = w->cpu != w->from;
  t->latency_sum += w->cycles;
  quantiles_add(&t->latency, (int64_t)w->cycles);
  if (!w->woken)
    return;
  t->woken[remote].count++;
  t->woken[remote].sum += w->cycles;
  t->woken[remote].most = w->cycles > t->woken[remote].most ? w->cycles : t->woken[remote].most;
}

static void add_again(void *ctx, const struct timeline_wait *w)
{
  quantiles_again(&((struct adding *)ctx)->line->threads[w->thread].latency, (int64_t)w->cycles);
}

struct timeline *timeline_new(struct view *v)
{
  static const struct timeline_ops first = { .met = note_met, .stretch = add_stretch, .wake = add_wake,
                                             .started = add_start, .stopped = add_stop, .moved = add_move,
                                             .waited = add_wait };
  static const struct timeline_ops second = { .waited = add_again };
  bool known = true;
  struct timeline *l = mem_alloc(1, sizeof(*l));
  struct adding a = { v, l };
  timeline_walk_checked(v, &first, &a, l->conflicts);
  for (size_t i = 0; i < l->thread_count; i++)
    known &= quantiles_known(&l->threads[i].latency);
  if (!known)
    timeline_walk_window(v, &second, &a);
  return l;
}

void timeline_free(struct timeline *t)
{
  if (!t)
    return;
  for (size_t i = 0; i < t->thread_count; i++)
    quantiles_free(&t->threads[i].latency);
  mem_free(t->threads);
  mem_free(t->processors);
  mem_free(t);
}
