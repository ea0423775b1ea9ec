/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hold.h: frames that have come before their turn, because one in front of them was lost and comes again (FORMAT.md,
 * "Loss and recovery"). Host only.
 */
#ifndef HOLD_H
#define HOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "both/ack.h"

/* Memory of all held frames at most: the largest window that a target of ours has, once more as large. Beyond that
 * the first gap is given up. */
#define HOLD_BYTES  (128u << 20)
#define HOLD_FRAMES 4096

struct held {
  uint32_t seq;
  uint64_t offset;     /* in the stream */
  size_t bytes;        /* of the frame, header included */
  uint8_t *frame;
};

/* Zeroed it is empty. `frames` rise in `seq`. */
struct hold {
  struct held *frames;
  size_t count, room;
  size_t bytes;
};

/* Keeps a copy of a frame. False when it is there already, or memory is out. */
bool hold_add(struct hold *h, uint32_t seq, uint64_t offset, const uint8_t *frame, size_t bytes);

/* The first frame; NULL: there is none. And takes it out, when it has been used. */
const struct held *hold_first(const struct hold *h);
void hold_drop_first(struct hold *h);

bool hold_full(const struct hold *h);

/* Notes what is missing from frame `low` on: between the held ones, and behind them up to before `next`. */
void hold_missing(const struct hold *h, uint32_t low, uint32_t next, struct ack *ack);

void hold_free(struct hold *h);

#endif
