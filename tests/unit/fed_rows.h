/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fed_rows.h: rows of records, packed and fed to a dump as frames of a stream. For one test program: what is not fed
 * yet is static.
 */
#ifndef FED_ROWS_H
#define FED_ROWS_H

#include "fixture.h"

#include "dump/dump.h"

static uint8_t payload[WIRE_PLAIN_MAX];
static size_t used;
static uint32_t seq; /* of the next frame; 0 begins a stream */

/* Feeds the rows added so far to `d`, as one frame of `type`. */
static void feed(struct dump *d, enum wire_frame_type type)
{
  struct xfer_frame f = { .head = { .type = (uint8_t)type, .seq = seq++, .plain_bytes = (uint32_t)used },
                          .plain = payload };
  dump_frame(d, &f);
  used = 0;
}

/* Adds `count` rows of `kind`, which fit into a frame; feeds first what would leave them no room. */
static void add(struct dump *d, enum wire_kind kind, const void *rows, size_t count)
{
  if (used + xfer_pack_bound(kind, count) > sizeof(payload))
    feed(d, WIRE_FRAME_DATA);
  assert_true(used + xfer_pack_bound(kind, count) <= sizeof(payload));
  used += xfer_pack(kind, rows, count, NULL, payload + used);
}

#endif
