/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * budget.c: draws budgets; budget.h is the manual.
 */
#include "budget.h"

#include "runtime/core/port.h"

/* Allocation between collections. As much as is alive, so that marking costs no more than a few instructions for each
 * byte allocated; where little is alive, so little that the memory used again and again stays in a second-level cache
 * (twice the allocation rate of 16 MiB, measured where that has 2: tests/bench/bench_heap.c). In between enough that
 * marking touches an eighth of what has been allocated. Where little is alive each processor, which has a cache of its
 * own, may allocate so much: each has to be stopped, too. */
#define LEAST_BUDGET (UINT64_C(1) << 20)
#define EASY_BUDGET (UINT64_C(16) << 20)
#define EASY_SHARE 8u

#define EXTRA_SHARE 16u                   /* budget.h: of what was allocated so far */
#define EXTRA_LEAST (UINT64_C(64) << 10)  /* bytes; 16 pieces of slots (space.c) */
#define PAUSE_GUESS 65000u /* cycles, before the first pause: 40,000 to 65,000 instructions counted with few objects */

#define RATE_UNIT 1024u     /* of a byte allocated in a cycle */

static struct budget_options asked;
static struct {
  uint64_t random;
  uint64_t allocated;         /* up to the last call, bytes */
  uint64_t granted;           /* since then */
  uint64_t regular;           /* of it and behind it: bytes until the heap asks for a collection */
  uint64_t begun, paused;     /* when the run began, and the collection that goes on */
  uint64_t pause;             /* of the last collection */
  uint64_t spent;             /* of all extra collections */
  bool extra;                 /* the collection that goes on is one */
} run;

static uint64_t budget_for(uint64_t live_bytes)
{
  const uint64_t least = LEAST_BUDGET * port_processors();
  if (asked.mean_bytes)
    return asked.mean_bytes;
  uint64_t easy = live_bytes < EASY_BUDGET / EASY_SHARE ? live_bytes * EASY_SHARE : EASY_BUDGET;
  uint64_t budget = live_bytes > easy ? live_bytes : easy;
  return budget > least ? budget : least;
}

/* Draws a number evenly from [mean / 2, mean * 3 / 2). */
static uint64_t draw_around(uint64_t mean)
{
  run.random ^= run.random << 13; /* Marsaglia, "Xorshift RNGs", 2003 */
  run.random ^= run.random >> 7;
  run.random ^= run.random << 17;
  return mean / 2 + (uint64_t)((unsigned __int128)run.random * mean >> 64);
}

static bool has_extra(void)
{
  return asked.now && asked.extra_share && !asked.mean_bytes;
}

static uint64_t elapsed_cycles(void)
{
  const uint64_t now = asked.now();
  return now > run.begun ? now - run.begun : 1;
}

/* How long the run has to be for one more extra collection to take no more than its share. */
static uint64_t affordable_cycles(void)
{
  return (run.spent + run.pause) * 1000 / asked.extra_share;
}

/* Returns how many bytes to go, on average, until the next extra collection. */
static uint64_t extra_mean(void)
{
  const uint64_t elapsed = elapsed_cycles(), affordable = affordable_cycles();
  uint64_t mean = run.allocated / EXTRA_SHARE;
  if (affordable > elapsed) {
    const uint64_t wait = run.allocated * RATE_UNIT / elapsed * (affordable - elapsed) / RATE_UNIT;
    mean = wait > mean ? wait : mean;
  }
  return mean > EXTRA_LEAST ? mean : EXTRA_LEAST;
}

/* Grants what comes first, of what is left of the heap's own budget, and of `carried` and a drawn number. */
static uint64_t grant(uint64_t carried)
{
  run.granted = run.regular;
  if (has_extra()) {
    const uint64_t extra = carried + draw_around(extra_mean());
    run.granted = extra < run.regular ? extra : run.regular;
  }
  return run.granted;
}

static void count_allocated(uint64_t left)
{
  const uint64_t used = run.granted > left ? run.granted - left : 0;
  run.allocated += used;
  run.regular -= used;
  run.granted -= used;
}

uint64_t budget_begin(const struct budget_options *options)
{
  asked = *options;
  __builtin_memset(&run, 0, sizeof run);
  run.random = (options->seed + 1) * UINT64_C(0x9E3779B97F4A7C15); /* not 0, where the seed has less than 64 bits */
  run.pause = PAUSE_GUESS;
  run.begun = asked.now ? asked.now() : 0;
  run.regular = draw_around(budget_for(0));
  return grant(0);
}

bool budget_is_extra(uint64_t left, uint64_t *more)
{
  count_allocated(left);
  *more = 0;
  if (run.granted >= run.regular)
    return false;
  if (elapsed_cycles() >= affordable_cycles())
    return true;
  const uint64_t before = run.granted;
  *more = grant(before) - before;
  return false;
}

void budget_pause(bool extra, uint64_t left)
{
  count_allocated(left);
  run.extra = extra;
  run.paused = asked.now ? asked.now() : 0;
}

uint64_t budget_resume(uint64_t live_bytes, uint64_t carried)
{
  const uint64_t now = asked.now ? asked.now() : 0;
  run.pause = now > run.paused ? now - run.paused : 0;
  run.spent += run.extra ? run.pause : 0;
  run.regular = carried + draw_around(budget_for(live_bytes));
  return grant(carried);
}
