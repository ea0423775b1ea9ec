/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * plain.c: runs the subject, for all profilers but ours.
 *
 * Usage: plain CALLS       prints the processor time of the work, in ns for each call of subject_caller()
 *        plain truth MS    for MS milliseconds, prints ns per call of each function alone: leaf, caller's own, heavy
 */
#include "alone.h"
#include "subject.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __clang__
#define UNSEEN __attribute__((no_instrument_function, xray_never_instrument))
#else
#define UNSEEN __attribute__((no_instrument_function))
#endif

UNSEEN static void truth(double ms)
{
  struct alone f[] = { { .call = subject_leaf }, { .call = subject_caller }, { .call = subject_heavy } };
  measure_alone(f, 3, ms);
  printf("%.3f %.3f %.3f\n", f[0].ns, f[1].ns - f[0].ns, f[2].ns);
}

UNSEEN static void work(uint64_t calls)
{
  const double begun = processor_ns();
  uint64_t x = subject_work(calls);
  __asm__ volatile("" : : "r"(x));
  printf("%.3f\n", (processor_ns() - begun) / (double)calls);
}

UNSEEN int main(int argc, char **argv)
{
  const bool is_truth = argc == 3 && strcmp(argv[1], "truth") == 0;
  const uint64_t number = argc == 2 || is_truth ? strtoull(argv[argc - 1], NULL, 10) : 0;
  if (!number) {
    fprintf(stderr, "usage: %s CALLS | truth MS\n", argv[0]);
    return 2;
  }
  if (is_truth)
    truth((double)number);
  else
    work(number);
  return 0;
}
