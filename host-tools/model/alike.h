/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * alike.h: which of a run's turns (TURN records) met the processor in one state.
 *
 * What fenced probes cost changes from one tenth of a second to the next where another program runs on the same core,
 * as it may on a virtual machine's host: 72 to 74 cycles at one time, 80 to 98 at another (bench-peers, Emerald Rapids,
 * a machine that did nothing else). A turn that met one state, less what probes cost in another, says nothing. The
 * target measures that cost right before each turn, so the turns that count are those before which it was what it was
 * before most turns.
 */
#ifndef ALIKE_H
#define ALIKE_H

#include <stdbool.h>
#include <stddef.h>

#include "dump/dump.h"

#define ALIKE_ERROR 2.0 /* cycles: costs that differ by no more are of one state: 72 to 74 */

/* Returns for each of `count` rows, in the order in which they were made, whether it counts, for mem_free(): of turns
 * with fenced probes, their costs and their nodes, those of the state in which most of the costs are, as the narrowest
 * stretch that holds a quarter of them says. All rows count where costs are few, or that stretch is wider than
 * 2 * ALIKE_ERROR; rows of other kinds always do. *shift: by how much the middle one of all costs is above, or below,
 * that state's, cycles. */
bool *alike_rows(const struct wire_turn *rows, size_t count, double *shift);

#endif
