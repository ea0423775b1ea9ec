/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx_math.h: Java's arithmetic where C's differs or is undefined (JVMS 6.5). For emitted code, which is compiled with
 * -fwrapv and may use SSE. Nothing here throws.
 */
#ifndef JX_MATH_H
#define JX_MATH_H

#include <stdint.h>

/* idiv, irem, ldiv, lrem. The caller has tested `b` for zero. The least number divided by -1 is itself; the processor
 * would trap. */
static inline int32_t jx_idiv(int32_t a, int32_t b) { return b == -1 ? -a : a / b; }
static inline int32_t jx_irem(int32_t a, int32_t b) { return b == -1 ? 0 : a % b; }
static inline int64_t jx_ldiv(int64_t a, int64_t b) { return b == -1 ? -a : a / b; }
static inline int64_t jx_lrem(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }

/* Shifts: by the lowest 5 bits of `n`, of a long by the lowest 6. */
static inline int32_t jx_ishl(int32_t a, int32_t n)  { return a << (n & 31); }
static inline int32_t jx_ishr(int32_t a, int32_t n)  { return a >> (n & 31); }
static inline int32_t jx_iushr(int32_t a, int32_t n) { return (int32_t)((uint32_t)a >> (n & 31)); }
static inline int64_t jx_lshl(int64_t a, int32_t n)  { return a << (n & 63); }
static inline int64_t jx_lshr(int64_t a, int32_t n)  { return a >> (n & 63); }
static inline int64_t jx_lushr(int64_t a, int32_t n) { return (int64_t)((uint64_t)a >> (n & 63)); }

/* d2i, d2l, f2i, f2l: a number that does not fit becomes the nearest that does; not-a-number becomes 0. */
static inline int32_t jx_d2i(double d)
{
  return d != d ? 0 : d >= 2147483647.0 ? INT32_MAX : d <= -2147483648.0 ? INT32_MIN : (int32_t)d;
}

static inline int64_t jx_d2l(double d)
{
  return d != d ? 0 : d >= 0x1p63 ? INT64_MAX : d <= -0x1p63 ? INT64_MIN : (int64_t)d;
}

static inline int32_t jx_f2i(float f) { return jx_d2i(f); }
static inline int64_t jx_f2l(float f) { return jx_d2l(f); }

/* Comparison: -1, 0 or 1. With not-a-number -l gives -1, -g gives 1. */
static inline int32_t jx_lcmp(int64_t a, int64_t b)  { return (a > b) - (a < b); }
static inline int32_t jx_fcmpl(float a, float b)     { return a > b ? 1 : a == b ? 0 : -1; }
static inline int32_t jx_fcmpg(float a, float b)     { return a < b ? -1 : a == b ? 0 : 1; }
static inline int32_t jx_dcmpl(double a, double b)   { return a > b ? 1 : a == b ? 0 : -1; }
static inline int32_t jx_dcmpg(double a, double b)   { return a < b ? -1 : a == b ? 0 : 1; }

/* drem, frem: the remainder of truncated division, exact (C's fmod), without a mathematics library. The x87 reduces the
 * exponent by up to 63 a step and says in its C2 flag (bit 10) that it is not through (Intel SDM, FPREM). */
static inline double jx_drem(double a, double b)
{
  long double x = a, y = b;
  uint16_t status;
  do
    __asm__("fprem\n\tfnstsw %w1" : "+t"(x), "=a"(status) : "u"(y) : "cc");
  while (status & 0x400);
  return (double)x;
}

static inline float jx_frem(float a, float b) { return (float)jx_drem(a, b); }

#endif
