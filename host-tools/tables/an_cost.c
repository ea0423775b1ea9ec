/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_cost.c: the table `cost`: what the observer itself took of the machine.
 *
 * The cycles of timed calls are the cycles that the correction took out; the events of timed threads are among them. An
 * event, and a switch with its return, cost what the calibration found. The cost of samples was measured, and is in the
 * time of the contexts that took the samples. All time of the profiler's own threads is cost. Idle threads have nothing
 * to lose, so their time is not part of the slowdown.
 */
#include "an.h"
#include "model/calltree.h"

#include <inttypes.h>
#include <stdio.h>

struct cost {
  uint64_t calls;
  __int128 raw, corrected;     /* what the threads ran, idle ones excepted: with the profiler, and without */
  __int128 events, switches;   /* cycles that all events, and all switches, cost */
  uint64_t own_threads;        /* number of the profiler's own threads that have run */
  __int128 own;                /* cycles that those threads ran */
  int64_t samples;             /* cycles that all samples cost, in the time of the interrupts that took them */
};

static void count_calls(void *ctx, const struct calltree_node *n)
{
  ((struct cost *)ctx)->calls += n->rec->calls;
}

/* Adds up what the threads ran: with and without the profiler by the roots of their trees, where calls were timed; else
 * the time that the threads ran, less the cost that is known. */
static void add_times(struct cost *c, struct view *v, const struct calltree *tree)
{
  if (tree->count) {
    for (uint32_t i = tree->first; i != CALLTREE_NONE; i = tree->nodes[i].sibling) {
      const struct calltree_node *root = &tree->nodes[i];
      if (v->threads[root->thread].flags & WIRE_THREAD_IDLE)
        continue;
      c->raw += root->raw_incl;
      c->corrected += root->incl;
    }
    c->corrected -= c->samples;
    return;
  }
  for (size_t i = 0; i < v->thread_count; i++)
    if (v->threads[i].rec && v->threads[i].wanted && !(v->threads[i].flags & (WIRE_THREAD_IDLE | WIRE_THREAD_PROFILER)))
      c->raw += v->threads[i].rec->run;
  c->corrected = c->raw - c->events - c->samples;
}

static void add_own(struct cost *c, const struct view *v)
{
  for (size_t i = 0; i < v->thread_count; i++) {
    const struct wire_thread *rec = v->threads[i].rec;
    if (!rec || !(rec->flags & WIRE_THREAD_PROFILER))
      continue;
    c->own_threads += rec->run != 0;
    c->own += rec->run;
  }
}

static struct cost cost_of(struct view *v, const struct calltree *tree)
{
  struct cost c = { 0 };
  const struct dump *d = v->dump;
  calltree_walk(tree, count_calls, NULL, &c);
  c.events = (__int128)d->tally[WIRE_EVENT].made * (int64_t)dump_meta(d, WIRE_META_CAL_EVENT, 0);
  c.switches = (__int128)d->tally[WIRE_SCHED].made * (int64_t)dump_meta(d, WIRE_META_CAL_SWITCH, 0) / 2;
  c.samples = (int64_t)dump_meta(d, WIRE_META_SAMPLE_CYCLES, 0);
  add_times(&c, v, tree);
  add_own(&c, v);
  return c;
}

static void count_row(struct table *t, const char *what, uint64_t count, int64_t cycles, bool known)
{
  table_text(t, what);
  table_natural(t, count);
  if (known)
    table_count(t, cycles);
  else
    table_none(t);
  table_none(t);
}

static void bytes_row(struct table *t, const char *what, uint64_t bytes)
{
  table_text(t, what);
  table_natural(t, bytes);
  table_none(t);
  table_none(t);
}

static uint64_t memory_bytes(const struct dump *d)
{
  uint64_t bytes = 0;
  for (unsigned k = WIRE_THREAD; k < WIRE_KIND_LIMIT; k++)
    bytes += (d->tally[k].made - d->tally[k].dropped) * wire_kinds[k].bytes;
  return bytes;
}

static void slowdown_row(struct table *t, const struct cost *c)
{
  const __int128 lost = c->raw - c->corrected + c->switches + c->own;
  table_text(t, "all");
  table_none(t);
  table_count(t, (int64_t)lost);
  if (c->corrected > 0)
    table_pct(t, 100 * (double)lost / (double)c->corrected);
  else
    table_none(t);
}

static void fill_cost(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct calltree *tree = analysis_calltree(analysis);
  const struct cost c = cost_of(v, tree);
  const struct dump *d = v->dump;
  const bool timed = tree->count != 0;
  count_row(t, "timed calls", c.calls, (int64_t)(c.raw - c.corrected) - c.samples, timed);
  count_row(t, "events", d->tally[WIRE_EVENT].made, (int64_t)c.events, true);
  count_row(t, "switches", d->tally[WIRE_SCHED].made, (int64_t)c.switches, true);
  count_row(t, "samples", d->tally[WIRE_SAMPLE].made, c.samples, dump_has_meta(d, WIRE_META_SAMPLE_CYCLES));
  if (c.own_threads)
    count_row(t, "its own threads", c.own_threads, (int64_t)c.own, true);
  bytes_row(t, "bytes in memory", memory_bytes(d));
  bytes_row(t, "bytes on the line", d->wire_bytes);
  slowdown_row(t, &c);
}

static const struct table_column cost_columns[] = {
  { "what", TABLE_TEXT }, { "count", TABLE_COUNT }, { "cycles", TABLE_COUNT }, { "slowdown_pct", TABLE_PCT },
};

const struct tables_def an_cost = {
  .name = "cost", .title = "what the observer itself took; the corrected times are free of it",
  TABLES_COLUMNS(cost_columns), .rests_on = DUMP_KIND(WIRE_NODE) | DUMP_KIND(WIRE_THREAD), .fill = fill_cost };
