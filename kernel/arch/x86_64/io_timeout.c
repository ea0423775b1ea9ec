/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * io_timeout.c: see io_timeout.h.
 */
#include "io_timeout.h"

#include "cpu.h"

#define PATIENCE_S       30      /* before the command line is read, with a TSC of 1 GHz */

/* The real-time clock (Motorola MC146818 data sheet). */
#define RTC_INDEX        0x70
#define RTC_DATA         0x71
#define RTC_SECONDS      0x00
#define RTC_STATUS_A     0x0A
#define RTC_UPDATING     0x80    /* the registers are about to change; while it is 0 they stand for 244 us */
#define POLLS_A_LOOK     65536   /* status reads between two looks: 30 to 70 ms, well below the clock's second */

static uint32_t io_timeout_s = PATIENCE_S;
static uint64_t second_tsc = 1000000000;

void io_timeout_set(uint32_t seconds, uint64_t tsc_hz)
{
  io_timeout_s = seconds;
  second_tsc = tsc_hz;
}

/* The seconds register, or `otherwise` while it changes. */
static uint8_t rtc_second(uint8_t otherwise)
{
  cpu_out8(RTC_INDEX, RTC_STATUS_A);
  if (cpu_in8(RTC_DATA) & RTC_UPDATING)
    return otherwise;
  cpu_out8(RTC_INDEX, RTC_SECONDS);
  return cpu_in8(RTC_DATA);
}

/* A second is counted when it changes, the first look aside. */
static void look(struct io_timeout *p)
{
  uint8_t now = rtc_second(p->second);
  p->seconds += now != p->second && p->polls > POLLS_A_LOOK;
  p->second = now;
}

bool io_timeout_passed(struct io_timeout *p, uint32_t seconds)
{
  uint64_t now = cpu_tsc();
  if (!p->polls)
    p->start_tsc = now;
  if (++p->polls % POLLS_A_LOOK == 0)
    look(p);
  return now - p->start_tsc > seconds * second_tsc || p->seconds > seconds;
}

bool io_timeout_ends(struct io_timeout *p)
{
  return io_timeout_passed(p, io_timeout_s);
}
