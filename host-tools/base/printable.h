/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * printable.h: what of other people's text may go to a terminal: printable characters (UTF-8), tabs, line ends, and of
 * ANSI escape sequences (ECMA-48, SGR) bold and six colours of letters. All else could change the terminal's state, hide
 * text or write over it, or is no text at all: background colours and concealed letters hide what follows, so do black
 * and white letters, and bidirectional controls put text where it does not stand (text_is_character()). Colours end
 * with their line: what another program says behind it has its own.
 *
 * Text comes in pieces of any size: a character or sequence that is not complete yet is held until the next piece.
 * No allocation. Cost: a few compares a byte.
 */
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PRINTABLE_HELD 32  /* bytes of the longest escape sequence that is taken for one */

struct printable {
  uint8_t held[PRINTABLE_HELD];  /* the beginning of a character or sequence */
  size_t count;                  /* bytes held */
  bool coloured;                 /* a sequence went out since the last line end */
  uint64_t refused;              /* bytes that were not printable, so far */
};

/* Bytes that printable_filter() writes for `bytes` bytes, at most: colours of three bytes are ended by four. */
#define PRINTABLE_MOST(bytes) (3 * (bytes) + PRINTABLE_HELD)

/* Copies what is printable of `bytes` bytes into `out`, which has room for PRINTABLE_MOST(bytes). Returns how many
 * bytes that is. `p` begins as all zeros. */
size_t printable_filter(struct printable *p, const uint8_t *text, size_t bytes, uint8_t *out);

/* Writes the end of a line's colours, where there are any, into `out`, which has room for PRINTABLE_HELD bytes; for the
 * end of all text. Returns how many bytes that is. */
size_t printable_end(struct printable *p, uint8_t *out);

#endif
