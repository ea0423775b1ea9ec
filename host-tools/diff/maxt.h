/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * maxt.h: which of many figures differ between two groups of runs, beyond what chance does to all of them together.
 *
 * Each figure (key) has a value in each run; its statistic is the difference of the means of the logarithms, divided by
 * its standard error. The labels of the runs are permuted, all ways where these are not too many, and what is compared
 * is the greatest statistic of all keys: so the chance that any key at all is called different when none is stays below
 * the level, however the keys depend on each other (P. H. Westfall, S. S. Young, "Resampling-Based Multiple Testing",
 * 1993, step-down max-T). With one run on a side this is that run's rank among all runs.
 */
#ifndef MAXT_H
#define MAXT_H

#include <stddef.h>

/* What is taken for the least standard deviation of a logarithm: 0.1 %. A key that happens to be alike in all runs would
 * otherwise have an endless statistic. */
#define MAXT_LEAST_SD 0.001

/* Relabellings that are all tried; of more, so many are drawn, the same each time. 9 x 9 runs have 48,620. */
#define MAXT_MOST 20000

/* Values of `keys` keys in `a` runs of the first side, then in `b` runs of the second: value of key k in run r is
 * logs[k * (a + b) + r]. */
struct maxt { const double *logs; size_t keys, a, b; };

/* Of a key. `low` to `high` is the interval of `shift`; the intervals of all keys hold at once, at the level. */
struct maxt_key { double shift, low, high, p; };

/* The least p that so many runs can have: below the level, or no difference can be found. */
double maxt_least_p(size_t a, size_t b);

/* Tests all keys at `level` (0.05), and writes a result for each into `out`. There must be 3 runs or more in all, and
 * one on each side. Cost: relabellings times keys times runs. */
void maxt_test(const struct maxt *m, double level, struct maxt_key *out);

#endif
