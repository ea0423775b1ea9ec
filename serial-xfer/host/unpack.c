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

/* Stores the values behind `n` surprises, of rows from row `i` on, all of which can be walked (guess.h). */
static inline __attribute__((always_inline)) void
store_walked(const struct target *t, size_t i, const uint64_t *surprises, size_t n, unsigned bytes)
{
  const struct wire_guess_info *how = t->how;
  uint64_t *const remembered = guess.remembered, onward = how->onward ? UINT64_MAX : 0;
  uint64_t above = guess.above;
  uint8_t *record = t->record + i * t->stride;
  const uint8_t *row = record - how->offset;
  struct guess_walk first = guess_walk(&how->key[0], row, t->stride), second = guess_walk(&how->key[1], row, t->stride);
  struct guess_walk plus = guess_walk(&how->plus, row, t->stride);
  for (size_t k = 0; k < n; k++, record += t->stride) {
    const uint64_t base = above & onward, key = guess_walk_on(&first);
    uint64_t *const place = &remembered[guess_place(key, guess_walk_on(&second))];
    above = *place + base + guess_walk_on(&plus) + unzigzag(surprises[k]);
    *place = above - base;
    store(record, bytes, above);
  }
  guess.above = above;
}

/* Stores the values behind the surprises of a group, of rows from row `i` on. */
static void store_guessed(const struct target *t, size_t i, const uint64_t *surprises, size_t n)
{
  const size_t slow = guess_rows_before_walk(t->how, i, n);
  uint8_t *record = t->record + i * t->stride;
  for (size_t k = 0; k < slow; k++, record += t->stride) {
    const uint64_t value = guess_value(&guess, record - t->how->offset, i + k, t->stride) + unzigzag(surprises[k]);
    guess_learn(&guess, value);
    store(record, t->bytes, value);
  }
  if (slow == n)
    return;
  if (t->bytes == 4)
    store_walked(t, i + slow, surprises + slow, n - slow, 4);
  else if (t->bytes == 8)
    store_walked(t, i + slow, surprises + slow, n - slow, 8);
  else
    store_walked(t, i + slow, surprises + slow, n - slow, t->bytes);
}

static bool get_guess(const struct target *t, const uint8_t *p, const uint8_t *end)
{
  uint64_t group[RICE_GROUP];
  guess_begin(&guess, t->how);
  for (size_t i = 0, n; i < t->rows; i += n) {
    n = t->rows - i < RICE_GROUP ? t->rows - i : RICE_GROUP;
    for (size_t g = 0; g < n; g++) {
      p = get_varint(p, end, &group[g]);
      if (!p)
        return false;
    }
    store_guessed(t, i, group, n);
  }
  return p == end;
}

static bool get_rice_guess(const struct target *t, const uint8_t *p, const uint8_t *end)
{
  struct rice_bits b = { .in = p, .end = end };
  uint64_t group[RICE_GROUP];
  guess_begin(&guess, t->how);
  for (size_t i = 0, n; i < t->rows; i += n) {
    n = t->rows - i < RICE_GROUP ? t->rows - i : RICE_GROUP;
    if (!rice_get_group(&b, group, n))
      return false;
    store_guessed(t, i, group, n);
  }
  return b.in == end && b.held < 8;
}

/* Stores the values of a group; with `add` they are differences to the row above, and `zigzag` ones may be below 0. */
static inline __attribute__((always_inline)) uint64_t
store_group(uint8_t *record, size_t stride, unsigned bytes, const uint64_t *group, size_t n, bool add, bool zigzag,
            uint64_t last)
{
  for (size_t g = 0; g < n; g++, record += stride) {
    const uint64_t v = zigzag ? unzigzag(group[g]) : group[g];
    last = add ? last + v : v;
    store(record, bytes, last);
  }
  return last;
}

/* One loop for each width that matters and each encoding. */
static uint64_t store_rice(const struct target *t, enum wire_encoding encoding, uint8_t *record, const uint64_t *group,
                           size_t n, uint64_t last)
{
  const size_t stride = t->stride;
  switch (encoding) {
  case WIRE_RICE:
    return t->bytes == 4 ? store_group(record, stride, 4, group, n, false, false, last)
                         : store_group(record, stride, t->bytes, group, n, false, false, last);
  case WIRE_RICE_DELTA:
    return t->bytes == 8 ? store_group(record, stride, 8, group, n, true, true, last)
                         : store_group(record, stride, t->bytes, group, n, true, true, last);
  default:
    return t->bytes == 8 ? store_group(record, stride, 8, group, n, true, false, last)
                         : store_group(record, stride, t->bytes, group, n, true, false, last);
  }
}

static bool get_rice(const struct target *t, enum wire_encoding encoding, const uint8_t *p, const uint8_t *end)
{
  struct rice_bits b = { .in = p, .end = end };
  uint64_t group[RICE_GROUP], last = 0;
  for (size_t i = 0, n; i < t->rows; i += n) {
    n = t->rows - i < RICE_GROUP ? t->rows - i : RICE_GROUP;
    if (!rice_get_group(&b, group, n))
      return false;
    last = store_rice(t, encoding, t->record + i * t->stride, group, n, last);
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

/* The column that a part of a guess reads, as a set. */
static uint64_t column_of(const struct wire_kind_info *k, const struct wire_guess_part *part)
{
  for (unsigned c = 0; part->bytes && c < k->column_count; c++)
    if (k->columns[c].offset == part->offset)
      return UINT64_C(1) << c;
  return 0;
}

/* The columns of a kind that must be unpacked for those of `set` to be right: a guess rests on columns to its left. */
static uint64_t with_guessed_from(enum wire_kind kind, uint64_t set)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  for (unsigned c = k->column_count; set != XFER_ALL_COLUMNS && c-- > 0;) {
    const struct wire_guess_info *how = set >> c & 1 ? wire_guess(kind, &k->columns[c]) : NULL;
    if (how)
      set |= column_of(k, &how->key[0]) | column_of(k, &how->key[1]) | column_of(k, &how->plus);
  }
  return set;
}

bool xfer_unpack(const struct xfer_block *block, void *records)
{
  return xfer_unpack_columns(block, records, XFER_ALL_COLUMNS);
}

bool xfer_unpack_columns(const struct xfer_block *block, void *records, uint64_t wanted)
{
  if (block->head.kind >= WIRE_KIND_LIMIT || !wire_kinds[block->head.kind].name)
    return false;
  const struct wire_kind_info *k = &wire_kinds[block->head.kind];
  size_t pos = 0;
  wanted = with_guessed_from(block->head.kind, wanted);
  for (unsigned c = 0; c < k->column_count; c++) {
    if (c >= block->head.columns) {
      clear_column(&k->columns[c], block->head.rows, records, k->bytes);
      continue;
    }
    struct wire_column column;
    size_t n = column_head(block->body + pos, block->bytes - pos, &column);
    struct target t = { (uint8_t *)records + k->columns[c].offset, block->head.rows, k->bytes, k->columns[c].bytes,
                        wire_guess(block->head.kind, &k->columns[c]) };
    if (n == 0 || (wanted >> c & 1 && !unpack_column(&column, block->body + pos + WIRE_COLUMN_BYTES, &t)))
      return false;
    pos += n;
  }
  return true;
}
