/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_budget.c: collections come at random and no more often than the heap asks for; extra ones take their share of the
 * run at the most. The clock and the program, which allocates small objects, are fakes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/core/port.h"
#include "runtime/core/untimed/budget.h"

#define MIB (UINT64_C(1) << 20)

static uint64_t now;

static uint64_t tell_time(void)
{
  return now;
}

uint32_t port_processors(void)
{
  return 1;
}

/* What a run was. */
struct run { unsigned regular, extra; uint64_t least, most, extra_cycles; };

/* A program that allocates `total` bytes, a byte in `cycles` cycles, in a heap where `live` bytes are alive and a
 * collection takes `pause` cycles. */
static struct run play(const struct budget_options *options, uint64_t total, uint64_t cycles, uint64_t live,
                       uint64_t pause)
{
  struct run r = { .least = UINT64_MAX };
  uint64_t left = budget_begin(options), since = 0, more;
  for (uint64_t bytes = 0; bytes < total; bytes += 64, since += 64) {
    now += 64 * cycles;
    if (left >= 64) {
      left -= 64;
      continue;
    }
    const bool extra = budget_is_extra(left, &more);
    assert_true(!extra || !more);
    left += more;
    if (more)
      continue;
    budget_pause(extra, left);
    now += pause;
    left = budget_resume(live, left);
    r.extra += extra;
    r.regular += !extra;
    r.extra_cycles += extra ? pause : 0;
    if (!extra) {
      r.least = since < r.least ? since : r.least;
      r.most = since > r.most ? since : r.most;
    }
    since = 0;
  }
  return r;
}

/* Where a MiB is the budget: from a half to one and a half of it, and as many collections as without the drawing. */
static void budgets_are_drawn_around_the_mean(void **state)
{
  (void)state;
  const struct run r = play(&(struct budget_options){ .seed = 1 }, 1000 * MIB, 1, 0, 1000);
  assert_int_equal(r.extra, 0);
  assert_in_range(r.regular, 970, 1030);
  assert_in_range(r.least, MIB / 2 - 128, MIB / 2 + MIB / 50);
  assert_in_range(r.most, MIB * 3 / 2 - MIB / 50, MIB * 3 / 2 + 64);
}

static void a_mean_may_be_given(void **state)
{
  (void)state;
  const struct budget_options options = { .seed = 1, .mean_bytes = 10000, .extra_share = 20, .now = tell_time };
  const struct run r = play(&options, 1000 * 10000, 1, 300 * MIB, 1000);
  assert_int_equal(r.extra, 0);
  assert_in_range(r.regular, 960, 1040);
}

/* One seed draws the same numbers again, another one others. */
static void a_seed_repeats(void **state)
{
  (void)state;
  const uint64_t first = budget_begin(&(struct budget_options){ .seed = 0 });
  const uint64_t second = budget_resume(0, 0), third = budget_resume(0, 0);
  assert_int_not_equal(first, second);
  assert_int_not_equal(second, third);
  assert_int_equal(budget_begin(&(struct budget_options){ .seed = 0 }), first);
  assert_int_equal(budget_resume(0, 0), second);
  assert_int_not_equal(budget_begin(&(struct budget_options){ .seed = 1 }), first);
}

/* A program of 8 MiB in which a collection takes 50,000 cycles: a longer run has room for more of them. */
static void extra_ones_take_their_share(void **state)
{
  (void)state;
  const struct budget_options options = { .seed = 7, .extra_share = 20, .now = tell_time };
  unsigned before = 0;
  for (uint64_t cycles = 1; cycles <= 64; cycles *= 4) {
    const uint64_t begun = now;
    const struct run r = play(&options, 8 * MIB, cycles, 0, 50000);
    assert_true(r.extra_cycles * 50 <= now - begun);
    assert_true(r.extra >= before);
    before = r.extra;
  }
  assert_in_range(before, 40, 120);
}

/* A run that goes on: what the heap asks for itself is enough soon. */
static void a_long_run_needs_no_more(void **state)
{
  (void)state;
  const struct budget_options options = { .seed = 7, .extra_share = 20, .now = tell_time };
  const struct run brief = play(&options, 64 * MIB, 10, 0, 50000), longer = play(&options, 2000 * MIB, 10, 0, 50000);
  assert_in_range(brief.extra, 10, 120);
  assert_true(longer.extra < brief.extra + 10);
  assert_in_range(longer.regular, 1900, 2060);
}

/* A heap with so much alive that it collects three times in the run. */
static void extra_ones_come_where_the_heap_asks_for_few(void **state)
{
  (void)state;
  const struct budget_options options = { .seed = 3, .extra_share = 20, .now = tell_time };
  const struct run r = play(&options, 256 * MIB, 100, 64 * MIB, 2000000);
  assert_true(r.regular <= 10);
  assert_in_range(r.extra, 30, 150);
}

static void none_where_they_are_not_wanted(void **state)
{
  (void)state;
  struct budget_options options = { .seed = 3, .extra_share = 0, .now = tell_time };
  assert_int_equal(play(&options, 64 * MIB, 100, 0, 1000).extra, 0);
  options = (struct budget_options){ .seed = 3, .extra_share = 20 };
  assert_int_equal(play(&options, 64 * MIB, 100, 0, 1000).extra, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(budgets_are_drawn_around_the_mean),
    cmocka_unit_test(a_mean_may_be_given),
    cmocka_unit_test(a_seed_repeats),
    cmocka_unit_test(extra_ones_take_their_share),
    cmocka_unit_test(a_long_run_needs_no_more),
    cmocka_unit_test(extra_ones_come_where_the_heap_asks_for_few),
    cmocka_unit_test(none_where_they_are_not_wanted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
