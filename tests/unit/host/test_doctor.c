/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_doctor.c: times without samples, and too few of them, are a defect of the port where the target was not told to
 * take none, or fewer; and a call that ends before it began is one where the clocks' errors do not explain it. The
 * whole of what a doctor finds tests/ports/mistakes looks at.
 */
#include "fixture.h"

#include <string.h>

#include "dump/dump.h"
#include "fed_rows.h"
#include "model/doctor.h"

#define MS       1000000u /* cycles */
#define START    MS
#define HZ       1000u
#define LASTS_MS 4000u

static struct setting { unsigned at_ms; uint32_t modes, hz; } none[1];

/* A run of one thread with a sample each millisecond, but for [from_ms, to_ms), and with what it was told meanwhile. */
static struct dump *make_run(unsigned from_ms, unsigned to_ms, const struct setting *told, size_t count)
{
  static const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000 * MS }, { WIRE_META_START_TSC, START }, { WIRE_META_PROCESSORS, 1 },
    { WIRE_META_TICK_HZ, HZ }, { WIRE_META_MODES, WIRE_MODE_SAMPLES },
    { WIRE_META_STOP_TSC, START + (uint64_t)LASTS_MS * MS } };
  struct dump *d = dump_new("memory", DUMP_ALL, 16 << 20);
  seq = 0;
  add(d, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(d, WIRE_FRAME_HELLO);
  add(d, WIRE_THREAD, &(struct wire_thread){ .id = 1, .start = START }, 1);
  for (size_t i = 0; i < count; i++)
    add(d, WIRE_SETTING, &(struct wire_setting){ START + (uint64_t)told[i].at_ms * MS, told[i].modes, told[i].hz }, 1);
  uint64_t made = 0;
  for (unsigned ms = 1; ms < LASTS_MS; ms++)
    if (ms < from_ms || ms >= to_ms) {
      add(d, WIRE_SAMPLE, &(struct wire_sample){ .tsc = START + (uint64_t)ms * MS, .thread = 1 }, 1);
      made++;
    }
  add(d, WIRE_TALLY, &(struct wire_tally){ .kind = WIRE_SAMPLE, .made = made, .sent = made }, 1);
  feed(d, WIRE_FRAME_DATA);
  feed(d, WIRE_FRAME_END);
  dump_done(d);
  return d;
}

static char said[1000];

static void note_code(void *ctx, const struct doctor_finding *f)
{
  (void)ctx;
  strcat(strcat(said, f->code), " ");
}

/* Returns whether the doctor finds `code` in a run. */
static bool finds_in(const char *code, struct dump *d)
{
  struct analysis *a = analysis_new(view_new(d, NULL, &(struct view_options){ 0 }));
  said[0] = '\0';
  doctor_examine(a, note_code, NULL);
  analysis_free(a);
  dump_free(d);
  return strstr(said, code);
}

static bool finds(const char *code, unsigned from_ms, unsigned to_ms, const struct setting *told, size_t count)
{
  return finds_in(code, make_run(from_ms, to_ms, told, count));
}

/* A run on so many processors, whose clocks may be 16 cycles wrong, each, with a path of two calls that took `raw`. */
static struct dump *make_call(uint32_t processors, int64_t raw)
{
  const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000 * MS }, { WIRE_META_START_TSC, START }, { WIRE_META_PROCESSORS, processors },
    { WIRE_META_MODES, WIRE_MODE_TIMING }, { WIRE_META_STOP_TSC, START + (uint64_t)LASTS_MS * MS } };
  const struct wire_node nodes[] = {
    { .id = 1, .thread = 1, .flags = WIRE_NODE_ROOT, .raw = MS },
    { .id = 2, .parent = 1, .thread = 1, .address = 0x1000, .calls = 2, .raw = (uint64_t)raw } };
  struct dump *d = dump_new("memory", DUMP_ALL, 16 << 20);
  seq = 0;
  add(d, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(d, WIRE_FRAME_HELLO);
  add(d, WIRE_THREAD, &(struct wire_thread){ .id = 1, .start = START }, 1);
  for (uint16_t i = 0; processors > 1 && i < processors; i++)
    add(d, WIRE_PROCESSOR, &(struct wire_processor){ .id = i, .error = 16 }, 1);
  add(d, WIRE_NODE, nodes, 2);
  feed(d, WIRE_FRAME_DATA);
  feed(d, WIRE_FRAME_END);
  dump_done(d);
  return d;
}

static void a_call_that_went_to_another_processor_may_end_early(void **state)
{
  (void)state;
  assert_false(finds_in("clock ", make_call(2, 100)));
  assert_false(finds_in("clock ", make_call(2, -96)));  /* what two calls and an open one may be off */
  assert_true(finds_in("clock ", make_call(2, -97)));
  assert_true(finds_in("clock ", make_call(1, -1)));
  assert_true(finds_in("clock ", make_call(2, (LASTS_MS + 1) * (int64_t)MS)));
}

static void a_time_without_samples_is_a_gap(void **state)
{
  (void)state;
  assert_false(finds("gap ", 0, 0, none, 0));
  assert_true(finds("gap ", 1000, 1200, none, 0));
  const struct setting other[] = { { 500, WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS, HZ }, { 600, WIRE_MODE_SAMPLES, HZ } };
  assert_true(finds("gap ", 1000, 1200, other, 2));
}

static void a_time_without_samples_that_was_asked_for_is_none(void **state)
{
  (void)state;
  const struct setting stopped[] = { { 1000, 0, HZ }, { 1200, WIRE_MODE_SAMPLES, HZ } };
  const struct setting fewer[] = { { 1000, WIRE_MODE_SAMPLES, 20 }, { 1200, WIRE_MODE_SAMPLES, HZ } };
  assert_false(finds("gap ", 1000, 1200, stopped, 2));
  assert_false(finds("gap ", 1000, 1200, fewer, 2));
}

static void few_samples_that_were_asked_for_are_no_wrong_rate(void **state)
{
  (void)state;
  const struct setting stopped[] = { { 100, 0, HZ } };
  assert_true(finds("rate ", 100, LASTS_MS, none, 0));
  assert_false(finds("rate ", 100, LASTS_MS, stopped, 1));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_time_without_samples_is_a_gap),
    cmocka_unit_test(a_time_without_samples_that_was_asked_for_is_none),
    cmocka_unit_test(a_call_that_went_to_another_processor_may_end_early),
    cmocka_unit_test(few_samples_that_were_asked_for_are_no_wrong_rate),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
