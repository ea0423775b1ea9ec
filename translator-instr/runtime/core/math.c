/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * math.c: java.lang.StrictMath: fdlibm, as Java specifies, plus what its version in newlib does otherwise (pow of 1,
 * tan next to its poles), and the fused multiply-add.
 */
#include "natives.h"

#include "runtime/fdlibm/math.h"

double jxn_java_lang_StrictMath_sin(double a)
{
  return sin(a);
}

double jxn_java_lang_StrictMath_cos(double a)
{
  return cos(a);
}

static uint64_t bits_of(double value)
{
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

static double from_bits(uint64_t bits)
{
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

/* The upper half of a number's bits: the product of two such numbers is exact. */
static double upper_half(double value)
{
  return from_bits(bits_of(value) & UINT64_C(0xffffffff00000000));
}

/* -1/(x + tail) to the last bit: the quotient of the rounded sum, corrected by what the rounding left out. */
static double negative_reciprocal(double x, double tail)
{
  double sum = x + tail;
  double high = upper_half(sum), low = tail - (high - x);
  double quotient = -1 / sum, start = upper_half(quotient);
  return start + quotient * (1 + start * high + start * low);
}

/* Below 2^-28 newlib's __kernel_tan() takes -1/x and forgets the tail, which fdlibm 5.3, and so Java, do not. */
double jxn_java_lang_StrictMath_tan(double a)
{
  if (!(fabs(a) > 0.785398163397448))
    return tan(a);
  if (isinf(a))
    return a - a;
  double rest[2];
  int quadrant = __ieee754_rem_pio2(a, rest);
  if ((quadrant & 1) && fabs(rest[0]) < 0x1p-28)
    return negative_reciprocal(rest[0], rest[1]);
  return __kernel_tan(rest[0], rest[1], quadrant & 1 ? -1 : 1);
}

double jxn_java_lang_StrictMath_asin(double a)
{
  return __ieee754_asin(a);
}

double jxn_java_lang_StrictMath_acos(double a)
{
  return __ieee754_acos(a);
}

double jxn_java_lang_StrictMath_atan(double a)
{
  return atan(a);
}

double jxn_java_lang_StrictMath_atan2(double y, double x)
{
  return __ieee754_atan2(y, x);
}

double jxn_java_lang_StrictMath_exp(double a)
{
  return __ieee754_exp(a);
}

double jxn_java_lang_StrictMath_expm1(double a)
{
  return expm1(a);
}

double jxn_java_lang_StrictMath_log(double a)
{
  return __ieee754_log(a);
}

double jxn_java_lang_StrictMath_log10(double a)
{
  return __ieee754_log10(a);
}

double jxn_java_lang_StrictMath_log1p(double a)
{
  return log1p(a);
}

/* C has 1 to the power of anything, and -1 to the power of infinity, be 1; Java has not. */
double jxn_java_lang_StrictMath_pow(double a, double b)
{
  if (isnan(b) || (isinf(b) && fabs(a) == 1))
    return __builtin_nan("");
  return __ieee754_pow(a, b);
}

double jxn_java_lang_StrictMath_sinh(double a)
{
  return __ieee754_sinh(a);
}

double jxn_java_lang_StrictMath_cosh(double a)
{
  return __ieee754_cosh(a);
}

double jxn_java_lang_StrictMath_tanh(double a)
{
  return tanh(a);
}

double jxn_java_lang_StrictMath_cbrt(double a)
{
  return cbrt(a);
}

double jxn_java_lang_StrictMath_hypot(double a, double b)
{
  return __ieee754_hypot(a, b);
}

double jxn_java_lang_StrictMath_IEEEremainder(double a, double b)
{
  return __ieee754_remainder(a, b);
}

double jxn_java_lang_StrictMath_scaleBinary(double a, int32_t power)
{
  return scalbn(a, power);
}

/* ---- fused multiply-add ---- */

/* A finite double that is not 0: (-1)^negative * mantissa * 2^exponent. */
struct parts { uint64_t mantissa; int exponent; bool negative; };

static struct parts take_apart(double value)
{
  uint64_t bits = bits_of(value);
  int biased = bits >> 52 & 0x7ff;
  uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
  return (struct parts){ biased ? fraction | UINT64_C(1) << 52 : fraction, (biased ? biased : 1) - 1075, bits >> 63 };
}

static int leading_zeros(unsigned __int128 value)
{
  return value >> 64 ? __builtin_clzll((uint64_t)(value >> 64)) : 64 + __builtin_clzll((uint64_t)value);
}

/* value * 2^-by; what falls out makes the last bit 1. */
static unsigned __int128 shift_sticky(unsigned __int128 value, int by)
{
  if (by == 0)
    return value;
  if (by > 127)
    return value != 0;
  return value >> by | ((value << (128 - by)) != 0);
}

/* value * 2^exponent, rounded half to even. `value` is not 0. */
static double round_parts(unsigned __int128 value, int exponent, bool negative)
{
  int zeros = leading_zeros(value);
  value <<= zeros;
  exponent -= zeros;
  /* 53 bits stay, fewer below the normal numbers; their last one counts 2^-1074 or more. */
  int drop = 128 - 53;
  if (exponent + drop < -1074)
    drop = -1074 - exponent;
  value = shift_sticky(value, drop - 2);
  uint64_t mantissa = (uint64_t)(value >> 2);
  unsigned rest = value & 3;
  mantissa += rest == 3 || (rest == 2 && (mantissa & 1));
  exponent += drop;
  if (mantissa >> 53) {
    mantissa >>= 1;
    exponent++;
  }
  uint64_t sign = (uint64_t)negative << 63;
  if (exponent > 971)
    return from_bits(sign | UINT64_C(0x7ff) << 52);
  uint64_t biased = mantissa >> 52 ? (uint64_t)(exponent + 1075) : 0;
  return from_bits(sign | biased << 52 | (mantissa & ((UINT64_C(1) << 52) - 1)));
}

/* Sums two numbers that are not 0 where each has room to be moved to the left by 20 bits. Far below the other one, a
 * number matters only by not being 0. */
static double add_parts(unsigned __int128 a, int a_exponent, bool a_negative, unsigned __int128 b, int b_exponent,
                        bool b_negative)
{
  int a_shift = leading_zeros(a) - 1, b_shift = leading_zeros(b) - 1;
  a <<= a_shift;
  a_exponent -= a_shift;
  b <<= b_shift;
  b_exponent -= b_shift;
  int exponent = a_exponent > b_exponent ? a_exponent : b_exponent;
  a = shift_sticky(a, exponent - a_exponent);
  b = shift_sticky(b, exponent - b_exponent);
  if (a_negative == b_negative)
    return round_parts(a + b, exponent, a_negative);
  if (a == b)
    return 0;
  return a > b ? round_parts(a - b, exponent, a_negative) : round_parts(b - a, exponent, b_negative);
}

/* a * b + c, rounded once. */
double jxn_java_lang_StrictMath_fusedMultiplyAdd(double a, double b, double c)
{
  bool finite = !isnan(a - a) && !isnan(b - b);
  if (finite && isnan(c - c))
    return c;
  if (!finite || a == 0 || b == 0)
    return a * b + c;
  struct parts x = take_apart(a), y = take_apart(b), z = take_apart(c);
  unsigned __int128 product = (unsigned __int128)x.mantissa * y.mantissa;
  int exponent = x.exponent + y.exponent;
  bool negative = x.negative != y.negative;
  if (c == 0)
    return round_parts(product, exponent, negative);
  return add_parts(product, exponent, negative, z.mantissa, z.exponent, z.negative);
}
