/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pit.h: the ports and numbers of the 8254 timer chip that tsc.c and timer.c share. Source: Intel 8254 data sheet.
 */
#ifndef PIT_H
#define PIT_H

#define PIT_HZ          1193182u  /* a third of the NTSC colour carrier, 105/88 MHz */
#define PIT_CHANNEL(n)  (0x40 + (n))
#define PIT_COMMAND     0x43

#define PIT_SELECT(n)   ((n) << 6)
#define PIT_LATCH       0x00      /* the next two reads give the count as it is now, low byte first */
#define PIT_LOW_HIGH    0x30      /* counts are written and read as two bytes */
#define PIT_ONE_SHOT    0x00      /* mode 0: counts down once, and on */

#endif
