/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * alone.c: see alone.h. Never has a profiler's options.
 */
#include "alone.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PART_NS     130e3 /* to twice as much: a turn takes 200e3 (profiler/probes/turns.h) */
#define PARTS_LEAST 8
#define PART        2     /* the narrowest stretch holds one of so many */
#define PARTS_MOST  100000

static double clock_ns(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double processor_ns(void)
{
  return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

static double ns_of(uint64_t (*f)(uint64_t), uint64_t calls)
{
  uint64_t x = 1;
  const double begun = clock_ns(CLOCK_MONOTONIC); /* no system call, other than the processor time */
  for (uint64_t i = 0; i < calls; i++)
    x = f(x);
  __asm__ volatile("" : : "r"(x));
  return clock_ns(CLOCK_MONOTONIC) - begun;
}

/* How many calls fill a part; twice as many at most. */
static void choose_calls(struct alone *f)
{
  for (f->calls = 64; ns_of(f->call, f->calls) < PART_NS;)
    f->calls *= 2;
}

static int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Returns the middle of the narrowest stretch that holds half of the numbers, which it puts in order. */
static double most_of(double *ns, int count)
{
  const int part = (count + PART - 1) / PART;
  int at = 0;
  qsort(ns, (size_t)count, sizeof(*ns), rising);
  for (int i = 1; i + part <= count; i++)
    if (ns[i + part - 1] - ns[i] < ns[at + part - 1] - ns[at])
      at = i;
  return ns[at + part / 2];
}

void measure_alone(struct alone *f, int count, double ms)
{
  const double end = processor_ns() + ms * 1e6;
  int parts = 0;
  for (int i = 0; i < count; i++) {
    f[i].parts = malloc(sizeof(*f[i].parts) * PARTS_MOST);
    if (!f[i].parts) {
      perror("truth");
      exit(1);
    }
    choose_calls(&f[i]);
  }
  for (; parts < PARTS_LEAST || (parts < PARTS_MOST && processor_ns() < end); parts++)
    for (int i = 0; i < count; i++)
      f[i].parts[parts] = ns_of(f[i].call, f[i].calls) / (double)f[i].calls;
  for (int i = 0; i < count; i++) {
    f[i].ns = most_of(f[i].parts, parts);
    free(f[i].parts);
  }
}
