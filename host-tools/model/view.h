/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * view.h: a dump as the user wants to see it: times from the start of profiling, names instead of numbers and
 * addresses, and the choice of thread and time range. Every analysis takes its input through here; what the analyses
 * find is analysis.h's.
 *
 * What always holds: thread names are unique (a second "worker" is "worker#7"); every thread number that a record
 * mentions has a thread here, even when its THREAD record was lost; function numbers are dense, from 0. What is kept
 * here of the dump's names and threads counts as read (dump_note_read()) by each caller that is given it; names and the
 * frequency, which every table needs, count as read by all (VIEW_RESTS_ON).
 */
#ifndef VIEW_H
#define VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stats.h"
#include "dump/dump.h"
#include "dump/symbols.h"

struct view_thread {
  uint32_t id;                     /* in the dump; 0 stands for all that the target's thread table had no room for */
  uint32_t flags;                  /* WIRE_THREAD_... */
  const struct wire_thread *rec;   /* for view_thread_figures() */
  uint32_t by;                     /* number of the thread that has made it; 0: not known */
  char *name;
  uint32_t root;                   /* function that stands for the root of its call tree */
  bool wanted;                     /* within the user's choice */
};

struct view_function {
  uint64_t address;    /* first instruction where that is known, else as it was met */
  char *name;          /* method, symbol, 0x..., [thread] or (other) */
  char *where;         /* file:line; NULL until asked for, see view_where() */
  bool known;          /* it has a symbol */
};

#define VIEW_NEAR_THREADS 256

#define VIEW_RESTS_ON (DUMP_KIND(WIRE_META) | DUMP_KIND(WIRE_NAME))

struct interval;
struct program;
struct processors;
struct timeline_marks;

struct view {
  const struct dump *dump;
  struct symbols *symbols;     /* NULL: addresses are shown; the view's */
  uint64_t hz, start, stop;    /* TSC: frequency, and when profiling was started and stopped: by the first and the last
                                  record where the dump does not say */
  struct stats_clock clock;    /* of `hz` */
  bool times_known;            /* it says so, or there is a record with a time */
  const char *thread_filter;   /* NULL: all */
  bool estimated;              /* as in struct view_options; view_choose() leaves it */
  bool windowed;               /* only `from`..`to` is wanted */
  int64_t from, to;            /* nanoseconds since start, inclusive */
  uint64_t from_tsc, to_tsc;   /* the first and the last TSC value that lie there; of an empty window the first is the
                                  greater one */
  struct interval *interval;   /* of which call trees are (interval.h), with its edges as the window; NULL: they are of
                                  the whole run */
  struct view_thread *threads;
  size_t thread_count, thread_room; /* for view_thread_count() */
  struct map thread_of_id;
  uint32_t near_threads[VIEW_NEAR_THREADS]; /* by number: index + 1, or 0; looked at first, for each record has one */
  struct view_function *functions;
  size_t function_count, function_room;
  struct map function_of_address, function_of_start;
  uint32_t other;              /* function that stands for calls without a node */
  uint32_t probes;             /* function that stands for the profiler's probes */
  char **events;               /* names by EVENT NAME row order */
  size_t event_count, event_room;
  struct map event_of_id;
  struct program *program;     /* names of methods, sites and classes: program.h */
  struct timeline_marks *marks; /* what timeline_walk.c keeps of the run, from window to window; NULL: nothing yet */
  void (*free_marks)(struct timeline_marks *);
  struct processors *processors; /* what the dump says of them: processors.h */
};

/* What the user chose. Times in microseconds since start. */
struct view_options {
  const char *thread;          /* name or number; NULL: all */
  bool windowed;
  double from_us, to_us;
  bool interval;               /* instead of these: the time between two snapshots, and the call trees of that time */
  size_t from_snapshot, to_snapshot; /* of it: numbers, INTERVAL_START, INTERVAL_END (interval.h) */
  uint64_t tsc_hz;             /* for a dump whose first frame is lost; 0: none given */
  bool estimated;              /* ages are those that collections tell, also where exact lives are known */
};

/* A view of `dump`, which must outlive it; takes over `symbols` (may be NULL). NULL: the dump or the choice do not
 * allow one, and the reason has been said. */
struct view *view_new(const struct dump *dump, struct symbols *symbols, const struct view_options *options);
void view_free(struct view *v);

/* Chooses another thread and another time; `tsc_hz` counts no more. What was made of the view for the choice before is
 * then to be made anew (analysis_choose()). Returns false where there is no such thread or interval, which has been said,
 * and the choice stays as it was. */
bool view_choose(struct view *v, const struct view_options *options);

/* Nanoseconds since start of a TSC value; may be negative. */
static inline int64_t view_ns(const struct view *v, uint64_t tsc)
{
  return tsc < v->start ? stats_clock_ns(&v->clock, v->start - tsc, true)
                        : stats_clock_ns(&v->clock, tsc - v->start, false);
}

/* Nanoseconds of so many cycles. */
static inline int64_t view_span_ns(const struct view *v, int64_t cycles)
{
  return cycles < 0 ? stats_clock_ns(&v->clock, -(uint64_t)cycles, true)
                    : stats_clock_ns(&v->clock, (uint64_t)cycles, false);
}

/* Whether a TSC value lies in the time that the user wants. */
static inline bool view_in_window(const struct view *v, uint64_t tsc)
{
  return !v->windowed || (tsc >= v->from_tsc && tsc <= v->to_tsc);
}

/* Whether the call trees that the view has are of the time that the user wants: of a window that is no interval between
 * snapshots they are not, since they are sums of the whole run. */
static inline bool view_trees_fit(const struct view *v)
{
  return !v->windowed || v->interval;
}

/* Whether the call tree of a thread (index into `threads`) has that time in it: it may be of an earlier moment than
 * other records are (dump_trees_are_early()), or of an interval. */
bool view_in_tree(const struct view *v, uint32_t thread, uint64_t tsc);

/* TSC values between which all lie that are in the window. */
void view_window(const struct view *v, uint64_t *from, uint64_t *to);

/* What is known of threads without their figures. */
#define VIEW_WHO_IS_WHO (DUMP_KIND(WIRE_THREAD) | DUMP_KIND(WIRE_ROLE) | DUMP_KIND(WIRE_NAME))

/* Index into `threads` of a thread number. It is good for as long as the view; a pointer into the array is not. */
uint32_t view_thread_searched(struct view *v, uint32_t id);
static inline uint32_t view_thread(struct view *v, uint32_t id)
{
  dump_note_read(v->dump, VIEW_WHO_IS_WHO);
  return id < VIEW_NEAR_THREADS && v->near_threads[id] ? v->near_threads[id] - 1 : view_thread_searched(v, id);
}

/* The thread of a thread number, until another number is asked for. `threads[view_thread(v, id)]` would be wrong: a
 * compiler may read the array's place before the call that moves the array. */
static inline const struct view_thread *view_thread_of(struct view *v, uint32_t id)
{
  const uint32_t thread = view_thread(v, id);
  return &v->threads[thread];
}

/* How many `threads` there are, for a walk through all of them. */
uint32_t view_thread_count(const struct view *v);

/* The figures of a thread (index into `threads`); NULL: its THREAD record was lost. They may be of an earlier moment than
 * other records are (dump_trees_are_early()). */
const struct wire_thread *view_thread_figures(const struct view *v, uint32_t thread);

/* The word for what a thread is, of its flags: its group. Behind a thread's own end, or before that is told, too. */
const char *view_thread_group(uint32_t flags);

/* How many processors the target has: 1 or more. */
uint32_t view_processors(const struct view *v);

/* Number of the function at an address. `is_return`: the address is a return address, so the call is right before it.
 * */
uint32_t view_function(struct view *v, uint64_t address, bool is_return);

/* Whether a thread (index into `threads`) stands for the time that samples took, which table `cost` has. */
bool view_is_sampler(const struct view *v, uint32_t thread);

/* The name of a function, by its number. */
const char *view_function_name(const struct view *v, uint32_t function);

/* Where a function is declared, `file:line`; "-" where that is not known. */
const char *view_where(struct view *v, uint32_t function);

/* Name of an event number; lives as long as the view. */
const char *view_event(struct view *v, uint32_t event);

#endif
