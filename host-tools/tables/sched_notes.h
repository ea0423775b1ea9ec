/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sched_notes.h: what the tables of threads and processors have in common.
 */
#ifndef SCHED_NOTES_H
#define SCHED_NOTES_H

#include "base/table.h"
#include "model/analysis.h"

/* Writes a remark for each contradiction in who ran where. Before the first row. */
void sched_note(struct analysis *analysis, struct table *t);

/* The length of what is looked at, in cycles, of one processor. `sched`: switches were recorded. */
uint64_t sched_span(const struct view *v, bool sched);

/* Whether the run recorded thread switches on several processors. */
bool sched_on_several(const struct view *v);

#endif
