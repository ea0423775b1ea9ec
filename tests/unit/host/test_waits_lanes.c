/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_waits_lanes.c: the lanes of waits for locks and of moments: who held the lock in each cycle of a wait, where
 * each thread stood, and where moments are missing.
 */
#include "fixture.h"

#include <stdio.h>

#include "dump/dump.h"
#include "lanes/lanes.h"
#include "model/lock_waits.h"
#include "model/moments.h"

#define START 5000
#define AT(cycles) (START + (uint64_t)(cycles))
#define QUEUE 0x1000
#define OTHER 0x2000

enum { MAIN = 1, WORKER, TOO };

static uint8_t payload[1 << 14];
static size_t used;

static void add(enum wire_kind kind, const void *rows, size_t count)
{
  assert_true(used + xfer_pack_bound(kind, count) <= sizeof(payload));
  used += xfer_pack(kind, rows, count, NULL, payload + used);
}

static void feed(struct dump *d, enum wire_frame_type type, uint32_t seq)
{
  struct xfer_frame f = { .head = { .type = (uint8_t)type, .seq = seq, .plain_bytes = (uint32_t)used },
                          .plain = payload };
  dump_frame(d, &f);
  used = 0;
}

/* Lanes of a run of some records of one kind, and of another. The view has a window that holds nothing: lanes have
 * all. */
static struct lanes *lanes_with(enum wire_kind kind, const void *rows, size_t count, enum wire_kind too,
                                const void *more, size_t more_count, uint64_t missed)
{
  const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, START },
                                    { WIRE_META_STOP_TSC, AT(1000) }, { WIRE_META_MOMENTS_MISSED, missed } };
  const struct wire_thread threads[] = { { .id = MAIN }, { .id = WORKER }, { .id = TOO } };
  const struct view_options nothing = { .windowed = true, .from_us = 900, .to_us = 901 };
  struct dump *d = dump_new("test", DUMP_ALL, 1 << 20);
  add(WIRE_META, meta, 4);
  feed(d, WIRE_FRAME_HELLO, 0);
  add(WIRE_THREAD, threads, 3);
  add(kind, rows, count);
  if (more_count)
    add(too, more, more_count);
  feed(d, WIRE_FRAME_DATA, 1);
  feed(d, WIRE_FRAME_END, 2);
  dump_done(d);
  return lanes_new(analysis_new(view_new(d, NULL, &nothing)));
}

static void done(struct lanes *l)
{
  struct analysis *a = l->analysis;
  struct dump *d = (struct dump *)a->view->dump;
  lanes_free(l);
  analysis_free(a);
  dump_free(d);
}

static const struct lanes_lane *find(struct lanes *l, enum lanes_group group, enum lanes_kind kind, uint32_t thread)
{
  size_t count;
  const struct lanes_lane *all = lanes_of(l, group, &count);
  for (size_t i = 0; i < count; i++)
    if (all[i].kind == kind && all[i].number == (thread ? view_thread(l->analysis->view, thread) : 0))
      return &all[i];
  return NULL;
}

/* What holds at a time. */
static struct lane_entry at(const struct lanes_lane *lane, int64_t time)
{
  struct lane_bin bin;
  assert_non_null(lane);
  lane_bins(&lane->lane, time, time + 1, 1, &bin);
  return bin.held;
}

/* ---- waits for locks ---- */

/* The thread that held the lock for which one waits at a time; 0: it waits for none, or the holder is not known. */
static uint32_t holder_at(struct lanes *l, uint32_t thread, int64_t time)
{
  const struct lane_entry e = at(find(l, LANES_WAITS, LANES_WAIT, thread), time);
  if (!LANE_CLASS(e.state))
    return 0;
  const uint32_t holder = l->waits.all[e.who].holder;
  return holder == LANES_NONE ? 0 : l->analysis->view->threads[holder].id;
}

static void each_holder_has_its_time(void **state)
{
  const struct wire_lock rows[] = {
    { .tsc = AT(100), .object = QUEUE, .thread = MAIN, .flags = WIRE_LOCK_RELEASE },
    { .tsc = AT(102), .waited = 82, .object = QUEUE, .released = AT(100), .thread = WORKER, .holder = MAIN,
      .holds = 1 },
    { .tsc = AT(180), .object = QUEUE, .thread = WORKER, .flags = WIRE_LOCK_RELEASE },
    { .tsc = AT(185), .waited = 125, .object = QUEUE, .released = AT(180), .thread = TOO, .holder = WORKER,
      .holds = 2 },
    { .tsc = AT(303), .waited = 3, .object = OTHER, .thread = WORKER, .flags = WIRE_LOCK_SPIN } };
  struct lanes *l = lanes_with(WIRE_LOCK, rows, 5, 0, NULL, 0, 0);
  struct lane_bin bin;
  (void)state;
  assert_int_equal(holder_at(l, WORKER, 19), 0);
  assert_int_equal(holder_at(l, WORKER, 20), MAIN);
  assert_int_equal(holder_at(l, WORKER, 101), MAIN);
  assert_int_equal(holder_at(l, WORKER, 102), 0);
  assert_int_equal(holder_at(l, TOO, 60), MAIN); /* who released it first, then who had it behind that */
  assert_int_equal(holder_at(l, TOO, 99), MAIN);
  assert_int_equal(holder_at(l, TOO, 100), WORKER);
  assert_int_equal(holder_at(l, TOO, 184), WORKER);
  assert_int_equal(holder_at(l, TOO, 185), 0);
  const struct lanes_lane *worker = find(l, LANES_WAITS, LANES_WAIT, WORKER);
  lane_bins(&worker->lane, 0, 1000, 1, &bin);
  assert_int_equal(bin.busy[LANES_WAITS_BLOCKED], 82);
  assert_int_equal(bin.busy[LANES_WAITS_SPINNING], 3);
  const struct lanes_wait *last = &l->waits.all[at(worker, 301).who];
  assert_int_equal(last->holder, LANES_NONE);
  assert_int_equal(last->object, OTHER);
  assert_int_equal(last->begun, 300);
  assert_int_equal(last->got, 303);
  assert_null(find(l, LANES_WAITS, LANES_WAIT, MAIN));
  done(l);
}

/* Where a release has no record, the last holder of several is known alone: the wait is not told as its own. */
static void a_wait_with_its_last_holder_alone_says_so(void **state)
{
  const struct wire_lock rows[] = {
    { .tsc = AT(180), .object = QUEUE, .thread = WORKER, .flags = WIRE_LOCK_RELEASE },
    { .tsc = AT(185), .waited = 125, .object = QUEUE, .released = AT(180), .thread = TOO, .holder = WORKER,
      .holds = 2 },
    { .tsc = AT(200), .object = QUEUE, .thread = TOO, .flags = WIRE_LOCK_RELEASE },
    { .tsc = AT(205), .waited = 10, .object = QUEUE, .released = AT(200), .thread = MAIN, .holder = TOO, .holds = 1 } };
  struct lanes *l = lanes_with(WIRE_LOCK, rows, 4, 0, NULL, 0, 0);
  (void)state;
  assert_int_equal(holder_at(l, TOO, 60), WORKER);
  assert_int_equal(holder_at(l, MAIN, 204), TOO);
  assert_true(l->waits.all[at(find(l, LANES_WAITS, LANES_WAIT, TOO), 60).who].last);
  assert_false(l->waits.all[at(find(l, LANES_WAITS, LANES_WAIT, MAIN), 204).who].last);
  done(l);
}

struct told_apart { size_t waits, apart, many; };

static void count_wait(void *ctx, struct lock_waits *l, const struct lock_wait *w)
{
  struct told_apart *t = ctx;
  (void)l;
  t->waits++;
  t->apart += w->end > w->first;
  t->many += w->many;
}

/* Of walks a limit bounds the holders beside the first of each wait: waits for one holder are told, however many. */
static void only_holders_beside_the_first_count(void **state)
{
  const struct wire_lock rows[] = {
    { .tsc = AT(10), .object = QUEUE, .thread = MAIN, .flags = WIRE_LOCK_RELEASE },
    { .tsc = AT(12), .waited = 10, .object = QUEUE, .released = AT(10), .thread = WORKER, .holder = MAIN, .holds = 1 },
    { .tsc = AT(20), .object = QUEUE, .thread = WORKER, .flags = WIRE_LOCK_RELEASE },
    { .tsc = AT(22), .waited = 7, .object = QUEUE, .released = AT(20), .thread = MAIN, .holder = WORKER, .holds = 1 },
    { .tsc = AT(23), .waited = 20, .object = QUEUE, .released = AT(20), .thread = TOO, .holder = WORKER, .holds = 2 },
    { .tsc = AT(24), .waited = 20, .object = QUEUE, .released = AT(20), .thread = TOO, .holder = WORKER, .holds = 2 },
    { .tsc = AT(25), .waited = 6, .object = QUEUE, .released = AT(20), .thread = MAIN, .holder = WORKER, .holds = 1 } };
  struct lanes *l = lanes_with(WIRE_LOCK, rows, 7, 0, NULL, 0, 0);
  struct lock_waits waits = lock_waits_new(l->analysis->view);
  struct told_apart t = { 0 };
  (void)state;
  waits.most = 1;
  lock_waits_all(&waits, count_wait, &t);
  assert_int_equal(t.waits, 5);
  assert_int_equal(t.apart, 4); /* all but the second of two holders */
  assert_int_equal(t.many, 1);
  lock_waits_free(&waits);
  done(l);
}

/* Waits of one thread that overlap, which no target sends, and one that is longer than time: entries stay in order. */
static void hostile_waits_stay_in_order(void **state)
{
  const struct wire_lock rows[] = {
    { .tsc = AT(50), .waited = 40, .object = QUEUE, .thread = MAIN },
    { .tsc = AT(60), .waited = UINT64_MAX, .object = OTHER, .thread = MAIN },
    { .tsc = AT(70), .waited = 1, .object = OTHER, .thread = MAIN, .holder = 77777 } };
  struct lanes *l = lanes_with(WIRE_LOCK, rows, 3, 0, NULL, 0, 0);
  (void)state;
  const struct lane *lane = &find(l, LANES_WAITS, LANES_WAIT, MAIN)->lane;
  for (size_t i = 1; i < lane->count; i++)
    assert_true(lane_entry(lane, i).at >= lane_entry(lane, i - 1).at);
  assert_int_equal(LANE_CLASS(lane_entry(lane, lane->count - 1).state), 0);
  done(l);
}

/* ---- moments ---- */

#define TOOK(number_, why_, at_) { .tsc = AT(at_), .took = 3, .number = number_, .why = WIRE_MOMENT_WHY_##why_, \
  .threads = 2, .stances = (number_) == 1 ? 2 : (number_) == 3 ? 1 : 0 }
#define STANDS(number, who, what, ...) \
  { .tsc = AT(100 * (number)), .moment = number, .thread = who, .state = WIRE_STATE_##what, __VA_ARGS__ }

/* Moments 1 to 4 each 100 cycles, but that one was not taken behind 3; and 6, before which the dump lacks 5. */
static const struct wire_moment moments[] = { TOOK(1, INTERVAL, 100), TOOK(2, INTERVAL, 200), TOOK(3, INTERVAL, 300),
                                              TOOK(4, INTERVAL, 500), TOOK(6, INTERVAL, 900) };
static const struct wire_stance stances[] = { STANDS(1, MAIN, RUNNING),
  STANDS(1, WORKER, WAITING, .wait = WIRE_WAIT_MUTEX), STANDS(3, MAIN, READY) };

static unsigned instant(struct lanes *l, int64_t time)
{
  return LANE_CLASS(at(find(l, LANES_MOMENTS, LANES_MOMENT, 0), time).state);
}

static void moments_and_what_is_missing(void **state)
{
  struct lanes *l = lanes_with(WIRE_MOMENT, moments, 5, WIRE_STANCE, stances, 3, 1);
  (void)state;
  assert_int_equal(instant(l, 99), LANES_BETWEEN);
  for (int64_t time = 100; time < 103; time++)
    assert_int_equal(instant(l, time), LANES_STILL);
  assert_int_equal(instant(l, 103), LANES_BETWEEN);
  assert_int_equal(instant(l, 299), LANES_BETWEEN);
  assert_int_equal(instant(l, 303), LANES_MISSED);
  assert_int_equal(instant(l, 499), LANES_MISSED);
  assert_int_equal(instant(l, 503), LANES_LACKS);
  assert_int_equal(instant(l, 899), LANES_LACKS);
  assert_int_equal(instant(l, 903), LANES_BETWEEN);
  assert_int_equal(at(find(l, LANES_MOMENTS, LANES_MOMENT, 0), 301).who, 2);
  done(l);
  l = lanes_with(WIRE_MOMENT, moments, 5, WIRE_STANCE, stances, 3, 0); /* a target that has missed none */
  assert_int_equal(instant(l, 400), LANES_BETWEEN);
  done(l);
}

static unsigned stands(struct lanes *l, uint32_t thread, int64_t time)
{
  return LANE_CLASS(at(find(l, LANES_MOMENTS, LANES_STAND, thread), time).state);
}

static void a_stand_is_known_from_moment_to_moment(void **state)
{
  struct lanes *l = lanes_with(WIRE_MOMENT, moments, 5, WIRE_STANCE, stances, 3, 0);
  (void)state;
  assert_int_equal(stands(l, MAIN, 99), LANES_UNKNOWN);
  assert_int_equal(stands(l, MAIN, 100), LANES_RUNNING);
  assert_int_equal(stands(l, MAIN, 202), LANES_RUNNING);
  assert_int_equal(stands(l, MAIN, 203), LANES_UNKNOWN); /* it has changed before the next moment */
  assert_int_equal(stands(l, MAIN, 300), LANES_READY);
  assert_int_equal(stands(l, MAIN, 502), LANES_READY);
  assert_int_equal(stands(l, MAIN, 503), LANES_UNKNOWN);
  assert_int_equal(stands(l, WORKER, 100), LANES_BLOCKED);
  assert_int_equal(stands(l, WORKER, 502), LANES_BLOCKED);
  assert_int_equal(stands(l, WORKER, 900), LANES_UNKNOWN); /* nothing is known behind a moment that is missing */
  assert_int_equal(LANE_DETAIL(at(find(l, LANES_MOMENTS, LANES_STAND, WORKER), 300).state), WIRE_WAIT_MUTEX);
  assert_null(find(l, LANES_MOMENTS, LANES_STAND, TOO));
  done(l);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_holder_has_its_time),
    cmocka_unit_test(a_wait_with_its_last_holder_alone_says_so),
    cmocka_unit_test(only_holders_beside_the_first_count),
    cmocka_unit_test(hostile_waits_stay_in_order),
    cmocka_unit_test(moments_and_what_is_missing),
    cmocka_unit_test(a_stand_is_known_from_moment_to_moment),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
