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

/* Records [first, first + records) of a ring, or dropped ones of another log, in a stretch of time. */
struct interval {
  uint64_t from, to;        /* TSC */
  uint64_t first, records;
  uint16_t kind;
  bool ring;
};

static struct interval intervals[INTERVALS];
static size_t count;
static uint64_t begun, due;               /* the interval that goes on: its start, and when it may end, TSC */
static uint64_t before[WIRE_KIND_LIMIT];  /* the counters at its start */
static uint64_t kept_from[WIRE_KIND_LIMIT];  /* of rings, in the end: number of the first record that is there */

/* Returns what is counted of a log: a ring's records, another log's drops. */
static uint64_t read_counter(const struct prof_log *log)
{
  return log->ring ? log->next : log->dropped;
}

static void note_counters(uint64_t now)
{
  begun = now;
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    before[wire_logs[i].kind] = read_counter(prof_logs[i]);
  before[WIRE_NODE] = prof_timing_refused();
}

/* Joins each two rows of a kind that follow each other. This halves the table, but for one row of each kind. */
static void join_neighbours(void)
{
  size_t kept = 0;
  struct interval *open[WIRE_KIND_LIMIT] = { NULL };
  for (size_t i = 0; i < count; i++) {
    const struct interval next = intervals[i];
    struct interval *o = open[next.kind];
    if (o) {
      o->to = next.to;
      o->records += next.records;
      open[next.kind] = NULL;
    } else {
      intervals[kept] = next;
      open[next.kind] = &intervals[kept++];
    }
  }
  count = kept;
}

/* Adds the interval that ends now, where the counter of its kind has changed. */
static void add_interval(uint16_t kind, bool ring, uint64_t now, uint64_t value)
{
  if (value == before[kind])
    return;
  if (count == INTERVALS)
    join_neighbours();
  intervals[count++] = (struct interval){ .from = begun, .to = now, .first = before[kind],
                                          .records = value - before[kind], .kind = kind, .ring = ring };
}

void prof_loss_begin(uint64_t now)
{
  count = 0;
  due = now + prof_state.config.tsc_hz / PROF_LOSS_HZ;
  note_counters(now);
}

void prof_loss_close(uint64_t now)
{
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    if (prof_logs[i] != &prof_stacks)
      add_interval(wire_logs[i].kind, prof_logs[i]->ring, now, read_counter(prof_logs[i]));
  add_interval(WIRE_NODE, false, now, prof_timing_refused());
  note_counters(now);
}

void prof_tick(void)
{
  if (!prof_state.running)
    return;
  uint64_t now = prof_port_tsc();
  if ((int64_t)(now - due) < 0)
    return;
  const uint64_t interval = prof_state.config.tsc_hz / PROF_LOSS_HZ;
  due += (1 + (now - due) / interval) * interval; /* no drift, though ticks come late */
  prof_loss_close(now);
}

/* Returns how many records of an interval are lost: of a ring those before the first record that it kept. */
static uint64_t count_lost(const struct interval *i)
{
  uint64_t end = i->ring ? kept_from[i->kind] : UINT64_MAX;
  uint64_t records = end > i->first ? end - i->first : 0;
  return records < i->records ? records : i->records;
}

/* Takes up to HAND_ROWS rows from the table; returns how many it took. Rows of rings only when `all`. */
static size_t take_rows(struct wire_loss *rows, bool all)
{
  size_t n = 0, kept = 0;
  unsigned long irq = prof_port_irq_save();
  for (size_t i = 0; i < count; i++) {
    const struct interval *in = &intervals[i];
    uint64_t records = count_lost(in);
    if (n == HAND_ROWS || (in->ring && !all))
      intervals[kept++] = *in;
    else if (records)
      rows[n++] = (struct wire_loss){ .kind = in->kind, .from = in->from, .to = in->to, .records = records };
  }
  count = kept;
  prof_port_irq_restore(irq);
  return n;
}

void prof_loss_collect(const struct prof_sink *sink, bool all)
{
  static struct wire_loss rows[HAND_ROWS];
  for (size_t i = 0; all && i < WIRE_LOG_COUNT; i++)
    kept_from[wire_logs[i].kind] =
      prof_logs[i] == &prof_samples ? prof_whole_samples().first : prof_log_first(prof_logs[i]);
  for (size_t n; (n = take_rows(rows, all)); )
    sink->records(sink->ctx, WIRE_LOSS, rows, n);
}
