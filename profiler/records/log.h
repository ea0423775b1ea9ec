/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * log.h: the buffers of records (log.c), for those who count and hand out what is in them. Probes write to them by the
 * inline functions of prof_inline.h, which has struct prof_log, too.
 *
 * Records of a log are numbered by processor, from 0: see struct prof_part. Where nothing else is said, a function is
 * called from any context, and numbers that it takes and returns are those of processor `cpu`.
 */
#ifndef PROF_LOG_H
#define PROF_LOG_H

#include "prof.h"

/* The logs, in the order of WIRE_LOGS and of wire_logs[]. */
extern struct prof_log *const prof_logs[WIRE_LOG_COUNT];

/* Returns the bytes that all logs take. */
size_t prof_logs_memory(const struct prof_config *c);

/* Puts the logs into `memory`, which is prof_logs_memory() bytes of zeros. In prof_init(). */
void prof_logs_init(const struct prof_config *c, void *memory);

/* Returns what processor `cpu` has of a log. */
static inline struct prof_part *prof_log_part(const struct prof_log *log, unsigned cpu)
{
  return &prof_cpu_of(cpu)->part[log->index];
}

/* Returns what the own processor has of a log. Interrupts off, or in an NMI. */
static inline struct prof_part *prof_log_own(const struct prof_log *log)
{
  return &prof_cpu()->part[log->index];
}

/* Returns how many records of its processor come before a number. */
static inline uint64_t prof_number_count(uint64_t number)
{
  return number & ((1ull << PROF_COUNT_BITS) - 1);
}

/* Returns whether a part has room for another record. Interrupts off, on the part's own processor. */
static inline bool prof_part_room(const struct prof_part *part)
{
  return (int64_t)(__atomic_load_n(&part->last, __ATOMIC_ACQUIRE) - part->next) >= 0;
}

/* Returns how many more records a part has room for. Interrupts off, on the part's own processor. */
static inline uint64_t prof_part_left(const struct prof_part *part)
{
  uint64_t left = prof_part_room(part) ? part->last - part->next + 1 : 0;
#ifdef PROF_LOG_CREDIT
  const int64_t credit = (int64_t)PROF_READ(part->credit); /* less where probes have yet to take their numbers */
  if (credit < (int64_t)left)
    left = credit < 0 ? 0 : (uint64_t)credit;
#endif
  return left;
}

/* Says that the record at the part's next number is whole. Interrupts off, on the part's own processor. */
static inline void prof_part_made(struct prof_part *part)
{
  __atomic_store_n(&part->next, part->next + 1, __ATOMIC_RELEASE);
}

/* Counts a record that found no room. As prof_part_room(). */
static inline void prof_part_drop(struct prof_part *part)
{
  prof_arch_grow(&part->dropped, 1);
}

/* Returns the number behind that of the last record that was made. */
uint64_t prof_log_end(const struct prof_log *log, unsigned cpu);

/* Returns how many records of a processor are in the log. */
uint64_t prof_log_kept(const struct prof_log *log, unsigned cpu);

/* Returns the number of the first record that is in the log. */
uint64_t prof_log_first(const struct prof_log *log, unsigned cpu);

/* Returns how many records all processors have made so far, those without room included. */
uint64_t prof_log_made(const struct prof_log *log);

/* Returns how many of them, on all processors, found no room. */
uint64_t prof_log_dropped(const struct prof_log *log);

/* Returns how many records found room on all processors: one that a stream hands out next comes before that many. */
uint64_t prof_log_found_room(const struct prof_log *log);

/* Returns how many records were made, and how many of them the dump will not have. */
struct prof_tally prof_log_tally(const struct prof_log *log);

/* Returns where the record with that number lies, or will lie. */
void *prof_log_record(const struct prof_log *log, uint64_t number);

/* Returns whether a record is whole. */
bool prof_log_is_whole(const struct prof_log *log, uint64_t number);

/* Returns the first number in [from, end) whose record is not whole yet; `end` when all are. */
uint64_t prof_log_whole_until(const struct prof_log *log, uint64_t from, uint64_t end);

/* Frees the places of the first `count` records of a stream, which were handed out. New records find room there from
 * then on. By one thread only. */
void prof_log_release(const struct prof_log *log, unsigned cpu, uint64_t count);

/* Forgets all records. No probe may record meanwhile. */
void prof_log_reset(const struct prof_log *log);

#endif
