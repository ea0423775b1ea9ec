/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * chrome.c: the JSON of Chrome's trace events ("Trace Event Format", Google), for chrome://tracing, Perfetto, and the
 * many programs that read it. What each processor ran is a lane of a process `processors`, events are moments on the
 * lane of their thread in a process that is called as the program is, and so are calls, as slices. Waits for locks are
 * slices of a lane that each thread has for them, with an arrow from the release that ended the wait. Slices of a lane
 * must nest, so what was lost is in asynchronous slices, which need not. Times are microseconds with three decimals.
 */
#include "reader.h"

#include "base/mem.h"
#include "model/counters.h"
#include "model/lives.h"
#include "model/lock_waits.h"
#include "model/timeline.h"

/* The processes, by the numbers that viewers know them by. */
enum process { PROGRAM = 1, PROCESSORS = 2 };

/* The lane of processor 0, and that of the locks of the view's first thread; threads have other numbers: viewers tell
 * lanes by them alone. */
#define LANES      2000000000u
#define LOCK_LANES 2010000000u

/* The last span of a processor's counters: its end, INT64_MAX: there was none; whether one of its spans had
 * instructions, too. */
struct last_span { int64_t end; bool third; };

struct chrome {
  struct export *e;
  struct sink *s;
  bool begun, several;
  uint8_t *threads, *cpus, *locks; /* whose names were written */
  size_t thread_room, cpu_room, lock_room;
  uint64_t lost, arrows;
  struct last_span *spans;   /* by processor */
  size_t span_room;
};

/* ---- an event ---- */

static void begin(struct chrome *c, char phase, enum process process, uint64_t tid, int64_t time)
{
  sink_text(c->s, c->begun ? ",\n{\"ph\":\"" : "\n{\"ph\":\"");
  c->begun = true;
  sink_byte(c->s, phase);
  sink_text(c->s, "\",\"pid\":");
  sink_natural(c->s, process);
  sink_text(c->s, ",\"tid\":");
  sink_natural(c->s, tid);
  sink_text(c->s, ",\"ts\":");
  sink_us(c->s, time);
}

static void name(struct chrome *c, const char *text)
{
  sink_text(c->s, ",\"name\":");
  sink_json(c->s, text);
}

static void duration(struct chrome *c, int64_t start, int64_t end)
{
  sink_text(c->s, ",\"dur\":");
  sink_us(c->s, end - start);
}

static void number(struct chrome *c, const char *key, uint64_t n)
{
  sink_text(c->s, key);
  sink_natural(c->s, n);
}

static void text(struct chrome *c, const char *key, const char *value)
{
  sink_text(c->s, key);
  sink_json(c->s, value);
}

static void end(struct chrome *c)
{
  sink_text(c->s, "}}");
}

/* Names a process or a lane. */
static void put_name(struct chrome *c, const char *what, enum process process, uint64_t tid, const char *called)
{
  begin(c, 'M', process, tid, 0);
  name(c, what);
  text(c, ",\"args\":{\"name\":", called);
  end(c);
}

/* Whether it is the first time that this is asked of `index`. */
static bool is_first(uint8_t **told, size_t *room, uint32_t index)
{
  const size_t old = *room;
  mem_grow(told, room, (size_t)index + 1, 1);
  if (*room > old)
    memset(*told + old, 0, *room - old);
  const bool first = !(*told)[index];
  (*told)[index] = 1;
  return first;
}

static uint64_t lane_of(struct chrome *c, uint32_t thread)
{
  const uint64_t tid = reader_tid(c->e, thread);
  if (is_first(&c->threads, &c->thread_room, thread))
    put_name(c, "thread_name", PROGRAM, tid, c->e->view->threads[thread].name);
  return tid;
}

/* ---- records ---- */

static void take_stretch(void *ctx, const struct reader_stretch *s)
{
  struct chrome *c = ctx;
  if (is_first(&c->cpus, &c->cpu_room, s->cpu)) {
    char *called = mem_format("processor %u", s->cpu);
    put_name(c, "thread_name", PROCESSORS, LANES + s->cpu, called);
    mem_free(called);
  }
  begin(c, 'X', PROCESSORS, LANES + s->cpu, s->start);
  duration(c, s->start, s->end);
  name(c, c->e->view->threads[s->thread].name);
  text(c, ",\"args\":{\"why\":", timeline_why(s->why));
  end(c);
}

static void take_wake(void *ctx, const struct reader_wake *w)
{
  struct chrome *c = ctx;
  const uint64_t tid = lane_of(c, w->woken);
  begin(c, 'i', PROGRAM, tid, w->time);
  sink_text(c->s, ",\"s\":\"t\",\"cat\":\"wake\"");
  name(c, "woken");
  text(c, ",\"args\":{\"by\":", c->e->view->threads[w->by].name);
  if (c->several)
    number(c, ",\"cpu\":", w->cpu);
  end(c);
}

static void take_event(void *ctx, const struct reader_event *e)
{
  struct chrome *c = ctx;
  const uint64_t tid = lane_of(c, e->thread);
  begin(c, 'i', PROGRAM, tid, e->time);
  sink_text(c->s, ",\"s\":\"t\",\"cat\":\"event\"");
  name(c, view_event(c->e->view, e->event));
  /* A text, for JavaScript's numbers have 53 bits. */
  number(c, ",\"args\":{\"arg\":\"", e->arg);
  sink_byte(c->s, '"');
  if (c->several)
    number(c, ",\"cpu\":", e->cpu);
  end(c);
}

/* Viewers nest the slices of a lane by their times, and those of one time as they come. */
static void take_call(void *ctx, const struct reader_call *l)
{
  struct chrome *c = ctx;
  const uint64_t tid = lane_of(c, l->thread);
  begin(c, 'X', PROGRAM, tid, l->start);
  sink_text(c->s, ",\"cat\":\"call\"");
  duration(c, l->start, l->end);
  name(c, view_function_name(c->e->view, l->function));
  sink_text(c->s, ",\"args\":{\"corrected_us\":");
  sink_us(c->s, l->time);
  if (l->open)
    sink_text(c->s, ",\"open\":true");
  if (l->unwound)
    sink_text(c->s, ",\"unwound\":true");
  end(c);
}

static uint64_t lock_lane_of(struct chrome *c, uint32_t thread)
{
  const uint64_t tid = LOCK_LANES + thread;
  if (is_first(&c->locks, &c->lock_room, thread)) {
    char *called = mem_format("%s: locks", c->e->view->threads[thread].name);
    put_name(c, "thread_name", PROGRAM, tid, called);
    mem_free(called);
  }
  return tid;
}

/* A slice without a duration on a thread's lane of locks, from which an arrow goes, or to which. */
static void put_handover(struct chrome *c, uint32_t thread, int64_t time, const char *what, const char *lock,
                         const char *arrow)
{
  char *called = mem_format("%s %s", what, lock);
  const uint64_t tid = lock_lane_of(c, thread);
  begin(c, 'X', PROGRAM, tid, time);
  sink_text(c->s, ",\"cat\":\"handover\"");
  duration(c, time, time);
  number(c, ",\"bind_id\":", c->arrows);
  text(c, ",\"args\":{\"lock\":", lock);
  sink_text(c->s, "},\"");
  sink_text(c->s, arrow);
  sink_text(c->s, "\":true");
  name(c, called);
  sink_byte(c->s, '}');
  mem_free(called);
}

/* The waits of a thread do not overlap, but for dumps that contradict themselves. */
static void take_wait(void *ctx, const struct reader_wait *w)
{
  struct chrome *c = ctx;
  const uint64_t tid = lock_lane_of(c, w->thread);
  begin(c, 'X', PROGRAM, tid, w->start);
  sink_text(c->s, ",\"cat\":\"lock\"");
  duration(c, w->start, w->end);
  name(c, w->lock);
  text(c, ",\"args\":{\"holder\":", w->holder == READER_NONE ? "-" : c->e->view->threads[w->holder].name);
  text(c, ",\"kind\":", lock_waits_kind(w->flags));
  text(c, ",\"way\":", lock_waits_way(w->flags));
  end(c);
  if (w->holder == READER_NONE || w->released == READER_NEVER)
    return;
  c->arrows++;
  put_handover(c, w->holder, w->released, "releases", w->lock, "flow_out");
  put_handover(c, w->thread, w->end, "has", w->lock, "flow_in");
}

static void put_counter(struct chrome *c, uint32_t cpu, const char *counter, int64_t time, uint64_t value)
{
  char *called = c->several ? mem_format("%s (processor %u)", counter, cpu) : mem_format("%s", counter);
  begin(c, 'C', PROGRAM, 0, time);
  name(c, called);
  number(c, ",\"args\":{\"value\":", value);
  end(c);
  mem_free(called);
}

/* A value stands at the beginning of its span, and 0 behind its end where no span follows. */
static void take_span(void *ctx, const struct reader_span *s)
{
  struct chrome *c = ctx;
  const size_t old = c->span_room;
  mem_grow(&c->spans, &c->span_room, (size_t)s->cpu + 1, sizeof(*c->spans));
  for (size_t i = old; i < c->span_room; i++)
    c->spans[i] = (struct last_span){ .end = INT64_MAX };
  struct last_span *last = &c->spans[s->cpu];
  last->third |= s->value[2] != COUNTERS_UNKNOWN;
  for (unsigned i = 0; i < 3; i++) {
    if (i == 2 && s->value[i] == COUNTERS_UNKNOWN)
      continue;
    if (last->end < s->start)
      put_counter(c, s->cpu, reader_span_name(c->e, i), last->end, 0);
    put_counter(c, s->cpu, reader_span_name(c->e, i), s->start, s->value[i]);
  }
  last->end = s->end;
}

/* Ends the last span of each counter, whose value would else stand to the end of the run. */
static void end_counters(struct chrome *c)
{
  for (uint32_t cpu = 0; cpu < c->span_room; cpu++)
    for (unsigned i = 0; c->spans[cpu].end < INT64_MAX && i < (c->spans[cpu].third ? 3 : 2); i++)
      put_counter(c, cpu, reader_span_name(c->e, i), c->spans[cpu].end, 0);
}

/* A slice that need not nest, on a lane of its category. */
static void put_slice(struct chrome *c, const char *category, const char *called, int64_t from, int64_t to)
{
  for (unsigned i = 0; i < 2; i++) {
    begin(c, i ? 'e' : 'b', PROGRAM, 0, i ? to : from);
    number(c, ",\"id\":", c->lost);
    text(c, ",\"cat\":", category);
    name(c, called);
    sink_text(c->s, ",\"args\":{");
    if (!i)
      end(c);
  }
  c->lost++;
}

static void take_collection(void *ctx, const struct reader_collection *k)
{
  struct chrome *c = ctx;
  put_slice(c, "collections", lives_reason(k->record->reason), k->start, k->end);
  number(c, "\"marked_bytes\":", k->record->marked_bytes);
  number(c, ",\"freed_bytes\":", k->record->freed_bytes);
  end(c);
}

static void take_heap(void *ctx, const struct reader_heap *h)
{
  struct chrome *c = ctx;
  begin(c, 'C', PROGRAM, 0, h->time);
  name(c, "used_bytes");
  number(c, ",\"args\":{\"value\":", h->used);
  end(c);
}

static void take_lost(void *ctx, const struct reader_lost *l)
{
  struct chrome *c = ctx;
  char *called = mem_format("%s: %s", wire_kinds[l->row->kind].name, reason_code(l->row->reason));
  put_slice(c, "lost", called, l->from, l->to);
  number(c, "\"records\":", l->row->records);
  end(c);
  mem_free(called);
}

struct remarks { struct chrome *chrome; unsigned count; };

static void put_remark(void *ctx, const struct missing *m)
{
  struct remarks *r = ctx;
  char *remark = export_remark(m), *key = mem_format("%s\"missing %u\":", r->count ? "," : "", r->count + 1);
  text(r->chrome, key, remark);
  r->count++;
  mem_free(key);
  mem_free(remark);
}

static bool write_chrome(struct export *e)
{
  static const struct reader_ops ops = {
    .stretch = take_stretch, .wake = take_wake, .event = take_event,
    .call = take_call, .wait = take_wait, .span = take_span,
    .collection = take_collection, .heap = take_heap, .lost = take_lost };
  struct chrome c = { .e = e, .s = &e->sink, .several = view_processors(e->view) > 1 };
  char *title = export_title(e);
  sink_text(c.s, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  put_name(&c, "process_name", PROGRAM, 0, title);
  put_name(&c, "process_name", PROCESSORS, 0, "processors");
  reader_walk(e, &ops, &c);
  end_counters(&c);
  sink_text(c.s, "\n],\n\"otherData\":{");
  export_missing(e, put_remark, &(struct remarks){ &c, 0 });
  sink_text(c.s, "}}\n");
  mem_free(title);
  mem_free(c.threads);
  mem_free(c.cpus);
  mem_free(c.locks);
  mem_free(c.spans);
  return true;
}

const struct export_ops export_chrome = {
  .name = "chrome", .what = "JSON of Chrome's trace events: chrome://tracing, Perfetto", .write = write_chrome };
