/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tools.h: programs that are told, line by line, where all threads of all targets stand (LIVE.md).
 *
 * A tool is any command; its lines come to its standard input, and what it prints goes where serve's goes. What always
 * holds: serve never waits for a tool. What a tool has not read yet is kept up to TOOLS_QUEUE_BYTES; moments that come
 * while there is more are not kept for it, and a line `missed` tells it how many these were. A tool that has ended, or has
 * read no byte for a time that is chosen while lines wait, is dropped, and named.
 */
#ifndef TOOLS_H
#define TOOLS_H

#include <stdbool.h>
#include <stddef.h>

#include "shelf.h"

#define TOOLS_MOST        64
#define TOOLS_QUEUE_BYTES (4u << 20)
#define TOOLS_SILENT_S    30 /* unless another time is chosen */

struct tools;

/* None yet. `silent_ms`: how long a tool may read nothing while lines wait. */
struct tools *tools_new(const struct shelf *shelf, int silent_ms);

/* Starts a command. Returns its number, from 1; 0: it could not be started: *why says so, for mem_free(). */
unsigned tools_add(struct tools *t, const char *command, char **why);

/* Ends the input of a tool, and forgets it. Returns false where there is none of that number. */
bool tools_remove(struct tools *t, unsigned number);

/* The tools, a line each: number, process, lines that wait (bytes), moments that it has missed, command. For
 * mem_free(). */
char *tools_list(const struct tools *t);

/* Whether there are any. */
bool tools_are_there(const struct tools *t);

/* Gives lines of so many moments of a run to all. */
void tools_give(struct tools *t, const struct shelf_run *run, const char *lines, size_t bytes, size_t moments);

/* So many moments cannot be told: all tools have missed them. */
void tools_miss(struct tools *t, size_t moments);

/* The descriptor that can be read when a tool can be written to, or has ended. */
int tools_fd(const struct tools *t);

/* Writes what tools take, and drops those that have ended or hang. */
void tools_turn(struct tools *t);

/* For how many milliseconds there will be nothing to do unless the descriptor can be read; -1: for ever. */
int tools_due(const struct tools *t);

/* Gives tools what waits, for `ms` milliseconds at most; then their input ends, and those that have not ended after as
 * long again are killed. Frees. */
void tools_close(struct tools *t, int ms);

#endif
