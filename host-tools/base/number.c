/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * number.c: see number.h.
 */
#include "number.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

bool number_whole(const char *text, uint64_t most, uint64_t *n)
{
  char *end;
  if (*text < '0' || *text > '9')
    return false;
  errno = 0;
  *n = strtoull(text, &end, 10);
  return !*end && !errno && *n <= most;
}

bool number_real(const char *text, double most, double *n)
{
  char *end;
  *n = strtod(text, &end);
  return end != text && !*end && isfinite(*n) && fabs(*n) <= most;
}
