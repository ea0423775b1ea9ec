/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pack.c: a block of records to and from columns (FORMAT.md, "Blocks"). Freestanding; used by both ends.
 *
 * Writing the values of one column together, as differences where that is shorter, puts like beside like: that, not
 * the compressor behind it, decides how many bytes a record takes.
 */
#include "xfer.h"

#define VARINT_BYTES 10 /* longest LEB128 of 64 bits */

size_t xfer_pack_bound(enum wire_kind kind, size_t rows)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  return WIRE_BLOCK_BYTES + k->column_count * (WIRE_COLUMN_BYTES + rows * VARINT_BYTES);
}

/* The value of a column in a record; columns are naturally aligned, as the compiler lays the structs out. */
static inline uint64_t load(const uint8_t *record, const struct wire_column_info *c)
{
  const uint8_t *p = record + c->offset;
  switch (c->bytes) {
  case 1: return *p;
  case 2: return *(const uint16_t *)(const void *)p;
  case 4: return *(const uint32_t *)(const void *)p;
  default: return *(const uint64_t *)(const void *)p;
  }
}

static inline uint64_t zigzag(uint64_t difference)
{
  return difference << 1 ^ (uint64_t)((int64_t)difference >> 63);
}

static inline uint64_t unzigzag(uint64_t v)
{
  return v >> 1 ^ -(v & 1);
}

/* Bytes of the LEB128 of v: one for every seven bits begun. */
static inline size_t varint_bytes(uint64_t v)
{
  return (size_t)(63 - __builtin_clzll(v | 1)) / 7 + 1;
}

static inline uint8_t *put_varint(uint8_t *out, uint64_t v)
{
  while (v >= 0x80) {
    *out++ = (uint8_t)v | 0x80;
    v >>= 7;
  }
  *out++ = (uint8_t)v;
  return out;
}

static enum wire_encoding choose(const uint8_t *record, size_t rows, size_t stride, const struct wire_column_info *c)
{
  size_t plain = 0, delta = 0;
  uint64_t last = 0;
  for (size_t i = 0; i < rows; i++, record += stride) {
    uint64_t v = load(record, c);
    plain += varint_bytes(v);
    delta += varint_bytes(zigzag(v - last));
    last = v;
  }
  return delta < plain ? WIRE_DELTA : WIRE_VARINT;
}

static uint8_t *pack_column(const uint8_t *record, size_t rows, size_t stride, const struct wire_column_info *c,
                            uint8_t *out)
{
  enum wire_encoding encoding = choose(record, rows, stride, c);
  uint8_t *head = out;
  uint64_t last = 0;
  out += WIRE_COLUMN_BYTES;
  for (size_t i = 0; i < rows; i++, record += stride) {
    uint64_t v = load(record, c);
    out = put_varint(out, encoding == WIRE_DELTA ? zigzag(v - last) : v);
    last = v;
  }
  wire_put(head, encoding, 4);
  wire_put(head + 4, (uint64_t)(out - head - WIRE_COLUMN_BYTES), 4);
  return out;
}

size_t xfer_pack(enum wire_kind kind, const void *records, size_t rows, uint8_t *out)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  uint8_t *p = out;
  wire_put(p, kind, 2);
  wire_put(p + 2, k->column_count, 2);
  wire_put(p + 4, rows, 4);
  p += WIRE_BLOCK_BYTES;
  for (unsigned c = 0; c < k->column_count; c++)
    p = pack_column(records, rows, k->bytes, &k->columns[c], p);
  return (size_t)(p - out);
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
  size_t body = 0;
  for (unsigned c = 0; c < block->head.columns; c++) {
    struct wire_column column;
    size_t n = column_head(block->body + body, left - body, &column);
    /* Every value takes at least one byte, so a row count that memory could not hold is refused here. */
    if (n == 0 || column.bytes < block->head.rows)
      return -1;
    body += n;
  }
  if (block->head.columns == 0 && block->head.rows != 0)
    return -1;
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

/* One loop for each width, so that the width is not tested value by value. */
#define UNPACK_AS(type)                                                                                              \
  for (size_t i = 0; i < rows; i++, record += stride) {                                                              \
    uint64_t v;                                                                                                      \
    p = get_varint(p, end, &v);                                                                                      \
    if (!p)                                                                                                          \
      return false;                                                                                                  \
    last = delta ? last + unzigzag(v) : v;                                                                           \
    *(type *)(void *)record = (type)last;                                                                            \
  }

static bool unpack_column(const struct wire_column *column, const uint8_t *p, size_t rows,
                          const struct wire_column_info *c, uint8_t *record, size_t stride)
{
  const uint8_t *end = p + column->bytes;
  const bool delta = column->encoding == WIRE_DELTA;
  uint64_t last = 0;
  if (column->encoding != WIRE_DELTA && column->encoding != WIRE_VARINT)
    return false;
  record += c->offset;
  switch (c->bytes) {
  case 1: UNPACK_AS(uint8_t) break;
  case 2: UNPACK_AS(uint16_t) break;
  case 4: UNPACK_AS(uint32_t) break;
  default: UNPACK_AS(uint64_t) break;
  }
  return p == end;
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
    if (n == 0 || !unpack_column(&column, block->body + pos + WIRE_COLUMN_BYTES, block->head.rows, &k->columns[c],
                                 records, k->bytes))
      return false;
    pos += n;
  }
  return true;
}
