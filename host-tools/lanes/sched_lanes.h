/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sched_lanes.h: the lanes of threads and processors.
 */
#ifndef SCHED_LANES_H
#define SCHED_LANES_H

#include "groups.h"

/* Makes the lanes of LANES_SCHED, which are not there yet. Cost: a walk through the SCHED records. */
void sched_lanes(struct lanes *l);

#endif
