/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * run_number.c: see run_number.h.
 */
#include "run_number.h"

#include "cpu.h"
#include "rtc.h"

/* Any number with many different bits does; this is 2^64 divided by the golden ratio (Knuth, The Art of Computer
 * Programming, volume 3, section 6.4). */
#define SPREAD 0x9E3779B97F4A7C15u

/* With this bit the number takes five bytes in each frame, whatever was drawn, so that frames of two boots are equally
 * long. */
#define LONG_BIT (1u << 31)

/* Mixes `value` into `sum`: each bit of both counts in the upper half of the result. */
static uint64_t mix(uint64_t sum, uint64_t value)
{
  sum = (sum ^ value) * SPREAD;
  return sum ^ sum >> 32;
}

/* A random number of the processor; 0 where it has none, or none at hand. */
static uint64_t processor_random(void)
{
  uint64_t value = 0;
  uint8_t good = 0;
  if (cpu_id(CPU_LEAF_FEATURES).ecx & CPU_FEATURE_RDRAND)
    asm volatile("rdrand %0; setc %1" : "=r"(value), "=qm"(good) : : "cc");
  return good ? value : 0;
}

uint32_t run_number_draw(void)
{
  uint64_t sum = mix(cpu_tsc(), processor_random());
  for (uint8_t number = RTC_SECONDS; number <= RTC_YEAR; number++)
    sum = mix(sum, rtc_read(number));
  return (uint32_t)(sum >> 32) | LONG_BIT;
}
