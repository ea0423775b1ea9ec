/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * math.h: what Sun's fdlibm finds where it includes <math.h>, and what ../math.c knows of it.
 *
 * fdlibm is compiled from newlib's sources (Debian's package newlib-source; translator-instr/rules.mk), whose own math.h
 * wants the whole C library. The functions get names of their own here: a program of the host is linked with a libm
 * that has other ones. No function touches errno; results are those of the default rounding mode.
 */
#ifndef FDLIBM_MATH_H
#define FDLIBM_MATH_H

#define fabs  __builtin_fabs
#define isnan __builtin_isnan
#define isinf __builtin_isinf
#define nan   __builtin_nan
/* One instruction, correctly rounded, instead of fdlibm's loop over the bits. */
#define __ieee754_sqrt __builtin_sqrt

#define atan     fdlibm_atan
#define cbrt     fdlibm_cbrt
#define copysign fdlibm_copysign
#define cos      fdlibm_cos
#define expm1    fdlibm_expm1
#define floor    fdlibm_floor
#define log1p    fdlibm_log1p
#define scalbn   fdlibm_scalbn
#define sin      fdlibm_sin
#define tan      fdlibm_tan
#define tanh     fdlibm_tanh

typedef float float_t;
typedef double double_t;

double atan(double x);
double cbrt(double x);
double copysign(double size, double sign);
double cos(double x);
double expm1(double x);
double floor(double x);
double log1p(double x);
double scalbn(double x, int power);
double sin(double x);
double tan(double x);
double tanh(double x);

double __ieee754_acos(double x);
double __ieee754_asin(double x);
double __ieee754_atan2(double y, double x);
double __ieee754_cosh(double x);
double __ieee754_exp(double x);
double __ieee754_hypot(double x, double y);
double __ieee754_log(double x);
double __ieee754_log10(double x);
double __ieee754_pow(double x, double y);
double __ieee754_remainder(double x, double y);
double __ieee754_sinh(double x);

/* tan(x + tail), or -1/tan(x + tail) when `sign` is -1; |x| <= pi/4. */
double __kernel_tan(double x, double tail, int sign);

/* The multiple n of pi/2 that is next to x, modulo 8; rest[0] + rest[1] = x - n pi/2. */
int __ieee754_rem_pio2(double x, double *rest);

#endif
