/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_cost.c: the table `cost`: what the observer itself took of the machine.
 *
 * The cycles of timed calls are the cycles that the correction took out; the events, births and deaths of timed threads
 * are among them. An event, and a switch with its return, cost what the calibration found; births and deaths, with the
 * collections that found them, what the target measured, or else what the calibration found. The cost of samples was
 * measured; it is in the time of the interrupts that took the samples, or, where there is one, of a context that has
 * nothing else. All time of the profiler's own threads is cost.
 * Idle threads have nothing to lose, so their time is not part of the slowdown. A cost that is not known makes the sum
 * unknown.
 */
#include "an.h"
#include "model/calltree.h"
#include "timed_notes.h"

#include <inttypes.h>
#include <stdio.h>

struct cost {
  uint64_t calls;
  __int128 raw, corrected;     /* what the threads ran, idle ones excepted: with the profiler, and without */
  __int128 events, switches;   /* cycles that all events, and all switches, cost */
  __int128 births, deaths;     /* deaths with the collections that found them */
  uint64_t own_threads;        /* number of the profiler's own threads that have run */
  __int128 own;                /* cycles that those threads ran */
  int64_t samples;             /* cycles that all samples cost */
  int64_t sampled;             /* those of them that are in what the threads ran */
  bool events_known, switches_known, samples_known, births_known, deaths_known, all_known;
};

static void count_calls(void *ctx, const struct calltree_node *n)
{
  ((struct cost *)ctx)->calls += n->rec->calls;
}

/* Adds up what the threads ran: with and without the profiler by the roots of their trees, where calls were timed; else
 * the time that the threads ran, less the cost that is known. */
static void add_times(struct cost *c, struct view *v, const struct calltree *tree)
{
  c->all_known = c->switches_known && c->samples_known &&
                 (tree->count || (c->events_known && c->births_known && c->deaths_known));
  if (tree->count) {
    for (uint32_t i = tree->first; i != CALLTREE_NONE; i = tree->nodes[i].sibling) {
      const struct calltree_node *root = &tree->nodes[i];
      if (v->threads[root->thread].flags & WIRE_THREAD_IDLE)
        continue;
      c->raw += root->raw_incl;
      c->corrected += root->incl;
    }
    c->corrected -= c->sampled;
    return;
  }
  for (uint32_t i = 0; i < view_thread_count(v); i++) {
    const struct wire_thread *rec = view_thread_figures(v, i);
    if (rec && v->threads[i].wanted && !(v->threads[i].flags & (WIRE_THREAD_IDLE | WIRE_THREAD_PROFILER)))
      c->raw += rec->run;
  }
  c->corrected = c->raw - c->events - c->sampled - c->births - c->deaths;
}

/* Adds the time of the profiler's own threads, but for that of samples. */
static void add_own(struct cost *c, const struct view *v)
{
  for (uint32_t i = 0; i < view_thread_count(v); i++) {
    const struct wire_thread *rec = view_thread_figures(v, i);
    if (!rec || !(rec->flags & WIRE_THREAD_PROFILER) || view_is_sampler(v, i))
      continue;
    c->own_threads += rec->run != 0;
    c->own += rec->run;
  }
}

/* Returns the cycles of samples that are in what the threads ran. */
static int64_t find_sampled(const struct cost *c, const struct view *v)
{
  for (uint32_t i = 0; i < view_thread_count(v); i++)
    if (view_is_sampler(v, i))
      return 0;
  return c->samples;
}

/* Whether it is known what all records of a kind cost: what one costs, or what all do, is META `key`. */
static bool is_known(const struct dump *d, enum wire_kind kind, enum wire_meta_key key)
{
  return dump_tally_known(d, kind) && (!dump_tally(d, kind)->made || dump_has_meta(d, key));
}

/* What all records of a kind cost, as the target has measured it, META `measured`; else by what one costs, `each`. */
static __int128 records_cost(const struct dump *d, enum wire_kind kind, enum wire_meta_key measured,
                             enum wire_meta_key each)
{
  if (dump_meta(d, measured, 0))
    return (int64_t)dump_meta(d, measured, 0);
  return (__int128)dump_tally(d, kind)->made * (int64_t)dump_meta(d, each, 0);
}

static struct cost cost_of(struct view *v, const struct calltree *tree)
{
  struct cost c = { 0 };
  const struct dump *d = v->dump;
  calltree_walk(tree, count_calls, NULL, &c);
  c.events = (__int128)dump_tally(d, WIRE_EVENT)->made * (int64_t)dump_meta(d, WIRE_META_CAL_EVENT, 0);
  c.switches = (__int128)dump_tally(d, WIRE_SCHED)->made * (int64_t)dump_meta(d, WIRE_META_CAL_SWITCH, 0) / 2;
  c.births = records_cost(d, WIRE_BIRTH, WIRE_META_BIRTH_CYCLES, WIRE_META_CAL_BIRTH);
  c.deaths = records_cost(d, WIRE_DEATH, WIRE_META_DEATH_CYCLES, WIRE_META_CAL_DEATH);
  c.births_known = is_known(d, WIRE_BIRTH, WIRE_META_CAL_BIRTH);
  c.deaths_known = is_known(d, WIRE_DEATH, WIRE_META_CAL_DEATH);
  c.samples = (int64_t)dump_meta(d, WIRE_META_SAMPLE_CYCLES, 0);
  c.events_known = is_known(d, WIRE_EVENT, WIRE_META_CAL_EVENT);
  c.switches_known = is_known(d, WIRE_SCHED, WIRE_META_CAL_SWITCH);
  c.samples_known = is_known(d, WIRE_SAMPLE, WIRE_META_SAMPLE_CYCLES);
  c.sampled = find_sampled(&c, v);
  add_times(&c, v, tree);
  add_own(&c, v);
  return c;
}

static void count_row(struct table *t, const char *what, bool counted, uint64_t count, bool known, int64_t cycles)
{
  table_text(t, what);
  AN_OR_NONE(counted, table_natural(t, count));
  AN_OR_NONE(known, table_count(t, cycles));
  table_none(t);
}

/* What all records of a kind cost. */
static void kind_row(struct table *t, const struct dump *d, const char *what, enum wire_kind kind, bool known,
                     int64_t cycles)
{
  count_row(t, what, dump_tally_known(d, kind), dump_tally(d, kind)->made, known, cycles);
}

/* Bytes of the records that the target kept in its buffers; false: not known. */
static bool memory_bytes(const struct dump *d, uint64_t *bytes)
{
  bool known = true;
  *bytes = 0;
  for (unsigned k = WIRE_THREAD; k < WIRE_KIND_LIMIT; k++) {
    known &= dump_tally_known(d, k);
    *bytes += (dump_tally(d, k)->made - dump_tally(d, k)->dropped) * wire_memory_bytes(k);
  }
  return known;
}

static void slowdown_row(struct table *t, const struct cost *c)
{
  const __int128 lost = c->raw - c->corrected + c->samples - c->sampled + c->switches + c->own;
  table_text(t, "all");
  table_none(t);
  AN_OR_NONE(c->all_known, table_count(t, (int64_t)lost));
  if (c->all_known && c->corrected > 0)
    table_pct(t, 100 * (double)lost / (double)c->corrected);
  else
    table_none(t);
}

static void fill_cost(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  if (v->interval) {
    table_comment(t, "note", "no rows: what the observer took is known of the whole run; leave --between out");
    return;
  }
  const struct calltree *tree = analysis_calltree(analysis);
  const struct cost c = cost_of(v, tree);
  const struct dump *d = v->dump;
  const bool timed = tree->count != 0;
  uint64_t memory;
  const bool memory_known = memory_bytes(d, &memory);
  timed_notes_uncalibrated(v, t, tree);
  count_row(t, "timed calls", true, c.calls, timed, (int64_t)(c.raw - c.corrected - c.sampled));
  kind_row(t, d, "events", WIRE_EVENT, c.events_known, (int64_t)c.events);
  kind_row(t, d, "switches", WIRE_SCHED, c.switches_known, (int64_t)c.switches);
  kind_row(t, d, "births", WIRE_BIRTH, c.births_known, (int64_t)c.births);
  kind_row(t, d, "deaths", WIRE_DEATH, c.deaths_known, (int64_t)c.deaths);
  kind_row(t, d, "samples", WIRE_SAMPLE, dump_has_meta(d, WIRE_META_SAMPLE_CYCLES), c.samples);
  if (c.own_threads)
    count_row(t, "its own threads", true, c.own_threads, true, (int64_t)c.own);
  count_row(t, "bytes in memory", memory_known, memory, false, 0);
  count_row(t, "bytes on the line", true, dump_wire_bytes(d), false, 0);
  slowdown_row(t, &c);
}

static const struct table_column cost_columns[] = {
  { "what", TABLE_TEXT }, { "count", TABLE_COUNT }, { "cycles", TABLE_COUNT }, { "slowdown_pct", TABLE_PCT },
};

const struct tables_def an_cost = {
  .name = "cost", .title = "what the observer itself took; the corrected times are free of it",
  TABLES_COLUMNS(cost_columns), .fill = fill_cost };
