/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * groups.h: which lanes a run has, in groups, and what their entries mean. Times are cycles since the start of profiling:
 * lanes_at() makes them of TSC values.
 */
#ifndef GROUPS_H
#define GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lane.h"
#include "model/analysis.h"

enum lanes_group {
  LANES_SCHED,         /* threads, by number of the view; then processors */
  LANES_EVENTS,        /* names of events, by number of the target */
  LANES_SAMPLES,       /* samples of each thread that has some */
  LANES_OBJECTS,       /* bytes in use, size of the heap, collections */
  LANES_COUNTERS,      /* both counters of each processor */
  LANES_LOST,          /* kinds of which records were lost */
  LANES_WAITS,         /* threads that have waited for locks */
  LANES_MOMENTS,       /* the moments at which all threads stood still; then the threads that stood somewhere */
  LANES_CALLS,         /* calls of each thread, by their depth; made last, and where they are asked for only */
  LANES_GROUPS
};

/* What a lane shows, and what `number`, `state` and `who` of it are. */
enum lanes_kind {
  LANES_THREAD,        /* a thread, index of the view. STATES: class is enum lanes_state, detail is enum wire_why: why it
                          stopped running. `who`: the processor, while it runs; while it is ready the thread that has
                          woken it (index of the view). Else LANES_NONE */
  LANES_PROCESSOR,     /* a processor. STATES: class 0 nothing known, else enum timeline_doing + 1; `who` is the thread */
  LANES_EVENT,         /* an event, number of the target. MARKS */
  LANES_SAMPLE,        /* samples of a thread, index of the view. WHO: row of the SAMPLE in the dump */
  LANES_USED,          /* VALUES: bytes of all objects that no collection has freed yet */
  LANES_HEAP,          /* VALUES: bytes that the heap has from the system */
  LANES_COLLECTION,    /* STATES: class 1 in a collection, whose index in the lives' `who` is */
  LANES_COUNTER,       /* 2 x processor + counter. VALUES: what it counted a cycle, in units of 2^-32 */
  LANES_LOSS,          /* a kind. STATES: class 1 while records of it were lost; `who`: row of lost_stretches(), the
                          first where several overlap */
  LANES_CALL,          /* calls of a thread that are inside as many others, calls_lanes_number(). STATES: class 1 in a
                          call, of the function `who`; deeper ones are in lanes of their own */
  LANES_WAIT,          /* a thread, index of the view. STATES: class is enum lanes_way, while it waits for a lock; `who`:
                          index in lanes.waits. A wait for several holders is an entry for each of them */
  LANES_MOMENT,        /* STATES: class is enum lanes_instant; `who`, while threads stand still: row of the moment */
  LANES_STAND,         /* a thread, index of the view. STATES: class as of LANES_THREAD, detail is what it waits for
                          (enum wire_wait), from the first moment of a stand to the end of its last one, since nothing
                          is known of the time behind; `who`: row of moments.stands */
};

enum lanes_state { LANES_UNKNOWN, LANES_RUNNING, LANES_READY, LANES_BLOCKED, LANES_INTERRUPTED };

enum lanes_way { LANES_WAITS_NOT, LANES_WAITS_BLOCKED, LANES_WAITS_SPINNING };

/* Between two moments: nothing, or that the dump lacks moments which the target took there, or that the time of some
 * passed there before the target came to them. */
enum lanes_instant { LANES_BETWEEN, LANES_STILL, LANES_LACKS, LANES_MISSED };

#define LANES_NONE UINT32_MAX
#define LANES_RATE 4294967296.0 /* the unit of LANES_COUNTER */

struct lanes_lane {
  enum lanes_kind kind;
  uint32_t number;
  char *name;
  struct lane lane;
};

/* A wait for a lock, or the part of one for which one holder kept it. Times: lanes_at(). */
struct lanes_wait {
  uint64_t object;
  int64_t begun, got;          /* of the whole wait */
  uint32_t lock, flags;        /* as in LOCK */
  uint32_t holder;             /* index of the view; LANES_NONE: not known */
  uint32_t holds;              /* for how many holders the whole wait was */
  bool last;                   /* `holder` had the lock last: of the others it is not known who they were, and when */
};

struct lanes {
  struct analysis *analysis;
  struct { uint32_t row; const struct wire_stack *at; } stack; /* where that sample's begins; NULL: not looked for yet */
  struct { struct calltree *tree; struct calls *all; uint64_t deeper; } calls; /* what LANES_CALLS shows; and how many
                                                                                  calls are too deep for a lane */
  struct { struct lanes_wait *all; size_t count, room; } waits; /* what LANES_WAITS shows */
  struct { bool made; struct lanes_lane *all; size_t count, room; dump_kinds rests_on; } groups[LANES_GROUPS];
};

/* Cycles since start of a TSC value, and the reverse. */
int64_t lanes_at(const struct view *v, uint64_t tsc);
uint64_t lanes_tsc(const struct view *v, int64_t at);

/* Adds a lane without entries to a group, and returns its index there. Takes over `name`. */
size_t groups_add(struct lanes *l, enum lanes_group group, enum lanes_kind kind, enum lane_form form, uint32_t number,
                  char *name);

/* The lane with that index. Good until the next one is added. */
static inline struct lane *groups_at(struct lanes *l, enum lanes_group group, size_t i)
{
  return &l->groups[group].all[i].lane;
}

#endif
