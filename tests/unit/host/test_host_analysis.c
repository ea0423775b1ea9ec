/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_analysis.c: the analyses on dumps of a few records, made in memory and fed frame by frame; and random
 * records and random damage, which may come to anything but a crash.
 */
#define _GNU_SOURCE /* open_memstream */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "model/calltree.h"
#include "model/lives.h"
#include "dump/dump.h"
#include "pick.h"
#include "tables/tables.h"
#include "model/timeline.h"

/* ---- dumps in memory ---- */

static uint8_t payload[1 << 16];
static size_t used;
static uint32_t seq;

static void add(enum wire_kind kind, const void *rows, size_t count)
{
  assert_true(used + xfer_pack_bound(kind, count) <= sizeof(payload));
  used += xfer_pack(kind, rows, count, NULL, payload + used);
}
#define ADD(kind, rows) add(kind, rows, sizeof(rows) / sizeof((rows)[0]))

static void feed(struct dump *d, enum wire_frame_type type)
{
  struct xfer_frame f = { .head = { .type = (uint8_t)type, .seq = seq++, .plain_bytes = (uint32_t)used },
                          .plain = payload };
  dump_frame(d, &f);
  used = 0;
}

/* A dump whose clock runs at 1 GHz from 0 to 1000. */
static struct dump *begin(void)
{
  static const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, 0 }, { WIRE_META_STOP_TSC, 1000 } };
  struct dump *d = dump_new("memory", DUMP_ALL, 64 << 20);
  seq = 0;
  ADD(WIRE_META, meta);
  feed(d, WIRE_FRAME_HELLO);
  return d;
}

static struct analysis *end(struct dump *d)
{
  static const struct view_options options = { 0 };
  feed(d, WIRE_FRAME_DATA);
  feed(d, WIRE_FRAME_END);
  dump_done(d);
  return analysis_new(view_new(d, NULL, &options));
}

static void done(struct analysis *a)
{
  struct dump *d = (struct dump *)a->view->dump;
  analysis_free(a);
  dump_free(d);
}

/* A table as TSV. */
static char *text_of(struct analysis *a, const char *name)
{
  char *text;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  assert_true(tables_write(tables_find(name), a, out, TABLE_FORM_TSV, 0));
  fclose(out);
  return text;
}

/* The same without its first line, the header where there are no remarks. */
static char *rows_of(struct analysis *a, const char *name)
{
  char *text = text_of(a, name);
  char *rows = strdup(strchr(text, '\n') + 1);
  free(text);
  return rows;
}

static void check_rows(struct analysis *a, const char *name, const char *expected)
{
  char *rows = rows_of(a, name);
  assert_string_equal(rows, expected);
  free(rows);
}

/* ---- what was switched at run time ---- */

static void no_interval_reaches_over_a_pause(void **state)
{
  const struct wire_meta modes[] = { { WIRE_META_MODES, WIRE_MODE_EVENTS | WIRE_MODE_SAMPLES }, { WIRE_META_TICK_HZ, 1000 } };
  const struct wire_event events[] = {
    { .tsc = 100, .event = 1 }, { .tsc = 200, .event = 1 }, { .tsc = 600, .event = 1 }, { .tsc = 650, .event = 1 } };
  const struct wire_setting settings[] = {
    { .tsc = 300, .modes = WIRE_MODE_SAMPLES, .sample_hz = 1000 },
    { .tsc = 400, .modes = WIRE_MODE_SAMPLES, .sample_hz = 500 },
    { .tsc = 500, .modes = WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS, .sample_hz = 500 },
    { .tsc = 900, .modes = WIRE_MODE_EVENTS, .sample_hz = 500 } };
  struct dump *d = begin();
  (void)state;
  ADD(WIRE_META, modes);
  ADD(WIRE_EVENT, events);
  ADD(WIRE_SETTING, settings);
  struct analysis *a = end(d);
  check_rows(a, "lost", "0.300\t0.500\tevent\t0\tpaused\n0.900\t1.000\tsample\t0\tpaused\n");
  char *text = text_of(a, "eventstats");
  assert_non_null(strstr(text, "# incomplete: paused event: events were not recorded from 0.300 to 0.500 us: the target was told to stop\n"));
  assert_non_null(strstr(text, "\t4\t0.100\t0.650\t0.075\t")); /* 0.1 and 0.05, and not 0.4 */
  free(text);
  text = text_of(a, "samples");
  assert_non_null(strstr(text, "samples were not recorded from 0.900 to 1.000 us"));
  assert_non_null(strstr(text, "1000 samples a second were taken, 500 from 0.400 us on: "));
  free(text);
  done(a);
}

/* Of the objects made before a pause each may have died in it, but the last one, which a stamp says lives at the end:
 * the second one's address is taken again. */
static void an_object_may_have_died_in_a_pause(void **state)
{
  const struct wire_meta modes[] = { { WIRE_META_MODES, WIRE_MODE_OBJECTS | WIRE_MODE_EXACT } };
  const struct wire_birth births[] = {
    { .tsc = 100, .object = 0x1000, .bytes = 16, .clock = 16 },
    { .tsc = 300, .object = 0x2000, .bytes = 16, .clock = 32 },
    { .tsc = 310, .object = 0x3000, .bytes = 16, .clock = 48 },
    { .tsc = 320, .object = 0x4000, .bytes = 16, .clock = 64 },
    { .tsc = 600, .object = 0x2000, .bytes = 16, .clock = 80 } };
  const struct wire_collection collections[] = {
    { .id = 1, .start = 200, .end = 210, .clock = 16, .reason = WIRE_REASON_BUDGET },
    { .id = 2, .start = 700, .end = 710, .clock = 80, .reason = WIRE_REASON_ASKED, .deaths = 1 } };
  const struct wire_death deaths[] = { { .collection = 2, .object = 0x2000 } };
  const struct wire_stamp stamps[] = { { .collection = 2, .object = 0x2000, .lost = 80 },
                                       { .collection = 2, .object = 0x4000, .lost = 0 } };
  const struct wire_setting settings[] = { { .tsc = 400, .modes = 0 },
                                           { .tsc = 500, .modes = WIRE_MODE_OBJECTS | WIRE_MODE_EXACT } };
  struct dump *d = begin();
  (void)state;
  ADD(WIRE_META, modes);
  ADD(WIRE_BIRTH, births);
  ADD(WIRE_COLLECTION, collections);
  ADD(WIRE_DEATH, deaths);
  ADD(WIRE_STAMP, stamps);
  ADD(WIRE_SETTING, settings);
  struct analysis *a = end(d);
  struct lives *l = lives_new(d, false, NULL);
  assert_int_equal(l->unknown, 3);
  assert_int_equal(lives_age(l, 0, 0, 16), 0); /* seen alive by the first collection, at 16 */
  assert_int_equal(lives_age(l, 1, 1, 32), 0); /* not up to the collection behind the pause */
  assert_int_equal(l->death[2], LIVES_UNKNOWN);
  assert_int_equal(l->death[3], LIVES_ON);
  assert_int_equal(l->death[4], 1);
  lives_free(l);
  done(a);
}

/* ---- timing ---- */

static void recursion_counts_inclusive_time_once(void **state)
{
  /* root > f > g > f: f's inclusive time is that of the outer f alone, the pair (f, g) > (g, f) each once */
  const struct wire_node nodes[] = {
    { .id = 1, .thread = 1, .flags = WIRE_NODE_ROOT, .raw = 1000 },
    { .id = 2, .parent = 1, .thread = 1, .address = 0xf, .calls = 1, .raw = 900, .drift = 100 },
    { .id = 3, .parent = 2, .thread = 1, .address = 0x9, .calls = 2, .raw = 700, .drift = 60 },
    { .id = 4, .parent = 3, .thread = 1, .address = 0xf, .calls = 2, .raw = 300, .drift = 20 },
    { .id = 5, .parent = 4, .thread = 1, .address = 0x9, .calls = 4, .raw = 100, .drift = 10 },
  };
  struct dump *d = begin();
  (void)state;
  ADD(WIRE_NODE, nodes);
  struct analysis *a = end(d);
  check_rows(a, "methods",
             "0x9\t-\t6\t0.640\t0.450\t45.00\t"
             "0.122\t-\t0.000\t0.000\t-\t-\t-\t0.700\t0.500\t0\t0\t10.00\t-\tall\n"
             "0xf\t-\t3\t0.800\t0.350\t35.00\t"
             "0.360\t-\t0.000\t0.000\t-\t-\t-\t0.900\t0.400\t0\t0\t12.50\t-\tall\n");
  check_rows(a, "pairs",
             "[thread 1]\t0xf\t1\t0.800\t80.00\t0.800\t0.900\n"
             "0xf\t0x9\t6\t0.640\t64.00\t0.122\t0.700\n"
             "0x9\t0xf\t2\t0.280\t28.00\t0.140\t0.300\n");
  done(a);
}

/* Returns whether table `methods` of a run with an interrupt has a note with that text. */
static bool says_of_interrupts(uint64_t cost, uint64_t late, const char *note)
{
  const struct wire_meta costs[] = { { WIRE_META_CAL_IRQ, cost }, { WIRE_META_CAL_IRQ_LATE, late } };
  static const struct wire_thread threads[] = { { .id = 1, .flags = WIRE_THREAD_IRQ } };
  static const struct wire_node nodes[] = { { .id = 1, .thread = 1, .flags = WIRE_NODE_ROOT } };
  struct dump *d = begin();
  ADD(WIRE_META, costs);
  ADD(WIRE_THREAD, threads);
  ADD(WIRE_NODE, nodes);
  struct analysis *a = end(d);
  char *text = text_of(a, "methods");
  const bool says = strstr(text, note) != NULL;
  free(text);
  done(a);
  return says;
}

static void an_interrupt_that_cost_less_than_nothing_is_told(void **state)
{
  static const char note[] = "less than no time";
  (void)state;
  assert_false(says_of_interrupts(90, 400, note));
  assert_false(says_of_interrupts(0, 0, note));
  assert_true(says_of_interrupts(0, 0, "was not calibrated"));
  assert_true(says_of_interrupts((uint64_t)-32000, 400, note));
  assert_true(says_of_interrupts(90, (uint64_t)-1, note));
}

static void parents_are_looked_for_among_earlier_nodes_only(void **state)
{
  const struct wire_node nodes[] = {
    { .id = 1, .parent = 2, .thread = 1, .address = 1, .raw = 10 },
    { .id = 2, .parent = 1, .thread = 1, .address = 2, .raw = 4 },
    { .id = 3, .parent = 3, .thread = 1, .address = 3, .raw = 1 },
    { .id = 2, .parent = 3, .thread = 1, .address = 4, .raw = 1 },
    { .id = 4, .parent = 1, .thread = 2, .address = 5, .raw = 1 },
  };
  struct dump *d = begin();
  (void)state;
  ADD(WIRE_NODE, nodes);
  struct analysis *a = end(d);
  const struct calltree *t = analysis_calltree(a);
  assert_int_equal(t->count, 4);
  assert_int_equal(t->repeated, 1);
  assert_int_equal(t->orphans, 3);
  assert_int_equal(t->nodes[1].parent, 0);
  assert_int_equal(t->nodes[0].excl, 6);
  done(a);
}

/* ---- scheduling ---- */

static void latency_is_from_runnable_to_running(void **state)
{
  const struct wire_sched sched[] = {
    { 100, 1, 9, WIRE_WHY_INTERRUPT, 0 }, { 105, 9, 2, WIRE_WHY_UNBLOCK, 0 }, { 106, 9, 2, WIRE_WHY_UNBLOCK, 0 },
    { 110, 9, 1, WIRE_WHY_RESUMED, 0 },   { 120, 1, 2, WIRE_WHY_PREEMPTED, 0 },   /* 2 waited 15 */
    { 200, 2, 1, WIRE_WHY_BLOCKED, 0 },                                        /* 1 waited 80 */
    { 210, 1, 1, WIRE_WHY_UNBLOCK, 0 },                                        /* runs already: no wait */
    { 300, 1, 2, WIRE_WHY_BLOCKED, 0 },                                        /* 2 was not woken: no wait */
  };
  const struct wire_thread threads[] = { { .id = 1 }, { .id = 2 }, { .id = 9, .flags = WIRE_THREAD_IRQ } };
  struct dump *d = begin();
  (void)state;
  ADD(WIRE_THREAD, threads);
  ADD(WIRE_SCHED, sched);
  struct analysis *a = end(d);
  const struct timeline *l = analysis_timeline(a);
  const struct timeline_thread *one = &l->threads[view_thread(a->view, 1)], *two = &l->threads[view_thread(a->view, 2)];
  assert_int_equal(one->latency.count, 1);
  assert_int_equal(one->latency.most, 80);
  assert_int_equal(two->latency.count, 1);
  assert_int_equal(two->latency.most, 15);
  assert_int_equal(two->wakeups, 2);
  assert_int_equal(one->ran, 100 + 10 + 100);
  assert_int_equal(two->ran, 80 + 700);
  assert_int_equal(l->conflicts[TIMELINE_ELSEWHERE].count, 0);
  done(a);
}

static void a_break_makes_no_stretch_up(void **state)
{
  const struct wire_sched sched[] = { { 100, 1, 2, WIRE_WHY_BLOCKED, 0 }, { 300, 3, 1, WIRE_WHY_BLOCKED, 0 } };
  struct dump *d = begin();
  (void)state;
  ADD(WIRE_SCHED, sched);
  struct analysis *a = end(d);
  const struct timeline_place *place = &analysis_timeline(a)->conflicts[TIMELINE_ELSEWHERE];
  assert_int_equal(place->count, 1);
  assert_int_equal(place->tsc, 300);
  assert_int_equal(place->thread, view_thread(a->view, 3));
  assert_int_equal(place->other, view_thread(a->view, 2));
  char *text = text_of(a, "activity");
  assert_string_equal(text, "# incomplete: contradict sched: switches from a thread that did not run on their processor: 1; "
                      "the first at 0.300 us on processor 0, from thread 3 where thread 2 ran\n"
                      "start_us\tend_us\tthread\twhy\n"
                      "0.000\t0.100\tthread 1\tblocked\n0.300\t1.000\tthread 1\t-\n");
  free(text);
  done(a);
}

/* Thread 1 runs on processor 0 from 100 to 900 and on processor 1 from 110 to 140: one of the two clocks would have to be
 * wrong by 40 for that. Returns how often it ran twice, where it may be wrong by `error`. */
static uint64_t ran_twice(uint64_t error)
{
  const struct wire_meta processors[] = { { WIRE_META_PROCESSORS, 2 } };
  const struct wire_processor clocks[] = { { 0, 0, 0 }, { 1, 0, error } };
  const struct wire_sched sched[] = {
    { 100, 2, 1, WIRE_WHY_BLOCKED, 0 }, { 110, 3, 1, WIRE_WHY_BLOCKED, 1 }, { 140, 1, 3, WIRE_WHY_BLOCKED, 1 },
    { 900, 1, 2, WIRE_WHY_BLOCKED, 0 },
  };
  struct dump *d = begin();
  ADD(WIRE_META, processors);
  ADD(WIRE_PROCESSOR, clocks);
  ADD(WIRE_SCHED, sched);
  struct analysis *a = end(d);
  const uint64_t count = analysis_timeline(a)->conflicts[TIMELINE_TWICE].count;
  done(a);
  return count;
}

static void clocks_may_be_wrong_by_what_they_say(void **state)
{
  (void)state;
  assert_int_equal(ran_twice(40), 0);
  assert_int_equal(ran_twice(39), 1);
}

/* ---- events ---- */

static void intervals_are_in_the_order_of_time(void **state)
{
  const struct wire_event events[] = { { 10, 0, 1, 1, 0 }, { 40, 0, 1, 1, 0 }, { 30, 0, 2, 1, 0 }, { 40, 1, 1, 1, 0 } };
  struct dump *d = begin();
  (void)state;
  ADD(WIRE_EVENT, events);
  struct analysis *a = end(d);
  check_rows(a, "intervals",
             "0.030\t0.020\tevent 1\tevent 2\tthread 1\n0.040\t0.010\tevent 2\tevent 1\tthread 1\n"
             "0.040\t0.000\tevent 1\tevent 1\tthread 1\n");
  check_rows(a, "eventstats",
             "event 1\t3\t0.010\t0.040\t0.015\t0.021\t0.000\t0.015\t0.030\t0.030\n"
             "event 2\t1\t0.030\t0.030\t-\t-\t-\t-\t-\t-\n");
  done(a);
}

/* ---- anything at all ---- */

static uint64_t pick_value(void)
{
  switch (pick(4)) {
  case 0: return pick(8);
  case 1: return pick(1 << 20);
  case 2: return -(uint64_t)pick(1000);
  default: return ((uint64_t)pick(1 << 24) << 40) ^ ((uint64_t)pick(1 << 24) << 20) ^ pick(1 << 24);
  }
}

static void add_random(enum wire_kind kind)
{
  static _Alignas(8) uint8_t rows[64 * 128];
  const struct wire_kind_info *k = &wire_kinds[kind];
  size_t count = pick(40);
  for (size_t i = 0; i < count; i++)
    for (unsigned c = 0; c < k->column_count; c++)
      wire_put(rows + i * k->bytes + k->columns[c].offset, pick_value(), k->columns[c].bytes);
  add(kind, rows, count);
}

static void user_mode_is_no_function_of_the_image(void **state)
{
  const struct wire_sample samples[] = { { .tsc = 100, .thread = 1, .depth = 1 } };
  const struct wire_stack stacks[] = { { WIRE_ADDRESS_USER } };
  (void)state;
  struct dump *d = begin();
  ADD(WIRE_SAMPLE, samples);
  ADD(WIRE_STACK, stacks);
  struct analysis *a = end(d);
  assert_string_equal(view_function_name(a->view, view_function(a->view, WIRE_ADDRESS_USER, false)), "(user mode)");
  assert_int_equal(view_function(a->view, WIRE_ADDRESS_USER, false), view_function(a->view, WIRE_ADDRESS_USER, false));
  done(a);
}

static void random_records_crash_nothing(void **state)
{
  char *text;
  size_t bytes;
  (void)state;
  for (int round = 0; round < 300; round++) {
    struct dump *d = begin();
    for (enum wire_kind kind = WIRE_META; kind < WIRE_KIND_LIMIT; kind++)
      if (kind != WIRE_META && wire_kinds[kind].name && (round % 2 || kind > WIRE_CHARACTER))
        add_random(kind);
    if (round % 3 == 0 && used)
      payload[pick((uint32_t)used)] ^= (uint8_t)(1 << pick(8));
    struct analysis *a = end(d);
    FILE *out = open_memstream(&text, &bytes);
    for (size_t i = 0; i < tables_count; i++)
      assert_true(tables_write(tables_all[i], a, out, i % 2 ? TABLE_FORM_TSV : TABLE_FORM_TEXT, 0));
    fclose(out);
    free(text);
    done(a);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(no_interval_reaches_over_a_pause),
    cmocka_unit_test(an_object_may_have_died_in_a_pause),
    cmocka_unit_test(recursion_counts_inclusive_time_once),
    cmocka_unit_test(an_interrupt_that_cost_less_than_nothing_is_told),
    cmocka_unit_test(parents_are_looked_for_among_earlier_nodes_only),
    cmocka_unit_test(latency_is_from_runnable_to_running),
    cmocka_unit_test(a_break_makes_no_stretch_up),
    cmocka_unit_test(clocks_may_be_wrong_by_what_they_say),
    cmocka_unit_test(intervals_are_in_the_order_of_time),
    cmocka_unit_test(user_mode_is_no_function_of_the_image),
    cmocka_unit_test(random_records_crash_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
