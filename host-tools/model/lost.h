/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lost.h: in which stretches of time records were lost, whatever the reason: what table `lost` shows, and what each export
 * says in the way of its format.
 */
#ifndef LOST_H
#define LOST_H

#include <stddef.h>
#include <stdint.h>

#include "dump/reason.h"
#include "view.h"

struct lost_stretch {
  uint64_t from, to;     /* TSC */
  enum wire_kind kind;
  uint64_t records;      /* that are missing; 0 where that is not known */
  enum reason reason;
};

/* The stretches of a dump, *count of them, by time and kind. New memory, for mem_free(); NULL where there are none. */
struct lost_stretch *lost_stretches(const struct dump *d, size_t *count);

/* Whether a stretch reaches into the view's window. */
bool lost_in_window(const struct view *v, const struct lost_stretch *s);

#endif
