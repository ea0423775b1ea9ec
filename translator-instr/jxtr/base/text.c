/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.c: class files' text in C and in messages; text.h is the manual.
 */
#include "text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "mem.h"

#define LONGEST 6 /* bytes that one byte, or one character, becomes: \uXXXX */

unsigned text_next_unit(const uint8_t **p)
{
  const uint8_t *s = *p;
  unsigned bytes = s[0] < 0x80 ? 1 : s[0] < 0xE0 ? 2 : 3;
  *p += bytes;
  if (bytes == 1)
    return s[0];
  if (bytes == 2)
    return (s[0] & 0x1Fu) << 6 | (s[1] & 0x3Fu);
  return (s[0] & 0x0Fu) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
}

/* ---- C ---- */

/* What stays as it is. Not among them: what ends a literal or a comment, begins an escape, or is part of a trigraph. */
static bool stays_in_c(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr(" ./$_-+()<>[;:#", c));
}

/* Everything else becomes an escape of three octal digits: a hexadecimal one would take in the digits behind it. In a
 * comment, too, where it is only to be read. */
static const char *escape_c(const char *before, const char *text, const char *behind)
{
  char *escaped = mem_new(strlen(before) + 4 * strlen(text) + strlen(behind) + 1);
  char *out = stpcpy(escaped, before);
  for (; *text; text++)
    if (stays_in_c(*text))
      *out++ = *text;
    else
      out += sprintf(out, "\\%03o", (unsigned char)*text);
  strcpy(out, behind);
  return escaped;
}

const char *text_literal(const char *text)
{
  return escape_c("\"", text, "\"");
}

const char *text_comment(const char *text)
{
  return escape_c("/* ", text, " */");
}

/* ---- messages ---- */

/* Bytes of the well-formed character at `p`; 0: there is none. */
static unsigned character_bytes(const uint8_t *p)
{
  unsigned bytes = p[0] < 0x80 ? 1 : (p[0] & 0xE0) == 0xC0 ? 2 : (p[0] & 0xF0) == 0xE0 ? 3 : 0;
  for (unsigned i = 1; i < bytes; i++)
    if ((p[i] & 0xC0) != 0x80)
      return 0;
  return bytes;
}

/* Unicode 15: control characters, format characters (bidirectional ones among them), separators of lines, halves of
 * characters, no characters. A form that is longer than it must be could hide any of them. */
static bool has_glyph(unsigned unit, unsigned bytes)
{
  static const struct { unsigned first, last; } without[] = {
    { 0x00, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c }, { 0x180e, 0x180e }, { 0x200b, 0x200f },
    { 0x2028, 0x202e }, { 0x2060, 0x206f }, { 0xd800, 0xf8ff }, { 0xfeff, 0xfeff }, { 0xfff0, 0xffff },
  };
  for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++)
    if (unit >= without[i].first && unit <= without[i].last)
      return false;
  return bytes == 1 || unit >= (bytes == 2 ? 0x80u : 0x800u);
}

const char *text_shown(const char *text)
{
  char *shown = mem_new(LONGEST * strlen(text) + 1), *out = shown;
  for (const uint8_t *p = (const uint8_t *)text; *p;) {
    const uint8_t *at = p;
    unsigned bytes = character_bytes(p);
    if (bytes == 0) {
      out += sprintf(out, "\\x%02x", *p++);
      continue;
    }
    unsigned unit = text_next_unit(&p);
    if (has_glyph(unit, bytes)) {
      memcpy(out, at, bytes);
      out += bytes;
    } else {
      out += sprintf(out, "\\u%04x", unit);
    }
  }
  return shown;
}
