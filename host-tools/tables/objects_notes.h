/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects_notes.h: what the tables of objects have in common: the records they rest on, when a report shows them, and
 * what they say of lives that are not known to their end.
 */
#ifndef OBJECTS_NOTES_H
#define OBJECTS_NOTES_H

#include "base/table.h"
#include "model/analysis.h"

#define OBJECTS_REST_ON (DUMP_KIND(WIRE_BIRTH) | DUMP_KIND(WIRE_DEATH) | DUMP_KIND(WIRE_COLLECTION))

/* Whether the run was to record objects. */
bool objects_apply(const struct view *v);

/* Says of how many objects the fate is unknown, and how many deaths were left out. Before the first row. */
void objects_note(struct analysis *analysis, struct table *t);

#endif
