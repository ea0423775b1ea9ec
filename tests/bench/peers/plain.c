/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * plain.c: runs the subject, for all profilers but ours.
 *
 * Usage: plain CALLS          prints the processor time of the work, in ns for each call of subject_caller()
 *        plain CALLS truth    runs each function alone as well, and prints ns per call: work, leaf, caller's own,
 *                             heavy; alone the median of seven parts, for heavy takes some ms only
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "subject.h"

#define UNTIMED __attribute__((no_instrument_function))

#define PARTS 7
#define CALLS_LEAST (PARTS * SUBJECT_HEAVY_EVERY)

#ifdef __clang__
#define UNSEEN UNTIMED __attribute__((xray_never_instrument))
#else
#define UNSEEN UNTIMED
#endif

UNSEEN static double now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

UNSEEN static int rising(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* ns for each call of `f`, one after the other; of all parts that the calls are made in the middle one. */
UNSEEN static double alone(uint64_t (*f)(uint64_t), uint64_t calls)
{
  double ns[PARTS];
  for (int part = 0; part < PARTS; part++) {
    uint64_t x = 1;
    const double begun = now_ns();
    for (uint64_t i = 0; i < calls / PARTS; i++)
      x = f(x);
    __asm__ volatile("" : : "r"(x));
    ns[part] = (now_ns() - begun) / (double)(calls / PARTS);
  }
  qsort(ns, PARTS, sizeof(ns[0]), rising);
  return ns[PARTS / 2];
}

UNSEEN static double work(uint64_t calls)
{
  double begun = now_ns();
  uint64_t x = subject_work(calls);
  __asm__ volatile("" : : "r"(x));
  return (now_ns() - begun) / (double)calls;
}

UNSEEN int main(int argc, char **argv)
{
  const uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  if (!calls || (argc == 3 && calls < CALLS_LEAST) || argc > 3 || (argc == 3 && strcmp(argv[2], "truth"))) {
    fprintf(stderr, "usage: %s CALLS [truth], with truth %d calls at least\n", argv[0], CALLS_LEAST);
    return 2;
  }
  printf("%.3f", work(calls));
  if (argc == 3) {
    double leaf = alone(subject_leaf, calls), caller = alone(subject_caller, calls);
    printf(" %.3f %.3f %.3f", leaf, caller - leaf, alone(subject_heavy, calls / SUBJECT_HEAVY_EVERY));
  }
  putchar('\n');
  return 0;
}
