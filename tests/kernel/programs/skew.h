/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * skew.h: processors whose time stamp counters disagree, for tests: option skew= of the test image.
 */
#ifndef SKEW_H
#define SKEW_H

#include <stdint.h>

/* Cycles by which the counter of processor n is ahead of the first one's, n times as much; of those with an even number
 * it is as much behind. 0: none is. Read as each processor starts. */
extern uint32_t skew_cycles;

#endif
