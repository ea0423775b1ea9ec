/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * counter.c: the processor's two performance counters over time (JX paper, section 5 and figure 13): they are read
 * whenever another thread or an interrupt gets the processor, at the start and at the end, so what is counted between
 * two readings belongs to one thread or one interrupt. They are read for each sample, too: at the entry of its
 * interrupt, or, where that is an NMI, when it begins and when it ends.
 *
 * What always holds: the counters are read, and the readings numbered, also where the buffer is full, because a model
 * outside may count along (WIRE_READING_MARK); a reading stands between two time stamps whose distance is counted as no
 * thread's time, so it changes no thread's clock. An NMI that comes in the middle of a reading makes none.
 */
#include "records.h"

#include "log.h"

static void record_reading(const struct prof_thread *ran)
{
#ifdef PROF_PORT_COUNTERS
  uint64_t value[2];
  struct prof_part *part = prof_log_own(&prof_readings);
  const uint64_t number = prof_number_count(part->next) + PROF_READ(part->dropped), now = prof_port_counters(value);
  if (!prof_part_room(part)) {
    prof_part_drop(part);
    return;
  }
  struct wire_logged_reading *r = PROF_RECORD(reading, readings, part->next);
  r->tsc = now;
  r->number = number;
  r->first = value[0];
  r->second = value[1];
  r->thread = ran->id;
  prof_part_made(part);
#else
  (void)ran;
#endif
}

bool prof_reading_take(const struct prof_thread *ran)
{
  volatile bool *const busy = &prof_cpu()->reading;
  if (!__atomic_load_n(&prof_readings.on, __ATOMIC_ACQUIRE) || *busy)
    return false;
  *busy = true;
  record_reading(ran);
  *busy = false;
  return true;
}
