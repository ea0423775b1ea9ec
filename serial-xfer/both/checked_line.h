/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * checked_line.h: what a program writes to the target: a line of text with a checksum (FORMAT.md, "The back channel").
 *
 *     02  text  '*'  CRC-32 of the text, eight hexadecimal digits  LF
 *
 * The byte 02 (STX) opens the line and occurs in no text, so a line whose end was lost does not spoil the next one;
 * and a line that a person types, who types no STX, is told from it. Freestanding; any context.
 */
#ifndef CHECKED_LINE_H
#define CHECKED_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SEALED_OPEN  0x02
#define SEALED_BYTES 256 /* longest line, both ends included: two rows of a terminal and more */
#define SEALED_TEXT  (SEALED_BYTES - 11) /* longest text in it */

/* A line being written. What finds no room is left out, and `cut` is set. */
struct checked_line {
  char line[SEALED_BYTES];
  size_t used;
  bool cut;
};

void checked_line_begin(struct checked_line *s, const char *word);

/* Adds a blank and a word, or a number; `checked_line_add` adds characters as they are. */
void checked_line_word(struct checked_line *s, const char *word);
void checked_line_number(struct checked_line *s, uint32_t number);
void checked_line_add(struct checked_line *s, const char *text);

/* Closes the line; `line` then holds `used` bytes. False, and nothing to be sent, when it would be too long. */
bool checked_line_end(struct checked_line *s);

/* Bytes on their way to be a line; zeroed it is empty. */
struct checked_line_input {
  char line[SEALED_BYTES];
  size_t used;
  bool taken;         /* the line was complete: the next byte begins another */
  bool too_long;      /* what comes up to the next line end is thrown away */
};

/* Takes a byte. True when with it a line is complete: line[] holds its `used` bytes, without the LF or CR that ended
 * it, until the next byte comes. Empty lines and those that are too long are never complete. */
bool checked_line_take(struct checked_line_input *in, char byte);

/* The text of the sealed line in `bytes` characters without their LF, when there is one and its checksum is right:
 * *text is where, and its length is returned. 0: there is none. What stands before the last STX is left aside. */
size_t checked_line_open(const char *line, size_t bytes, const char **text);

/* Whether an end of a sealed line is in there, so that no person typed it. */
bool checked_line_is(const char *line, size_t bytes);

/* Reads the word or the number at *at, up to a blank or `end`, and the blanks behind it. */
bool checked_line_take_word(const char **at, const char *end, const char *word);
bool checked_line_take_number(const char **at, const char *end, uint32_t *number);

#endif
