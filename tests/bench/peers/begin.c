/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * begin.c: see begin.h.
 */
#include "begin.h"

#include "prof.h"
#include "signals.h"

#include <time.h>

#define BURST_US 1000 /* each takes two signals, 30 us in a virtual machine, and some 10 of the program behind them */

static bool with_signals;
void (*begin_ready)(void);

static double now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* One moment on both clocks. */
struct moment { uint64_t tsc; double ns; };

/* Another program, or the host, may come between two readings: of many pairs the one counts that took the least. */
static struct moment now_on_both(void)
{
  struct moment best = { 0 };
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 100; i++) {
    const uint64_t tsc = prof_port_tsc();
    const double ns = now_ns();
    const uint64_t took = prof_port_tsc() - tsc;
    if (took < least) {
      least = took;
      best = (struct moment){ tsc + took / 2, ns };
    }
  }
  return best;
}

/* Cycles a second, over a twentieth of one. */
static uint64_t tsc_hz(void)
{
  const struct moment begun = now_on_both();
  while (now_ns() - begun.ns < 50e6)
    ;
  const struct moment ended = now_on_both();
  return (uint64_t)((double)(ended.tsc - begun.tsc) * 1e9 / (ended.ns - begun.ns));
}

static bool begin(struct prof_config *c)
{
  c->tsc_hz = tsc_hz();
  if (!prof_init(c))
    return false;
  prof_thread_add(prof_port_thread(), "main", 0);
  with_signals = c->tick_hz || c->turns || c->bursts;
  host_port_stack();
  if (with_signals)
    signals_init(c->tsc_hz);
  prof_probes_on();
  prof_calibrate();
  if (begin_ready)
    begin_ready();
  prof_start();
  if (with_signals)
    signals_start(c->tick_hz);
  return true;
}

bool begin_profiling(uint32_t hz, uint32_t turns, uint32_t bursts, uint32_t nodes)
{
  struct prof_config c = PROF_CONFIG_DEFAULT;
  c.modes = WIRE_MODE_TIMING | (hz ? WIRE_MODE_SAMPLES : 0);
  c.tick_hz = hz;
  c.turns = turns;
  c.bursts = bursts;
  c.turn_us = bursts ? BURST_US : c.turn_us;
  c.nodes = nodes;
  return begin(&c);
}

bool begin_recording(uint32_t records, uint32_t nodes)
{
  struct prof_config c = PROF_CONFIG_DEFAULT;
  c.modes = WIRE_MODE_TIMING | WIRE_MODE_CALLS;
  c.ring = WIRE_MODE_CALLS;
  c.tick_hz = 0;
  c.callrecords = records;
  c.nodes = nodes;
  return begin(&c);
}

void end_profiling(void)
{
  if (with_signals)
    signals_stop();
  prof_stop();
}
