/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * unpack.c: a block of records from columns (FORMAT.md, "A payload"). Whatever the bytes say, nothing is read or written
 * outside of the block and of the records that it may have.
 */
#include "xfer.h"

#include "format/guess.h"
#include "format/rice.h"

static inline uint64_t unzigzag(uint64_t v)
{
  return v >> 1 ^ -(v & 1);
}

/* Reads the column header at `p` of `left` bytes. Returns the bytes of header and values, 0 when it is malformed. */
static size_t column_head(const uint8_t *p, size_t left, struct wire_column *column)
{
  if (left < WIRE_COLUMN_BYTES)
    return 0;
  column->encoding = (uint32_t)wire_get(p, 4);
  column->bytes = (uint32_t)wire_get(p + 4, 4);
  if (column->bytes > left - WIRE_COLUMN_BYTES)
    return 0;
  return WIRE_COLUMN_BYTES + (size_t)column->bytes;
}

int xfer_block_next(const uint8_t *payload, size_t bytes, size_t *pos, struct xfer_block *block)
{
  size_t left = bytes - *pos;
  if (left == 0)
    return 0;
  if (left < WIRE_BLOCK_BYTES)
    return -1;
  const uint8_t *p = payload + *pos;
  block->head.kind = (uint16_t)wire_get(p, 2);
  block->head.columns = (uint16_t)wire_get(p + 2, 2);
  block->head.rows = (uint32_t)wire_get(p + 4, 4);
  block->body = p + WIRE_BLOCK_BYTES;
  left -= WIRE_BLOCK_BYTES;
  if (block->head.rows > WIRE_ROWS_MAX || (block->head.rows && !block->head.columns))
    return -1;
  size_t body = 0;
  for (unsigned c = 0; c < block->head.columns; c++) {
    struct wire_column column;
    size_t n = column_head(block->body + body, left - body, &column);
    if (n == 0)
      return -1;
    body += n;
  }
  block->bytes = body;
  *pos += WIRE_BLOCK_BYTES + body;
  return 1;
}

/* Reads one LEB128. Returns the byte behind it, NULL when it runs past `end` or is longer than 64 bits. */
static inline const uint8_t *get_varint(const uint8_t *p, const uint8_t *end, uint64_t *v)
{
  if (p < end && *p < 0x80) {
    *v = *p;
    return p + 1;
  }
  uint64_t sum = 0;
  for (unsigned shift = 0; shift < 70 && p < end; shift += 7) {
    uint8_t byte = *p++;
    sum |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) {
      *v = sum;
      return p;
    }
  }
  return NULL;
}

/* One guesser for all columns of a thread, which are unpacked one after the other. */
static _Thread_local struct guess guess;

/* Where a column is being unpacked to. */
struct target {
  uint8_t *record;   /* the column in the first record */
  size_t rows, stride;
  unsigned bytes;    /* width of a value */
  const struct wire_guess_info *how;
};

static inline void store(uint8_t *p, unsigned bytes, uint64_t v)
{
  switch (bytes) {
  case 1: *p = (uint8_t)v; break;
  case 2: *(uint16_t *)(void *)p = (uint16_t)v; break;
  case 4: *(uint32_t *)(void *)p = (uint32_t)v; break;
  default: *(uint64_t *)(void *)p = v;
  }
}

/* One loop for each width and encoding, so that neither is tested value by value. */
#define UNPACK_VARINTS(width, step)                                                                                  \
  for (size_t i = 0; i < t->rows; i++, record += t->stride) {                                                        \
    uint64_t v;                                                                                                      \
    p = get_varint(p, end, &v);                                                                                      \
    if (!p)                                                                                                          \
      return false;                                                                                                  \
    last = step;                                                                                                     \
    store(record, width, last);                                                                                      \
  }

static bool get_varints(const struct target *t, bool delta, const uint8_t *p, const uint8_t *end)
{
  uint8_t *record = t->record;
  uint64_t last = 0;
  switch (t->bytes * 2 + delta) {
  case 2: UNPACK_VARINTS(1, v) break;
  case 3: UNPACK_VARINTS(1, last + unzigzag(v)) break;
  case 4: UNPACK_VARINTS(2, v) break;
  case 5: UNPACK_VARINTS(2, last + unzigzag(v)) break;
  case 8: UNPACK_VARINTS(4, v) break;
  case 9: UNPACK_VARINTS(4, last + unzigzag(v)) break;
  case 16: UNPACK_VARINTS(8, v) break;
  default: UNPACK_VARINTS(8, last + unzigzag(v)) break;
  }
  return p == end;
}

/* The value behind surprise `v` of row `i`, whose column is at `p`. */
static uint64_t get_guessed(const struct target *t, size_t i, const uint8_t *p, uint64_t v)
{
  uint64_t value = guess_value(&guess, p - t->how->offset, i, t->stride) + unzigzag(v);
  guess_learn(&guess, value);
  return value;
}

static bool get_guess(const struct target *t, const uint8_t *p, const uint8_t *end)
{
  uint8_t *record = t->record;
  uint64_t v;
  guess_begin(&guess, t->how);
  for (size_t i = 0; i < t->rows; i++, record += t->stride) {
    p = get_varint(p, end, &v);
    if (!p)
      return false;
    store(record, t->bytes, get_guessed(t, i, record, v));
  }
  return p == end;
}

static bool get_rice_guess(const struct target *t, const uint8_t *p, const uint8_t *end)
{
  struct rice_bits b = { .in = p, .end = end };
  uint8_t *record = t->record;
  uint64_t group[RICE_GROUP];
  guess_begin(&guess, t->how);
  for (size_t i = 0, n; i < t->rows; i += n) {
    n = t->rows - i < RICE_GROUP ? t->rows - i : RICE_GROUP;
    if (!rice_get_group(&b, group, n))
      return false;
    for (size_t g = 0; g < n; g++, record += t->stride)
      store(record, t->bytes, get_guessed(t, i + g, record, group[g]));
  }
  return b.in == end && b.held < 8;
}

static bool get_rice(const struct target *t, enum wire_encoding encoding, const uint8_t *p, const uint8_t *end)
{
  struct rice_bits b = { .in = p, .end = end };
  uint8_t *record = t->record;
  uint64_t group[RICE_GROUP], last = 0;
  for (size_t i = 0, n; i < t->rows; i += n) {
    n = t->rows - i < RICE_GROUP ? t->rows - i : RICE_GROUP;
    if (!rice_get_group(&b, group, n))
      return false;
    for (size_t g = 0; g < n; g++, record += t->stride) {
      uint64_t v = encoding == WIRE_RICE_DELTA ? unzigzag(group[g]) : group[g];
      last = encoding == WIRE_RICE ? v : last + v;
      store(record, t->bytes, last);
    }
  }
  return b.in == end && b.held < 8;
}

static bool unpack_column(const struct wire_column *column, const uint8_t *p, const struct target *t)
{
  const uint8_t *end = p + column->bytes;
  switch (column->encoding) {
  case WIRE_VARINT: case WIRE_DELTA: return get_varints(t, column->encoding == WIRE_DELTA, p, end);
  case WIRE_RICE: case WIRE_RICE_DELTA: case WIRE_RICE_RISING: return get_rice(t, column->encoding, p, end);
  case WIRE_GUESS: return t->how && get_guess(t, p, end);
  case WIRE_RICE_GUESS: return t->how && get_rice_guess(t, p, end);
  default: return false;
  }
}

static void clear_column(const struct wire_column_info *c, size_t rows, uint8_t *record, size_t stride)
{
  for (size_t i = 0; i < rows; i++, record += stride)
    for (unsigned b = 0; b < c->bytes; b++)
      record[c->offset + b] = 0;
}

bool xfer_unpack(const struct xfer_block *block, void *records)
{
  if (block->head.kind >= WIRE_KIND_LIMIT || !wire_kinds[block->head.kind].name)
    return false;
  const struct wire_kind_info *k = &wire_kinds[block->head.kind];
  size_t pos = 0;
  for (unsigned c = 0; c < k->column_count; c++) {
    if (c >= block->head.columns) {
      clear_column(&k->columns[c], block->head.rows, records, k->bytes);
      continue;
    }
    struct wire_column column;
    size_t n = column_head(block->body + pos, block->bytes - pos, &column);
    struct target t = { (uint8_t *)records + k->columns[c].offset, block->head.rows, k->bytes, k->columns[c].bytes,
                        wire_guess(block->head.kind, &k->columns[c]) };
    if (n == 0 || !unpack_column(&column, block->body + pos + WIRE_COLUMN_BYTES, &t))
      return false;
    pos += n;
  }
  return true;
}
