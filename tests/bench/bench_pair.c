/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bench_pair.c: what an event, a birth and a timed call cost when two processors make them at once, beside what they cost
 * when one does: on the real TSC, with each thread of this process on a processor of its own, and the profiler's words
 * of a processor reached as in our kernel.
 *
 * A round times each loop alone, and then both processors' at the same time, so a machine that changes its speed changes
 * both sides. Only rounds count in which both were at it for nearly the whole loop. The median of a run's rounds makes
 * its ratio; the figure is the median of the runs, and their spread stands behind it.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "figure.h"
#include "records/log.h"

#define RUNS   9
#define ROUNDS 151
#define TRIES  2000   /* rounds that are begun at most for these */
#define CALLS  4000
#define OVERLAP 0.95

__attribute__((noinline, noclone)) static void bench_timed(void)
{
  __asm__ volatile("");
}

struct stretch { uint64_t begun, ended; };

#define TIME_LOOP(name, body)                                                                                         \
  PROF_UNTIMED static __attribute__((noinline)) struct stretch name(void)                                             \
  {                                                                                                                   \
    struct stretch s = { .begun = prof_port_tsc() };                                                                  \
    for (uint64_t i = 0; i < CALLS; i++) {                                                                            \
      body;                                                                                                           \
      __asm__ volatile("" : "+r"(i));                                                                                 \
    }                                                                                                                 \
    s.ended = prof_port_tsc();                                                                                        \
    return s;                                                                                                         \
  }

TIME_LOOP(time_event, prof_event_log(1, i))
TIME_LOOP(time_birth, prof_birth(i, 1, 2, 32, i))
TIME_LOOP(time_timed, bench_timed())
/* Loads and stores of the loop's own alone: what two processors of this machine take from each other anyway. */
static __thread volatile uint64_t own_word;
TIME_LOOP(time_plain, own_word = own_word + i)

static struct { const char *name; struct stretch (*loop)(void); double goal; } const loops[] = {
  { "event", time_event, 1.05 },
  { "birth", time_birth, 1.05 },
  { "timed_call", time_timed, 1.05 },
  { "plain_store", time_plain, 0 },
};
#define LOOPS (sizeof(loops) / sizeof(loops[0]))

static struct prof_thread threads[2];
static struct stretch other;
static uint64_t asked, answered;   /* turns of the other processor */
static unsigned loop_asked;        /* LOOPS: it ends */
static uint64_t ready, go;
static bool has_begun;             /* the profiler finds what the second processor has */

PROF_UNTIMED static void stay_on(unsigned cpu)
{
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  (void)sched_setaffinity(0, sizeof(set), &set);
}

/* The other processor is at its loop as soon as the first one is. */
PROF_UNTIMED static void *second(void *unused)
{
  (void)unused;
  stay_on(1);
  several_begin(1, &threads[1]);
  __atomic_store_n(&has_begun, true, __ATOMIC_RELEASE);
  for (uint64_t turn = 1;; turn++) {
    while (__atomic_load_n(&asked, __ATOMIC_ACQUIRE) != turn)
      sched_yield();
    const unsigned loop = loop_asked;
    if (loop == LOOPS)
      return NULL;
    __atomic_store_n(&ready, turn, __ATOMIC_RELEASE);
    while (__atomic_load_n(&go, __ATOMIC_ACQUIRE) != turn)
      prof_arch_relax();
    other = loops[loop].loop();
    __atomic_store_n(&answered, turn, __ATOMIC_RELEASE);
  }
}

PROF_UNTIMED static void forget_records(void)
{
  prof_log_reset(&prof_events);
  prof_log_reset(&prof_births);
}

/* Returns whether two stretches are one stretch for the most part. */
PROF_UNTIMED static bool overlap(const struct stretch *a, const struct stretch *b)
{
  const uint64_t begun = a->begun > b->begun ? a->begun : b->begun, ended = a->ended < b->ended ? a->ended : b->ended;
  return ended > begun && (double)(ended - begun) >= OVERLAP * (double)(a->ended - a->begun);
}

PROF_UNTIMED static struct stretch run_both(unsigned loop)
{
  static uint64_t turn;
  loop_asked = loop;
  __atomic_store_n(&asked, ++turn, __ATOMIC_RELEASE);
  if (loop == LOOPS)
    return (struct stretch){ 0, 0 };
  while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) != turn)
    prof_arch_relax();
  __atomic_store_n(&go, turn, __ATOMIC_RELEASE);
  const struct stretch own = loops[loop].loop();
  while (__atomic_load_n(&answered, __ATOMIC_ACQUIRE) != turn)
    prof_arch_relax();
  return own;
}

PROF_UNTIMED static int by_value(const void *a, const void *b)
{
  const double d = *(const double *)a - *(const double *)b;
  return (d > 0) - (d < 0);
}

PROF_UNTIMED static double median(double *v, size_t n)
{
  qsort(v, n, sizeof(*v), by_value);
  return v[n / 2];
}

/* Returns the ratio of a run, and in *cycles what one of the loop's steps takes alone; 0: the two were hardly ever at it
 * at the same time. */
PROF_UNTIMED static double measure_run(unsigned loop, double *cycles)
{
  static double alone[ROUNDS], both[ROUNDS];
  size_t n = 0;
  for (unsigned i = 0; i < TRIES && n < ROUNDS; i++) {
    forget_records();
    const struct stretch by_itself = loops[loop].loop();
    forget_records();
    const struct stretch own = run_both(loop);
    if (!overlap(&own, &other))
      continue;
    alone[n] = (double)(by_itself.ended - by_itself.begun) / CALLS;
    both[n++] = (double)(own.ended - own.begun) / CALLS;
  }
  if (n < ROUNDS / 3)
    return 0;
  *cycles = median(alone, n);
  return median(both, n) / *cycles;
}

PROF_UNTIMED static bool measure(unsigned loop)
{
  double ratio[RUNS], cycles[RUNS];
  char name[64];
  for (unsigned run = 0; run < RUNS; run++)
    if (!(ratio[run] = measure_run(loop, &cycles[run]))) {
      fprintf(stderr, "bench_pair: two threads hardly ever ran at the same time: are there two processors, and idle?\n");
      return false;
    }
  const double middle = median(ratio, RUNS);
  snprintf(name, sizeof(name), "%s/two_at_once", loops[loop].name);
  if (loops[loop].goal > 0)
    figure_at_most(name, middle, "ratio", loops[loop].goal);
  else
    printf("%s\t%.3g\tratio\t-\tholds\n", name, middle);
  printf("%s/two_at_once_least\t%.3g\tratio\t-\tholds\n%s/two_at_once_most\t%.3g\tratio\t-\tholds\n", loops[loop].name,
         ratio[0], loops[loop].name, ratio[RUNS - 1]);
  printf("%s/alone\t%.3g\tcycles\t-\tholds\n", loops[loop].name, median(cycles, RUNS));
  return true;
}

PROF_UNTIMED int main(void)
{
  pthread_t thread;
  bool good = true;
  struct prof_config c = PROF_CONFIG_DEFAULT;
  c.processors = 2;
  c.events = c.births = 2 * CALLS;
  c.modes = WIRE_MODE_TIMING | WIRE_MODE_EVENTS | WIRE_MODE_OBJECTS;
  stay_on(0);
  several_begin(0, &threads[0]);
  if (pthread_create(&thread, NULL, second, NULL))
    return 1;
  while (!__atomic_load_n(&has_begun, __ATOMIC_ACQUIRE))
    sched_yield();
  if (!prof_init(&c))
    return 1;
  prof_thread_add(&threads[0], "first", 0);
  prof_thread_add(&threads[1], "second", 0);
  prof_calibrate();
  prof_start();
  for (unsigned loop = 0; good && loop < LOOPS; loop++)
    good = measure(loop);
  (void)run_both(LOOPS);
  pthread_join(thread, NULL);
  return !good;
}

/* No samples are taken here. */
PROF_UNTIMED void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  (void)t;
  *low = *high = 0;
}

PROF_UNTIMED void several_interrupt(void)
{
}
