/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * index.c: makes the index of a file while its frames are written; index.h is the manual.
 */
#include "index.h"

#include "cmd.h"

#include <stdlib.h>

/* Rows of a frame of the index. */
#define CHUNK_ROWS 4096
_Static_assert(WIRE_BLOCK_BYTES + 8 * (WIRE_COLUMN_BYTES + 12 * CHUNK_ROWS) <= WIRE_PLAIN_MAX,
               "eight columns of so many rows fit a payload, at 12 bytes a value (pack.c)");

struct index {
  struct wire_part *parts;
  size_t part_count, part_room;
  struct wire_extent *extents;
  size_t extent_count, extent_room;
  uint64_t bytes;    /* of the frames so far */
  bool unsound;      /* a block does not hold what it claims: no index */
  void *records;     /* room for those of a block */
};

struct index *index_new(void)
{
  struct index *x = cmd_alloc(1, sizeof(*x));
  x->records = cmd_alloc(WIRE_ROWS_MAX, BLOCKS_RECORD_MAX);
  return x;
}

void index_free(struct index *x)
{
  if (!x)
    return;
  free(x->parts);
  free(x->extents);
  free(x->records);
  free(x);
}

static void add_block(struct index *x, const struct xfer_frame *frame, const struct xfer_block *block)
{
  const uint16_t kind = block->head.kind;
  struct wire_extent e = { .kind = kind, .rows = block->head.rows };
  e.at = (uint32_t)(block->body - frame->plain) - WIRE_BLOCK_BYTES;
  if (kind < WIRE_KIND_LIMIT && DUMP_ENDLESS & DUMP_KIND(kind) && e.rows) {
    struct block keys = { .rows = e.rows };
    if (!xfer_unpack(block, x->records)) {
      x->unsound = true;
      return;
    }
    blocks_look(&keys, kind, x->records);
    e.first = keys.first;
    e.last = keys.last;
    e.least = keys.least;
    e.most = keys.most;
  }
  cmd_grow(&x->extents, &x->extent_room, x->extent_count + 1, sizeof(*x->extents));
  x->extents[x->extent_count++] = e;
}

void index_frame(struct index *x, const struct xfer_frame *frame)
{
  const size_t before = x->extent_count;
  struct xfer_block block;
  size_t pos = 0;
  int more;
  if (x->unsound)
    return;
  while ((more = xfer_block_next(frame->plain, frame->head.plain_bytes, &pos, &block)) > 0 && !x->unsound)
    add_block(x, frame, &block);
  x->unsound |= more < 0;
  const uint32_t bytes = WIRE_FRAME_BYTES + frame->head.wire_bytes;
  cmd_grow(&x->parts, &x->part_room, x->part_count + 1, sizeof(*x->parts));
  x->parts[x->part_count++] = (struct wire_part){ bytes, frame->head.plain_bytes, frame->head.payload_crc,
                                                  (uint32_t)(x->extent_count - before) };
  x->bytes += bytes;
}

static void write_frame(struct outfile *file, enum wire_kind kind, const void *records, size_t rows)
{
  const size_t room = WIRE_FRAME_BYTES + xfer_pack_bound(kind, rows);
  uint8_t *frame = cmd_alloc(1, room);
  const size_t bytes = xfer_pack(kind, records, rows, NULL, frame + WIRE_FRAME_BYTES);
  xfer_seal_frame(frame, WIRE_FRAME_INDEX, 0, 0, bytes, bytes);
  outfile_write(file, frame, WIRE_FRAME_BYTES + bytes);
  free(frame);
}

static void write_rows(struct outfile *file, enum wire_kind kind, const void *records, size_t rows)
{
  const size_t stride = wire_kinds[kind].bytes;
  for (size_t i = 0; i < rows; i += CHUNK_ROWS)
    write_frame(file, kind, (const char *)records + i * stride, rows - i < CHUNK_ROWS ? rows - i : CHUNK_ROWS);
}

void index_write(const struct index *x, struct outfile *file, const struct dump *d)
{
  const struct wire_meta at = { WIRE_META_INDEX_AT, x->bytes };
  if (file->error || file->direct || x->unsound || x->bytes < INDEX_FROM_BYTES || file->kept != x->bytes ||
      dump_incomplete(d) || d->unknown_frames)
    return;
  write_rows(file, WIRE_PART, x->parts, x->part_count);
  write_rows(file, WIRE_EXTENT, x->extents, x->extent_count);
  write_frame(file, WIRE_META, &at, 1);
  if (!file->error)
    return;
  file->error = 0;
  outfile_keep(file, x->bytes);
}
