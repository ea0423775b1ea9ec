/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * turn_rows.h: what turns and bursts share: whether this build has them, and the rows (struct wire_turn) that both
 * keep, and when they come. turns.c holds the rows: as many as it has room for, and more where they are handed out
 * meanwhile, as a stream's are.
 */
#ifndef PROF_TURN_ROWS_H
#define PROF_TURN_ROWS_H

#include "prof.h"

#if defined(PROF_PORT_PATCH) && defined(__x86_64__)
#define PROF_TURNS 1

/* Returns a random number from half of `mean` to one and a half of it. Interrupts off. */
uint64_t prof_turn_draw(uint64_t mean);

/* Keeps a row, of which prof_turns_collect() hands out a copy; one that finds no room is counted as refused.
 * Interrupts off. */
void prof_turn_keep(struct wire_turn row);

/* Returns whether there is room for another row. */
bool prof_turn_keeps(void);

#define PROF_TURNS_WHOLE 1000u  /* config.turns, config.bursts: thousandths */
#endif

#endif
