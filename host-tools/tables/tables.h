/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tables.h: the tables that TABLES.md describes, by name. To add one: a struct tables_def in an analysis file
 * (an_*.c), a line in tables.c, a line in TABLES.md.
 */
#ifndef TABLES_H
#define TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/table.h"
#include "model/analysis.h"

struct tables_def {
  const char *name;
  const char *title;                   /* what it shows, for people */
  const struct table_column *columns;
  size_t column_count;
  uint32_t rests_on;                   /* kinds of record, a set of DUMP_KIND() bits */
  uint32_t of_crash;                   /* the same of those that have room at a crash whatever is full: only the line
                                          loses them */
  uint32_t modes;                      /* WIRE_MODE_... bits without all of which it stays empty; 0: none */
  bool raw;                            /* row upon row: `report` shows it only when it is named */
  bool timed;                          /* --from and --to choose among its rows */
  bool (*applies)(const struct view *v); /* `report` shows it only then, unless it is named; NULL: always */
  void (*fill)(struct analysis *analysis, struct table *t);
};

#define TABLES_COLUMNS(array) .columns = (array), .column_count = sizeof(array) / sizeof((array)[0])

/* All tables in the order of TABLES.md. */
extern const struct tables_def *const tables_all[];
extern const size_t tables_count;

/* The table of that name; NULL when there is none. */
const struct tables_def *tables_find(const char *name);

/* Prints a line for each: name and title. */
void tables_list(FILE *out);

/* Tables that the user has chosen, in his order. */
struct tables_choice { const struct tables_def **defs; size_t count, room; };

/* Adds a table to the choice. The caller frees `defs`. */
void tables_choose(struct tables_choice *c, const struct tables_def *def);

/* Adds the tables of a list NAME,NAME..., which is cut up. Returns false where a word of it names no table, having said
 * which tables there are. */
bool tables_choose_named(struct tables_choice *c, char *names);

/* Writes one table with its remarks. `limit`: rows written, 0 all; a table about the run itself is always whole. Where
 * the dump's file cannot be read again while the table is being made (dump_reread_error()), the table has what comes
 * before, and its last remark says so, as TSV behind the rows. Returns false when `out` took no more. */
bool tables_write(const struct tables_def *def, struct analysis *analysis, FILE *out, enum table_form form, size_t limit);

#endif
