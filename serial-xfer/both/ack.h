/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * ack.h: what a reader says of the frames that it has, as a sealed line (FORMAT.md, "The back channel").
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

#define ACK_RANGES 8 /* of missing frames that a line names; what lies behind them is left for the next one */

struct ack {
  bool idle;          /* nothing came for a while */
  uint32_t run;       /* of the last ask; 0: none has come */
  uint32_t token;     /* the greatest in an ask of that run */
  uint32_t low;       /* all frames below this number are here, or will not be missed any more */
  uint32_t high;      /* of those from `low` to below this only the missing ones are not */
  uint32_t ranges;
  struct ack_range { uint32_t first, count; } missing[ACK_RANGES]; /* rising, between low and high */
};

/* Writes the line. It always fits. */
void ack_write(const struct ack *a, struct checked_line *out);

/* Reads the text of a line; false when it is none of these two, or makes no sense. */
bool ack_read(const char *text, size_t bytes, struct ack *a);

/* Whether frame `seq` is missing there. */
bool ack_misses(const struct ack *a, uint32_t seq);

#endif
