/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * io_timeout.c: see io_timeout.h.
 */
#include "io_timeout.h"

#include "cpu.h"
#include "rtc.h"

#define TIMEOUT_S        30      /* before the command line is read, with a TSC of 1 GHz */

#define POLLS_A_LOOK     65536   /* status reads between two looks: 30 to 70 ms, well below the clock's second */

static uint32_t io_timeout_s = TIMEOUT_S;
static uint64_t second_tsc = 1000000000;

void io_timeout_set(uint32_t seconds, uint64_t tsc_hz)
{
  io_timeout_s = seconds;
  second_tsc = tsc_hz;
}

/* The seconds register, or `otherwise` while it changes. */
static uint8_t rtc_second(uint8_t otherwise)
{
  return rtc_read(RTC_STATUS_A) & RTC_UPDATING ? otherwise : rtc_read(RTC_SECONDS);
}

/* A second is counted when it changes, the first look aside. */
static void look_at_clock(struct io_timeout *t)
{
  uint8_t now = rtc_second(t->second);
  t->seconds += now != t->second && t->polls > POLLS_A_LOOK;
  t->second = now;
}

bool io_timeout_passed(struct io_timeout *t, uint32_t seconds)
{
  uint64_t now = cpu_tsc();
  if (!t->polls)
    t->start_tsc = now;
  if (++t->polls % POLLS_A_LOOK == 0)
    look_at_clock(t);
  return now - t->start_tsc > seconds * second_tsc || t->seconds > seconds;
}

bool io_timeout_ends(struct io_timeout *t)
{
  return io_timeout_passed(t, io_timeout_s);
}
