/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sampling.c: see sampling.h. Each function that a test asks for runs the same loop in a body of its own, so that
 * shares are those of the turns.
 */
#include "sampling.h"

#include <stdint.h>

#include "cpu.h"
#include "core/print.h"
#include "core/thread.h"
#include "tsc.h"

#define SPLIT_ROUNDS   6000
#define SPLIT_TURNS    10000   /* of a round, 7 to 3; 20 us a round: samples are further apart */
#define MASKED_ROUNDS  3000
#define MASKED_TURNS   50000   /* some intervals between two samples at 5,000 Hz */
#define LOCKED_TICKS   300
#define LOCKED_SHARE   3       /* of ten parts of a tick */
#define TICK_US        1000    /* at hz=1000, which the test says */

#define LOOP(name)                                             \
  static __attribute__((noinline)) void name(uint64_t turns)   \
  {                                                            \
    for (; turns; turns--)                                     \
      asm volatile("" : "+r"(turns));                          \
  }

LOOP(sampled_70)
LOOP(sampled_30)
LOOP(sampled_masked)
LOOP(sampled_open)

int sampling_split(const struct workload_input *input)
{
  (void)input;
  for (int i = 0; i < SPLIT_ROUNDS; i++) {
    sampled_70(SPLIT_TURNS * 7 / 10);
    sampled_30(SPLIT_TURNS * 3 / 10);
  }
  return 0;
}

int sampling_masked(const struct workload_input *input)
{
  (void)input;
  for (int i = 0; i < MASKED_ROUNDS; i++) {
    unsigned long flags = cpu_irq_save();
    sampled_masked(MASKED_TURNS);
    cpu_irq_restore(flags);
    sampled_open(MASKED_TURNS);
  }
  return 0;
}

/* ---- in step with the clock ---- */

static volatile bool locked_done;

/* Works for its share of a tick from each tick on. */
static void run_locked(void *arg)
{
  (void)arg;
  for (int i = 0; i < LOCKED_TICKS; i++) {
    thread_sleep_us(1);
    uint64_t begun = cpu_tsc();
    while (cpu_tsc() - begun < tsc_from_us(TICK_US * LOCKED_SHARE / 10))
      ;
  }
  locked_done = true;
}

int sampling_locked(const struct workload_input *input)
{
  (void)input;
  struct thread *t = thread_create("locked", THREAD_HIGH, run_locked, NULL);
  if (!t) {
    kprintf("error: no memory for a thread; start with more (QEMU: -m)\n");
    return 1;
  }
  while (!locked_done)
    ;
  thread_join(t);
  return 0;
}
