/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * say.c: see say.h.
 */
#include "say.h"

#include "printable.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void say_line(const char *format, ...)
{
  char text[SAY_MOST];
  uint8_t shown[PRINTABLE_MOST(SAY_MOST)];
  struct printable filter = { 0 };
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  size_t bytes = printable_filter(&filter, (const uint8_t *)text, strlen(text), shown);
  bytes += printable_end(&filter, shown + bytes);
  fprintf(stderr, "hostdump: %.*s\n", (int)bytes, (const char *)shown);
}
