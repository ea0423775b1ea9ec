/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * names.h: the functions of images, for pages that look at runs which still go on: a dump has the names of its
 * functions behind its end only (FORMAT.md, "Symbols in a file"), and a page gets them here, as the same frames.
 *
 * An image may be large, and its disk may be slow or not answer. So a process of its own reads it, one image at a time,
 * and serve goes on meanwhile: no function of this file waits for that process. What it has found is kept, and so is
 * that it has found nothing.
 *
 *   names_ask() -> NAMES_READ: wait for names_fd() or names_due() -> names_turn() -> ask again
 */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "receive/intake.h"

#define NAMES_IMAGES  8     /* that are kept, the last ones that were asked for */
#define NAMES_MOST_MS 60000 /* for which an image may be read */
#define NAMES_DESCRIPTORS (NAMES_IMAGES + 3) /* of one file each; of a reading its file and a pipe */

struct names;

/* `image`, with `ctx`, finds the image of a dump. It is called in a process of its own, which has copies of all memory
 * and of no open files: what it changes stays there. A reading that takes longer than `most_ms` is given up, which is
 * said. */
struct names *names_new(intake_image_fn *image, void *ctx, int most_ms);

/* Ends a reading, and frees; NULL: does nothing. */
void names_free(struct names *n);

enum names_answer {
  NAMES_THERE,
  NAMES_NONE,  /* the image is not here, or cannot be read */
  NAMES_READ,  /* not known yet: an image is being read, this one or another */
};

/* Asks for frames of all functions of the image that a dump names. Where they are there, *fd is a new descriptor of a
 * file of *bytes bytes, the caller's. That there are none is forgotten when `runs`, the number of runs that have come,
 * is another one: the image may have been put there before the next run. */
enum names_answer names_ask(struct names *n, const struct dump *d, size_t runs, int *fd, uint64_t *bytes);

/* The descriptor that can be read when a reading has ended; -1: there is none under way. */
int names_fd(const struct names *n);

/* Returns whether a reading has ended since the last call: who was told NAMES_READ asks again. */
bool names_turn(struct names *n);

/* For how many milliseconds there will be nothing to do unless the descriptor can be read; -1: for ever. */
int names_due(const struct names *n);

#endif
