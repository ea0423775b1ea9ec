/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * log.c: the buffers of records. Probes fill them in threads and in interrupts; meanwhile one thread hands out what
 * a stream holds, without a lock and with interrupts on.
 *
 * What always holds:
 *  - a number is taken by one probe only, and a record lies at its number, so no two probes write to one place;
 *  - a probe in a thread may be interrupted before its record is whole. Such records carry a stamp that is stored last
 *    and is 0 until then: the thread that hands out stops before a record without a stamp. Records made with interrupts
 *    off need none;
 *  - places are given back in order and without stamps, and only then the limit goes up;
 *  - numbers from the limit on are those of drops. They are given back together, before a stream's limit goes up, and
 *    only when as many drops have been counted as numbers were taken: a probe may have been interrupted between taking
 *    a number and counting its drop. Until then the limit stays.
 */
#include "probes/probe.h"

#include "log.h"

#define LOG(KIND, kind, option, ...) \
  struct prof_log prof_##option; \
  struct wire_logged_##kind *prof_##kind##_records;
WIRE_LOGS(LOG)
#undef LOG

struct prof_log *const prof_logs[WIRE_LOG_COUNT] = {
#define LOG(KIND, kind, option, ...) &prof_##option,
  WIRE_LOGS(LOG)
#undef LOG
};

/* ---- memory ---- */

#define LEAST_PART 16 /* records; a log without room would only count drops */

/* Returns how many records a log has room for: none where nothing will ever be recorded in it. The calibration records
 * events, whatever is configured. */
static size_t log_room(const struct prof_config *c, uint32_t mode, uint32_t capacity)
{
#ifndef PROF_PORT_COUNTERS
  if (mode == WIRE_MODE_COUNTERS)
    return 0;
#endif
  return (c->modes | WIRE_MODE_EVENTS) & mode ? capacity : 0;
}

size_t prof_logs_memory(const struct prof_config *c)
{
  size_t bytes = 0;
#define LOG(KIND, kind, option, CAPACITY, MODE, ...) \
  bytes += log_room(c, WIRE_MODE_##MODE, c->option) * sizeof(struct wire_logged_##kind);
  WIRE_LOGS(LOG)
#undef LOG
  return bytes;
}

/* Returns the part of `bytes` that a log gets, in records. */
static uint32_t log_part(const struct wire_log_info *info, uint32_t modes, uint64_t bytes)
{
  if (!(info->mode & modes))
    return info->capacity;
  const uint64_t part = wire_log_share(info, modes, bytes);
  return part < LEAST_PART ? LEAST_PART : part > UINT32_MAX ? UINT32_MAX : (uint32_t)part;
}

void prof_divide(struct prof_config *c, uint64_t bytes)
{
  const struct wire_log_info *info = wire_logs;
#define LOG(KIND, kind, option, ...) \
  c->option = c->option ? c->option : log_part(info, c->modes, bytes); \
  info++;
  WIRE_LOGS(LOG)
#undef LOG
}

/* Returns an empty log. A ring's and a stream's capacity is rounded down to a power of two. */
static struct prof_log new_log(const struct wire_log_info *info, const struct prof_config *c, size_t capacity,
                               uint8_t *records)
{
  struct prof_log log = { .info = info, .records = records, .capacity = capacity, .limit = capacity,
                          .mask = UINT64_MAX };
  log.stream = c->stream & info->mode;
  log.ring = !log.stream && c->ring & info->mode;
  if (log.stream || log.ring) {
    log.capacity = capacity ? 1ull << (63 - __builtin_clzll(capacity)) : 0;
    log.mask = log.capacity - 1;
    log.limit = log.ring && capacity ? UINT64_MAX : log.capacity;
  }
  return log;
}

void prof_logs_init(const struct prof_config *c, void *memory)
{
  const struct wire_log_info *info = wire_logs;
  uint8_t *p = memory;
#define LOG(KIND, kind, option, CAPACITY, MODE, ...) { \
    _Static_assert(sizeof(struct wire_logged_##kind) % _Alignof(uint64_t) == 0, "records of different logs adjoin"); \
    const size_t capacity = log_room(c, WIRE_MODE_##MODE, c->option); \
    prof_##option = new_log(info++, c, capacity, p); \
    prof_##kind##_records = (struct wire_logged_##kind *)(void *)p; \
    p += capacity * sizeof(struct wire_logged_##kind); \
  }
  WIRE_LOGS(LOG)
#undef LOG
}

/* ---- records ---- */

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
  return log->records + (number & log->mask) * log->info->bytes;
}

/* The stamps by which the records of a log are known to be whole. */
struct stamps {
  uint8_t *first;   /* NULL: records of this log need none */
  uint64_t mask;
  size_t stride;
};

static struct stamps stamps_of(const struct prof_log *log)
{
  const struct wire_log_info *info = log->info;
  return (struct stamps){ info->whole.bytes ? log->records + info->whole.offset : NULL, log->mask, info->bytes };
}

static inline uint64_t *stamp_at(const struct stamps *s, uint64_t number)
{
  return (uint64_t *)(void *)(s->first + (number & s->mask) * s->stride);
}

uint64_t prof_log_whole_until(const struct prof_log *log, uint64_t from, uint64_t end)
{
  const struct stamps stamps = stamps_of(log);
  if (stamps.first)
    for (uint64_t i = from; i < end; i++)
      if (!__atomic_load_n(stamp_at(&stamps, i), __ATOMIC_ACQUIRE))
        return i;
  return end;
}

static void clear_stamps(struct prof_log *log, uint64_t from, uint64_t end)
{
  const struct stamps stamps = stamps_of(log);
  if (stamps.first)
    for (uint64_t i = from; i < end; i++)
      *stamp_at(&stamps, i) = 0;
}

/* Gives the numbers of drops back. Returns false where not all of these drops have been counted yet. Interrupts off. */
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
