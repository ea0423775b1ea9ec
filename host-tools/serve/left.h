/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * left.h: runs of which the directory has a part: a hostdump that was killed or stopped has left it, or a connection
 * that broke. A target whose run goes on is given the dump that has its part.
 *
 * What always holds: a dump that another hostdump writes is left alone; a part that no target goes on with gets its
 * name when serve ends, so that nothing stays hidden in a NAME.jxp.part. One that cannot be gone on with is told of
 * when serve starts; where it is empty, it is removed.
 */
#ifndef LEFT_H
#define LEFT_H

#include "serve.h"

/* Looks what there is of each place, says which runs were cut, and sets the numbers of the next dumps behind those. */
void left_look(struct serve *s);

/* Whether a target of the place may be waiting for a hostdump that was killed. */
bool left_is_cut(const struct served *p);

/* A run of the place has ended in the dump at `path` before its end came. */
void left_add(struct served *p, const char *path, uint32_t run);

/* An incoming_left_fn of the place, a struct served. A part is given away once. */
char *left_take(void *served, uint32_t run);

/* Gives the parts that are left their names, and frees all. */
void left_close(struct serve *s);

#endif
