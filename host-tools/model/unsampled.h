/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * unsampled.h: times without samples on a processor that was at work: its clock has jumped ahead there, or interrupts
 * were off.
 */
#ifndef UNSAMPLED_H
#define UNSAMPLED_H

#include "view.h"

/* A time in which no processor took a sample or switched threads, and `cpu` ran a thread that is not idle. */
struct unsampled { uint64_t cycles; uint32_t cpu; };

/* Returns the longest such time of the whole run, of `least` cycles or more, in the 16 longest times between two
 * samples of a processor; 0 cycles: there is none. Cost: that of reading all samples, and all switches where there
 * are such times. */
struct unsampled unsampled_longest(struct view *v, uint64_t least);

#endif
