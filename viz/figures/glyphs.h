/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * glyphs.h: which characters the fonts of this machine have. gnuplot's pngcairo terminal draws the box that stands for
 * a character that no font has as large as the page: one thread with a Japanese name blacks out the picture (gnuplot
 * 5.4, pango 1.50). An SVG is drawn by a viewer, which has fonts of its own.
 */
#ifndef GLYPHS_H
#define GLYPHS_H

#include <stdio.h>

/* Reads the fonts' characters: what `fc-list -f '%{charset}\n'` writes, ranges of numbers to the base 16. Nothing: only
 * what DejaVu Sans, the charts' font, is known to have is there. */
void glyphs_read(FILE *in);

/* Writes a text of UTF-8, with U+FFFD, the replacement character, in place of each character that no font has. Cost:
 * the logarithm of the number of ranges for each character that is not ASCII. */
void glyphs_write(const char *text, FILE *out);

#endif
