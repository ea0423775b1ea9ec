/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_lane.c: what a pixel of a lane shows is what a walk through all entries finds, whatever the zoom and however the
 * entries lie: close together, at one moment, or hours apart.
 */
#include "fixture.h"

#include <string.h>

#include "lanes/lane.h"
#include "pick.h"

#define MOST   9000
#define PIXELS 300

static struct lane_entry all[MOST];
static size_t count;

/* ---- the same by a walk ---- */

static __int128 area;

static void widen(struct lane_bin *bin, int64_t value)
{
  if (value == LANE_NONE)
    return;
  bin->least = bin->least == LANE_NONE || value < bin->least ? value : bin->least;
  bin->most = bin->most == LANE_NONE || value > bin->most ? value : bin->most;
}

/* Adds what entry `i`, or for `count` what is before all, holds in a pixel. */
static void hold(enum lane_form form, struct lane_bin *bin, const struct lane_entry *e, int64_t from, int64_t to)
{
  if (to <= from)
    return;
  if (form == LANE_VALUES && e->value != LANE_NONE) {
    bin->known += (uint64_t)(to - from);
    area += (__int128)e->value * (to - from);
  }
  bin->busy[form == LANE_STATES ? LANE_CLASS(e->state) : 0] += (uint64_t)(to - from);
}

/* Where a pixel begins and ends; `at` is the next entry that it has not got. */
static struct lane_bin walk(enum lane_form form, int64_t left, int64_t right)
{
  struct lane_bin bin = { .least = LANE_NONE, .most = LANE_NONE,
                          .held = { .at = INT64_MIN, .value = LANE_NONE } };
  area = 0;
  int64_t until = count ? all[0].at : right;
  hold(form, &bin, &bin.held, left, until < right ? until : right);
  for (size_t i = 0; i < count; i++) {
    const int64_t end = i + 1 < count ? all[i + 1].at : INT64_MAX;
    hold(form, &bin, &all[i], all[i].at > left ? all[i].at : left, end < right ? end : right);
    bin.first += all[i].at < left;
    bin.count += all[i].at >= left && all[i].at < right;
    if (all[i].at <= left)
      bin.held = all[i];
    if (form == LANE_VALUES && all[i].at >= left && all[i].at < right)
      widen(&bin, all[i].value);
  }
  widen(&bin, bin.held.value);
  bin.area = (double)area;
  return bin;
}

/* ---- lanes ---- */

static struct lane make(enum lane_form form)
{
  struct lane l = { .form = form };
  for (size_t i = 0; i < count; i++)
    lane_add(&l, &all[i]);
  assert_int_equal(l.count, count);
  for (size_t i = 0; i < count; i++) {
    const struct lane_entry e = lane_entry(&l, i);
    assert_int_equal(e.at, all[i].at);
    assert_int_equal(e.who, form == LANE_WHO || form == LANE_STATES ? all[i].who : 0);
    assert_int_equal(e.state, form == LANE_STATES ? all[i].state : 0);
    assert_int_equal(e.value, form == LANE_VALUES ? all[i].value : LANE_NONE);
  }
  return l;
}

/* The pixels from number `first` on, as many as from..to has. */
static void compare_part(enum lane_form form, const struct lane *l, int64_t from, int64_t to, int32_t pixels,
                         int32_t first)
{
  static struct lane_bin bins[PIXELS];
  memset(bins, 0xa5, sizeof(bins));
  lane_bins_part(l, from, to, (uint32_t)pixels, first, (uint32_t)pixels, bins);
  for (int32_t i = 0; i < pixels; i++) {
    const struct lane_bin b = walk(form, lane_edge(from, to, (uint32_t)pixels, first + i),
                                   lane_edge(from, to, (uint32_t)pixels, first + i + 1));
    assert_int_equal(bins[i].count, b.count);
    assert_int_equal(bins[i].first, b.first);
    for (unsigned k = 0; form == LANE_STATES && k < LANE_CLASSES; k++)
      assert_int_equal(bins[i].busy[k], b.busy[k]);
    if (form == LANE_STATES && count && b.held.at != INT64_MIN) {
      assert_int_equal(bins[i].held.state, b.held.state);
      assert_int_equal(bins[i].held.who, b.held.who);
    }
    assert_int_equal(bins[i].held.at, b.held.at);
    if (form != LANE_VALUES)
      continue;
    assert_int_equal(bins[i].known, b.known);
    assert_true(bins[i].area == b.area);
    assert_int_equal(bins[i].least, b.least);
    assert_int_equal(bins[i].most, b.most);
  }
}

/* From..to, and where a reader may have moved on to from there. */
static void compare(enum lane_form form, const struct lane *l, int64_t from, int64_t to, uint32_t pixels)
{
  static struct lane_bin whole[PIXELS], part[PIXELS];
  const int32_t some = (int32_t)pixels;
  assert_int_equal(lane_edge(from, to, pixels, 0), from);
  assert_int_equal(lane_edge(from, to, pixels, some), to);
  compare_part(form, l, from, to, some, 0);
  lane_bins(l, from, to, pixels, whole);
  lane_bins_part(l, from, to, pixels, 0, pixels, part);
  assert_memory_equal(whole, part, pixels * sizeof(*whole));
  if (to - from > INT64_MAX / 8)
    return;
  compare_part(form, l, from, to, some, 1);
  compare_part(form, l, from, to, some, -some / 2 - 1);
}

/* Times that go on by up to `step`, by nothing now and then, and once in a while by hours. */
static void draw(size_t entries, uint64_t step)
{
  int64_t at = -(int64_t)pick(1000);
  count = entries;
  for (size_t i = 0; i < entries; i++) {
    at += pick(4) ? (int64_t)pick((uint32_t)step) : 0;
    if (pick(700) == 0)
      at += INT64_C(30000000000);
    all[i] = (struct lane_entry){ .at = at, .who = pick(100), .state = LANE_STATE(pick(LANE_CLASSES), pick(32)),
                                  .value = pick(5) ? (int64_t)pick(1000000) - 1000 : LANE_NONE };
  }
}

static void try_zooms(enum lane_form form)
{
  struct lane l = make(form);
  const int64_t first = count ? all[0].at : 0, last = count ? all[count - 1].at : 1000;
  compare(form, &l, first - 1000, last + 1000, PIXELS);
  compare(form, &l, first - 1000, last + 1000, 1);
  compare(form, &l, last + 5, last + 50, 7);
  compare(form, &l, first - 50, first - 5, 7);
  for (int i = 0; i < 8; i++) {
    const int64_t at = count ? all[pick((uint32_t)count)].at : 0, width = (int64_t)1 << pick(34);
    compare(form, &l, at - (int64_t)pick(100), at + width, 1 + pick(20));
  }
  for (int i = 0; i < 200 && count; i++) {
    const int64_t at = all[pick((uint32_t)count)].at + (int64_t)pick(3) - 1;
    size_t before = 0;
    while (before < count && all[before].at < at)
      before++;
    assert_int_equal(lane_before(&l, at), before);
  }
  lane_free(&l);
  assert_int_equal(l.count, 0);
}

static void pixels_show_what_is_there(void **state)
{
  static const size_t sizes[] = { 0, 1, 2, 63, 64, 65, 129, 4200, MOST };
  (void)state;
  for (enum lane_form form = LANE_MARKS; form <= LANE_VALUES; form++)
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
      draw(sizes[i], sizes[i] % 2 ? 1000 : 3);
      try_zooms(form);
    }
}

static void all_at_one_moment(void **state)
{
  (void)state;
  for (enum lane_form form = LANE_MARKS; form <= LANE_VALUES; form++) {
    draw(500, 1);
    try_zooms(form);
  }
}

static void what_comes_late_counts_as_at_the_last_time(void **state)
{
  struct lane l = { .form = LANE_STATES };
  (void)state;
  lane_add(&l, &(struct lane_entry){ .at = 100, .state = LANE_STATE(1, 0) });
  lane_add(&l, &(struct lane_entry){ .at = 90, .state = LANE_STATE(2, 0) });
  lane_amend(&l, LANE_STATE(3, 1));
  struct lane_bin bin;
  lane_bins(&l, 0, 200, 1, &bin);
  assert_int_equal(bin.busy[0], 100);
  assert_int_equal(bin.busy[3], 100);
  assert_int_equal(bin.count, 2);
  lane_free(&l);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(pixels_show_what_is_there),
    cmocka_unit_test(all_at_one_moment),
    cmocka_unit_test(what_comes_late_counts_as_at_the_last_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
