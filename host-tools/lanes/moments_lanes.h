/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moments_lanes.h: the lanes of moments: one in which all threads stand still or do not, and where moments are missing;
 * and one for each thread that stood somewhere.
 */
#ifndef MOMENTS_LANES_H
#define MOMENTS_LANES_H

#include "groups.h"

/* Makes the lanes of LANES_MOMENTS, which are not there yet: none where the run has no moments. They are of the whole
 * run, whatever the view's choice. Cost: that of moments.h, which the analysis makes once; 18 bytes a moment and a
 * stand. */
void moments_lanes(struct lanes *l);

#endif
