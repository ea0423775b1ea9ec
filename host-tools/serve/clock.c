/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * clock.c: see clock.h.
 */
#include "clock.h"

#include <time.h>

int64_t clock_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
