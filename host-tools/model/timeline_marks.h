/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline_marks.h: where a walk through the SCHED records stands (timeline.h), and places in the run at which that was
 * noted, so that a walk through a window begins at the last place before it. For the files timeline*.c.
 *
 * A place lies between two records of different times. Places depend on the run alone, not on what the user has chosen;
 * the view keeps them.
 */
#ifndef TIMELINE_MARKS_H
#define TIMELINE_MARKS_H

#include "dump/gaps.h"
#include "timeline.h"

enum state { STATE_BLOCKED, STATE_RUNNABLE, STATE_ON };

struct walk_thread {
  enum state state;
  uint64_t since;
  uint32_t on;           /* the processor it runs on, or would if it were not interrupted; TIMELINE_NONE: none */
  uint32_t last;         /* the one it ran on last; TIMELINE_NONE: not known */
  uint64_t left;         /* when it stopped there */
  uint32_t from;         /* RUNNABLE: the processor on which it was woken, or which it lost */
  bool woken;            /* it was blocked since it ran */
  bool met;              /* it was told that there are records of it */
};

struct lane {
  uint32_t thread;       /* that runs on the processor, or TIMELINE_NONE */
  uint32_t displaced;    /* the one that ran before a thread of the profiler took the processor, or TIMELINE_NONE */
  uint64_t since;        /* from when on */
  bool goes_on;          /* `since` is a cut */
  bool shared;           /* `thread` runs on another processor, too: on `other`, from `shared_since` on */
  uint32_t other;
  uint64_t shared_since;
  uint64_t shared_until; /* when it stopped there; 0: it has not yet */
  uint64_t begun;        /* when it began here, also where `since` is a cut */
  uint64_t left;         /* records of it to come, where `counted` */
  bool met;              /* it was told that there are records of it */
};

/* Where the walk through the records stands. */
struct walk {
  struct view *view;
  const struct timeline_ops *ops;
  void *ctx;
  struct timeline_place *conflicts; /* NULL: they have been counted */
  struct walk_thread *threads;
  size_t thread_count, thread_room;
  struct lane *lanes;    /* by processor */
  size_t lane_count, lane_room;
  uint32_t sharings;     /* lanes that are `shared` */
  uint32_t idle, own;    /* processors on which an idle thread runs, and one of the profiler's */
  uint64_t in_the_way;   /* since when the latter keep others from running, where is_in_the_way() */
  uint64_t next_cut;
  struct gaps_walk lost; /* among what is missing */
  struct timeline_marks *marks; /* to be filled in; NULL: none */
  bool counted;          /* the dump's end is missing: each lane ends with its last record */
};

/* Records from one place to the next, about. Tests change it. */
extern unsigned timeline_marks_records;

/* A place in the run. */
struct timeline_mark {
  uint64_t tsc;              /* all records up to then have been taken; of the first place: none */
  struct walk walk;          /* with memory of its own; no view, no ops */
};

struct timeline_marks {
  struct timeline_mark *all; /* the first is where the run begins */
  size_t count, room;
  bool *met, *met_cpus;      /* which threads (index in the view) and processors have records */
  size_t met_room, met_cpu_room;
  uint32_t any;              /* one of those threads; TIMELINE_NONE: there is none */
  uint64_t records;          /* since the last place */
  struct timeline_place conflicts[TIMELINE_CONFLICTS];
  dump_kinds rests_on;       /* what was read to find them */
};

/* Notes that a record mentions these threads, and a switch this processor (TIMELINE_NONE: none). */
void timeline_marks_meet(struct timeline_marks *m, uint32_t from, uint32_t to, uint32_t cpu);

/* Tells `ops` of all threads and processors that have records. */
void timeline_marks_tell(const struct timeline_marks *m, const struct timeline_ops *ops, void *ctx);

/* Notes a place where it is time for one: a walk has taken all records up to `tsc`, and the next one is behind that. */
void timeline_marks_note(struct timeline_marks *m, const struct walk *w, uint64_t tsc);

/* The last place before `tsc`, or the first. */
size_t timeline_marks_before(const struct timeline_marks *m, uint64_t tsc);

/* Puts a walk where it stood at a place. */
void timeline_marks_restore(const struct timeline_marks *m, size_t i, struct walk *w);

/* Frees the places. */
void timeline_marks_free(struct timeline_marks *m);

#endif
