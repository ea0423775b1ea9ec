/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * waits_lanes.h: the lanes of waits for locks: for each thread that has waited one, in which it waits or does not. A
 * thread waits for one lock at a time, so a lane of states shows its waits, exactly at every zoom. Where the lock went
 * from holder to holder meanwhile, each has the time for which it kept the lock, as in table `locks`.
 */
#ifndef WAITS_LANES_H
#define WAITS_LANES_H

#include "groups.h"

#define WAITS_LANES_MOST ((size_t)1 << 21) /* pieces of waits; behind them a wait has its last holder alone */

/* Makes the lanes of LANES_WAITS, which are not there yet, and lanes.waits. They are of the whole run, whatever the
 * view's choice. Cost: two passes over the LOCK records; 18 bytes and a struct lanes_wait for each holder of each
 * wait. */
void waits_lanes(struct lanes *l);

#endif
