/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * check.h: the oracle: sends a known dump (stream.h) over a bad line (line.h) to the real receiver and loader, and
 * compares what came with what must have come. It knows which frames the line has touched.
 *
 * What must hold of every damaged dump:
 *  - each frame that was not touched is there; what is there is, byte for byte, a frame that was sent;
 *  - the loader holds the records of those frames, all of them, in their order, and no other;
 *  - each gap between two frames that are there is reported once: which frames, how many records of each kind, and a
 *    stretch of time in which all of those were made, and no record of the kind that is there;
 *  - the .jxp file made of it tells the same.
 */
#ifndef CHECK_H
#define CHECK_H

#include "line.h"
#include "stream.h"

struct check_figures {
  uint64_t dumps;
  uint64_t frames, touched, delivered;
  uint64_t edits;
  uint64_t untouched_lost;     /* frames that should have come and did not */
  uint64_t wrong;              /* frames or records that were never sent */
  uint64_t misreported;        /* gaps that are reported wrongly, or not */
};

/* One dump over one line, whose edits are not yet told to anybody. Adds to `f`; returns whether all held, else says on
 * standard error what did not. */
bool check_dump(const struct stream *s, struct line *line, struct check_figures *f);

#endif
