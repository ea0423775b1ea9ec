/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.h: text that is safe to put into a table, on a terminal, or into a page.
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A copy of `count` bytes as valid UTF-8 text that keeps a table in shape and that reads as it stands: control
 * characters (tabs and newlines among them) and `;` become spaces; bytes that are not UTF-8, characters that turn the
 * direction of writing, line and paragraph separators, and noncharacters (U+FFFE and the like) become `?`; nothing at
 * all becomes `-`. New memory. */
char *text_clean(const uint8_t *bytes, size_t count);

/* How many of at most `most` bytes of a UTF-8 text to show, so that no character is cut: text where there is less room
 * than it needs is cut here only. For printf: "%.*s", text_cut(name, 60), name. Cost: O(most). */
int text_cut(const char *text, size_t most);

/* Bytes of the UTF-8 character that begins with `first`, which is no continuation byte. */
size_t text_character_bytes(uint8_t first);

/* Whether these bytes are one UTF-8 character, and none that text_clean() replaces but `;` and those below U+0080. */
bool text_is_character(const uint8_t *bytes, size_t count);

/* Columns that a text takes on a terminal, one for each character (wide and combining characters are not told apart).
 * */
size_t text_width(const char *text);

/* Writes bytes as base64 without line ends (RFC 4648, section 4) to `to`, which has room for TEXT_BASE64(bytes)
 * characters. Returns how many; no zero follows them. */
#define TEXT_BASE64(bytes) (((bytes) + 2) / 3 * 4)
size_t text_base64(char *to, const uint8_t *from, size_t bytes);

/* The smallest power of two >= v, for buffer sizes; v when that does not fit 64 bits. */
uint64_t text_round_up(uint64_t v);

#endif
