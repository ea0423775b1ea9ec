/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.c: safe text; text.h is the manual.
 */
#define _GNU_SOURCE /* strnlen under -std=c11 and gnu11 alike */
#include "text.h"

#include "mem.h"

#include <limits.h>
#include <string.h>

/* Length of the UTF-8 character at p (RFC 3629, section 4); 0 when there is none. */
static size_t character(const uint8_t *p, size_t left)
{
  static const struct { uint8_t first_low, first_high, second_low, second_high, bytes; } forms[] = {
    { 0x00, 0x7f, 0, 0, 1 },       { 0xc2, 0xdf, 0x80, 0xbf, 2 }, { 0xe0, 0xe0, 0xa0, 0xbf, 3 },
    { 0xe1, 0xec, 0x80, 0xbf, 3 }, { 0xed, 0xed, 0x80, 0x9f, 3 }, { 0xee, 0xef, 0x80, 0xbf, 3 },
    { 0xf0, 0xf0, 0x90, 0xbf, 4 }, { 0xf1, 0xf3, 0x80, 0xbf, 4 }, { 0xf4, 0xf4, 0x80, 0x8f, 4 },
  };
  for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
    if (p[0] < forms[i].first_low || p[0] > forms[i].first_high)
      continue;
    if (forms[i].bytes > left || (forms[i].bytes > 1 && (p[1] < forms[i].second_low || p[1] > forms[i].second_high)))
      return 0;
    for (size_t b = 2; b < forms[i].bytes; b++)
      if ((p[b] & 0xc0) != 0x80)
        return 0;
    return forms[i].bytes;
  }
  return 0;
}

static uint32_t code_of(const uint8_t *p, size_t bytes)
{
  uint32_t code = bytes == 1 ? p[0] : p[0] & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; i++)
    code = code << 6 | (p[i] & 0x3f);
  return code;
}

static bool is_control(uint32_t code)
{
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* Characters that text must not have, beside controls: what changes the direction of what follows (Unicode 15, section
 * 23.2, the deprecated ones of 23.3 included) or ends a line (5.8), and noncharacters (23.7), which XML has not. */
static bool is_misleading(uint32_t code)
{
  static const struct { uint32_t first, last; } ranges[] = {
    { 0x061c, 0x061c }, { 0x200e, 0x200f }, { 0x2028, 0x202e }, { 0x2066, 0x206f }, { 0xfdd0, 0xfdef },
  };
  for (size_t i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
    if (code >= ranges[i].first && code <= ranges[i].last)
      return true;
  return (code & 0xfffe) == 0xfffe;
}

/* What stands in a clean text for a character that text_clean() does not leave; '\0': it is left. */
static char replacement(uint32_t code)
{
  return is_control(code) || code == ';' ? ' ' : is_misleading(code) ? '?' : '\0';
}

size_t text_character_bytes(uint8_t first)
{
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

bool text_is_character(const uint8_t *bytes, size_t count)
{
  if (count == 0 || character(bytes, count) != count)
    return false;
  const uint32_t code = code_of(bytes, count);
  return !is_misleading(code) && (code < 0x80 || !is_control(code));
}

char *text_clean(const uint8_t *bytes, size_t count)
{
  char *text = mem_alloc(count + 2, 1);
  size_t n = 0;
  if (!count)
    text[n++] = '-';
  for (size_t i = 0; i < count;) {
    const size_t step = character(bytes + i, count - i);
    const char instead = step ? replacement(code_of(bytes + i, step)) : '?';
    for (size_t b = 0; b < step && !instead; b++)
      text[n++] = (char)bytes[i + b];
    if (instead)
      text[n++] = instead;
    i += step ? step : 1;
  }
  text[n] = '\0';
  return text;
}

int text_cut(const char *text, size_t most)
{
  size_t n = strnlen(text, most < INT_MAX ? most : INT_MAX);
  while (n > 0 && ((uint8_t)text[n] & 0xc0) == 0x80)
    n--;
  return (int)n;
}

size_t text_width(const char *text)
{
  size_t n = 0;
  for (; *text; text++)
    n += ((uint8_t)*text & 0xc0) != 0x80;
  return n;
}

uint64_t text_round_up(uint64_t v)
{
  for (unsigned bit = 0; bit < 64; bit++)
    if (1ull << bit >= v)
      return 1ull << bit;
  return v;
}

size_t text_base64(char *to, const uint8_t *from, size_t bytes)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *begin = to;
  for (size_t i = 0; i < bytes; i += 3) {
    const size_t left = bytes - i;
    const uint32_t three = (uint32_t)from[i] << 16 | (left > 1 ? (uint32_t)from[i + 1] << 8 : 0) |
                           (left > 2 ? from[i + 2] : 0u);
    *to++ = digits[three >> 18];
    *to++ = digits[three >> 12 & 63];
    *to++ = left > 1 ? digits[three >> 6 & 63] : '=';
    *to++ = left > 2 ? digits[three & 63] : '=';
  }
  return (size_t)(to - begin);
}
