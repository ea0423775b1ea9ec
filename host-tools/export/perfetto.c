/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perfetto.c: Perfetto's protobuf format (perfetto.proto), for ui.perfetto.dev and its trace processor. The packets are
 * written by protobuf-c.
 *
 * Threads are threads of one process. Their states are those that the format has for kernels other than Linux: a
 * stretch of `activity` is a RUNNING and the state in which it ends. An interrupt handler is a thread, and the thread
 * that it interrupts is runnable meanwhile. Two RUNNINGs of one thread in a row are an error there, and so are two
 * states at one time: what one number runs on two processors at once (the unlisted threads do) gets further numbers
 * with the same name, and stretches shorter than a nanosecond are left out. Where records are missing threads are
 * `stopped`, which no target of ours knows. Events are moments on their thread; counters and the heap are
 * counters; waits for locks are slices on a track that each waiting thread has for them; collections and each row of
 * `lost` are slices on tracks of their own, for slices of one track must nest.
 * Readers sort packets by time, and names are sent before their first use, all in one sequence.
 */
#include "reader.h"

#include "base/mem.h"
#include "model/counters.h"
#include "model/lives.h"
#include "model/lock_waits.h"
#include "model/stacks.h"
#include "model/timeline.h"

#include <perfetto.pb-c.h>

#include <stdio.h>

#define SEQUENCE 1u

/* Values of fields: see perfetto.proto. */
enum { NAMES_BEGIN = 1, NAMES_NEEDED = 2 };
enum { TYPE_BEGIN = 1, TYPE_END, TYPE_MOMENT, TYPE_COUNTER };
enum { STATE_RUNNABLE = 2, STATE_RUNNING = 3, STATE_SLEEPING = 4, STATE_STOPPED = 6, STATE_DEAD = 7 };
enum { UNIT_COUNT = 2, UNIT_BYTES = 3 };
enum { MODE_KERNEL = 1, MODE_USER = 2 };

/* Tracks: what they are of, and a number. */
enum track { TRACK_PROCESS = 1, TRACK_THREAD, TRACK_COUNTER, TRACK_HEAP, TRACK_ROW, TRACK_WAITS };
#define TRACK(of, number) ((uint64_t)(of) << 56 | (number))

/* Names of arguments, by the number that is sent in place of them. */
enum argument {
  ARG_ARG = 1, ARG_CPU, ARG_RECORDS, ARG_REASON, ARG_MARKED, ARG_FREED, ARG_HEAP, ARG_TEXT, ARG_BY, ARG_HOLDER,
  ARG_KIND, ARG_WAY };
static const char *const argument_names[] = {
  [ARG_ARG] = "arg", [ARG_CPU] = "cpu", [ARG_RECORDS] = "records", [ARG_REASON] = "reason",
  [ARG_MARKED] = "marked_bytes", [ARG_FREED] = "freed_bytes", [ARG_HEAP] = "heap_bytes", [ARG_TEXT] = "text",
  [ARG_BY] = "by", [ARG_HOLDER] = "holder", [ARG_KIND] = "kind", [ARG_WAY] = "way" };

#define ARGUMENTS_MOST 4
#define MAPPING 1 /* number of the only one */

struct arguments {
  Perfetto__DebugAnnotation all[ARGUMENTS_MOST], *list[ARGUMENTS_MOST];
  size_t count;
  bool text;       /* one of them is a text */
};

/* What was said of a thread: the time of its last state, and whether its track, its number, and since records were
 * missing last its state were told; `dead`: that was its end. `waits`: its track of waits for locks was told, and the
 * last one ended at `waited`. */
struct teller { int64_t said; bool told, listed, stated, dead; bool waits; int64_t waited; };

#define TWINS 2 /* further numbers of a thread on a processor, in turns: of two stretches that touch each has its own */
#define NEVER (-1) /* of `said` */

struct perfetto {
  struct export *e;
  Perfetto__TracePacket packet;
  bool begun, several;
  struct teller *threads;      /* by index in the view */
  size_t thread_room;
  uint32_t *stated;            /* threads whose state was said since it was last not known */
  size_t stated_count, stated_room;
  struct map events;           /* numbers whose names were sent */
  struct map doubles;          /* thread << 32 | processor -> row of `twins` */
  struct twin { int64_t said[TWINS]; } *twins;
  size_t twin_count, twin_room;
  struct counter_track { bool told; int64_t until; } *counters; /* by processor, three each */
  size_t counter_room;
  uint64_t rows;               /* tracks of TRACK_ROW */
  bool heap_told[2];
  struct stacks_paths paths;
  size_t paths_told;
  uint8_t *frames_told;        /* by function */
  size_t frame_room;
};

/* protobuf-c's fields are not const; it does not write to them. */
static char *field_text(const char *text)
{
  return (char *)(uintptr_t)text;
}

/* ---- packets ---- */

/* Completes the packet. */
static void head(struct perfetto *p)
{
  Perfetto__TracePacket *packet = &p->packet;
  packet->has_trusted_packet_sequence_id = packet->has_sequence_flags = true;
  packet->trusted_packet_sequence_id = SEQUENCE;
  packet->sequence_flags = p->begun ? NAMES_NEEDED : NAMES_BEGIN;
  p->begun = true;
}

#define FIELD_PACKET (1 << 3 | 2) /* of the message Trace: number 1, length-delimited */
#define SHORT        127          /* bytes of a length that takes one byte */

/* Writes the packet, as a field of the message Trace, and empties it. */
static void put(struct perfetto *p)
{
  Perfetto__TracePacket *packet = &p->packet;
  head(p);
  const size_t bytes = perfetto__trace_packet__get_packed_size(packet);
  uint8_t length[10];
  size_t count = 0;
  for (size_t n = bytes; n || !count; n >>= 7)
    length[count++] = (uint8_t)((n & 0x7f) | (n > 0x7f ? 0x80 : 0));
  sink_byte(&p->e->sink, FIELD_PACKET);
  sink_bytes(&p->e->sink, length, count);
  if (bytes <= SINK_BYTES) {
    perfetto__trace_packet__pack(packet, sink_room(&p->e->sink, bytes));
    sink_took(&p->e->sink, bytes);
  } else { /* names of any length */
    uint8_t *whole = mem_alloc(bytes, 1);
    perfetto__trace_packet__pack(packet, whole);
    sink_bytes(&p->e->sink, whole, bytes);
    mem_free(whole);
  }
  perfetto__trace_packet__init(packet);
}

/* put() for packets that records make, a few numbers each and no text: twice as fast, for their length is not computed
 * before they are written. */
static void put_short(struct perfetto *p)
{
  head(p);
  uint8_t *room = sink_room(&p->e->sink, 2 + SHORT);
  room[0] = FIELD_PACKET;
  room[1] = (uint8_t)perfetto__trace_packet__pack(&p->packet, room + 2);
  sink_took(&p->e->sink, 2u + room[1]);
  perfetto__trace_packet__init(&p->packet);
}

static void set_time(struct perfetto *p, int64_t time)
{
  p->packet.has_timestamp = true;
  p->packet.timestamp = (uint64_t)time;
}

static void put_names(struct perfetto *p, Perfetto__InternedData *names)
{
  p->packet.interned_data = names;
  put(p);
}

static Perfetto__DebugAnnotation *argument_new(struct arguments *a, enum argument name)
{
  Perfetto__DebugAnnotation *d = &a->all[a->count];
  perfetto__debug_annotation__init(d);
  a->list[a->count++] = d;
  d->has_name_iid = true;
  d->name_iid = name;
  return d;
}

static void argue(struct arguments *a, enum argument name, uint64_t value)
{
  Perfetto__DebugAnnotation *d = argument_new(a, name);
  d->has_uint_value = true;
  d->uint_value = value;
}

/* `text` must live until the packet is put. */
static void argue_text(struct arguments *a, enum argument name, const char *text)
{
  a->text = true;
  argument_new(a, name)->string_value = field_text(text);
}

static void track_event(struct perfetto *p, Perfetto__TrackEvent *event, int64_t time, int32_t type, uint64_t track,
                        struct arguments *a)
{
  set_time(p, time);
  event->has_type = event->has_track_uuid = true;
  event->type = type;
  event->track_uuid = track;
  if (a) {
    event->n_debug_annotations = a->count;
    event->debug_annotations = a->list;
  }
  p->packet.track_event = event;
  if (p->packet.interned_data || event->name || (a && a->text))
    put(p);
  else
    put_short(p);
}

static void put_argument_names(struct perfetto *p)
{
  enum { COUNT = sizeof(argument_names) / sizeof(argument_names[0]) - 1 };
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Name all[COUNT], *list[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    perfetto__interned_data__name__init(&all[i]);
    all[i].has_iid = true;
    all[i].iid = i + 1;
    all[i].name = field_text(argument_names[i + 1]);
    list[i] = &all[i];
  }
  names.n_debug_annotation_names = COUNT;
  names.debug_annotation_names = list;
  put_names(p, &names);
}

/* ---- tracks ---- */

static void put_track(struct perfetto *p, Perfetto__TrackDescriptor *track, uint64_t uuid, uint64_t parent)
{
  track->has_uuid = true;
  track->uuid = uuid;
  track->has_parent_uuid = parent != 0;
  track->parent_uuid = parent;
  p->packet.track_descriptor = track;
  put(p);
}

static void put_process(struct perfetto *p, const char *title)
{
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackDescriptor__Process process = PERFETTO__TRACK_DESCRIPTOR__PROCESS__INIT;
  process.has_pid = true;
  process.pid = (int32_t)READER_PROCESS;
  process.process_name = field_text(title);
  track.process = &process;
  put_track(p, &track, TRACK(TRACK_PROCESS, 0), 0);
}

static struct teller *teller_of(struct perfetto *p, uint32_t thread)
{
  const size_t old = p->thread_room;
  mem_grow(&p->threads, &p->thread_room, (size_t)thread + 1, sizeof(*p->threads));
  for (size_t i = old; i < p->thread_room; i++)
    p->threads[i] = (struct teller){ .said = NEVER };
  return &p->threads[thread];
}

/* The track of a thread; its description is sent at its first use. */
static uint64_t thread_track(struct perfetto *p, uint32_t thread)
{
  struct teller *t = teller_of(p, thread);
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackDescriptor__Thread about = PERFETTO__TRACK_DESCRIPTOR__THREAD__INIT;
  const uint64_t uuid = TRACK(TRACK_THREAD, thread);
  if (t->told)
    return uuid;
  t->told = true;
  about.has_pid = about.has_tid = true;
  about.pid = (int32_t)READER_PROCESS;
  about.tid = (int32_t)reader_tid(p->e, thread);
  about.thread_name = p->e->view->threads[thread].name;
  track.thread = &about;
  put_track(p, &track, uuid, 0);
  return uuid;
}

/* A slice on a track of its own, below the process: tracks of one name are shown together. */
static void put_slice(struct perfetto *p, const char *track_name, const char *name, int64_t from, int64_t to,
                      struct arguments *a)
{
  const uint64_t uuid = TRACK(TRACK_ROW, p->rows++);
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackEvent begin = PERFETTO__TRACK_EVENT__INIT, end = PERFETTO__TRACK_EVENT__INIT;
  track.name = field_text(track_name);
  put_track(p, &track, uuid, TRACK(TRACK_PROCESS, 0));
  begin.name = field_text(name);
  track_event(p, &begin, from, TYPE_BEGIN, uuid, a);
  track_event(p, &end, to, TYPE_END, uuid, NULL);
}

static void put_counter(struct perfetto *p, uint64_t track, int64_t time, uint64_t value)
{
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  event.has_counter_value = true;
  event.counter_value = (int64_t)value;
  track_event(p, &event, time, TYPE_COUNTER, track, NULL);
}

static void put_counter_track(struct perfetto *p, uint64_t uuid, const char *name, int32_t unit)
{
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackDescriptor__Counter counter = PERFETTO__TRACK_DESCRIPTOR__COUNTER__INIT;
  counter.has_unit = true;
  counter.unit = unit;
  track.counter = &counter;
  track.name = field_text(name);
  put_track(p, &track, uuid, TRACK(TRACK_PROCESS, 0));
}

/* ---- scheduling ---- */

static void put_state(struct perfetto *p, int64_t time, uint64_t tid, uint32_t cpu, int32_t state)
{
  Perfetto__TaskState task = PERFETTO__TASK_STATE__INIT;
  task.has_cpu = task.has_tid = task.has_state = true;
  task.cpu = (int32_t)cpu;
  task.tid = (int64_t)tid;
  task.state = state;
  set_time(p, time);
  p->packet.generic_kernel_task_state_event = &task;
  put_short(p);
}

/* The state in which a stretch ends. */
static int32_t state_behind(uint32_t why)
{
  switch (why) {
  case WIRE_WHY_PREEMPTED: case WIRE_WHY_YIELDED: case WIRE_WHY_INTERRUPT: return STATE_RUNNABLE;
  case WIRE_WHY_BLOCKED: case WIRE_WHY_RESUMED: return STATE_SLEEPING;
  case WIRE_WHY_EXITED: return STATE_DEAD;
  default: return STATE_STOPPED;
  }
}

static void put_thread(struct perfetto *p, uint64_t tid, uint32_t thread)
{
  const struct view_thread *t = &p->e->view->threads[thread];
  Perfetto__ProcessTree tree = PERFETTO__PROCESS_TREE__INIT;
  Perfetto__ProcessTree__Thread about = PERFETTO__PROCESS_TREE__THREAD__INIT, *list[] = { &about };
  about.has_tid = about.has_pid = about.has_is_idle = true;
  about.tid = (int64_t)tid;
  about.pid = READER_PROCESS;
  about.comm = t->name;
  about.is_idle = (t->flags & WIRE_THREAD_IDLE) != 0;
  tree.n_threads = 1;
  tree.threads = list;
  set_time(p, 0);
  p->packet.generic_kernel_process_tree = &tree;
  put(p);
}

/* The further numbers of a thread on a processor. */
static struct twin *twin_of(struct perfetto *p, const struct reader_stretch *s, uint64_t *tid)
{
  const uint64_t key = (uint64_t)s->thread << 32 | s->cpu, base = UINT64_C(1) << 32;
  uint32_t row = map_get(&p->doubles, key);
  if (row == MAP_NONE) {
    row = (uint32_t)p->twin_count;
    mem_grow(&p->twins, &p->twin_room, p->twin_count + 1, sizeof(*p->twins));
    p->twins[p->twin_count++] = (struct twin){ { NEVER, NEVER } };
    map_put(&p->doubles, key, row);
    for (unsigned i = 0; i < TWINS; i++)
      put_thread(p, base + (uint64_t)row * TWINS + i, s->thread);
  }
  *tid = base + (uint64_t)row * TWINS;
  return &p->twins[row];
}

/* The number of a thread for a stretch, and where the time of that number's last state is. */
static int64_t *number_for(struct perfetto *p, const struct reader_stretch *s, uint64_t *tid)
{
  struct teller *t = teller_of(p, s->thread);
  *tid = reader_tid(p->e, s->thread);
  if (s->start > t->said)
    return &t->said;
  struct twin *twin = twin_of(p, s, tid);
  const unsigned i = s->start <= twin->said[0];
  *tid += i;
  return &twin->said[i];
}

/* Notes that a thread's state was said. */
static void note_state(struct perfetto *p, uint32_t thread)
{
  struct teller *t = teller_of(p, thread);
  if (!t->listed)
    put_thread(p, reader_tid(p->e, thread), thread);
  t->listed = true;
  if (t->stated)
    return;
  t->stated = true;
  mem_grow(&p->stated, &p->stated_room, p->stated_count + 1, sizeof(*p->stated));
  p->stated[p->stated_count++] = thread;
}

static void take_stretch(void *ctx, const struct reader_stretch *s)
{
  struct perfetto *p = ctx;
  uint64_t tid;
  note_state(p, s->thread);
  if (s->start == s->end)
    return;
  *number_for(p, s, &tid) = s->end;
  teller_of(p, s->thread)->dead = s->why == WIRE_WHY_EXITED;
  put_state(p, s->start, tid, s->cpu, STATE_RUNNING);
  put_state(p, s->end, tid, s->cpu, state_behind(s->why));
}

static void take_wake(void *ctx, const struct reader_wake *w)
{
  struct perfetto *p = ctx;
  struct arguments a = { .count = 0 };
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  argue_text(&a, ARG_BY, p->e->view->threads[w->by].name);
  if (p->several)
    argue(&a, ARG_CPU, w->cpu);
  event.name = field_text("woken");
  track_event(p, &event, w->time, TYPE_MOMENT, thread_track(p, w->woken), &a);
  if (w->runs || w->time <= teller_of(p, w->woken)->said)
    return;
  note_state(p, w->woken);
  teller_of(p, w->woken)->said = w->time;
  put_state(p, w->time, reader_tid(p->e, w->woken), w->cpu, STATE_RUNNABLE);
}

static void take_forgot(void *ctx, int64_t time)
{
  struct perfetto *p = ctx;
  for (size_t i = 0; i < p->stated_count; i++) {
    struct teller *t = teller_of(p, p->stated[i]);
    t->stated = false;
    if (t->dead)
      continue;
    t->said = t->said < time ? time : t->said + 1;
    put_state(p, t->said, reader_tid(p->e, p->stated[i]), 0, STATE_STOPPED);
  }
  p->stated_count = 0;
}

/* ---- events, counters, the heap ---- */

static void take_event(void *ctx, const struct reader_event *e)
{
  struct perfetto *p = ctx;
  struct arguments a = { .count = 0 };
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Name name = PERFETTO__INTERNED_DATA__NAME__INIT, *list[] = { &name };
  const uint64_t track = thread_track(p, e->thread);
  event.has_name_iid = true;
  event.name_iid = (uint64_t)e->event + 1;
  if (map_get(&p->events, e->event) == MAP_NONE) {
    map_put(&p->events, e->event, 0);
    name.has_iid = true;
    name.iid = event.name_iid;
    name.name = field_text(view_event(p->e->view, e->event));
    names.n_event_names = 1;
    names.event_names = list;
    p->packet.interned_data = &names;
  }
  argue(&a, ARG_ARG, e->arg);
  if (p->several)
    argue(&a, ARG_CPU, e->cpu);
  track_event(p, &event, e->time, TYPE_MOMENT, track, &a);
}

/* The slice of a wait; of waits of one thread that overlap, which no thread makes, the later one has its own track. */
static void take_wait(void *ctx, const struct reader_wait *w)
{
  struct perfetto *p = ctx;
  struct teller *t = teller_of(p, w->thread);
  const uint64_t uuid = TRACK(TRACK_WAITS, w->thread);
  Perfetto__TrackEvent begin = PERFETTO__TRACK_EVENT__INIT, end = PERFETTO__TRACK_EVENT__INIT;
  struct arguments a = { .count = 0 };
  char *track_name = mem_format("%s waits for locks", p->e->view->threads[w->thread].name);
  argue_text(&a, ARG_HOLDER, w->holder == READER_NONE ? "-" : p->e->view->threads[w->holder].name);
  argue_text(&a, ARG_KIND, lock_waits_kind(w->flags));
  argue_text(&a, ARG_WAY, lock_waits_way(w->flags));
  if (t->waits && w->start < t->waited) {
    put_slice(p, track_name, w->lock, w->start, w->end, &a);
  } else {
    if (!t->waits) {
      Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
      track.name = track_name;
      put_track(p, &track, uuid, TRACK(TRACK_PROCESS, 0));
    }
    t->waits = true;
    t->waited = w->end;
    begin.name = field_text(w->lock);
    track_event(p, &begin, w->start, TYPE_BEGIN, uuid, &a);
    track_event(p, &end, w->end, TYPE_END, uuid, NULL);
  }
  mem_free(track_name);
}

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
    put_counter_track(p, track, name, UNIT_COUNT);
    mem_free(name);
    t->told = true;
  } else if (s->start > t->until) {
    put_counter(p, track, t->until, 0);
  }
  put_counter(p, track, s->start, s->value[value]);
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
  argue(&a, ARG_MARKED, c->record->marked_bytes);
  argue(&a, ARG_FREED, c->record->freed_bytes);
  argue(&a, ARG_HEAP, c->record->heap_after);
  put_slice(ctx, "collections", lives_reason(c->record->reason), c->start, c->end, &a);
}

static void put_heap(struct perfetto *p, bool blocks, int64_t time, uint64_t bytes)
{
  const uint64_t track = TRACK(TRACK_HEAP, blocks);
  if (!p->heap_told[blocks])
    put_counter_track(p, track, blocks ? "heap_bytes" : "used_bytes", UNIT_BYTES);
  p->heap_told[blocks] = true;
  put_counter(p, track, time, bytes);
}

static void take_heap(void *ctx, const struct reader_heap *h)
{
  put_heap(ctx, false, h->time, h->used);
  if (h->heap_known)
    put_heap(ctx, true, h->time, h->heap);
}

/* ---- samples ---- */

/* Sends the name of a function and its frame, whose numbers are the function's and one. */
static void put_frame(struct perfetto *p, uint32_t function)
{
  const struct view *v = p->e->view;
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Text text = PERFETTO__INTERNED_DATA__TEXT__INIT, *texts[] = { &text };
  Perfetto__InternedData__Frame frame = PERFETTO__INTERNED_DATA__FRAME__INIT, *frames[] = { &frame };
  const char *name = view_function_name(v, function);
  const size_t old = p->frame_room;
  mem_grow(&p->frames_told, &p->frame_room, (size_t)function + 1, 1);
  if (p->frame_room > old)
    memset(p->frames_told + old, 0, p->frame_room - old);
  if (p->frames_told[function])
    return;
  p->frames_told[function] = 1;
  text.has_iid = text.has_str = frame.has_iid = frame.has_function_name_id = frame.has_mapping_id = true;
  text.iid = frame.iid = frame.function_name_id = (uint64_t)function + 1;
  text.str = (ProtobufCBinaryData){ strlen(name), (uint8_t *)(uintptr_t)name };
  frame.mapping_id = MAPPING;
  frame.has_rel_pc = true;
  /* Functions without an address are told apart by it, too. */
  frame.rel_pc = v->functions[function].address ? v->functions[function].address : function;
  names.n_function_names = names.n_frames = 1;
  names.function_names = texts;
  names.frames = frames;
  put_names(p, &names);
}

/* Sends a path as a call stack, whose number is its row and one. */
static void put_path(struct perfetto *p, uint32_t row)
{
  const struct stacks_path *path = &p->paths.rows[row];
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Callstack stack = PERFETTO__INTERNED_DATA__CALLSTACK__INIT, *stacks[] = { &stack };
  uint64_t *frames = mem_alloc(path->depth, sizeof(*frames));
  uint32_t at = path->depth;
  for (uint32_t r = row; p->paths.rows[r].depth; r = p->paths.rows[r].parent) {
    put_frame(p, p->paths.rows[r].function);
    frames[--at] = (uint64_t)p->paths.rows[r].function + 1;
  }
  stack.has_iid = true;
  stack.iid = (uint64_t)row + 1;
  stack.n_frame_ids = path->depth;
  stack.frame_ids = frames;
  names.n_callstacks = 1;
  names.callstacks = stacks;
  put_names(p, &names);
  mem_free(frames);
}

static void put_mapping(struct perfetto *p, const char *title)
{
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Text path = PERFETTO__INTERNED_DATA__TEXT__INIT, *paths[] = { &path };
  Perfetto__InternedData__Text build = PERFETTO__INTERNED_DATA__TEXT__INIT, *builds[] = { &build };
  Perfetto__InternedData__Mapping mapping = PERFETTO__INTERNED_DATA__MAPPING__INIT, *mappings[] = { &mapping };
  char *id = dump_name(p->e->view->dump, WIRE_SPACE_BUILD_ID, 0);
  uint64_t path_id = 1;
  path.has_iid = path.has_str = build.has_iid = build.has_str = true;
  path.iid = build.iid = 1;
  path.str = (ProtobufCBinaryData){ strlen(title), (uint8_t *)(uintptr_t)title };
  build.str = (ProtobufCBinaryData){ id ? strlen(id) : 0, (uint8_t *)id };
  mapping.has_iid = mapping.has_build_id = mapping.has_end = true;
  mapping.iid = MAPPING;
  mapping.build_id = 1;
  mapping.end = INT64_MAX;
  mapping.n_path_string_ids = 1;
  mapping.path_string_ids = &path_id;
  names.n_mapping_paths = names.n_build_ids = names.n_mappings = 1;
  names.mapping_paths = paths;
  names.build_ids = builds;
  names.mappings = mappings;
  put_names(p, &names);
  mem_free(id);
}

static void take_sample(void *ctx, const struct reader_sample *s)
{
  struct perfetto *p = ctx;
  Perfetto__PerfSample sample = PERFETTO__PERF_SAMPLE__INIT;
  const uint32_t row = stacks_count(&p->paths, p->e->view, s->record, s->stack);
  if (p->paths.rows[row].samples == 1)
    put_path(p, row);
  thread_track(p, s->thread);
  sample.has_cpu = sample.has_pid = sample.has_tid = sample.has_callstack_iid = sample.has_cpu_mode = true;
  sample.cpu = s->cpu;
  sample.pid = READER_PROCESS;
  sample.tid = reader_tid(p->e, s->thread);
  sample.callstack_iid = (uint64_t)row + 1;
  sample.cpu_mode = s->stack->address == WIRE_ADDRESS_USER ? MODE_USER : MODE_KERNEL;
  set_time(p, s->time);
  p->packet.perf_sample = &sample;
  put_short(p);
}

/* ---- what is missing ---- */

static void put_lost_samples(struct perfetto *p, const struct reader_lost *l)
{
  Perfetto__PerfSample sample = PERFETTO__PERF_SAMPLE__INIT;
  sample.has_cpu = sample.has_kernel_records_lost = true;
  sample.kernel_records_lost = l->row->records;
  set_time(p, l->from);
  p->packet.perf_sample = &sample;
  put_short(p);
}

static void take_lost(void *ctx, const struct reader_lost *l)
{
  struct perfetto *p = ctx;
  struct arguments a = { .count = 0 };
  char *name = mem_format("%s: %s", wire_kinds[l->row->kind].name, reason_code(l->row->reason));
  argue(&a, ARG_RECORDS, l->row->records);
  argue_text(&a, ARG_REASON, reason_code(l->row->reason));
  put_slice(p, "lost", name, l->from, l->to, &a);
  mem_free(name);
  if (l->row->kind == WIRE_SAMPLE && l->row->records)
    put_lost_samples(p, l);
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
  track.name = field_text("lost");
  put_track(p, &track, uuid, TRACK(TRACK_PROCESS, 0));
  argue_text(&a, ARG_REASON, reason_code(m->reason));
  argue_text(&a, ARG_TEXT, m->text);
  event.name = text;
  track_event(p, &event, 0, TYPE_MOMENT, uuid, &a);
  mem_free(text);
}

static bool write_perfetto(struct export *e)
{
  static const struct reader_ops ops = {
    .stretch = take_stretch, .wake = take_wake, .forgot = take_forgot, .event = take_event, .wait = take_wait,
    .span = take_span,
    .collection = take_collection, .heap = take_heap, .sample = take_sample, .lost = take_lost };
  struct perfetto p = { .e = e, .packet = PERFETTO__TRACE_PACKET__INIT, .several = view_processors(e->view) > 1 };
  char *title = export_title(e);
  put_process(&p, title);
  put_argument_names(&p);
  put_mapping(&p, title);
  reader_walk(e, &ops, &p);
  for (size_t i = 0; i < p.counter_room; i++)
    if (p.counters[i].told)
      put_counter(&p, TRACK(TRACK_COUNTER, i), p.counters[i].until, 0);
  export_missing(e, put_remark, &p);
  stacks_free(&p.paths);
  map_free(&p.events);
  map_free(&p.doubles);
  mem_free(p.twins);
  mem_free(p.threads);
  mem_free(p.stated);
  mem_free(p.counters);
  mem_free(p.frames_told);
  mem_free(title);
  return true;
}

const struct export_ops export_perfetto = {
  .name = "perfetto", .what = "Perfetto's protobuf: ui.perfetto.dev, trace_processor", .write = write_perfetto };
