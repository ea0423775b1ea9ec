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
  uint64_t start, end;         /* on the clock of processor 0, TSC */
  uint64_t clock;              /* its own clock at `start` */
  uint64_t run;                /* cycles it ran; valid once it ended or profiling stopped */
  uint64_t unwound, stray;
  uint32_t flags;              /* WIRE_THREAD_... */
  uint32_t by, node;           /* the thread that made it known, and the number of that one's innermost open call */
  char name[PROF_NAME_BYTES];
  bool renamed;                /* its name has changed, and must be handed out again */
};

/* The profiler's state besides what the inline probes touch. */
struct prof_state {
  struct prof_config config;
  bool ready;                  /* prof_init() has succeeded */
  size_t refused_bytes;        /* that prof_init() has asked for in vain; 0: it was not called, or has succeeded */
  bool running;                /* between prof_start() and prof_stop() */
  uint32_t processors_beyond;  /* that the configuration has, and this build has no room for */
  uint64_t start_tsc, stop_tsc;
  enum wire_sampling sampling;
  struct prof_entry *threads;
  uint32_t thread_count;
  uint64_t threads_refused;    /* threads that found no room in the table */
  uint32_t threads_unnumbered; /* those of them that have not exited */
};
extern struct prof_state prof_state;

/* Calibration results beyond prof_costs, cycles. */
struct prof_calibration {
  uint64_t rounds;
  int64_t inner_min, outer_min, event_min;
  int64_t fenced_low, fenced_high; /* least and greatest over chains of several lengths of what fenced_inner is */
  int64_t long_inner, long_outer; /* of usual probes, on the longest of these chains */
  int64_t floor;               /* what fenced probes show of a function that takes no time */
  int64_t nmi;                 /* what an NMI does not measure of itself */
};
extern struct prof_calibration prof_calibration;

/* Returns the entry of a thread that was added. Any context. */
static inline struct prof_entry *prof_entry(const struct prof_thread *t)
{
  return &prof_state.threads[t->id - 1];
}

/* Returns how many processors there are. Any context. */
static inline unsigned prof_processors(void)
{
  return PROF_PORT_CPUS > 1 ? prof_state.config.processors : 1;
}

/* Returns the number of the own processor. Interrupts off: else the thread may go on on another one. */
static inline unsigned prof_here(void)
{
#if PROF_PORT_CPUS > 1
  return prof_port_cpu();
#else
  return 0;
#endif
}

/* Returns the time on the clock that all processors have in common, that of processor 0. Any context. */
static inline uint64_t prof_time(void)
{
#if PROF_PORT_CPUS > 1
  uint64_t offset, now;
  do {
    offset = prof_cpu()->offset;
    now = prof_port_tsc();
  } while (prof_cpu()->offset != offset); /* the thread went on on another processor */
  return now + offset;
#else
  return prof_port_tsc();
#endif
}

/* Returns whether a thread runs on another processor than the caller's. Interrupts off. (lifecycle.c) */
bool prof_runs_elsewhere(const struct prof_thread *t);

/* Returns what a thread's own clock shows at `now`, a prof_time(), whether the thread runs or not, on whichever
 * processor. Interrupts off; no thread begins or stops to run on another processor meanwhile. (lifecycle.c) */
uint64_t prof_clock_at(const struct prof_thread *t, uint64_t now);

/* Keep all other processors from what these functions stand around: tables that grow, and what is told of them.
 * prof_alone_begin() switches interrupts off and returns what prof_alone_end() needs. Not in a probe, and not in an NMI.
 * (lifecycle.c) */
unsigned long prof_alone_begin(void);
void prof_alone_break(void); /* after a crash: waits no more */
void prof_alone_end(unsigned long irq);

/* Copies a name, cut to PROF_NAME_BYTES at a character boundary. Any context. */
void prof_name_copy(char out[PROF_NAME_BYTES], const char *name);

/* Returns the tables that prof_program() made known; NULL: there are none. Any context. (handout/program.c) */
const struct prof_program *prof_program_known(void);

#endif
