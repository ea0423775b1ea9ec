/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stream.h: a dump made by the real sender, of which everything is known: every record, and which frame it is in, and
 * where that frame stands in the stream.
 */
#ifndef STREAM_H
#define STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xfer.h"

#define STREAM_FRAMES_MAX 256
#define STREAM_START      1000000ull    /* TSC when profiling was started ... */
#define STREAM_STOP       900000000ull  /* ... and stopped: later than all records */

struct stream_rows { void *data; size_t count, room; };

struct stream_frame {
  size_t start, end;                   /* its bytes in `bytes`; as text: in what the lines decode to */
  size_t first[WIRE_KIND_LIMIT];       /* its rows of each kind: from here ... */
  size_t behind[WIRE_KIND_LIMIT];      /* ... to before here */
};

struct stream {
  uint8_t *bytes;                      /* as on the line */
  size_t used, room;
  struct stream_frame frames[STREAM_FRAMES_MAX];
  size_t frame_count;
  struct stream_rows rows[WIRE_KIND_LIMIT];  /* all records sent, by kind */
  uint32_t run;                        /* its number, in the frames */
  bool as_text;
  size_t *lines;                       /* as text: offset of each line in `bytes`, and behind the last */
  size_t line_count, line_room;
  uint8_t *plain;                      /* as text: the frames themselves */
  size_t plain_used, plain_room;
};

/* Makes the dump of that seed; frames are small, so that damage leaves some. Ends the program when memory is out. */
struct stream *stream_make(uint64_t seed, bool as_text);
void stream_free(struct stream *s);

/* Marks in `hit` (frame_count entries) the frames that an edit of the line at `position` may have changed. `between`:
 * bytes were added in front of that byte, none was changed. */
void stream_hit(const struct stream *s, uint64_t position, bool between, bool *hit);

#endif
