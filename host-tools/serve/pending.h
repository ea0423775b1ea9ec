/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pending.h: stances whose moment has not been taken yet, by the number of their moment.
 *
 * A run may send any number of stances of any moments in any order; what all calls together cost grows as the number
 * of stances does, no faster. All zeros: none is there.
 */
#ifndef PENDING_H
#define PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/map.h"
#include "xfer.h"

/* Stances of one moment: a list, in the order in which they came. */
struct pending_group { uint32_t moment, first, last, count; };
struct pending_stance { struct wire_stance stance; uint32_t next; };

struct pending {
  struct pending_stance *stances;
  size_t count, room;
  size_t waiting;                /* of them; the others have been taken or dropped */
  struct pending_group *groups;  /* in the order in which the first stance of each came */
  size_t group_count, group_room, head; /* groups before `head` are empty */
  struct map group_of;           /* number of a moment -> its row; a row before `head` is none any more */
  uint32_t latest;               /* no stance that waits is of a later moment */
  uint64_t work;                 /* stances and groups that were looked at so far */
};

/* Adds stances. */
void pending_add(struct pending *p, const struct wire_stance *rows, size_t count);

/* Returns how many stances of a moment wait, and whether some may be of a later one. */
size_t pending_of(const struct pending *p, uint32_t moment, bool *later);

/* Calls take(ctx, stance) for those of a moment, in the order in which they came, and drops them. Stances of earlier
 * moments are dropped, too, when no stance that came before them waits any more. */
void pending_take(struct pending *p, uint32_t moment, void (*take)(void *ctx, const struct wire_stance *s), void *ctx);

void pending_free(struct pending *p);

#endif
