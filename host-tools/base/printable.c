/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * printable.c: keeps from a terminal what is no text; printable.h is the manual.
 */
#include "printable.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

#define ESCAPE 0x1b

static bool is_plain(uint8_t byte)
{
  return (byte >= 0x20 && byte < 0x7f) || byte == '\t' || byte == '\n' || byte == '\r';
}

static bool begins_sequence(uint8_t byte)
{
  return byte == ESCAPE || byte >= 0xc2;
}

/* Whether `byte` can follow what is held, which is not complete. */
static bool continues(const struct printable *p, uint8_t byte)
{
  return p->held[0] == ESCAPE ? byte >= 0x20 && byte < 0x7f : (byte & 0xc0) == 0x80;
}

/* Whether what is held is a whole character, an escape sequence of two bytes, or one that ESC [ begins. */
static bool is_complete(const struct printable *p)
{
  uint8_t newest = p->held[p->count - 1];
  if (p->held[0] != ESCAPE)
    return p->count == text_character_bytes(p->held[0]);
  return p->count == 2 ? newest != '[' : newest >= 0x40;
}

/* Of an SGR sequence: the usual colour, bold and no longer bold, red to cyan and their bright forms. */
static bool is_harmless(unsigned long parameter)
{
  return parameter <= 1 || parameter == 22 || (parameter >= 31 && parameter <= 36) || parameter == 39 ||
         (parameter >= 91 && parameter <= 96);
}

/* Whether the escape sequence that is held is a colour that may be shown; then *newest becomes its last parameter. */
static bool is_colour(const struct printable *p, unsigned long *newest)
{
  char text[PRINTABLE_HELD + 1], *at = text + 1;
  memcpy(text, p->held, p->count);
  text[p->count] = '\0';
  do {
    at++;
    *newest = *at >= '0' && *at <= '9' ? strtoul(at, &at, 10) : 0;
    if (!is_harmless(*newest))
      return false;
  } while (*at == ';');
  return at[0] == 'm' && at[1] == '\0';
}

size_t printable_end(struct printable *p, uint8_t *out)
{
  static const uint8_t usual[] = { ESCAPE, '[', '0', 'm' };
  if (!p->coloured)
    return 0;
  p->coloured = false;
  memcpy(out, usual, sizeof(usual));
  return sizeof(usual);
}

static void refuse_held(struct printable *p)
{
  p->refused += p->count;
  p->count = 0;
}

/* Shows what is held, which is complete, or refuses it. */
static size_t show_held(struct printable *p, uint8_t *out)
{
  unsigned long newest = 0;
  bool colour = p->held[0] == ESCAPE;
  size_t count = p->count;
  if (colour ? !is_colour(p, &newest) : !text_is_character(p->held, p->count)) {
    refuse_held(p);
    return 0;
  }
  memcpy(out, p->held, count);
  if (colour)
    p->coloured = newest != 0;
  p->count = 0;
  return count;
}

/* Takes a byte that begins no character or sequence of several, or that is not printable. */
static size_t take_plain(struct printable *p, uint8_t byte, uint8_t *out)
{
  size_t n = 0;
  if (!is_plain(byte)) {
    p->refused++;
    return 0;
  }
  if (byte == '\n' || byte == '\r')
    n = printable_end(p, out);
  out[n++] = byte;
  return n;
}

size_t printable_filter(struct printable *p, const uint8_t *text, size_t bytes, uint8_t *out)
{
  size_t n = 0;
  for (size_t i = 0; i < bytes; i++) {
    if (p->count && (!continues(p, text[i]) || p->count == PRINTABLE_HELD))
      refuse_held(p);
    if (!p->count && !begins_sequence(text[i])) {
      n += take_plain(p, text[i], out + n);
      continue;
    }
    p->held[p->count++] = text[i];
    if (is_complete(p))
      n += show_held(p, out + n);
  }
  return n;
}
