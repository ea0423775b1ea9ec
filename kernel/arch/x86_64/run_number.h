/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * run_number.h: the number by which a reader of the line tells this boot's frames from those of other boots (FORMAT.md,
 * "Frames of another run").
 */
#ifndef RUN_NUMBER_H
#define RUN_NUMBER_H

#include <stdint.h>

/* Draws the number: from the date and the time to the second, the time stamp counter, and, where the processor has one,
 * its random number generator. Two boots that differ in none of these draw the same number. Takes the same instructions
 * at each boot, so that a run under QEMU's -icount repeats. At boot, before a thread uses the real-time clock. */
uint32_t run_number_draw(void);

#endif
