/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * index.c: makes the index of a file while its frames are written; index.h is the manual.
 */
#define _GNU_SOURCE /* mkostemp */
#include "index.h"

#include "base/file.h"
#include "base/mem.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Rows of a frame of the index. */
#define CHUNK_ROWS 4096
_Static_assert(WIRE_BLOCK_BYTES + 8 * (WIRE_COLUMN_BYTES + 12 * CHUNK_ROWS) <= WIRE_PLAIN_MAX,
               "eight columns of so many rows fit a payload, at 12 bytes a value (pack.c)");

/* Records of the index. As soon as they fill a frame, that frame goes into a file without a name, for a run may have
 * any number of frames, and the memory of the host that receives them must stay flat (make soak). */
struct rows {
  enum wire_kind kind;
  size_t count;
  uint8_t *records;            /* CHUNK_ROWS */
  int fd;                      /* of that file; -1: there is none yet */
  uint64_t bytes;              /* in it */
};

struct index {
  const char *path;  /* of the dump */
  struct rows parts, extents;
  uint64_t bytes;    /* of the frames so far */
  bool unsound;      /* a block does not hold what it claims, or there is no room: no index */
};

static struct rows rows_new(enum wire_kind kind)
{
  return (struct rows){ .kind = kind, .records = mem_alloc(CHUNK_ROWS, wire_kinds[kind].bytes), .fd = -1 };
}

struct index *index_new(const char *path)
{
  struct index *x = mem_alloc(1, sizeof(*x));
  struct stat st;
  x->path = path;
  x->unsound = stat(path, &st) == 0 && !S_ISREG(st.st_mode);
  x->parts = rows_new(WIRE_PART);
  x->extents = rows_new(WIRE_EXTENT);
  return x;
}

static void rows_free(struct rows *r)
{
  if (r->fd >= 0)
    close(r->fd);
  mem_free(r->records);
}

void index_free(struct index *x)
{
  if (!x)
    return;
  rows_free(&x->parts);
  rows_free(&x->extents);
  mem_free(x);
}

/* ---- aside ---- */

/* Opens a file without a name beside the dump, where there is room for it. Returns its descriptor; -1: it cannot. */
static int open_aside(const char *path)
{
  char *name = mem_format("%s.index.XXXXXX", path);
  int fd = mkostemp(name, O_CLOEXEC);
  if (fd >= 0)
    unlink(name);
  mem_free(name);
  return fd;
}

static bool put_aside(struct index *x, struct rows *r, const uint8_t *bytes, size_t count)
{
  if (r->fd < 0 && (r->fd = open_aside(x->path)) < 0)
    return false;
  if (!file_write(r->fd, bytes, count))
    return false;
  r->bytes += count;
  return true;
}

/* Appends the rows that were put aside to the dump's file. */
static bool bring_back(struct outfile *file, const struct rows *r)
{
  static uint8_t piece[1 << 16];
  for (uint64_t at = 0; at < r->bytes && !file->error;) {
    const ssize_t n = file_read_at(r->fd, at, piece, sizeof(piece));
    if (n <= 0)
      return false;
    outfile_write(file, piece, (size_t)n);
    at += (uint64_t)n;
  }
  return !file->error;
}

/* ---- rows ---- */

static void close_frame(struct index *x, struct rows *r)
{
  uint8_t *frame = mem_alloc(1, WIRE_FRAME_BYTES + xfer_pack_bound(r->kind, r->count));
  const size_t bytes = xfer_pack(r->kind, r->records, r->count, NULL, frame + WIRE_FRAME_BYTES);
  xfer_seal_frame(frame, WIRE_FRAME_INDEX, 0, 0, bytes, bytes);
  x->unsound |= !put_aside(x, r, frame, WIRE_FRAME_BYTES + bytes);
  r->count = 0;
  mem_free(frame);
}

static void add_row(struct index *x, struct rows *r, const void *record)
{
  const size_t bytes = wire_kinds[r->kind].bytes;
  memcpy(r->records + r->count++ * bytes, record, bytes);
  if (r->count == CHUNK_ROWS)
    close_frame(x, r);
}

static void add_block(struct index *x, const struct xfer_frame *frame, const struct xfer_block *block)
{
  const uint16_t kind = block->head.kind;
  struct wire_extent e = { .kind = kind, .rows = block->head.rows };
  e.at = (uint32_t)(block->body - frame->plain) - WIRE_BLOCK_BYTES;
  if (dump_is_endless(kind) && e.rows) {
    struct block keys = { .rows = e.rows };
    if (!xfer_unpack(block, blocks_scratch)) {
      x->unsound = true;
      return;
    }
    blocks_look(&keys, kind, blocks_scratch);
    e.first = keys.first;
    e.last = keys.last;
    e.least = keys.least;
    e.most = keys.most;
  }
  add_row(x, &x->extents, &e);
}

/* Whether a reader who has the index needs a block: it has the end of the run, too, and so needs no snapshot. */
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
  add_row(x, &x->parts, &(struct wire_part){ bytes, frame->head.plain_bytes, frame->head.payload_crc, blocks });
  x->bytes += bytes;
}

static bool write_rows(struct index *x, struct outfile *file, struct rows *r)
{
  if (r->count)
    close_frame(x, r);
  return !x->unsound && bring_back(file, r);
}

void index_write(struct index *x, struct outfile *file, const struct dump *d, uint64_t added)
{
  const uint64_t begin = x->bytes + added;
  if (file->error || file->direct || x->unsound || x->bytes < INDEX_FROM_BYTES || file->kept != begin ||
      dump_incomplete(d) || d->unknown_frames)
    return;
  struct rows end = rows_new(WIRE_META);
  add_row(x, &end, &(struct wire_meta){ WIRE_META_INDEX_AT, begin });
  const bool good = write_rows(x, file, &x->parts) && write_rows(x, file, &x->extents) && write_rows(x, file, &end);
  rows_free(&end);
  if (good)
    return;
  file->error = 0;
  outfile_keep(file, begin);
}
