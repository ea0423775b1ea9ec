/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * line_editor.h: what the keys of a terminal mean that are no characters, for a person who types a line at the console.
 */
#ifndef LINE_EDITOR_H
#define LINE_EDITOR_H

enum line_editor_key {
  TYPED_CHARACTER, /* of the line, its end included */
  TYPED_ERASE,     /* the last character: backspace */
  TYPED_KILL,      /* the whole line: Ctrl-U, Ctrl-C */
  TYPED_NOTHING,   /* a cursor or function key, or a control character: means nothing here */
};

/* Zeroed it is between two keys. */
struct line_editor { enum { TYPED_PLAIN, TYPED_ESCAPE, TYPED_SEQUENCE } state; };

/* Takes a byte of what a terminal sends. Returns what it means. */
enum line_editor_key line_editor_take(struct line_editor *t, char byte);

#endif
