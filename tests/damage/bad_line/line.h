/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * line.h: a bad line: what it does to the bytes that go over it. Seeded, so that a run repeats: the same seed and rate
 * do the same to the same bytes, in whatever pieces they come.
 *
 * At each byte, with the rate's probability, one of these happens: a bit or several of the byte flip, the byte is
 * dropped, it comes twice, a foreign byte stands before it. Besides, a line can be cut: a stretch is gone.
 */
#ifndef LINE_H
#define LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum line_edit { LINE_FLIP, LINE_DROP, LINE_DOUBLE, LINE_INSERT, LINE_EDITS };

struct line {
  double rate;              /* edits a byte, 0 to 1 */
  uint64_t random;          /* state; the seed at first, not 0 */
  uint64_t cut_at, cut_end; /* bytes of this stretch of the input are dropped; none when empty */
  uint64_t position;        /* of the next byte of the input */
  uint64_t next;            /* position of the next edit */
  uint64_t edits;           /* so far; a cut counts as one */
  /* Called for each edit, with its position in the input: a DROP takes that byte, an INSERT stands before it, the
   * second of a DOUBLE behind it. May be NULL. */
  void (*touched)(void *ctx, uint64_t position, enum line_edit edit);
  void *ctx;
};

/* Draws a number below `below` (not 0) from `random`. xorshift64 (Marsaglia, "Xorshift RNGs", 2003). */
uint64_t line_draw(uint64_t *random, uint64_t below);

/* Starts a line; `seed` is any number. */
void line_start(struct line *l, uint64_t seed, double rate);

/* Sends `bytes` bytes over it. `out` has room for twice as many; returns how many came through. */
size_t line_pass(struct line *l, const uint8_t *in, size_t bytes, uint8_t *out);

#endif
