/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.c: safe text; text.h is the manual.
 */
#include "text.h"

#include "mem.h"

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

/* Control characters, C1 (U+0080 to U+009F) among them, and the separator of stacks. */
static bool is_unfit(const uint8_t *p, size_t bytes)
{
  return *p < 0x20 || *p == 0x7f || *p == ';' || (bytes == 2 && p[0] == 0xc2 && p[1] < 0xa0);
}

size_t text_character_bytes(uint8_t first)
{
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

bool text_is_character(const uint8_t *bytes, size_t count)
{
  bool c1 = count == 2 && bytes[0] == 0xc2 && bytes[1] < 0xa0;
  return character(bytes, count) == count && !c1;
}

char *text_clean(const uint8_t *bytes, size_t count)
{
  char *text = mem_alloc(count + 2, 1);
  size_t n = 0;
  if (!count)
    text[n++] = '-';
  for (size_t i = 0; i < count;) {
    size_t step = character(bytes + i, count - i);
    if (step == 0 || is_unfit(bytes + i, step))
      text[n++] = step ? ' ' : '?';
    else
      for (size_t b = 0; b < step; b++)
        text[n++] = (char)bytes[i + b];
    i += step ? step : 1;
  }
  text[n] = '\0';
  return text;
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
