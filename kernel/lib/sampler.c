/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sampler.c: see sampler.h.
 */
#include "sampler.h"

/* Quantiles of the exponential distribution with mean 256: -256 ln((i + 1/2) / 256) for i from 0 to 255, rounded. Each
 * is drawn as often as any other; their own mean is 255.6. */
static const uint16_t quantile[256] = {
  1597, 1316, 1185, 1099, 1035, 983, 940, 904, 872, 843, 818, 794, 773, 753, 735, 718,
  702, 687, 673, 659, 646, 634, 623, 611, 601, 590, 581, 571, 562, 553, 545, 536,
  528, 521, 513, 506, 499, 492, 485, 478, 472, 466, 460, 454, 448, 442, 437, 431,
  426, 421, 416, 411, 406, 401, 396, 391, 387, 382, 378, 374, 369, 365, 361, 357,
  353, 349, 345, 341, 337, 334, 330, 327, 323, 319, 316, 313, 309, 306, 303, 299,
  296, 293, 290, 287, 284, 281, 278, 275, 272, 269, 266, 263, 261, 258, 255, 252,
  250, 247, 245, 242, 239, 237, 234, 232, 229, 227, 225, 222, 220, 217, 215, 213,
  210, 208, 206, 204, 202, 199, 197, 195, 193, 191, 189, 187, 185, 182, 180, 178,
  176, 174, 172, 171, 169, 167, 165, 163, 161, 159, 157, 155, 154, 152, 150, 148,
  146, 145, 143, 141, 139, 138, 136, 134, 133, 131, 129, 128, 126, 124, 123, 121,
  120, 118, 116, 115, 113, 112, 110, 109, 107, 106, 104, 103, 101, 100, 98, 97,
  95, 94, 92, 91, 89, 88, 87, 85, 84, 82, 81, 80, 78, 77, 76, 74,
  73, 72, 70, 69, 68, 66, 65, 64, 63, 61, 60, 59, 58, 56, 55, 54,
  53, 51, 50, 49, 48, 46, 45, 44, 43, 42, 41, 39, 38, 37, 36, 35,
  34, 32, 31, 30, 29, 28, 27, 26, 25, 24, 22, 21, 20, 19, 18, 17,
  16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
};

static uint64_t state = 1;

uint64_t sampler_interval(uint64_t mean)
{
  state = state * 6364136223846793005 + 1442695040888963407; /* Knuth's MMIX; its top bits are the good ones */
  return mean * quantile[state >> 56] / 256;
}

#define ADVANCE_MOST 256 /* times drawn one by one: after a longer delay their mean number is as good */

uint64_t sampler_advance(uint64_t *next, uint64_t now, uint64_t mean)
{
  uint64_t passed = 0;
  *next += sampler_interval(mean);
  for (; (int64_t)(now - *next) >= 0 && passed < ADVANCE_MOST; passed++)
    *next += sampler_interval(mean);
  if ((int64_t)(now - *next) >= 0) {
    passed += (now - *next) / mean;
    *next = now + sampler_interval(mean);
  }
  return passed;
}
