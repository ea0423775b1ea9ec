/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * switching.c: see switching.h.
 */
#include "switching.h"

#include "cpu.h"
#include "prof.h"
#include "smp.h"
#include "core/thread_list.h"
#include "core/timer.h"
#include "tsc.h"

#define LEAST_US 200u /* of a turn: ten of 100 us tell a function's time within 3 % (bench-peers, Zen 4) */

static struct thread *switcher;    /* NULL: there is one processor */
static bool waits;                 /* [Q] the switcher has nothing to do */
static bool turns;                 /* prof_turn() wants to be called again */
static uint64_t next;              /* when, prof_moment_clock() */

static bool is_due(uint64_t now)
{
  return turns && (int64_t)(now - next) >= 0;
}

/* Begins or ends a turn. Interrupts off, all other processors stand still. */
static void take_turn(uint64_t since)
{
  const uint64_t in = prof_turn(since);
  turns = in != 0;
  next = prof_moment_clock() + in;
}

static void switch_probes(void)
{
  const uint64_t since = prof_moment_clock();
  smp_park();
  const unsigned long irq = cpu_irq_save();
  prof_throttle_now();
  if (is_due(since))
    take_turn(since);
  cpu_irq_restore(irq);
  smp_unpark();
}

static void run_switcher(void *unused)
{
  (void)unused;
  for (;;) {
    waits = true;
    thread_block();
    switch_probes();
  }
}

/* At each timer tick, on the first processor, interrupts off. */
static void tick(uint64_t now)
{
  if (!switcher) {
    if (is_due(now))
      take_turn(now);
  } else if (waits && (is_due(now) || prof_throttle_wanted())) {
    waits = false;
    thread_unblock(switcher);
  }
}

/* A turn ends at a tick: it is to last a little less than a tick's time, so that the next tick comes behind its end,
 * though it began a little later than the tick before. */
bool switching_plan_turns(struct prof_config *config, bool wanted)
{
  const uint32_t tick_us = 1000000 / config->tick_hz, turn_us = tick_us - tick_us / 10;
  const bool possible = config->modes & WIRE_MODE_TIMING && !(config->modes & WIRE_MODE_CALLS);
  config->turns = wanted && possible && !tsc_counts_instructions() ? SWITCHING_TURNS : 0;
  config->turn_us = turn_us < LEAST_US ? LEAST_US : turn_us;
  return config->turns;
}

bool switching_begin(const struct prof_config *config)
{
  turns = config->turns || config->bursts;
  if (config->processors > 1 && (turns || config->throttle)) {
    switcher = thread_create_service("ProbeSwitcher", THREAD_HIGH, WIRE_THREAD_PROFILER, run_switcher, NULL);
    if (!switcher)
      return false;
  }
  if (turns || switcher)
    timer_on_tick(tick);
  return true;
}
