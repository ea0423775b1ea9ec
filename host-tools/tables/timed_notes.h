/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timed_notes.h: what the tables of method timing say of functions that were not timed, or not all the time.
 */
#ifndef TIMED_NOTES_H
#define TIMED_NOTES_H

#include "model/calltree.h"
#include "base/table.h"

/* Notes: how many functions were timed, when not all; which were switched on or off at run time; which the throttle
 * switched off; which methods are too short to have probes. */
void timed_notes(struct view *v, struct table *t, const struct calltree *tree);

/* A note that names the functions that were timed for a part of the run only, where a table counts them for their
 * callers. */
void timed_notes_left_out(struct view *v, struct table *t, const struct calltree *tree);

/* For how much of the run a function with nodes of these flags was timed: all, part or throttled. */
const char *timed_when(uint32_t flags);

#endif
