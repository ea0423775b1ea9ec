/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * rtc.h: the registers of the real-time clock (Motorola MC146818 data sheet). Any context that has the two ports for
 * itself. A register that is read while the clock changes (RTC_UPDATING) may have any value.
 *
 * This header is a leaf but for cpu.h.
 */
#ifndef RTC_H
#define RTC_H

#include "cpu.h"

#define RTC_SECONDS      0x00
#define RTC_YEAR         0x09    /* the last register of the time; those between are parts of it, too */
#define RTC_STATUS_A     0x0A
#define RTC_UPDATING     0x80    /* in status A: the time is about to change; while 0, it stands for 244 us */

/* Returns a register of the clock. Two port accesses. */
static inline uint8_t rtc_read(uint8_t number)
{
  cpu_out8(0x70, number);
  return cpu_in8(0x71);
}

#endif
