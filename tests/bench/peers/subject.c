/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * subject.c: see subject.h. Compiled once for each profiler, with the options it wants.
 */
#include "subject.h"

/* Four cycles on today's processors, of which each waits for the one before: a multiplication takes three (Agner Fog,
 * "Instruction tables"), an addition one. */
#define STEP(x) __asm__ volatile("imulq %1, %0\n\taddq $1, %0" : "+r"(x) : "r"(factor))

static const uint64_t factor = 0x9E3779B97F4A7C15;

__attribute__((noinline)) uint64_t subject_leaf(uint64_t x)
{
  STEP(x);
  STEP(x);
  STEP(x);
  return x;
}

__attribute__((noinline)) uint64_t subject_caller(uint64_t x)
{
  STEP(x);
  STEP(x);
  x = subject_leaf(x);
  STEP(x);
  return x;
}

__attribute__((noinline)) uint64_t subject_heavy(uint64_t x)
{
  for (int i = 0; i < 25; i++) {
    STEP(x);
    STEP(x);
    STEP(x);
    STEP(x);
  }
  return x;
}

__attribute__((noinline)) uint64_t subject_work(uint64_t calls)
{
  uint64_t x = 1;
  for (uint64_t i = 0; i < calls; i++) {
    x = subject_caller(x);
    if (i % SUBJECT_HEAVY_EVERY == 0)
      x = subject_heavy(x);
  }
  return x;
}
