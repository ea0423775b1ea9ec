/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * index.c: makes the index of a file while its frames are written; index.h is the manual.
 */
#include "index.h"

#include "cmd.h"

#include <stdlib.h>
#include <string.h>

/* Rows of a frame of the index. */
#define CHUNK_ROWS 4096
_Static_assert(WIRE_BLOCK_BYTES + 8 * (WIRE_COLUMN_BYTES + 12 * CHUNK_ROWS) <= WIRE_PLAIN_MAX,
               "eight columns of so many rows fit a payload, at 12 bytes a value (pack.c)");

/* Records of the index, of which those that fill a frame are kept as that frame: packed, a long run's index is some
 * thousandths of the run (make scale), and the reader's memory stays flat (make soak). */
struct rows {
  enum wire_kind kind;
  size_t count;
  uint8_t *records;            /* CHUNK_ROWS */
  uint8_t *frames;
  size_t frames_bytes, frames_room;
};

struct index {
  struct rows parts, extents;
  uint64_t bytes;    /* of the frames so far */
  bool unsound;      /* a block does not hold what it claims: no index */
  void *records;     /* room for those of a block */
};

static struct rows rows_new(enum wire_kind kind)
{
  return (struct rows){ .kind = kind, .records = cmd_alloc(CHUNK_ROWS, wire_kinds[kind].bytes) };
}

struct index *index_new(void)
{
  struct index *x = cmd_alloc(1, sizeof(*x));
  x->parts = rows_new(WIRE_PART);
  x->extents = rows_new(WIRE_EXTENT);
  x->records = cmd_alloc(WIRE_ROWS_MAX, BLOCKS_RECORD_MAX);
  return x;
}

static void rows_free(struct rows *r)
{
  free(r->records);
  free(r->frames);
}

void index_free(struct index *x)
{
  if (!x)
    return;
  rows_free(&x->parts);
  rows_free(&x->extents);
  free(x->records);
  free(x);
}

static void close_frame(struct rows *r)
{
  cmd_grow(&r->frames, &r->frames_room, r->frames_bytes + WIRE_FRAME_BYTES + xfer_pack_bound(r->kind, r->count), 1);
  uint8_t *frame = r->frames + r->frames_bytes;
  const size_t bytes = xfer_pack(r->kind, r->records, r->count, NULL, frame + WIRE_FRAME_BYTES);
  xfer_seal_frame(frame, WIRE_FRAME_INDEX, 0, 0, bytes, bytes);
  r->frames_bytes += WIRE_FRAME_BYTES + bytes;
  r->count = 0;
}

static void add_row(struct rows *r, const void *record)
{
  const size_t bytes = wire_kinds[r->kind].bytes;
  memcpy(r->records + r->count++ * bytes, record, bytes);
  if (r->count == CHUNK_ROWS)
    close_frame(r);
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
  add_row(&x->extents, &e);
}

/* Who has the index has the end, too: of a snapshot nobody needs anything. */
static bool is_needed(const struct xfer_frame *frame, const struct xfer_block *block)
{
  return frame->head.type != WIRE_FRAME_SNAPSHOT || block->head.kind == WIRE_PLACE;
}

void index_frame(struct index *x, const struct xfer_frame *frame)
{
  struct xfer_block block;
  uint32_t blocks = 0;
  size_t pos = 0;
  int more;
  if (x->unsound)
    return;
  for (; (more = xfer_block_next(frame->plain, frame->head.plain_bytes, &pos, &block)) > 0 && !x->unsound;) {
    if (!is_needed(frame, &block))
      continue;
    add_block(x, frame, &block);
    blocks++;
  }
  x->unsound |= more < 0;
  const uint32_t bytes = WIRE_FRAME_BYTES + frame->head.wire_bytes;
  add_row(&x->parts, &(struct wire_part){ bytes, frame->head.plain_bytes, frame->head.payload_crc, blocks });
  x->bytes += bytes;
}

static void write_rows(struct outfile *file, struct rows *r)
{
  if (r->count)
    close_frame(r);
  outfile_write(file, r->frames, r->frames_bytes);
}

void index_write(struct index *x, struct outfile *file, const struct dump *d)
{
  if (file->error || file->direct || x->unsound || x->bytes < INDEX_FROM_BYTES || file->kept != x->bytes ||
      dump_incomplete(d) || d->unknown_frames)
    return;
  write_rows(file, &x->parts);
  write_rows(file, &x->extents);
  struct rows end = rows_new(WIRE_META);
  add_row(&end, &(struct wire_meta){ WIRE_META_INDEX_AT, x->bytes });
  write_rows(file, &end);
  rows_free(&end);
  if (!file->error)
    return;
  file->error = 0;
  outfile_keep(file, x->bytes);
}
