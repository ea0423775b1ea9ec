/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moments.h: where all threads stood at the moments of a run, put together from MOMENT, STANCE and PATH records.
 *
 * A thread has a STANCE when it stands otherwise than at the moment before. Where a moment, or a STANCE of one, is
 * missing, nothing is known of a thread until its next STANCE: a stand ends there, and the moments at which threads
 * were of which nothing is known are counted.
 */
#ifndef MOMENTS_H
#define MOMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "view.h"

#define MOMENTS_NONE UINT32_MAX

/* A thread stands as it did, from one moment to another. */
struct moments_stand {
  uint32_t first, last;      /* rows of moments, `last` included */
  uint32_t thread, owner;    /* of the view; owner MOMENTS_NONE: there is none */
  uint32_t stack;            /* row of stacks */
  bool lost;                 /* a PATH of it did not arrive: the stack lacks its outer part */
  const struct wire_stance *stance;
};

/* A stack of functions: a node of a tree, of which row 0 is the empty stack. A parent comes before its children. */
struct moments_stack { uint32_t parent, function; };

struct moments {
  struct view *view;
  const struct wire_moment **rows; /* by number */
  size_t count;
  struct moments_stand *stands;    /* by their first moment, then in the order of the dump */
  size_t stand_count, stand_room;
  uint32_t *unknown;               /* by moment: threads of which nothing is known */
  struct moments_stack *stacks;
  size_t stack_count, stack_room;
  struct map stack_of;             /* parent << 32 | function -> row */
  struct map path_of;              /* number of a PATH -> its row in the dump */
  uint32_t *stack_of_path;         /* by that row: the row of its stack; MOMENTS_NONE: not asked for yet */
  bool *path_broken;               /* by that row: an outer PATH is missing */
};

/* Returns what the dump says of moments, whatever the view's choice is; for moments_free(), which takes NULL, too.
 * analysis.h makes it once. */
struct moments *moments_new(struct view *v);
void moments_free(struct moments *m);

/* Returns a sentence without its full stop, new memory, of the moments that the target was asked for and did not take;
 * NULL: it took all of them, or does not tell. */
char *moments_missed_text(const struct moments *m);

/* Returns whether the stack of a stand is known from its innermost to its outermost function. */
bool moments_is_whole(const struct moments_stand *s);

/* Returns the first moment of the view's window and the one behind the last, as rows. */
void moments_window(const struct moments *m, size_t *first, size_t *end);

/* Returns the row of the last moment that is not later than `tsc`; `count` where there is none. */
size_t moments_at(const struct moments *m, uint64_t tsc);

/* Returns the stands at a moment, by thread, *count of them, new memory: those of threads that the view does not want,
 * too, for others may wait for them. */
const struct moments_stand **moments_stands_at(const struct moments *m, size_t row, size_t *count);

/* A walk over the frames of a stand, the innermost first. */
struct moments_walk { const struct moments *m; uint32_t stack, path; uint64_t innermost; };
struct moments_walk moments_walk(const struct moments *m, const struct moments_stand *s);

/* Takes the next frame: its function, a number in the view, and `file:line` of the instruction or of the call that it
 * is in, to `line`, which has `bytes` bytes; "": it is not known. Returns false where there is none left. */
bool moments_frame(struct moments_walk *w, uint32_t *function, char *line, size_t bytes);

/* Returns the functions of a stack, the outermost first, joined by `;`, new memory; "-" of the empty one. */
char *moments_stack_text(const struct moments *m, uint32_t stack);

/* Returns what a stand waits on, new memory: the name of a lock, or its address; of a thread that waits for another
 * one's end that one's name; "-" of nothing. */
char *moments_on_text(const struct moments *m, const struct moments_stand *s);

/* Return the words for a stance's state and wait, and for why a moment was taken; "?" of one that is not known here,
 * "-" of none. */
const char *moments_state(const struct wire_stance *s);
const char *moments_wait(const struct wire_stance *s);
const char *moments_why(const struct wire_moment *m);

/* Writes for each of `count` stands of a moment the number of the deadlock that it is in, and of the one behind which
 * it waits, else 0, to `cycle` and `behind`. A wait that ends by itself is in no deadlock. Returns how many there
 * are. */
uint32_t moments_deadlocks(const struct moments_stand *const *stands, size_t count, uint32_t *cycle, uint32_t *behind);

#endif
