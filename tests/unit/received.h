/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * received.h: for tests in which what a target's end sends goes straight to a receiver, whole.
 */
#ifndef RECEIVED_H
#define RECEIVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xfer.h"

/* A receiver's `text` and `damage`, of which the test asks nothing. */
static inline void ignore_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
}

static inline void ignore_damage(void *ctx, const struct xfer_damage_info *info)
{
  (void)ctx, (void)info;
}

/* A sender's way out: to the receiver, a struct xfer_receiver *. */
static inline bool write_to(void *receiver, const void *data, size_t bytes)
{
  xfer_receive(receiver, data, bytes);
  return true;
}

#endif
