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
