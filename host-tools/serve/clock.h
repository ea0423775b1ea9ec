/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * clock.h: the clock by which serve waits.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

/* Monotonic time, milliseconds. */
int64_t clock_ms(void);

#endif
