/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * binned.h: the tables with a row for each record, binned: rows that fall into the same stretch of time, are alike in
 * all but time and stand so close that a chart cannot show them apart are one row with their number. For charts of
 * millions of records: TABLES.md, "Binned tables".
 */
#ifndef BINNED_H
#define BINNED_H

#include "tables.h"

/* Into how many stretches of equal length [from, to] is cut; what is before and behind goes into one more each.
 * Tables that have no more than `above` rows stay as they are. */
struct binned { unsigned bins; double from_us, to_us; uint64_t above; };

#define BINNED_MOST  65536    /* bins */
#define BINNED_ABOVE 1000000  /* rows that gnuplot and awk take in a second or two */

/* The binned form of a table, or the table itself. */
const struct tables_def *binned_form(const struct tables_def *def, const struct view *v, const struct binned *b);

#endif
