/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * busy.c: see busy.h. Their threads are always ready, so a thread of low priority never runs beside them.
 */
#include "busy.h"

#include "cpu.h"
#include "prof.h"
#include "core/print.h"
#include "core/thread.h"
#include "tsc.h"

#define STEPS 2000     /* of one call of work(): some 10 us */
#define SHORT 2        /* of one where nearly all instructions are the probes' */

static volatile uint32_t sink;

static __attribute__((noinline)) void work(uint32_t steps)
{
  for (uint32_t i = 0; i < steps; i++)
    sink = sink * 1664525 + 1013904223; /* Numerical Recipes, "quick and dirty" generator */
}

static int run_turns(uint32_t steps)
{
  uint64_t until = cpu_tsc();
  for (unsigned turn = 1; turn <= BUSY_TURNS; turn++) {
    until += tsc_hz() / 4;
    while ((int64_t)(cpu_tsc() - until) < 0)
      work(steps);
    kprintf("busy: turn %u\n", turn);
  }
  return 0;
}

int busy_run(const struct workload_input *input)
{
  (void)input;
  return run_turns(STEPS);
}

int busy_urgent(const struct workload_input *input)
{
  (void)input;
  thread_raise(THREAD_HIGH);
  return run_turns(SHORT);
}

int busy_flood(const struct workload_input *input)
{
  (void)input;
  const uint32_t drop = prof_event_register("drop");
  for (uint64_t i = 0; i < BUSY_EVENTS; i++)
    prof_event_log(drop, i);
  return 0;
}
