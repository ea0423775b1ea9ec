/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * state.h: the state that all rooms of the profiler share: configuration, table of threads, calibration. What the files
 * of one room offer to the others stands in that room: probes/timing.h, probes/sites.h, probes/hook.h, records/log.h,
 * records/records.h, handout/handout.h. An adopter includes none of these: prof.h is the manual.
 *
 * An interrupt may come at any time: "interrupts off" says that the caller has switched them off.
 */
#ifndef PROF_STATE_H
#define PROF_STATE_H

#include "prof.h"

/* Keeps the compiler from calling memset() and memcpy() for the loops of a function. */
#ifdef __clang__
#define PROF_PLAIN_LOOPS __attribute__((no_builtin("memset", "memcpy", "strlen")))
#else
#define PROF_PLAIN_LOOPS __attribute__((optimize("no-tree-loop-distribute-patterns")))
#endif

/* What is known of a thread, kept after it has exited. */
struct prof_entry {
  struct prof_thread *live;    /* NULL once it has exited */
  struct prof_node *root;      /* of its call tree; NULL when it was not timed */
  uint64_t start, end;         /* TSC */
  uint64_t suspended_before;   /* its `suspended` at `start` */
  uint64_t run;                /* cycles it ran; valid once it ended or profiling stopped */
  uint64_t unwound, stray;
  uint32_t flags;              /* WIRE_THREAD_... */
  char name[PROF_NAME_BYTES];
  bool renamed;                /* its name has changed, and must be handed out again */
};

/* The profiler's state besides what the inline probes touch. */
struct prof_state {
  struct prof_config config;
  bool ready;                  /* prof_init() has succeeded */
  bool running;                /* between prof_start() and prof_stop() */
  uint64_t start_tsc, stop_tsc;
  enum wire_sampling sampling;
  struct prof_entry *threads;
  uint32_t thread_count;
  uint64_t threads_refused;    /* threads that found no room in the table */
};
extern struct prof_state prof_state;

/* Calibration results beyond prof_costs, cycles. */
struct prof_calibration {
  uint64_t rounds;
  int64_t inner_min, outer_min, event_min;
  int64_t nmi;                 /* what an NMI does not measure of itself */
};
extern struct prof_calibration prof_calibration;

/* Returns the entry of a thread that was added. Any context. */
static inline struct prof_entry *prof_entry(const struct prof_thread *t)
{
  return &prof_state.threads[t->id - 1];
}

/* Returns the cycles that a thread has been suspended for, up to `now` (TSC), whether it runs or not. Interrupts
 * off. */
static inline uint64_t prof_suspended_until(const struct prof_thread *t, uint64_t now)
{
  return t->suspended + (t == prof_port_thread() ? 0 : now - t->left_at);
}

/* Copies a name, cut to PROF_NAME_BYTES at a character boundary. Any context. */
void prof_name_copy(char out[PROF_NAME_BYTES], const char *name);

/* Returns the tables that prof_program() made known; NULL: there are none. Any context. (handout/program.c) */
const struct prof_program *prof_program_known(void);

#endif
