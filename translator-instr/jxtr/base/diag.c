/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * diag.c: messages and their count; diag.h is the manual.
 */
#include "diag.h"

#define SHOWN 50 /* errors printed; the rest are counted: nobody reads more before mending the first */

static FILE *stream;
static unsigned errors;

static void print_message(const char *file, unsigned line, const char *what, const char *format, va_list args)
{
  FILE *out = stream ? stream : stderr;
  if (!file)
    fprintf(out, "jxtr: %s", what);
  else if (line)
    fprintf(out, "%s:%u: %s", file, line, what);
  else
    fprintf(out, "%s: %s", file, what);
  vfprintf(out, format, args);
  fputc('\n', out);
}

void diag_error(const char *file, unsigned line, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  if (errors < SHOWN)
    print_message(file, line, "error: ", format, args);
  else if (errors == SHOWN)
    fprintf(stream ? stream : stderr, "jxtr: more errors follow, which are not shown\n");
  va_end(args);
  errors++;
}

void diag_warning(const char *file, unsigned line, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  print_message(file, line, "warning: ", format, args);
  va_end(args);
}

unsigned diag_errors(void)
{
  return errors;
}

void diag_start(FILE *out)
{
  stream = out;
  errors = 0;
}
