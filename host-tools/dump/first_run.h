/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * first_run.h: which run a file is of, without loading it.
 */
#ifndef FIRST_RUN_H
#define FIRST_RUN_H

#include <stdint.h>

/* Returns the number of the run that the first whole frame in a file says that it is part of; 0: it is not known, or
 * the file is no regular one, or cannot be read. Reads 4 MiB at most. */
uint32_t first_run(const char *path);

#endif
