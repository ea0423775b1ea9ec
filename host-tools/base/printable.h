/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * printable.h: what of a target's text may go to a terminal: printable characters (UTF-8), tabs, line ends, and the
 * colours of ANSI escape sequences (ECMA-48, SGR). All else could change the terminal's state, or be no text at all.
 *
 * Text comes in pieces of any size: a character or sequence that is not complete yet is held until the next piece.
 * No allocation. Cost: a few compares a byte.
 */
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include <stddef.h>
#include <stdint.h>

#define PRINTABLE_HELD 32  /* bytes of the longest escape sequence that is taken for one */

struct printable {
  uint8_t held[PRINTABLE_HELD];  /* the beginning of a character or sequence */
  size_t count;                  /* bytes held */
  uint64_t refused;              /* bytes that were not printable, so far */
};

/* Copies what is printable of `bytes` bytes into `out`, which has room for bytes + PRINTABLE_HELD. Returns how many
 * bytes that is. `p` begins as all zeros. */
size_t printable_filter(struct printable *p, const uint8_t *text, size_t bytes, uint8_t *out);

#endif
