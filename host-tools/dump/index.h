/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * index.h: the index at the end of a .jxp file (FORMAT.md, "An index in a file"): which frames and blocks are in it,
 * and from when to when the records of each block are. A reader who wants a window of a large dump reads only what that
 * needs.
 *
 * What always holds: a file without an index, or with a damaged one, or one that is not this file's, is read whole;
 * the index never changes what is shown. Of a whole run the checksums of each frame are compared while it is loaded, so
 * damage is found as it is where the file is read whole. A frame that is read must be the one that the index has the
 * checksum of, and hold what the index says: a cursor (cursor.h) that meets another one notes that in the dump, as a
 * failure to read again; the caller then throws away what it has made of the dump, and reads the file whole
 * (commands/input.h).
 */
#ifndef INDEX_H
#define INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "dump.h"
#include "base/outfile.h"

/* A smaller dump gets no index: it is read whole in ten milliseconds (make scale: 250 MB in three seconds). */
#define INDEX_FROM_BYTES (1u << 20)

struct index;

/* A new index for the dump at `path` (index.c), which stays the caller's. What there is of the index waits beside the
 * dump, in files that have no name. */
struct index *index_new(const char *path);

/* Frees the index. `x` may be NULL. */
void index_free(struct index *x);

/* Adds a frame. The caller gives all frames as they go into the file, from its first byte on. */
void index_frame(struct index *x, const struct xfer_frame *frame);

/* Puts the index into `file`: behind the frames, and behind `added` bytes that follow them and are no part of the dump
 * (carried.h). Does nothing where `d`, which came of the frames, is not whole, or is small. Where there is no room for
 * the index the file stays as it was. Once. */
void index_write(struct index *x, struct outfile *file, const struct dump *d, uint64_t added);

/* What is asked for: microseconds since start, and the TSC frequency, 0 for what the dump says. */
struct index_window { double from_us, to_us; uint64_t tsc_hz; };

/* Loads a new dump by the index of its file (index_load.c): the one that dump_index() was given, or, where that was
 * none, the one at its path. Frames with records of other kinds than endless ones (dump_is_endless()) are read; of
 * frames that have endless ones in the window, of all where `window` is NULL, the checksums are compared; of the other
 * frames cursors know where they are. Calls dump_done(). Returns false where the file has no index that would do, or
 * the dump's memory is too small for what it tells; `d` is then to be thrown away. */
bool index_load(struct dump *d, const struct index_window *window);

#endif
