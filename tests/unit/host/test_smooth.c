/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_smooth.c: a curve through points that are off by chance: a line where the points keep to one, a wave where they
 * do, and never one that another curve does better.
 */
#include "fixture.h"

#include <math.h>

#include "net/smooth.h"

#define COUNT 60

static uint32_t state_of_noise;

/* Between -1 and 1. */
static long double noise(void)
{
  state_of_noise = state_of_noise * 1664525 + 1013904223;
  return (long double)(state_of_noise >> 8) / (1 << 23) - 1;
}

static long double line(long double x)
{
  return -3e12L + 0.002L * x;
}

static long double wave(long double x)
{
  return line(x) + 20 * sinl(x / 3e9L);
}

/* Points at uneven distances of about 1e9, each off by `off` at the most. */
static void make(struct smooth_point *p, size_t count, long double (*truth)(long double), long double off)
{
  state_of_noise = 7;
  for (size_t i = 0; i < count; i++) {
    const long double x = 5e12L + ((long double)i + 0.3L * noise()) * 1e9L;
    p[i] = (struct smooth_point){ x, truth(x) + off * noise(), 1 };
  }
}

static long double squares(const struct smooth_point *p, size_t count, long double (*truth)(long double))
{
  long double sum = 0;
  for (size_t i = 0; i < count; i++)
    sum += (p[i].y - truth(p[i].x)) * (p[i].y - truth(p[i].x));
  return sum;
}

/* Of 60 points a line takes two degrees of freedom; what is off by chance is left to a tenth. */
static void points_of_a_line_get_the_line(void **state)
{
  struct smooth_point p[COUNT];
  (void)state;
  make(p, COUNT, line, 10);
  const long double before = squares(p, COUNT, line);
  smooth(p, COUNT);
  assert_true(squares(p, COUNT, line) < before / 10);
  make(p, COUNT, line, 0);
  smooth(p, COUNT);
  assert_true(squares(p, COUNT, line) < 1e-6L);
}

/* A wave of 20 with points that are off by 10 is not cut to a line, and comes out nearer than the points were; where
 * they are hardly off it comes out to a hundredth of itself, for a curve may not take all degrees of freedom. */
static void points_of_a_wave_get_the_wave(void **state)
{
  struct smooth_point p[COUNT];
  (void)state;
  make(p, COUNT, wave, 10);
  const long double before = squares(p, COUNT, wave);
  smooth(p, COUNT);
  assert_true(squares(p, COUNT, wave) < before / 2);
  assert_true(squares(p, COUNT, line) > COUNT * 100);
  make(p, COUNT, wave, 0.01L);
  smooth(p, COUNT);
  assert_true(squares(p, COUNT, wave) < COUNT * 0.2L * 0.2L);
}

/* A point that says little moves no other. */
static void weights_count(void **state)
{
  struct smooth_point p[COUNT];
  (void)state;
  make(p, COUNT, line, 10);
  p[COUNT / 2].y += 1000;
  smooth(p, COUNT);
  const long double pulled = squares(p, COUNT, line);
  make(p, COUNT, line, 10);
  p[COUNT / 2].y += 1000;
  p[COUNT / 2].weight = 1e-9L;
  smooth(p, COUNT);
  assert_true(squares(p, COUNT, line) < pulled / 100);
}

/* Nothing but the unit of weights, times and values changes with their units. */
static void units_do_not_matter(void **state)
{
  struct smooth_point p[COUNT], q[COUNT];
  (void)state;
  make(p, COUNT, wave, 10);
  for (size_t i = 0; i < COUNT; i++) {
    p[i].weight = 1 + (long double)(i % 5);
    q[i] = (struct smooth_point){ p[i].x / 1e9L, p[i].y * 1024, p[i].weight / 1e12L };
  }
  smooth(p, COUNT);
  smooth(q, COUNT);
  for (size_t i = 0; i < COUNT; i++)
    assert_true(fabsl(q[i].y / 1024 - p[i].y) < 1e-3L);
}

static void few_points_stay(void **state)
{
  struct smooth_point p[SMOOTH_LEAST];
  (void)state;
  make(p, SMOOTH_LEAST, line, 10);
  const long double before = squares(p, SMOOTH_LEAST, line);
  smooth(p, SMOOTH_LEAST - 1);
  assert_true(squares(p, SMOOTH_LEAST, line) == before);
  smooth(p, SMOOTH_LEAST);
  assert_true(squares(p, SMOOTH_LEAST, line) < before);
  smooth(p, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(points_of_a_line_get_the_line), cmocka_unit_test(points_of_a_wave_get_the_wave),
    cmocka_unit_test(weights_count),                 cmocka_unit_test(units_do_not_matter),
    cmocka_unit_test(few_points_stay),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
