/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * offset.h: how far the clocks of two processors are apart, where each processor has a clock of its own
 * (PORTING.md, "Several processors").
 *
 *   static struct prof_handshake h;          zeroed; one for each pair
 *   on processor 0:  struct prof_offset o = prof_offset_measure(&h, clock, rounds);
 *   on the other:    prof_offset_answer(&h, clock, rounds);     at the same time
 *
 * The first processor reads its clock, asks through memory, and reads its clock again when the answer is there: the
 * other's clock was read in between. Each round bounds the offset from both sides, and the narrowest bounds of many
 * rounds hold; no assumption is made of how long either way takes (Cristian, "Probabilistic clock synchronization", 1989,
 * assumes that the two take about as long).
 */
#ifndef PROF_OFFSET_H
#define PROF_OFFSET_H

#include <stdbool.h>
#include <stdint.h>

/* So many rounds in a row that narrow nothing are enough: by the law of records a next one hardly would. Where a host
 * runs both processors in turns, as QEMU does on a busy one, a round takes milliseconds, whatever their number is
 * for. */
#define PROF_OFFSET_CALM 16

/* What passes between the two processors, each on a cache line of its own. */
struct prof_handshake {
  uint64_t asked __attribute__((aligned(64)));    /* rounds that the first has asked for; PROF_HANDSHAKE_OVER: it has
                                                   * enough */
  uint64_t answered __attribute__((aligned(64))); /* rounds that the other has answered */
  uint64_t clock;                                 /* of the other, in that round */
};

struct prof_offset {
  int64_t cycles;    /* what the other's clock lacks to the first's: 0 where 0 is within the bounds, else their middle */
  uint64_t error;    /* that may be wrong by up to so many cycles, either way */
  int64_t low, high; /* the offset lies between these, both included */
  bool steady;       /* false: low > high, for the clocks run at different rates, or one of them jumped */
};

#define PROF_HANDSHAKE_OVER UINT64_MAX

/* Measures the offset of the other processor's clock, in `rounds` rounds at most, at least one; 1000 are plenty. It
 * ends earlier where PROF_OFFSET_CALM rounds in a row have not narrowed the bounds; clocks of two rates always do.
 * Waits for the other processor, which is in prof_offset_answer(). Interrupts off makes it sharper, not more right. */
struct prof_offset prof_offset_measure(struct prof_handshake *h, uint64_t (*clock)(void), uint64_t rounds);

/* Answers prof_offset_measure() with the same `h`, round by round, and returns when that one has enough. */
void prof_offset_answer(struct prof_handshake *h, uint64_t (*clock)(void));

#endif
