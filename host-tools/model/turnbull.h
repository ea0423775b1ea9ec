/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * turnbull.h: how long the objects of a group live, where of each is only known that it died between two ages
 * (interval-censored data): the maximum-likelihood estimate without a model of the curve (Turnbull, "The Empirical
 * Distribution Function with Arbitrarily Grouped, Censored and Truncated Data", JRSS B 38, 1976), found by EM and ICM
 * in turns (Wellner and Zhan, "A Hybrid Algorithm for Computation of the Nonparametric Maximum Likelihood Estimator
 * from Censored Data", JASA 92, 1997).
 *
 * Ages are points of a grid: exact up to 1,024 bytes where they are multiples of 16, then 32 to an octave. The estimate
 * says how much of the group dies in each of some stretches of ages, and not where within one.
 *
 * Cost: a step takes time proportional to the different observations and to the stretches, some 10 to 40 steps.
 */
#ifndef TURNBULL_H
#define TURNBULL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Points of the grid: point 0 is age 0. turnbull_floor() is the last one at or before an age, in bytes, and
 * turnbull_ceiling() the first one at or behind it. */
#define TURNBULL_POINTS (32 + 32 * 59 + 1)
#define TURNBULL_NEVER  UINT16_MAX /* as `dead`: alive when it was last seen */
static inline uint16_t turnbull_floor(uint64_t age)
{
  if (age >> 5 == 0)
    return (uint16_t)age;
  const unsigned shift = 58 - (unsigned)__builtin_clzll(age);
  return (uint16_t)((shift << 5) + (unsigned)(age >> shift));
}

/* In bytes. */
static inline uint64_t turnbull_age(unsigned point)
{
  if (point < 64)
    return point;
  if (point >= TURNBULL_POINTS - 1)
    return UINT64_MAX;
  const unsigned shift = (point >> 5) - 1;
  return (uint64_t)((point & 31) + 32) << shift;
}

static inline uint16_t turnbull_ceiling(uint64_t age)
{
  const uint16_t point = turnbull_floor(age);
  return turnbull_age(point) == age ? point : (uint16_t)(point + 1);
}

/* `weight` objects were alive at age `alive` and dead at age `dead`, later than it; points. */
struct turnbull_seen { uint16_t alive, dead; double weight; };

/* A share of the group, above 0, that dies older than `from` and not older than `to`; points, or TURNBULL_NEVER: older
 * than anything that was seen. */
struct turnbull_part { uint16_t from, to; double share; };

struct turnbull {
  struct turnbull_part *parts; /* by age, disjoint; the shares sum to 1 */
  size_t count;
  double gap;                  /* how far the likelihood's derivative is from its optimum (Kuhn, Karush, Tucker) */
};

#define TURNBULL_GAP 1e-4      /* at which the search ends; plain EM stays above 1e-3 after 1,000 steps, measured */

/* The estimate of `count` observations, in any order, of a weight above 0; without any it has no parts. For
 * turnbull_free(). */
struct turnbull turnbull_estimate(const struct turnbull_seen *seen, size_t count);
void turnbull_free(struct turnbull *t);

#endif
