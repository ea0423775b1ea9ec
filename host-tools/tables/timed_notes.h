/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timed_notes.h: what the tables of method timing say about functions that were timed for a part of the run, or not at
 * all.
 */
#ifndef TIMED_NOTES_H
#define TIMED_NOTES_H

#include "model/calltree.h"
#include "base/table.h"

/* Writes up to seven notes: that of timed_notes_uncalibrated(); that no call is timed in a run with bursts; how many
 * threads have left their call trees to another one; how many functions were timed, when not all were; which ones were
 * switched on or off at run time; which ones the throttle switched off; which methods are too short to have probes.
 * Before the first row. */
void timed_notes(struct view *v, struct table *t, const struct calltree *tree);

/* Writes a note where interrupts are in a run whose target has not found out what the way into their handlers and out of
 * them costs: that time is in the times of what was interrupted; or has found less than nothing, as profilers did whose
 * host took the processor away meanwhile. Before the first row. */
void timed_notes_uncalibrated(struct view *v, struct table *t, const struct calltree *tree);

/* Writes the note of timed_notes_uncalibrated(), that of bursts, and one that names the functions that were timed for a
 * part of the run only, in a table that counts those functions for their callers. Before the first row. */
void timed_notes_left_out(struct view *v, struct table *t, const struct calltree *tree);

/* Returns for how much of the run a function was timed whose nodes have these flags: "all", "part" or "throttled". */
const char *timed_when(uint32_t flags);

#endif
