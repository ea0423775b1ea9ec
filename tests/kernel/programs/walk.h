/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * walk.h: the workload `walk`.
 */
#ifndef WALK_H
#define WALK_H

#include "workload.h"

/* Walks over memory, a thread for each size and number of times, so that what caches must miss is known. */
int walk_run(const struct workload_input *input);

#endif
