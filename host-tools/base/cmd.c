/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cmd.c: messages and memory for all commands (cmd.h). Running out of memory ends the program with a message:
 * whatever a command was writing is still there under its .part name.
 */
#define _GNU_SOURCE /* vasprintf */
#include "cmd.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void cmd_say(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  fputs("hostdump: ", stderr);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
}

static void *checked(void *p, size_t count, size_t size)
{
  if (p)
    return p;
  cmd_say("out of memory: %zu times %zu bytes wanted; raise the limit (ulimit -v) or give the machine more", count,
          size);
  exit(CMD_IO);
}

void *cmd_alloc(size_t count, size_t size)
{
  return checked(calloc(count ? count : 1, size), count, size);
}

char *cmd_text(const char *format, ...)
{
  va_list args;
  char *text = NULL;
  va_start(args, format);
  if (vasprintf(&text, format, args) < 0)
    text = NULL;
  va_end(args);
  return checked(text, 1, 1);
}

void cmd_grow(void *data, size_t *room, size_t need, size_t size)
{
  void **array = data;
  if (need <= *room)
    return;
  size_t count = *room ? *room : 16;
  while (count < need && count <= SIZE_MAX / 2)
    count *= 2;
  *array = checked(reallocarray(*array, count, size), count, size);
  *room = count;
}
