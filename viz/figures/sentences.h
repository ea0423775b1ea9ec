/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sentences.h: what is said about each chart on the page of all charts, with the run's own numbers, and about the
 * events that recur. Each say_NAME() reads tables of the run that is open (scene_open()), and returns "" where a table
 * has no numbers for its sentence. What was not kept of those tables is in scene.notes then.
 */
#ifndef SENTENCES_H
#define SENTENCES_H

#include "scene.h"

/* Sums by name or by pair; the one that is largest. */
struct sums {
  struct list keys;             /* in the order in which they came */
  struct numbers of, known;     /* by key */
};
void sum_add(struct sums *s, uint32_t key, double value);
uint32_t sum_largest(const struct sums *s, bool (*after)(uint32_t a, uint32_t b, const void *ctx), const void *ctx);

/* As sum_largest(), of names: of equal ones the first by its bytes. 0: none. */
uint32_t sum_largest_name(const struct sums *s);

/* 12.3 %. */
const char *say_share(double part, double whole);

/* What made the longest rounds long, the cycle itself, and its longest rounds (cycle.c). */
struct cycle_step {
  const char *said, *thread, *spread, *share; /* "taken → sent", "worker", "13.8 µs" or "-", "23.1" (%) */
  double us;
};
struct slow_round { double us; const char *period, *began, *interval, *why; };
#define SLOW_MOST 5
extern struct cycle {
  struct cycle_step *steps;
  size_t step_count, step_room;
  size_t longest;               /* number of the step that takes longest, the wait left aside; SIZE_MAX: none */
  const char *period, *median, *deviation, *busy, *rounds; /* "" where not known */
  struct slow_round slow[SLOW_MOST];
  size_t slow_count;
} cycle;
void cycle_read(void);
const char *cycle_outliers(void);
void cycle_slow(void);

const char *say_boxes(void);
const char *say_callgraph(void);
const char *say_threads(void);
const char *say_busy(void);
const char *say_latency(void);
const char *say_locks(void);
const char *say_counters(void);
const char *say_events(void);
const char *say_rounds(void);
const char *say_intervals(void);
const char *say_samples(void);
const char *say_flame(void);
const char *say_standing(void);
const char *say_deadlock(void);
const char *say_creation(void);
const char *say_lifetime(void);
const char *say_newest(void);
const char *say_age(void);
const char *say_survival(void);
const char *say_drag(void);
const char *say_heap(void);

#endif
