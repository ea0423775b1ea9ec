/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an.h: shorthands that the analyses (an_*.c) share: cells from cycles and shares.
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

/* A share of a whole as a cell; "-" of nothing. */
static inline void an_share(struct table *t, __int128 part, __int128 whole)
{
  if (whole)
    table_pct(t, 100 * (double)part / (double)whole);
  else
    table_none(t);
}

#endif
