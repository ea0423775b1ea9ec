/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ours.c: runs the subject under our profiler, hosted, on the real time stamp counter.
 *
 * Usage: ours CALLS              times calls; prints processor time in ns for each call of subject_caller()
 *        ours CALLS recorded     the same with each call recorded; the newest 65536 are kept
 *        ours CALLS HZ FILE [TURNS]  takes HZ samples a second as well (0: none), spends TURNS thousandths of the
 *                                time in turns (0: none), and writes the dump
 *
 * With TEN_ABREAST in the environment it stops where profiling begins, for abreast.c.
 */
#include "alone.h"
#include "begin.h"
#include "dumpfile.h"
#include "subject.h"
#include "watched.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES   (1u << 14)
#define RECORDS (1u << 16)

__attribute__((constructor(101))) static void begin_in_main(void)
{
  watched_later();
}

int main(int argc, char **argv)
{
  const uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  const uint32_t hz = argc >= 4 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  const uint32_t turns = argc == 5 ? (uint32_t)strtoul(argv[4], NULL, 10) : 0;
  const bool recorded = argc == 3 && !strcmp(argv[2], "recorded");
  if (!calls || argc < 2 || (argc == 3 && !recorded) || argc > 5) {
    fprintf(stderr, "usage: %s CALLS [recorded | HZ FILE [TURNS]]\n", argv[0]);
    return 2;
  }
  begin_ready = watched_begin;
  if (!(recorded ? begin_recording(RECORDS, NODES) : begin_profiling(hz, turns, 0, NODES))) {
    fprintf(stderr, "%s: no memory for the profiler\n", argv[0]);
    return 1;
  }
  const double begun = processor_ns();
  uint64_t x = subject_work(calls);
  __asm__ volatile("" : : "r"(x));
  printf("%.3f\n", (processor_ns() - begun) / (double)calls);
  end_profiling();
  if (argc >= 4 && !dumpfile_write(argv[3])) {
    fprintf(stderr, "%s: %s cannot be written\n", argv[0], argv[3]);
    return 1;
  }
  return 0;
}
