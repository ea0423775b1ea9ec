/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * counter.c: the processor's two performance counters over time (JX paper, section 5 and figure 13): they are read
 * whenever somebody else gets the processor, at the start and at the end, so that what passes between two readings is
 * one thread's or one interrupt's. A sample falls into an interrupt, whose entry has read them for it.
 *
 * What always holds: the counters are read, and the readings numbered, also where the buffer is full, for somebody outside
 * may count along (WIRE_READING_MARK); a reading stands between two time stamps whose distance is nobody's time, so it changes no thread's clock.
 */
#include "internal.h"

struct prof_log prof_readings;
static struct wire_reading *records;

/* Nobody else's runs pay for it. */
static bool wanted(const struct prof_config *c)
{
#ifdef PROF_PORT_COUNTERS
  return c->modes & WIRE_MODE_COUNTERS;
#else
  (void)c;
  return false;
#endif
}

size_t prof_counter_memory(const struct prof_config *c)
{
  return wanted(c) ? c->readings * sizeof(struct wire_reading) : 0;
}

void prof_counter_init(const struct prof_config *c, void *memory)
{
  records = memory;
  prof_readings = prof_log_new(WIRE_READING, c, WIRE_MODE_COUNTERS, wanted(c) ? c->readings : 0, memory);
}

const struct wire_reading *prof_reading_records(void)
{
  return records;
}

void prof_reading_take(const struct prof_thread *ran)
{
#ifdef PROF_PORT_COUNTERS
  uint64_t value[2];
  if (!prof_readings.on)
    return;
  const uint64_t number = prof_log_made(&prof_readings), now = prof_port_counters(value);
  if (prof_readings.next >= prof_readings.limit) {
    prof_readings.dropped++;
    return;
  }
  struct wire_reading *r = &records[prof_readings.next++ & prof_readings.mask];
  r->tsc = now;
  r->number = number;
  r->first = value[0];
  r->second = value[1];
  r->thread = ran->id;
#else
  (void)ran;
#endif
}
