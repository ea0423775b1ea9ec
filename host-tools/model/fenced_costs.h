/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fenced_costs.h: what fenced probes cost in each of a run's turns (TURN records).
 *
 * That cost changes while a run lasts, where another program runs on the same core, as it may on a virtual machine's
 * host: 72 to 74 cycles at one time, 80 to 104 at another (bench-peers, Emerald Rapids, a machine that did nothing
 * else). So the target measures it right before each turn, and what calls took in a turn is corrected with the cost
 * of that turn: a leaf of 40.1 ns had 39.8 to 42.3 in 16 runs; by the turns that met the most common cost it had 35.6
 * to 44.5.
 *
 * Each chain of instructions that the target measures on has a cost of its own. One of them, the reference, is measured
 * before all turns, and right after it another one; their difference hardly changes, and most turns tell it. (Older
 * targets measure on one chain before a turn, in turn, and the reference is the first of these.)
 */
#ifndef FENCED_COSTS_H
#define FENCED_COSTS_H

#include <stddef.h>

#include "dump/dump.h"

#define FENCED_CHAINS_MOST 8 /* rows of chains with higher numbers are left out */

/* All but the counts in cycles of a call. */
struct fenced_costs {
  uint32_t reference; /* the chain that was measured most often */
  double level;   /* the middle cost of all turns, on the reference */
  double spread;  /* the narrowest stretch that holds half of the turns' costs; 0 where these are few */
  struct fenced_chain {
    double above; /* what it costs more than the reference */
    double body;  /* what a call of it takes without probes */
    size_t count; /* how often it was measured */
  } chain[FENCED_CHAINS_MOST];
};

/* Returns for each of `count` rows, in the order in which they were made, by how much fenced probes cost more in its
 * turn than `level` says, for mem_free(). Where no cost was measured right before a turn, or one that is off by more
 * than half, as where the processor was taken away meanwhile, it is that of the turn before. 0 of rows that belong to
 * no turn with fenced probes, and of all where costs are few. */
double *fenced_shifts(const struct wire_turn *rows, size_t count, struct fenced_costs *costs);

/* Puts `n` numbers in order and finds the narrowest stretch that holds one part of `parts` of them, at least two.
 * Returns its middle one, and in *width how wide it is; of no numbers 0. */
double narrowest_part(double *v, size_t n, size_t parts, double *width);

#endif
