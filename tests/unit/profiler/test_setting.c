/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_setting.c: a change of what is recorded while the profiler runs is handed out with its time, once, in a stream
 * as well; changes that find no room are counted.
 */
#include "fixture.h"

#include "prof_port.h"

#include <string.h>

#include "profiler.h"

#define KEPT 256

static struct prof_thread main_thread;
static struct wire_setting got[2 * KEPT];
static size_t rows;

static void take(void *ctx, enum wire_kind kind, const void *records, size_t count)
{
  (void)ctx;
  if (kind != WIRE_SETTING)
    return;
  memcpy(got + rows, records, count * sizeof(got[0]));
  rows += count;
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t count, enum wire_kind child,
                      const void *child_records, size_t child_count)
{
  (void)child, (void)child_records, (void)child_count;
  take(ctx, kind, records, count);
}

static const struct prof_sink sink = { .records = take, .pair = take_pair };

static void boot(void)
{
  const struct prof_config c = { .tsc_hz = 1000000, .tick_hz = 1000, .modes = WIRE_MODE_EVENTS | WIRE_MODE_SCHED,
                                 .stream = WIRE_MODE_EVENTS, .nodes = 1, .events = 8, .sched = 8, .samples = 1,
                                 .addresses = 1, .threads = 2, .names = 8 };
  rows = 0;
  BOOT_PROFILER(&c, 0, { &main_thread, "main", 0 });
  prof_start();
}

static void assert_setting(size_t row, uint64_t tsc, uint32_t modes, uint32_t sample_hz)
{
  assert_int_equal(got[row].tsc, tsc);
  assert_int_equal(got[row].modes, modes);
  assert_int_equal(got[row].sample_hz, sample_hz);
}

static void each_change_is_told_once_with_its_time(void **state)
{
  (void)state;
  boot();
  fake_port.now = 5000;
  prof_select(WIRE_MODE_SCHED);
  fake_port.now = 6000;
  prof_select(WIRE_MODE_SCHED | WIRE_MODE_TIMING); /* changes nothing */
  prof_sample_rate(1000);                          /* changes nothing either */
  prof_stream(&sink);
  assert_int_equal(rows, 1);
  fake_port.now = 7000;
  prof_sample_rate(250);
  fake_port.now = 8000;
  prof_select(~0u);
  prof_stop();
  prof_select(0);
  prof_collect(&sink);
  assert_int_equal(rows, 3);
  assert_setting(0, 5000, WIRE_MODE_SCHED, 1000);
  assert_setting(1, 7000, WIRE_MODE_SCHED, 250);
  assert_setting(2, 8000, WIRE_MODE_SCHED | WIRE_MODE_EVENTS, 250);
  assert_int_equal(prof_tally(WIRE_SETTING).made, 3);
}

static void a_new_start_forgets_them(void **state)
{
  (void)state;
  boot();
  prof_select(0);
  prof_stop();
  prof_start();
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(rows, 0);
}

static void what_finds_no_room_is_counted(void **state)
{
  (void)state;
  boot();
  for (uint32_t i = 0; i < KEPT + 10; i++)
    prof_sample_rate(2000 + i);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(rows, KEPT);
  assert_int_equal(prof_tally(WIRE_SETTING).made, KEPT + 10);
  assert_int_equal(prof_tally(WIRE_SETTING).dropped, 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_change_is_told_once_with_its_time),
    cmocka_unit_test(a_new_start_forgets_them),
    cmocka_unit_test(what_finds_no_room_is_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
