/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * counters.h: what the two performance counters counted from one reading to the next, and whose it is (the data of
 * the JX paper's figure 13). The values are the target's own, or, where it could only mark its readings, a model's
 * (series.h).
 *
 * What always holds: a span is one thread's, for the counters are read whenever another thread gets the processor;
 * where readings are missing there is no span. Each processor has counters of its own, whose readings are numbered and
 * added up by themselves. A model's are those of one processor. Of a model's values, the instructions between two readings are the
 * cycles between them, unless the idle thread ran, which halts; by the host's clock there are as many values as
 * readings. Series that contradict that are another run's.
 */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dump/series.h"
#include "view.h"

#define COUNTERS_UNKNOWN UINT64_MAX /* instructions that were not counted */

struct counters_span {
  uint64_t start, end;      /* TSC of the two readings */
  uint32_t thread;          /* index in the view */
  uint32_t cpu;
  uint64_t instructions;    /* or COUNTERS_UNKNOWN */
  uint64_t value[2];
};

struct counters {
  struct view *view;
  struct series *series;   /* a model's values; NULL: none were given */
  char *name[2];           /* as the target says; NULL: not asked for yet */
};

/* The counters of a view, which must outlive them. analysis.h makes them once. */
struct counters *counters_new(struct view *v);

/* Frees the counters, and a model's values that were given to them. `c` may be NULL. */
void counters_free(struct counters *c);

/* Takes a span. `ctx` is what the caller of counters_walk() gave. */
typedef void counters_fn(void *ctx, const struct counters_span *s);

/* Calls `take` with each span of the whole run, those of a processor by time, all by their end; spans of threads that are not wanted among them. There are none
 * where the counters are a model's and its values are not there. */
void counters_walk(struct counters *c, counters_fn *take, void *ctx);

/* What a counter, 0 or 1, counts; good as long as the counters are. */
const char *counters_name(struct counters *c, uint32_t counter);

/* Gives the counters a model's values, which they take over, from the file `path`. Returns false, having said why, when
 * they are not this run's. */
bool counters_take(struct counters *c, struct series *s, const char *path);

/* Whether the counters are a model's whose values were not given. */
bool counters_lacking(const struct counters *c);

#endif
