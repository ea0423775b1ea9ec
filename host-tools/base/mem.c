/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mem.c: see mem.h.
 */
#define _GNU_SOURCE /* vasprintf */
#include "mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static void say_and_abort(size_t count, size_t size)
{
  fprintf(stderr, "out of memory: %zu times %zu bytes wanted\n", count, size);
  abort();
}

static mem_handler *on_failure = say_and_abort;

void mem_on_failure(mem_handler *handler)
{
  on_failure = handler;
}

/* Returns `p`, new memory for `count` times `size` bytes, unless there was none. */
static void *require_memory(void *p, size_t count, size_t size)
{
  if (p)
    return p;
  on_failure(count, size);
  abort(); /* the handler must not return */
}

void *mem_alloc(size_t count, size_t size)
{
  return require_memory(calloc(count ? count : 1, size), count, size);
}

char *mem_format(const char *format, ...)
{
  va_list args;
  char *text = NULL;
  va_start(args, format);
  if (vasprintf(&text, format, args) < 0)
    text = NULL;
  va_end(args);
  return require_memory(text, 1, 1);
}

void mem_grow(void *data, size_t *room, size_t need, size_t size)
{
  void **array = data;
  if (need <= *room)
    return;
  size_t count = *room ? *room : 16;
  while (count < need && count <= SIZE_MAX / 2)
    count *= 2;
  *array = require_memory(reallocarray(*array, count, size), count, size);
  *room = count;
}
