/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * packed.h: an SVG that gnuplot has drawn, in fewer bytes: it writes a polygon of 110 bytes for each of a hundred
 * thousand rectangles (gnuplot 5.4, svg.trm).
 */
#ifndef PACKED_H
#define PACKED_H

#include <stdio.h>

/* Copies an SVG; of rectangles that stand one behind the other in it all of a colour become one path. Where rectangles
 * of two colours lie over each other the order in which they are drawn is kept, so that the picture is the same. What
 * is no rectangle is copied as it is. Cost: sorts each list of rectangles; 56 bytes a rectangle. */
void packed_write(FILE *in, FILE *out);

#endif
