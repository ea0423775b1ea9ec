/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perfetto_packet.c: the packets and tracks of the exporter to Perfetto, written by protobuf-c; perfetto.h is the
 * manual.
 */
#include "perfetto.h"

#include "base/mem.h"

#define SEQUENCE 1u

/* Values of `sequence_flags`: see perfetto.proto. */
enum { NAMES_BEGIN = 1, NAMES_NEEDED = 2 };

char *perfetto_text(const char *text)
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
void perfetto_put(struct perfetto *p)
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

void perfetto_put_short(struct perfetto *p)
{
  head(p);
  uint8_t *room = sink_room(&p->e->sink, 2 + SHORT);
  room[0] = FIELD_PACKET;
  room[1] = (uint8_t)perfetto__trace_packet__pack(&p->packet, room + 2);
  sink_took(&p->e->sink, 2u + room[1]);
  perfetto__trace_packet__init(&p->packet);
}

void perfetto_set_time(struct perfetto *p, int64_t time)
{
  p->packet.has_timestamp = true;
  p->packet.timestamp = (uint64_t)time;
}

void perfetto_put_names(struct perfetto *p, Perfetto__InternedData *names)
{
  p->packet.interned_data = names;
  perfetto_put(p);
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

void perfetto_argue(struct arguments *a, enum argument name, uint64_t value)
{
  Perfetto__DebugAnnotation *d = argument_new(a, name);
  d->has_uint_value = true;
  d->uint_value = value;
}

void perfetto_argue_signed(struct arguments *a, enum argument name, int64_t value)
{
  Perfetto__DebugAnnotation *d = argument_new(a, name);
  d->has_int_value = true;
  d->int_value = value;
}

void perfetto_argue_text(struct arguments *a, enum argument name, const char *text)
{
  a->text = true;
  argument_new(a, name)->string_value = perfetto_text(text);
}

void perfetto_event(struct perfetto *p, Perfetto__TrackEvent *event, int64_t time, int32_t type, uint64_t track,
                        struct arguments *a)
{
  perfetto_set_time(p, time);
  event->has_type = event->has_track_uuid = true;
  event->type = type;
  event->track_uuid = track;
  if (a) {
    event->n_debug_annotations = a->count;
    event->debug_annotations = a->list;
  }
  p->packet.track_event = event;
  if (p->packet.interned_data || event->name || (a && a->text))
    perfetto_put(p);
  else
    perfetto_put_short(p);
}

void perfetto_name(struct perfetto *p, Perfetto__TrackEvent *event, struct perfetto_name *room, uint64_t number,
                   const char *name)
{
  event->has_name_iid = true;
  event->name_iid = number + 1;
  if (map_get(&p->names, number) != MAP_NONE)
    return;
  map_put(&p->names, number, 0);
  perfetto__interned_data__init(&room->names);
  perfetto__interned_data__name__init(&room->name);
  room->name.has_iid = true;
  room->name.iid = event->name_iid;
  room->name.name = perfetto_text(name);
  room->list[0] = &room->name;
  room->names.n_event_names = 1;
  room->names.event_names = room->list;
  p->packet.interned_data = &room->names;
}

/* ---- the packets of calls ---- */

/* Of a dump with calls one by one nearly all packets are these. They are written here as protobuf-c writes them, byte
 * by byte. A field begins with its number (perfetto.proto) and its way: a number of 7 bits a byte, or bytes behind
 * their count, which is below 128 here. */
#define FIELD_NUMBER(number) (uint8_t)((number) << 3)
#define FIELD_BYTES(number)  (uint8_t)((number) << 3 | 2)
enum { PACKET_TIME = 8, PACKET_SEQUENCE = 10, PACKET_EVENT = 11, PACKET_FLAGS = 13 };
enum { EVENT_ARGUMENT = 4, EVENT_TYPE = 9, EVENT_NAME = 10, EVENT_TRACK = 11 };
enum { ARGUMENT_NAME = 1, ARGUMENT_SIGNED = 4 };

static uint8_t *put_number(uint8_t *at, unsigned field, uint64_t n)
{
  *at++ = FIELD_NUMBER(field);
  for (; n > 0x7f; n >>= 7)
    *at++ = (uint8_t)(n | 0x80);
  *at++ = (uint8_t)n;
  return at;
}

/* Begins a field of bytes; *count is where their count goes, which end_bytes() knows. */
static uint8_t *begin_bytes(uint8_t *at, unsigned field, uint8_t **count)
{
  *at++ = FIELD_BYTES(field);
  *count = at;
  return at + 1;
}

static void end_bytes(const uint8_t *at, uint8_t *count)
{
  *count = (uint8_t)(at - count - 1);
}

static uint8_t *begin_event(struct perfetto *p, int64_t time, uint8_t **packet, uint8_t **event)
{
  uint8_t *at = sink_room(&p->e->sink, 2 + SHORT);
  *at++ = FIELD_PACKET;
  *packet = at++;
  at = put_number(at, PACKET_TIME, (uint64_t)time);
  at = put_number(at, PACKET_SEQUENCE, SEQUENCE);
  return begin_bytes(at, PACKET_EVENT, event);
}

static void end_event(struct perfetto *p, uint8_t *at, uint8_t *packet, uint8_t *event)
{
  end_bytes(at, event);
  at = put_number(at, PACKET_FLAGS, NAMES_NEEDED);
  end_bytes(at, packet);
  sink_took(&p->e->sink, (size_t)(at - packet) + 1);
}

void perfetto_put_call(struct perfetto *p, int64_t time, uint64_t track, uint64_t name, int64_t corrected_ns)
{
  uint8_t *packet, *event, *argument, *at = begin_event(p, time, &packet, &event);
  at = begin_bytes(at, EVENT_ARGUMENT, &argument);
  at = put_number(at, ARGUMENT_NAME, ARG_CORRECTED);
  at = put_number(at, ARGUMENT_SIGNED, (uint64_t)corrected_ns);
  end_bytes(at, argument);
  at = put_number(at, EVENT_TYPE, TYPE_BEGIN);
  at = put_number(at, EVENT_NAME, name + 1);
  at = put_number(at, EVENT_TRACK, track);
  end_event(p, at, packet, event);
}

void perfetto_put_return(struct perfetto *p, int64_t time, uint64_t track)
{
  uint8_t *packet, *event, *at = begin_event(p, time, &packet, &event);
  at = put_number(at, EVENT_TYPE, TYPE_END);
  at = put_number(at, EVENT_TRACK, track);
  end_event(p, at, packet, event);
}

void perfetto_put_argument_names(struct perfetto *p)
{
#define NAME(NAME, name) [ARG_##NAME] = name,
  static const char *const names_of[] = { PERFETTO_ARGUMENTS(NAME) };
#undef NAME
  Perfetto__InternedData names = PERFETTO__INTERNED_DATA__INIT;
  Perfetto__InternedData__Name all[ARG_COUNT], *list[ARG_COUNT];
  for (size_t i = 1; i < ARG_COUNT; i++) {
    perfetto__interned_data__name__init(&all[i]);
    all[i].has_iid = true;
    all[i].iid = i;
    all[i].name = perfetto_text(names_of[i]);
    list[i - 1] = &all[i];
  }
  names.n_debug_annotation_names = ARG_COUNT - 1;
  names.debug_annotation_names = list;
  perfetto_put_names(p, &names);
}

/* ---- tracks ---- */

void perfetto_put_track(struct perfetto *p, Perfetto__TrackDescriptor *track, uint64_t uuid, uint64_t parent)
{
  track->has_uuid = true;
  track->uuid = uuid;
  track->has_parent_uuid = parent != 0;
  track->parent_uuid = parent;
  p->packet.track_descriptor = track;
  perfetto_put(p);
}

void perfetto_put_process(struct perfetto *p, const char *title)
{
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackDescriptor__Process process = PERFETTO__TRACK_DESCRIPTOR__PROCESS__INIT;
  process.has_pid = true;
  process.pid = (int32_t)READER_PROCESS;
  process.process_name = perfetto_text(title);
  track.process = &process;
  perfetto_put_track(p, &track, TRACK(TRACK_PROCESS, 0), 0);
}

struct teller *perfetto_thread(struct perfetto *p, uint32_t thread)
{
  const size_t old = p->thread_room;
  mem_grow(&p->threads, &p->thread_room, (size_t)thread + 1, sizeof(*p->threads));
  for (size_t i = old; i < p->thread_room; i++)
    p->threads[i] = (struct teller){ .said = NEVER };
  return &p->threads[thread];
}

static void put_thread_track(struct perfetto *p, uint32_t thread, uint64_t uuid)
{
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackDescriptor__Thread about = PERFETTO__TRACK_DESCRIPTOR__THREAD__INIT;
  about.has_pid = about.has_tid = true;
  about.pid = (int32_t)READER_PROCESS;
  about.tid = (int32_t)reader_tid(p->e, thread);
  about.thread_name = p->e->view->threads[thread].name;
  track.thread = &about;
  perfetto_put_track(p, &track, uuid, 0);
}

uint64_t perfetto_thread_track(struct perfetto *p, uint32_t thread)
{
  struct teller *t = perfetto_thread(p, thread);
  const uint64_t uuid = TRACK(TRACK_THREAD, thread);
  if (!t->told) {
    t->told = true;
    put_thread_track(p, thread, uuid);
  }
  return uuid;
}

void perfetto_put_slice(struct perfetto *p, const char *track_name, const char *name, int64_t from, int64_t to,
                      struct arguments *a)
{
  const uint64_t uuid = TRACK(TRACK_ROW, p->rows++);
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackEvent begin = PERFETTO__TRACK_EVENT__INIT, end = PERFETTO__TRACK_EVENT__INIT;
  track.name = perfetto_text(track_name);
  perfetto_put_track(p, &track, uuid, TRACK(TRACK_PROCESS, 0));
  begin.name = perfetto_text(name);
  perfetto_event(p, &begin, from, TYPE_BEGIN, uuid, a);
  perfetto_event(p, &end, to, TYPE_END, uuid, NULL);
}

void perfetto_put_counter(struct perfetto *p, uint64_t track, int64_t time, uint64_t value)
{
  Perfetto__TrackEvent event = PERFETTO__TRACK_EVENT__INIT;
  event.has_counter_value = true;
  event.counter_value = (int64_t)value;
  perfetto_event(p, &event, time, TYPE_COUNTER, track, NULL);
}

void perfetto_put_counter_track(struct perfetto *p, uint64_t uuid, const char *name, int32_t unit)
{
  Perfetto__TrackDescriptor track = PERFETTO__TRACK_DESCRIPTOR__INIT;
  Perfetto__TrackDescriptor__Counter counter = PERFETTO__TRACK_DESCRIPTOR__COUNTER__INIT;
  counter.has_unit = true;
  counter.unit = unit;
  track.counter = &counter;
  track.name = perfetto_text(name);
  perfetto_put_track(p, &track, uuid, TRACK(TRACK_PROCESS, 0));
}
