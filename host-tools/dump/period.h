/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * period.h: a stretch of the target's time of which one side, or both, may not be known.
 */
#ifndef PERIOD_H
#define PERIOD_H

#include <stdbool.h>
#include <stdint.h>

/* A side that is not known stands open. */
struct period {
  bool from_known, to_known;
  uint64_t from, to;         /* TSC */
};

#endif
