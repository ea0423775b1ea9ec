/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tables.h: the tables that TABLES.md describes, by name. To add one: a struct tables_def in an analysis file
 * (an_*.c), a line in tables.c, a line in TABLES.md.
 *
 * What a table lacks is said in its remarks by what was read to fill it (dump_swap_reads()); an analysis file does not
 * say on which records it rests. Where the dump lacks anything at all, a table is therefore filled twice, at first into
 * nothing, for its remarks stand before its rows.
 */
#ifndef TABLES_H
#define TABLES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/table.h"
#include "dump/reason.h"
#include "model/analysis.h"

struct tables_def {
  const char *name;
  const char *title;                   /* what it shows, for people */
  const struct table_column *columns;
  size_t column_count;
  size_t several_columns;              /* the last so many are those of targets with several processors only */
  bool of_run;                         /* about the run itself: it says what is missing, and is always written whole */
  bool of_crash;                       /* from records of a crash: they have room whatever buffer is full and whatever is
                                          switched off, so only the line loses them; always written whole */
  uint32_t modes;                      /* WIRE_MODE_... bits that must all be on to fill it; 0: none must */
  bool raw;                            /* has a row for each record: `report` shows it only when it is named */
  bool on_demand;                      /* `tables` writes it only when named: it may be far larger than the dump */
  bool timed;                          /* --from and --to choose among its rows */
  bool trees;                          /* of call trees: --from and --to cannot divide it, --between can */
  bool (*applies)(const struct view *v); /* whether `report` shows it without being named; NULL: always */
  void (*fill)(struct analysis *analysis, struct table *t);
};

#define TABLES_COLUMNS(array) .columns = (array), .column_count = sizeof(array) / sizeof((array)[0])

/* Whether `report` shows a table that was not asked for by name: where it applies, and where what that is decided by is
 * among what the line lost. */
bool tables_apply(const struct tables_def *def, const struct view *v);

/* Whether the tables of a dump have the columns and rows that are of several processors only. */
bool tables_of_several(const struct view *v);

/* Calls `say` with `ctx` for each thing that is missing of what rests on `read`, a set of what was read
 * (dump_swap_reads()): what the remarks of a table say, and what an export says in the way of its format. */
void tables_explain(const struct view *v, dump_kinds read, reason_say *say, void *ctx);

/* All tables in the order of TABLES.md. */
extern const struct tables_def *const tables_all[];
extern const size_t tables_count;

/* Returns the table called `name`; NULL when there is none. */
const struct tables_def *tables_find(const char *name);

/* Prints name and title of each table, one a line. */
void tables_list(FILE *out);

/* Tables that the user has chosen, in the user's order. */
struct tables_choice { const struct tables_def **defs; size_t count, room; };

/* Adds a table to the choice. The caller frees `defs`. */
void tables_choose(struct tables_choice *c, const struct tables_def *def);

/* Adds the tables of a list NAME,NAME..., which is cut up. Returns false where a word of it names no table, having said
 * which tables there are. */
bool tables_choose_named(struct tables_choice *c, char *names);

/* Writes one table with its remarks. `limit` is the number of rows written, 0 all; a table about the run itself is
 * always written whole. Where the dump's file can no longer be read while the table is being made
 * (dump_reread_error()), the table ends there, and its last remark says so, as TSV behind the rows. Returns false when
 * `out` took no more. */
bool tables_write(const struct tables_def *def, struct analysis *analysis, FILE *out, enum table_form form,
                  size_t limit);

/* tables_write() of TSV rows from number `first` on, `limit` of them, 0 all, also of a table about the run itself.
 * `rows` is then the number of rows that the table has. */
bool tables_write_part(const struct tables_def *def, struct analysis *analysis, FILE *out, size_t first, size_t limit,
                       size_t *rows);

#endif
