/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * wire.c: the column tables that wire.h describes, as data. Freestanding; used by both ends.
 */
#include "wire.h"

#define COLUMN(kind, type, name, text) { #name, text, offsetof(struct wire_##kind, name), sizeof(type) },
#define COLUMNS(number, NAME, name, text) \
  static const struct wire_column_info name##_columns[] = { WIRE_##NAME##_COLUMNS(COLUMN) };
WIRE_KINDS(COLUMNS)

#define KIND(number, NAME, name, text)                                                                               \
  [number] = { #name, text, name##_columns, sizeof(name##_columns) / sizeof(name##_columns[0]),                      \
               sizeof(struct wire_##name) },
const struct wire_kind_info wire_kinds[WIRE_KIND_LIMIT] = { WIRE_KINDS(KIND) };

#define CHECK(number, NAME, name, text) \
  _Static_assert((number) < WIRE_KIND_LIMIT, "WIRE_KIND_LIMIT must exceed every number in WIRE_KINDS");
WIRE_KINDS(CHECK)

/* ---- guesses ---- */

/* The columns once more, and one without a size that stands for none of them. */
#define FIELD(kind, type, name, text) type name;
#define GUESSED(number, NAME, name, text) struct guessed_##name { WIRE_##NAME##_COLUMNS(FIELD) struct { } none; };
WIRE_KINDS(GUESSED)

#define PART(kind, column, rows_up) \
  { offsetof(struct guessed_##kind, column), sizeof(((struct guessed_##kind *)0)->column), rows_up }
#define GUESS(KIND, kind, column, onward, key0, up0, key1, up1, plus)                                                \
  { WIRE_##KIND, offsetof(struct wire_##kind, column), onward, { PART(kind, key0, up0), PART(kind, key1, up1) },     \
    PART(kind, plus, 0) },
static const struct wire_guess_info guesses[] = { WIRE_GUESSES(GUESS) };

const struct wire_guess_info *wire_guess(enum wire_kind kind, const struct wire_column_info *column)
{
  for (const struct wire_guess_info *g = guesses; g < guesses + sizeof(guesses) / sizeof(guesses[0]); g++)
    if (g->kind == kind && g->offset == column->offset)
      return g;
  return NULL;
}
