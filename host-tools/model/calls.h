/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calls.h: the calls of a run, one by one, as the tree that they are.
 *
 * The calls of a thread have numbers from 0, in the order in which they ended: children come before their caller. So
 * the calls inside a call are the ones right before it, and all that is kept of a call is how many they are: the last
 * child of
 * call i is call i - 1, the child before child k is call k - size(k). What else is known of a call is read from the
 * dump again, some thousand calls at a time; where a run has few calls (calls_kept_most) it is kept.
 *
 *   struct calls *c = calls_new(view, analysis_calltree(a));
 *   calls_size(c, thread, number), calls_read(c, thread, number, &call)
 *
 * What always holds: a call is the child of the innermost call of its thread that had not ended when it began, among
 * those
 * whose records are here. Which that is follows from the thread's own records alone: their order, and which of them had
 * begun. Where records are missing, calls whose caller is missing stand under the next caller outwards that is here:
 * their node then has a parent that is not its caller's node, which calls_is_stray() says.
 *
 * Cost: one pass over the records; four bytes a call, and 40 bytes for each CALLS_PIECE calls; 28 bytes more for each
 * call that is kept. Where records are missing in many places, some bytes for each place until the caller ends.
 */
#ifndef CALLS_H
#define CALLS_H

#include "calltree.h"
#include "dump/cursor.h"

#define CALLS_PIECE 4096          /* calls that are read together */
#define CALLS_NONE  UINT64_MAX

/* CALL records of a run of which calls_new_kept() keeps the calls: 28 MiB of them. Tests change it. */
extern size_t calls_kept_most;

/* What is known of a call. */
struct call {
  uint64_t start, end;            /* TSC */
  int64_t time;                   /* corrected cycles, callees included */
  uint64_t raw, away;             /* cycles by its two time stamps, and those in which its thread was suspended */
  uint32_t node;                  /* index into the call trees' nodes, or CALLTREE_NONE: its NODE is not here */
  uint32_t flags;                 /* WIRE_CALL_OPEN, WIRE_CALL_UNWOUND */
  bool known;                     /* its times are: else a part of them was overwritten */
};

/* Where a piece of a thread's calls begins among the records. */
struct calls_mark {
  uint64_t tsc;                   /* end of its first call */
  uint32_t skip;                  /* calls of the thread before that end then, too */
};

/* Calls that follow each other under one caller that has not ended, with no loss in between. */
struct calls_run { uint64_t first, start; uint32_t parent, depth, epoch; };

/* A number of each call, in pieces. The first piece grows: a thread of few calls then takes little memory. */
struct calls_pieces { uint32_t **all, *next, *end; size_t count, room, piece_room; };

struct calls_thread {
  uint64_t count;
  struct calls_pieces sizes;
  struct calls_pieces rows;       /* where calls are kept: which one of calls.kept it is */
  struct calls_mark *marks;
  size_t piece_count, mark_room;
  struct calls_run *runs;         /* those that no call contains yet */
  size_t run_count, run_room;
  uint64_t last_end;
  uint32_t same_end;              /* calls before that ended at last_end */
};

struct calls {
  struct view *view;
  const struct calltree *tree;
  uint64_t count;
  uint64_t unknown;               /* calls without their times */
  uint64_t nodeless;              /* calls whose NODE is not here: they stand in no thread, and are in `count` alone */
  struct calls_thread *threads;   /* by index in the view */
  size_t thread_count;
  struct calls_node *nodes;       /* by index in the call trees */
  bool keeps;                     /* all calls are kept: */
  struct wire_logged_call *kept;  /* their records; in front of a WIDE one stands its HIGH one, or zeros */
  size_t kept_count, kept_room;
  struct calls_cache *cache;      /* else, of those that were read last */
};

/* The calls of the threads that the view wants, whole: the window does not cut them. */
struct calls *calls_new(struct view *v, const struct calltree *tree);

/* calls_new() for a caller who comes to read calls here and there: where they are few it keeps them. Threads that ran
 * in turns have their calls in the same blocks of the dump, and each thread's reader would go through all of them. */
struct calls *calls_new_kept(struct view *v, const struct calltree *tree);

/* calls_new() that tells of each call meanwhile, by their ends: for a caller who would go through all of them next. The
 * calls inside a call are those from `first` on. */
typedef void calls_take(void *ctx, uint32_t thread, uint64_t number, uint64_t first, const struct call *call);
struct calls *calls_new_telling(struct view *v, const struct calltree *tree, calls_take *take, void *ctx);
void calls_free(struct calls *c);  /* NULL: does nothing */

/* How many calls there are inside call `number` of a thread (index in the view), itself included. */
static inline uint32_t calls_size(const struct calls *c, uint32_t thread, uint64_t number)
{
  return c->threads[thread].sizes.all[number / CALLS_PIECE][number % CALLS_PIECE];
}

/* Reads a call. Returns false where the dump's file cannot be read again (dump_reread_error()). */
bool calls_read(struct calls *c, uint32_t thread, uint64_t number, struct call *call);

/* Of two calls of one thread, of which `number` is inside `root`, or CALLS_NONE for the whole thread: the last child of
 * that, and the child before a child; CALLS_NONE where there is none. */
uint64_t calls_last_child(const struct calls *c, uint32_t thread, uint64_t root);
uint64_t calls_child_before(const struct calls *c, uint32_t thread, uint64_t root, uint64_t child);

/* The calls around a call, outermost first and itself last, *depth of them; for mem_free(). Cost: a step for each
 * sibling behind one of them. */
uint64_t *calls_path(const struct calls *c, uint32_t thread, uint64_t number, size_t *depth);

/* Whether records are missing between a call and the caller under which it stands (CALLTREE_NONE: none). */
bool calls_is_stray(const struct calls *c, uint32_t node, uint32_t caller_node);

/* A walk over all calls by their ends. */
struct calls_walk {
  struct calls *calls;
  struct cursor cursor;
  struct calls_high { uint32_t raw, drift, away, call; } *highs; /* by thread: what came before the record to come */
  uint64_t *numbers;             /* by thread: of its next call */
  uint32_t thread;               /* of the call that came last */
  uint64_t number;               /* its number */
};
struct calls_walk calls_walk_begin(struct calls *c);
bool calls_walk_next(struct calls_walk *w, struct call *call);
void calls_walk_end(struct calls_walk *w);

/* ---- finding ---- */

/* Returns the cycles of so many microseconds, for `over`: where a user or a dump's rate asks for more than there are,
 * as many as there are. */
int64_t calls_over(double us, uint64_t hz);

/* What is looked for: calls of a function, below a call or in the whole run, behind a call. */
struct calls_wanted {
  const uint8_t *functions;      /* by number in the view: 1 where it is one */
  bool breadth;                  /* the nearest to the root comes next, else the one that began next */
  uint32_t thread;               /* below this call; number CALLS_NONE: in all threads */
  uint64_t number;
  uint32_t after_thread;         /* behind this one; number CALLS_NONE: the first one */
  uint64_t after_number;
  int64_t over;                  /* calls that took so many corrected cycles at least; INT64_MIN: any */
  bool (*among)(void *ctx, uint32_t thread, uint64_t number, uint64_t start); /* only of calls for which it is true;
                                  * NULL: of all. `start` is the TSC at which the call began */
  void *ctx;
};

/* Finds the next one. Returns false where there is none. Who asks for the one behind each that is found finds all of
 * them, each once, also where the clock shows one time for several calls. Cost: a pass over the nodes of the records,
 * and over their times where `over` or `among` asks for these; without `breadth` up to the end of the first such call
 * of the first thread that has one. */
bool calls_find(struct calls *c, const struct calls_wanted *wanted, uint32_t *thread, uint64_t *number);

/* The statistics of a function's completed calls, and where a call stands among them: `below` of them were shorter, and
 * `same` as long. Cost: a pass over the records. */
struct calls_rank { uint64_t count, below, same; int64_t least, most; __int128 total; double mean, deviation; };
struct calls_rank calls_rank(struct calls *c, uint32_t function, int64_t time);

#endif
