/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * typed.h: what the keys of a terminal mean that are no characters, for somebody who types a line at the console.
 */
#ifndef TYPED_H
#define TYPED_H

enum typed_key {
  TYPED_CHARACTER, /* of the line, its end included */
  TYPED_ERASE,     /* the last character: backspace */
  TYPED_KILL,      /* the whole line: Ctrl-U, Ctrl-C */
  TYPED_NOTHING,   /* a cursor or function key, or a control character: means nothing here */
};

/* Zeroed it is between two keys. */
struct typed { enum { TYPED_PLAIN, TYPED_ESCAPE, TYPED_SEQUENCE } state; };

/* Takes a byte of what a terminal sends. */
enum typed_key typed_take(struct typed *t, char byte);

#endif
