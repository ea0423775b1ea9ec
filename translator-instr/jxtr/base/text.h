/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.h: text of class files (names, descriptors, SourceFile, string constants) where it leaves the translator: in C
 * and in messages. A legal class file may call a method `a"b`, `x*` followed by `/`, or a line feed and `#include`
 * (JVMS 4.2.2), so no such text goes out but through the functions here, or as an identifier (layout_mangle()).
 */
#ifndef TEXT_H
#define TEXT_H

#include <stdint.h>

/* Returns the next UTF-16 unit at *p, which is modified UTF-8 (JVMS 4.4.7) and not at its end, and steps over it. */
unsigned text_next_unit(const uint8_t **p);

/* Returns `text` as a C string literal, with its quotes: for tables, #line and #include. The compiler sees each byte as
 * it is, whatever stands before and behind it. */
const char *text_literal(const char *text);

/* Returns `text` as a C comment. */
const char *text_comment(const char *text);

/* Returns `text` in one line that a terminal shows as it is: what has no glyph of its own, or would turn the text around
 * it, becomes Java's \uXXXX; a byte that is no UTF-8 becomes \xXX. */
const char *text_shown(const char *text);

#endif
