/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dump_take.c: takes records out of frames into a dump's arrays; dump.h is the manual.
 */
#include "dump.h"

#include "base/mem.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* A parent block whose child block is still to come in the same frame. */
struct pending { uint16_t child; uint64_t rows; };

static void __attribute__((format(printf, 3, 4)))
fail(struct dump *d, const struct xfer_frame *frame, const char *format, ...)
{
  va_list args;
  if (d->error[0])
    return;
  int n = snprintf(d->error, sizeof(d->error), "frame %" PRIu32 " at offset %" PRIu64 ": ", frame->head.seq,
                   frame->offset);
  va_start(args, format);
  vsnprintf(d->error + n, sizeof(d->error) - (size_t)n, format, args);
  va_end(args);
}

static bool unpack_rows(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block, void *records)
{
  if (!block->head.rows || xfer_unpack(block, records))
    return true;
  fail(d, frame, "a block of %s records does not hold the %" PRIu32 " rows it claims",
       wire_kinds[block->head.kind].name, block->head.rows);
  return false;
}

/* Unpacks a block behind `rows`. False: d->error says why. */
static bool append_to(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block,
                      struct dump_rows *rows)
{
  const struct wire_kind_info *kind = &wire_kinds[block->head.kind];
  const size_t need = rows->count + block->head.rows;
  if (!block->head.rows)
    return true;
  mem_grow(&rows->data, &rows->room, need, kind->bytes);
  if (!unpack_rows(d, frame, block, (char *)rows->data + rows->count * kind->bytes))
    return false;
  rows->count = need;
  return true;
}

static bool append_kept(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block)
{
  return append_to(d, frame, block, &d->rows[block->head.kind]);
}

/* Where a block can be read again, with its rows: in the file, or aside, where it is put then. */
static struct block place_of(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block)
{
  const size_t packed = (size_t)(block->body - frame->plain) - WIRE_BLOCK_BYTES;
  struct block where = { .at = frame->offset, .seq = frame->head.seq, .payload_crc = frame->head.payload_crc,
                         .in_payload = (uint32_t)packed, .rows = block->head.rows };
  if (d->fd < 0 || frame->armored)
    blocks_put_aside(&d->aside, block, &where);
  return where;
}

/* Notes where a block is. It is unpacked to see that it holds what it claims, and from when to when its records
 * are. */
static bool note_block(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block)
{
  const enum wire_kind kind = block->head.kind;
  if (!block->head.rows)
    return true;
  if (!unpack_rows(d, frame, block, blocks_scratch))
    return false;
  struct block where = place_of(d, frame, block);
  where.first_row = d->rows[kind].count;
  blocks_add(&d->blocks[kind], kind, &where, blocks_scratch);
  d->rows[kind].count += block->head.rows;
  return true;
}

static bool is_known(uint16_t kind)
{
  return kind < WIRE_KIND_LIMIT && wire_kinds[kind].name;
}

static void take_metas(struct dump *d, size_t first)
{
  const struct wire_meta *m = dump_meta_rows(d);
  for (size_t i = first; i < dump_count(d, WIRE_META); i++) {
    if (m[i].key >= DUMP_META_LIMIT)
      continue;
    d->meta[m[i].key] = m[i].value;
    d->meta_known[m[i].key] = true;
  }
  d->rows[WIRE_META].count = 0;
}

static void take_tallies(struct dump *d, size_t first)
{
  const struct wire_tally *t = dump_tally_rows(d);
  for (size_t i = first; i < dump_count(d, WIRE_TALLY); i++) {
    if (t[i].kind >= WIRE_KIND_LIMIT)
      continue;
    d->tally[t[i].kind] = t[i];
    d->tally_known |= DUMP_KIND(t[i].kind);
  }
  d->rows[WIRE_TALLY].count = 0;
}

/* Records of a kind were sent before `frame` and did not come. */
static void note_gap(struct dump *d, const struct xfer_frame *frame, enum wire_kind kind, uint64_t records)
{
  d->lost[kind] += records;
  if (d->gap_count == DUMP_GAPS)
    return;
  mem_grow(&d->gaps, &d->gap_room, d->gap_count + 1, sizeof(*d->gaps));
  d->gaps[d->gap_count++] = (struct dump_gap){ .first = d->next_seq, .frames = frame->head.seq - d->next_seq,
                                               .kind = kind, .records = records, .row = dump_count(d, kind) };
}

/* What the frame says went before it, beside what has come. */
static bool take_places(struct dump *d, const struct xfer_frame *frame, size_t first)
{
  const struct wire_place *p = dump_place_rows(d);
  const size_t count = dump_count(d, WIRE_PLACE);
  d->rows[WIRE_PLACE].count = 0;
  for (size_t i = first; i < count; i++) {
    if (!is_known(p[i].kind))
      continue;
    uint64_t come = d->seen[p[i].kind] + d->lost[p[i].kind];
    if (p[i].before < come) {
      fail(d, frame, "it says that %" PRIu64 " %s records went before it, but %" PRIu64 " did", p[i].before,
           wire_kinds[p[i].kind].name, come);
      return false;
    }
    if (p[i].before > come)
      note_gap(d, frame, p[i].kind, p[i].before - come);
  }
  return true;
}

/* What the rows from `first` on of a parent kind ask of the block behind them. */
static struct pending children_of(const struct dump *d, uint16_t kind, size_t first)
{
  struct pending p = { 0, 0 };
  if (kind == WIRE_NAME) {
    p.child = WIRE_CHARACTER;
    for (size_t i = first; i < dump_count(d, WIRE_NAME); i++)
      p.rows += dump_name_rows(d)[i].bytes;
  } else if (kind == WIRE_SAMPLE) {
    p.child = WIRE_STACK;
    for (size_t i = first; i < dump_count(d, WIRE_SAMPLE); i++)
      p.rows += dump_sample_rows(d)[i].depth;
  }
  return p;
}

/* Whether a block may stand where it does: children behind their parents, and as many as the parents ask for. */
static bool in_place(struct dump *d, const struct xfer_frame *frame, const struct wire_block *b,
                     const struct pending *p)
{
  bool child = b->kind == WIRE_CHARACTER || b->kind == WIRE_STACK;
  if (p->rows == 0 && (!child || b->rows == 0))
    return true;
  if (b->kind == p->child && b->rows == p->rows)
    return true;
  fail(d, frame, "%" PRIu64 " %s records should follow here, but %" PRIu32 " %s records do", p->rows,
       p->child ? wire_kinds[p->child].name : "child", b->rows, wire_kinds[b->kind].name);
  return false;
}

static bool take_snapshot_marks(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block)
{
  const struct wire_snapshot *marks = (const void *)blocks_scratch;
  if (!unpack_rows(d, frame, block, blocks_scratch))
    return false;
  for (size_t i = 0; i < block->head.rows; i++)
    snapshot_take_mark(&d->snapshots, &marks[i]);
  return true;
}

/* Takes a block of a frame of type SNAPSHOT. */
static bool take_snapshot_block(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block)
{
  const uint16_t kind = block->head.kind;
  if (kind == WIRE_SNAPSHOT)
    return take_snapshot_marks(d, frame, block);
  struct dump_rows *rows = snapshot_count_block(&d->snapshots, kind, block->head.rows);
  if (!rows || !(d->kinds & DUMP_KIND(kind)))
    return true;
  if (!append_to(d, frame, block, rows))
    return false;
  if (d->indexed && block->head.rows) {
    const struct block where = place_of(d, frame, block);
    snapshot_note_block(&d->snapshots, kind, &where);
  }
  return true;
}

/* Takes one block; `p` is what the block before it asked for, and then what this one asks for. */
static bool take_block(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block,
                       struct pending *p)
{
  const uint16_t kind = block->head.kind;
  if (!is_known(kind)) {
    d->unknown += block->head.rows;
    return true;
  }
  if (frame->head.type == WIRE_FRAME_SNAPSHOT && kind != WIRE_PLACE)
    return take_snapshot_block(d, frame, block);
  if (kind == WIRE_SYMBOL || kind == WIRE_LINE)
    return true; /* only a host makes them: dump_symbols() */
  d->seen[kind] += block->head.rows;
  if (!(d->kinds & DUMP_KIND(kind)))
    return true;
  const size_t first = d->rows[kind].count;
  if (!in_place(d, frame, &block->head, p))
    return false;
  if (!(dump_is_indexed(d, kind) ? note_block : append_kept)(d, frame, block))
    return false;
  *p = children_of(d, kind, first);
  if (kind == WIRE_META)
    take_metas(d, first);
  else if (kind == WIRE_TALLY)
    take_tallies(d, first);
  else if (kind == WIRE_PLACE)
    return take_places(d, frame, first);
  return true;
}

/* Takes back the parents at the end of the arrays whose children did not come. */
static void drop_orphans(struct dump *d, const size_t *counts)
{
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    if (k == WIRE_NAME || k == WIRE_CHARACTER || k == WIRE_SAMPLE || k == WIRE_STACK)
      d->rows[k].count = counts[k];
}

/* Makes the names known that have come with their texts. */
static void take_names(struct dump *d)
{
  const size_t count = dump_count(d, WIRE_NAME);
  const struct wire_name *names = dump_name_rows(d);
  mem_grow(&d->texts, &d->text_room, count, sizeof(*d->texts));
  for (size_t i = d->named; i < count; d->named = ++i) {
    d->texts[i].first = i ? d->texts[i - 1].first + names[i - 1].bytes : 0;
    map_put(&d->names, (uint64_t)names[i].space << 32 | names[i].id, (uint32_t)i);
  }
}

static void take_blocks(struct dump *d, const struct xfer_frame *frame)
{
  struct pending p = { 0, 0 };
  size_t pos = 0;
  struct xfer_block block;
  int more;
  while ((more = xfer_block_next(frame->plain, frame->head.plain_bytes, &pos, &block)) > 0)
    if (!take_block(d, frame, &block, &p))
      break;
  if (more < 0)
    fail(d, frame, "its blocks do not add up at byte %zu of the payload", pos);
  else if (!more && p.rows)
    fail(d, frame, "%" PRIu64 " %s records are missing at its end", p.rows, wire_kinds[p.child].name);
  if (!d->error[0])
    take_names(d);
}

/* A frame that is being taken. */
struct taking { struct dump *dump; const struct xfer_frame *frame; };

static void take_frame(void *taking)
{
  const struct taking *t = taking;
  take_blocks(t->dump, t->frame);
}

/* Takes a frame's records, by job(), as far as memory does. */
static void take_within(struct dump *d, const struct xfer_frame *frame, void (*job)(void *taking))
{
  struct taking taking = { d, frame };
  if (mem_try(&d->records, job, &taking))
    return;
  d->memory_full |= !d->error[0];
  fail(d, frame, "the records so far fill the memory allowed for them, half of %" PRIu64 " MiB: give --memory a larger "
       "number", d->memory >> 20);
}

/* Symbols stand behind the dump: those that a frame of the dump follows are not what a host has put there. */
static void drop_symbols(struct dump *d)
{
  d->rows[WIRE_SYMBOL].count = d->rows[WIRE_LINE].count = d->symbol_text.count = 0;
  d->symbols = d->symbols_left = false;
}

static bool take_symbols_left(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block)
{
  struct wire_meta meta;
  if (block->head.rows != 1 || !xfer_unpack(block, &meta)) {
    fail(d, frame, "a record about its names makes no sense");
    return false;
  }
  d->symbols_left |= meta.key == WIRE_META_SYMBOLS_LEFT && meta.value;
  return true;
}

void dump_frame(struct dump *d, const struct xfer_frame *frame)
{
  drop_symbols(d);
  d->frames++;
  d->wire_bytes += WIRE_FRAME_BYTES + frame->head.wire_bytes;
  d->plain_bytes += frame->head.plain_bytes;
  d->hello |= frame->head.type == WIRE_FRAME_HELLO;
  d->end |= frame->head.type == WIRE_FRAME_END;
  const bool snapshot = frame->head.type == WIRE_FRAME_SNAPSHOT;
  bool known = snapshot || (frame->head.type >= WIRE_FRAME_HELLO && frame->head.type <= WIRE_FRAME_END);
  d->unknown_frames += !known;
  d->snapshots.wire_bytes += snapshot ? WIRE_FRAME_BYTES + frame->head.wire_bytes : 0;
  snapshot_hide(&d->snapshots, d->rows);
  if (!d->error[0] && known) {
    size_t counts[WIRE_KIND_LIMIT];
    for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
      counts[k] = d->rows[k].count;
    take_within(d, frame, take_frame);
    if (d->error[0])
      drop_orphans(d, counts);
  }
  d->next_seq = frame->head.seq + 1;
}

/* The bytes of text that symbols from row `first` on have. */
static uint64_t symbol_text_bytes(const struct dump *d, size_t first)
{
  const struct wire_symbol *s = dump_symbol_rows(d);
  uint64_t bytes = 0;
  for (size_t i = first; i < dump_count(d, WIRE_SYMBOL); i++)
    bytes += (uint64_t)s[i].name_bytes + s[i].file_bytes;
  return bytes;
}

/* Takes lines, whose files are SYMBOL rows from `first` on: from then on their numbers are those of the dump's rows,
 * from 1; 0 where there is no such row. */
static bool take_lines(struct dump *d, const struct xfer_frame *frame, const struct xfer_block *block, size_t first)
{
  const size_t before = dump_count(d, WIRE_LINE), files = dump_count(d, WIRE_SYMBOL) - first;
  if (!append_kept(d, frame, block))
    return false;
  struct wire_line *lines = d->rows[WIRE_LINE].data;
  for (size_t i = before; i < dump_count(d, WIRE_LINE); i++)
    lines[i].file = lines[i].file && lines[i].file <= files ? (uint32_t)first + lines[i].file : 0;
  return true;
}

static void take_symbols(void *taking)
{
  const struct taking *t = taking;
  struct dump *d = t->dump;
  const struct xfer_frame *frame = t->frame;
  const size_t rows = dump_count(d, WIRE_SYMBOL), text = d->symbol_text.count;
  struct xfer_block block;
  size_t pos = 0;
  int more;
  while ((more = xfer_block_next(frame->plain, frame->head.plain_bytes, &pos, &block)) > 0)
    if ((block.head.kind == WIRE_SYMBOL && !append_kept(d, frame, &block)) ||
        (block.head.kind == WIRE_LINE && !take_lines(d, frame, &block, rows)) ||
        (block.head.kind == WIRE_CHARACTER && !append_to(d, frame, &block, &d->symbol_text)) ||
        (block.head.kind == WIRE_META && !take_symbols_left(d, frame, &block)))
      break;
  if (!d->error[0] && (more || symbol_text_bytes(d, rows) != d->symbol_text.count - text))
    fail(d, frame, "its names are not as long as they say");
}

void dump_symbols(struct dump *d, const struct xfer_frame *frame)
{
  const size_t rows = dump_count(d, WIRE_SYMBOL), lines = dump_count(d, WIRE_LINE), text = d->symbol_text.count;
  const bool full = d->memory_full;
  if (d->error[0] || !(d->kinds & DUMP_KIND(WIRE_SYMBOL)))
    return;
  take_within(d, frame, take_symbols);
  if (!d->error[0]) {
    d->symbols = true;
    return;
  }
  d->rows[WIRE_SYMBOL].count = rows;
  d->rows[WIRE_LINE].count = lines;
  d->symbol_text.count = text;
  d->error[0] = '\0';
  d->memory_full = full;
  d->damaged_behind = true;
}

void dump_damage(struct dump *d, const struct xfer_damage_info *info)
{
  d->damage_count[info->damage]++;
  if (d->damage_total < DUMP_DAMAGES)
    d->damages[d->damage_total] = *info;
  d->damage_total++;
  if (info->damage == XFER_DAMAGE_VERSION)
    d->lost_frames++;
  else
    d->lost_frames += info->count;
}
