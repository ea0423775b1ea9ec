/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an.h: shorthands that the analyses (an_*.c) share: cells from cycles and shares, and columns with their cells.
 */
#ifndef AN_H
#define AN_H

#include "base/stats.h"
#include "tables.h"

/* A time in cycles as a cell. */
static inline void an_cycles(const struct view *v, struct table *t, __int128 cycles)
{
  table_us(t, stats_ns(cycles, v->hz));
}

/* A time in cycles that is no whole number of them, as a cell. */
static inline void an_cycles_real(const struct view *v, struct table *t, double cycles)
{
  table_us(t, stats_ns_real(cycles, v->hz));
}

/* A share of a whole as a cell; "-" of nothing. */
static inline void an_share(struct table *t, __int128 part, __int128 whole)
{
  if (whole)
    table_pct(t, 100 * (double)part / (double)whole);
  else
    table_none(t);
}

/* A table with many columns is one list of them, which makes both the columns and the cells of a row, so that the two
 * cannot stand in different orders:
 *
 *   #define PAIR(C) \
 *     C(caller, TEXT,  table_text(t, name)) \
 *     C(calls,  COUNT, AN_OR_NONE(known, table_natural(t, calls)))
 *   static void pair_row(struct table *t, ...) { PAIR(AN_CELL) }
 *   static const struct table_column pair_columns[] = { PAIR(AN_COLUMN) };
 *
 * C(name, type without TABLE_, the statement that writes one cell of the table `t`). */
#define AN_COLUMN(name, type, cell) { #name, TABLE_##type },
#define AN_CELL(name, type, cell)   cell;

/* A cell that is "-" where the value is not known; `cell` is then not evaluated. */
#define AN_OR_NONE(known, cell) ((known) ? (cell) : table_none(t))

#endif
