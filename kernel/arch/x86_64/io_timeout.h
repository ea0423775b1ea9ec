/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * io_timeout.h: how long a driver waits for a device that takes nothing, in a busy wait that may last for seconds.
 *
 * Seconds by the TSC or by the real-time clock, whichever has passed first. Both are right on a PC. Under QEMU's
 * -icount the TSC counts instructions and a wait by it alone would last hours; the real-time clock is the host's
 * there.
 *
 * Any context. The real-time clock is read seldom: a wait that ends at once costs a time stamp.
 */
#ifndef IO_TIMEOUT_H
#define IO_TIMEOUT_H

#include <stdbool.h>
#include <stdint.h>

/* A wait; zeroed it has not begun. */
struct io_timeout { uint64_t start_tsc; uint32_t polls, seconds; uint8_t second; };

/* Sets how long waits may last, and how fast the TSC runs. Until this is called: 30 s, and a TSC of 1 GHz. */
void io_timeout_set(uint32_t seconds, uint64_t tsc_hz);

/* Counts one more look at the device that found nothing, of a loop without pauses. Returns whether the time-out has
 * passed since the first one. */
bool io_timeout_ends(struct io_timeout *t);

/* Counts a look as io_timeout_ends() does. Returns whether `seconds` have passed since the first one. */
bool io_timeout_passed(struct io_timeout *t, uint32_t seconds);

#endif
