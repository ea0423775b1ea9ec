/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perfetto.h: what the files of the exporter to Perfetto share: packets and tracks (perfetto_packet.c), scheduling
 * (perfetto_sched.c), samples (perfetto_samples.c); all else is perfetto.c's, whose first comment says what becomes of
 * what.
 *
 * What always holds: names are sent before their first use, a track is described before its first event, all in one
 * sequence of packets. A packet is made in `packet` and sent by one of the functions here, which empties it.
 */
#ifndef PERFETTO_H
#define PERFETTO_H

#include "reader.h"
#include "model/stacks.h"

#include <perfetto.pb-c.h>

/* Values of fields: see perfetto.proto. */
enum { TYPE_BEGIN = 1, TYPE_END, TYPE_MOMENT, TYPE_COUNTER };
enum { UNIT_COUNT = 2, UNIT_BYTES = 3 };

/* Tracks: what they are of, and a number. */
enum track { TRACK_PROCESS = 1, TRACK_THREAD, TRACK_COUNTER, TRACK_HEAP, TRACK_ROW, TRACK_LOCKS };
#define TRACK(of, number) ((uint64_t)(of) << 56 | (number))

/* Arguments of events. A(NAME, name). */
#define PERFETTO_ARGUMENTS(A) \
  A(ARG, "arg") A(CPU, "cpu") A(RECORDS, "records") A(REASON, "reason") A(MARKED, "marked_bytes") \
  A(FREED, "freed_bytes") A(HEAP, "heap_bytes") A(TEXT, "text") A(BY, "by") A(HOLDER, "holder") A(KIND, "kind") \
  A(WAY, "way") A(CORRECTED, "corrected_ns") A(ENDED, "ended")
#define PERFETTO_ARGUMENT_(NAME, name) ARG_##NAME,
enum argument { ARG_NONE, PERFETTO_ARGUMENTS(PERFETTO_ARGUMENT_) ARG_COUNT };
#undef PERFETTO_ARGUMENT_

#define ARGUMENTS_MOST 4 /* of an event */

struct arguments {
  Perfetto__DebugAnnotation all[ARGUMENTS_MOST], *list[ARGUMENTS_MOST];
  size_t count;
  bool text;       /* one of them is a text */
};

/* What was said of a thread: the time of its last state, and whether its track, its number, and since records were
 * missing last its state were told; `dead`: that was its end. `locks`: its track of locks was told, and the last wait
 * there ended at `waited`. */
struct teller { int64_t said; bool told, listed, stated, dead; bool locks; int64_t waited; };

#define TWINS 2 /* further numbers of a thread on a processor, in turns: of two stretches that touch each has its own */
#define NEVER (-1) /* of `said` */

struct perfetto {
  struct export *e;
  Perfetto__TracePacket packet;
  bool begun, several;         /* a packet was sent; there are several processors */
  struct teller *threads;      /* by index in the view */
  size_t thread_room;
  uint32_t *stated;            /* threads whose state was said since it was last not known */
  size_t stated_count, stated_room;
  struct map names;            /* numbers of names that were sent */
  struct map doubles;          /* thread << 32 | processor -> row of `twins` */
  struct twin { int64_t said[TWINS]; } *twins;
  size_t twin_count, twin_room;
  struct counter_track { bool told; int64_t until; } *counters; /* by processor, three each */
  size_t counter_room;
  uint64_t rows;               /* tracks of TRACK_ROW */
  uint64_t flows;              /* arrows from event to event */
  bool heap_told[2];
  struct stacks_paths paths;
  uint8_t *frames_told;        /* by function */
  size_t frame_room;
  uint8_t *functions_told;     /* by function: as the name of a call */
  size_t function_room;
};

/* ---- packets and tracks ---- */

/* A text as a field: protobuf-c's fields are not const; it does not write to them. */
char *perfetto_text(const char *text);

/* Sends the packet. */
void perfetto_put(struct perfetto *p);

/* perfetto_put() for packets that records make, a few numbers each and no text, 127 bytes at most: twice as fast, for
 * their length is not computed before they are written. */
void perfetto_put_short(struct perfetto *p);

void perfetto_set_time(struct perfetto *p, int64_t time);
void perfetto_put_names(struct perfetto *p, Perfetto__InternedData *names);
void perfetto_put_argument_names(struct perfetto *p);

/* Adds an argument, of which an event has ARGUMENTS_MOST. A text must live until the packet is sent. */
void perfetto_argue(struct arguments *a, enum argument name, uint64_t value);
void perfetto_argue_signed(struct arguments *a, enum argument name, int64_t value);
void perfetto_argue_text(struct arguments *a, enum argument name, const char *text);

/* Sends an event of one of the TYPE_... on a track. `a` may be NULL. */
void perfetto_event(struct perfetto *p, Perfetto__TrackEvent *event, int64_t time, int32_t type, uint64_t track,
                    struct arguments *a);

/* Gives the event a name that many have: it is sent once, by a number. Of events the number is that of the dump, of
 * functions that of the view and PERFETTO_FUNCTION. The packet must be sent next. */
#define PERFETTO_FUNCTION (UINT64_C(1) << 32)
struct perfetto_name { Perfetto__InternedData names; Perfetto__InternedData__Name name, *list[1]; };
void perfetto_name(struct perfetto *p, Perfetto__TrackEvent *event, struct perfetto_name *room, uint64_t number,
                   const char *name);

/* What perfetto_event() sends where a call begins, whose name was sent before and whose only argument is its corrected
 * time, and where a call ends: five times as fast. */
void perfetto_put_call(struct perfetto *p, int64_t time, uint64_t track, uint64_t name, int64_t corrected_ns);
void perfetto_put_return(struct perfetto *p, int64_t time, uint64_t track);

/* Describes a track below `parent`; 0: below none. */
void perfetto_put_track(struct perfetto *p, Perfetto__TrackDescriptor *track, uint64_t uuid, uint64_t parent);
void perfetto_put_process(struct perfetto *p, const char *title);

/* What was said of a thread (index in the view): good until the next call with a thread that was not met yet. */
struct teller *perfetto_thread(struct perfetto *p, uint32_t thread);

/* The track of a thread; its description is sent at its first use. */
uint64_t perfetto_thread_track(struct perfetto *p, uint32_t thread);

/* A slice on a track of its own, below the process: tracks of one name are shown together. */
void perfetto_put_slice(struct perfetto *p, const char *track_name, const char *name, int64_t from, int64_t to,
                        struct arguments *a);

void perfetto_put_counter(struct perfetto *p, uint64_t track, int64_t time, uint64_t value);
void perfetto_put_counter_track(struct perfetto *p, uint64_t uuid, const char *name, int32_t unit);

/* ---- what reader.h hands out; `ctx` is the struct perfetto ---- */

void perfetto_take_stretch(void *ctx, const struct reader_stretch *s);
void perfetto_take_wake(void *ctx, const struct reader_wake *w);
void perfetto_take_forgot(void *ctx, int64_t time);
void perfetto_take_sample(void *ctx, const struct reader_sample *s);

/* Samples that are missing. */
void perfetto_put_lost_samples(struct perfetto *p, const struct reader_lost *l);

/* The image that samples are of; before the first sample. */
void perfetto_put_mapping(struct perfetto *p, const char *title);

#endif
