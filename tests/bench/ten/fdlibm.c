/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * fdlibm.c: Sun's fdlibm over many arguments. Usage: fdlibm ROUNDS; prints a sum of the results.
 */
#include "arguments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double angles(double x)
{
  return sin(x) + cos(x) * 0.5 + tan(x) * 0.25 + atan(x) + __ieee754_atan2(x, 1.5);
}

static double powers(double x)
{
  return __ieee754_exp(-x) + __ieee754_log(x) + __ieee754_pow(x, 1.25) + cbrt(x) + expm1(0.1 * x) + log1p(x);
}

static double others(double x)
{
  const double part = x - floor(x);
  return __ieee754_asin(part) + __ieee754_acos(part) + __ieee754_hypot(x, 3) + tanh(part) + __ieee754_sinh(part) +
         __ieee754_log10(x) + __ieee754_remainder(x, 0.7);
}

int main(int argc, char **argv)
{
  const uint32_t rounds = rounds_from(argc, argv);
  double sum = 0;
  for (uint32_t i = 0; i < rounds; i++)
    for (double x = 0.001; x < 50; x += 0.013)
      sum += angles(x) + powers(x) + others(x);
  printf("%.17g\n", sum);
  return 0;
}
