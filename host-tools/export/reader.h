/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reader.h: hands an exporter the records of a run that the user's choice wants, in the units of the tables:
 * nanoseconds since the start of profiling, threads and events by their index and name in the view.
 *
 * What always holds: no time is below 0 (what is from before the start of profiling is left out and counted in
 * `export.unplaced`); an end is not before its beginning; what is told is what the tables of that name show.
 */
#ifndef READER_H
#define READER_H

#include "export.h"
#include "model/calltree.h"
#include "model/lost.h"

/* Table `activity`: a thread ran on a processor. */
struct reader_stretch { int64_t start, end; uint32_t thread, cpu, why; /* enum wire_why, or 0: it is cut here */ };

/* Table `wakes`. `runs`: the thread that was woken ran already. */
struct reader_wake { int64_t time; uint32_t by, woken, cpu; bool runs; };

/* Table `events`. */
struct reader_event { int64_t time; uint32_t thread, event, cpu; uint64_t arg; };

/* Table `lockwaits`; `holder`, which had the lock last, is READER_NONE where it is not known, and `released`, when it
 * let go, READER_NEVER. `lock` lives as long as the call. */
#define READER_NONE  UINT32_MAX
#define READER_NEVER (-1)
struct reader_wait { int64_t start, end, released; uint32_t thread, holder, cpu, flags; const char *lock; };

/* Table `calls`, but for those whose times are not known; `time` is the corrected time. */
struct reader_call { int64_t start, end, time; uint32_t thread, function; bool open, unwound; };

/* Table `counterseries`; `value` has both counters, then instructions, COUNTERS_UNKNOWN where these were not counted.
 * */
struct reader_span { int64_t start, end; uint32_t thread, cpu; uint64_t value[3]; };

/* Table `collections`. */
struct reader_collection { int64_t start, end; const struct wire_collection *record; };

/* Table `heap`. */
struct reader_heap { int64_t time; uint64_t used, heap; bool heap_known; };

/* Tables `samples` and `stacks`: a sample with its call stack, for the functions of model/stacks.h. */
struct reader_sample {
  int64_t time;
  uint32_t thread, cpu;
  const struct wire_sample *record;
  const struct wire_stack *stack;
};

/* Tables `methods` and `tree`: a node of a call tree. Its own time is in whole nanoseconds, so rounded that those of a
 * function add up to what `methods` says. `path` are the functions from it out to the root of its thread,
 * READER_DEEPEST of them at most. */
struct reader_node {
  const struct calltree_node *node;
  int64_t excl, raw_excl;
  const uint32_t *path;
  size_t depth;             /* functions in `path`: 1 or more */
};

#define READER_DEEPEST 1000

/* Table `lost`; and one more, of reason `missed`, from the beginning of the run to its end: samples that were asked for
 * and not taken, of which the target tells the number alone. */
struct reader_lost { int64_t from, to; const struct lost_stretch *row; };

/* What an exporter takes; NULL: nothing of that. */
struct reader_ops {
  void (*stretch)(void *ctx, const struct reader_stretch *s); /* when it is over; of a processor by time */
  void (*wake)(void *ctx, const struct reader_wake *w);       /* by time, among the stretches that end */
  void (*forgot)(void *ctx, int64_t time);                    /* it is not known from here on what any thread does */
  void (*event)(void *ctx, const struct reader_event *e);     /* by time */
  void (*wait)(void *ctx, const struct reader_wait *w);       /* by their ends */
  void (*call)(void *ctx, const struct reader_call *c);       /* it begins: those of a thread nest (call_order.h) */
  void (*returned)(void *ctx, const struct reader_call *c);   /* it ends; NULL: calls take less */
  void (*span)(void *ctx, const struct reader_span *s);       /* by their ends */
  void (*collection)(void *ctx, const struct reader_collection *c); /* by number */
  void (*heap)(void *ctx, const struct reader_heap *h);       /* by time */
  void (*sample)(void *ctx, const struct reader_sample *s);   /* in the order of the dump */
  void (*node)(void *ctx, const struct reader_node *n);       /* depth first; none where --from or --to cut the run */
  void (*lost)(void *ctx, const struct reader_lost *l);       /* by time */
};

/* Goes through the run and calls `ops` with `ctx`, kind by kind in the order above; stretches and wakes in one walk. */
void reader_walk(struct export *e, const struct reader_ops *ops, void *ctx);

/* Names of the three values of a span; of instructions "instructions". Lives as long as the analysis. */
const char *reader_span_name(struct export *e, unsigned value);

/* Numbers that stand for the program, and for all threads that the target's table had no room for (0 in a dump): other
 * programs take 0 for an idle thread. */
#define READER_PROCESS  0x7fffffffu
#define READER_UNLISTED 0x7ffffffeu

/* The number by which other programs know a thread (index in the view): its number in the dump but for thread 0. No two
 * threads share one. */
uint32_t reader_tid(const struct export *e, uint32_t thread);

#endif
