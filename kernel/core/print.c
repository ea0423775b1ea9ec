/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * print.c: see print.h.
 */
#include "print.h"

#include "lib/format.h"
#include "sched.h"
#include "lib/string.h"

static struct print_line last_words;   /* the line of fatal reports */
static bool broken;
static const struct print_console *console;   /* NULL: none yet */

void print_set_console(const struct print_console *device)
{
  console = device;
}

static struct print_line *own_line(void)
{
  return broken ? &last_words : &thread_self()->line;
}

static void write_out(struct print_line *line)
{
  uint32_t bytes = line->used;
  line->used = 0;
  if (console)
    console->write(line->text, bytes);
}

void print_to(struct print_line *line, const char *text, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++) {
    line->text[line->used++] = text[i];
    if (text[i] == '\n' || line->used == PRINT_LINE_BYTES)
      write_out(line);
  }
}

static void collect(void *ctx, const char *text, size_t bytes)
{
  print_to(ctx, text, bytes);
}

void kvprintf(const char *format, va_list args)
{
  format_to(collect, own_line(), format, args);
}

void kprintf(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  kvprintf(format, args);
  va_end(args);
}

void print_flush(void)
{
  print_end(own_line());
}

void print_end(struct print_line *line)
{
  if (line->used)
    print_to(line, "\n", 1);
}

void print_drain(void)
{
  if (console)
    console->drain();
}

void print_break(void)
{
  broken = true;
  last_words.used = 0;
}
