/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pack.c: a block of records to columns (FORMAT.md, "A payload"). Freestanding.
 *
 * Writing the values of one column together, as differences where that is shorter, puts like beside like: that, not
 * the compressor behind it, decides how many bytes a record takes. Columns that are noise are written in Rice codes
 * (rice.h); what repeats is left in whole bytes, in which the compressor finds it again. Which of the two a column is,
 * only the compressor can tell, so it is asked. Columns that can be guessed are tried so as well (guess.h).
 */
#include "xfer.h"

#include "guess.h"
#include "rice.h"

#define VARINT_BYTES 10 /* longest LEB128 of 64 bits */

size_t xfer_pack_bound(enum wire_kind kind, size_t rows)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  return WIRE_BLOCK_BYTES + k->column_count * (WIRE_COLUMN_BYTES + rows * VARINT_BYTES);
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

static inline uint8_t *put_varint(uint8_t *out, uint64_t v)
{
  while (v >= 0x80) {
    *out++ = (uint8_t)v | 0x80;
    v >>= 7;
  }
  *out++ = (uint8_t)v;
  return out;
}

/* A column of records being packed. */
struct source {
  const uint8_t *record;
  size_t rows, stride;
  const struct wire_column_info *column;
  const struct wire_guess_info *how;   /* NULL: it is not guessed */
};

static inline uint64_t load(const struct source *s, size_t i)
{
  return guess_load(s->record + i * s->stride + s->column->offset, s->column->bytes);
}

/* One guesser for all columns: they are packed one after the other. */
static struct guess guess;

static uint64_t surprise(const struct source *s, size_t i, uint64_t v)
{
  uint64_t guessed = guess_value(&guess, s->record + i * s->stride, i, s->stride);
  guess_learn(&guess, v);
  return zigzag(v - guessed);
}

/* What an encoding writes for `v` of row `i` after `last`; rows in turn. */
static inline uint64_t coded(const struct source *s, enum wire_encoding encoding, size_t i, uint64_t v, uint64_t last)
{
  switch (encoding) {
  case WIRE_DELTA: case WIRE_RICE_DELTA: return zigzag(v - last);
  case WIRE_RICE_RISING: return v - last;
  case WIRE_GUESS: case WIRE_RICE_GUESS: return surprise(s, i, v);
  default: return v;
  }
}

static void begin(const struct source *s, enum wire_encoding encoding)
{
  if (encoding == WIRE_GUESS || encoding == WIRE_RICE_GUESS)
    guess_begin(&guess, s->how);
}

/* Bytes that the column takes in Rice codes of the given encoding, and, with `out`, writes them. */
static size_t rice(const struct source *s, enum wire_encoding encoding, uint8_t *out)
{
  struct rice_bits b = { .out = out };
  uint64_t group[RICE_GROUP], last = 0;
  size_t bits = 0;
  begin(s, encoding);
  for (size_t i = 0, n; i < s->rows; i += n) {
    for (n = 0; n < RICE_GROUP && i + n < s->rows; n++) {
      uint64_t v = load(s, i + n);
      group[n] = coded(s, encoding, i + n, v, last);
      last = v;
    }
    unsigned k;
    bits += rice_group_bits(group, n, &k);
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

static struct survey look(const struct source *s)
{
  struct survey found = { .rising = true };
  uint64_t last = 0;
  for (size_t i = 0; i < s->rows; i++) {
    uint64_t v = load(s, i);
    found.plain += varint_bytes(v);
    found.delta += varint_bytes(zigzag(v - last));
    found.rising &= (int64_t)(v - last) >= 0;
    last = v;
  }
  return found;
}

/* Writes the column as varints; returns their bytes. */
static size_t put_varints(const struct source *s, enum wire_encoding encoding, uint8_t *out)
{
  uint64_t last = 0;
  uint8_t *p = out;
  begin(s, encoding);
  for (size_t i = 0; i < s->rows; i++) {
    uint64_t v = load(s, i);
    p = put_varint(p, coded(s, encoding, i, v, last));
    last = v;
  }
  return (size_t)(p - out);
}

/* An encoding, and what it comes to: bytes on the line. */
struct choice { enum wire_encoding encoding; size_t cost; };

static void consider(struct choice *best, enum wire_encoding encoding, size_t cost)
{
  if (cost < best->cost)
    *best = (struct choice){ encoding, cost };
}

/* What the varints of an encoding come to; they are at `out` then. */
static size_t varints_cost(const struct source *s, enum wire_encoding encoding, const struct xfer_trial *trial,
                           uint8_t *out)
{
  size_t bytes = put_varints(s, encoding, out);
  return trial ? trial->compressed_bytes(trial->ctx, out, bytes) : bytes;
}

/* The best encoding of a column. `scratch` is room for its values. */
static struct choice choose(const struct source *s, const struct xfer_trial *trial, uint8_t *scratch)
{
  struct survey found = look(s);
  enum wire_encoding differences = found.rising ? WIRE_RICE_RISING : WIRE_RICE_DELTA;
  struct choice best = { found.delta < found.plain ? WIRE_DELTA : WIRE_VARINT, 0 };
  best.cost = varints_cost(s, best.encoding, trial, scratch);
  consider(&best, WIRE_RICE, rice(s, WIRE_RICE, NULL));
  consider(&best, differences, rice(s, differences, NULL));
  if (s->how) {
    consider(&best, WIRE_GUESS, varints_cost(s, WIRE_GUESS, trial, scratch));
    consider(&best, WIRE_RICE_GUESS, rice(s, WIRE_RICE_GUESS, NULL));
  }
  return best;
}

static uint8_t *pack_column(const struct source *s, const struct xfer_trial *trial, uint8_t *out)
{
  uint8_t *values = out + WIRE_COLUMN_BYTES;
  enum wire_encoding encoding = choose(s, trial, values).encoding;
  bool varints = encoding == WIRE_VARINT || encoding == WIRE_DELTA || encoding == WIRE_GUESS;
  size_t bytes = varints ? put_varints(s, encoding, values) : rice(s, encoding, values);
  wire_put(out, encoding, 4);
  wire_put(out + 4, bytes, 4);
  return values + bytes;
}

size_t xfer_pack(enum wire_kind kind, const void *records, size_t rows, const struct xfer_trial *trial, uint8_t *out)
{
  const struct wire_kind_info *k = &wire_kinds[kind];
  uint8_t *p = out;
  wire_put(p, kind, 2);
  wire_put(p + 2, k->column_count, 2);
  wire_put(p + 4, rows, 4);
  p += WIRE_BLOCK_BYTES;
  for (unsigned c = 0; c < k->column_count; c++)
    p = pack_column(&(struct source){ records, rows, k->bytes, &k->columns[c], wire_guess(kind, &k->columns[c]) },
                    trial, p);
  return (size_t)(p - out);
}
