/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_objects.c: births, deaths and collections: what is recorded, what happens when a buffer is full, and which
 * tables of the program are handed out.
 */
#include "fixture.h"

#include "prof_port.h"

#include <stdio.h>
#include <string.h>

#include "profiler.h"

static struct prof_thread thread;

static const struct prof_config small = { .modes = WIRE_MODE_OBJECTS, .nodes = 64, .threads = 4, .births = 4,
                                          .deaths = 4, .collections = 2 };

static void boot(struct prof_config c)
{
  prof_costs = (struct prof_costs){ 0 };
  BOOT_PROFILER(&c, 0, { &thread, "main", 0 });
  prof_start();
}

/* Object i lies at 4096 + 32 i. */
static bool born(unsigned i)
{
  fake_port.now = 2000 + i;
  return prof_birth(4096 + 32 * i, i % 2 ? 7 : 3, 5, 32, 32 * (i + 1));
}

static void collect(unsigned first, unsigned count)
{
  fake_port.now = 5000;
  prof_collection_begin(WIRE_REASON_BUDGET, 640, 0, 65536);
  fake_port.now = 5100;
  for (unsigned i = first; i < first + count; i++)
    prof_death(4096 + 32 * i);
  fake_port.now = 5200;
  prof_collection_end(&(struct prof_collected){ 10, 320, count, 32 * count, 131072, 30, 10 });
}

/* The records that were handed out, the first sixteen of each kind. */
struct seen {
  struct wire_birth births[16];
  struct wire_death deaths[16];
  struct wire_stamp stamps[16];
  struct wire_collection collections[16];
  struct wire_method methods[16];
  struct wire_site sites[16];
  struct wire_class classes[16];
  size_t count[WIRE_KIND_LIMIT];
  char names[1024];
};

static void *place(struct seen *s, enum wire_kind kind)
{
  switch (kind) {
  case WIRE_BIRTH: return s->births;
  case WIRE_STAMP: return s->stamps;
  case WIRE_DEATH: return s->deaths;
  case WIRE_COLLECTION: return s->collections;
  case WIRE_METHOD: return s->methods;
  case WIRE_SITE: return s->sites;
  case WIRE_CLASS: return s->classes;
  default: return NULL;
  }
}

static void take(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  struct seen *s = ctx;
  uint8_t *to = place(s, kind);
  if (to && s->count[kind] + rows <= 16)
    memcpy(to + s->count[kind] * wire_kinds[kind].bytes, records, rows * wire_kinds[kind].bytes);
  s->count[kind] += rows;
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *child_records, size_t child_rows)
{
  struct seen *s = ctx;
  const struct wire_name *name = records;
  const char *text = child_records;
  assert_int_equal(child, WIRE_CHARACTER);
  for (size_t i = 0; i < rows; text += name[i++].bytes)
    if (name[i].space >= WIRE_SPACE_METHOD)
      snprintf(s->names + strlen(s->names), sizeof(s->names) - strlen(s->names), "%u/%u=%.*s ", name[i].space, name[i].id,
               (int)name[i].bytes, text);
  take(ctx, kind, records, rows);
  s->count[child] += child_rows;
}

static struct seen gather(void)
{
  struct seen s = { .count = { 0 } };
  const struct prof_sink sink = { .records = take, .pair = take_pair, .ctx = &s };
  prof_stop();
  prof_collect(&sink);
  return s;
}

static void lives_are_recorded(void **state)
{
  (void)state;
  boot(small);
  assert_true(born(0));
  assert_true(born(1));
  collect(1, 1);
  struct seen s = gather();
  assert_int_equal(s.count[WIRE_BIRTH], 2);
  const struct wire_birth b = { .site = 7, .class = 5, .bytes = 32, .thread = 1, .clock = 64, .object = 4128, .tsc = 2001 };
  assert_memory_equal(&s.births[1], &b, sizeof(b));
  assert_int_equal(s.count[WIRE_DEATH], 1);
  assert_int_equal(s.deaths[0].object, 4128);
  assert_int_equal(s.deaths[0].collection, 1);
  const struct wire_collection c = { 1, WIRE_REASON_BUDGET, 5000, 5200, 640, 10, 320, 1, 32, 65536, 131072, 1, 40, 0,
                                     0 };
  assert_int_equal(s.count[WIRE_COLLECTION], 1);
  assert_memory_equal(&s.collections[0], &c, sizeof(c));
}

static void nothing_is_recorded_unless_asked_for(void **state)
{
  struct prof_config c = small;
  (void)state;
  c.modes = WIRE_MODE_EVENTS;
  c.births = c.deaths = 1u << 30;
  boot(c);
  assert_in_range(prof_memory(&c), 0, 1 << 20);
  assert_false(born(0));
  collect(0, 1);
  assert_int_equal(prof_tally(WIRE_BIRTH).made, 0);
  assert_int_equal(prof_tally(WIRE_DEATH).made, 0);
  assert_int_equal(prof_tally(WIRE_COLLECTION).made, 0);
}

static void a_birth_without_room_wants_no_death(void **state)
{
  (void)state;
  boot(small);
  for (unsigned i = 0; i < 6; i++)
    assert_int_equal(born(i), i < 4);
  assert_int_equal(prof_tally(WIRE_BIRTH).made, 6);
  assert_int_equal(prof_tally(WIRE_BIRTH).dropped, 2);
}

static void deaths_without_room_are_counted_by_collection(void **state)
{
  (void)state;
  boot(small);
  collect(0, 3);
  collect(3, 3);
  collect(6, 1); /* finds no room for itself either */
  struct seen s = gather();
  assert_int_equal(s.count[WIRE_DEATH], 4);
  assert_int_equal(s.deaths[3].collection, 2);
  assert_int_equal(s.collections[1].deaths, 3);
  assert_int_equal(prof_tally(WIRE_DEATH).dropped, 3);
  assert_int_equal(prof_tally(WIRE_COLLECTION).dropped, 1);
}

static void rings_keep_the_newest(void **state)
{
  struct prof_config c = small;
  (void)state;
  c.ring = WIRE_MODE_OBJECTS;
  boot(c);
  for (unsigned i = 0; i < 7; i++)
    assert_true(born(i));
  collect(0, 2);
  collect(2, 1);
  collect(3, 4);
  struct seen s = gather();
  assert_int_equal(s.births[0].tsc, 2003);
  assert_int_equal(s.births[3].tsc, 2006);
  assert_int_equal(s.deaths[0].object, 4096 + 32 * 3);
  assert_int_equal(s.deaths[3].collection, 3);
  assert_int_equal(s.collections[0].id, 2);
  assert_int_equal(s.collections[1].id, 3);
  assert_int_equal(prof_tally(WIRE_BIRTH).dropped, 3);
}

static void a_collection_that_has_not_ended_is_none(void **state)
{
  (void)state;
  boot(small);
  prof_collection_end(&(struct prof_collected){ 0 });
  collect(0, 0);
  prof_collection_begin(WIRE_REASON_FULL, 1, 0, 1);
  struct seen s = gather();
  assert_int_equal(s.count[WIRE_COLLECTION], 1);
  prof_collection_end(&(struct prof_collected){ 0 });
  assert_int_equal(prof_tally(WIRE_COLLECTION).made, 1);
}

/* A collection at each allocation that finds no object dead has neither a record nor a number; the next one that has
 * says up to when it was looked. */
static void empty_ones_for_stress_are_counted(void **state)
{
  (void)state;
  boot(small);
  for (uint64_t clock = 32; clock <= 320; clock += 32) {
    prof_collection_begin(WIRE_REASON_STRESS, clock, 0, 65536);
    if (clock == 320)
      prof_death(4096);
    prof_collection_end(&(struct prof_collected){ .freed_objects = clock == 320 });
  }
  prof_collection_begin(WIRE_REASON_EXTRA, 400, 48, 65536);
  prof_collection_end(&(struct prof_collected){ 0 });
  struct seen s = gather();
  assert_int_equal(s.count[WIRE_COLLECTION], 2);
  assert_int_equal(s.collections[0].id, 1);
  assert_int_equal(s.collections[0].clock, 320);
  assert_int_equal(s.collections[0].looked, 288);
  assert_int_equal(s.deaths[0].collection, 1);
  assert_int_equal(s.collections[1].id, 2);
  assert_int_equal(s.collections[1].looked, 320);
  assert_int_equal(s.collections[1].ahead, 48);
  assert_int_equal(prof_collections_empty(), 9);
}

/* Eleven objects are told, five and six together, with room for `deaths` and `stamps`, 8 or 16. */
static void tell_at_once(unsigned deaths, unsigned stamps)
{
  struct { uint64_t word[4], lost, used; } places[11];
  uintptr_t objects[11];
  const uintptr_t to_stamps = sizeof places[0].word;
  struct prof_config c = small;
  if (stamps)
    c.modes |= WIRE_MODE_EXACT;
  c.deaths = deaths;
  c.stamps = stamps;
  for (unsigned i = 0; i < 11; i++) {
    objects[i] = (uintptr_t)&places[i];
    places[i].lost = 100 + i;
    places[i].used = 200 + i;
  }
  boot(c);
  prof_collection_begin(WIRE_REASON_BUDGET, 640, 0, 65536);
  if (stamps) {
    prof_lost_at_once(objects, to_stamps, 5);
    prof_lost_at_once(objects + 5, to_stamps, 6);
  } else {
    prof_deaths_at_once(objects, 5);
    prof_deaths_at_once(objects + 5, 6);
  }
  prof_collection_end(&(struct prof_collected){ .freed_objects = 11 });
  const unsigned died = deaths < 11 ? deaths : 11, stamped = stamps < 11 ? stamps : 11;
  assert_int_equal(prof_tally(WIRE_DEATH).made, 11);
  assert_int_equal(prof_tally(WIRE_DEATH).dropped, 11 - died);
  assert_int_equal(prof_tally(WIRE_STAMP).dropped, stamps ? 11 - stamped : 0);
  struct seen s = gather();
  assert_int_equal(s.count[WIRE_DEATH], died);
  assert_int_equal(s.count[WIRE_STAMP], stamped);
  for (unsigned i = 0; i < died; i++) {
    assert_int_equal(s.deaths[i].object, objects[i]);
    assert_int_equal(s.deaths[i].collection, 1);
  }
  for (unsigned i = 0; i < stamped; i++) {
    assert_int_equal(s.stamps[i].object, objects[i]);
    assert_int_equal(s.stamps[i].lost, 100 + i);
    assert_int_equal(s.stamps[i].used, 200 + i);
  }
}

/* Those told together are the records of those told one by one; where not all find room, as many as do, and the others
 * are counted. */
static void deaths_at_once_are_those_one_by_one(void **state)
{
  (void)state;
  tell_at_once(8, 0);
  tell_at_once(16, 0);
}

static void deaths_with_stamps_at_once_are_those_one_by_one(void **state)
{
  (void)state;
  tell_at_once(8, 8);
  tell_at_once(16, 16);
  tell_at_once(8, 16);
  tell_at_once(16, 8);
}

static void what_a_record_costs_is_drift(void **state)
{
  struct prof_node node = { .drift = 0 };
  (void)state;
  boot(small);
  prof_costs.birth = 30;
  prof_costs.death = 20;
  thread.current = &node;
  born(0);
  assert_int_equal(node.drift, 30);
  fake_port.read_cost = 5;
  prof_collection_begin(WIRE_REASON_ASKED, 1, 0, 1);
  prof_death(4096);
  prof_collection_end(&(struct prof_collected){ 0 });
  assert_int_equal(node.drift, 30 + 5 + 20 + 5);
  thread.current = NULL;
}

/* Each turn takes 50 cycles, a record among them. */
static void fifty_cycles(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    fake_port.now += 50;
    prof_birth(4096, 1, 1, 32, i);
    prof_death(4096);
    prof_drift(7);
  }
}

static void measuring_leaves_no_trace_but_drift(void **state)
{
  struct prof_node node = { .drift = 0 };
  (void)state;
  boot(small);
  thread.current = &node;
  uint64_t begun = fake_port.now;
  assert_int_equal(prof_measure(fifty_cycles), 50);
  assert_ptr_equal(thread.current, &node);
  assert_int_equal(node.drift, fake_port.now - begun);
  assert_int_equal(prof_tally(WIRE_BIRTH).made, 0);
  assert_int_equal(prof_tally(WIRE_DEATH).made, 0);
  prof_drift(11);
  assert_int_equal(node.drift, fake_port.now - begun + 11);
  collect(0, 0);
  assert_int_equal(prof_tally(WIRE_COLLECTION).made, 1);
  thread.current = NULL;
}

/* ---- the program ---- */

static struct prof_method method(uint32_t number, char *name)
{
  static const char *const files[] = { "none", "A.java", NULL, "B.java" };
  snprintf(name, PROF_PROGRAM_NAME_BYTES, "p.C.m%u", number);
  return (struct prof_method){ .address = 0x1000 * number, .line = 10 * number, .flags = number, .file = files[number] };
}

static struct prof_site site(uint32_t number)
{
  return (struct prof_site){ .method = number % 4, .line = 100 + number };
}

static uint32_t class(uint32_t number, char *name)
{
  snprintf(name, PROF_PROGRAM_NAME_BYTES, "p.C%u", number);
  return number == 5 ? WIRE_CLASS_ARRAY : 0;
}

static void of_the_program_goes_out_what_the_records_name(void **state)
{
  static const struct prof_program program = { 4, 9, 8, method, site, class };
  (void)state;
  boot(small);
  prof_program(&program);
  born(0);
  born(1);
  struct seen s = gather();
  assert_int_equal(s.count[WIRE_METHOD], 3); /* the first has no code */
  assert_int_equal(s.methods[2].address, 0x3000);
  assert_int_equal(s.methods[0].file, 1);
  assert_int_equal(s.methods[1].file, 0);
  assert_int_equal(s.methods[2].file, 2);
  assert_int_equal(s.count[WIRE_SITE], 2);
  assert_int_equal(s.sites[1].id, 7);
  assert_int_equal(s.sites[1].line, 107);
  assert_int_equal(s.count[WIRE_CLASS], 1);
  assert_int_equal(s.classes[0].flags, WIRE_CLASS_ARRAY);
  assert_string_equal(s.names, "7/1=p.C.m1 8/1=A.java 7/2=p.C.m2 7/3=p.C.m3 8/2=B.java 9/5=p.C5 ");
  assert_int_equal(prof_tally(WIRE_SITE).made, 2);
  prof_program(NULL);
  assert_int_equal(gather().count[WIRE_METHOD], 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(lives_are_recorded),
    cmocka_unit_test(nothing_is_recorded_unless_asked_for),
    cmocka_unit_test(a_birth_without_room_wants_no_death),
    cmocka_unit_test(deaths_without_room_are_counted_by_collection),
    cmocka_unit_test(rings_keep_the_newest),
    cmocka_unit_test(a_collection_that_has_not_ended_is_none),
    cmocka_unit_test(empty_ones_for_stress_are_counted),
    cmocka_unit_test(deaths_at_once_are_those_one_by_one),
    cmocka_unit_test(deaths_with_stamps_at_once_are_those_one_by_one),
    cmocka_unit_test(what_a_record_costs_is_drift),
    cmocka_unit_test(measuring_leaves_no_trace_but_drift),
    cmocka_unit_test(of_the_program_goes_out_what_the_records_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
