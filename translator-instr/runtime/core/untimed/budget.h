/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * budget.h: after how many bytes of allocation the next collection comes.
 *
 * What a profile says of the ages of objects rests on collections that come at random: collections in step with the
 * program would always find its objects at the same ages. So each budget is drawn, evenly between a half and one and a
 * half of what the heap asks for, and collections are no more than without that. A run that the heap lets collect rarely
 * gets some more, at random too (GC_EXTRA), as long as these take no more than a given share of the run, in which their
 * pauses are measured: at most one while a sixteenth of what was allocated so far is allocated again, so that a run of
 * any length has some dozens and a long run soon has those of its heap alone.
 *
 * Inside of port_stop(), but for budget_begin().
 */
#ifndef BUDGET_H
#define BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct budget_options {
  uint64_t seed;              /* of the numbers that are drawn: with one seed, and one clock, all is repeated */
  uint64_t mean_bytes;        /* between two collections; 0: what budget_for() in budget.c says */
  uint32_t extra_share;       /* thousandths of the run that extra collections may take; 0, or with mean_bytes: none */
  uint64_t (*now)(void);      /* the run's clock, cycles; NULL: there are no extra collections */
};

/* Begins a run. Returns the first budget, bytes. */
uint64_t budget_begin(const struct budget_options *options);

/* The budget is used up but for `left` bytes. Returns whether it is time for an extra collection, in which case the
 * heap does not ask for one. Else *more is 0 where the heap does, or it is the bytes that may be allocated besides
 * `left`, since an extra collection would take too much of the run now. */
bool budget_is_extra(uint64_t left, uint64_t *more);

/* A collection begins, of which `extra` says what budget_is_extra() has said; `left` as there. And it has ended:
 * returns the next budget, where `live_bytes` are alive, `carried` of which are those that were left of the one before:
 * so the moments that are drawn do not depend on the sizes of the objects in front of which collections come. */
void budget_pause(bool extra, uint64_t left);
uint64_t budget_resume(uint64_t live_bytes, uint64_t carried);

#endif
