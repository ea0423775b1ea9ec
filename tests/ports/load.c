/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * load.c: functions whose times are compared: from five instructions to some thousands, with arguments in registers and
 * on the stack, results in two registers, tail calls, recursion, calls that a longjmp leaves.
 */
#include "load.h"

#include "jxprof.h"

#define NOINLINE __attribute__((noinline))

static volatile uint64_t sum_small, sum_large, sum_events;

/* ---- small ones ---- */

NOINLINE static uint64_t leaf_of_five(uint64_t x)
{
  return x * 3 + 1;
}

NOINLINE static uint64_t about_100(uint64_t x)
{
  for (int i = 0; i < 16; i++)
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9 + 1; /* a step of SplitMix64 */
  return x;
}

NOINLINE static uint64_t with_ten(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g,
                                  uint64_t h, uint64_t i, uint64_t j)
{
  return (a ^ b) + (c ^ d) * 3 + (e ^ f) * 5 + (g ^ h) * 7 + (i ^ j);
}

struct two { uint64_t first, second; };

NOINLINE static struct two gives_two(uint64_t x)
{
  return (struct two){ x + 1, x * x };
}

NOINLINE static uint64_t end_of_tail(uint64_t x)
{
  return about_100(x) + 1;
}

/* With optimization a tail call: end_of_tail() returns to the caller of this. */
NOINLINE static uint64_t calls_last(uint64_t x)
{
  return end_of_tail(x ^ 0x55);
}

NOINLINE static uint64_t deep(uint64_t depth)
{
  return depth ? deep(depth - 1) + leaf_of_five(depth) : 1;
}

NOINLINE static uint64_t call_leaves(uint64_t n)
{
  uint64_t x = 0;
  for (uint64_t i = 0; i < n; i++)
    x += leaf_of_five(i);
  return x;
}

NOINLINE static uint64_t call_others(uint64_t n)
{
  uint64_t x = 1;
  for (uint64_t i = 0; i < n; i++) {
    const struct two t = gives_two(x);
    x = about_100(t.first) + with_ten(i, x, 3, 4, 5, 6, 7, 8, t.second, 10);
    x += calls_last(x);
  }
  return x;
}

/* ---- a call that is left past its return ---- */


NOINLINE static uint64_t jumps(uint64_t x, prof_arch_place way_out)
{
  if (x % 2)
    prof_arch_leave(way_out);
  return x;
}

NOINLINE static uint64_t goes_through(uint64_t x, prof_arch_place way_out)
{
  return jumps(x, way_out) + 1;
}

NOINLINE static uint64_t catches(uint64_t x)
{
  prof_arch_place way_out;
  if (prof_arch_mark(way_out))
    return leaf_of_five(7) + 100; /* where the stack was that the jump has left */
  return goes_through(x, way_out);
}

NOINLINE static uint64_t call_jumps(uint64_t n)
{
  uint64_t x = 0;
  for (uint64_t i = 0; i < n; i++)
    x += catches(i) + leaf_of_five(i);
  return x;
}

void work_small(void)
{
  uint64_t x = call_leaves(20000) + call_others(2000);
  for (int i = 0; i < 20; i++)
    x += deep(50);
  sum_small = x;
}

/* ---- large ones, which the timer interrupts ---- */

NOINLINE static uint64_t spins(uint64_t x, uint64_t rounds)
{
  for (uint64_t i = 0; i < rounds; i++)
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9 + i;
  return x;
}

NOINLINE static uint64_t spins_and_yields(uint64_t x)
{
  x = spins(x, 1000);
  work_yield();
  return spins(x, 500);
}

void work_large(void)
{
  uint64_t x = 1;
  for (int i = 0; i < 300; i++)
    x = spins_and_yields(x) + spins(x, 5000);
  sum_large = x;
}

NOINLINE static void log_events(uint32_t event, uint64_t n)
{
  for (uint64_t i = 0; i < n; i++)
    prof_event_log(event, i);
}

void work_events(void)
{
  const uint32_t event = prof_event_register("a port's event");
  for (int i = 0; i < 10; i++) {
    log_events(event, 100);
    work_yield();
  }
  sum_events = call_jumps(1000);
}

bool work_right(void)
{
  /* call_jumps(1000): x + 1 of the even ones, 122 of the odd ones, 3 x + 1 of all. */
  return sum_small && sum_large && sum_events == 250000 + 61000 + 1499500;
}
