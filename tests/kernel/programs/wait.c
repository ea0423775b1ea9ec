/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * wait.c: the workload `wait`: a system that lives for as long as somebody wants to look at it: to try the monitor,
 * and for tests of it. It logs an event for each turn, so that what was recorded shows when.
 */
#include "wait.h"

#include "prof.h"
#include "core/print.h"
#include "core/thread.h"

#define TURN_US   10000
#define WORK      2000     /* steps of a turn's work: some 10 us */

static volatile uint32_t sink;

static void work(void)
{
  for (uint32_t i = 0; i < WORK; i++)
    sink = sink * 1664525 + 1013904223; /* Numerical Recipes, "quick and dirty" generator */
}

int wait_run(const struct workload_input *input)
{
  (void)input;
  const uint32_t turn = prof_event_register("turn");
  for (uint64_t i = 0;; i++) {
    prof_event_log(turn, i);
    work();
    thread_sleep_us(TURN_US);
  }
}

static void sleep_for_ever(void *arg)
{
  (void)arg;
  thread_block();
}

int wait_in_crowd(const struct workload_input *input)
{
  for (unsigned i = 0; i < WAIT_CROWD; i++)
    if (!thread_create("one of a crowd, with a long name", THREAD_NORMAL, sleep_for_ever, NULL))
      return 1;
  kprintf("the crowd is there\n");
  return wait_run(input);
}
