/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * base64.h: frames as text, for lines and logs that carry nothing else: a terminal program's log file, a web console, a
 * line that rewrites line ends. FORMAT.md, "As text".
 *
 *     -----BEGIN JX PROFILE-----
 *     /kpYClANCvgBAQAAAAAAAB4AAAAeAAAABAyRuKUBTFcBAAIAAQAAAAEAAAABAAAAAQEAAAAFAAAAgJTr
 *     3AM=
 *     -----END JX PROFILE-----
 *
 * Between the two lines stands the byte stream of the frames in base64 (RFC 4648, section 4), 76 characters a line.
 * Lines in between that are not base64 are console text, as anywhere else. A logger may have put words before each
 * line, mostly the time: as many words as stand before the opening line are left aside in each line. Freestanding; the
 * target uses the writing half, the host the reading half.
 */
#ifndef BASE64_H
#define BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "xfer.h"

#define ARMOR_BEGIN "-----BEGIN JX PROFILE-----"
#define ARMOR_END   "-----END JX PROFILE-----"

#define ARMOR_LINE_CHARACTERS 76                                  /* RFC 2045, section 6.8 */
#define ARMOR_LINE_BYTES      (ARMOR_LINE_CHARACTERS / 4 * 3)

/* ---- writing ---- */

struct base64 {
  xfer_write_fn *write;
  void *ctx;
  size_t held;                      /* bytes that do not fill a line yet */
  uint8_t hold[ARMOR_LINE_BYTES];
};

/* Starts: writes the opening line through `write`. Returns what `write` returns. */
bool base64_begin(struct base64 *a, xfer_write_fn *write, void *ctx);

/* Writes bytes as text: an xfer_write_fn whose ctx is the struct base64. Bytes that do not fill a line are held. */
bool base64_write(void *armor, const void *data, size_t bytes);

/* Goes on after a crash has stopped a write in the middle: begins a line anew, with the bytes that are held. */
bool base64_recover(struct base64 *a);

/* Writes the bytes that are held, and the closing line. */
bool base64_end(struct base64 *a);

/* ---- reading ---- */

struct dearmor_ops {
  void (*text)(void *ctx, const uint8_t *text, size_t bytes);  /* what is console text */
  void (*data)(void *ctx, const uint8_t *data, size_t bytes);  /* what stood in base64 */
};

#define ARMOR_ASIDE_CHARACTERS 128 /* what a logger puts around a line, line end included: a date, a host's name */
#define ARMOR_LINE_ROOM        (ARMOR_LINE_CHARACTERS + ARMOR_ASIDE_CHARACTERS)

/* A line in which the opening is looked for. */
struct dearmor_opening {
  size_t words;        /* before it */
  size_t matched;      /* characters of the opening that stand here */
  bool within;         /* inside a word that does not begin like the opening */
  bool aside;          /* there is something besides the opening */
};

/* Zeroed is ready. Two full lines of base64, one after the other, are taken for frames even where the opening line was
 * damaged: a console does not write such lines. */
struct dearmor {
  bool inside;        /* between the two lines */
  bool waiting;       /* outside of them `full` holds a full line of base64 */
  bool passing;       /* the rest of this line is text */
  struct dearmor_opening opening; /* of the line at hand, outside */
  struct dearmor_opening around;  /* of the line that opened, inside */
  size_t used;        /* characters of a line that may yet be one of ours */
  uint8_t line[ARMOR_LINE_ROOM];
  size_t full_used;
  uint8_t full[ARMOR_LINE_ROOM];
};

/* Takes the next piece of a text, any number of bytes; calls back at once for all that is clear by then. */
void dearmor(struct dearmor *d, const uint8_t *text, size_t bytes, const struct dearmor_ops *ops, void *ctx);

/* Says that the text has ended: calls back for what is held. */
void dearmor_end(struct dearmor *d, const struct dearmor_ops *ops, void *ctx);

#endif
