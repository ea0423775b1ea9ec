/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_lanes.c: the lanes of a run that was played: what they sum up is what the tables say, over the whole run and in
 * random windows, and what stands at each place is the record that was made.
 */
#include "fixture.h"

#include <stdio.h>

#include "dump/dump.h"
#include "lanes/lanes.h"
#include "model/counters.h"
#include "model/timeline.h"
#include "pick.h"
#include "play.h"

#define EVENTS  3000
#define SAMPLES 500

static const struct wire_sched *sched;
static size_t sched_count;
static struct wire_event events[EVENTS];
static struct wire_sample samples[SAMPLES];
static struct wire_stack stack[SAMPLES * 3];

/* ---- the run ---- */

static uint8_t payload[1 << 19];
static size_t used;
static uint32_t seq;

static void add(enum wire_kind kind, const void *rows, size_t count)
{
  assert_true(used + xfer_pack_bound(kind, count) <= sizeof(payload));
  used += xfer_pack(kind, rows, count, NULL, payload + used);
}

static void feed(struct dump *d, enum wire_frame_type type)
{
  struct xfer_frame f = { .head = { .type = (uint8_t)type, .seq = seq++, .plain_bytes = (uint32_t)used },
                          .plain = payload };
  dump_frame(d, &f);
  used = 0;
}

static void draw_events(void)
{
  uint64_t tsc = PLAY_START;
  for (size_t i = 0; i < EVENTS; i++) {
    tsc += pick(3) ? pick(600) : 0;
    events[i] = (struct wire_event){ .tsc = tsc, .arg = i, .event = 1 + pick(3), .thread = 1 + pick(PLAY_WORKERS) };
  }
}

/* Neighbours stand the wrong way round now and then. */
static void draw_samples(void)
{
  for (size_t i = 0; i < SAMPLES; i++) {
    samples[i] = (struct wire_sample){ .tsc = PLAY_START + 1900 * (i ^ (i % 10 == 4)), .thread = 1 + pick(2), .depth = 3 };
    for (unsigned k = 0; k < 3; k++)
      stack[3 * i + k] = (struct wire_stack){ 0x1000 * (i + 1) + k };
  }
}

static void add_threads(void)
{
  struct wire_thread rows[PLAY_THREADS];
  for (uint32_t i = 0; i < PLAY_THREADS; i++) {
    const uint32_t id = i + 1, flags = id < PLAY_IRQ ? 0 : id < PLAY_IDLE ? WIRE_THREAD_IRQ : WIRE_THREAD_IDLE;
    rows[i] = (struct wire_thread){ .id = id, .flags = flags, .start = PLAY_START, .run = play_ran(id) };
  }
  add(WIRE_THREAD, rows, PLAY_THREADS);
}

static struct analysis *make_run(void)
{
  static const struct view_options options = { 0 };
  static const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, PLAY_START }, { WIRE_META_PROCESSORS, PLAY_CPUS },
    { WIRE_META_STOP_TSC, PLAY_START + PLAY_US * 1000 }, { WIRE_META_COUNTERS_FROM, WIRE_COUNTERS_FROM_PMU } };
  static const struct wire_loss losses[] = { { WIRE_EVENT, PLAY_START + 100, PLAY_START + 300, 5 },
                                             { WIRE_EVENT, PLAY_START + 200, PLAY_START + 400, 5 },
                                             { WIRE_EVENT, PLAY_START + 900, PLAY_START + 950, 5 } };
  static const struct wire_reading readings[] = {
    { 0, PLAY_START + 1000, 0, 0, 1, 0 }, { 1, PLAY_START + 2000, 500, 7, 1, 0 }, { 2, PLAY_START + 2500, 600, 7, 2, 0 },
    { 9, PLAY_START + 4000, 800, 7, 2, 0 }, { 10, PLAY_START + 5000, 900, 8, 2, 0 } };
  static const struct wire_collection collections[] = {
    { .id = 1, .start = PLAY_START + 5000, .end = PLAY_START + 6000, .clock = 300, .marked_bytes = 100, .freed_bytes = 200,
      .heap_before = 4096, .heap_after = 8192 } };
  static const struct wire_birth births[] = {
    { .bytes = 100, .thread = 1, .clock = 100, .object = 16, .tsc = PLAY_START + 1000 },
    { .bytes = 200, .thread = 1, .clock = 300, .object = 256, .tsc = PLAY_START + 2000 },
    { .bytes = 50, .thread = 1, .clock = 350, .object = 512, .tsc = PLAY_START + 7000 } };
  struct dump *d = dump_new("memory", DUMP_ALL, 64 << 20);
  if (!sched)
    sched = play_schedule(&sched_count);
  draw_events();
  draw_samples();
  dump_index(d, -1);
  seq = 0;
  add(WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(d, WIRE_FRAME_HELLO);
  add_threads();
  add(WIRE_SCHED, sched, sched_count);
  add(WIRE_EVENT, events, EVENTS);
  add(WIRE_SAMPLE, samples, SAMPLES);
  add(WIRE_STACK, stack, sizeof(stack) / sizeof(stack[0]));
  add(WIRE_LOSS, losses, 3);
  add(WIRE_READING, readings, 5);
  add(WIRE_COLLECTION, collections, 1);
  add(WIRE_BIRTH, births, 3);
  feed(d, WIRE_FRAME_DATA);
  feed(d, WIRE_FRAME_END);
  dump_done(d);
  assert_false(dump_incomplete(d));
  return analysis_new(view_new(d, NULL, &options));
}

static void done(struct lanes *l)
{
  struct analysis *a = l->analysis;
  struct dump *d = (struct dump *)a->view->dump;
  lanes_free(l);
  analysis_free(a);
  dump_free(d);
}

static const struct lane *find(struct lanes *l, enum lanes_group group, enum lanes_kind kind, uint32_t number)
{
  size_t count;
  const struct lanes_lane *all = lanes_of(l, group, &count);
  for (size_t i = 0; i < count; i++)
    if (all[i].kind == kind && all[i].number == number)
      return &all[i].lane;
  return NULL;
}

/* ---- scheduling ---- */

/* The window is that of the view: up to `to`, included, which ends with a whole nanosecond, a cycle here. */
static void compare_sums(struct lanes *l, int64_t from, int64_t to)
{
  struct view *v = l->analysis->view;
  v->windowed = true;
  v->from = from;
  v->to = to;
  struct timeline *t = timeline_new(v);
  v->windowed = false;
  for (uint32_t i = 0; i < t->thread_count; i++) {
    struct lane_bin bin;
    lane_bins(find(l, LANES_SCHED, LANES_THREAD, i), from, to, 1, &bin);
    assert_int_equal(bin.busy[LANES_RUNNING], t->threads[i].ran);
  }
  for (uint32_t i = 0; i < t->processor_count; i++) {
    struct lane_bin bin;
    lane_bins(find(l, LANES_SCHED, LANES_PROCESSOR, i), from, to, 1, &bin);
    assert_int_equal(bin.busy[1 + TIMELINE_THREAD], t->processors[i].threads);
    assert_int_equal(bin.busy[1 + TIMELINE_INTERRUPT], t->processors[i].interrupts);
    assert_int_equal(bin.busy[1 + TIMELINE_PROFILER], t->processors[i].profiler);
    assert_int_equal(bin.busy[1 + TIMELINE_IDLE], t->processors[i].idle);
  }
  timeline_free(t);
}

/* What a lane says that its thread waited, in waits that have ended. */
static uint64_t waits_of(const struct lane *l)
{
  uint64_t sum = 0;
  for (size_t i = 0; i + 1 < l->count; i++)
    if (LANE_CLASS(lane_entry(l, i).state) == LANES_READY && LANE_CLASS(lane_entry(l, i + 1).state) == LANES_RUNNING)
      sum += (uint64_t)(lane_entry(l, i + 1).at - lane_entry(l, i).at);
  return sum;
}

static void states_are_those_of_the_tables(void **state)
{
  struct lanes *l = lanes_new(make_run());
  (void)state;
  const int64_t end = PLAY_US * 1000;
  compare_sums(l, 0, end);
  for (uint32_t i = 0; i < PLAY_THREADS; i++) {
    struct lane_bin bin;
    lane_bins(find(l, LANES_SCHED, LANES_THREAD, i), 0, end, 1, &bin);
    assert_int_equal(bin.busy[LANES_RUNNING], play_ran(i + 1));
  }
  for (int i = 0; i < 40; i++) {
    const int64_t from = (int64_t)pick((uint32_t)end - 1000);
    compare_sums(l, from, from + 1 + (int64_t)pick(1000));
  }
  const struct timeline *t = analysis_timeline(l->analysis);
  for (uint32_t i = 0; i < PLAY_WORKERS; i++)
    assert_int_equal(waits_of(find(l, LANES_SCHED, LANES_THREAD, i)), t->threads[i].latency_sum);
  done(l);
}

/* Who woke a thread, and why it waits, stand in its lane: for each unblock of a thread that was blocked. */
static void a_state_says_why(void **state)
{
  struct lanes *l = lanes_new(make_run());
  size_t woken = 0;
  (void)state;
  for (size_t i = 0; i < sched_count; i++) {
    if (sched[i].why == WIRE_WHY_INTERRUPT || sched[i].why == WIRE_WHY_RESUMED)
      continue;
    const bool wakes = sched[i].why == WIRE_WHY_UNBLOCK;
    const struct lane *lane = find(l, LANES_SCHED, LANES_THREAD, (wakes ? sched[i].to : sched[i].from) - 1);
    const struct lane_entry e = lane_entry(lane, lane_before(lane, (int64_t)(sched[i].tsc - PLAY_START)));
    assert_int_equal(e.at, sched[i].tsc - PLAY_START);
    assert_int_equal(LANE_DETAIL(e.state), sched[i].why);
    if (wakes && ++woken)
      assert_int_equal(e.who, sched[i].from - 1);
  }
  assert_true(woken > 20);
  done(l);
}

/* ---- the others ---- */

static void each_event_is_at_its_place(void **state)
{
  struct lanes *l = lanes_new(make_run());
  size_t count, next[4] = { 0 };
  const struct lanes_lane *all = lanes_of(l, LANES_EVENTS, &count);
  (void)state;
  assert_int_equal(count, 3);
  for (size_t i = 0; i < EVENTS; i++)
    for (size_t k = 0; k < count; k++)
      if (all[k].number == events[i].event) {
        struct lanes_record r;
        assert_true(lanes_record(l, &all[k], next[k]++, &r));
        assert_int_equal(r.entry.at, events[i].tsc - PLAY_START);
        assert_int_equal(r.arg, events[i].arg);
        assert_int_equal(r.thread, events[i].thread - 1);
      }
  for (size_t k = 0; k < count; k++)
    assert_int_equal(next[k], all[k].lane.count);
  done(l);
}

static void each_sample_has_its_stack(void **state)
{
  struct lanes *l = lanes_new(make_run());
  size_t count, met = 0;
  const struct lanes_lane *all = lanes_of(l, LANES_SAMPLES, &count);
  (void)state;
  assert_int_equal(count, 2);
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < all[k].lane.count; i++, met++) {
      struct lanes_record r;
      uint32_t functions[3];
      char name[20];
      assert_true(lanes_record(l, &all[k], i, &r));
      assert_int_equal(r.entry.at, samples[r.entry.who].tsc - PLAY_START);
      assert_int_equal(r.thread, samples[r.entry.who].thread - 1);
      assert_int_equal(lanes_stack(l, &all[k], i, functions, 3), 3);
      snprintf(name, sizeof(name), "0x%x", 0x1000 * (r.entry.who + 1));
      assert_string_equal(view_function_name(l->analysis->view, functions[0]), name);
    }
  assert_int_equal(met, SAMPLES);
  done(l);
}

static void what_was_lost_is_one_stretch_where_it_overlaps(void **state)
{
  struct lanes *l = lanes_new(make_run());
  struct lane_bin bins[10];
  (void)state;
  const struct lane *lane = find(l, LANES_LOST, LANES_LOSS, WIRE_EVENT);
  assert_non_null(lane);
  assert_int_equal(lane->count, 4);
  lane_bins(lane, 0, 1000, 10, bins);
  for (int i = 0; i < 10; i++)
    assert_int_equal(bins[i].busy[1], i > 0 && i < 4 ? 100 : i == 9 ? 50 : 0);
  done(l);
}

static void heap_and_collections(void **state)
{
  struct lanes *l = lanes_new(make_run());
  struct lane_bin bins[10];
  (void)state;
  lane_bins(find(l, LANES_OBJECTS, LANES_COLLECTION, 0), 0, 10000, 10, bins);
  for (int i = 0; i < 10; i++)
    assert_int_equal(bins[i].busy[1], i == 5 ? 1000 : 0);
  lane_bins(find(l, LANES_OBJECTS, LANES_USED, 0), 0, 10000, 10, bins);
  const int64_t used_bytes[] = { LANE_NONE, 100, 300, 300, 300, 300, 100, 150, 150, 150 };
  for (int i = 0; i < 10; i++)
    assert_int_equal(bins[i].held.value, used_bytes[i]);
  assert_int_equal(bins[6].most, 100);
  lane_bins(find(l, LANES_OBJECTS, LANES_HEAP, 0), 0, 10000, 1, bins);
  assert_int_equal(bins[0].least, 4096);
  assert_int_equal(bins[0].most, 8192);
  assert_true(bins[0].area == 1000.0 * 4096 + 4000.0 * 8192);
  done(l);
}

static void counters_are_rates(void **state)
{
  struct lanes *l = lanes_new(make_run());
  struct lane_bin bins[5];
  (void)state;
  const struct lane *lane = find(l, LANES_COUNTERS, LANES_COUNTER, 0);
  assert_non_null(lane);
  lane_bins(lane, 0, 5000, 5, bins);
  const double counted[] = { 0, 500, 100, 0, 100 };
  const uint64_t known[] = { 0, 1000, 500, 0, 1000 };
  for (int i = 0; i < 5; i++) {
    assert_true(bins[i].area / LANES_RATE - counted[i] < 1e-3 && counted[i] - bins[i].area / LANES_RATE < 1e-3);
    assert_int_equal(bins[i].known, known[i]);
  }
  assert_int_equal(bins[1].most, 2147483648);
  done(l);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(states_are_those_of_the_tables),
    cmocka_unit_test(a_state_says_why),
    cmocka_unit_test(each_event_is_at_its_place),
    cmocka_unit_test(each_sample_has_its_stack),
    cmocka_unit_test(what_was_lost_is_one_stretch_where_it_overlaps),
    cmocka_unit_test(heap_and_collections),
    cmocka_unit_test(counters_are_rates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
