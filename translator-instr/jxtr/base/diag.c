/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * diag.c: messages and their count; diag.h is the manual.
 */
#include "diag.h"

#include <string.h>

#include "mem.h"
#include "text.h"

#define SHOWN 50 /* errors printed; the rest are only counted: a user mends the first ones first */

static const char *const remedies[] = {
  [DIAG_COMPILE_AGAIN] = "a class file is damaged, or no compiler has made it: compile its source again with javac",
  [DIAG_COMPILE_ALL] = "these class files do not belong together: compile all sources of the program again, in one go",
  [DIAG_COMPLETE] = "add the folder that has what is missing to the class path (-c), or do without it; what our "
                    "library has is in translator-instr/library",
};
#define REMEDIES (sizeof(remedies) / sizeof(remedies[0]))

static FILE *stream;
static unsigned errors;
static unsigned char advised[REMEDIES];

/* A message is one line, and nothing in it but its own words reaches the terminal unseen. */
static void print_message(const char *file, unsigned line, const char *what, const char *format, va_list args)
{
  FILE *out = stream ? stream : stderr;
  if (line)
    fprintf(out, "%s:%u: %s", text_shown(file), line, what);
  else
    fprintf(out, "%s: %s", file ? text_shown(file) : "jxtr", what);
  fprintf(out, "%s\n", text_shown(mem_text_of(format, args)));
}

void diag_error(const char *file, unsigned line, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  if (errors < SHOWN)
    print_message(file, line, "error: ", format, args);
  else if (errors == SHOWN)
    fprintf(stream ? stream : stderr, "jxtr: there are more errors, which are not shown; mend these first\n");
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

void diag_note(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fprintf(stream ? stream : stderr, "%s\n", text_shown(mem_text_of(format, args)));
  va_end(args);
}

void diag_advise(enum diag_remedy remedy)
{
  advised[remedy] = 1;
}

void diag_finish(void)
{
  for (size_t i = 0; i < REMEDIES; i++)
    if (advised[i])
      fprintf(stream ? stream : stderr, "jxtr: %s\n", remedies[i]);
  memset(advised, 0, sizeof(advised));
}

unsigned diag_errors(void)
{
  return errors;
}

void diag_start(FILE *out)
{
  stream = out;
  errors = 0;
  memset(advised, 0, sizeof(advised));
}
