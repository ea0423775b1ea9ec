/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * figures.h: what one run is compared by: a number for each function, path of calls, interval between events, thread
 * and allocation site, by names that another build has, too; and what says whether two runs can be compared at all.
 * Nothing of it refers to the dump.
 *
 * Idle threads and the profiler's own are left out, since it is no loss when they run longer; threads of one name are
 * one. Lines are not in names of sites, since another commit moves them.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "model/analysis.h"

/* Groups of figures, each from one kind of instrumentation. G(NAME, name, of what, is_mean, mode): `is_mean` figures are
 * means of what occurred, the others sums over the run. Times are in nanoseconds, sites in bytes. */
#define FIGURES_GROUPS(G) \
  G(FUNCTIONS, "functions", "own time of functions",                     false, TIMING) \
  G(PATHS,     "paths",     "time of paths of calls, callees included",  false, TIMING) \
  G(INTERVALS, "intervals", "mean time from an event to the next one",   true,  EVENTS) \
  G(LATENCY,   "latency",   "mean wait of a thread that could run",      true,  SCHED) \
  G(SITES,     "sites",     "bytes that a place in the code allocates",  false, OBJECTS)

enum figures_group {
#define FIGURES_ENUM(NAME, name, text, is_mean, mode) FIGURES_##NAME,
  FIGURES_GROUPS(FIGURES_ENUM)
#undef FIGURES_ENUM
  FIGURES_COUNT
};

extern const struct figures_def { const char *name, *text; bool is_mean; uint32_t mode; } figures_defs[FIGURES_COUNT];

/* The figure of a group that is the sum of all others' own: of PATHS the time of all threads, of SITES all bytes. */
extern const char figures_all[];

/* One figure. `n`, `sum` and `squares` are of what occurred and had a length: calls, intervals, waits. */
struct figure {
  enum figures_group group;
  char *name;
  double value;          /* of a sum; of a mean it is sum / n */
  double n, sum, squares;
};

/* What two runs must have in common, as text: the field is called by its name in table `run`. */
#define FIGURES_SETTINGS(S) S(system) S(program) S(modes) S(tick_hz) S(sampling) S(processors) S(counters)

struct figures {
  const char *path;                  /* the caller's */
  char *build_id, *command, *crash;  /* NULL: the dump does not say; it did not crash */
#define FIGURES_FIELD(name) char *name;
  FIGURES_SETTINGS(FIGURES_FIELD)
#undef FIGURES_FIELD
  uint64_t hz;
  bool counted;                      /* its clock counts instructions: see figures.c */
  struct figure *all;                /* by group and name, each once */
  size_t count, room;
  struct map small_paths;            /* by figures_hash() of its name: a path that the run has, but not in `all` */
  double whole[FIGURES_COUNT];       /* what shares of a sum are of; of means 0 */
  uint32_t modes_on;
  char *lacks[FIGURES_COUNT];        /* why the group is not whole; NULL: it is */
};

/* Fills `f`, all zeros but for its path, from an analysis. Paths with less than `floor`, a share of the whole, are left
 * out. Cost: that of the tables methods, tree, intervals, latency and sites. */
void figures_take(struct figures *f, struct analysis *a, double floor);
void figures_free(struct figures *f);

/* Whether the run has something of that name that is too small to be in `all`. */
bool figures_has(const struct figures *f, enum figures_group group, const char *name);

/* What a figure is compared by, and the standard error of it within the run as a share of it; below 0: not known. */
double figure_value(const struct figure *f);
double figure_error(const struct figure *f);

/* For mem_sort(): by group, then by name. */
int figure_order(const void *a, const void *b);

#endif
