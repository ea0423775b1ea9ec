/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * recur.h: finds in a sequence of symbols the part that follows itself again and again.
 *
 * A stretch in which every symbol is the one `n` places before is made of repetitions of n symbols (a tandem repeat);
 * the same repetitions begun at another of their symbols are the same cycle. Of all cycles of at most RECUR_STEPS
 * symbols the one is found whose whole repetitions the most symbols lie in; of several, the shortest.
 *
 * What is between repetitions ends a stretch, so one source of symbols that come at any moment can hide a cycle of
 * others. Therefore each symbol has a source, and sources are left out, one after the other, as long as this leaves
 * more symbols in the cycle; and each is tried alone. Of many sources the RECUR_SOURCES are tried that have the most
 * symbols. Costs three comparisons for each of five places a symbol (1 + 1/2 + ... + 1/RECUR_STEPS), and two a symbol of
 * those that fit, for each attempt; recur_find() makes about as many attempts as the
 * square of the sources that are tried, at most.
 */
#ifndef RECUR_H
#define RECUR_H

#include <stddef.h>
#include <stdint.h>

#define RECUR_STEPS 64 /* symbols of a cycle: a request to our NFS server logs 7, and 5 more for 8 KB in fragments */

#define RECUR_SOURCES 32 /* threads that log events: our NFS server has 9. A dump may have 100,000 */

/* `parts` pieces of a sequence: no repetition reaches over the end of one. */
struct recur_input {
  const uint32_t *symbols;   /* all pieces, one behind the other */
  const uint32_t *sources;   /* of each symbol; from 0 */
  const size_t *ends;        /* of each piece: the index behind its last symbol */
  size_t parts;
  size_t source_count;
};

struct recur_cycle {
  uint32_t steps[RECUR_STEPS];  /* begun so that it is the least in the order of the symbols */
  size_t count;                 /* 0: nothing recurs */
  size_t covered;               /* symbols that lie in it, where it follows itself */
};

/* Finds the cycle in a sequence; `found->count` is 0 where nothing recurs. */
void recur_find(const struct recur_input *in, struct recur_cycle *found);

#endif
