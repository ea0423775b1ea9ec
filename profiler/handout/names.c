/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * names.c: gathers names, and hands them out as blocks of NAME and CHARACTER.
 */
#include "handout.h"

#define NAME_ROWS 256
#define NAME_TEXT 16384
_Static_assert(NAME_TEXT >= PROF_PROGRAM_NAME_BYTES && NAME_TEXT >= PROF_NAME_BYTES, "one name must fit");

static struct wire_name row[NAME_ROWS];
static struct wire_character text[NAME_TEXT];
static size_t rows, characters;

void prof_names_flush(const struct prof_sink *sink)
{
  if (rows)
    sink->pair(sink->ctx, WIRE_NAME, row, rows, WIRE_CHARACTER, text, characters);
  rows = characters = 0;
}

void prof_names_forget(void)
{
  rows = characters = 0;
}

void prof_names_add(const struct prof_sink *sink, enum wire_space space, uint32_t id, const char *name)
{
  uint32_t bytes = 0;
  while (name[bytes] && bytes < NAME_TEXT)
    bytes++;
  if (rows == NAME_ROWS || characters + bytes > NAME_TEXT)
    prof_names_flush(sink);
  row[rows++] = (struct wire_name){ .space = space, .id = id, .bytes = bytes };
  for (uint32_t i = 0; i < bytes; i++)
    text[characters++].byte = (uint8_t)name[i];
}
