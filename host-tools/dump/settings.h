/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * settings.h: what was switched while the target ran: when records of a kind were not made, because the user had
 * said so, and with which rate samples were taken. Such records are not lost, but a table that rests on them shows
 * less than what happened.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "dump.h"
#include "period.h"
#include "reason.h"

/* The next stretch of time in which no records of `mode` (one WIRE_MODE_ bit) were made. `*next`, at first 0, is where
 * the search stands. The last one is open where it is not known when the run ended. False: there are no more. */
bool settings_pause(const struct dump *d, enum wire_mode mode, size_t *next, struct period *pause);

/* Whether there was such a stretch between `from` and `to`, the times (TSC) of two records of a log of `mode` that
 * follow each other; where there was none, *clear is at most the time at which the next one begins. Cost: a binary
 * search, and a step for each SETTING record up to there. */
bool settings_paused(const struct dump *d, enum wire_mode mode, uint64_t from, uint64_t to, uint64_t *clear);

/* Calls `say` for each thing that a table that rests on `read`, a set of what was read (dump_swap_reads()), lacks or
 * shows otherwise, since the target was switched while it ran. */
void settings_explain(const struct dump *d, dump_kinds read, reason_say *say, void *ctx);

#endif
