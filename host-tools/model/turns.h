/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * turns.h: what calls took in short turns of the run that had fenced probes (TURN records, profiler/probes/turns.h).
 *
 * The mean of a node is over all its calls, not over those that turns happened to see: turns next to each other make a
 * block, the block's calls have their mean (where turns have many calls, the middle one of the turns' means), and the
 * blocks count by how often the node was called while they lasted, which
 * the records tell. So a phase in which the node is called often has its weight though few turns fall into it.
 *
 * Where another program ran on the same core for a part of the run, probes cost another thing there: what calls took in
 * a turn is corrected with the cost that was measured right before it (fenced_costs.h).
 *
 * How sure the mean is comes from the turns themselves: it is made again without each of up to 16 parts of the turns
 * (delete-a-group jackknife; J. Shao, D. Tu, "The Jackknife and Bootstrap", 1995, section 2.3).
 */
#ifndef TURNS_H
#define TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dump/dump.h"

struct turns;

/* What is known of the calls of a node. */
struct turns_mean {
  double cycles;    /* inclusive, for one call, as the plain program takes it */
  double spread;    /* half of the 95 % interval that comes of the differences between turns */
  uint64_t calls;   /* that turns saw */
  uint32_t turns;   /* in which they were; 2 at least */
};

/* What the calibration says. All in cycles. */
struct turns_costs {
  double inner;     /* of fenced probes between their time stamps, around a call that lasts */
  double error;     /* by how much that is wrong of one function or another */
  double floor;     /* what is shown of a function that takes no time */
  double nops;      /* what a call takes longer for each call below it, whose probes are off */
  uint32_t fenced;  /* turns that had fenced probes */
  double spread;    /* the narrowest stretch that holds half of what they cost in the run's turns; 0: not measured */
};

/* The turns of a dump; NULL: it has none that can be used. */
struct turns *turns_new(const struct dump *d);
void turns_free(struct turns *t);  /* NULL: does nothing */

/* Returns the costs that the target has measured. */
struct turns_costs turns_costs(const struct turns *t);

/* Returns whether the calls of node number `node` were seen in two turns or more, and then what is known of them. */
bool turns_mean(const struct turns *t, uint32_t node, struct turns_mean *mean);

/* Returns whether one of `count` turns or bursts, by time, goes on at `tsc`. */
bool turns_one_holds(const struct wire_turn *rows, size_t count, uint64_t tsc);

/* Returns whether at `tsc` no short function had probes, and had none for a while: samples that come right when a turn
 * begins were due before, so they say nothing of the turn. */
bool turns_without_probes(const struct turns *t, uint64_t tsc);

/* Returns how many calls of a node were completed in turns: its callees' calls in them were not counted. */
uint64_t turns_within(const struct turns *t, uint32_t node);

/* Returns how many turns counted calls of one function and had no other probes of short functions, and in *rows
 * these. The function may have had no call. */
size_t turns_counts(const struct turns *t, const struct wire_turn **rows);

/* Returns whether the lengths of these turns are without the time of interrupts' handlers, as in dumps that tell how
 * long the chains of the calibration are. */
bool turns_leave_handlers_out(const struct turns *t);

#endif
