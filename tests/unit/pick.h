/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pick.h: numbers that look random, and are the same in each run of a test.
 */
#ifndef PICK_H
#define PICK_H

#include <stdint.h>

static uint32_t pick_state = 1; /* a test of many trials sets it to the number of each */

/* Returns one of 0 to n - 1; `n` up to 2^24. */
__attribute__((no_instrument_function)) static inline uint32_t pick(uint32_t n)
{
  pick_state = pick_state * 1664525 + 1013904223; /* Numerical Recipes, "quick and dirty" generator */
  return (pick_state >> 8) % n;
}

#endif
