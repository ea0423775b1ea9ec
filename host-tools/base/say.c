/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * say.c: see say.h.
 */
#include "say.h"

#include <stdarg.h>
#include <stdio.h>

void say_line(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fputs("hostdump: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
}
