/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_latency.c: the table `latency`: how long threads that could run had to wait, by length in quarter octaves, told
 * apart by what they waited after and by whether they then ran on another processor.
 */
#include "an.h"
#include "base/mem.h"
#include "model/timeline.h"
#include "sched_notes.h"

#define QUARTERS 256 /* more than there are of 64 bits */

struct latencies { struct view *view; uint64_t counts[2][2][QUARTERS]; /* woken, crossed */ };

static unsigned quarter_of(uint64_t cycles)
{
  if (cycles < 4)
    return (unsigned)cycles;
  const unsigned octave = 63 - (unsigned)__builtin_clzll(cycles);
  return octave * 4 + (unsigned)(cycles >> (octave - 2) & 3);
}

/* The least number of cycles in a quarter octave; of the one behind the last, 2^64. */
static unsigned __int128 quarter_least(unsigned quarter)
{
  return quarter < 8 ? (quarter < 4 ? quarter : 4) : (unsigned __int128)(4 + quarter % 4) << (quarter / 4 - 2);
}

static void take_wait(void *ctx, const struct timeline_wait *w)
{
  struct latencies *l = ctx;
  if (l->view->threads[w->thread].wanted)
    l->counts[w->woken][w->cpu != w->from][quarter_of(w->cycles)]++;
}

static void latency_rows(const struct latencies *l, struct table *t, bool woken, bool crossed)
{
  for (unsigned q = 0; q < QUARTERS; q++) {
    if (!l->counts[woken][crossed][q])
      continue;
    table_text(t, woken ? "wakeup" : "preemption");
    table_text(t, crossed ? "yes" : "no");
    an_cycles(l->view, t, (__int128)quarter_least(q));
    an_cycles(l->view, t, (__int128)quarter_least(q + 1));
    table_natural(t, l->counts[woken][crossed][q]);
  }
}

static void fill_latency(struct analysis *analysis, struct table *t)
{
  static const struct timeline_ops ops = { .waited = take_wait };
  struct latencies *l = mem_alloc(1, sizeof(*l));
  l->view = analysis->view;
  sched_note(analysis, t);
  timeline_walk_window(analysis->view, &ops, l);
  for (int woken = 1; woken >= 0; woken--)
    for (int crossed = 0; crossed <= 1; crossed++)
      latency_rows(l, t, woken, crossed);
  mem_free(l);
}

static const struct table_column latency_columns[] = {
  { "after", TABLE_TEXT }, { "crossed", TABLE_TEXT }, { "from_us", TABLE_US }, { "to_us", TABLE_US },
  { "count", TABLE_COUNT },
};

const struct tables_def an_latency = {
  .name = "latency", .title = "how long threads that could run had to wait", TABLES_COLUMNS(latency_columns),
  .modes = WIRE_MODE_SCHED, .timed = true, .applies = sched_on_several, .fill = fill_latency };
