/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * show.h: what a comparison found, for people and for programs. Names come from tables' text (base/text.h), paths are
 * cleaned here.
 */
#ifndef SHOW_H
#define SHOW_H

#include <stdio.h>

#include "compare.h"

/* Writes the verdict, how it was reached, and at most `top` rows of each verdict and group (0: all), the same ones left out. */
void compare_text(const struct compare *c, FILE *out, size_t top);

/* Writes one JSON object with all rows; TABLES.md lists its members. Returns false where `out` took no more. */
bool compare_json(const struct compare *c, FILE *out, int status);

#endif
