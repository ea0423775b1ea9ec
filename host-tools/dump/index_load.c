/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * index_load.c: loads a dump by the index at the end of its file; index.h is the manual.
 *
 * Nothing that the index says is taken for granted: what it says of frames must add up to the file, and a frame must
 * be the one that it means. Blocks that are not read now are checked by the cursor that reads them. So a block that the
 * index leaves out, or tells of twice, is found: of a window by PLACE of the frames in it and around it, of a whole run
 * because cursors check each block, and PLACE of the end how many records there are.
 */
#include "index.h"

#include "base/file.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* The last frame of an index has one META record, and is shorter than this. */
#define TAIL_BYTES 128

/* Microseconds by which a window is taken larger: its edges need not be exact here. */
#define SPARE_US 1.0

struct reader {
  struct dump *dump;
  int fd;
  uint64_t size, at, end;    /* of the file; where the index begins; where the dump ends */
  struct wire_part *parts;
  size_t part_count, part_room;
  struct wire_extent *extents;
  size_t extent_count, extent_room;
  uint64_t from, to;         /* the window, TSC */
  bool whole;                /* there is none: all of the run */
  uint8_t *wire;             /* a frame */
  bool *edges;               /* for each extent: it is next to the window, and must hold what it says */
  void *records;             /* room for those of a block; NULL: not needed yet */
  uint8_t plain[WIRE_PLAIN_MAX];
};

/* Whether all of those bytes are in the file. */
static bool read_at(const struct reader *r, uint64_t at, uint8_t *to, size_t bytes)
{
  return file_read_at(r->fd, at, to, bytes) == (ssize_t)bytes;
}

/* ---- the index itself ---- */

/* Finds where it begins: the file's last frame says so. */
static bool find_index(struct reader *r)
{
  uint8_t tail[TAIL_BYTES];
  const size_t bytes = r->size < TAIL_BYTES ? (size_t)r->size : TAIL_BYTES;
  struct wire_frame head;
  struct xfer_block block;
  struct wire_meta meta;
  size_t from = bytes - (bytes > 0), pos = 0;
  if (!read_at(r, r->size - bytes, tail, bytes))
    return false;
  while (from && xfer_reopen(tail + from, bytes - from, &head, r->plain) != bytes - from)
    from--;
  if (xfer_reopen(tail + from, bytes - from, &head, r->plain) != bytes - from || head.type != WIRE_FRAME_INDEX ||
      xfer_block_next(r->plain, head.plain_bytes, &pos, &block) <= 0 || block.head.kind != WIRE_META ||
      block.head.rows != 1 || !xfer_unpack(&block, &meta) || meta.key != WIRE_META_INDEX_AT)
    return false;
  r->at = meta.value;
  return r->at < r->size;
}

static bool take_parts(struct reader *r, const struct xfer_block *block)
{
  const size_t before = r->part_count;
  r->part_count += block->head.rows;
  mem_grow(&r->parts, &r->part_room, r->part_count, sizeof(*r->parts));
  return !block->head.rows || xfer_unpack(block, r->parts + before);
}

static bool take_extents(struct reader *r, const struct xfer_block *block)
{
  const size_t before = r->extent_count;
  r->extent_count += block->head.rows;
  mem_grow(&r->extents, &r->extent_room, r->extent_count, sizeof(*r->extents));
  return !block->head.rows || xfer_unpack(block, r->extents + before);
}

static bool take_rows(struct reader *r, const struct wire_frame *head)
{
  struct xfer_block block;
  size_t pos = 0;
  int more;
  while ((more = xfer_block_next(r->plain, head->plain_bytes, &pos, &block)) > 0) {
    if ((block.head.kind == WIRE_PART && !take_parts(r, &block)) ||
        (block.head.kind == WIRE_EXTENT && !take_extents(r, &block)))
      return false;
  }
  return more == 0;
}

static bool read_index(struct reader *r)
{
  for (uint64_t at = r->at; at < r->size;) {
    const uint64_t left = r->size - at;
    struct wire_frame head;
    if (left < WIRE_FRAME_BYTES || !read_at(r, at, r->wire, WIRE_FRAME_BYTES))
      return false;
    size_t bytes = xfer_reopen(r->wire, WIRE_FRAME_BYTES, &head, r->plain);
    if (!bytes || bytes > left || !read_at(r, at, r->wire, bytes) || head.type != WIRE_FRAME_INDEX ||
        !xfer_reopen(r->wire, bytes, &head, r->plain) || !take_rows(r, &head))
      return false;
    at += bytes;
  }
  return true;
}

/* Reads what stands between the dump's last frame and the index: symbols. False where it is anything else. */
static bool read_added(struct reader *r)
{
  for (uint64_t at = r->end; at < r->at;) {
    struct xfer_frame frame = { .offset = at, .wire = r->wire, .plain = r->plain };
    const uint64_t left = r->at - at;
    if (left < WIRE_FRAME_BYTES || !read_at(r, at, r->wire, WIRE_FRAME_BYTES))
      return false;
    size_t bytes = xfer_reopen(r->wire, WIRE_FRAME_BYTES, &frame.head, r->plain);
    if (!bytes || bytes > left || frame.head.type != WIRE_FRAME_SYMBOLS || !read_at(r, at, r->wire, bytes) ||
        !xfer_reopen(r->wire, bytes, &frame.head, r->plain))
      return false;
    dump_symbols(r->dump, &frame);
    at += bytes;
  }
  return true;
}

/* Whether the keys of a kind's blocks can be: they grow along the dump. Where they do not, the dump may still be sound;
 * then it is read whole. `before` is the block of the kind before `e`; all zeros: `e` is the first one. */
static bool grows(const struct wire_extent *before, const struct wire_extent *e)
{
  return e->least <= e->first && e->least <= e->last && e->first <= e->most && e->last <= e->most &&
         before->least <= e->least && before->most <= e->most;
}

static bool keys_grow(const struct reader *r)
{
  struct wire_extent before[WIRE_KIND_LIMIT] = { 0 };
  for (size_t i = 0; i < r->extent_count; i++) {
    const struct wire_extent *e = &r->extents[i];
    if (!dump_is_endless(e->kind) || !e->rows)
      continue;
    if (!grows(&before[e->kind], e))
      return false;
    before[e->kind] = *e;
  }
  return true;
}

/* Whether what it says can be. */
static bool adds_up(struct reader *r)
{
  uint64_t bytes = 0;
  size_t next = 0;
  for (size_t i = 0; i < r->part_count; i++) {
    const struct wire_part *p = &r->parts[i];
    if (p->bytes < WIRE_FRAME_BYTES || p->bytes > WIRE_FRAME_BYTES + WIRE_PLAIN_MAX ||
        p->plain_bytes > WIRE_PLAIN_MAX || p->blocks > r->extent_count - next)
      return false;
    uint64_t least = 0; /* blocks stand one behind the other: none is there twice */
    for (const size_t end = next + p->blocks; next < end; next++) {
      const struct wire_extent *e = &r->extents[next];
      if (e->at < least || e->at >= p->plain_bytes || e->rows > WIRE_ROWS_MAX)
        return false;
      least = (uint64_t)e->at + WIRE_BLOCK_BYTES;
    }
    bytes += p->bytes;
  }
  r->end = bytes;
  return r->part_count && next == r->extent_count && bytes <= r->at && keys_grow(r);
}

/* ---- the frames ---- */

/* Whether a frame has records that are to be in memory, or an entry that hides what the block is: of a kind that is not
 * known, or without rows. RUN and PLACE tell of frames that are missing, and none is. */
static bool has_others(const struct wire_extent *e, size_t blocks)
{
  for (size_t i = 0; i < blocks; i++)
    if (!WIRE_KIND_IS_OF_FRAME(e[i].kind) && (!dump_is_endless(e[i].kind) || !e[i].rows))
      return true;
  return false;
}

/* Whether a frame has no block that the index tells of, as those of snapshots. */
static bool may_be_snapshot(const struct wire_extent *e, size_t blocks)
{
  for (size_t i = 0; i < blocks; i++)
    if (!WIRE_KIND_IS_OF_FRAME(e[i].kind))
      return false;
  return true;
}

/* Whether a block has a time. */
static bool is_timed(const struct wire_extent *e)
{
  return dump_is_endless(e->kind) && e->kind != WIRE_DEATH && e->rows;
}

static bool is_in_window(const struct reader *r, const struct wire_extent *e)
{
  return e->most >= r->from && e->least <= r->to;
}

/* Whether a frame has records of the window. */
static bool touches_window(const struct reader *r, const struct wire_extent *e, size_t blocks)
{
  for (size_t i = 0; i < blocks; i++)
    if (is_timed(&e[i]) && is_in_window(r, &e[i]))
      return true;
  return false;
}

/* Finds the edges of the window: the last block of each kind before it, and the first one behind it. Where these two
 * hold what the index says, those beyond them hold nothing of the window: keys grow. */
static void find_edges(struct reader *r)
{
  size_t before[WIRE_KIND_LIMIT], none = r->extent_count;
  bool behind[WIRE_KIND_LIMIT] = { false };
  for (size_t k = 0; k < WIRE_KIND_LIMIT; k++)
    before[k] = none;
  for (size_t i = 0; i < r->extent_count; i++) {
    const struct wire_extent *e = &r->extents[i];
    if (!is_timed(e) || is_in_window(r, e))
      continue;
    if (e->most < r->from)
      before[e->kind] = i;
    else if (!behind[e->kind])
      behind[e->kind] = r->edges[i] = true;
  }
  for (size_t k = 0; k < WIRE_KIND_LIMIT; k++)
    if (before[k] != none)
      r->edges[before[k]] = true;
}

/* Whether the block of an extent, in the payload of frame `head` at r->plain, holds what the index says. */
static bool holds(struct reader *r, const struct wire_frame *head, const struct wire_extent *e)
{
  const struct block b = { .rows = e->rows, .first = e->first, .last = e->last, .least = e->least, .most = e->most };
  struct xfer_block block;
  size_t pos = e->at;
  if (xfer_block_next(r->plain, head->plain_bytes, &pos, &block) <= 0 || block.head.kind != e->kind ||
      block.head.rows != e->rows)
    return false;
  if (!r->records)
    r->records = mem_alloc(WIRE_ROWS_MAX, BLOCKS_RECORD_MAX);
  bool rising;
  return xfer_unpack(&block, r->records) && blocks_hold(&b, e->kind, r->records, &rising);
}

/* Whether frame `number` may be of that type: a snapshot's frame has no block that the index tells of (index.c). */
static bool may_be(const struct reader *r, size_t number, uint8_t type)
{
  const bool last = number + 1 == r->part_count;
  return type == (number == 0 ? WIRE_FRAME_HELLO : last ? WIRE_FRAME_END : WIRE_FRAME_DATA) ||
         (type == WIRE_FRAME_SNAPSHOT && number && !last);
}

/* Reads frame `number` into r->wire, and, where it is to be `opened`, its payload into r->plain; false when it is not
 * the one that the index means. */
static bool read_frame(struct reader *r, size_t number, uint64_t at, struct xfer_frame *frame, bool opened)
{
  const struct wire_part *p = &r->parts[number];
  *frame = (struct xfer_frame){ .offset = at, .wire = r->wire, .plain = r->plain };
  return read_at(r, at, r->wire, p->bytes) &&
         (opened ? xfer_reopen(r->wire, p->bytes, &frame->head, r->plain) == p->bytes
                 : xfer_frame_holds(r->wire, p->bytes, &frame->head)) &&
         may_be(r, number, frame->head.type) && frame->head.seq == number &&
         frame->head.payload_crc == p->payload_crc && frame->head.plain_bytes == p->plain_bytes;
}

/* A frame that is not read into memory: where its blocks are. */
static void note_frame(struct dump *d, const struct wire_part *p, const struct wire_extent *e, uint64_t at)
{
  const uint32_t seq = d->next_seq;
  d->frames++;
  d->wire_bytes += p->bytes;
  d->plain_bytes += p->plain_bytes;
  d->next_seq++;
  for (size_t i = 0; i < p->blocks; i++, e++) {
    if (!dump_is_endless(e->kind)) {
      *(e->kind < WIRE_KIND_LIMIT && wire_kinds[e->kind].name ? &d->seen[e->kind] : &d->unknown) += e->rows;
      continue;
    }
    d->seen[e->kind] += e->rows;
    if (!e->rows)
      continue;
    struct blocks *b = &d->blocks[e->kind];
    mem_grow(&b->all, &b->room, b->count + 1, sizeof(*b->all));
    b->all[b->count++] = (struct block){ .at = at, .seq = seq, .payload_crc = p->payload_crc, .in_payload = e->at,
      .rows = e->rows, .first_row = d->rows[e->kind].count, .first = e->first, .last = e->last, .least = e->least,
      .most = e->most };
    d->rows[e->kind].count += e->rows;
  }
}

/* The window in cycles; false when the hello frame does not tell enough. */
static bool set_window(struct reader *r, const struct index_window *w)
{
  const struct dump *d = r->dump;
  const double hz = (double)(w->tsc_hz ? w->tsc_hz : dump_meta(d, WIRE_META_TSC_HZ, 0));
  const double start = (double)dump_meta(d, WIRE_META_START_TSC, 0), most = 1.8e19;
  const double from = start + (w->from_us - SPARE_US) * hz / 1e6, to = start + (w->to_us + SPARE_US) * hz / 1e6;
  r->from = from < 0 ? 0 : from > most ? UINT64_MAX : (uint64_t)from;
  r->to = to < 0 ? 0 : to > most ? UINT64_MAX : (uint64_t)to;
  return hz > 0 && dump_has_meta(d, WIRE_META_START_TSC);
}

/* Whether one of the extents from `e` on is an edge of the window. */
static bool has_edge(const struct reader *r, const struct wire_extent *e, size_t blocks)
{
  for (size_t i = 0; i < blocks; i++)
    if (r->edges[(size_t)(e - r->extents) + i])
      return true;
  return false;
}

static bool edges_hold(struct reader *r, const struct wire_frame *head, const struct wire_extent *e, size_t blocks)
{
  for (size_t i = 0; i < blocks; i++)
    if (has_edge(r, e + i, 1) && !holds(r, head, e + i))
      return false;
  return true;
}

/* Whether the extents from `e` on are the blocks of the payload at r->plain, one for one and in their order. */
static bool lists_all(const struct reader *r, const struct wire_frame *head, const struct wire_extent *e, size_t blocks)
{
  struct xfer_block block;
  size_t pos = 0, i = 0;
  int more;
  for (; (more = xfer_block_next(r->plain, head->plain_bytes, &pos, &block)) > 0; i++)
    if (i == blocks || e[i].at + WIRE_BLOCK_BYTES != (size_t)(block.body - r->plain) ||
        e[i].kind != block.head.kind || e[i].rows != block.head.rows)
      return false;
  return !more && i == blocks;
}

/* Whether as many records of each kind as the index told of so far went before the frame whose payload is at r->plain,
 * and whose blocks lists_all(): its PLACE records say how many did. */
static bool none_is_missing(struct reader *r, const struct wire_frame *head)
{
  uint64_t before[WIRE_KIND_LIMIT] = { 0 };
  struct wire_place places[WIRE_KIND_LIMIT];
  struct xfer_block block;
  for (size_t pos = 0; xfer_block_next(r->plain, head->plain_bytes, &pos, &block) > 0;) {
    if (block.head.kind != WIRE_PLACE)
      continue;
    if (block.head.rows > WIRE_KIND_LIMIT || (block.head.rows && !xfer_unpack(&block, places)))
      return false;
    for (size_t i = 0; i < block.head.rows; i++)
      if (places[i].kind < WIRE_KIND_LIMIT)
        before[places[i].kind] = places[i].before;
  }
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    if (!WIRE_KIND_IS_OF_FRAME(k) && wire_kinds[k].name && before[k] != r->dump->seen[k])
      return false;
  return true;
}

/* Takes frame `number`, which begins at `at` and whose blocks are those of the extents from `e` on. Of a frame of the
 * window that is not kept all blocks must be told of, and all records before it: what the index leaves out, here or in
 * a frame that is not read, is not seen otherwise. Of a whole run cursors read all blocks, and PLACE of the end counts
 * them. */
static bool take_frame(struct reader *r, size_t number, uint64_t at, const struct wire_extent *e)
{
  const size_t blocks = r->parts[number].blocks;
  const bool end = number == 0 || number + 1 == r->part_count;
  const bool kept = end || has_others(e, blocks) || may_be_snapshot(e, blocks), edge = has_edge(r, e, blocks);
  const bool opened = kept || edge || (!r->whole && touches_window(r, e, blocks));
  struct xfer_frame frame;
  if ((opened || r->whole) && !read_frame(r, number, at, &frame, opened))
    return false;
  if (edge && !edges_hold(r, &frame.head, e, blocks))
    return false;
  if (opened && !kept && !(lists_all(r, &frame.head, e, blocks) && none_is_missing(r, &frame.head)))
    return false;
  if (kept)
    dump_frame(r->dump, &frame);
  else
    note_frame(r->dump, &r->parts[number], e, at);
  return !r->dump->error[0];
}

static bool read_frames(struct reader *r, const struct index_window *window)
{
  const struct wire_extent *e = r->extents;
  uint64_t at = 0;
  for (size_t i = 0; i < r->part_count; at += r->parts[i].bytes, e += r->parts[i].blocks, i++) {
    if (!take_frame(r, i, at, e))
      return false;
    if (i == 0 && !r->whole && !set_window(r, window))
      return false;
    if (i == 0 && !r->whole)
      find_edges(r);
  }
  return !r->dump->gap_count && !dump_incomplete(r->dump);
}

/* What index_load() was asked for, and whether it was there. */
struct loading { struct dump *dump; const struct index_window *window; bool good; };

static void load_by_index(void *loading)
{
  struct loading *l = loading;
  struct dump *d = l->dump;
  struct reader *r = mem_alloc(1, sizeof(*r));
  r->dump = d;
  r->whole = !l->window;
  if (d->fd < 0)
    d->fd = open(d->path, O_RDONLY | O_CLOEXEC);
  r->fd = d->fd;
  r->wire = mem_alloc(1, WIRE_FRAME_BYTES + WIRE_PLAIN_MAX);
  bool good = r->fd >= 0 && file_size(r->fd, &r->size) && find_index(r) && read_index(r) && adds_up(r);
  r->edges = mem_alloc(r->extent_count + 1, sizeof(*r->edges));
  good = good && read_frames(r, l->window) && read_added(r);
  d->by_index = good;
  if (good)
    dump_done(d);
  mem_free(r->parts);
  mem_free(r->extents);
  mem_free(r->wire);
  mem_free(r->edges);
  mem_free(r->records);
  mem_free(r);
  l->good = good;
}

bool index_load(struct dump *d, const struct index_window *window)
{
  struct loading l = { .dump = d, .window = window };
  return mem_try(&d->records, load_by_index, &l) && l.good;
}
