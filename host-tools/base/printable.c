/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * printable.c: keeps from a terminal what is no text; printable.h is the manual.
 */
#include "printable.h"

#include "text.h"

#include <stdbool.h>
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

/* Whether what is held, with its newest byte, could go on. */
static bool is_open(const struct printable *p)
{
  uint8_t newest = p->held[p->count - 1];
  if (p->count == PRINTABLE_HELD)
    return false;
  if (p->held[0] != ESCAPE)
    return p->count < text_character_bytes(p->held[0]);
  return p->count == 1 || (p->count == 2 ? newest == '[' : newest >= 0x20 && newest < 0x40);
}

static bool is_complete(const struct printable *p)
{
  if (p->held[0] != ESCAPE)
    return text_is_character(p->held, p->count);
  for (size_t i = 2; i + 1 < p->count; i++)
    if (!strchr("0123456789;:", p->held[i]))
      return false;
  return p->count > 2 && p->held[p->count - 1] == 'm';
}

size_t printable_filter(struct printable *p, const uint8_t *text, size_t bytes, uint8_t *out)
{
  size_t n = 0;
  for (size_t i = 0; i < bytes; i++) {
    bool starts = p->count == 0;
    if (starts && is_plain(text[i])) {
      out[n++] = text[i];
      continue;
    }
    if (starts && !begins_sequence(text[i])) {
      p->refused++;
      continue;
    }
    p->held[p->count++] = text[i];
    if (is_open(p))
      continue;
    if (is_complete(p)) {
      memcpy(out + n, p->held, p->count);
      n += p->count;
    } else {
      p->refused += p->count;
    }
    p->count = 0;
  }
  return n;
}
