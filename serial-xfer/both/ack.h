/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ack.h: what a reader says about the frames that it has, as a line with a checksum (FORMAT.md, "Loss and recovery").
 * Freestanding.
 *
 *     ack RUN TOKEN LOW HIGH [FIRST COUNT]...     answers an ask
 *     idle RUN TOKEN LOW HIGH [FIRST COUNT]...    nothing has come for a while: ask me
 */
#ifndef ACK_H
#define ACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "checked_line.h"

#define ACK_RANGES 8 /* most ranges of missing frames that a line names; further ones are left for the next line */

struct ack {
  bool idle;          /* nothing came for a while */
  uint32_t run;       /* of the last ask; 0: none has come */
  uint32_t token;     /* the greatest token in an ask of that run */
  uint32_t low;       /* all frames below this number are here, or will not be missed any more */
  uint32_t high;      /* frames from `low` to high - 1 are here, but for the missing ones */
  uint32_t ranges;
  struct ack_range { uint32_t first, count; } missing[ACK_RANGES]; /* rising, between low and high */
};

/* Writes the line. It always fits. */
void ack_write(const struct ack *a, struct checked_line *out);

/* Reads the text of a line. Returns false when it is neither an ack nor an idle, or makes no sense. */
bool ack_read(const char *text, size_t bytes, struct ack *a);

/* Returns whether an ack names frame `seq` as missing. */
bool ack_misses(const struct ack *a, uint32_t seq);

#endif
