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

static const char *speaker = "hostdump";

static void (*through)(void *ctx, const char *line, size_t bytes);
static void *through_ctx;

void say_through(void (*write)(void *ctx, const char *line, size_t bytes), void *ctx)
{
  through = write;
  through_ctx = ctx;
}

void say_as(const char *name)
{
  speaker = name;
}

/* What others have named, as a file, may have line ends in it: only those of a message are left, behind which it goes
 * on two columns to the right. Else a name could forge a message of its own. */
static void keep_to_message(char *text)
{
  for (char *p = text; (p = strchr(p, '\n')); p++)
    if (strncmp(p + 1, "  ", 2) != 0)
      *p = ' ';
}

static void print_shown(const char *who, const char *format, va_list args)
{
  char text[SAY_MOST];
  uint8_t shown[PRINTABLE_MOST(SAY_MOST)];
  struct printable filter = { 0 };
  vsnprintf(text, sizeof(text), format, args);
  keep_to_message(text);
  size_t bytes = printable_filter(&filter, (const uint8_t *)text, strlen(text), shown);
  bytes += printable_end(&filter, shown + bytes);
  if (!through) {
    fprintf(stderr, "%s%s%.*s\n", who, *who ? ": " : "", (int)bytes, (const char *)shown);
    return;
  }
  char line[sizeof(shown) + 64]; /* a speaker is a program's name */
  const int n = snprintf(line, sizeof(line), "%s%s%.*s\n", who, *who ? ": " : "", (int)bytes, (const char *)shown);
  through(through_ctx, line, (size_t)n < sizeof(line) ? (size_t)n : sizeof(line) - 1);
}

void say_line(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  print_shown(speaker, format, args);
  va_end(args);
}

void say_status(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  print_shown("", format, args);
  va_end(args);
}
