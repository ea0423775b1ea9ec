/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * widen.h: where the age that half of a group does not exceed may lie, as drawings tell (cohort.h): the percentiles of
 * the drawings, widened by what is known of the estimate beside.
 *
 * The estimate of a share at one age is not as sure as drawings say: of all curves that rise it is the one that fits
 * best, so where hardly an object dies for a while it is too low at the beginning of that stretch of ages and too high
 * at its end, and drawings, which are estimates too, are so by as much again. (The bootstrap of such an estimate is
 * inconsistent at a point: Groeneboom and Hendrickx, "The nonparametric bootstrap for the current status model",
 * Electronic Journal of Statistics 11, 2017.) That has two remedies. One adds to the percentiles what the basic
 * bootstrap says: as far beyond the estimate as drawings are before it. The other looks at the mean of the shares over
 * a span of ages, of which drawings do tell how sure it is: a curve that rises is at an age no higher than its mean
 * over the ages behind it, and no lower than that over the ages before it. The span is as wide as half of the interval
 * that the first remedy gives, in octaves: where an estimate is sure it remains so.
 *
 * Cost: that of some thousand additions a drawing.
 */
#ifndef WIDEN_H
#define WIDEN_H

#include "cohort.h"
#include "turnbull.h"

/* Of the estimate (0) and of each drawing of a group, the shares that died up to each point of turnbull.h's grid: if
 * all died where the stretches of the estimate begin, and if all did where they end. */
#define WIDEN_POINTS (TURNBULL_POINTS + 1)
struct widen_sums {
  double from[COHORTS_DRAWN + 1][WIDEN_POINTS], to[COHORTS_DRAWN + 1][WIDEN_POINTS];
};

/* Of `count` numbers, the one before which a fortieth of them are when they are in order: from the least on (`way` 1),
 * or from the greatest on (-1). 95 of 100 lie between the two. Puts those before it in front. */
double widen_edge(double *numbers, unsigned count, int way);

/* Widens an interval of points; *high WIDEN_POINTS: it is beyond all that was seen. `sums` has rows 0 to `drawn`, and
 * is used up. */
void widen_interval(struct widen_sums *sums, unsigned drawn, unsigned *low, unsigned *high);

#endif
