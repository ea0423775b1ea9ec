/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pack.c: a block of records to columns (FORMAT.md, "A payload"). Freestanding.
 *
 * Writing the values of one column together, as differences where that is shorter, puts like beside like: that, not the
 * compressor behind it, decides how many bytes a record takes. Columns that are noise are written in Rice codes
 * (rice.h); columns that repeat are left in whole bytes, in which the compressor finds the repetition. Which of the two
 * a column is, only the compressor can tell, so it is asked. Columns that can be guessed (guess.h) are tried that way,
 * too.
 */
#include "xfer.h"

#include "guess.h"
#include "rice.h"

/* The most bytes of a row in any encoding: ten as LEB128, an escape in Rice codes. */
#define ROW_BYTES 12
_Static_assert(RICE_ESCAPE + 64 + 6 <= 8 * ROW_BYTES, "an escape, and the k of its group");

/* A choice holds for CHOICE_BLOCKS blocks, unless the column takes a quarter more or less than when the choice was
 * made: then its data have changed. */
#define CHOICE_BLOCKS 15
#define TYPICAL_ROWS  32
#define SLACK_BYTES   64

/* Where a choice is to hold for the blocks that follow, it is made by so many rows: the first ones of this block. */
#define TRIAL_ROWS 2048

size_t xfer_pack_bound(enum wire_kind kind, size_t rows)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  return WIRE_BLOCK_BYTES + k->column_count * (WIRE_COLUMN_BYTES + rows * ROW_BYTES);
}

static inline uint64_t zigzag(uint64_t difference)
{
  return difference << 1 ^ (uint64_t)((int64_t)difference >> 63);
}

/* Bytes of the LEB128 of v: one for every seven bits begun. */
static inline size_t varint_bytes(uint64_t v)
{
  return (size_t)(63 - __builtin_clzll(v | 1)) / 7 + 1;
}

/* A column of records being packed. */
struct source {
  const uint8_t *record;
  size_t rows, stride;
  const struct wire_column_info *column;
  const struct wire_guess_info *how;   /* NULL: it is not guessed */
  struct guess *guess;                 /* the caller's room for that */
};

/* Rows are taken in groups, so that a column's width and encoding are looked at once a group. */
#define GROUP RICE_GROUP

static size_t group_rows(const struct source *s, size_t i)
{
  return s->rows - i < GROUP ? s->rows - i : GROUP;
}

/* What an encoding writes for a value that is not guessed. */
enum change { NONE, DIFFERENCE, RISE };

/* Writes to `values` what stands for `n` values of `bytes` bytes, the first at `p`. *last is the value of the row above,
 * and becomes the last row's. Returns the bits that any of `values` has. Is inlined for each `bytes` and `change`: most
 * of packing is this loop. */
static inline __attribute__((always_inline)) uint64_t change_rows(const uint8_t *p, size_t stride, size_t n,
                                                                  unsigned bytes, enum change change, uint64_t *last,
                                                                  uint64_t *values)
{
  uint64_t above = *last, bits = 0;
#pragma GCC unroll 4
  for (size_t k = 0; k < n; k++, p += stride) {
    const uint64_t v = wire_load(p, bytes);
    const uint64_t changed = change == NONE ? v : change == RISE ? v - above : zigzag(v - above);
    values[k] = changed;
    bits |= changed;
    above = v;
  }
  *last = above;
  return bits;
}

static inline __attribute__((always_inline)) uint64_t change_group(const struct source *s, size_t i, size_t n,
                                                                   enum change change, uint64_t *last, uint64_t *values)
{
  const uint8_t *p = s->record + i * s->stride + s->column->offset;
  switch (s->column->bytes) {
  case 1: return change_rows(p, s->stride, n, 1, change, last, values);
  case 2: return change_rows(p, s->stride, n, 2, change, last, values);
  case 4: return change_rows(p, s->stride, n, 4, change, last, values);
  default: return change_rows(p, s->stride, n, 8, change, last, values);
  }
}

/* guess_value() and guess_learn() for `n` rows from row `i` on, before which there are all rows that guesses look at.
 * All parts of the guess have four bytes, or none. On entry `values` has the rows' values; returns the bits that any of
 * what it has then has. */
static uint64_t surprise_rows(const struct source *s, size_t i, size_t n, uint64_t *values)
{
  const struct wire_guess_info *how = s->guess->how;
  uint64_t *const remembered = s->guess->remembered, onward = how->onward ? UINT64_MAX : 0;
  uint64_t above = s->guess->above, bits = 0;
  const uint8_t *row = s->record + i * s->stride;
  struct guess_walk first = guess_walk(&how->key[0], row, s->stride), second = guess_walk(&how->key[1], row, s->stride);
  struct guess_walk plus = guess_walk(&how->plus, row, s->stride);
  for (size_t k = 0; k < n; k++) {
    const uint64_t v = values[k], base = above & onward, key = guess_walk_on(&first);
    uint64_t *const place = &remembered[guess_place(key, guess_walk_on(&second))];
    bits |= values[k] = zigzag(v - (*place + base + guess_walk_on(&plus)));
    *place = v - base;
    above = v;
  }
  s->guess->above = above;
  return bits;
}

/* surprise_rows() for a guess by two keys that adds nothing, of a column of `bytes` bytes; writes `values` only. Is
 * inlined for each `bytes` and `onward`. */
static inline __attribute__((always_inline)) uint64_t surprise_keyed(const struct source *s, size_t i, size_t n,
                                                                     unsigned bytes, bool onward, uint64_t *values)
{
  const struct wire_guess_info *how = s->guess->how;
  uint64_t *const remembered = s->guess->remembered;
  const size_t stride = s->stride, at = s->column->offset;
  const uint8_t *row = s->record + i * stride;
  const size_t first = how->key[0].offset - how->key[0].rows_up * stride; /* wraps where it is below 0 */
  const size_t second = how->key[1].offset - how->key[1].rows_up * stride;
  uint64_t above = s->guess->above, bits = 0;
#pragma GCC unroll 4
  for (size_t k = 0; k < n; k++, row += stride) {
    const uint64_t v = wire_load(row + at, bytes), base = onward ? above : 0;
    uint64_t *const place = &remembered[guess_place(wire_load(row + first, 4), wire_load(row + second, 4))];
    const uint64_t surprise = zigzag(v - (*place + base));
    *place = v - base;
    values[k] = surprise;
    bits |= surprise;
    above = v;
  }
  s->guess->above = above;
  return bits;
}

/* guess_value() and guess_learn() for the rows at the beginning of a block, above which rows are missing. */
static uint64_t surprise_first(const struct source *s, size_t i, size_t n, uint64_t *values)
{
  const uint8_t *row = s->record + i * s->stride;
  uint64_t bits = 0;
  for (size_t k = 0; k < n; k++, row += s->stride) {
    const uint64_t v = wire_load(row + s->column->offset, s->column->bytes);
    bits |= values[k] = zigzag(v - guess_value(s->guess, row, i + k, s->stride));
    guess_learn(s->guess, v);
  }
  return bits;
}

static uint64_t surprise_group(const struct source *s, size_t i, size_t n, uint64_t *last, uint64_t *values)
{
  const struct wire_guess_info *how = s->guess->how;
  const size_t slow = guess_rows_before_walk(how, i, n);
  const uint64_t bits = slow ? surprise_first(s, i, slow, values) : 0;
  i += slow, n -= slow, values += slow;
  if (!n)
    return bits;
  if (how->key[0].bytes && how->key[1].bytes && !how->plus.bytes) {
    if (s->column->bytes == 4 && !how->onward)
      return bits | surprise_keyed(s, i, n, 4, false, values);
    if (s->column->bytes == 8 && how->onward)
      return bits | surprise_keyed(s, i, n, 8, true, values);
  }
  change_group(s, i, n, NONE, last, values);
  return bits | surprise_rows(s, i, n, values);
}

/* Writes to `values` what an encoding in Rice codes writes for `n` rows from row `i` on. Groups are coded in turn;
 * *last is the value of the row above, and becomes that of the group's last row. Returns the bits that any of `values`
 * has. */
static uint64_t code_group(const struct source *s, enum wire_encoding encoding, size_t i, size_t n, uint64_t *last,
                           uint64_t *values)
{
  switch (encoding) {
  case WIRE_RICE_DELTA: return change_group(s, i, n, DIFFERENCE, last, values);
  case WIRE_RICE_RISING: return change_group(s, i, n, RISE, last, values);
  case WIRE_RICE_GUESS: return surprise_group(s, i, n, last, values);
  default: return change_group(s, i, n, NONE, last, values);
  }
}

/* Returns the bytes that the column takes in Rice codes of the given encoding, and writes them unless `out` is NULL. */
static size_t put_rice(const struct source *s, enum wire_encoding encoding, uint8_t *out)
{
  struct rice_bits b = { .out = out };
  uint64_t group[GROUP], last = 0;
  size_t bits = 0;
  if (encoding == WIRE_RICE_GUESS)
    guess_begin(s->guess, s->how);
  for (size_t i = 0, n; i < s->rows; i += n) {
    unsigned k;
    n = group_rows(s, i);
    bits += rice_group_bits(group, n, code_group(s, encoding, i, n, &last, group), &k);
    if (out)
      rice_put_group(&b, group, n, k);
  }
  if (out)
    rice_put_end(&b);
  return (bits + 7) / 8;
}

/* What one pass over a column tells. */
struct survey {
  size_t plain, delta;  /* bytes as varints */
  bool rising;
};

/* Returns the bytes that `n` values take as varints; `bits` are those that any of them has. */
static size_t varints_bytes(const uint64_t *values, size_t n, uint64_t bits)
{
  if (bits < 0x80)
    return n;
  size_t bytes = 0;
  for (size_t k = 0; k < n; k++)
    bytes += varint_bytes(values[k]);
  return bytes;
}

static struct survey survey_column(const struct source *s)
{
  struct survey found = { .rising = true };
  uint64_t group[GROUP], above = 0, before = 0, bits;
  for (size_t i = 0, n; i < s->rows; i += n) {
    n = group_rows(s, i);
    bits = change_group(s, i, n, NONE, &above, group);
    found.plain += varints_bytes(group, n, bits);
    bits = change_group(s, i, n, DIFFERENCE, &before, group);
    found.delta += varints_bytes(group, n, bits);
    for (size_t k = 0; k < n; k++)
      found.rising &= ~group[k] & 1; /* zigzag: odd where the difference is below 0 */
  }
  return found;
}

static inline __attribute__((always_inline)) uint8_t *put_varint(uint8_t *out, uint64_t v)
{
  while (__builtin_expect(v >= 0x80, 0)) {
    *out++ = (uint8_t)v | 0x80;
    v >>= 7;
  }
  *out++ = (uint8_t)v;
  return out;
}

/* Writes the varints of `n` values, of which any has `bits`. Returns the end. */
static uint8_t *put_group(const uint64_t *values, size_t n, uint64_t bits, uint8_t *out)
{
  if (bits >= 0x80) {
    for (size_t k = 0; k < n; k++)
      out = put_varint(out, values[k]);
    return out;
  }
  if (n == GROUP)
#pragma GCC unroll 8
    for (size_t k = 0; k < GROUP; k++)
      out[k] = (uint8_t)values[k];
  else
    for (size_t k = 0; k < n; k++)
      out[k] = (uint8_t)values[k];
  return out + n;
}

/* Writes the varints of what is guessed. Returns the end. */
static uint8_t *put_surprises(const struct source *s, uint8_t *out)
{
  uint64_t group[GROUP], last = 0;
  guess_begin(s->guess, s->how);
  for (size_t i = 0, n; i < s->rows; i += n) {
    n = group_rows(s, i);
    const uint64_t bits = surprise_group(s, i, n, &last, group);
    out = put_group(group, n, bits, out);
  }
  return out;
}

/* Writes the varints of a column of `bytes` bytes. Returns the end. Is inlined for each `bytes` and `change`, and keeps
 * no group of values between: a row of a short value is seven instructions. */
static inline __attribute__((always_inline)) uint8_t *put_rows(const struct source *s, unsigned bytes,
                                                               enum change change, uint8_t *out)
{
  const size_t stride = s->stride;
  const uint8_t *p = s->record + s->column->offset;
  uint64_t above = 0;
#pragma GCC unroll 4
  for (size_t k = 0; k < s->rows; k++, p += stride) {
    const uint64_t v = wire_load(p, bytes);
    out = put_varint(out, change == NONE ? v : zigzag(v - above));
    above = v;
  }
  return out;
}

static inline __attribute__((always_inline)) uint8_t *put_changes(const struct source *s, enum change change,
                                                                  uint8_t *out)
{
  switch (s->column->bytes) {
  case 1: return put_rows(s, 1, change, out);
  case 2: return put_rows(s, 2, change, out);
  case 4: return put_rows(s, 4, change, out);
  default: return put_rows(s, 8, change, out);
  }
}

/* Writes the column as varints; returns their bytes. */
static size_t put_varints(const struct source *s, enum wire_encoding encoding, uint8_t *out)
{
  switch (encoding) {
  case WIRE_GUESS: return (size_t)(put_surprises(s, out) - out);
  case WIRE_DELTA: return (size_t)(put_changes(s, DIFFERENCE, out) - out);
  default: return (size_t)(put_changes(s, NONE, out) - out);
  }
}

/* An encoding, and the bytes on the line that it takes. */
struct choice { enum wire_encoding encoding; size_t cost; };

static void keep_cheaper(struct choice *best, enum wire_encoding encoding, size_t cost)
{
  if (cost < best->cost)
    *best = (struct choice){ encoding, cost };
}

/* Returns the bytes on the line that an encoding in varints takes; the varints are at `out` then. */
static size_t varints_cost(const struct source *s, enum wire_encoding encoding, const struct xfer_trial *trial,
                           uint8_t *out)
{
  size_t bytes = put_varints(s, encoding, out);
  return trial && trial->compressed_bytes ? trial->compressed_bytes(trial->ctx, out, bytes) : bytes;
}

/* Whether values and differences take about as many bytes, so that the compressor may make either the shorter one: it
 * finds addresses that come again as they are, not as differences. */
static bool is_near(const struct survey *found)
{
  const size_t less = found->delta < found->plain ? found->delta : found->plain;
  const size_t more = found->delta < found->plain ? found->plain : found->delta;
  return more <= less + less / 2;
}

/* Returns the best encoding of a column. `scratch` is room for its values. */
static struct choice choose_encoding(const struct source *s, const struct xfer_trial *trial, uint8_t *scratch)
{
  struct survey found = survey_column(s);
  enum wire_encoding differences = found.rising ? WIRE_RICE_RISING : WIRE_RICE_DELTA;
  struct choice best = { found.delta < found.plain ? WIRE_DELTA : WIRE_VARINT, 0 };
  best.cost = varints_cost(s, best.encoding, trial, scratch);
  if (trial && trial->compressed_bytes && is_near(&found)) {
    const enum wire_encoding other = best.encoding == WIRE_DELTA ? WIRE_VARINT : WIRE_DELTA;
    keep_cheaper(&best, other, varints_cost(s, other, trial, scratch));
  }
  keep_cheaper(&best, WIRE_RICE, put_rice(s, WIRE_RICE, NULL));
  keep_cheaper(&best, differences, put_rice(s, differences, NULL));
  if (s->how) {
    keep_cheaper(&best, WIRE_GUESS, varints_cost(s, WIRE_GUESS, trial, scratch));
    keep_cheaper(&best, WIRE_RICE_GUESS, put_rice(s, WIRE_RICE_GUESS, NULL));
  }
  return best;
}

static size_t put_column(const struct source *s, enum wire_encoding encoding, uint8_t *out)
{
  bool varints = encoding == WIRE_VARINT || encoding == WIRE_DELTA || encoding == WIRE_GUESS;
  return varints ? put_varints(s, encoding, out) : put_rice(s, encoding, out);
}

/* Packs a column as in the block before, if the choice still holds. Returns the bytes; 0 if it does not hold. */
static size_t put_as_before(const struct source *s, const struct xfer_choice *before, uint8_t *out)
{
  if (before->blocks == 0)
    return 0;
  const size_t expected = s->rows * before->centibytes / 100;
  const size_t bytes = put_column(s, before->encoding, out);
  const size_t off = bytes < expected ? expected - bytes : bytes - expected;
  return off <= expected / 4 + SLACK_BYTES ? bytes : 0;
}

/* Remembers a choice for the next blocks; not that of a short block, which says little about the next one. */
static void remember_choice(struct xfer_choice *choice, enum wire_encoding encoding, size_t bytes, size_t rows)
{
  size_t centibytes = bytes * 100 / rows;
  if (rows >= TYPICAL_ROWS)
    *choice = (struct xfer_choice){ (uint8_t)encoding, CHOICE_BLOCKS, (uint16_t)centibytes };
}

static uint8_t *pack_column(const struct source *s, const struct xfer_trial *trial, struct xfer_choice *choice,
                            uint8_t *out)
{
  uint8_t *values = out + WIRE_COLUMN_BYTES;
  enum wire_encoding encoding;
  size_t bytes = choice ? put_as_before(s, choice, values) : 0;
  if (bytes) {
    encoding = choice->encoding;
    choice->blocks--;
  } else {
    struct source tried = *s;
    tried.rows = choice && s->rows > TRIAL_ROWS ? TRIAL_ROWS : s->rows;
    encoding = choose_encoding(&tried, trial, values).encoding;
    bytes = put_column(s, encoding, values);
    if (choice)
      remember_choice(choice, encoding, bytes, s->rows);
  }
  wire_put(out, encoding, 4);
  wire_put(out + 4, bytes, 4);
  return values + bytes;
}

size_t xfer_pack(enum wire_kind kind, const void *records, size_t rows, const struct xfer_trial *trial, uint8_t *out)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  const struct wire_log_info *log = trial && trial->logged ? wire_log(kind) : NULL;
  const unsigned columns = log ? log->columns : k->column_count;
  const size_t stride = log ? log->bytes : k->bytes;
  struct guess *const guess = trial ? trial->guess : NULL;
  uint8_t *p = out;
  wire_put(p, kind, 2);
  wire_put(p + 2, columns, 2);
  wire_put(p + 4, rows, 4);
  p += WIRE_BLOCK_BYTES;
  for (unsigned c = 0; c < columns; c++)
    p = pack_column(&(struct source){ records, rows, stride, &k->columns[c],
                                      guess ? wire_guess(kind, &k->columns[c]) : NULL, guess },
                    trial, trial && trial->choices && c < XFER_COLUMNS ? &trial->choices[c] : NULL, p);
  return (size_t)(p - out);
}
