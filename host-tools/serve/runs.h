/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * runs.h: what targets send, from the first byte on to the dump that has its name.
 */
#ifndef RUNS_H
#define RUNS_H

#include "serve.h"

/* A new run at a descriptor of the place. Its address is good until a run ends. */
struct run *runs_add(struct serve *s, struct served *p, int fd);

/* Reads what has come at a descriptor of the place. */
void runs_take(struct serve *s, struct served *p, int fd);

/* Ends the run at an index: its place, if it was read, is opened again. A device stays open; where it has said nothing
 * it has hung up, and is asked again later. */
void runs_end(struct serve *s, size_t i);

#endif
