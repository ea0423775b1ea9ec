/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * log.c: the buffers of records. Probes fill them in threads and in interrupts; what a stream holds is handed out
 * meanwhile, by one thread, without a lock and with interrupts on.
 *
 * What always holds:
 *  - a number is taken by one probe only, and a record lies at its number, so no two probes write to one place;
 *  - a probe in a thread may be interrupted before its record is whole. Such records carry a stamp that is stored last and
 *    is 0 until then: whoever hands out stops before a record without one. What is recorded with interrupts off needs
 *    none;
 *  - places are given back in order and without stamps, and only then the limit goes up;
 *  - numbers from the limit on are those of drops. They are given back together before a stream's limit goes up, when as
 *    many drops have been counted; until then, for a probe may have been interrupted between the two, the limit stays.
 */
#include "probes/probe.h"

static struct prof_log *const logs[] = {
  &prof_events, &prof_samples, &prof_stacks, &prof_sched, &prof_readings, &prof_births, &prof_deaths,
  &prof_collections,
};
#define LOGS (sizeof(logs) / sizeof(logs[0]))

/* Where a record's stamp is. */
static const struct { uint16_t kind, offset; } stamps[] = {
  { WIRE_EVENT, offsetof(struct wire_event, tsc) },
  { WIRE_BIRTH, offsetof(struct wire_birth, tsc) },
  { WIRE_DEATH, offsetof(struct wire_death, object) },
};
#define STAMPS (sizeof(stamps) / sizeof(stamps[0]))

struct prof_log *prof_log_each(struct prof_log *log)
{
  size_t i = 0;
  while (log && logs[i++] != log)
    ;
  return i < LOGS ? logs[i] : NULL;
}

struct prof_log prof_log_new(enum wire_kind kind, const struct prof_config *c, uint32_t modes, uint32_t capacity,
                             void *records)
{
  struct prof_log log = { .kind = kind, .modes = modes, .records = records, .capacity = capacity, .limit = capacity,
                          .mask = UINT64_MAX };
  log.stream = c->stream & modes;
  log.ring = !log.stream && c->ring & modes;
  if (log.stream || log.ring) {
    log.capacity = capacity ? 1ull << (31 - __builtin_clz(capacity)) : 0;
    log.mask = log.capacity - 1;
    log.limit = log.ring && capacity ? UINT64_MAX : log.capacity;
  }
  return log;
}

uint64_t prof_log_end(const struct prof_log *log)
{
  uint64_t limit = __atomic_load_n(&log->limit, __ATOMIC_ACQUIRE); /* first: numbers behind it may be given back */
  uint64_t next = __atomic_load_n(&log->next, __ATOMIC_ACQUIRE);
  return next < limit ? next : limit;
}

uint64_t prof_log_kept(const struct prof_log *log)
{
  if (log->ring)
    return log->next < log->capacity ? log->next : log->capacity;
  return prof_log_end(log) - log->taken;
}

uint64_t prof_log_first(const struct prof_log *log)
{
  return log->ring ? log->next - prof_log_kept(log) : log->taken;
}

PROF_PROBE void prof_log_drop(struct prof_log *log)
{
  prof_port_take(&log->dropped);
  prof_drift(prof_costs.drop);
}

uint64_t prof_log_made(const struct prof_log *log)
{
  return prof_log_end(log) + log->dropped;
}

void *prof_log_record(const struct prof_log *log, uint64_t number)
{
  return log->records + (number & log->mask) * wire_kinds[log->kind].bytes;
}

/* The stamp of a record; NULL where its kind has none. */
static uint64_t *stamp(const struct prof_log *log, uint64_t number)
{
  for (size_t i = 0; i < STAMPS; i++)
    if (stamps[i].kind == log->kind)
      return (uint64_t *)(void *)((uint8_t *)prof_log_record(log, number) + stamps[i].offset);
  return NULL;
}

static bool is_whole(const struct prof_log *log, uint64_t number)
{
  const uint64_t *s = stamp(log, number);
  return !s || __atomic_load_n(s, __ATOMIC_ACQUIRE);
}

uint64_t prof_log_whole_until(const struct prof_log *log, uint64_t from, uint64_t end)
{
  if (stamp(log, from))
    for (uint64_t i = from; i < end; i++)
      if (!is_whole(log, i))
        return i;
  return end;
}

static void clear_stamps(struct prof_log *log, uint64_t from, uint64_t end)
{
  if (stamp(log, from))
    for (uint64_t i = from; i < end; i++)
      *stamp(log, i) = 0;
}

/* Gives the numbers of drops back; false: not all of them have been counted. Interrupts off. */
static bool undo_drops(struct prof_log *log)
{
  if (log->next <= log->limit)
    return true;
  if (log->next - log->limit != log->dropped - log->undone)
    return false;
  log->next = log->limit;
  log->undone = log->dropped;
  return true;
}

void prof_log_release(struct prof_log *log, uint64_t count)
{
  clear_stamps(log, log->taken, log->taken + count);
  __atomic_store_n(&log->taken, log->taken + count, __ATOMIC_RELEASE);
  unsigned long irq = prof_port_irq_save();
  if (undo_drops(log))
    __atomic_store_n(&log->limit, log->taken + log->capacity, __ATOMIC_RELEASE);
  prof_port_irq_restore(irq);
}

void prof_log_reset(struct prof_log *log)
{
  clear_stamps(log, 0, log->next < log->capacity ? log->next : log->capacity);
  log->next = log->taken = log->dropped = log->undone = 0;
  if (log->stream)
    log->limit = log->capacity;
}

struct prof_tally prof_log_tally(const struct prof_log *log)
{
  uint64_t overwritten = log->ring ? prof_log_first(log) : 0;
  return (struct prof_tally){ .made = prof_log_made(log), .dropped = log->dropped + overwritten + log->torn };
}
