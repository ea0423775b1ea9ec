/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perfetto.c: Perfetto's protobuf format (perfetto.proto), for ui.perfetto.dev and its trace processor.
 *
 * Threads are threads of one process, with their states (perfetto_sched.c). Events are moments on their thread, calls
 * slices; counters and the heap are counters; waits for locks are slices on a track that each waiting thread has for
 * them, with an arrow from the release that ended them; collections and each row of `lost` are slices on tracks of
 * their own, for slices of one track must nest. Readers sort packets by time; of packets of one time the order is
 * kept.
 */
#include "perfetto.h"

#include "base/mem.h"
#include "model/counters.h"
#include "model/lives.h"
#include "model/lock_waits.h"

/* ---- events ---- */

static void take_event(void *ctx, const struct reader_event *e)
{
  struct perfetto *p = ctx;
  struct arguments a = { .count = 0 };
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  struct perfetto_name room;
  const uint64_t track = perfetto_thread_track(p, e->thread);
  perfetto_name(p, &event, &room, e->event, view_event(p->e->view, e->event));
  perfetto_argue(&a, ARG_ARG, e->arg);
  if (p->several)
    perfetto_argue(&a, ARG_CPU, e->cpu);
  perfetto_event(p, &event, e->time, TYPE_MOMENT, track, &a);
}

/* ---- calls ---- */

/* The first call of a function, whose name goes before it, and calls that did not return. Apart from take_call(), which
 * would clear this frame for each call. */
static __attribute__((noinline)) void put_long_call(struct perfetto *p, const struct reader_call *c, uint64_t track)
{
  struct arguments a = { .count = 0 };
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  struct perfetto_name room;
  const size_t old = p->function_room;
  mem_grow(&p->functions_told, &p->function_room, (size_t)c->function + 1, 1);
  memset(p->functions_told + old, 0, p->function_room - old);
  p->functions_told[c->function] = 1;
  perfetto_name(p, &event, &room, PERFETTO_FUNCTION + c->function, view_function_name(p->e->view, c->function));
  perfetto_argue_signed(&a, ARG_CORRECTED, c->time);
  if (c->open || c->unwound)
    perfetto_argue_text(&a, ARG_ENDED, c->open ? "open" : "unwound");
  perfetto_event(p, &event, c->start, TYPE_BEGIN, track, &a);
}

static void take_call(void *ctx, const struct reader_call *c)
{
  struct perfetto *p = ctx;
  const uint64_t track = perfetto_thread_track(p, c->thread);
  if (c->function < p->function_room && p->functions_told[c->function] && !c->open && !c->unwound)
    perfetto_put_call(p, c->start, track, PERFETTO_FUNCTION + c->function, c->time);
  else
    put_long_call(p, c, track);
}

static void take_return(void *ctx, const struct reader_call *c)
{
  perfetto_put_return(ctx, c->end, TRACK(TRACK_THREAD, c->thread));
}

/* ---- locks ---- */

/* The track of a thread's locks; its description is sent at its first use. */
static uint64_t lock_track(struct perfetto *p, uint32_t thread)
{
  struct teller *t = perfetto_thread(p, thread);
  const uint64_t uuid = TRACK(TRACK_LOCKS, thread);
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  if (t->locks)
    return uuid;
  t->locks = true;
  track.name = mem_format("%s: locks", p->e->view->threads[thread].name);
  perfetto_put_track(p, &track, uuid, TRACK(TRACK_PROCESS, 0));
  mem_free(track.name);
  return uuid;
}

/* A moment on a thread's track of locks, from which or to which an arrow goes. */
static void put_handover(struct perfetto *p, uint32_t thread, int64_t time, const char *what, const char *lock, bool to)
{
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  char *name = mem_format("%s %s", what, lock);
  event.name = name;
  if (to) {
    event.n_terminating_flow_ids = 1;
    event.terminating_flow_ids = &p->flows;
  } else {
    event.n_flow_ids = 1;
    event.flow_ids = &p->flows;
  }
  perfetto_event(p, &event, time, TYPE_MOMENT, lock_track(p, thread), NULL);
  mem_free(name);
}

/* The slice of a wait; of waits of one thread that overlap, which no thread makes, the later one has its own track.
 * An arrow goes from the release by the last holder to the end of the wait. */
static void take_wait(void *ctx, const struct reader_wait *w)
{
  struct perfetto *p = ctx;
  const uint64_t uuid = lock_track(p, w->thread);
  struct teller *t = perfetto_thread(p, w->thread);
  Perfetto__TrackEvent begin = PERFETTO__TRACK_EVENT__INIT, end = PERFETTO__TRACK_EVENT__INIT;
  struct arguments a = { .count = 0 };
  perfetto_argue_text(&a, ARG_HOLDER, w->holder == READER_NONE ? "-" : p->e->view->threads[w->holder].name);
  perfetto_argue_text(&a, ARG_KIND, lock_waits_kind(w->flags));
  perfetto_argue_text(&a, ARG_WAY, lock_waits_way(w->flags));
  if (w->start < t->waited) {
    char *name = mem_format("%s: locks", p->e->view->threads[w->thread].name);
    perfetto_put_slice(p, name, w->lock, w->start, w->end, &a);
    mem_free(name);
  } else {
    t->waited = w->end;
    begin.name = perfetto_text(w->lock);
    perfetto_event(p, &begin, w->start, TYPE_BEGIN, uuid, &a);
    perfetto_event(p, &end, w->end, TYPE_END, uuid, NULL);
  }
  if (w->holder == READER_NONE || w->released == READER_NEVER)
    return;
  p->flows++;
  put_handover(p, w->holder, w->released, "releases", w->lock, false);
  put_handover(p, w->thread, w->end, "has", w->lock, true);
}

/* ---- counters, the heap ---- */

/* A counter's value on a processor stands at the beginning of its span, and 0 behind its end where no span follows. */
static void put_span(struct perfetto *p, const struct reader_span *s, unsigned value)
{
  const size_t at = (size_t)s->cpu * 3 + value, old = p->counter_room;
  const uint64_t track = TRACK(TRACK_COUNTER, at);
  mem_grow(&p->counters, &p->counter_room, at + 1, sizeof(*p->counters));
  if (p->counter_room > old)
    memset(p->counters + old, 0, (p->counter_room - old) * sizeof(*p->counters));
  struct counter_track *t = &p->counters[at];
  if (!t->told) {
    char *name = p->several ? mem_format("%s (processor %u)", reader_span_name(p->e, value), s->cpu)
                            : mem_format("%s", reader_span_name(p->e, value));
    perfetto_put_counter_track(p, track, name, UNIT_COUNT);
    mem_free(name);
    t->told = true;
  } else if (s->start > t->until) {
    perfetto_put_counter(p, track, t->until, 0);
  }
  perfetto_put_counter(p, track, s->start, s->value[value]);
  t->until = s->end;
}

static void take_span(void *ctx, const struct reader_span *s)
{
  for (unsigned i = 0; i < 3; i++)
    if (i < 2 || s->value[i] != COUNTERS_UNKNOWN)
      put_span(ctx, s, i);
}

static void take_collection(void *ctx, const struct reader_collection *c)
{
  struct arguments a = { .count = 0 };
  perfetto_argue(&a, ARG_MARKED, c->record->marked_bytes);
  perfetto_argue(&a, ARG_FREED, c->record->freed_bytes);
  perfetto_argue(&a, ARG_HEAP, c->record->heap_after);
  perfetto_put_slice(ctx, "collections", lives_reason(c->record->reason), c->start, c->end, &a);
}

static void put_heap(struct perfetto *p, bool blocks, int64_t time, uint64_t bytes)
{
  const uint64_t track = TRACK(TRACK_HEAP, blocks);
  if (!p->heap_told[blocks])
    perfetto_put_counter_track(p, track, blocks ? "heap_bytes" : "used_bytes", UNIT_BYTES);
  p->heap_told[blocks] = true;
  perfetto_put_counter(p, track, time, bytes);
}

static void take_heap(void *ctx, const struct reader_heap *h)
{
  put_heap(ctx, false, h->time, h->used);
  if (h->heap_known)
    put_heap(ctx, true, h->time, h->heap);
}

/* ---- what is missing ---- */

static void take_lost(void *ctx, const struct reader_lost *l)
{
  struct perfetto *p = ctx;
  struct arguments a = { .count = 0 };
  char *name = mem_format("%s: %s", wire_kinds[l->row->kind].name, reason_code(l->row->reason));
  perfetto_argue(&a, ARG_RECORDS, l->row->records);
  perfetto_argue_text(&a, ARG_REASON, reason_code(l->row->reason));
  perfetto_put_slice(p, "lost", name, l->from, l->to, &a);
  mem_free(name);
  if (l->row->kind == WIRE_SAMPLE && l->row->records)
    perfetto_put_lost_samples(p, l);
}

/* A remark is a moment at the start of the run, on the track of what was lost. */
static void put_remark(void *ctx, const struct missing *m)
{
  struct perfetto *p = ctx;
  struct arguments a = { .count = 0 };
  const uint64_t uuid = TRACK(TRACK_ROW, p->rows++);
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  char *text = export_remark(m);
  track.name = perfetto_text("lost");
  perfetto_put_track(p, &track, uuid, TRACK(TRACK_PROCESS, 0));
  perfetto_argue_text(&a, ARG_REASON, reason_code(m->reason));
  perfetto_argue_text(&a, ARG_TEXT, m->text);
  event.name = text;
  perfetto_event(p, &event, 0, TYPE_MOMENT, uuid, &a);
  mem_free(text);
}

static bool write_perfetto(struct export *e)
{
  static const struct reader_ops ops = {
    .stretch = perfetto_take_stretch, .wake = perfetto_take_wake, .forgot = perfetto_take_forgot, .event = take_event,
    .call = take_call, .returned = take_return, .wait = take_wait, .span = take_span, .collection = take_collection,
    .heap = take_heap, .sample = perfetto_take_sample, .lost = take_lost };
  struct perfetto p = { .e = e, .packet = PERFETTO__TRACE_PACKET__INIT, .several = view_processors(e->view) > 1 };
  char *title = export_title(e);
  perfetto_put_process(&p, title);
  perfetto_put_argument_names(&p);
  perfetto_put_mapping(&p, title);
  reader_walk(e, &ops, &p);
  for (size_t i = 0; i < p.counter_room; i++)
    if (p.counters[i].told)
      perfetto_put_counter(&p, TRACK(TRACK_COUNTER, i), p.counters[i].until, 0);
  export_missing(e, put_remark, &p);
  stacks_free(&p.paths);
  map_free(&p.names);
  map_free(&p.doubles);
  mem_free(p.twins);
  mem_free(p.threads);
  mem_free(p.stated);
  mem_free(p.counters);
  mem_free(p.frames_told);
  mem_free(p.functions_told);
  mem_free(title);
  return true;
}

const struct export_ops export_perfetto = {
  .name = "perfetto", .what = "Perfetto's protobuf: ui.perfetto.dev, trace_processor", .write = write_perfetto };
