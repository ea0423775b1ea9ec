/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_events.h: the events that the workload `text` logs. To add one: a line here and a text_log() where it happens.
 */
#ifndef TEXT_EVENTS_H
#define TEXT_EVENTS_H

#include <stdint.h>

#include "prof.h"

/* E(NAME, name in the profile, meaning of the argument). */
#define TEXT_EVENTS(E)                                                                                               \
  E(BLOCK_READ,       "block read",       "bytes")                                                                   \
  E(BATCH_TOKENIZED,  "batch tokenized",  "words")                                                                   \
  E(WORD_KNOWN,       "word known",       "distinct words so far")                                                   \
  E(WORD_NEW,         "word new",         "distinct words so far")                                                   \
  E(BATCH_INDEXED,    "batch indexed",    "words that were new")                                                     \
  E(TABLE_GROWN,      "table grown",      "buckets it has now")                                                      \
  E(RANKED,           "words ranked",     "distinct words")                                                          \
  E(BLOCK_COMPRESSED, "block compressed", "bytes out")                                                               \
  E(BLOCK_VERIFIED,   "block verified",   "bytes")                                                                   \
  E(QUEUE_FULL,       "queue full",       "number of the queue: see enum text_queue_number")                         \
  E(QUEUE_EMPTY,      "queue empty",      "number of the queue: see enum text_queue_number")                         \
  E(CLOCK_TICK,       "clock tick",       "words indexed so far")

enum text_event {
#define TEXT_ENUM_(NAME, name, arg) TEXT_EVENT_##NAME,
  TEXT_EVENTS(TEXT_ENUM_)
#undef TEXT_ENUM_
  TEXT_EVENT_LIMIT
};

/* The profiler's numbers for them; set by text_events_register(). */
extern uint32_t text_event_number[TEXT_EVENT_LIMIT];

/* Registers all of them; before the first text_log(). Thread context. */
void text_events_register(void);

/* Logs one. Any context; costs what prof_event_log() costs. */
static inline void text_log(enum text_event event, uint64_t arg)
{
  prof_event_log(text_event_number[event], arg);
}

#endif
