/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * chrome.c: the JSON of Chrome's trace events ("Trace Event Format", Google), for chrome://tracing, Perfetto, and the
 * many programs that read it. What each processor ran is a lane of a process `processors`, events are moments on the
 * lane of their thread in a process that is called as the program is, and so are calls, as slices. Waits for locks are
 * slices of a lane that each thread has for them, with an arrow from the release that ended the wait. Slices of a lane
 * must nest, so what was lost is in asynchronous slices, which need not. Times are microseconds with three decimals.
 *
 * Of a session each node has its own two processes, and arrows go from node to node: chrome_session.c.
 */
#include "chrome.h"

#include "base/digits.h"
#include "base/mem.h"
#include "model/counters.h"
#include "model/lives.h"
#include "model/lock_waits.h"
#include "model/timeline.h"

#include <math.h>
#include <string.h>

/* The lane of processor 0, and that of the locks of the view's first thread; threads have other numbers: viewers tell
 * lanes by them alone. */
#define LANES      2000000000u
#define LOCK_LANES 2010000000u

/* ---- an event ---- */

void chrome_begin(struct chrome *c, char phase, enum chrome_process process, uint64_t tid, int64_t time)
{
  if (c->begun)
    sink_byte(c->s, ',');
  sink_text(c->s, "\n{\"ph\":\"");
  c->begun = true;
  sink_byte(c->s, phase);
  sink_text(c->s, "\",\"pid\":");
  sink_natural(c->s, process + 2 * c->node);
  sink_text(c->s, ",\"tid\":");
  sink_natural(c->s, tid);
  sink_text(c->s, ",\"ts\":");
  sink_us(c->s, time);
}

void chrome_name(struct chrome *c, const char *text)
{
  sink_text(c->s, ",\"name\":");
  sink_json(c->s, text);
}

void chrome_duration(struct chrome *c, int64_t start, int64_t end)
{
  sink_text(c->s, ",\"dur\":");
  sink_us(c->s, end - start);
}

void chrome_number(struct chrome *c, const char *key, uint64_t n)
{
  sink_text(c->s, key);
  sink_natural(c->s, n);
}

void chrome_text(struct chrome *c, const char *key, const char *value)
{
  sink_text(c->s, key);
  sink_json(c->s, value);
}

void chrome_end(struct chrome *c)
{
  sink_text(c->s, "}}");
}

/* Names a process or a lane. */
static void put_name(struct chrome *c, const char *what, enum chrome_process process, uint64_t tid, const char *called)
{
  chrome_begin(c, 'M', process, tid, 0);
  chrome_name(c, what);
  chrome_text(c, ",\"args\":{\"name\":", called);
  chrome_end(c);
}

/* ---- lanes ---- */

/* The number and the name of a lane of one dump; of a session they have the numbers from 1 on. */
static uint32_t lane_number(const struct chrome *c, enum chrome_lanes lanes, uint32_t index)
{
  return lanes == CHROME_THREADS ? reader_tid(c->e, index) : (lanes == CHROME_CPUS ? LANES : LOCK_LANES) + index;
}

static char *lane_name(const struct chrome *c, enum chrome_lanes lanes, uint32_t index)
{
  if (lanes == CHROME_CPUS)
    return mem_format("processor %u", index);
  const char *thread = c->e->view->threads[index].name;
  return mem_format("%s%s", thread, lanes == CHROME_LOCKS ? ": locks" : lanes == CHROME_MESSAGES ? ": messages" : "");
}

struct chrome_lane *chrome_lane(struct chrome *c, enum chrome_lanes lanes, uint32_t index)
{
  const size_t old = c->lane_room[lanes];
  mem_grow(&c->lanes[lanes], &c->lane_room[lanes], (size_t)index + 1, sizeof(**c->lanes));
  if (c->lane_room[lanes] > old)
    memset(c->lanes[lanes] + old, 0, (c->lane_room[lanes] - old) * sizeof(**c->lanes));
  struct chrome_lane *l = &c->lanes[lanes][index];
  if (!l->number) {
    char *called = lane_name(c, lanes, index);
    l->number = c->forest ? ++c->lanes_named : lane_number(c, lanes, index);
    put_name(c, "thread_name", lanes == CHROME_CPUS ? CHROME_PROCESSORS : CHROME_PROGRAM, l->number, called);
    mem_free(called);
  }
  return l;
}

/* ---- times ---- */

static int64_t time_of(struct chrome *c, int64_t time)
{
  if (!c->forest)
    return time;
  const long double ns = roundl(forest_time(c->forest, c->node, time, &c->bounded) - c->begin_ns);
  return ns > 0x1p62L ? INT64_MAX / 2 : ns < -0x1p62L ? INT64_MIN / 2 : (int64_t)ns;
}

struct chrome_times chrome_place(struct chrome *c, struct chrome_lane *l, int64_t start, int64_t end)
{
  struct chrome_times t = { time_of(c, start), time_of(c, end) };
  if (!c->forest)
    return t;
  const int64_t most = l->depth ? l->ends[l->depth - 1] : INT64_MAX;
  t.start = t.start < l->until ? l->until : t.start > most ? most : t.start;
  t.end = t.end < t.start ? t.start : t.end > most ? most : t.end;
  l->until = t.end;
  return t;
}

/* A slice that others may be inside, until leave_lane(). */
static struct chrome_times enter_lane(struct chrome *c, struct chrome_lane *l, int64_t start, int64_t end)
{
  const struct chrome_times t = chrome_place(c, l, start, end);
  if (!c->forest)
    return t;
  mem_grow(&l->ends, &l->end_room, l->depth + 1, sizeof(*l->ends));
  l->ends[l->depth++] = t.end;
  l->until = t.start;
  return t;
}

static void leave_lane(struct chrome_lane *l)
{
  if (l->depth)
    l->until = l->ends[--l->depth];
}

/* ---- records ---- */

static void take_stretch(void *ctx, const struct reader_stretch *s)
{
  struct chrome *c = ctx;
  struct chrome_lane *l = chrome_lane(c, CHROME_CPUS, s->cpu);
  const struct chrome_times t = chrome_place(c, l, s->start, s->end);
  chrome_begin(c, 'X', CHROME_PROCESSORS, l->number, t.start);
  chrome_duration(c, t.start, t.end);
  chrome_name(c, c->e->view->threads[s->thread].name);
  chrome_text(c, ",\"args\":{\"why\":", timeline_why(s->why));
  chrome_end(c);
  if (c->stretch_put)
    c->stretch_put(c->stretch_ctx, s, l, t);
}

static void take_wake(void *ctx, const struct reader_wake *w)
{
  struct chrome *c = ctx;
  const uint32_t lane = chrome_lane(c, CHROME_THREADS, w->woken)->number;
  chrome_begin(c, 'i', CHROME_PROGRAM, lane, time_of(c, w->time));
  sink_text(c->s, ",\"s\":\"t\",\"cat\":\"wake\"");
  chrome_name(c, "woken");
  chrome_text(c, ",\"args\":{\"by\":", c->e->view->threads[w->by].name);
  if (c->several)
    chrome_number(c, ",\"cpu\":", w->cpu);
  chrome_end(c);
}

static void take_event(void *ctx, const struct reader_event *e)
{
  struct chrome *c = ctx;
  const uint32_t lane = chrome_lane(c, CHROME_THREADS, e->thread)->number;
  chrome_begin(c, 'i', CHROME_PROGRAM, lane, time_of(c, e->time));
  sink_text(c->s, ",\"s\":\"t\",\"cat\":\"event\"");
  chrome_name(c, view_event(c->e->view, e->event));
  /* A text, for JavaScript's numbers have 53 bits. */
  chrome_number(c, ",\"args\":{\"arg\":\"", e->arg);
  sink_byte(c->s, '"');
  if (c->several)
    chrome_number(c, ",\"cpu\":", e->cpu);
  chrome_end(c);
}

/* The lane of a thread that has one. */
static inline struct chrome_lane *lane_of_thread(struct chrome *c, uint32_t thread)
{
  if (thread < c->lane_room[CHROME_THREADS] && c->lanes[CHROME_THREADS][thread].number)
    return &c->lanes[CHROME_THREADS][thread];
  return chrome_lane(c, CHROME_THREADS, thread);
}

#define CALL_ROOM 256 /* of a call up to its name, and behind that: constants and five numbers of 20 digits each */

/* A call up to its name: what chrome_begin() and chrome_duration() write. */
static void begin_call(struct chrome *c, uint32_t lane, const struct chrome_times *t)
{
  uint8_t *room = sink_room(c->s, CALL_ROOM), *at = room;
  if (c->begun)
    *at++ = ',';
  c->begun = true;
  at = DIGITS_TEXT(at, "\n{\"ph\":\"X\",\"pid\":");
  at = digits_natural(at, CHROME_PROGRAM + 2 * c->node);
  at = DIGITS_TEXT(at, ",\"tid\":");
  at = digits_natural(at, lane);
  at = DIGITS_TEXT(at, ",\"ts\":");
  at = digits_us(at, t->start);
  at = DIGITS_TEXT(at, ",\"cat\":\"call\",\"dur\":");
  at = digits_us(at, t->end - t->start);
  at = DIGITS_TEXT(at, ",\"name\":\"");
  sink_took(c->s, (size_t)(at - room));
}

static void end_call(struct chrome *c, const struct reader_call *l)
{
  uint8_t *room = sink_room(c->s, CALL_ROOM), *at = room;
  at = DIGITS_TEXT(at, "\",\"args\":{\"corrected_us\":");
  at = digits_us(at, l->time);
  if (l->open)
    at = DIGITS_TEXT(at, ",\"open\":true");
  if (l->unwound)
    at = DIGITS_TEXT(at, ",\"unwound\":true");
  at = DIGITS_TEXT(at, "}}");
  sink_took(c->s, (size_t)(at - room));
}

/* Viewers nest the slices of a lane by their times, and those of one time as they come. */
static void take_call(void *ctx, const struct reader_call *l)
{
  struct chrome *c = ctx;
  struct chrome_lane *lane = lane_of_thread(c, l->thread);
  const struct chrome_times t = enter_lane(c, lane, l->start, l->end);
  begin_call(c, lane->number, &t);
  sink_name(c->s, &c->functions, l->function, view_function_name(c->e->view, l->function));
  end_call(c, l);
}

/* For a session; of one dump no slice is moved, and the ends are not asked for. */
static void take_return(void *ctx, const struct reader_call *l)
{
  leave_lane(lane_of_thread(ctx, l->thread));
}

/* A slice without a duration on a thread's lane of locks, from which an arrow goes, or to which. */
static void put_handover(struct chrome *c, uint32_t thread, int64_t time, const char *what, const char *lock,
                         const char *arrow)
{
  char *called = mem_format("%s %s", what, lock);
  const uint32_t lane = chrome_lane(c, CHROME_LOCKS, thread)->number;
  chrome_begin(c, 'X', CHROME_PROGRAM, lane, time_of(c, time));
  sink_text(c->s, ",\"cat\":\"handover\"");
  chrome_duration(c, time, time);
  chrome_number(c, ",\"bind_id\":", c->arrows);
  chrome_text(c, ",\"args\":{\"lock\":", lock);
  sink_text(c->s, "},\"");
  sink_text(c->s, arrow);
  sink_text(c->s, "\":true");
  chrome_name(c, called);
  sink_byte(c->s, '}');
  mem_free(called);
}

/* The waits of a thread do not overlap, but for dumps that contradict themselves. */
static void take_wait(void *ctx, const struct reader_wait *w)
{
  struct chrome *c = ctx;
  struct chrome_lane *l = chrome_lane(c, CHROME_LOCKS, w->thread);
  const struct chrome_times t = chrome_place(c, l, w->start, w->end);
  chrome_begin(c, 'X', CHROME_PROGRAM, l->number, t.start);
  sink_text(c->s, ",\"cat\":\"lock\"");
  chrome_duration(c, t.start, t.end);
  chrome_name(c, w->lock);
  chrome_text(c, ",\"args\":{\"holder\":", w->holder == READER_NONE ? "-" : c->e->view->threads[w->holder].name);
  chrome_text(c, ",\"kind\":", lock_waits_kind(w->flags));
  chrome_text(c, ",\"way\":", lock_waits_way(w->flags));
  chrome_end(c);
  if (w->holder == READER_NONE || w->released == READER_NEVER)
    return;
  c->arrows++;
  put_handover(c, w->holder, w->released, "releases", w->lock, "flow_out");
  put_handover(c, w->thread, w->end, "has", w->lock, "flow_in");
}

static void put_counter(struct chrome *c, uint32_t cpu, const char *counter, int64_t time, uint64_t value)
{
  char *called = c->several ? mem_format("%s (processor %u)", counter, cpu) : mem_format("%s", counter);
  chrome_begin(c, 'C', CHROME_PROGRAM, 0, time_of(c, time));
  chrome_name(c, called);
  chrome_number(c, ",\"args\":{\"value\":", value);
  chrome_end(c);
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
    chrome_begin(c, i ? 'e' : 'b', CHROME_PROGRAM, 0, time_of(c, i ? to : from));
    chrome_number(c, ",\"id\":", c->lost);
    chrome_text(c, ",\"cat\":", category);
    chrome_name(c, called);
    sink_text(c->s, ",\"args\":{");
    if (!i)
      chrome_end(c);
  }
  c->lost++;
}

static void take_collection(void *ctx, const struct reader_collection *k)
{
  struct chrome *c = ctx;
  put_slice(c, "collections", lives_reason(k->record->reason), k->start, k->end);
  chrome_number(c, "\"marked_bytes\":", k->record->marked_bytes);
  chrome_number(c, ",\"freed_bytes\":", k->record->freed_bytes);
  chrome_end(c);
}

static void take_heap(void *ctx, const struct reader_heap *h)
{
  struct chrome *c = ctx;
  chrome_begin(c, 'C', CHROME_PROGRAM, 0, time_of(c, h->time));
  chrome_name(c, "used_bytes");
  chrome_number(c, ",\"args\":{\"value\":", h->used);
  chrome_end(c);
}

static void take_lost(void *ctx, const struct reader_lost *l)
{
  struct chrome *c = ctx;
  char *called = mem_format("%s: %s", wire_kinds[l->row->kind].name, reason_code(l->row->reason));
  put_slice(c, "lost", called, l->from, l->to);
  chrome_number(c, "\"records\":", l->row->records);
  chrome_end(c);
  mem_free(called);
}

void chrome_remark(struct chrome *c, const char *key, const char *text)
{
  sink_text(c->s, c->remarks_begun ? "," : "");
  sink_json(c->s, key);
  chrome_text(c, ":", text);
  c->remarks_begun = true;
}

static void put_remark(void *ctx, const struct missing *m)
{
  struct chrome *c = ctx;
  const char *node = c->forest ? c->forest->nodes[c->node].name : "";
  char *remark = export_remark(m), *key = mem_format("%s%smissing %u", node, *node ? ": " : "", ++c->remarks);
  chrome_remark(c, key, remark);
  mem_free(key);
  mem_free(remark);
}

void chrome_run(struct chrome *c)
{
  const struct reader_ops ops = {
    .stretch = take_stretch, .wake = take_wake, .event = take_event,
    .call = take_call, .returned = c->forest ? take_return : NULL, .wait = take_wait, .span = take_span,
    .collection = take_collection, .heap = take_heap, .lost = take_lost };
  const char *node = c->forest ? c->forest->nodes[c->node].name : "";
  char *title = export_title(c->e), *program = mem_format("%s%s%s", node, *node ? ": " : "", title);
  char *processors = mem_format("%s%sprocessors", node, *node ? ": " : "");
  c->several = view_processors(c->e->view) > 1;
  put_name(c, "process_name", CHROME_PROGRAM, 0, program);
  put_name(c, "process_name", CHROME_PROCESSORS, 0, processors);
  reader_walk(c->e, &ops, c);
  end_counters(c);
  sink_names_free(&c->functions);
  mem_free(c->spans);
  c->spans = NULL;
  c->span_room = 0;
  mem_free(title);
  mem_free(program);
  mem_free(processors);
}

void chrome_remarks(struct chrome *c)
{
  c->remarks = 0;
  export_missing(c->e, put_remark, c);
}

void chrome_free_lanes(struct chrome *c)
{
  for (unsigned k = 0; k < CHROME_LANES; k++) {
    for (size_t i = 0; i < c->lane_room[k]; i++)
      mem_free(c->lanes[k][i].ends);
    mem_free(c->lanes[k]);
    c->lanes[k] = NULL;
    c->lane_room[k] = 0;
  }
}

void chrome_open(struct chrome *c)
{
  sink_text(c->s, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
}

void chrome_close_events(struct chrome *c)
{
  sink_text(c->s, "\n],\n\"otherData\":{");
}

void chrome_close(struct chrome *c)
{
  sink_text(c->s, "}}\n");
}

static bool write_chrome(struct export *e)
{
  struct chrome c = { .e = e, .s = &e->sink };
  chrome_open(&c);
  chrome_run(&c);
  chrome_close_events(&c);
  chrome_remarks(&c);
  chrome_close(&c);
  chrome_free_lanes(&c);
  return true;
}

const struct export_ops export_chrome = {
  .name = "chrome", .what = "JSON of Chrome's trace events: chrome://tracing, Perfetto", .write = write_chrome,
  .write_session = chrome_session };
