/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pit.c: see pit.h. No probes: it is also used where none may run (nmi.c).
 */
#include "pit.h"

#include "cpu.h"
#include "tsc.h"

#define CHANNEL     0
#define COUNT_LEAST 24     /* 20 us */
#define COUNT_MOST  0xFFFF

#define READ_STATUS (0xE0 | 2 << CHANNEL)  /* read-back command: latch the status, not the count */
#define STATUS_OUT  0x80                   /* the output; in mode 0 it is high from the end of the count on */

static uint64_t tsc_per_second;

void pit_alarm_start(void)
{
  tsc_per_second = tsc_hz();
  cpu_out8(PIT_COMMAND, PIT_SELECT(CHANNEL) | PIT_LOW_HIGH | PIT_ONE_SHOT);
}

void pit_alarm_in(uint64_t cycles)
{
  uint64_t count = cycles < tsc_per_second ? cycles * PIT_HZ / tsc_per_second + 1 : COUNT_MOST;
  count = count < COUNT_LEAST ? COUNT_LEAST : count > COUNT_MOST ? COUNT_MOST : count;
  cpu_out8(PIT_CHANNEL(CHANNEL), (uint8_t)count);
  cpu_out8(PIT_CHANNEL(CHANNEL), (uint8_t)(count >> 8));
}

bool pit_alarm_rang(void)
{
  cpu_out8(PIT_COMMAND, READ_STATUS);
  return cpu_in8(PIT_CHANNEL(CHANNEL)) & STATUS_OUT;
}
