/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * guess.h: foretells the values of a column from the rows above (FORMAT.md, "Guesses"), so that only surprises take
 * room. Freestanding; inline, for it runs once a value; used by both ends, which must come to the same guesses.
 *
 *   guess_begin(&g, how) -> for each row in turn: guess_value(), then guess_learn() with the value that it has
 *
 * What always holds: a guess rests on rows above and on the columns to the left of this one only.
 */
#ifndef GUESS_H
#define GUESS_H

#include "wire.h"

#define GUESS_ROWS_UP 2   /* the most rows up that a key is (WIRE_GUESSES) */

/* The guesser of a column of one block; 32 KiB. Each packer needs one of its own: two packers at work on one guesser
 * would spoil each other's guesses. */
struct guess {
  const struct wire_guess_info *how;
  uint64_t above;                         /* the column's value in the row above; 0 in the first row */
  unsigned place;                         /* where the row's keys lead to */
  uint64_t remembered[WIRE_GUESS_PLACES];
};

/* Begins a column: nothing is remembered. */
static inline void guess_begin(struct guess *g, const struct wire_guess_info *how)
{
  g->how = how;
  g->above = 0;
  for (unsigned i = 0; i < WIRE_GUESS_PLACES; i++)
    g->remembered[i] = 0;
}

/* Returns a key's value for row `i`, which begins at `row`; 0 where the row above does not exist. `stride` is the
 * distance of rows in bytes. */
static inline uint64_t guess_key(const struct wire_guess_part *part, const uint8_t *row, size_t i, size_t stride)
{
  return i < part->rows_up ? 0 : wire_load(row - part->rows_up * stride + part->offset, part->bytes);
}

/* Returns the place of two keys: hashes with Knuth's multiplicative method (The Art of Computer Programming, volume 3,
 * section 6.4), 64 bits wide. */
static inline unsigned guess_place(uint64_t first, uint64_t second)
{
  const uint64_t golden = 0x9E3779B97F4A7C15;
  return (unsigned)(((first * golden + second) * golden) >> (64 - __builtin_ctz(WIRE_GUESS_PLACES)));
}

/* Returns the guess for the column of row `i`, which begins at `row`. */
static inline uint64_t guess_value(struct guess *g, const uint8_t *row, size_t i, size_t stride)
{
  const struct wire_guess_info *how = g->how;
  g->place = guess_place(guess_key(&how->key[0], row, i, stride), guess_key(&how->key[1], row, i, stride));
  return g->remembered[g->place] + (how->onward ? g->above : 0) + wire_load(row + how->plus.offset, how->plus.bytes);
}

/* Tells the value that the column really has in the row of the last guess_value(). */
static inline void guess_learn(struct guess *g, uint64_t value)
{
  g->remembered[g->place] = value - (g->how->onward ? g->above : 0);
  g->above = value;
}

/* A part of a guess, read row by row without a look at its width: zeros where the part is no column. */
struct guess_walk { const uint8_t *at; size_t step; };

/* Begins at the row at `row`, which has as many rows above it as the part looks up. The part has four bytes, or
 * none. */
static inline struct guess_walk guess_walk(const struct wire_guess_part *part, const uint8_t *row, size_t stride)
{
  static const uint32_t zero;
  if (!part->bytes)
    return (struct guess_walk){ (const uint8_t *)&zero, 0 };
  return (struct guess_walk){ row - part->rows_up * stride + part->offset, stride };
}

/* Returns the part's value in the row at hand, and goes on to the next row. */
static inline uint64_t guess_walk_on(struct guess_walk *w)
{
  const uint64_t v = wire_load(w->at, 4);
  w->at += w->step;
  return v;
}

static inline bool guess_may_walk(const struct wire_guess_part *part)
{
  return (part->bytes == 4 || part->bytes == 0) && part->rows_up <= GUESS_ROWS_UP;
}

/* Returns how many of `n` rows from row `i` on cannot be walked: they want guess_value(). */
static inline size_t guess_rows_before_walk(const struct wire_guess_info *how, size_t i, size_t n)
{
  if (!guess_may_walk(&how->key[0]) || !guess_may_walk(&how->key[1]) || !guess_may_walk(&how->plus))
    return n;
  const size_t first = i < GUESS_ROWS_UP ? GUESS_ROWS_UP - i : 0;
  return first < n ? first : n;
}

#endif
