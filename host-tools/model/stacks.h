/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stacks.h: the call stacks of samples as functions, and the paths that they share: what all tables, and all exports, of
 * samples rest on.
 *
 * What a sample met in the profiler's probes is one function, `(probes)`, whatever it had called; the program's functions
 * are those outside. The stacks of a crash are as they were.
 */
#ifndef STACKS_H
#define STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "view.h"

/* Takes a sample and its call stack, `s->depth` addresses, the innermost first. */
typedef void stacks_fn(void *ctx, struct view *v, const struct wire_sample *s, const struct wire_stack *stack);

/* Calls `take` with `ctx` for each stack that the view wants, in the order of the dump: of samples, or of the crash. Of
 * samples those in the view's window; a sample without an address is not told. */
void stacks_each(struct view *v, bool crash, stacks_fn *take, void *ctx);

/* Whether a sample is the probes', and no function's. */
bool stacks_met_probes(const struct view *v, const struct wire_sample *s, const struct wire_stack *stack);

/* The place in a stack of the innermost function of the program; s->depth where there is none. */
unsigned stacks_first(const struct view *v, const struct wire_sample *s, const struct wire_stack *stack);

/* ---- paths ---- */

#define STACKS_NO_PATH UINT32_MAX

/* A path of functions from the outermost in: a node of a tree whose roots are the threads. */
struct stacks_path {
  uint32_t parent;    /* row, or STACKS_NO_PATH for a thread */
  uint32_t function;  /* of the view; of a thread its index there */
  uint32_t depth;     /* functions up to here; 0 for a thread */
  uint64_t samples;   /* that end here */
};

/* All zeros: there are none. A path stands behind its parent. */
struct stacks_paths {
  struct map of;          /* parent's row << 32 | function -> row */
  struct map of_thread;
  struct stacks_path *rows;
  size_t count, room;
};

/* Counts a sample, and returns the row of its path. Cost: a search for each address of the stack. */
uint32_t stacks_count(struct stacks_paths *p, struct view *v, const struct wire_sample *s,
                      const struct wire_stack *stack);

/* stacks_count() as a stacks_fn; `paths` is a struct stacks_paths. */
void stacks_count_each(void *paths, struct view *v, const struct wire_sample *s, const struct wire_stack *stack);

/* The names of a path joined by `;`, and in *thread its root's thread. New memory, for mem_free(). */
char *stacks_text(const struct view *v, const struct stacks_paths *p, uint32_t row, uint32_t *thread);

/* Frees what the paths hold. */
void stacks_free(struct stacks_paths *p);

#endif
