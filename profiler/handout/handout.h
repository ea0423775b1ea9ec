/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * handout.h: what the files of this room offer to each other and to lifecycle.c. All of it in thread context, by one thread
 * at a time, unless it says something else: the files have static scratch arrays.
 */
#ifndef PROF_HANDOUT_H
#define PROF_HANDOUT_H

#include "prof.h"

/* ---- collect.c ---- */

/* Returns a node as it is sent, its open call left out. Any context. */
struct wire_node prof_node_row(const struct prof_node *pool, const struct prof_node *n);

/* Hands out what a reader needs to understand records, as far as it is new: names, threads, and of the program what
 * births with a number below `births` mention. */
void prof_collect_names(const struct prof_sink *sink, const uint64_t *births);

/* Takes all names and threads as new, and forgets what left in an earlier run. In prof_init(). */
void prof_collect_begin(void);

/* Takes all names and threads as new once more: for another dump, or after a crash, when it is not known which of
 * them have left. */
void prof_collect_again(void);

/* ---- names.c ---- */

/* Hands out a name, together with others when there are enough. */
void prof_names_add(const struct prof_sink *sink, enum wire_space space, uint32_t id, const char *name);

/* Hands out the names that wait. */
void prof_names_flush(const struct prof_sink *sink);

/* Drops the names that wait. */
void prof_names_forget(void);

/* ---- program.c ---- */

/* Hands out what has not left yet of the program's tables: the methods, and the sites and classes that births with a
 * number below `births` mention. */
void prof_program_collect(const struct prof_sink *sink, const uint64_t *births);

/* Takes the program's tables as not handed out, as a new run finds them. In prof_init(). */
void prof_program_begin(void);

/* Takes the program's tables as not handed out once more; the count of what was sent goes on. */
void prof_program_again(void);

/* Returns how many records of METHOD, SITE or CLASS have left in this run. */
uint64_t prof_program_sent(enum wire_kind kind);

/* ---- stream.c ---- */

/* Hands out all records that the logs still hold. Profiling stopped. */
void prof_logs_collect(const struct prof_sink *sink);

/* ---- snapshot.c ---- */

/* Returns the bytes that the copy of the call trees takes. */
size_t prof_snapshot_memory(const struct prof_config *c);

/* Puts the copy into `memory`, which is prof_snapshot_memory() bytes. In prof_init(). */
void prof_snapshot_init(const struct prof_config *c, void *memory);

#endif
