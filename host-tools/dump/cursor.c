/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cursor.c: see cursor.h.
 *
 * Blocks are read in the order of the stream into a window. When it is sorted, what of it is not above the smallest
 * key of all blocks to come can be given away; while nothing could be, it need not be sorted. A block that cannot be
 * read is one to come: so what was given away before is right.
 */
#include "cursor.h"

#include "again.h"
#include "base/mem.h"
#include "base/search.h"
#include "unpacked.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Moves a record that are spent on a window before it is sorted in another way: interrupts cost one here and
 * there. */
#define MOVES_A_RECORD 4

/* The column that is a kind's key, as a set. */
static uint64_t key_column(enum wire_kind kind)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  unsigned c = 0;
  while (c < k->column_count && k->columns[c].offset != blocks_key(kind).offset)
    c++;
  return UINT64_C(1) << c;
}

struct cursor cursor_begin_columns(const struct dump *d, enum wire_kind kind, uint64_t from, uint64_t to,
                                   uint64_t columns)
{
  dump_note_read(d, DUMP_KIND(kind));
  return (struct cursor){ .dump = d, .kind = kind, .stride = wire_kinds[kind].bytes, .key_field = blocks_key(kind),
                          .columns = columns | key_column(kind), .from = from, .to = to };
}

struct cursor cursor_begin_range(const struct dump *d, enum wire_kind kind, uint64_t from, uint64_t to)
{
  return cursor_begin_columns(d, kind, from, to, XFER_ALL_COLUMNS);
}

struct cursor cursor_begin(const struct dump *d, enum wire_kind kind)
{
  return cursor_begin_range(d, kind, 0, UINT64_MAX);
}

void cursor_restart(struct cursor *c, uint64_t from, uint64_t to)
{
  c->from = from;
  c->to = to;
  c->at = c->end = c->rows;
  if (!dump_is_indexed(c->dump, c->kind)) { /* it has all records in order once it has been filled */
    c->end += c->next ? dump_count(c->dump, c->kind) * c->stride : 0;
    return;
  }
  c->first = c->count = c->next = 0;
}

void cursor_end(struct cursor *c)
{
  mem_free(c->rows);
  mem_free(c->frame);
  c->rows = NULL;
  c->frame = NULL;
}

/* ---- reading a block again ---- */

/* Notes in the dump that the cursor's next block cannot be had, and why: from now on no cursor goes beyond it. Returns
 * false. */
static bool note_failure(const struct cursor *c, const char *why)
{
  return again_fail(c->dump, c->kind, c->next, "%s; no more than %" PRIu64 " of %zu %s records can be shown", why,
                    c->dump->blocks[c->kind].all[c->next].first_row, dump_count(c->dump, c->kind),
                    wire_kinds[c->kind].name);
}

/* Unpacks the records of a block; false: they cannot be had, as the dump now says. *rising: they are known to be in
 * order. */
static bool unpack_block(struct cursor *c, const struct block *b, void *records, bool *rising)
{
  struct xfer_block block;
  char text[240];
  const char *why = again_block(c->dump, &c->frame, c->kind, b, &block);
  *rising = false;
  if (!why && xfer_unpack_columns(&block, records, c->columns) &&
      (!c->dump->by_index || blocks_hold(b, c->kind, records, rising)))
    return true;
  snprintf(text, sizeof(text), "the frame at offset %" PRIu64 " cannot be read again: %s", b->at,
           why ? why : AGAIN_OTHER);
  return note_failure(c, text);
}

/* ---- sorting ---- */

static uint64_t key_at(const struct cursor *c, size_t row)
{
  return wire_value(c->rows + row * c->stride, c->key_field);
}

/* The first row from `from` on, before `to`, with a smaller key than the row before it; `to`: there is none. */
static inline size_t first_late(const char *key, size_t stride, unsigned bytes, size_t from, size_t to)
{
  uint64_t last = wire_load((const uint8_t *)key + (from - 1) * stride, bytes);
  for (size_t i = from; i < to; i++) {
    const uint64_t now = wire_load((const uint8_t *)key + i * stride, bytes);
    if (now < last)
      return i;
    last = now;
  }
  return to;
}

/* first_late() of the window's rows, with a loop for each width of keys. `from` is not 0. */
static size_t next_late(const struct cursor *c, size_t from, size_t to)
{
  const char *key = c->rows + c->key_field.offset;
  return c->key_field.bytes == 8 ? first_late(key, c->stride, 8, from, to)
                                 : first_late(key, c->stride, c->key_field.bytes, from, to);
}

/* Moves records that are a little late to where they belong. Returns false when that takes too long. */
static bool sort_nearly(struct cursor *c, size_t from, size_t to)
{
  size_t moves = MOVES_A_RECORD * (to - from);
  char record[BLOCKS_RECORD_MAX];
  for (size_t i = from; i + 1 < to && (i = next_late(c, i + 1, to)) < to;) {
    size_t k = i;
    const uint64_t late = key_at(c, i);
    while (k > from && key_at(c, k - 1) > late)
      k--;
    if (i - k > moves)
      return false;
    moves -= i - k;
    memcpy(record, c->rows + i * c->stride, c->stride);
    memmove(c->rows + (k + 1) * c->stride, c->rows + k * c->stride, (i - k) * c->stride);
    memcpy(c->rows + k * c->stride, record, c->stride);
  }
  return true;
}

struct ticket { uint64_t key; size_t row; };

static int by_key(const void *a, const void *b)
{
  const struct ticket *x = a, *y = b;
  return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->row > y->row) - (x->row < y->row);
}

static void sort_anyhow(struct cursor *c, size_t from, size_t to)
{
  const size_t count = to - from;
  struct ticket *order = mem_alloc(count, sizeof(*order));
  char *sorted = mem_alloc(count, c->stride);
  for (size_t i = 0; i < count; i++)
    order[i] = (struct ticket){ key_at(c, from + i), from + i };
  mem_sort(order, count, sizeof(*order), by_key);
  for (size_t i = 0; i < count; i++)
    memcpy(sorted + i * c->stride, c->rows + order[i].row * c->stride, c->stride);
  memcpy(c->rows + from * c->stride, sorted, count * c->stride);
  mem_free(sorted);
  mem_free(order);
}

static void sort_window(struct cursor *c)
{
  if (!c->rising && !sort_nearly(c, c->first, c->first + c->count))
    sort_anyhow(c, c->first, c->first + c->count);
}

/* ---- the window ---- */

/* Makes those records of the window ready before which none to come belongs. Returns whether there are any. */
static bool make_ready(struct cursor *c, uint64_t least_ahead)
{
  size_t low = 0;
  if (!c->count || c->least > least_ahead)
    return false;
  sort_window(c);
  if (key_at(c, c->first + c->count - 1) <= least_ahead)
    low = c->count;
  SEARCH(low, c->count, key_at(c, c->first + middle) <= least_ahead);
  c->at = c->rows + c->first * c->stride;
  c->end = c->at + low * c->stride;
  c->first += low;
  c->count -= low;
  c->least = c->count ? key_at(c, c->first) : UINT64_MAX;
  return true;
}

/* Whether the window may hold so many rows; false: the dump now says why not. */
static bool may_hold(const struct cursor *c, size_t rows)
{
  const uint64_t copies = (uint64_t)rows * (2 * c->stride + 2 * sizeof(struct ticket)); /* sort_anyhow() */
  if (rows <= 2 * WIRE_ROWS_MAX || mem_may(copies))
    return true;
  char text[200];
  snprintf(text, sizeof(text), "its %s records are so far out of order that %" PRIu64 " MiB do not do to sort them: give "
           "--memory a larger number", wire_kinds[c->kind].name, c->dump->memory >> 20);
  return note_failure(c, text);
}

/* unpack_block() of the cursor's next block, or a copy of what was unpacked before. */
static bool read_block(struct cursor *c, const struct block *b, void *records, bool *rising)
{
  const size_t bytes = (size_t)b->rows * c->stride;
  const struct unpacked_block *kept = c->kept ? unpacked_find(c->kept, c->next) : NULL;
  if (kept) {
    memcpy(records, kept->records, bytes);
    *rising = kept->rising;
    return true;
  }
  if (!unpack_block(c, b, records, rising))
    return false;
  if (c->kept)
    unpacked_add(c->kept, c->next, records, bytes, *rising);
  return true;
}

/* Adds the records of a block to the window; false: they cannot be had, as the dump now says. */
static bool take_block(struct cursor *c, const struct block *b)
{
  if (!may_hold(c, c->count + b->rows))
    return false;
  if (c->count)
    memmove(c->rows, c->rows + c->first * c->stride, c->count * c->stride);
  c->first = 0;
  mem_grow(&c->rows, &c->room, c->count + b->rows, c->stride);
  if (!read_block(c, b, c->rows + c->count * c->stride, &c->rising))
    return false;
  c->rising &= !c->count;
  c->least = c->count && c->least < b->least ? c->least : b->least;
  c->count += b->rows;
  return true;
}

/* Records that the dump keeps: all at once, sorted in a copy. */
static bool fill_from_memory(struct cursor *c)
{
  const size_t count = dump_count(c->dump, c->kind);
  if (c->next || !count)
    return false;
  c->next = 1;
  c->rows = mem_alloc(count, c->stride);
  memcpy(c->rows, c->dump->rows[c->kind].data, count * c->stride);
  c->count = count;
  c->least = 0;
  return make_ready(c, UINT64_MAX);
}

void cursor_skip(struct cursor *c, uint64_t key)
{
  while (c->at != c->end || cursor_fill(c)) {
    const size_t count = (size_t)(c->end - c->at) / c->stride;
    size_t low = 0;
    SEARCH(low, count, wire_value(c->at + middle * c->stride, c->key_field) < key);
    c->at += low * c->stride;
    if (low < count)
      return;
  }
}

bool cursor_fill(struct cursor *c)
{
  const struct blocks *b = &c->dump->blocks[c->kind];
  const size_t *readable = &c->dump->again->readable[c->kind];
  if (!dump_is_indexed(c->dump, c->kind))
    return fill_from_memory(c);
  for (; c->next < b->count && c->next < *readable; c->next++) {
    const struct block *block = &b->all[c->next];
    if (block->most < c->from || block->least > c->to)
      continue;
    if (make_ready(c, block->least_ahead))
      return true;
    if (!take_block(c, block))
      break;
  }
  /* Behind a block that cannot be had, what goes before all of its records is the last that is right. */
  return make_ready(c, c->next < b->count ? b->all[c->next].least_ahead : UINT64_MAX);
}
