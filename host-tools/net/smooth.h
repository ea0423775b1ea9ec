/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * smooth.h: a curve through points that are off by chance, as straight as the points themselves call for.
 *
 * The curve has a value at each point. It is the one for which the weighted squares of what points are off, plus
 * `lambda` times the squares of how its rise changes, are least (E. T. Whittaker, "On a new method of graduation",
 * 1923). lambda is the one with the least score of generalized cross-validation, in which a curve's degrees of freedom
 * count 1.4 times: it foretells best a point that is left out (P. Craven, G. Wahba, 1979; Y.-J. Kim, C. Gu, "Smoothing
 * spline Gaussian regression", J. R. Statist. Soc. B 66, 2004). So points that keep to a line get that line, and points
 * that keep to a wave get the wave: nothing is assumed of either.
 */
#ifndef NET_SMOOTH_H
#define NET_SMOOTH_H

#include <stddef.h>

#define SMOOTH_LEAST 8 /* points: with fewer it cannot be told what is chance */

/* x rises from point to point. weight > 0: one over the variance of y, or a multiple of it. */
struct smooth_point { long double x, y, weight; };

/* Puts the curve's value into each y; fewer than SMOOTH_LEAST points stay as they are. Cost: 20 times some 40
 * operations a point, and 12 numbers for each. */
void smooth(struct smooth_point *points, size_t count);

#endif
