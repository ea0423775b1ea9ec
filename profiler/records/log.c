/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * log.c: the buffers of records. Probes fill them in threads and in interrupts, on all processors; meanwhile one thread
 * hands out what a stream holds, without a lock and with interrupts on.
 *
 * What always holds:
 *  - a number is taken by one probe only, and a record lies at its number, so no two probes write to one place;
 *  - a number is taken only where there is room for its record: none is ever given back;
 *  - with PROF_LOG_CREDIT a part's `credit` is its room less the probes that are between two steps: those that have yet
 *    to take the number that they have paid for, and those that have yet to give back credit that they did not have;
 *  - a probe in a thread may be interrupted before its record is whole, and go on on another processor. Such records
 *    carry a stamp that is stored last and is 0 until then: the thread that hands out stops before a record without a
 *    stamp. Records made with interrupts off need none: their number is counted when they are whole;
 *  - places are given back in order and without stamps, and only then `last` goes up.
 */
#include "probes/probe.h"

#include "log.h"
#include "state.h"

#ifndef PROF_PORT_CPU_RELATIVE
struct prof_cpu prof_cpus[PROF_PORT_CPUS];
#endif

#define LOG(KIND, kind, option, ...) \
  struct prof_log prof_##option; \
  struct wire_logged_##kind *prof_##kind##_records[PROF_PORT_CPUS];
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

/* Returns a log without records. A ring's and a stream's capacity is rounded down to a power of two. */
static struct prof_log new_log(const struct wire_log_info *info, const struct prof_config *c, size_t capacity)
{
  struct prof_log log = { .info = info, .index = (uint8_t)(info - wire_logs), .capacity = capacity,
                          .mask = (1ull << PROF_COUNT_BITS) - 1 };
  log.stream = c->stream & info->mode;
  log.ring = !log.stream && c->ring & info->mode;
  if (log.stream || log.ring) {
    log.capacity = capacity ? 1ull << (63 - __builtin_clzll(capacity)) : 0;
    log.mask = log.capacity ? log.capacity - 1 : 0;
  }
  return log;
}

/* Returns the last number that a part without records has room for. */
static uint64_t first_last(const struct prof_log *log, unsigned cpu)
{
  const uint64_t endless = 1ull << (PROF_COUNT_BITS - 1);
  const bool always = log->room == PROF_ALWAYS_ROOM || (log->ring && log->capacity);
  if (cpu >= prof_processors() || log->room == PROF_NO_ROOM)
    return PROF_FIRST_NUMBER(cpu) - 1;
  return PROF_FIRST_NUMBER(cpu) + (always ? endless : log->capacity) - 1;
}

/* Makes a part that has no records; `between` are the probes that are between two steps (prof_log_room()). */
static void empty_part(const struct prof_log *log, unsigned cpu, void *records, uint64_t between)
{
  const uint64_t first = PROF_FIRST_NUMBER(cpu), last = first_last(log, cpu);
  *prof_log_part(log, cpu) = (struct prof_part){ .next = first, .last = last, .taken = first, .records = records };
#ifdef PROF_LOG_CREDIT
  prof_log_part(log, cpu)->credit = last + 1 - first - between;
#else
  (void)between;
#endif
}

/* Returns how many probes are between two steps. */
static uint64_t count_between(const struct prof_log *log, const struct prof_part *part)
{
#ifdef PROF_LOG_CREDIT
  if (log->info->whole.bytes)
    return part->last + 1 - part->next - part->credit;
#else
  (void)log, (void)part;
#endif
  return 0;
}

/* Gives a part room up to the number `last`. */
static void give_room(struct prof_part *part, uint64_t last)
{
#ifdef PROF_LOG_CREDIT
  prof_arch_add(&part->credit, last - part->last);
#endif
  __atomic_store_n(&part->last, last, __ATOMIC_RELEASE);
}

void prof_logs_init(const struct prof_config *c, void *memory)
{
  const struct wire_log_info *info = wire_logs;
  uint8_t *p = memory;
#define LOG(KIND, kind, option, CAPACITY, MODE, ...) { \
    _Static_assert(sizeof(struct wire_logged_##kind) % _Alignof(uint64_t) == 0, "records of different logs adjoin"); \
    const size_t capacity = log_room(c, WIRE_MODE_##MODE, c->option) / prof_processors(); \
    prof_##option = new_log(info++, c, capacity); \
    for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++) { \
      prof_##kind##_records[cpu] = (struct wire_logged_##kind *)(void *)p; \
      empty_part(&prof_##option, cpu, p, 0); \
      p += cpu < prof_processors() ? capacity * sizeof(struct wire_logged_##kind) : 0; \
    } \
  }
  WIRE_LOGS(LOG)
#undef LOG
}

/* ---- records ---- */

uint64_t prof_log_end(const struct prof_log *log, unsigned cpu)
{
  return __atomic_load_n(&prof_log_part(log, cpu)->next, __ATOMIC_ACQUIRE);
}

uint64_t prof_log_kept(const struct prof_log *log, unsigned cpu)
{
  const uint64_t end = prof_log_end(log, cpu), made = prof_number_count(end);
  if (log->ring)
    return made < log->capacity ? made : log->capacity;
  return end - PROF_READ(prof_log_part(log, cpu)->taken);
}

uint64_t prof_log_first(const struct prof_log *log, unsigned cpu)
{
  return log->ring ? prof_log_end(log, cpu) - prof_log_kept(log, cpu) : prof_log_part(log, cpu)->taken;
}

PROF_PROBE void prof_log_drop(const struct prof_log *log)
{
  prof_cpu_add(PROF_CPU_PLACE(part) + log->index * sizeof(struct prof_part) + offsetof(struct prof_part, dropped), 1);
  prof_drift(prof_costs.drop);
}

/* Sums up a field of all parts of a log. */
#define SUM_OF_PARTS(log, value) ({ \
    uint64_t sum_ = 0; \
    for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++) { \
      const struct prof_part *part = prof_log_part(log, cpu); \
      (void)part; \
      sum_ += (value); \
    } \
    sum_; })

uint64_t prof_log_dropped(const struct prof_log *log)
{
  return SUM_OF_PARTS(log, PROF_READ(part->dropped));
}

uint64_t prof_log_found_room(const struct prof_log *log)
{
  return SUM_OF_PARTS(log, prof_number_count(prof_log_end(log, cpu)));
}

uint64_t prof_log_made(const struct prof_log *log)
{
  return prof_log_found_room(log) + prof_log_dropped(log);
}

void *prof_log_record(const struct prof_log *log, uint64_t number)
{
  return prof_log_part(log, prof_number_cpu(number))->records + (number & log->mask) * log->info->bytes;
}

/* The stamps by which the records of a processor's part of a log are known to be whole. */
struct stamps {
  uint8_t *first;   /* NULL: records of this log need none */
  uint64_t mask;
  size_t stride;
};

static struct stamps stamps_of(const struct prof_log *log, uint64_t number)
{
  const struct wire_log_info *info = log->info;
  uint8_t *records = prof_log_part(log, prof_number_cpu(number))->records;
  return (struct stamps){ info->whole.bytes ? records + info->whole.offset : NULL, log->mask, info->bytes };
}

static inline uint64_t *stamp_at(const struct stamps *s, uint64_t number)
{
  return (uint64_t *)(void *)(s->first + (number & s->mask) * s->stride);
}

bool prof_log_is_whole(const struct prof_log *log, uint64_t number)
{
  return prof_log_whole_until(log, number, number + 1) > number;
}

uint64_t prof_log_whole_until(const struct prof_log *log, uint64_t from, uint64_t end)
{
  const struct stamps stamps = stamps_of(log, from);
  if (stamps.first)
    for (uint64_t i = from; i < end; i++)
      if (!__atomic_load_n(stamp_at(&stamps, i), __ATOMIC_ACQUIRE))
        return i;
  return end;
}

static void clear_stamps(const struct prof_log *log, uint64_t from, uint64_t end)
{
  const struct stamps stamps = stamps_of(log, from);
  if (stamps.first)
    for (uint64_t i = from; i < end; i++)
      PROF_WRITE(*stamp_at(&stamps, i), 0);
}

void prof_log_release(const struct prof_log *log, unsigned cpu, uint64_t count)
{
  struct prof_part *part = prof_log_part(log, cpu);
  clear_stamps(log, part->taken, part->taken + count);
  __atomic_store_n(&part->taken, part->taken + count, __ATOMIC_RELEASE);
  give_room(part, part->taken + log->capacity - 1);
}

void prof_log_reset(const struct prof_log *log)
{
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++) {
    const uint64_t first = PROF_FIRST_NUMBER(cpu), made = prof_log_end(log, cpu) - first;
    clear_stamps(log, first, first + (made < log->capacity ? made : log->capacity));
    const struct prof_part *part = prof_log_part(log, cpu);
    empty_part(log, cpu, part->records, count_between(log, part));
  }
}

void prof_log_force(struct prof_log *log, enum prof_log_room how)
{
  log->room = how;
  prof_log_reset(log);
}

struct prof_tally prof_log_tally(const struct prof_log *log)
{
  const uint64_t overwritten = log->ring ? prof_log_found_room(log) - SUM_OF_PARTS(log, prof_log_kept(log, cpu)) : 0;
  const uint64_t lost = overwritten + SUM_OF_PARTS(log, PROF_READ(part->dropped) + part->torn);
  return (struct prof_tally){ .made = prof_log_made(log), .dropped = lost };
}
