/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects_notes.h: what the tables of objects have in common: when a report shows them, and their notes about objects
 * whose life is not known to its end.
 */
#ifndef OBJECTS_NOTES_H
#define OBJECTS_NOTES_H

#include "base/table.h"
#include "model/analysis.h"

/* Whether the run recorded objects. */
bool objects_apply(const struct view *v);

/* Writes notes: of how many objects the death may be missing, and how many deaths were left out. Before the first
 * row. */
void objects_note(struct analysis *analysis, struct table *t);

#endif
