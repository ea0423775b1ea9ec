/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * conflicts.h: in which points the records of threads and processors contradict each other, in sentences, with the
 * number of such records and the first place.
 */
#ifndef CONFLICTS_H
#define CONFLICTS_H

#include "analysis.h"
#include "dump/reason.h"

/* Calls `say` for each contradiction in what the dump says of its processors, and in who ran where. */
void conflicts_explain(struct analysis *a, reason_say *say, void *ctx);

/* How many records contradict others. */
uint64_t conflicts_count(struct analysis *a);

#endif
