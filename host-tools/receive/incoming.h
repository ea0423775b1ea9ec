/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * incoming.h: one run that arrives beside others: its bytes go in, and come out as DIR/NAME.jxp, whole or as
 * NAME.jxp.part while it grows, and as DIR/NAME.txt, what the target's console said.
 *
 * What always holds: nothing that is there already is overwritten or followed, be it a symbolic link (a second run is
 * NAME-2); only verified frames are kept; a stream without a frame leaves no dump; the text stops at
 * INCOMING_TEXT_MOST, so that garbage does not fill a disk; a run takes no more memory than it was given, and frames
 * for which that does not do are kept all the same; what has been taken is written before the target is told that it
 * is here, so that a program that is killed loses nothing of it.
 *
 * A run of which a part is there, for an earlier hostdump was killed or the connection was broken, goes on in the
 * dump that has this part, once the stream says of which run it is; the caller knows which dump that is.
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

/* Returns the path of the dump, without `.part`, that has a part of a run, for mem_free(); NULL: there is none. */
typedef char *incoming_left_fn(void *ctx, uint32_t run);

/* Is told of each frame, behind all else that is made of it, those that were there already too; NULL: no more will
 * come, and the dump is freed next. */
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
  incoming_left_fn *left;          /* likewise; NULL: the run never goes on in another dump */
  void *left_ctx;
  bool reading_old;                /* frames come that were there already */
  unsigned *next, number;          /* the caller's number of the next dump; this dump's */
  uint64_t bytes, text_kept;
};

#define INCOMING_RUNS_MOST 100000         /* dumps of one name in a directory */

/* Memory that a run needs at least, bytes: its receiver, frames that wait for others, and some for its names. */
#define INCOMING_LEAST (32u << 20)

/* What came of a run. */
enum incoming_result {
  INCOMING_WHOLE,
  INCOMING_DAMAGED,   /* some of it was damaged or lost, or its end did not come; the rest is kept */
  INCOMING_NOTHING,   /* no frame came: only its text is kept */
  INCOMING_UNKEPT,    /* the dump or the text could not be written */
};

/* A new run, whose dump will be DIRECTORY/NAME.jxp, or NAME-2.jxp and so on: *run, from 1, is the first number that is
 * tried, and then one more than the run's. It takes `memory` bytes at most, INCOMING_LEAST or more. `control`, the
 * caller's, answers the target; NULL: no program does. NULL: the reason has been said. */
struct incoming *incoming_new(const char *directory, const char *name, unsigned *run, uint64_t memory,
                              struct control *control);

/* A run that has ended without its end, and of which no more will come: gives the dump at `path` (without `.part`) its
 * name, as incoming_end() does; a dump without a frame is removed. `memory` as above. Returns INCOMING_UNKEPT where
 * that cannot be done, which has been said. */
enum incoming_result incoming_close_left(const char *path, const char *name, uint64_t memory, intake_image_fn *image,
                                         void *ctx);

/* Takes bytes of the stream. */
void incoming_take(struct incoming *in, const void *data, size_t bytes);

/* Whether a whole frame has come: until then its caller may be any program. */
bool incoming_has_frame(const struct incoming *in);

/* Whether its end frame has come. */
bool incoming_is_whole(const struct incoming *in);

/* Writes into `out`, of `bytes` bytes, how the run stands, in a line: frames, records, bytes, damage. */
void incoming_status(const struct incoming *in, char *out, size_t bytes);

/* Ends a run whose stream has ended: puts the names of functions into the dump where `image`, called with `ctx`, finds
 * them, gives the dump its name, says what came of it, and frees the run. */
enum incoming_result incoming_end(struct incoming *in, const char *name, intake_image_fn *image, void *ctx);

#endif
