/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pit.h: the 8254 timer chip: the ports and numbers that tsc.c needs of it, and its channel 0 as an alarm clock.
 * Source: Intel 8254 data sheet.
 *
 * The alarm rings once, on interrupt line 0 and, where there is one, on an input of the IO-APIC. Interrupts off, for
 * the chip takes a count in two pieces; a few port accesses a call.
 */
#ifndef PIT_H
#define PIT_H

#include <stdbool.h>
#include <stdint.h>

#define PIT_HZ          1193182u  /* a third of the NTSC colour carrier, 105/88 MHz */
#define PIT_CHANNEL(n)  (0x40 + (n))
#define PIT_COMMAND     0x43

#define PIT_SELECT(n)   ((n) << 6)
#define PIT_LATCH       0x00      /* the next two reads give the count as it is now, low byte first */
#define PIT_LOW_HIGH    0x30      /* counts are written and read as two bytes */
#define PIT_ONE_SHOT    0x00      /* mode 0: counts down once, and on */

/* Makes channel 0 an alarm clock. After tsc_calibrate(). */
void pit_alarm_start(void);

/* Sets the alarm to ring in `cycles` of the time stamp counter, rounded up to the chip's 838 ns; but not before 20 us
 * have passed, so that a handler has ended before it is called again, and not after 55 ms: a caller that wants a later
 * time sets the alarm again. */
void pit_alarm_in(uint64_t cycles);

/* Returns whether the alarm has rung since it was set. */
bool pit_alarm_rang(void);

#endif
