/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stand.c: see stand.h. Main works without a pause; what else runs meanwhile, the profiler included, makes its job
 * longer.
 */
#include "stand.h"

#include "cpu.h"
#include "prof.h"
#include "core/print.h"
#include "core/stack.h"
#include "core/thread.h"

#define STEPS     120000000u  /* of the job: some half a second, an instruction being a nanosecond */
#define RESTS_US  50000
#define DEEPEST   12

static volatile uint32_t sink;
static uint32_t changing;     /* threads that run now and then */
static uint32_t rests_us;     /* for how long such a thread waits */

/* Waits so deep in calls; a thread that runs now and then waits elsewhere each time. */
static __attribute__((noinline)) void stand_deep(uint32_t depth, bool rests)
{
  if (depth)
    stand_deep(depth - 1, rests);
  else if (rests)
    thread_sleep_us(rests_us);
  else
    thread_block();
  sink++; /* behind the call: it is no jump */
}

static void stand(void *arg)
{
  const uint32_t number = (uint32_t)(uintptr_t)arg;
  for (uint32_t turn = 0;; turn++)
    stand_deep((number + turn) % DEEPEST, number < changing);
}

static uint32_t take_number(const uint8_t **at, const uint8_t *end)
{
  uint32_t number = 0;
  while (*at < end && (**at < '0' || **at > '9'))
    ++*at;
  for (; *at < end && **at >= '0' && **at <= '9'; ++*at)
    number = number * 10 + (uint32_t)(**at - '0');
  return number;
}

int stand_run(const struct workload_input *input)
{
  const uint8_t *at = input->data, *const end = at + input->bytes;
  const uint32_t threads = take_number(&at, end);
  changing = take_number(&at, end);
  const uint32_t rests = take_number(&at, end), steps = take_number(&at, end);
  rests_us = rests ? rests : RESTS_US;
  thread_raise(THREAD_NORMAL);
  for (uintptr_t i = 0; i < threads; i++)
    if (!thread_create_sized("stander", THREAD_HIGH, STACK_LEAST, stand, (void *)i)) {
      kprintf("error: there is no memory for %u threads\n", threads);
      return 1;
    }
  const uint64_t begun = cpu_tsc();
  for (uint32_t i = 0; i < (steps ? steps : STEPS); i++)
    sink = sink * 1664525 + 1013904223; /* Numerical Recipes, "quick and dirty" generator */
  kprintf("result: cycles %lu\n", cpu_tsc() - begun);
  return 0;
}
