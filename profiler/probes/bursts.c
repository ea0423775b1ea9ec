/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bursts.c: begins and ends bursts, and keeps what they have counted. bursts.h is the manual.
 */
#include "probe.h"

#include "bursts.h"
#include "sites.h"
#include "state.h"

#ifdef PROF_TURNS

#define LONGEST_TIMES 5 /* a burst that lasts longer than this many halves of its length was another program's, too */

/* What bursts have counted of a function. */
struct burst_sums { uint64_t calls, squares; uint32_t bursts; };

static struct burst_sums *burst_sums;   /* by number of the site */
static uint32_t burst_functions;
static uint8_t *burst_counts;           /* 32 bits for each 4 bytes of the code between the first site and the last */
static uintptr_t burst_low;             /* of which code they are */
uintptr_t prof_burst_base;

static bool burst_goes_on, bursts_wanted;
static uint64_t burst_length;           /* cycles */
static uint64_t burst_share;            /* thousandths of the run */
static uint64_t burst_asked, burst_began, burst_due; /* prof_time() */

/* Returns the bytes of code from the first site to behind the last. */
static size_t burst_span(void)
{
  uintptr_t low, high;
  return prof_sites_span(&low, &high) ? (high - low + 2 * PROF_BURST_SITE + 3) & ~(size_t)3 : 0;
}

size_t prof_bursts_memory(const struct prof_config *c)
{
  return c->bursts ? prof_sites_most() * sizeof(*burst_sums) + burst_span() : 0;
}

void prof_bursts_init(const struct prof_config *c, void *memory)
{
  uintptr_t low = 0, high;
  burst_functions = c->bursts ? prof_sites_most() : 0;
  burst_sums = memory;
  burst_counts = (uint8_t *)(burst_sums + burst_functions);
  burst_low = c->bursts && prof_sites_span(&low, &high) ? (low + PROF_BURST_SITE) & ~(uintptr_t)3 : 0;
  prof_burst_base = (uintptr_t)burst_counts - burst_low;
  bursts_wanted = burst_goes_on = false;
}

bool prof_bursts_planned(void)
{
  const struct prof_config *c = &prof_state.config;
  return c->bursts && c->modes & WIRE_MODE_TIMING && !(c->modes & WIRE_MODE_CALLS) && prof_processors() == 1;
}

bool prof_bursts_on(void)
{
  return bursts_wanted;
}

static PROF_PROBE uint32_t *burst_count_of(uint32_t number)
{
  return (uint32_t *)(prof_burst_base + ((prof_site_address(number) + PROF_BURST_SITE) & ~(uintptr_t)3));
}

static PROF_PROBE void switch_bursts(enum prof_site_turn how)
{
  for (uint32_t i = 0; i < burst_functions; i++)
    if (prof_site_timed(i))
      prof_site_turn(i, how);
}

void prof_bursts_start(void)
{
  const struct prof_config *c = &prof_state.config;
  bursts_wanted = prof_bursts_planned();
  burst_goes_on = false;
  if (!bursts_wanted)
    return; /* and the clock is not read */
  for (uint32_t i = 0; i < burst_functions; i++)
    burst_sums[i] = (struct burst_sums){ 0 };
  burst_length = c->tsc_hz / 1000000 * c->turn_us;
  burst_share = c->bursts < PROF_TURNS_WHOLE ? c->bursts : PROF_TURNS_WHOLE - 1;
  burst_due = prof_time() + prof_turn_draw(burst_length);
  prof_sites_hold(true);
  switch_bursts(PROF_SITE_OFF);
}

/* Sets when the next burst begins: behind one that has taken `spent` cycles. */
static PROF_PROBE void draw_next(uint64_t spent)
{
  burst_due = prof_time() + prof_turn_draw(spent * (PROF_TURNS_WHOLE - burst_share) / burst_share);
}

static PROF_PROBE void begin_burst(uint64_t since)
{
  burst_asked = since;
  for (uint32_t i = 0; i < burst_functions; i++)
    *burst_count_of(i) = 0;
  switch_bursts(PROF_SITE_TALLIED);
  burst_goes_on = true;
  burst_began = prof_time();
  burst_due = burst_began + burst_length;
}

/* Adds the burst's counts to what bursts have counted. Returns the calls of all functions. */
static PROF_PROBE uint64_t add_burst(void)
{
  uint64_t all = 0;
  for (uint32_t i = 0; i < burst_functions; i++) {
    const uint64_t calls = *burst_count_of(i);
    burst_sums[i].calls += calls;
    burst_sums[i].squares += calls * calls;
    burst_sums[i].bursts += calls > 0;
    all += calls;
  }
  return all;
}

/* `since`: when the interrupt came that ends it. */
static PROF_PROBE void end_burst(uint64_t since)
{
  const uint64_t took = since - burst_began;
  const bool good = took <= burst_length * LONGEST_TIMES / 2;
  const uint64_t calls = good ? add_burst() : 0;
  for (uint32_t i = 0; i < burst_functions; i++) /* also one that was switched off meanwhile */
    prof_site_turn(i, PROF_SITE_OFF);
  burst_goes_on = false;
  const uint64_t spent = prof_time() - burst_asked;
  prof_turn_keep((struct wire_turn){ .tsc = burst_began, .what = good ? WIRE_TURN_BURST : WIRE_TURN_SPOILT,
                                     .calls = calls, .cycles = took, .total = spent - took });
  draw_next(spent < 2 * burst_length ? spent : 2 * burst_length); /* more was another program's */
}

PROF_PROBE uint64_t prof_burst(uint64_t since)
{
  const uint64_t now = prof_time();
  if ((int64_t)(burst_due - now) > 0)
    return burst_due - now;
  if (burst_goes_on)
    end_burst(since);
  else if (prof_turn_keeps())
    begin_burst(since);
  else
    draw_next(burst_length); /* by then rows may have been handed out */
  const int64_t left = (int64_t)(burst_due - prof_time());
  return left > 0 ? (uint64_t)left : 1;
}

void prof_bursts_stop(void)
{
  if (!bursts_wanted)
    return;
  if (burst_goes_on)
    end_burst(prof_time());
  prof_sites_hold(false);
  for (uint32_t i = 0; i < burst_functions; i++)
    prof_site_turn(i, PROF_SITE_AS_BEFORE);
  bursts_wanted = false;
}

void prof_bursts_drop(void)
{
  burst_goes_on = bursts_wanted = false;
}

/* ---- handing out ---- */

#define BURST_ROWS 64

void prof_bursts_collect(const struct prof_sink *sink)
{
  static struct wire_turn row[BURST_ROWS];
  size_t n = 0;
  for (uint32_t i = 0; i < burst_functions; i++) {
    const struct burst_sums *s = &burst_sums[i];
    if (s->bursts)
      row[n++] = (struct wire_turn){ .tsc = prof_state.stop_tsc, .what = WIRE_TURN_COUNTED, .node = s->bursts,
                                     .calls = s->calls, .cycles = prof_site_address(i), .total = s->squares };
    if (n == BURST_ROWS || (n && i + 1 == burst_functions)) {
      sink->records(sink->ctx, WIRE_TURN, row, n);
      n = 0;
    }
  }
}

uint64_t prof_bursts_rows(void)
{
  uint64_t count = 0;
  for (uint32_t i = 0; i < burst_functions; i++)
    count += burst_sums[i].bursts != 0;
  return count;
}

#endif
