/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bench_diff.c: how often `hostdump diff` cries wolf, and how often it finds what is slower: simulated runs of functions
 * whose times vary by 1 % each, by 1 % in a run as a whole, and by 5 % more in 3 of 100 cases. The seed is fixed, so the
 * figures repeat. Prints figures as figure.h says.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "diff/maxt.h"
#include "figure.h"

#define NOISE   0.01
#define OUTLIER 0.05
#define RARE    0.03
#define LEVEL   0.05
#define MOST_RUNS 40

static double uniform(void)
{
  return (drand48() + 1e-12) / (1 + 1e-12);
}

static double normal(void)
{
  return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

/* Simulates runs in which the first key of side B takes `share` more. */
static void simulate(double *logs, const struct maxt *m, double share)
{
  const size_t runs = m->a + m->b;
  double whole[MOST_RUNS];
  for (size_t r = 0; r < runs; r++)
    whole[r] = NOISE * normal();
  for (size_t k = 0; k < m->keys; k++)
    for (size_t r = 0; r < runs; r++)
      logs[k * runs + r] = whole[r] + NOISE * normal() + (uniform() < RARE ? OUTLIER * fabs(normal()) : 0) +
                           (k == 0 && r >= m->a ? log1p(share) : 0);
}

/* The share, in per cent, of `trials` in which any key is called different, or, with a `share`, the first one is. */
static double called(struct maxt m, double share, unsigned trials)
{
  double *logs = malloc(m.keys * (m.a + m.b) * sizeof(*logs));
  struct maxt_key *keys = malloc(m.keys * sizeof(*keys));
  unsigned found = 0;
  m.logs = logs;
  for (unsigned t = 0; t < trials; t++) {
    bool any = false;
    simulate(logs, &m, share);
    maxt_test(&m, LEVEL, keys);
    for (size_t k = 0; k < (share > 0 ? 1 : m.keys); k++)
      any |= keys[k].p <= LEVEL;
    found += any;
  }
  free(logs);
  free(keys);
  return 100.0 * found / trials;
}

int main(void)
{
  srand48(16);
  figure_at_most("diff/false_150x5x5", called((struct maxt){ .keys = 150, .a = 5, .b = 5 }, 0, 4000), "%", 5);
  figure_at_most("diff/false_600x5x5", called((struct maxt){ .keys = 600, .a = 5, .b = 5 }, 0, 1000), "%", 5);
  figure_at_most("diff/false_150x4x4", called((struct maxt){ .keys = 150, .a = 4, .b = 4 }, 0, 2000), "%", 5);
  figure_at_most("diff/false_150x20x1", called((struct maxt){ .keys = 150, .a = 20, .b = 1 }, 0, 2000), "%", 5);
  figure_at_least("diff/found_10_150x5x5", called((struct maxt){ .keys = 150, .a = 5, .b = 5 }, 0.10, 1000), "%", 95);
  figure_at_least("diff/found_10_600x5x5", called((struct maxt){ .keys = 600, .a = 5, .b = 5 }, 0.10, 500), "%", 95);
  printf("diff/found_5_150x5x5\t%.3g\t%%\n", called((struct maxt){ .keys = 150, .a = 5, .b = 5 }, 0.05, 1000));
  printf("diff/found_10_150x4x4\t%.3g\t%%\n", called((struct maxt){ .keys = 150, .a = 4, .b = 4 }, 0.10, 1000));
  return 0;
}
