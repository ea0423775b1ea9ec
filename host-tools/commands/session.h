/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * session.h: several dumps as one session: the nodes of a network, each with a clock of its own (NETWORK.md).
 *
 * A node is called as its file: `b` is b.jxp. Two dumps of one name are a node that was started again: the second is
 * `b#2`. In a folder, as `make run-net` and `hostdump serve` leave one, b-2.jxp is that where there is a b.jxp.
 * What always holds: the nodes keep the order in which they were given, those of a folder are in the order of their
 * names; a dump that is given twice is refused; of a node of a folder that has no dump, but a console's text, a dump
 * that is still being received, or a row of the folder's run.tsv, the user is told that it is left out.
 *
 * A command is run for one node after the other, each in a process of its own: what one dump makes of itself takes
 * neither memory nor files from the others, and a dump that is none leaves the others as they are.
 */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct session_node {
  char *path;
  char *name;            /* as in the tables */
  char *base;            /* without the number of its incarnation */
  unsigned incarnation;  /* from 1 */
  FILE *output;          /* what the command printed of it; NULL: nothing yet */
  int status;            /* the command's, of it */
};

struct session {
  struct session_node *nodes;
  size_t count, room;
  char **absent;         /* why nodes of folders are left out that have no dump: sentences */
  size_t absent_count, absent_room;
  bool folder;           /* one of the arguments is a folder: it is a session, however many dumps it holds */
};

/* Adds what the user has named: a dump, NAME=DUMP, or a folder with dumps. Returns false where a folder holds none or
 * cannot be read; the reason has been said. */
bool session_add(struct session *s, const char *argument);

/* Names the nodes. Behind the last session_add(). Returns false where two dumps are of one run; that has been said. */
bool session_close(struct session *s);

/* Whether these are the dumps of a session, and not one dump. */
bool session_is_one(const struct session *s);

/* Calls job(ctx, path) for each node in a process of its own, whose standard output is kept in `output`, a file without
 * a name. Returns the worst of what these calls return, and of what could not be done. */
int session_run(struct session *s, int (*job)(void *ctx, const char *path), void *ctx);

/* Which of the exit statuses of two nodes a command ends with. */
int session_worse(int a, int b);

/* Prints what the nodes' processes have printed, one node after the other, each behind a line `node: NAME`. Returns
 * false where standard output took no more. */
bool session_print(const struct session *s);

void session_free(struct session *s);

#endif
