/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_show.c: a word as printable text; see text_show.h. Which UTF-8 is valid: RFC 3629, section 4.
 */
#include "text_show.h"

#include <string.h>

/* Length of the valid, printable UTF-8 character that begins `p`; 0 when none does. */
static size_t character(const uint8_t *p, size_t bytes)
{
  size_t length = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : p[0] < 0xf5 ? 4 : 0;
  if (length > bytes)
    return 0;
  for (size_t i = 1; i < length; i++)
    if ((p[i] & 0xc0) != 0x80)
      return 0;
  if (p[0] == 0xe0 && p[1] < 0xa0)
    return 0; /* overlong */
  if (p[0] == 0xed && p[1] > 0x9f)
    return 0; /* surrogates */
  if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
    return 0; /* overlong; beyond U+10FFFF */
  if (p[0] == 0xc2 && p[1] < 0xa0)
    return 0; /* C1 controls */
  return length;
}

static char *escape(uint8_t byte, char *out)
{
  static const char digits[] = "0123456789abcdef";
  *out++ = '\\';
  *out++ = 'x';
  *out++ = digits[byte >> 4];
  *out++ = digits[byte & 15];
  return out;
}

void text_show(const uint8_t *word, size_t bytes, char out[TEXT_SHOW_BYTES])
{
  for (size_t i = 0; i < bytes;) {
    size_t length = character(word + i, bytes - i);
    if (!length) {
      out = escape(word[i++], out);
      continue;
    }
    memcpy(out, word + i, length);
    out += length;
    i += length;
  }
  *out = '\0';
}
