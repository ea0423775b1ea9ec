/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohort.c: the bins of ages; see cohort.h.
 */
#include "cohort.h"

#define LEAST_AGE 16u /* the alignment of slots: no smaller age above 0 is likely */

unsigned cohorts_bin(uint64_t age)
{
  if (age < LEAST_AGE)
    return 0;
  unsigned octave = 63 - (unsigned)__builtin_clzll(age);
  return 1 + (octave - 4) * 4 + (unsigned)(age >> (octave - 2) & 3);
}

uint64_t cohorts_bin_start(unsigned bin)
{
  if (bin == 0)
    return 0;
  unsigned octave = 4 + (bin - 1) / 4;
  return octave > 63 ? UINT64_MAX : (UINT64_C(4) + (bin - 1) % 4) << (octave - 2);
}
