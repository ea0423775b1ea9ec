/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * cohort.c: the bins of ages; see cohort.h.
 */
#include "cohort.h"

uint64_t cohorts_bin_start(unsigned bin)
{
  if (bin == 0)
    return 0;
  unsigned octave = 4 + (bin - 1) / 4;
  return octave > 63 ? UINT64_MAX : (UINT64_C(4) + (bin - 1) % 4) << (octave - 2);
}
