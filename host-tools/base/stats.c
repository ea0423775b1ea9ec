/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stats.c: figures of statistics; stats.h is the manual.
 */
#include "stats.h"

#include "mem.h"

#include <math.h>
#include <string.h>

#define NS_PER_S 1000000000

/* stats_ns() of cycles that are not negative, where neither they nor the clock are too fast: divisions of 64 bits, which
 * take a quarter of the time that one of 128 bits does. So many whole seconds, and the rest as the long way has it. */
#define SHORT_HZ     (UINT64_C(1) << 33)
static inline uint64_t ns_of_short(uint64_t cycles, uint64_t hz)
{
  return cycles / hz * NS_PER_S + (cycles % hz * NS_PER_S + hz / 2) / hz;
}

int64_t stats_ns(__int128 cycles, uint64_t hz)
{
  const uint64_t size = (uint64_t)(cycles < 0 ? -cycles : cycles);
  if (cycles <= INT64_MAX && cycles >= -INT64_MAX && hz < SHORT_HZ && size / NS_PER_S < hz)
    return cycles < 0 ? -(int64_t)ns_of_short(size, hz) : (int64_t)ns_of_short(size, hz);
  const __int128 most = ((__int128)1 << 126) / NS_PER_S;
  if (cycles > most)
    return INT64_MAX;
  if (cycles < -most)
    return INT64_MIN;
  __int128 scaled = cycles * NS_PER_S, half = hz / 2;
  __int128 ns = (scaled + (scaled < 0 ? -half : half)) / (__int128)hz;
  return ns > INT64_MAX ? INT64_MAX : ns < INT64_MIN ? INT64_MIN : (int64_t)ns;
}

/* The largest shift for which the factor is below 2^62: then no time that is short enough for the shift overflows. */
struct stats_clock stats_clock(uint64_t hz)
{
  struct stats_clock c = { .hz = hz };
  if (hz >= SHORT_HZ)
    return c;
  unsigned shift = 63;
  unsigned __int128 factor;
  while ((factor = ((unsigned __int128)NS_PER_S << shift) / hz) >> 62)
    shift--;
  return (struct stats_clock){ hz, (uint64_t)factor, UINT64_C(1) << (shift - 1), shift };
}

int64_t stats_clock_long(const struct stats_clock *c, uint64_t cycles, bool negative)
{
  return stats_ns(negative ? -(__int128)cycles : (__int128)cycles, c->hz);
}

int64_t stats_ns_real(double cycles, uint64_t hz)
{
  double ns = round(cycles * NS_PER_S / (double)hz);
  return ns >= 9.2e18 ? INT64_MAX : ns <= -9.2e18 ? INT64_MIN : (int64_t)ns;
}

bool stats_sd(uint64_t n, __int128 sum, unsigned __int128 squares, double *sd)
{
  if (n < 2)
    return false;
  /* sum = q n + r, so sum^2 / n = q (sum + r) + r^2 / n, and nothing below exceeds 128 bits when the sums agree. */
  unsigned __int128 s = sum < 0 ? -(unsigned __int128)sum : (unsigned __int128)sum;
  unsigned __int128 q = s / n, r = s % n, part;
  if (__builtin_mul_overflow(q, s + r, &part) || part > squares)
    return false;
  double spread = (double)(squares - part) - (double)(r * r) / (double)n;
  if (spread < -0.5)
    return false;
  *sd = sqrt((spread > 0 ? spread : 0) / (double)(n - 1));
  return true;
}

void stats_wilson(double hits, double n, double *low, double *high)
{
  const double z = 1.959963984540054; /* 97.5 % quantile of the normal distribution */
  *low = 0;
  *high = 1;
  if (n <= 0)
    return;
  double p = hits < n ? hits / n : 1, zz = z * z / n;
  double centre = p + zz / 2, reach = z * sqrt((p * (1 - p) + zz / 4) / n);
  *low = hits <= 0 ? 0 : (centre - reach) / (1 + zz);
  *high = hits >= n ? 1 : (centre + reach) / (1 + zz);
}

/* The continued fraction of the incomplete beta function, by Lentz's method: NIST's Digital Library of Mathematical
 * Functions, 8.17.22 and 3.10(iii). Converges fast for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double x, double a, double b)
{
  const double tiny = 1e-300;
  double d = 0, c = 1, f = 1;
  for (int i = 1; i < 10000; i++) {
    const int m = i / 2;
    const double step = i % 2 ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                              : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 + step * d;
    d = 1 / (fabs(d) < tiny ? tiny : d);
    c = 1 + step / c;
    c = fabs(c) < tiny ? tiny : c;
    f *= c * d;
    if (fabs(c * d - 1) < 1e-12)
      break;
  }
  return 1 / f;
}

/* The regularized incomplete beta function: the chance of `a` hits or more among a + b - 1 whose share is x. */
static double beta_share(double x, double a, double b)
{
  if (x <= 0 || x >= 1)
    return x >= 1;
  const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front / a * beta_fraction(x, a, b) : 1 - front / b * beta_fraction(1 - x, b, a);
}

/* The share at which beta_share() is `chance`. */
static double beta_inverse(double chance, double a, double b)
{
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    double middle = (low + high) / 2;
    *(beta_share(middle, a, b) < chance ? &low : &high) = middle;
  }
  return high;
}

void stats_exact(uint64_t hits, uint64_t n, double confidence, double *low, double *high)
{
  const double k = (double)hits, rest = (double)n - k, tail = (1 - confidence) / 2;
  *low = hits ? beta_inverse(tail, k, rest + 1) : 0;
  *high = hits < n ? beta_inverse(1 - tail, k + 1, rest) : 1;
}

int64_t stats_percentile(const int64_t *sorted, size_t n, unsigned percent)
{
  unsigned __int128 rank = ((unsigned __int128)n * percent + 99) / 100;
  return sorted[rank ? (size_t)rank - 1 : 0];
}

int64_t stats_median(const int64_t *sorted, size_t n)
{
  int64_t a = sorted[(n - 1) / 2], b = sorted[n / 2];
  return (int64_t)(((__int128)a + b) / 2);
}

#define DIGIT  8                  /* bits that a pass sorts by */
#define DIGITS (1u << DIGIT)
#define SIGN   (UINT64_C(1) << 63) /* flipped, so that negative values come first */

/* Sorts by one digit, and leaves what is equal in it in its order: H. H. Seward, 1954; Knuth, "The Art of Computer
 * Programming" 3, section 5.2.5. */
static void sort_by_digit(const uint64_t *from, uint64_t *to, size_t count, unsigned shift)
{
  size_t place[DIGITS] = { 0 }, before = 0;
  for (size_t i = 0; i < count; i++)
    place[((from[i] ^ SIGN) >> shift) & (DIGITS - 1)]++;
  for (unsigned digit = 0; digit < DIGITS; digit++) {
    const size_t here = place[digit];
    place[digit] = before;
    before += here;
  }
  for (size_t i = 0; i < count; i++)
    to[place[((from[i] ^ SIGN) >> shift) & (DIGITS - 1)]++] = from[i];
}

void stats_sort(int64_t *values, size_t count)
{
  uint64_t *from = (uint64_t *)values, *other = mem_alloc(count, sizeof(*other)), *to = other, differ = 0;
  for (size_t i = 1; i < count; i++)
    differ |= from[i] ^ from[0];
  for (unsigned shift = 0; shift < 64; shift += DIGIT) {
    if (!(differ >> shift & (DIGITS - 1)))
      continue;
    sort_by_digit(from, to, count, shift);
    uint64_t *sorted = to;
    to = from;
    from = sorted;
  }
  if (from == other)
    memcpy(values, other, count * sizeof(*values));
  mem_free(other);
}
