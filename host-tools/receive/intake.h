/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * intake.h: what hostdump makes of a stream while its frames go into a file: a summary of the dump, the index of the
 * file, and the functions that the file will name; all in a memory of a given size.
 *
 * What always holds: whatever the frames say, the memory is not exceeded, and no frame is refused: what has no room any
 * more is no longer looked at (dump.h says so in `error`), named or indexed, and the file is written all the same.
 */
#ifndef INTAKE_H
#define INTAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/outfile.h"
#include "dump/carried.h"
#include "dump/dump.h"
#include "dump/index.h"

/* Memory for it where the user gives none, MiB: the names of a million functions. */
#define INTAKE_MEMORY_MIB 256

struct intake {
  struct mem_budget budget;
  struct dump *dump;
  struct index *index;
  struct carried *carried;
  bool full;             /* no more frames go into the index, nor their functions into `carried` */
};

/* Begins, for the dump that will be in `path`, which stays the caller's, as `in` does at its address. `bytes` is the
 * memory for it. False: that is too little. The caller frees it with intake_free() in either case. */
bool intake_begin(struct intake *in, const char *path, uint64_t bytes);
void intake_free(struct intake *in);

/* Takes a frame. The caller gives all frames as they go into the file, from its first byte on. */
void intake_frame(struct intake *in, const struct xfer_frame *frame);

/* Opens the symbols of the image that a dump is of; NULL: there are none. */
typedef struct symbols *intake_image_fn(void *ctx, const struct dump *d);

/* Puts behind the frames in `file` the names of functions, where `image`, called with `ctx`, finds them, and the index.
 * Where there is no room for them the file stays as it is, but for `file->error`. */
void intake_add(struct intake *in, struct outfile *file, intake_image_fn *image, void *ctx);

#endif
