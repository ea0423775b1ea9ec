/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * figure.h: how a measuring program prints a figure: name, value, unit, goal, `holds` or `short`, tab-separated.
 */
#ifndef FIGURE_H
#define FIGURE_H

#include <stdio.h>

static inline void figure_at_most(const char *name, double value, const char *unit, double goal)
{
  printf("%s\t%.3g\t%s\t<= %g\t%s\n", name, value, unit, goal, value <= goal ? "holds" : "short");
}

static inline void figure_at_least(const char *name, double value, const char *unit, double goal)
{
  printf("%s\t%.3g\t%s\t>= %g\t%s\n", name, value, unit, goal, value >= goal ? "holds" : "short");
}

#endif
