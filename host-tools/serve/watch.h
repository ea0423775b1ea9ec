/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * watch.h: where all threads of one run stand, moment by moment while it comes, as the lines that tools read (LIVE.md).
 *
 * A moment is told when all of it has come, or when it is clear that the rest will not: a later one has. Threads of which
 * nothing is known, for something is missing, are counted. What is kept of a run: its call stacks (PATH), and how each
 * thread stood last.
 */
#ifndef WATCH_H
#define WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "receive/intake.h"
#include "shelf.h"

struct watch;

/* Takes the lines of so many moments, `bytes` bytes, which stay the watch's. */
typedef void watch_lines_fn(void *ctx, const struct shelf_run *run, const char *lines, size_t bytes, size_t moments);

/* Where lines go, and whether they are wanted at all. */
struct watch_reader {
  watch_lines_fn *lines;
  void (*missed)(void *ctx, size_t moments); /* so many that are wanted cannot be told */
  bool (*wanted)(void *ctx);
  void *ctx;
};

#define WATCH_LINES_MOST (4u << 20) /* bytes of lines of one frame, beyond which its further moments are missed */
#define WATCH_MEMORY (64u << 20) /* bytes of a watch at most: a run that wants more is told no further */

/* Watches a run of which `intake`, which must outlive it, takes all frames; `image` with `image_ctx` finds its
 * image. */
struct watch *watch_new(const struct intake *intake, intake_image_fn *image, void *image_ctx,
                        struct watch_reader reader);
void watch_free(struct watch *w);

/* Takes a frame, which the dump has taken. */
void watch_frame(struct watch *w, const struct shelf_run *run, const struct xfer_frame *frame);

/* Returns how many threads of moments were looked at so far, in all: what a run can make a watch do. */
uint64_t watch_work(const struct watch *w);

/* Appends a field to a line in *text, of *used bytes: a tab before it, and \t, \n and \\ for a tab, a newline and a
 * backslash in it. */
void watch_put_field(char **text, size_t *used, size_t *room, const char *field);

#endif
