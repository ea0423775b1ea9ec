/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bench_probes.c: what an event, an object's birth and a timed call cost on the real TSC, as ratios to the clock
 * readings they contain.
 *
 * Every round times all loops one after the other, and the ratio is taken within the round, so a machine that changes
 * its speed changes both sides; the median of the rounds is the figure. The buffers are small enough to stay in the
 * cache, and touched before: what is measured is the probe, not the memory. Calls are timed of one function again and
 * again, and of three in turns, as a program makes them.
 */
#include "figure.h"
#include "records/log.h"

#include <stdlib.h>

#define ROUNDS 301
#define CALLS  2000

/* What a call is timed on: an empty body, so the plain call is subtracted whole. The comments in the assembly keep gcc
 * from making one function of the three. */
__attribute__((noinline, noclone)) static void bench_timed(void)
{
  __asm__ volatile("");
}

__attribute__((noinline, noclone)) static void bench_timed_second(void)
{
  __asm__ volatile("# second");
}

__attribute__((noinline, noclone)) static void bench_timed_third(void)
{
  __asm__ volatile("# third");
}

PROF_UNTIMED __attribute__((noinline, noclone)) static void bench_plain(void)
{
  __asm__ volatile("");
}

#define TIME_LOOP(name, body)                                                                                        \
  PROF_UNTIMED static __attribute__((noinline)) double name(void)                                                    \
  {                                                                                                                  \
    uint64_t begun = prof_port_tsc();                                                                                \
    for (uint64_t i = 0; i < CALLS; i++) {                                                                           \
      body;                                                                                                          \
      __asm__ volatile("" : "+r"(i));                                                                                \
    }                                                                                                                \
    return (double)(prof_port_tsc() - begun);                                                                        \
  }

TIME_LOOP(time_clock, prof_port_tsc())
TIME_LOOP(time_three, (prof_port_tsc(), prof_port_tsc(), prof_port_tsc()))
TIME_LOOP(time_event, prof_event_log(1, i))
TIME_LOOP(time_birth, prof_birth(i, 1, 2, 32, i))
TIME_LOOP(time_timed, bench_timed())
TIME_LOOP(time_turns, bench_timed(); bench_timed_second(); bench_timed_third())
TIME_LOOP(time_plain, bench_plain())
TIME_LOOP(time_plain_turns, bench_plain(); bench_plain(); bench_plain())

PROF_UNTIMED static int by_value(const void *a, const void *b)
{
  double d = *(const double *)a - *(const double *)b;
  return (d > 0) - (d < 0);
}

PROF_UNTIMED static double median(double *v)
{
  qsort(v, ROUNDS, sizeof(*v), by_value);
  return v[ROUNDS / 2];
}

/* The figures in cycles are printed without a goal to meet: they belong to the machine. */
PROF_UNTIMED static void cycles(const char *name, double value)
{
  printf("%s\t%.3g\tcycles\t-\tholds\n", name, value);
}

PROF_UNTIMED int main(void)
{
  static double clock[ROUNDS], event[ROUNDS], birth[ROUNDS], call[ROUNDS];
  static double recorded[ROUNDS], recorded_ratio[ROUNDS];
  static double event_ratio[ROUNDS], birth_ratio[ROUNDS], call_ratio[ROUNDS], turns_ratio[ROUNDS];
  struct prof_config c = PROF_CONFIG_DEFAULT;
  c.events = c.births = c.callrecords = CALLS;
  c.ring = WIRE_MODE_CALLS;
  c.modes = WIRE_MODE_TIMING | WIRE_MODE_EVENTS | WIRE_MODE_OBJECTS | WIRE_MODE_CALLS;
  if (!prof_init(&c))
    return 1;
  prof_thread_add(prof_port_thread(), "bench", 0);
  prof_calibrate();
  for (int i = 0; i < ROUNDS; i++) {
    prof_stop();
    clock[i] = time_clock() / CALLS;
    double three = time_three() / CALLS, plain = time_plain() / CALLS;
    double plain_turns = time_plain_turns();
    prof_start();
    bench_timed(); /* it has a node */
    prof_select(WIRE_MODE_CALLS);
    recorded[i] = time_timed() / CALLS - plain;
    prof_select(WIRE_MODE_EVENTS | WIRE_MODE_OBJECTS);
    prof_log_reset(&prof_events);
    prof_log_reset(&prof_births);
    event[i] = time_event() / CALLS;
    birth[i] = time_birth() / CALLS;
    call[i] = time_timed() / CALLS - plain;
    event_ratio[i] = event[i] / clock[i];
    birth_ratio[i] = birth[i] / clock[i];
    call_ratio[i] = call[i] / three;
    recorded_ratio[i] = recorded[i] / call[i];
    turns_ratio[i] = (time_turns() - plain_turns) / (3 * CALLS) / three;
  }
  cycles("rdtsc", median(clock));
  cycles("event", median(event));
  cycles("birth", median(birth));
  cycles("timed_call", median(call));
  cycles("recorded_call", median(recorded));
  figure_at_most("event/rdtsc", median(event_ratio), "ratio", 1.25);
  figure_at_most("birth/rdtsc", median(birth_ratio), "ratio", 1.5);
  figure_at_most("timed_call/3_rdtsc", median(call_ratio), "ratio", 1.5);
  figure_at_most("timed_call_in_turns/3_rdtsc", median(turns_ratio), "ratio", 1.5);
  figure_at_most("recorded_call/timed_call", median(recorded_ratio), "ratio", 1.15);
  return 0;
}
