/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * checked_line.h: what a program writes to the target: a line of text with a checksum (FORMAT.md, "Loss and recovery").
 *
 *     02  text  '*'  CRC-32 of the text, eight hexadecimal digits  LF
 *
 * The byte 02 (STX) opens the line and occurs in no text, so a line whose end was lost does not spoil the next one;
 * and a line that a person types has no STX, and is told apart by that. Freestanding; any context.
 */
#ifndef CHECKED_LINE_H
#define CHECKED_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SEALED_OPEN  0x02
#define SEALED_BYTES 256 /* longest line, both ends included: two rows of a terminal and more */
#define SEALED_TEXT  (SEALED_BYTES - 11) /* longest text in it */

/* A line being written. Characters that find no room are left out, and `cut` is set. */
struct checked_line {
  char line[SEALED_BYTES];
  size_t used;
  bool cut;
};

/* Begins a line with its first word. */
void checked_line_begin(struct checked_line *s, const char *word);

/* Adds a blank and a word. */
void checked_line_word(struct checked_line *s, const char *word);

/* Adds a blank and a number, decimal. */
void checked_line_number(struct checked_line *s, uint32_t number);

/* Adds characters as they are. */
void checked_line_add(struct checked_line *s, const char *text);

/* Closes the line; `line` then holds `used` bytes. Returns false when it would be too long: then it must not be
 * sent. */
bool checked_line_end(struct checked_line *s);

/* Bytes on their way to be a line; zeroed it is empty. */
struct checked_line_input {
  char line[SEALED_BYTES];
  size_t used;
  bool taken;         /* the line was complete: the next byte begins another */
  bool too_long;      /* bytes up to the next line end are thrown away */
};

/* Takes a byte. Returns true when it completes a line: line[] holds the line's `used` bytes, without the LF or CR that
 * ended it, until the next byte comes. Empty lines and lines that are too long are never complete. */
bool checked_line_take(struct checked_line_input *in, char byte);

/* Finds the line with a checksum in `bytes` characters, which have no LF. Returns the length of its text, which begins
 * at *text; 0: there is no such line, or its checksum is wrong. What stands before the last STX is left aside. */
size_t checked_line_open(const char *line, size_t bytes, const char **text);

/* Returns whether the line has a beginning or an end of a line with a checksum, so that no person typed it. */
bool checked_line_is(const char *line, size_t bytes);

/* Reads the word `word` at *at, up to a blank or `end`, and the blanks behind it. Returns false, with *at unchanged,
 * when another word stands there. */
bool checked_line_take_word(const char **at, const char *end, const char *word);

/* Reads a decimal number at *at, up to a blank or `end`, and the blanks behind it. Returns false, with *at unchanged,
 * when no number of 32 bits stands there. */
bool checked_line_take_number(const char **at, const char *end, uint32_t *number);

#endif
