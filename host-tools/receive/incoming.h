/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * incoming.h: one run that arrives beside others: its bytes go in, and come out as DIR/NAME.jxp, whole or as
 * NAME.jxp.part while it grows, and as DIR/NAME.txt, what the target's console said.
 *
 * What always holds: nothing that is there already is overwritten or followed, be it a symbolic link (a second run is
 * NAME-2); only verified frames are kept; a stream without a frame leaves no dump; the text stops at
 * INCOMING_TEXT_MOST, so that garbage does not fill a disk; a run takes no more memory than it was given, and frames
 * for which that does not do are kept all the same.
 */
#ifndef INCOMING_H
#define INCOMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/outfile.h"
#include "control.h"
#include "intake.h"

#define INCOMING_TEXT_MOST (64u << 20) /* bytes of console text that are kept of a run: two hours at 115200 baud */

/* Is told of each frame, behind all else that is made of it; NULL: no more will come, and the dump is freed next. */
typedef void incoming_frame_fn(void *ctx, const struct xfer_frame *frame);

struct incoming {
  char *path;                      /* of the dump */
  uint32_t run;                    /* the number that the target drew for the run; 0: no frame has said one */
  struct intake intake;
  struct xfer_receiver *receiver;
  struct outfile file;
  struct control *control;         /* NULL: the target is not answered */
  FILE *text;                      /* NULL: it cannot be written */
  incoming_frame_fn *told;         /* the caller sets it, with its ctx, behind incoming_new(); NULL: no program is */
  void *told_ctx;
  uint64_t bytes, text_kept;
};

/* Memory that a run needs at least, bytes: its receiver, frames that wait for others, and some for its names. */
#define INCOMING_LEAST (32u << 20)

/* A new run, whose dump will be DIRECTORY/NAME.jxp, or NAME-2.jxp and so on: *run, from 1, is the first number that is
 * tried, and then one more than the run's. It takes `memory` bytes at most, INCOMING_LEAST or more. `control`, the
 * caller's, answers the target; NULL: no program does. NULL: the reason has been said. */
struct incoming *incoming_new(const char *directory, const char *name, unsigned *run, uint64_t memory,
                              struct control *control);

/* Takes bytes of the stream. */
void incoming_take(struct incoming *in, const void *data, size_t bytes);

/* Whether a whole frame has come: until then its caller may be any program. */
bool incoming_has_frame(const struct incoming *in);

/* Whether its end frame has come. */
bool incoming_is_whole(const struct incoming *in);

/* Writes into `out`, of `bytes` bytes, how the run stands, in a line: frames, records, bytes, damage. */
void incoming_status(const struct incoming *in, char *out, size_t bytes);

/* What came of a run. */
enum incoming_result {
  INCOMING_WHOLE,
  INCOMING_DAMAGED,   /* some of it was damaged or lost, or its end did not come; the rest is kept */
  INCOMING_NOTHING,   /* no frame came: only its text is kept */
  INCOMING_UNKEPT,    /* the dump or the text could not be written */
};

/* Ends a run whose stream has ended: puts the names of functions into the dump where `image`, called with `ctx`, finds
 * them, gives the dump its name, says what came of it, and frees the run. */
enum incoming_result incoming_end(struct incoming *in, const char *name, intake_image_fn *image, void *ctx);

#endif
