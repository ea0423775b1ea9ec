/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * glyphs.c: see glyphs.h.
 */
#include "glyphs.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

static struct { struct range { uint32_t low, high; } *ranges; size_t count, room; } fonts;

static int order_ranges(const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  return (x->low > y->low) - (x->low < y->low);
}

/* Ranges that touch or overlap become one. */
static void join_ranges(void)
{
  size_t kept = 0;
  mem_sort(fonts.ranges, fonts.count, sizeof(*fonts.ranges), order_ranges);
  for (size_t i = 0; i < fonts.count; i++) {
    struct range *last = fonts.ranges + kept - 1;
    if (kept && fonts.ranges[i].low <= last->high + 1)
      last->high = fonts.ranges[i].high > last->high ? fonts.ranges[i].high : last->high;
    else
      fonts.ranges[kept++] = fonts.ranges[i];
  }
  fonts.count = kept;
}

void glyphs_read(FILE *in)
{
  char *line = NULL, *word, *rest;
  size_t room = 0;
  while (mem_line(&line, &room, in) >= 0)
    for (rest = line; (word = strtok_r(rest, " \n", &rest));) {
      char *end;
      struct range r = { .low = (uint32_t)strtoul(word, &end, 16) };
      r.high = *end == '-' ? (uint32_t)strtoul(end + 1, NULL, 16) : r.low;
      mem_grow(&fonts.ranges, &fonts.room, fonts.count + 1, sizeof(*fonts.ranges));
      fonts.ranges[fonts.count++] = r;
    }
  mem_free(line);
  join_ranges();
}

/* Whether a font has the character; where no font is known, whether DejaVu Sans has its block: to U+06FF, and from
 * U+2000 to U+2BFF. */
static bool has_glyph(uint32_t code)
{
  size_t from = 0, to = fonts.count;
  if (!fonts.count)
    return code < 0x700 || (code >= 0x2000 && code < 0x2c00);
  while (from < to) {
    const size_t mid = (from + to) / 2;
    if (fonts.ranges[mid].low <= code)
      from = mid + 1;
    else
      to = mid;
  }
  return from > 0 && code <= fonts.ranges[from - 1].high;
}

static uint32_t code_of(const char *c, size_t bytes)
{
  uint32_t code = (uint8_t)*c & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; i++)
    code = code << 6 | ((uint8_t)c[i] & 63);
  return code;
}

void glyphs_write(const char *text, FILE *out)
{
  for (const char *c = text; *c;) {
    const size_t bytes = (uint8_t)*c < 0xc0 ? 1 : text_character_bytes((uint8_t)*c);
    if (bytes == 1 || strnlen(c, bytes) < bytes) {
      fputc(*c++, out);
      continue;
    }
    if (has_glyph(code_of(c, bytes)))
      fwrite(c, 1, bytes, out);
    else
      fputs(REPLACEMENT, out);
    c += bytes;
  }
}
