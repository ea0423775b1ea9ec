/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * load.h: what the threads of the small kernel do (load.c); and whether it came out right.
 */
#ifndef PORTS_LOAD_H
#define PORTS_LOAD_H

#include <stdbool.h>

/* Thread context, each once. */
void work_small(void);
void work_large(void);
void work_events(void);

/* Lets the other threads run: the kernel's. Thread context. */
void work_yield(void);

/* Returns whether all results are those that were computed beforehand. After the three have ended. */
bool work_right(void);

#endif
