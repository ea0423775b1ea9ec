/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * twoway.h: a known dump (stream.h) over a line that is bad in both directions, between the target's window and the
 * host's end, on a clock that stands where the two wait for each other. What comes must be, byte for byte, what was
 * sent.
 */
#ifndef TWOWAY_H
#define TWOWAY_H

#include <stdbool.h>
#include <stdint.h>

#include "stream.h"

struct twoway_figures {
  uint64_t dumps, identical;
  uint64_t edits;              /* by the line, in both directions */
  uint64_t frames, resent;
  uint64_t bytes, line_bytes;  /* of the frames; of all that went to the host */
};

/* One dump, binary, over lines of `rate` edits a byte. Adds to `f`; returns whether it came as it was sent, else says
 * on standard error what did not. */
bool twoway_check(const struct stream *s, uint64_t seed, double rate, struct twoway_figures *f);

#endif
