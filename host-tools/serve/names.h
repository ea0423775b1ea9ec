/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * names.h: the functions of images, for pages that look at runs which still go on: a dump has the names of its
 * functions behind its end only (FORMAT.md, "Symbols in a file"), and a page gets them here, as the same frames.
 */
#ifndef NAMES_H
#define NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "receive/intake.h"

#define NAMES_IMAGES 8 /* whose names are kept, the last ones that were asked for */

struct names;

/* `image`, with `ctx`, finds the image of a dump. */
struct names *names_new(intake_image_fn *image, void *ctx);
void names_free(struct names *n);

/* Returns frames of all functions of the image that a dump names, *bytes of them, good until the next call; NULL: it is
 * not here. Cost: the first time for an image its symbols and their DWARF are read. */
const uint8_t *names_of(struct names *n, const struct dump *d, size_t *bytes);

#endif
