/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ours.c: runs the subject under our profiler, hosted, on the real time stamp counter.
 *
 * Usage: ours CALLS              times calls; prints processor time in ns for each call of subject_caller()
 *        ours CALLS HZ FILE [TURNS]  takes HZ samples a second as well (0: none), spends TURNS thousandths of the
 * time in
 *                                turns (0: none), and writes the dump
 */
#include "dumpfile.h"
#include "prof.h"
#include "signals.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now_ns(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Cycles a second, over a twentieth of one. */
static uint64_t tsc_hz(void)
{
  double begun = now_ns(CLOCK_MONOTONIC);
  uint64_t tsc = prof_port_tsc();
  while (now_ns(CLOCK_MONOTONIC) - begun < 50e6)
    ;
  return (uint64_t)((double)(prof_port_tsc() - tsc) * 1e9 / (now_ns(CLOCK_MONOTONIC) - begun));
}

static bool start(uint32_t hz, uint32_t turns)
{
  struct prof_config c = PROF_CONFIG_DEFAULT;
  c.modes = WIRE_MODE_TIMING | (hz ? WIRE_MODE_SAMPLES : 0);
  c.tick_hz = hz;
  c.turns = turns;
  c.tsc_hz = tsc_hz();
  if (!prof_init(&c))
    return false;
  prof_thread_add(prof_port_thread(), "main", 0);
  if (hz || turns)
    signals_init(c.tsc_hz);
  prof_probes_on();
  prof_calibrate();
  prof_start();
  return true;
}

int main(int argc, char **argv)
{
  const uint64_t calls = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  const uint32_t hz = argc >= 4 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;
  const uint32_t turns = argc == 5 ? (uint32_t)strtoul(argv[4], NULL, 10) : 0;
  if (!calls || argc < 2 || argc == 3 || argc > 5) {
    fprintf(stderr, "usage: %s CALLS [HZ FILE [TURNS]]\n", argv[0]);
    return 2;
  }
  if (!start(hz, turns)) {
    fprintf(stderr, "%s: no memory for the profiler\n", argv[0]);
    return 1;
  }
  if (hz || turns)
    signals_start(hz);
  double begun = now_ns(CLOCK_PROCESS_CPUTIME_ID);
  uint64_t x = subject_work(calls);
  __asm__ volatile("" : : "r"(x));
  printf("%.3f\n", (now_ns(CLOCK_PROCESS_CPUTIME_ID) - begun) / (double)calls);
  if (hz || turns)
    signals_stop();
  prof_stop();
  if (argc >= 4 && !dumpfile_write(argv[3])) {
    fprintf(stderr, "%s: %s cannot be written\n", argv[0], argv[3]);
    return 1;
  }
  return 0;
}
