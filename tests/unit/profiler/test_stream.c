/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_stream.c: records that leave while others are made; and when the records were made that were lost.
 */
#include "fixture.h"

#include "prof_port.h"

#include <string.h>

#include "profiler.h"

static struct prof_thread main_thread, worker, sender;

#define HZ 1000000 /* an interval of loss is 100,000 cycles */

static const struct prof_config small = { .nodes = 64, .events = 8, .samples = 4, .addresses = 64, .sched = 8,
                                          .births = 8, .deaths = 8, .collections = 4, .threads = 4, .names = 4,
                                          .tsc_hz = HZ };

static void boot(uint32_t modes, uint32_t stream, uint32_t ring, struct prof_config c)
{
  c.modes = modes;
  c.stream = stream;
  c.ring = ring;
  worker = (struct prof_thread){ 0 };
  BOOT_PROFILER(&c, 0, { &main_thread, "main", 0 }, { &sender, "ProfileSender", WIRE_THREAD_PROFILER });
  prof_start();
}

/* ---- what a reader gets ---- */

struct reader {
  uint64_t rows[WIRE_KIND_LIMIT];
  uint64_t next_arg;          /* events come without a gap, unless `skips` */
  bool skips;
  uint64_t names_at_first;    /* names that had come when the first event did */
  uint64_t depth, addresses;
  struct wire_loss losses[64]; /* the first of them */
  struct wire_role role;      /* the last one */
  uint64_t stop_tsc;
  char name[PROF_NAME_BYTES]; /* the last one of thread 1 */
  void (*meanwhile)(void);    /* strikes once while records are handed out */
};

static void take_event(struct reader *r, const struct wire_logged_event *e)
{
  if (r->next_arg == 0)
    r->names_at_first = r->rows[WIRE_NAME];
  if (!r->skips)
    assert_int_equal(e->arg, r->next_arg);
  assert_true(e->arg >= r->next_arg);
  assert_int_not_equal(e->tsc, 0);
  r->next_arg = e->arg + 1;
}

static void take(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  struct reader *r = ctx;
  for (size_t i = 0; i < rows; i++) {
    if (kind == WIRE_EVENT)
      take_event(r, (const struct wire_logged_event *)records + i);
    if (kind == WIRE_LOSS && r->rows[WIRE_LOSS] + i < 64)
      r->losses[r->rows[WIRE_LOSS] + i] = ((const struct wire_loss *)records)[i];
    if (kind == WIRE_ROLE)
      r->role = ((const struct wire_role *)records)[i];
    if (kind == WIRE_META && ((const struct wire_meta *)records)[i].key == WIRE_META_STOP_TSC)
      r->stop_tsc = ((const struct wire_meta *)records)[i].value;
  }
  r->rows[kind] += rows;
  void (*strike)(void) = r->meanwhile;
  r->meanwhile = NULL;
  if (strike)
    strike();
}

static void take_names(struct reader *r, const struct wire_name *names, size_t rows, const struct wire_character *text)
{
  for (size_t i = 0; i < rows; text += names[i++].bytes)
    if (names[i].space == WIRE_SPACE_THREAD && names[i].id == 1) {
      memset(r->name, 0, sizeof(r->name));
      memcpy(r->name, text, names[i].bytes);
    }
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *child_records, size_t child_rows)
{
  struct reader *r = ctx;
  if (kind == WIRE_NAME)
    take_names(r, records, rows, child_records);
  for (size_t i = 0; kind == WIRE_SAMPLE && i < rows; i++)
    r->depth += ((const struct wire_logged_sample *)records)[i].depth;
  take(ctx, kind, records, rows);
  take(ctx, child, child_records, child_rows);
}

static struct reader reader;
static const struct prof_sink sink = { .records = take, .pair = take_pair, .ctx = &reader };

static uint64_t arg;

static void log_events(size_t n)
{
  for (size_t i = 0; i < n; i++) {
    fake_port.now += 10;
    prof_event_log(1, arg++);
  }
}

static void begin(void)
{
  reader = (struct reader){ 0 };
  arg = 0;
}

/* ---- streams ---- */

static void what_was_handed_out_makes_room(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  for (int i = 0; i < 100; i++) {
    log_events(7); /* of eight: rounds begin at every place of the buffer */
    assert_true(prof_stream(&sink));
  }
  assert_false(prof_stream(&sink));
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 700);
  assert_int_equal(prof_tally(WIRE_EVENT).made, 700);
  assert_int_equal(prof_tally(WIRE_EVENT).dropped, 0);
  assert_int_equal(reader.rows[WIRE_LOSS], 0);
}

static void a_thread_has_its_last_name(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  log_events(1);
  prof_stream(&sink);
  assert_string_equal(reader.name, "main");
  prof_thread_rename(&main_thread, "a program with a name that is too long");
  prof_thread_rename(&worker, "not added");
  log_events(1);
  prof_stream(&sink);
  assert_string_equal(reader.name, "a program with a name that is t");
  const uint64_t names = reader.rows[WIRE_NAME];
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_NAME], names);
}

static void what_finds_no_room_is_counted_and_nothing_else_is(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  reader.skips = true;
  log_events(11);
  prof_stream(&sink);
  assert_int_equal(reader.next_arg, 8);
  log_events(2);
  prof_stream(&sink);
  assert_int_equal(reader.next_arg, 13);
  log_events(9);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 18);
  assert_int_equal(prof_tally(WIRE_EVENT).made, 22);
  assert_int_equal(prof_tally(WIRE_EVENT).dropped, 4);
}

static void log_three(void)
{
  log_events(3);
}

static void what_comes_meanwhile_is_for_the_next_round(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  log_events(4);
  prof_collect_hello(&sink);
  reader.meanwhile = log_three;
  prof_stream(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 4);
  prof_stream(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 7);
}

/* A thread was interrupted between taking its number and storing its stamp. */
static void a_record_that_is_not_whole_waits(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  log_events(2);
  uint64_t i;
  assert_true(prof_log_take(&prof_events, &i));
  arg++;
  log_events(3);
  prof_stream(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 2);
  PROF_RECORD(event, events, i)->arg = 2;
  prof_log_whole(&PROF_RECORD(event, events, i)->tsc, fake_port.now);
  prof_stream(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 6);
}

static void a_record_that_nobody_finishes_is_torn(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  reader.skips = true;
  log_events(20); /* the places were used before */
  prof_stream(&sink);
  log_events(2);
  assert_true(prof_log_take(&prof_events, &(uint64_t){ 0 }));
  log_events(3);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 8 + 5);
  assert_int_equal(prof_tally(WIRE_EVENT).made, 8 + 12 + 6);
  assert_int_equal(prof_tally(WIRE_EVENT).dropped, 12 + 1);
}

/* However many records found no room: a round makes room for as many as it hands out, at once. */
static void a_round_makes_room_after_many_drops(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  reader.skips = true;
  for (int i = 0; i < 20; i++) {
    log_events(8 + 100);
    assert_true(prof_stream(&sink));
  }
  assert_false(prof_stream(&sink));
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 20 * 8);
  assert_int_equal(prof_tally(WIRE_EVENT).made, 20 * 108);
  assert_int_equal(prof_tally(WIRE_EVENT).dropped, 20 * 100);
}

static void names_come_before_who_needs_them(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  prof_collect_hello(&sink);
  assert_int_equal(reader.stop_tsc, 0);
  prof_event_register("one");
  log_events(1);
  prof_stream(&sink);
  assert_int_equal(reader.names_at_first, 3);
  assert_int_equal(reader.rows[WIRE_ROLE], 2);
  assert_int_equal(reader.role.flags, WIRE_THREAD_PROFILER);
  prof_event_register("two");
  prof_thread_add(&worker, "worker", 0);
  log_events(1);
  prof_stream(&sink);
  assert_int_equal(reader.rows[WIRE_NAME], 5);
  assert_int_equal(reader.rows[WIRE_ROLE], 3);
  assert_int_equal(reader.role.thread, 3);
  fake_port.now = 5000;
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_NAME], 5);
  assert_int_equal(reader.rows[WIRE_ROLE], 3);
  assert_int_equal(reader.rows[WIRE_THREAD], 3);
  assert_int_equal(reader.stop_tsc, 5000);
}

static void samples_leave_with_their_stacks(void **state)
{
  (void)state;
  boot(WIRE_MODE_SAMPLES, WIRE_MODE_SAMPLES, 0, small);
  begin();
  for (int i = 0; i < 50; i++) {
    for (int k = 0; k < 3; k++)
      prof_sample(&main_thread, 0x42, 0, 0);
    prof_sample(&sender, 0x43, 0, 0); /* the profiler's own thread: no sample */
    prof_stream(&sink);
  }
  assert_int_equal(reader.rows[WIRE_SAMPLE], 150);
  assert_int_equal(reader.rows[WIRE_STACK], reader.depth);
  assert_int_equal(prof_tally(WIRE_SAMPLE).made, 150);
  for (int k = 0; k < 5; k++)
    prof_sample(&main_thread, 0x42, 0, 0);
  assert_int_equal(prof_tally(WIRE_SAMPLE).dropped, 1);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_SAMPLE], 154);
}

static void a_stack_that_finds_no_room_does_not_end_the_stream(void **state)
{
  struct prof_config c = small;
  (void)state;
  c.addresses = 2;
  boot(WIRE_MODE_SAMPLES, WIRE_MODE_SAMPLES, 0, c);
  begin();
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 3; k++)
      prof_sample(&main_thread, 0x42, 0, 0);
    prof_stream(&sink);
  }
  assert_int_equal(reader.rows[WIRE_SAMPLE], 4);
  assert_int_equal(prof_tally(WIRE_SAMPLE).made, 6);
  assert_int_equal(prof_tally(WIRE_SAMPLE).dropped, 2);
}

static void objects_leave_and_collections_with_them(void **state)
{
  (void)state;
  boot(WIRE_MODE_OBJECTS, WIRE_MODE_OBJECTS, 0, small);
  begin();
  for (uint64_t i = 1; i <= 20; i++) {
    assert_true(prof_birth(4096 * i, 1, 1, 16, 16 * i));
    prof_collection_begin(WIRE_REASON_FULL, 16 * i, 0, 1 << 20);
    prof_death(4096 * i);
    prof_collection_end(&(struct prof_collected){ 0 });
    prof_stream(&sink);
  }
  assert_int_equal(reader.rows[WIRE_BIRTH], 20);
  assert_int_equal(reader.rows[WIRE_DEATH], 20);
  assert_int_equal(reader.rows[WIRE_COLLECTION], 20);
}

static bool hand_out(void)
{
  return prof_stream(&sink);
}

static bool no_reader(void)
{
  return false;
}

/* Tells the deaths of `count` objects as a collection does that waits for room. */
static void tell_deaths(uint64_t count)
{
  prof_collection_begin(WIRE_REASON_FULL, 0, 0, 1 << 20);
  for (uint64_t i = 1, room = 0; i <= count; i++, room--) {
    if (!room)
      room = prof_stream_room(WIRE_DEATH);
    prof_death(4096 * i);
  }
  prof_collection_end(&(struct prof_collected){ 0 });
}

static void a_collection_waits_for_room(void **state)
{
  (void)state;
  boot(WIRE_MODE_OBJECTS, WIRE_MODE_OBJECTS, 0, small);
  begin();
  prof_stream_on_full(hand_out);
  tell_deaths(1000);
  prof_stream(&sink);
  assert_int_equal(reader.rows[WIRE_DEATH], 1000);
  assert_int_equal(prof_tally(WIRE_DEATH).dropped, 0);
  prof_stream_on_full(no_reader);
  tell_deaths(100);
  prof_stream(&sink);
  assert_int_equal(prof_tally(WIRE_DEATH).dropped, 1100 - reader.rows[WIRE_DEATH]);
  assert_int_equal(prof_tally(WIRE_DEATH).made, 1100);
  prof_stream_on_full(NULL);
}

static void no_stream_is_waited_for(void **state)
{
  (void)state;
  boot(WIRE_MODE_OBJECTS, 0, 0, small);
  prof_stream_on_full(hand_out);
  assert_true(prof_stream_room(WIRE_DEATH) == UINT64_MAX);
  prof_stream_on_full(NULL);
}

static void kinds_that_do_not_stream_leave_at_the_end(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS | WIRE_MODE_SCHED, WIRE_MODE_SCHED, WIRE_MODE_EVENTS, small);
  begin();
  reader.skips = true;
  log_events(21);
  prof_unblock(&sender);
  prof_stream(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 0);
  assert_int_equal(reader.rows[WIRE_SCHED], 1);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_EVENT], 8);
  assert_int_equal(reader.next_arg, 21);
}

static void the_sender_is_not_timed(void **state)
{
  (void)state;
  boot(WIRE_MODE_TIMING, WIRE_MODE_EVENTS, 0, small);
  assert_non_null(main_thread.current);
  assert_null(sender.current);
}

static void the_level_is_that_of_the_fullest(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS | WIRE_MODE_SCHED, WIRE_MODE_EVENTS | WIRE_MODE_SCHED, 0, small);
  begin();
  prof_unblock(&sender);
  assert_int_equal(prof_stream_level(), PROF_STREAM_FULL / 8);
  log_events(6);
  assert_int_equal(prof_stream_level(), PROF_STREAM_FULL * 6 / 8);
  log_events(6);
  assert_int_equal(prof_stream_level(), PROF_STREAM_FULL);
  prof_stream(&sink);
  assert_int_equal(prof_stream_level(), 0);
}

/* A crash strikes when four of the records have left, and their places were not given back yet. */
static void a_crash_goes_on_where_the_line_was(void **state)
{
  uint64_t sent[WIRE_KIND_LIMIT] = { [WIRE_EVENT] = 4 };
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  prof_event_register("one");
  log_events(6);
  prof_stop();
  reader.next_arg = 4;
  prof_stream_abandon(sent);
  prof_collect(&sink);
  assert_int_equal(reader.next_arg, 6);
  assert_int_equal(reader.rows[WIRE_EVENT], 2);
  assert_int_equal(reader.rows[WIRE_NAME], 3);
}

/* ---- loss by time ---- */

static void tick_at(uint64_t now)
{
  fake_port.now = now;
  prof_tick();
}

static void assert_loss(const struct wire_loss *l, uint16_t kind, uint64_t from, uint64_t to, uint64_t records)
{
  assert_int_equal(l->kind, kind);
  assert_int_equal(l->from, from);
  assert_int_equal(l->to, to);
  assert_int_equal(l->records, records);
}

static void drops_are_counted_where_they_fell(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, 0, 0, small);
  begin();
  log_events(10);
  tick_at(50000);   /* too early for an interval */
  tick_at(101000);
  tick_at(201000);  /* nothing was lost in that one */
  log_events(5);
  fake_port.now = 250000;
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_LOSS], 2);
  assert_loss(&reader.losses[0], WIRE_EVENT, 1000, 101000, 2);
  assert_loss(&reader.losses[1], WIRE_EVENT, 201000, 250000, 5);
}

static void what_a_ring_overwrote_is_counted_where_it_was_made(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, 0, WIRE_MODE_EVENTS, small);
  begin();
  reader.skips = true;
  log_events(3);
  tick_at(101000);
  log_events(4);
  tick_at(201000);
  log_events(5);
  fake_port.now = 250000;
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(prof_tally(WIRE_EVENT).dropped, 4);
  assert_int_equal(reader.rows[WIRE_LOSS], 2);
  assert_loss(&reader.losses[0], WIRE_EVENT, 1000, 101000, 3);
  assert_loss(&reader.losses[1], WIRE_EVENT, 101000, 201000, 1);
}

static void a_stream_tells_of_loss_at_once(void **state)
{
  (void)state;
  boot(WIRE_MODE_EVENTS, WIRE_MODE_EVENTS, 0, small);
  begin();
  reader.skips = true;
  log_events(9);
  tick_at(101000);
  prof_stream(&sink);
  assert_int_equal(reader.rows[WIRE_LOSS], 1);
  assert_loss(&reader.losses[0], WIRE_EVENT, 1000, 101000, 1);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_LOSS], 1);
}

static void calls_that_were_not_told_apart_have_their_time_too(void **state)
{
  (void)state;
  struct prof_config c = small;
  c.nodes = 1;
  boot(WIRE_MODE_TIMING, 0, 0, c);
  begin();
  tick_at(101000);
  for (uintptr_t function = 1; function <= 3; function++) {
    __cyg_profile_func_enter((void *)function, NULL);
    __cyg_profile_func_exit((void *)function, NULL);
  }
  tick_at(201000);
  prof_stop();
  prof_collect(&sink);
  assert_int_equal(reader.rows[WIRE_LOSS], 1);
  assert_loss(&reader.losses[0], WIRE_NODE, 101000, 201000, 2);
}

/* Half an hour in which something is lost all the time. */
static void a_long_loss_is_told_whole_in_bounded_room(void **state)
{
  uint64_t sum = 0, end = 1000;
  (void)state;
  boot(WIRE_MODE_EVENTS, 0, 0, small);
  begin();
  log_events(8);
  for (uint64_t i = 1; i <= 18000; i++) {
    log_events(1);
    tick_at(1000 + i * (HZ / PROF_LOSS_HZ));
  }
  prof_stop();
  prof_collect(&(struct prof_sink){ .records = take, .pair = take_pair, .ctx = &reader });
  assert_in_range(reader.rows[WIRE_LOSS], 2000, 4096);
  for (size_t i = 0; i < 64; i++) { /* the first ones: they follow each other */
    assert_int_equal(reader.losses[i].from, end);
    end = reader.losses[i].to;
    sum += reader.losses[i].records;
  }
  assert_int_equal(end, 1000 + sum * (HZ / PROF_LOSS_HZ));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_was_handed_out_makes_room),
    cmocka_unit_test(a_thread_has_its_last_name),
    cmocka_unit_test(what_finds_no_room_is_counted_and_nothing_else_is),
    cmocka_unit_test(what_comes_meanwhile_is_for_the_next_round),
    cmocka_unit_test(a_record_that_is_not_whole_waits),
    cmocka_unit_test(a_record_that_nobody_finishes_is_torn),
    cmocka_unit_test(a_round_makes_room_after_many_drops),
    cmocka_unit_test(names_come_before_who_needs_them),
    cmocka_unit_test(samples_leave_with_their_stacks),
    cmocka_unit_test(a_stack_that_finds_no_room_does_not_end_the_stream),
    cmocka_unit_test(objects_leave_and_collections_with_them),
    cmocka_unit_test(a_collection_waits_for_room),
    cmocka_unit_test(no_stream_is_waited_for),
    cmocka_unit_test(kinds_that_do_not_stream_leave_at_the_end),
    cmocka_unit_test(the_sender_is_not_timed),
    cmocka_unit_test(the_level_is_that_of_the_fullest),
    cmocka_unit_test(a_crash_goes_on_where_the_line_was),
    cmocka_unit_test(drops_are_counted_where_they_fell),
    cmocka_unit_test(what_a_ring_overwrote_is_counted_where_it_was_made),
    cmocka_unit_test(a_stream_tells_of_loss_at_once),
    cmocka_unit_test(calls_that_were_not_told_apart_have_their_time_too),
    cmocka_unit_test(a_long_loss_is_told_whole_in_bounded_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
