/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.h: text that is safe to put into a table or on a terminal.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A copy of `bytes` bytes as valid UTF-8 text that keeps a table in shape: control characters (tabs and newlines
 * among them) and `;` become spaces, bytes that are not UTF-8 become `?`, nothing at all becomes `-`. New memory. */
char *text_clean(const uint8_t *bytes, size_t count);

/* Bytes of the UTF-8 character that begins with `first`, which is no continuation byte. */
size_t text_character_bytes(uint8_t first);

/* Whether these bytes are one UTF-8 character, and none of the control characters U+0080 to U+009F. */
bool text_is_character(const uint8_t *bytes, size_t count);

/* Columns that a text takes on a terminal, one for each character (wide and combining characters are not told apart).
 * */
size_t text_width(const char *text);

/* The smallest power of two >= v, for buffer sizes; v when that does not fit 64 bits. */
uint64_t text_round_up(uint64_t v);

#endif
