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
  _Static_assert((number) < WIRE_KIND_LIMIT, "WIRE_KIND_LIMIT must exceed every number in WIRE_KINDS"); \
  _Static_assert(sizeof(name##_columns) / sizeof(name##_columns[0]) < 64, "a set of columns is 64 bits");
WIRE_KINDS(CHECK)

/* The columns once more, and one without a size, `none`, that stands for none of them. */
#define FIELD(kind, type, name, text) type name;
#define OPTIONAL(number, NAME, name, text) struct optional_##name { WIRE_##NAME##_COLUMNS(FIELD) struct { } none; };
WIRE_KINDS(OPTIONAL)

#define OFFSET_AND_BYTES(kind, column) \
  offsetof(struct optional_##kind, column), sizeof(((struct optional_##kind *)0)->column)

/* ---- logs ---- */

/* 1 where the kind's last column is `cpu`: struct wire_logged_<kind> is another one then. */
#define HAS_CPU(kind) (!__builtin_types_compatible_p(struct wire_##kind, struct wire_logged_##kind))

#define LOG(KIND, kind, option, CAPACITY, MODE, capacity, whole, time, key, text)                                    \
  { WIRE_##KIND, WIRE_MODE_##MODE, #option, WIRE_META_CAP_##CAPACITY, capacity, { OFFSET_AND_BYTES(kind, whole) },   \
    { OFFSET_AND_BYTES(kind, time) }, { OFFSET_AND_BYTES(kind, key) }, text, sizeof(struct wire_logged_##kind),      \
    sizeof(kind##_columns) / sizeof(kind##_columns[0]) - HAS_CPU(kind) },
const struct wire_log_info wire_logs[WIRE_LOG_COUNT] = { WIRE_LOGS(LOG) };

#define CHECK_LOG(KIND, kind, option, CAPACITY, MODE, capacity, whole, time, key, text) \
  _Static_assert(sizeof(((struct optional_##kind *)0)->whole) % sizeof(uint64_t) == 0 && \
                 sizeof(((struct optional_##kind *)0)->time) % sizeof(uint64_t) == 0, \
                 "`whole` and `time` of a line of WIRE_LOGS are 64 bits wide: profiler/records/log.c stores the first");
WIRE_LOGS(CHECK_LOG)

const struct wire_log_info *wire_log(enum wire_kind kind)
{
  for (const struct wire_log_info *l = wire_logs; l < wire_logs + WIRE_LOG_COUNT; l++)
    if (l->kind == kind)
      return l;
  return NULL;
}

size_t wire_memory_bytes(enum wire_kind kind)
{
  const struct wire_log_info *log = wire_log(kind);
  return log ? log->bytes : wire_kinds[kind].bytes;
}

uint64_t wire_log_share(const struct wire_log_info *log, uint32_t modes, uint64_t bytes)
{
  uint64_t all = 0;
  for (const struct wire_log_info *l = wire_logs; l < wire_logs + WIRE_LOG_COUNT; l++)
    if (l->mode & modes)
      all += (uint64_t)l->capacity * l->bytes;
  return all ? bytes * log->capacity / all : 0; /* a capacity is at most 2^20, so that does not overflow */
}

/* ---- guesses ---- */

#define PART(kind, column, rows_up) { OFFSET_AND_BYTES(kind, column), rows_up }
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
