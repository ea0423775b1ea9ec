/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stream.c: hands out what the logs hold, while the system runs or when it has stopped. One thread at a time: the
 * scratch arrays below are static.
 *
 * A round of a stream first looks how far each log's records are whole, then hands out the names that these records may
 * need, then the records. Records that are made meanwhile wait for the next round, so each round ends.
 */
#include "handout.h"

#include "records/log.h"
#include "records/records.h"

/* Records handed out at a time: their room is free before the next ones are packed. */
#define STREAM_ROWS 4096

/* Samples, and addresses of their stacks, gathered before they are handed out. */
#define SAMPLE_ROWS 2048
#define STACK_ROWS  16384
_Static_assert(STACK_ROWS >= PROF_STACK_DEPTH, "one sample's stack must fit");

/* ---- samples ---- */

/* Hands out samples [from, until) with their stacks, which begin at address number `stack`, as many to a block as the
 * arrays hold. The room of a stream's samples is free then. */
static void hand_samples(const struct prof_sink *sink, uint64_t from, uint64_t until, uint64_t stack)
{
  static struct wire_logged_sample rows[SAMPLE_ROWS];
  static struct wire_stack addresses[STACK_ROWS];
  size_t n = 0, used = 0;
  for (uint64_t i = from; i < until; i++) {
    rows[n] = *(const struct wire_logged_sample *)prof_log_record(&prof_samples, i);
    for (uint16_t k = 0; k < rows[n].depth; k++)
      addresses[used++] = *(const struct wire_stack *)prof_log_record(&prof_stacks, stack++);
    n++;
    if (n == SAMPLE_ROWS || used + PROF_STACK_DEPTH > STACK_ROWS || i + 1 == until) {
      sink->pair(sink->ctx, WIRE_SAMPLE, rows, n, WIRE_STACK, addresses, used);
      if (prof_samples.stream) {
        prof_log_release(&prof_stacks, used);
        prof_log_release(&prof_samples, n);
      }
      n = used = 0;
    }
  }
}

/* ---- other records ---- */

/* Hands out records [from, until): in two pieces where they go round the end of the buffer. */
static void hand_records(const struct prof_sink *sink, const struct prof_log *log, uint64_t from, uint64_t until)
{
  while (from < until) {
    uint64_t left = log->capacity - (from & log->mask);
    uint64_t count = until - from < left ? until - from : left;
    sink->records(sink->ctx, log->info->kind, prof_log_record(log, from), count);
    from += count;
  }
}

static void stream_log(const struct prof_sink *sink, struct prof_log *log, uint64_t until)
{
  if (log == &prof_samples) {
    hand_samples(sink, log->taken, until, prof_stacks.taken);
    return;
  }
  do {
    uint64_t count = until - log->taken < STREAM_ROWS ? until - log->taken : STREAM_ROWS;
    hand_records(sink, log, log->taken, log->taken + count);
    prof_log_release(log, count); /* also when count is 0: the last record may have found no room */
  } while (log->taken < until);
}

/* Returns where the whole records of a stream end now. While prof_measure() invents objects, which it does with
 * collections off, no records of objects are handed out. */
static uint64_t whole_end(const struct prof_log *log)
{
  if (!log->stream || (log->info->mode == WIRE_MODE_OBJECTS && log->on && !prof_collections.on))
    return log->taken;
  return prof_log_whole_until(log, log->taken, prof_log_end(log));
}

bool prof_stream(const struct prof_sink *sink)
{
  uint64_t until[WIRE_LOG_COUNT];
  bool any = false;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    until[i] = whole_end(prof_logs[i]);
  prof_collect_names(sink, prof_births.stream ? whole_end(&prof_births) : 0);
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++) {
    if (prof_logs[i] == &prof_stacks)
      continue; /* they leave with their samples */
    any |= until[i] > prof_logs[i]->taken;
    if (prof_logs[i]->stream)
      stream_log(sink, prof_logs[i], until[i]);
  }
  prof_loss_collect(sink, false);
  prof_setting_collect(sink);
  return any;
}

uint32_t prof_stream_level(void)
{
  uint64_t most = 0;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++) {
    const struct prof_log *log = prof_logs[i];
    uint64_t level = log->stream && log->capacity ? prof_log_kept(log) * PROF_STREAM_FULL / log->capacity : 0;
    most = level > most ? level : most;
  }
  return (uint32_t)most;
}

static bool (*on_full)(void);

void prof_stream_on_full(bool (*make_room)(void))
{
  on_full = make_room;
}

static uint64_t room_of(const struct prof_log *log)
{
  const uint64_t next = __atomic_load_n(&log->next, __ATOMIC_RELAXED);
  return next < log->limit ? log->limit - next : 0;
}

uint64_t prof_stream_room(enum wire_kind kind)
{
  const struct prof_log *log = NULL;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    if (wire_logs[i].kind == kind)
      log = prof_logs[i];
  if (!log || !log->on || !log->stream)
    return UINT64_MAX;
  uint64_t room = room_of(log);
  const uint64_t half = log->capacity / 2;
  if (!room)
    while (room < half && on_full && on_full())
      room = room_of(log);
  return room ? room : half + 1;
}

void prof_stream_abandon(const uint64_t sent[WIRE_KIND_LIMIT])
{
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++) {
    struct prof_log *log = prof_logs[i];
    const uint64_t left = sent[log->info->kind];
    if (log->stream && left > log->taken && left <= prof_log_end(log))
      log->taken = left;
  }
  prof_setting_abandon(sent[WIRE_SETTING]);
  prof_collect_again();
}

/* ---- at the end ---- */

/* Hands out the records of a log, but for those that are not complete. */
static void collect_log(const struct prof_sink *sink, struct prof_log *log)
{
  uint64_t from = prof_log_first(log), end = from + prof_log_kept(log);
  while (from < end) {
    uint64_t until = prof_log_whole_until(log, from, end);
    hand_records(sink, log, from, until);
    log->torn += until < end;
    from = until + 1;
  }
}

void prof_logs_collect(const struct prof_sink *sink)
{
  const struct prof_whole_samples whole = prof_whole_samples();
  hand_samples(sink, whole.first, whole.first + whole.count, whole.stack);
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    if (prof_logs[i] != &prof_samples && prof_logs[i] != &prof_stacks)
      collect_log(sink, prof_logs[i]);
}
