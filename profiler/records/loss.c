/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * loss.c: when records were lost. At each tick that ends a tenth of a second the counters of all logs are compared with
 * what they were before: probes pay nothing for it. For logs that keep their oldest records, and for streams, an
 * interval is kept where something was dropped in it; for a ring each interval in which something was recorded, because
 * it is not known yet what will be overwritten.
 *
 * The table has room for some minutes of steady loss. When it is full each two rows of a kind that follow each other
 * become one, so that it reaches as far as the run.
 */
#include "records.h"

#include "log.h"
#include "probes/timing.h"
#include "state.h"

#define INTERVALS  4096
#define HAND_ROWS  256

/* Records [first, first + records) of a processor's part of a ring, or dropped ones of another log, in a stretch of
 * time. */
struct interval {
  uint64_t from, to;        /* TSC */
  uint64_t first, records;
  uint16_t kind, cpu;
  bool ring;
};

static struct interval intervals[INTERVALS];
static size_t count;
static uint64_t begun, due;               /* the interval that goes on: its start, and when it may end, TSC */
/* The counters at its start; of rings, in the end: number of the first record that is there. */
static uint64_t before[WIRE_KIND_LIMIT][PROF_PORT_CPUS], kept_from[WIRE_KIND_LIMIT][PROF_PORT_CPUS];

/* Returns what is counted of a processor's part of a log: a ring's records, another log's drops. */
static uint64_t read_counter(const struct prof_log *log, unsigned cpu)
{
  const struct prof_part *part = prof_log_part(log, cpu);
  return log->ring ? prof_log_end(log, cpu) : PROF_READ(part->dropped);
}

void prof_loss_begin(uint64_t now)
{
  count = 0;
  begun = now;
  due = now + prof_state.config.tsc_hz / PROF_LOSS_HZ;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
      before[wire_logs[i].kind][cpu] = read_counter(prof_logs[i], cpu);
  before[WIRE_NODE][0] = prof_timing_refused();
}

/* Joins each two rows of a processor and a kind that follow each other. This halves the table, but for one row of
 * each. */
static void join_neighbours(void)
{
  static struct interval *open[WIRE_KIND_LIMIT][PROF_PORT_CPUS];
  size_t kept = 0;
  for (size_t i = 0; i < WIRE_KIND_LIMIT; i++)
    for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
      open[i][cpu] = NULL;
  for (size_t i = 0; i < count; i++) {
    const struct interval next = intervals[i];
    struct interval **o = &open[next.kind][next.cpu];
    if (*o) {
      (*o)->to = next.to;
      (*o)->records += next.records;
      *o = NULL;
    } else {
      intervals[kept] = next;
      *o = &intervals[kept++];
    }
  }
  count = kept;
}

/* Adds the interval that ends now, where the counter of its kind has changed; the next one starts with what this one
 * has read. A counter is read once: NMIs and other processors drop records while all are read, and what they drop
 * between two readings would be in no interval. */
static void add_interval(uint16_t kind, unsigned cpu, bool ring, uint64_t now, uint64_t value)
{
  const uint64_t first = before[kind][cpu];
  if (value == first)
    return;
  before[kind][cpu] = value;
  if (count == INTERVALS)
    join_neighbours();
  intervals[count++] = (struct interval){ .from = begun, .to = now, .first = first, .records = value - first,
                                          .kind = kind, .cpu = (uint16_t)cpu, .ring = ring };
}

void prof_loss_close(uint64_t now)
{
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    for (unsigned cpu = 0; prof_logs[i] != &prof_addresses && cpu < PROF_PORT_CPUS; cpu++)
      add_interval(wire_logs[i].kind, cpu, prof_logs[i]->ring, now, read_counter(prof_logs[i], cpu));
  add_interval(WIRE_NODE, 0, false, now, prof_timing_refused());
  begun = now;
}

static bool is_due(uint64_t now)
{
  return PROF_READ(prof_state.running) && (int64_t)(now - __atomic_load_n(&due, __ATOMIC_RELAXED)) >= 0;
}

/* Several processors have ticks: one of them closes the interval. */
void prof_tick(void)
{
  uint64_t now = prof_time();
  if (!is_due(now))
    return;
  unsigned long irq = prof_alone_begin();
  if (is_due(now)) {
    const uint64_t interval = prof_state.config.tsc_hz / PROF_LOSS_HZ;
    __atomic_store_n(&due, due + (1 + (now - due) / interval) * interval, __ATOMIC_RELAXED); /* no drift */
    prof_loss_close(now);
  }
  prof_alone_end(irq);
}

/* Returns how many records of an interval are lost: of a ring those before the first record that it kept. */
static uint64_t count_lost(const struct interval *i)
{
  uint64_t end = i->ring ? kept_from[i->kind][i->cpu] : UINT64_MAX;
  uint64_t records = end > i->first ? end - i->first : 0;
  return records < i->records ? records : i->records;
}

/* Takes up to HAND_ROWS rows from the table; returns how many it took. Rows of rings only when `all`. */
static size_t take_rows(struct wire_loss *rows, bool all)
{
  size_t n = 0, kept = 0;
  unsigned long irq = prof_alone_begin();
  for (size_t i = 0; i < count; i++) {
    const struct interval *in = &intervals[i];
    uint64_t records = count_lost(in);
    if (n == HAND_ROWS || (in->ring && !all))
      intervals[kept++] = *in;
    else if (records)
      rows[n++] = (struct wire_loss){ .kind = in->kind, .from = in->from, .to = in->to, .records = records };
  }
  count = kept;
  prof_alone_end(irq);
  return n;
}

void prof_loss_collect(const struct prof_sink *sink, bool all)
{
  static struct wire_loss rows[HAND_ROWS];
  for (size_t i = 0; all && i < WIRE_LOG_COUNT; i++)
    for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
      kept_from[wire_logs[i].kind][cpu] = prof_logs[i] == &prof_samples ? prof_whole_samples(cpu).first
                                                                        : prof_log_first(prof_logs[i], cpu);
  for (size_t n; (n = take_rows(rows, all)); )
    sink->records(sink->ctx, WIRE_LOSS, rows, n);
}
