/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_call.c: calls recorded one by one against a naive model, on a scripted clock.
 *
 * Two threads walk at random through calls, returns, work and suspensions, and now and then return over several calls
 * at once. The model writes each call down when it ends; the records must be these calls, in that order, to the cycle.
 */
#include "fixture.h"

#include "prof_port.h"

#include "pick.h"
#include "probes/call.h"
#include "profiler.h"

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

#define THREADS   2
#define FUNCTIONS 8
#define DEEPEST   12
#define STEPS     20000
#define CALLS_MOST 65536

static struct prof_thread threads[THREADS];
static char functions[FUNCTIONS];

/* ---- the model ---- */

struct call { uint32_t thread, depth, flags; const char *function; int64_t time; uint64_t start, away; };

static struct call made[CALLS_MOST];
static size_t made_count;

static struct model {
  struct call open[DEEPEST];
  uint32_t depth;
  uint64_t left_at;
} models[THREADS];
static unsigned current;

static uint32_t limit_depth;
static int64_t limit_over;

static void work(uint64_t cycles)
{
  for (uint32_t i = 0; i < models[current].depth; i++)
    models[current].open[i].time += (int64_t)cycles;
  fake_port.now += cycles;
}

static void enter(unsigned f)
{
  struct model *m = &models[current];
  __cyg_profile_func_enter(&functions[f], NULL);
  m->open[m->depth] = (struct call){ .thread = current + 1, .depth = m->depth + 1, .function = &functions[f] };
  m->depth++;
}

/* The model's call ends; so do those inside it. */
static void end_call(struct model *m, uint32_t flags)
{
  struct call *c = &m->open[--m->depth];
  c->flags = flags;
  made[made_count++] = *c;
  assert_true(made_count < CALLS_MOST);
}

static void leave(uint32_t levels)
{
  struct model *m = &models[current];
  __cyg_profile_func_exit((char *)(uintptr_t)m->open[m->depth - levels].function, NULL);
  for (; levels; levels--)
    end_call(m, levels > 1 ? WIRE_CALL_UNWOUND : 0);
}

/* The current thread is suspended while the other one runs. */
static void switch_threads(void)
{
  const unsigned before = current;
  current = 1 - current;
  const uint64_t from = models[current].left_at;
  models[before].left_at = fake_port.now;
  prof_switch(&threads[current], WIRE_WHY_PREEMPTED);
  for (uint32_t i = 0; i < models[current].depth; i++)
    models[current].open[i].away += fake_port.now - from;
}

/* Returns whether a function of these levels, all different, is named so only once: exits by name find the
 * innermost. */
static bool is_open(unsigned f)
{
  for (uint32_t i = 0; i < models[current].depth; i++)
    if (models[current].open[i].function == &functions[f])
      return true;
  return false;
}

static void step(void)
{
  const uint32_t depth = models[current].depth;
  const unsigned f = pick(FUNCTIONS);
  switch (pick(8)) {
  case 0: case 1: case 2:
    if (depth < DEEPEST && !is_open(f))
      enter(f);
    break;
  case 3: case 4:
    if (depth)
      leave(1);
    break;
  case 5:
    if (depth > 2 && pick(4) == 0)
      leave(1 + pick(depth));
    break;
  case 6: work(pick(200) ? 1 + pick(300) : 1ull << 33); break;
  default:
    if (pick(4) == 0)
      switch_threads();
  }
}

/* ---- runs ---- */

static void boot(struct prof_config c)
{
  current = 0;
  made_count = 0;
  for (unsigned i = 0; i < THREADS; i++)
    models[i] = (struct model){ .left_at = 1000 };
  c.modes |= WIRE_MODE_CALLS;
  BOOT_PROFILER(&c, 25, { &threads[0], "first", 0 }, { &threads[1], "second", 0 });
  prof_calibrate();
  models[1].left_at = fake_port.now;
  prof_start();
}

static struct prof_config config(uint32_t records)
{
  struct prof_config c = boot_config(8192);
  c.callrecords = records;
  return c;
}

static void walk(unsigned steps)
{
  for (unsigned i = 0; i < steps; i++)
    step();
}

/* All open calls of both threads, the innermost first. */
static void stop(void)
{
  prof_stop();
  for (unsigned i = 0; i < THREADS; i++)
    while (models[i].depth)
      end_call(&models[i], WIRE_CALL_OPEN);
}

/* ---- records, put together again ---- */

static size_t at_record;

static const struct wire_logged_call *record(size_t i)
{
  return prof_log_record(&prof_callrecords, prof_log_first(&prof_callrecords, 0) + i);
}

/* The next call that is recorded; the high halves of its numbers may come first. */
static struct call next_call(uint64_t *end)
{
  const struct wire_logged_call *low = record(at_record++), *high = NULL;
  if (low->call & WIRE_CALL_HIGH) {
    high = low;
    low = record(at_record++);
    assert_int_equal(high->call >> WIRE_CALL_FLAG_BITS, low->call >> WIRE_CALL_FLAG_BITS);
  }
  assert_int_equal(!!(low->call & WIRE_CALL_WIDE), high != NULL);
  uint32_t count;
  const struct prof_node *n = prof_timing_nodes(&count) + (low->call >> WIRE_CALL_FLAG_BITS) - 1;
  const uint64_t raw = (uint64_t)(high ? high->raw : 0) << 32 | low->raw;
  const uint64_t away = (uint64_t)(high ? high->away : 0) << 32 | low->away;
  const int64_t drift = high ? (int64_t)((uint64_t)high->drift << 32 | low->drift) : (int32_t)low->drift;
  *end = low->tsc;
  return (struct call){ .thread = n->thread, .depth = n->depth, .function = n->address, .time = (int64_t)raw - drift,
                        .away = away, .start = low->tsc - raw - away,
                        .flags = low->call & (WIRE_CALL_OPEN | WIRE_CALL_UNWOUND) };
}

static void assert_same(const struct call *is, const struct call *should)
{
  assert_int_equal(is->thread, should->thread);
  assert_int_equal(is->depth, should->depth);
  assert_ptr_equal(is->function, should->function);
  assert_int_equal(is->time, should->time);
  assert_int_equal(is->flags, should->flags);
}

/* Which of the model's calls are to be recorded: of those that are deep enough and long enough, and their callers. */
static bool *find_chosen(void)
{
  static bool chosen[CALLS_MOST];
  for (size_t i = 0; i < made_count; i++)
    chosen[i] = (!limit_depth || made[i].depth <= limit_depth) &&
                (made[i].time >= limit_over || made[i].flags & WIRE_CALL_OPEN);
  return chosen;
}

static void assert_records_are_the_calls(void)
{
  const bool *chosen = find_chosen();
  uint64_t end, last = 0;
  at_record = 0;
  for (size_t i = 0; i < made_count; i++) {
    if (!chosen[i])
      continue;
    const struct call c = next_call(&end);
    assert_same(&c, &made[i]);
    assert_true(end >= last);
    last = end;
  }
  assert_int_equal(at_record, prof_log_kept(&prof_callrecords, 0));
  assert_int_equal(prof_tally(WIRE_CALL).dropped, 0);
}

static void each_call_has_its_record(void **state)
{
  (void)state;
  limit_depth = 0;
  limit_over = INT64_MIN;
  boot(config(CALLS_MOST));
  walk(STEPS);
  stop();
  assert_true(made_count > STEPS / 8);
  assert_records_are_the_calls();
}

static void limits_choose_by_depth_and_time(void **state)
{
  (void)state;
  struct prof_config c = config(CALLS_MOST);
  c.calls_depth = limit_depth = 5;
  c.calls_over = limit_over = 400;
  boot(c);
  walk(STEPS);
  stop();
  assert_records_are_the_calls();
  assert_true(at_record < made_count);
  limit_depth = 0;
  limit_over = INT64_MIN;
}

/* A caller whose own time the correction has made shorter than its callee's is recorded with it. */
static void callers_of_a_long_call_are_recorded(void **state)
{
  (void)state;
  struct prof_config c = config(64);
  c.calls_over = 1000;
  boot(c);
  enter(1);
  enter(2);
  work(5000);
  prof_port_thread()->current->parent->drift += 4900; /* as if probes had cost what they have not */
  leave(1);
  leave(1);
  enter(1);
  work(10);
  leave(1);
  stop();
  uint64_t end;
  at_record = 0;
  assert_ptr_equal(next_call(&end).function, &functions[2]);
  const struct call caller = next_call(&end);
  assert_ptr_equal(caller.function, &functions[1]);
  assert_true(caller.time < 1000);
  assert_int_equal(prof_log_kept(&prof_callrecords, 0), 2); /* the second call of function 1 is short */
}

/* A caller of a hundred calls that take 7 each. Returns its corrected time, which is 700 whatever recording costs. */
static int64_t time_of_caller(const struct prof_config *c)
{
  boot(*c);
  enter(1);
  for (int i = 0; i < 100; i++) {
    enter(2);
    work(7);
    leave(1);
  }
  leave(1);
  stop();
  return corrected(child(prof_entry(&threads[0])->root, &functions[1]));
}

static void what_recording_costs_is_in_no_corrected_time(void **state)
{
  (void)state;
  struct prof_config c = config(16); /* 16 calls find room, the others do not */
  assert_int_equal(time_of_caller(&c), 700);
  assert_int_equal(prof_tally(WIRE_CALL).made, 101);
  assert_int_equal(prof_tally(WIRE_CALL).dropped, 101 - 16);
  c = config(128);
  c.calls_over = 7; /* each call is just long enough */
  assert_int_equal(time_of_caller(&c), 700);
  assert_int_equal(prof_log_kept(&prof_callrecords, 0), 101);
  c.calls_over = 8; /* the caller alone is */
  assert_int_equal(time_of_caller(&c), 700);
  assert_int_equal(prof_log_kept(&prof_callrecords, 0), 1);
}

/* What fits no 31 bits, or is below zero, goes another way, and is recorded the same. */
static void numbers_that_do_not_fit_are_recorded_too(void **state)
{
  (void)state;
  boot(config(64));
  enter(1);
  for (unsigned bit = 29; bit < 34; bit++) {
    enter(2);
    work(1ull << bit);
    leave(1);
    enter(3);
    prof_drift(-(int64_t)(1ull << bit)); /* as if probes had cost what they have not */
    leave(1);
    enter(4);
    work(1ull << bit);
    prof_drift((int64_t)(1ull << bit));
    leave(1);
  }
  leave(1);
  stop();
  at_record = 0;
  for (unsigned bit = 29; bit < 34; bit++) {
    uint64_t end;
    assert_int_equal(next_call(&end).time, 1ull << bit);
    assert_int_equal(next_call(&end).time, 1ull << bit);
    assert_int_equal(next_call(&end).time, 0);
  }
}

static void a_ring_keeps_the_newest(void **state)
{
  (void)state;
  struct prof_config c = config(16);
  c.ring = WIRE_MODE_CALLS;
  limit_over = INT64_MIN;
  boot(c);
  for (int i = 0; i < 100; i++) {
    enter((unsigned)i % FUNCTIONS);
    work((uint64_t)i);
    leave(1);
  }
  stop();
  at_record = 0;
  for (int i = 100 - 16; i < 100; i++) {
    uint64_t end;
    assert_int_equal(next_call(&end).time, i);
  }
  assert_int_equal(prof_tally(WIRE_CALL).dropped, 100 - 16);
}

static void it_is_switched_at_run_time(void **state)
{
  (void)state;
  boot(config(64));
  enter(1);
  prof_select(prof_selected() & ~(uint32_t)WIRE_MODE_CALLS);
  enter(2);
  leave(1);
  prof_select(prof_selected() | WIRE_MODE_CALLS);
  enter(3);
  leave(1);
  leave(1);
  prof_calls_depth(1);
  enter(4);
  enter(5);
  leave(1);
  leave(1);
  stop();
  static const int recorded[] = { 3, 1, 4 };
  at_record = 0;
  for (size_t i = 0; i < sizeof(recorded) / sizeof(recorded[0]); i++) {
    uint64_t end;
    assert_ptr_equal(next_call(&end).function, &functions[recorded[i]]);
  }
  assert_int_equal(at_record, prof_log_kept(&prof_callrecords, 0));
}

/* What is chosen when a call ends decides of it, with all of its time. */
static void an_open_call_follows_what_is_chosen_meanwhile(void **state)
{
  (void)state;
  struct prof_config c = config(64);
  c.calls_depth = 1;
  boot(c);
  enter(1);
  work(100);
  enter(2);
  work(20);
  prof_calls_depth(0); /* from now on the calls of 2 are recorded, too */
  work(3);
  leave(1);
  enter(3);
  work(40);
  prof_calls_depth(1); /* and those of 3 are no more */
  work(5);
  leave(1);
  enter(2);
  leave(1);
  leave(1);
  stop();
  static const struct { int function; int64_t time; } recorded[] = { { 2, 23 }, { 1, 168 } };
  at_record = 0;
  for (size_t i = 0; i < sizeof(recorded) / sizeof(recorded[0]); i++) {
    uint64_t end;
    const struct call call = next_call(&end);
    assert_ptr_equal(call.function, &functions[recorded[i].function]);
    assert_int_equal(call.time, recorded[i].time);
  }
  assert_int_equal(at_record, prof_log_kept(&prof_callrecords, 0));
}

/* Calls without a node are recorded as `other`, the outermost ones. */
static void calls_without_a_node_are_other(void **state)
{
  (void)state;
  struct prof_config c = config(64);
  c.nodes = 1;
  boot(c);
  enter(1);
  enter(2);
  enter(3);
  leave(1);
  work(30);
  leave(1);
  leave(1);
  stop();
  uint64_t end;
  at_record = 0;
  const struct call other = next_call(&end);
  assert_ptr_equal(next_call(&end).function, &functions[1]);
  assert_int_equal(prof_log_kept(&prof_callrecords, 0), 2);
  uint32_t count;
  const struct prof_node *n = prof_timing_nodes(&count) + (record(0)->call >> WIRE_CALL_FLAG_BITS) - 1;
  assert_true(n->flags & WIRE_NODE_OTHER);
  assert_int_equal(other.time, corrected(n));
  assert_true(other.time >= 30);
}

static void a_thread_knows_who_has_started_it(void **state)
{
  static struct prof_thread late;
  (void)state;
  boot(config(64));
  enter(1);
  prof_thread_add(&late, "late", 0);
  stop();
  const struct prof_entry *e = prof_entry(&late);
  assert_int_equal(e->by, 1);
  assert_int_equal(e->node, prof_timing_number(child(prof_entry(&threads[0])->root, &functions[1])));
  assert_int_equal(prof_entry(&threads[0])->by, 0);
  assert_int_equal(prof_entry(&threads[1])->node, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_call_has_its_record),
    cmocka_unit_test(limits_choose_by_depth_and_time),
    cmocka_unit_test(callers_of_a_long_call_are_recorded),
    cmocka_unit_test(what_recording_costs_is_in_no_corrected_time),
    cmocka_unit_test(numbers_that_do_not_fit_are_recorded_too),
    cmocka_unit_test(a_ring_keeps_the_newest),
    cmocka_unit_test(it_is_switched_at_run_time),
    cmocka_unit_test(an_open_call_follows_what_is_chosen_meanwhile),
    cmocka_unit_test(calls_without_a_node_are_other),
    cmocka_unit_test(a_thread_knows_who_has_started_it),
  };
  return cmocka_run_group_tests_name("call", tests, NULL, NULL);
}
