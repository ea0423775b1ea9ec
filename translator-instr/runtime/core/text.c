/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text.c: messages, put together in place and cut where the room ends.
 */
#include "rt.h"

void rt_add(struct rt_text *text, const char *part)
{
  for (; *part && text->length + 1 < sizeof text->bytes; part++)
    text->bytes[text->length++] = *part;
  text->bytes[text->length] = '\0';
}

void rt_add_number(struct rt_text *text, int64_t number)
{
  char digits[24];
  char *at = digits + sizeof digits;
  uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
  *--at = '\0';
  do
    *--at = (char)('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (number < 0)
    *--at = '-';
  rt_add(text, at);
}
