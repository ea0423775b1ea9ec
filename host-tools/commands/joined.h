/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * joined.h: the tables of the nodes of a session as one table each, with a first column `node`.
 *
 *   session_run(), whose job calls joined_piece() for each table  ->  joined_begin()  ->  joined_write() a table
 *
 * What always holds: a row, and what a remark says, are the node's own, byte for byte: no time of a node is moved, and
 * nothing is added up over nodes. Where a node's table has columns that another one's lacks (targets with several
 * processors have more), the other one's fields are `-`.
 */
#ifndef JOINED_H
#define JOINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "session.h"
#include "tables/tables.h"

struct joined;

/* Prints to `out` a table of one node, `limit` rows of it (0: all), in the form that joined_begin() reads. Returns
 * false where `out` took no more. */
bool joined_piece(const struct tables_def *def, struct analysis *a, FILE *out, size_t limit);

/* Begins: finds the tables in what the nodes' processes printed. The session stays the caller's. */
struct joined *joined_begin(const struct session *s);
void joined_free(struct joined *j);

/* Whether a node has that table. */
bool joined_has(const struct joined *j, const struct tables_def *def);

/* Writes a table of all nodes. Returns false where `out` took no more. */
bool joined_write(const struct joined *j, const struct tables_def *def, FILE *out, enum table_form form);

#endif
