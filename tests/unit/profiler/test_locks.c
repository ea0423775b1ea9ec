/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_locks.c: waits for locks and the releases that end them: who, when and where, each with its own stack; names; full
 * and paused logs; and no time of the probes in any thread's corrected time.
 */
#include "fixture.h"

#include "prof_port.h"

#include <stdio.h>
#include <string.h>

#include "profiler.h"

#define KEPT 64

static struct prof_thread holder, waiter, other;
static struct wire_logged_lock got[KEPT];
static char name[KEPT][PROF_LOCK_NAME_BYTES];
static size_t rows;
static uint64_t stack[64];

static void take(void *ctx, enum wire_kind kind, const void *records, size_t count)
{
  (void)ctx;
  if (kind != WIRE_LOCK)
    return;
  memcpy(got + rows, records, count * sizeof(got[0]));
  rows += count;
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t count, enum wire_kind child,
                      const void *child_records, size_t child_count)
{
  const struct wire_name *n = records;
  const char *text = child_records;
  (void)ctx, (void)child, (void)child_count;
  for (size_t i = 0; kind == WIRE_NAME && i < count; text += n[i++].bytes)
    if (n[i].space == WIRE_SPACE_LOCK && n[i].id < KEPT)
      snprintf(name[n[i].id], sizeof(name[0]), "%.*s", (int)n[i].bytes, text);
}

static const struct prof_sink sink = { .records = take, .pair = take_pair };

static void boot_with(struct prof_config c)
{
  c.tsc_hz = 1000000;
  c.nodes = 8;
  c.threads = 4;
  c.names = c.names ? c.names : 8;
  rows = 0;
  memset(name, 0, sizeof(name));
  BOOT_PROFILER(&c, 0, { &holder, "holder", 0 }, { &waiter, "waiter", 0 }, { &other, "other", 0 });
  prof_start();
}

static void boot(void)
{
  boot_with((struct prof_config){ .modes = WIRE_MODE_LOCKS, .locks = 16 });
}

static void run_at(struct prof_thread *t, uint64_t now)
{
  fake_port.current = t;
  fake_port.now = now;
}

static void end(void)
{
  prof_stop();
  prof_collect(&sink);
}

/* Makes frames on the stack that return to `first`, first + 1, ...: `count` of them. Returns the innermost one. */
static const void *frames(uint64_t first, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    stack[2 * i] = i + 1 < count ? (uintptr_t)&stack[2 * i + 2] : 0;
    stack[2 * i + 1] = first + i;
  }
  fake_port.stack_low = (uint8_t *)stack;
  fake_port.stack_high = (uint8_t *)(stack + 64);
  return stack;
}

static void wait_for(struct prof_lock *l, struct prof_lock_wait *w, struct prof_thread *t, uint64_t now, uint64_t where)
{
  run_at(t, now);
  prof_lock_waits(w, l, frames(where, 2));
}

static void release(struct prof_lock *l, struct prof_thread *t, uint64_t now, uint64_t where)
{
  struct prof_lock_wait r;
  run_at(t, now);
  prof_lock_releases(&r, l);
  fake_port.now = now + 5;
  prof_lock_released(&r, l, frames(where, 2));
}

static void take_over(struct prof_lock *l, struct prof_lock_wait *w, struct prof_thread *t, uint64_t now)
{
  run_at(t, now);
  prof_lock_got(w, l);
}

static void a_wait_and_its_release_are_told_by_their_threads(void **state)
{
  struct prof_lock lock = { .name = "queue", .acquired = (const void *)0x777 };
  struct prof_lock_wait w;
  (void)state;
  boot();
  wait_for(&lock, &w, &waiter, 5000, 0x1000);
  release(&lock, &holder, 8000, 0x2000);
  take_over(&lock, &w, &waiter, 8100);
  end();
  assert_int_equal(rows, 2);
  assert_int_equal(got[0].flags, WIRE_LOCK_RELEASE);
  assert_int_equal(got[0].tsc, 8000);
  assert_int_equal(got[0].thread, holder.id);
  assert_int_equal(got[0].acquired, 0x777);
  assert_int_equal(got[0].at0, 0x2000);
  assert_int_equal(got[0].at1, 0x2001);
  assert_int_equal(got[0].at2, 0);
  assert_int_equal(got[1].flags, 0);
  assert_int_equal(got[1].tsc, 8100);
  assert_int_equal(got[1].waited, 3100);
  assert_int_equal(got[1].thread, waiter.id);
  assert_int_equal(got[1].holder, holder.id);
  assert_int_equal(got[1].released, 8000);
  assert_int_equal(got[1].holds, 1);
  assert_int_equal(got[1].acquired, 0);
  assert_int_equal(got[1].at0, 0x1000);
  assert_int_equal(got[1].at2, 0);
  assert_int_equal(got[0].object, (uintptr_t)&lock);
  assert_int_equal(got[0].object, got[1].object);
  assert_string_equal(name[got[1].lock], "queue");
  assert_int_equal(prof_tally(WIRE_LOCK).made, 2);
}

static void a_wait_counts_the_releases_that_it_saw(void **state)
{
  struct prof_lock lock = { .object = &lock, .flags = WIRE_LOCK_MONITOR };
  struct prof_lock_wait first, last;
  (void)state;
  boot();
  wait_for(&lock, &first, &waiter, 5000, 0x1000);
  wait_for(&lock, &last, &other, 5500, 0x1100);
  release(&lock, &holder, 6000, 0x2000);
  take_over(&lock, &first, &waiter, 6100);
  release(&lock, &waiter, 7000, 0x2100);
  take_over(&lock, &last, &other, 7100);
  end();
  assert_int_equal(rows, 4);
  assert_int_equal(got[3].holds, 2);
  assert_int_equal(got[3].holder, waiter.id);
  assert_int_equal(got[3].released, 7000);
  assert_int_equal(got[3].waited, 1600);
  assert_int_equal(got[3].flags, WIRE_LOCK_MONITOR);
  assert_int_equal(got[3].lock, 0); /* no name */
  assert_int_equal(got[2].flags, WIRE_LOCK_MONITOR | WIRE_LOCK_RELEASE);
}

static void a_holder_that_saw_no_waiter_is_not_known(void **state)
{
  struct prof_lock lock = { .flags = WIRE_LOCK_SPIN };
  struct prof_lock_wait w;
  (void)state;
  boot();
  wait_for(&lock, &w, &waiter, 5000, 0x1000);
  take_over(&lock, &w, &waiter, 5050);
  end();
  assert_int_equal(rows, 1);
  assert_int_equal(got[0].holds, 0);
  assert_int_equal(got[0].holder, 0);
  assert_int_equal(got[0].released, 0);
  assert_int_equal(got[0].flags, WIRE_LOCK_SPIN);
}

static void a_deep_or_broken_stack_is_told(void **state)
{
  struct prof_lock lock = { 0 };
  struct prof_lock_wait w;
  (void)state;
  boot();
  run_at(&waiter, 5000);
  prof_lock_waits(&w, &lock, frames(0x1000, WIRE_LOCK_DEPTH + 1));
  take_over(&lock, &w, &waiter, 5100);
  run_at(&waiter, 6000);
  frames(0x3000, 2);
  stack[2] = 0x10;
  prof_lock_waits(&w, &lock, stack);
  take_over(&lock, &w, &waiter, 6100);
  end();
  assert_int_equal(got[0].flags, WIRE_LOCK_CUT);
  assert_int_equal(got[0].at15, 0x100f);
  assert_int_equal(got[1].flags, WIRE_LOCK_ASTRAY);
  assert_int_equal(got[1].at1, 0x3001);
}

static void locks_of_one_name_share_its_number(void **state)
{
  struct prof_lock a = { .name = "queue" }, b = { .name = "queue" }, c = { .name = "line" }, d = { .name = "third" };
  struct prof_lock *const locks[] = { &a, &b, &c, &d };
  struct prof_lock_wait w;
  (void)state;
  boot_with((struct prof_config){ .modes = WIRE_MODE_LOCKS, .locks = 16, .names = 2 });
  for (size_t i = 0; i < 4; i++) {
    wait_for(locks[i], &w, &waiter, 5000 + 100 * i, 0x1000);
    take_over(locks[i], &w, &waiter, 5010 + 100 * i);
  }
  end();
  assert_int_equal(got[0].lock, got[1].lock);
  assert_string_equal(name[got[0].lock], "queue");
  assert_string_equal(name[got[2].lock], "line");
  assert_int_equal(got[3].lock, 0); /* there is no room for a third name */
}

static void a_long_name_is_cut_between_characters(void **state)
{
  static char text[PROF_LOCK_NAME_BYTES + 8];
  struct prof_lock lock = { .name = text };
  struct prof_lock_wait w;
  (void)state;
  memset(text, 'x', PROF_LOCK_NAME_BYTES - 2);
  memcpy(text + PROF_LOCK_NAME_BYTES - 2, "\xc3\xbc", 3);
  boot();
  wait_for(&lock, &w, &waiter, 5000, 0x1000);
  take_over(&lock, &w, &waiter, 5100);
  end();
  assert_int_equal(strlen(name[got[0].lock]), PROF_LOCK_NAME_BYTES - 2);
}

static void a_full_log_counts_what_it_drops(void **state)
{
  struct prof_lock lock = { 0 };
  struct prof_lock_wait w;
  (void)state;
  boot_with((struct prof_config){ .modes = WIRE_MODE_LOCKS, .locks = 2 });
  for (uint64_t i = 0; i < 5; i++) {
    wait_for(&lock, &w, &waiter, 5000 + 100 * i, 0x1000);
    take_over(&lock, &w, &waiter, 5010 + 100 * i);
  }
  end();
  assert_int_equal(rows, 2);
  assert_int_equal(prof_tally(WIRE_LOCK).made, 5);
  assert_int_equal(prof_tally(WIRE_LOCK).dropped, 3);
}

static void a_wait_that_began_while_paused_is_not_told(void **state)
{
  struct prof_lock lock = { 0 };
  struct prof_lock_wait w;
  (void)state;
  boot();
  prof_select(0);
  wait_for(&lock, &w, &waiter, 5000, 0x1000);
  prof_select(WIRE_MODE_LOCKS);
  take_over(&lock, &w, &waiter, 5100);
  wait_for(&lock, &w, &waiter, 5200, 0x1000);
  prof_select(0);
  take_over(&lock, &w, &waiter, 5300);
  end();
  assert_int_equal(rows, 0);
}

/* A reading of the clock takes 7 cycles, and so does all of a probe: what the calls take is in no corrected time. */
static void the_probes_are_in_no_corrected_time(void **state)
{
  struct prof_lock lock = { .name = "queue" };
  struct prof_lock_wait w, r;
  struct prof_node open = { 0 };
  (void)state;
  boot();
  fake_port.read_cost = 7;
  run_at(&waiter, 5000);
  waiter.current = &open;
  const uint64_t begun = prof_clock(&waiter);
  prof_lock_waits(&w, &lock, frames(0x1000, 3));
  prof_lock_got(&w, &lock);
  prof_lock_releases(&r, &lock);
  prof_lock_released(&r, &lock, frames(0x1000, 3));
  const uint64_t took = prof_clock(&waiter) - begun;
  /* Of the four calls each lacks the reading that begins it: prof_costs.lock, which is not calibrated here. */
  assert_int_equal((int64_t)took - open.drift, (4 + 1) * 7);
  waiter.current = NULL;
  end();
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_wait_and_its_release_are_told_by_their_threads),
    cmocka_unit_test(a_wait_counts_the_releases_that_it_saw),
    cmocka_unit_test(a_holder_that_saw_no_waiter_is_not_known),
    cmocka_unit_test(a_deep_or_broken_stack_is_told),
    cmocka_unit_test(locks_of_one_name_share_its_number),
    cmocka_unit_test(a_long_name_is_cut_between_characters),
    cmocka_unit_test(a_full_log_counts_what_it_drops),
    cmocka_unit_test(a_wait_that_began_while_paused_is_not_told),
    cmocka_unit_test(the_probes_are_in_no_corrected_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
