/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * log.h: the buffers of records (log.c), for those who count and hand out what is in them. Probes write to them by the
 * inline functions of prof_inline.h, which has struct prof_log, too.
 *
 * Records of a log are numbered from 0. Where nothing else is said, a function is called from any context.
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

/* Returns the number behind that of the last record that found room. */
uint64_t prof_log_end(const struct prof_log *log);

/* Returns how many records are in the log. */
uint64_t prof_log_kept(const struct prof_log *log);

/* Returns the number of the first record that is in the log. */
uint64_t prof_log_first(const struct prof_log *log);

/* Returns how many records probes have made so far, those without room included. */
uint64_t prof_log_made(const struct prof_log *log);

/* Returns how many records were made, and how many of them the dump will not have. */
struct prof_tally prof_log_tally(const struct prof_log *log);

/* Returns where the record with that number lies, or will lie. */
void *prof_log_record(const struct prof_log *log, uint64_t number);

/* Returns the first number in [from, end) whose record is not whole yet; `end` when all are. */
uint64_t prof_log_whole_until(const struct prof_log *log, uint64_t from, uint64_t end);

/* Frees the places of the first `count` records of a stream, which were handed out. New records find room there from
 * then on; or, where a probe was interrupted while it found none, from a later call on, be it with `count` 0. By one
 * thread only. */
void prof_log_release(struct prof_log *log, uint64_t count);

/* Forgets all records. No probe may record meanwhile. */
void prof_log_reset(struct prof_log *log);

#endif
