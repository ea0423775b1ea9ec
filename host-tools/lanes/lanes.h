/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lanes.h: all of a run on one time line: a lane (lane.h) for each thread, processor, event name, counter and so on, and
 * what stands at a place of it. Lanes are of the whole run, whatever window and thread the view has.
 *
 * Which lanes there are, and what their numbers mean, says groups.h. A group is made when it is asked for first, by one
 * walk through its records.
 */
#ifndef LANES_H
#define LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "groups.h"

/* The lanes of an analysis, which must outlive them. The caller frees them with lanes_free(). */
struct lanes *lanes_new(struct analysis *a);
void lanes_free(struct lanes *l);

/* The lanes of a group, *count of them, good as long as `l`. They end early where records cannot be read again. */
const struct lanes_lane *lanes_of(struct lanes *l, enum lanes_group group, size_t *count);

/* What stands at a place. */
struct lanes_record {
  struct lane_entry entry;
  bool ends;                 /* there is an entry behind it, at `end` */
  int64_t end;
  uint32_t thread;           /* index of the view: that logged the event, that was sampled; LANES_NONE: of no thread */
  uint32_t cpu;              /* of an event or a sample: the processor */
  uint64_t arg;              /* of an event */
};

/* What entry number `i` of a lane is, which is below the lane's `count`. Returns false where its record cannot be read
 * again. Cost: of an event two blocks of records, else a search. */
bool lanes_record(struct lanes *l, const struct lanes_lane *lane, size_t i, struct lanes_record *record);

/* The functions of the call stack of entry `i` of a LANES_SAMPLE, the innermost first, at most `room` of them, as numbers
 * of the view. Returns how many. */
size_t lanes_stack(struct lanes *l, const struct lanes_lane *lane, size_t i, uint32_t *functions, size_t room);

#endif
