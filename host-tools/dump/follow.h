/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * follow.h: a dump that is still being received, read while it grows.
 *
 * `hostdump -o run.jxp` writes run.jxp.part and gives it its name at the end; following run.jxp means that file while
 * it is there. A capture of the raw stream that another program writes can be followed as well. The dump has ended when
 * its end frame has come, or when the .part file got its name without one.
 */
#ifndef FOLLOW_H
#define FOLLOW_H

#include "dump.h"

enum follow_result {
  FOLLOW_MORE,   /* something new has come */
  FOLLOW_END,    /* nothing will come any more */
  FOLLOW_ERROR,  /* it cannot be read: the reason has been said */
};

struct follow;

/* Opens `path`, or path.part where that is there, for a dump of `kinds` (dump_new()). NULL: the reason has been said.
 */
struct follow *follow_open(const char *path, dump_kinds kinds, uint64_t memory);

/* Reads what has come, and waits where nothing has. Begins `interval_ms` milliseconds after it returned last. */
enum follow_result follow_next(struct follow *f, int interval_ms);

/* The dump with what has come so far; dump_done() has been called on it. It belongs to the follower. */
struct dump *follow_dump(const struct follow *f);

/* Closes the file and frees the dump. `f` may be NULL. */
void follow_close(struct follow *f);

#endif
