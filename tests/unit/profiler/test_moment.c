/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_moment.c: a moment tells where all threads stand. Stacks here are arrays that look as gcc's frames do; what the
 * records say is put together again as a reader does it, and must be what was built.
 */
#include "fixture.h"

#include "prof_port.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "profiler.h"

#define THREADS_MOST 4100u
#define WORDS        65536u
#define DEPTH_MOST   20000u

/* A thread of the kernel that this test plays. */
static struct player {
  struct prof_thread prof;
  struct prof_stance stance;
  bool dies;                 /* when it is looked at it is gone */
  bool faults;               /* looking at it ends the call that looks */
  uint32_t asked;            /* how often it was asked for */
} *players;
static uint32_t player_count;
static struct prof_thread taker;
static jmp_buf fault;
static uintptr_t stack[WORDS];
static size_t stack_used;

static bool player_stands(const struct prof_thread *t, struct prof_stance *s)
{
  struct player *p = (struct player *)(uintptr_t)t;
  p->asked++;
  if (p->faults)
    longjmp(fault, 1);
  const bool known = s->known;
  *s = p->stance;
  s->known = known;
  s->placed = s->placed && !known; /* the place is not asked for again */
  return !p->dies;
}

/* Builds a stack of these addresses, the innermost first, of which the first is the instruction. */
static void build_stack(struct player *p, const uintptr_t *addresses, size_t count)
{
  uintptr_t *frame = &stack[stack_used];
  stack_used += 2 * count;
  assert_true(stack_used <= WORDS);
  for (size_t i = 1; i < count; i++, frame += 2) {
    frame[0] = i + 1 < count ? (uintptr_t)(frame + 2) : 0;
    frame[1] = addresses[i];
  }
  p->stance.placed = true;
  p->stance.place = (struct prof_place){ .ip = addresses[0],
                                          .fp = count > 1 ? (uintptr_t)(frame - 2 * (count - 1)) : 0 };
}

/* Lets a player have run up to a place: its stack is these addresses. */
#define RUNS_TO(p, ...) do { \
    const uintptr_t to_[] = { __VA_ARGS__ }; \
    (p)->prof.left_at = ++fake_port.now; \
    build_stack((p), to_, sizeof(to_) / sizeof(to_[0])); \
  } while (0)

/* ---- the reader ---- */

static struct wire_moment *moments;
static struct wire_stance *stances;
static struct wire_path *got_paths;
static size_t moment_rows, stance_rows, path_rows;
static uint64_t told_missed = UINT64_MAX; /* of META MOMENTS_MISSED; UINT64_MAX: it has not come */
static struct wire_name last_name[64];
static size_t name_rows;
static char name_text[4096];

static void *grow(void *rows, size_t *count, const void *more, size_t add, size_t bytes)
{
  uint8_t *p = realloc(rows, (*count + add) * bytes);
  assert_non_null(p);
  memcpy(p + *count * bytes, more, add * bytes);
  *count += add;
  return p;
}

static void take(void *ctx, enum wire_kind kind, const void *records, size_t count)
{
  (void)ctx;
  if (kind == WIRE_MOMENT)
    moments = grow(moments, &moment_rows, records, count, sizeof(*moments));
  else if (kind == WIRE_STANCE)
    stances = grow(stances, &stance_rows, records, count, sizeof(*stances));
  else if (kind == WIRE_PATH)
    got_paths = grow(got_paths, &path_rows, records, count, sizeof(*got_paths));
  for (size_t i = 0; kind == WIRE_META && i < count; i++)
    if (((const struct wire_meta *)records)[i].key == WIRE_META_MOMENTS_MISSED)
      told_missed = ((const struct wire_meta *)records)[i].value;
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t count, enum wire_kind child,
                      const void *child_records, size_t child_count)
{
  (void)child;
  if (kind == WIRE_NAME && count <= 64 && child_count < sizeof(name_text)) {
    memcpy(last_name, records, count * sizeof(last_name[0]));
    memcpy(name_text, child_records, child_count);
    name_rows = count;
    return;
  }
  take(ctx, kind, records, count);
}

static const struct prof_sink sink = { .records = take, .pair = take_pair };

/* Returns the last row of a thread up to a moment; NULL: it has none. */
static const struct wire_stance *stance_at(uint32_t moment, uint32_t thread)
{
  const struct wire_stance *found = NULL;
  for (size_t i = 0; i < stance_rows; i++)
    if (stances[i].thread == thread && stances[i].moment <= moment && (!found || stances[i].moment >= found->moment))
      found = &stances[i]; /* the moment of a crash comes before those of the log */
  return found;
}

/* A reader's stack of a thread at a moment is these addresses. */
static void assert_stack(uint32_t moment, const struct player *p, const uintptr_t *addresses, size_t count)
{
  const struct wire_stance *s = stance_at(moment, p->prof.id);
  assert_non_null(s);
  assert_int_equal(s->ip, addresses[0]);
  uint32_t path = s->path;
  for (size_t i = 1; i < count; i++) {
    assert_in_range(path, 1, path_rows);
    assert_int_equal(got_paths[path - 1].id, path);
    assert_int_equal(got_paths[path - 1].address, addresses[i]);
    path = got_paths[path - 1].outer;
  }
  assert_int_equal(path, 0);
}

static const struct wire_moment *moment_of(uint32_t number)
{
  for (size_t i = 0; i < moment_rows; i++)
    if (moments[i].number == number)
      return &moments[i];
  fail();
  return NULL;
}

#define ASSERT_STACK(moment, p, ...) do { \
    const uintptr_t is_[] = { __VA_ARGS__ }; \
    assert_stack((moment), (p), is_, sizeof(is_) / sizeof(is_[0])); \
  } while (0)

static void hand_out(void)
{
  prof_stop();
  prof_collect(&sink);
}

/* ---- the kernel ---- */

static struct prof_config config(void)
{
  struct prof_config c = { .tsc_hz = 1000000, .tick_hz = 1000, .modes = WIRE_MODE_MOMENTS, .nodes = 1, .events = 8,
                           .moments = 256, .stances = 8192, .threads = THREADS_MOST + 8, .names = 8,
                           .paths = 1u << 15 };
  return c;
}

static void boot(const struct prof_config *c, uint32_t threads)
{
  free(players);
  players = calloc(threads, sizeof(*players));
  assert_non_null(players);
  free(moments), free(stances), free(got_paths);
  moments = NULL, stances = NULL, got_paths = NULL;
  moment_rows = stance_rows = path_rows = stack_used = 0;
  BOOT_PROFILER(c, 1, { &taker, "taker", WIRE_THREAD_PROFILER });
  fake_port.stands = player_stands;
  fake_port.stack_low = (uint8_t *)stack;
  fake_port.stack_high = (uint8_t *)(stack + WORDS);
  for (player_count = 0; player_count < threads; player_count++) {
    struct player *p = &players[player_count];
    prof_thread_add(&p->prof, "player", 0);
    p->stance = (struct prof_stance){ .state = WIRE_STATE_WAITING, .wait = WIRE_WAIT_WAKEUP };
    p->prof.left_at = ++fake_port.now;
  }
  prof_start();
}

static uint32_t take_moment(void)
{
  fake_port.now += 100;
  return prof_moment_take(WIRE_MOMENT_WHY_INTERVAL, prof_moment_clock(), 0);
}

static void threads_that_stand_as_before_have_no_row(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 3);
  RUNS_TO(&players[0], 10, 11, 12);
  RUNS_TO(&players[1], 20, 11, 12);
  RUNS_TO(&players[2], 30, 31, 12);
  assert_int_equal(take_moment(), 1);
  assert_int_equal(take_moment(), 2);
  RUNS_TO(&players[1], 21, 22, 11, 12);
  assert_int_equal(take_moment(), 3);
  hand_out();
  assert_int_equal(moment_rows, 3);
  assert_int_equal(moments[0].threads, 3);
  assert_int_equal(moments[0].stances, 3);
  assert_int_equal(moments[1].stances, 0);
  assert_int_equal(moments[2].stances, 1);
  assert_int_equal(stance_rows, 4);
  assert_int_equal(path_rows, 4); /* 12; 11 in 12; 31 in 12; 22 in 11 */
  for (uint32_t at = 1; at <= 3; at++) {
    ASSERT_STACK(at, &players[0], 10, 11, 12);
    ASSERT_STACK(at, &players[2], 30, 31, 12);
  }
  ASSERT_STACK(2, &players[1], 20, 11, 12);
  ASSERT_STACK(3, &players[1], 21, 22, 11, 12);
  assert_true(moments[2].took > 0);
}

/* The inner frames lie where they lay, and return to where they did; only the outer one is another function's. */
static void frames_as_before_over_another_caller_are_seen(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 1);
  RUNS_TO(&players[0], 1, 2, 3, 4, 5);
  take_moment();
  stack_used = 0;
  RUNS_TO(&players[0], 1, 2, 3, 44, 5);
  take_moment();
  hand_out();
  ASSERT_STACK(1, &players[0], 1, 2, 3, 4, 5);
  ASSERT_STACK(2, &players[0], 1, 2, 3, 44, 5);
}

static void waits_and_owners_are_told_when_they_change(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 3);
  struct prof_stance *s = &players[0].stance;
  *s = (struct prof_stance){ .state = WIRE_STATE_WAITING, .wait = WIRE_WAIT_MUTEX, .on = 77, .name = "door",
                             .owner = &players[1].prof, .timed = true };
  take_moment();
  s->owner = &players[2].prof; /* it has not run, and its lock is another thread's now */
  take_moment();
  s->state = WIRE_STATE_READY;
  s->wait = 0, s->on = 0, s->name = NULL, s->owner = NULL, s->timed = false;
  take_moment();
  hand_out();
  const uint32_t id = players[0].prof.id;
  assert_int_equal(stance_at(1, id)->owner, players[1].prof.id);
  assert_int_equal(stance_at(1, id)->on, 77);
  assert_string_equal(prof_lock_name(stance_at(1, id)->lock), "door");
  assert_true(stance_at(1, id)->flags & WIRE_STANCE_TIMED);
  assert_int_equal(stance_at(2, id)->owner, players[2].prof.id);
  assert_int_equal(stance_at(3, id)->state, WIRE_STATE_READY);
  assert_int_equal(stance_at(3, id)->lock, 0);
  assert_int_equal(stance_at(3, id)->flags, 0);
}

static void a_thread_that_ends_is_gone_once(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 3);
  take_moment();
  prof_thread_exit(&players[2].prof);
  player_count = 2;
  take_moment();
  take_moment();
  hand_out();
  assert_int_equal(moments[1].stances, 1);
  assert_int_equal(stance_at(2, players[2].prof.id)->state, WIRE_STATE_GONE);
  assert_int_equal(moments[2].stances, 0);
  assert_int_equal(moments[2].threads, 2);
}

static void a_thread_that_dies_while_it_is_looked_at_is_counted(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 3);
  take_moment();
  players[1].dies = true;
  take_moment();
  players[1].dies = false;
  take_moment();
  hand_out();
  assert_int_equal(moments[1].unknown, 1);
  assert_int_equal(stance_at(2, players[1].prof.id)->state, WIRE_STATE_GONE);
  assert_int_equal(moments[2].unknown, 0);
  assert_int_equal(stance_at(3, players[1].prof.id)->state, WIRE_STATE_WAITING);
}

static void a_smashed_frame_pointer_ends_the_walk(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 3);
  RUNS_TO(&players[0], 1, 2, 3, 4);
  stack[2] = 0x4141414141414141; /* of the second frame */
  RUNS_TO(&players[1], 5, 6);
  players[1].stance.place.fp = 8;
  RUNS_TO(&players[2], 7, 8, 9);
  stack[stack_used - 6] = (uintptr_t)&stack[stack_used - 6]; /* a frame that is its own caller's */
  take_moment();
  hand_out();
  ASSERT_STACK(1, &players[0], 1, 2, 3);
  ASSERT_STACK(1, &players[1], 5);
  ASSERT_STACK(1, &players[2], 7, 8);
  for (unsigned i = 0; i < 3; i++)
    assert_int_equal(stance_at(1, players[i].prof.id)->flags, WIRE_STANCE_ASTRAY);
}

static void a_stack_ten_thousand_deep_is_whole_and_a_deeper_one_is_cut(void **state)
{
  (void)state;
  static uintptr_t deep[DEPTH_MOST];
  const struct prof_config c = config();
  for (size_t i = 0; i < DEPTH_MOST; i++)
    deep[i] = 1000 + i % 7;
  boot(&c, 1);
  build_stack(&players[0], deep, 10000);
  take_moment();
  stack_used = 0;
  players[0].prof.left_at++;
  build_stack(&players[0], deep, DEPTH_MOST);
  take_moment();
  hand_out();
  assert_stack(1, &players[0], deep, 10000);
  assert_int_equal(stance_at(1, players[0].prof.id)->flags, 0);
  assert_int_equal(stance_at(2, players[0].prof.id)->flags, WIRE_STANCE_CUT);
}

static void four_thousand_threads_are_all_told(void **state)
{
  (void)state;
  struct prof_config c = config();
  c.threads = 4001; /* the taker and 4000 */
  boot(&c, 4050);
  take_moment();
  take_moment();
  hand_out();
  assert_int_equal(moments[0].threads, 4050);
  assert_int_equal(moments[0].stances, 4000);
  assert_int_equal(moments[0].unknown, 50);
  assert_in_range(moments[1].stances, 4000 / WIRE_STANCE_AGAIN - 1, 4000 / WIRE_STANCE_AGAIN + 1);
  assert_int_equal(moments[1].unknown, 50);
}

static void each_thread_is_told_again_after_a_while(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 3);
  for (unsigned i = 0; i < WIRE_STANCE_AGAIN + 1; i++)
    take_moment();
  hand_out();
  assert_int_equal(stance_rows, 6);
  for (size_t i = 3; i < 6; i++)
    assert_int_equal(stances[i].flags, WIRE_STANCE_REPEATED);
}

static void a_moment_without_room_is_dropped_whole_and_made_up_for(void **state)
{
  (void)state;
  struct prof_config c = config();
  c.stances = 4;
  c.stream = WIRE_MODE_MOMENTS;
  boot(&c, 3);
  RUNS_TO(&players[0], 1, 2);
  assert_int_equal(take_moment(), 1);
  RUNS_TO(&players[0], 3, 2);
  RUNS_TO(&players[1], 4, 2);
  assert_int_equal(take_moment(), 0);
  assert_int_equal(prof_tally(WIRE_MOMENT).dropped, 1);
  assert_int_equal(prof_tally(WIRE_STANCE).dropped, 2);
  assert_true(prof_stream(&sink));
  assert_int_equal(take_moment(), 2); /* nothing has run since */
  hand_out();
  assert_int_equal(moment_rows, 2);
  assert_int_equal(moments[1].stances, 2);
  ASSERT_STACK(1, &players[0], 1, 2);
  ASSERT_STACK(2, &players[0], 3, 2);
  ASSERT_STACK(2, &players[1], 4, 2);
  assert_int_equal(path_rows, 1);
}

static void a_stack_without_room_for_its_paths_is_cut_and_counted(void **state)
{
  (void)state;
  struct prof_config c = config();
  c.paths = 2;
  boot(&c, 2);
  RUNS_TO(&players[0], 1, 2, 3);
  RUNS_TO(&players[1], 4, 5, 6, 3);
  take_moment();
  hand_out();
  ASSERT_STACK(1, &players[0], 1, 2, 3);
  ASSERT_STACK(1, &players[1], 4, 3); /* the outermost part */
  assert_int_equal(stance_at(1, players[1].prof.id)->flags, WIRE_STANCE_CUT);
  assert_int_equal(prof_tally(WIRE_PATH).dropped, 1);
}

static void a_renamed_thread_has_its_last_name(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 2);
  take_moment();
  prof_thread_rename(&players[0].prof, "renamed");
  take_moment();
  hand_out();
  assert_int_equal(moments[1].stances, 0);
  size_t at = 0;
  bool found = false;
  for (size_t i = 0; i < name_rows; at += last_name[i++].bytes)
    found |= last_name[i].space == WIRE_SPACE_THREAD && last_name[i].id == players[0].prof.id &&
             last_name[i].bytes == strlen("renamed") && !memcmp(name_text + at, "renamed", strlen("renamed"));
  assert_true(found);
}

static void a_steady_thread_is_not_asked_for_until_it_moves(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 3);
  for (uint32_t i = 0; i < 3; i++) {
    RUNS_TO(&players[i], 10 + i, 20);
    players[i].stance.steady = i < 2;
  }
  take_moment();
  take_moment();
  assert_int_equal(players[0].asked, 1);
  assert_int_equal(players[2].asked, 2); /* what it waits for may change */
  players[0].stance.state = WIRE_STATE_READY;
  players[0].stance.wait = 0;
  prof_unblock(&players[0].prof);
  RUNS_TO(&players[1], 99, 20);
  take_moment();
  take_moment();
  hand_out();
  assert_int_equal(moments[1].stances, 0);
  assert_int_equal(moments[2].stances, 2);
  assert_int_equal(moments[3].stances, 0);
  assert_int_equal(players[0].asked, 3); /* no ready thread is steady */
  assert_int_equal(players[1].asked, 2);
  assert_int_equal(stance_at(3, players[0].prof.id)->state, WIRE_STATE_READY);
  ASSERT_STACK(3, &players[0], 10, 20);
  ASSERT_STACK(3, &players[1], 99, 20);
}

static void stacks_that_were_walked_before_the_moment_are_told_by_it(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 5);
  for (uint32_t i = 0; i < 5; i++)
    RUNS_TO(&players[i], 10 + i, 20);
  assert_true(prof_moment_unprepared());
  assert_true(prof_moment_prepare(3)); /* the taker and two */
  assert_false(prof_moment_prepare(3));
  assert_false(prof_moment_unprepared());
  RUNS_TO(&players[4], 77, 20); /* and then it runs */
  stack[0] = stack[2] = 0x4141414141414141; /* of the first player: not walked again */
  take_moment();
  hand_out();
  assert_int_equal(moments[0].stances, 5);
  for (uint32_t i = 0; i < 4; i++)
    ASSERT_STACK(1, &players[i], 10 + i, 20);
  ASSERT_STACK(1, &players[4], 77, 20);
}

/* No buffer was full: a reader is not to be told so. */
static void moments_that_were_not_taken_are_told_by_their_number(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 1);
  take_moment();
  prof_moments_missed(3);
  prof_moments_missed(1);
  hand_out();
  assert_int_equal(told_missed, 4);
  assert_int_equal(prof_tally(WIRE_MOMENT).made, 1);
  assert_int_equal(prof_tally(WIRE_MOMENT).dropped, 0);
}

/* Until a moment is told its paths say nothing: they are in no frame of their own. */
static void paths_leave_with_the_stances_that_have_them(void **state)
{
  (void)state;
  struct prof_config c = config();
  c.stream = WIRE_MODE_MOMENTS;
  boot(&c, 1);
  RUNS_TO(&players[0], 10, 20, 30);
  prof_moment_prepare(1);
  prof_stream(&sink);
  assert_int_equal(path_rows, 0);
  take_moment();
  prof_stream(&sink);
  assert_int_equal(path_rows, 2);
  ASSERT_STACK(1, &players[0], 10, 20, 30);
  hand_out();
  assert_int_equal(path_rows, 2);
}

static void the_moment_of_a_crash_has_room_of_its_own(void **state)
{
  (void)state;
  struct prof_config c = config();
  c.stances = 4;
  c.paths = 2;
  boot(&c, 3);
  RUNS_TO(&players[0], 1, 2);
  RUNS_TO(&players[1], 3, 4);
  assert_int_equal(take_moment(), 1);
  RUNS_TO(&players[0], 5, 6, 7);
  RUNS_TO(&players[1], 8, 6, 7);
  assert_int_equal(take_moment(), 0);
  assert_int_equal(prof_moment_take(WIRE_MOMENT_WHY_CRASH, prof_moment_clock(), 0), 2);
  assert_int_equal(prof_moment_take(WIRE_MOMENT_WHY_CRASH, prof_moment_clock(), 0), 2); /* there is one crash */
  assert_int_equal(take_moment(), 0); /* and nothing behind it */
  hand_out();
  assert_int_equal(moment_rows, 2);
  assert_int_equal(moment_of(2)->why, WIRE_MOMENT_WHY_CRASH);
  assert_int_equal(moment_of(2)->stances, 3);
  ASSERT_STACK(2, &players[0], 5, 6, 7);
  ASSERT_STACK(2, &players[1], 8, 6, 7);
  assert_int_equal(prof_tally(WIRE_MOMENT).made, 3);
  assert_int_equal(prof_tally(WIRE_MOMENT).dropped, 1);
  assert_int_equal(prof_tally(WIRE_STANCE).made, 3 + 2 + 3);
  for (size_t i = 0; i < stance_rows; i++) /* a reader sorts them */
    if (stances[i].moment == 2)
      assert_int_equal(stances[i].flags, 0);
}

static void a_thread_that_was_written_over_is_unknown_at_a_crash(void **state)
{
  (void)state;
  const struct prof_config c = config();
  boot(&c, 2);
  for (uint32_t i = 0; i < 2; i++)
    players[i].stance.steady = true;
  take_moment();
  players[1].dies = true; /* the port sees that it is broken, though it seems not to have run */
  prof_moment_take(WIRE_MOMENT_WHY_CRASH, prof_moment_clock(), 0);
  hand_out();
  assert_int_equal(moment_of(2)->threads, 2);
  assert_int_equal(moment_of(2)->unknown, 1);
  assert_int_equal(moment_of(2)->stances, 2);
  assert_int_equal(stance_at(2, players[1].prof.id)->state, WIRE_STATE_GONE);
}

/* The kernel's handler of that fault calls again. */
static void take_at_crash(void)
{
  if (setjmp(fault) < 1)
    prof_moment_take(WIRE_MOMENT_WHY_CRASH, prof_moment_clock(), 0);
}

static void a_fault_while_looking_at_a_thread_costs_that_thread_alone(void **state)
{
  (void)state;
  struct prof_config c = config();
  c.modes = WIRE_MODE_EVENTS;
  boot(&c, 4);
  for (uint32_t i = 0; i < 4; i++)
    RUNS_TO(&players[i], 10 + i, 20);
  players[1].faults = true;
  take_at_crash();
  take_at_crash();
  hand_out();
  assert_int_equal(moment_rows, 1);
  assert_int_equal(moments[0].threads, 4);
  assert_int_equal(moments[0].unknown, 1);
  assert_int_equal(moments[0].stances, 3);
  assert_int_equal(stance_rows, 3);
  assert_null(stance_at(1, players[1].prof.id));
  ASSERT_STACK(1, &players[0], 10, 20);
  ASSERT_STACK(1, &players[2], 12, 20);
  ASSERT_STACK(1, &players[3], 13, 20);
}

static void endless_recursions_leave_room_for_the_other_threads_at_a_crash(void **state)
{
  static uintptr_t deep[2][3000];
  (void)state;
  struct prof_config c = config();
  c.modes = WIRE_MODE_TIMING;
  boot(&c, 3);
  for (size_t i = 0; i < 3000; i++) {
    deep[0][i] = 100000 + i;
    deep[1][i] = 200000 + i;
  }
  build_stack(&players[0], deep[0], 3000);
  build_stack(&players[1], deep[1], 3000);
  RUNS_TO(&players[2], 1, 2, 3);
  prof_moment_take(WIRE_MOMENT_WHY_CRASH, prof_moment_clock(), 0);
  hand_out();
  assert_int_equal(stance_at(1, players[0].prof.id)->flags, WIRE_STANCE_CUT);
  assert_stack(1, &players[0], deep[0], 1024);
  assert_int_equal(stance_at(1, players[1].prof.id)->flags, WIRE_STANCE_CUT);
  assert_stack(1, &players[1], deep[1], 64);
  assert_int_equal(stance_at(1, players[2].prof.id)->flags, 0);
  ASSERT_STACK(1, &players[2], 1, 2, 3);
  assert_int_equal(prof_tally(WIRE_PATH).dropped, 0);
}

static void threads_without_a_number_are_counted_while_they_are_there(void **state)
{
  (void)state;
  struct prof_config c = config();
  c.threads = 3; /* the taker and two */
  boot(&c, 4);
  take_moment();
  prof_thread_exit(&players[3].prof);
  take_moment();
  hand_out();
  assert_int_equal(moments[0].threads, 4);
  assert_int_equal(moments[0].unknown, 2);
  assert_int_equal(moments[1].threads, 3);
  assert_int_equal(moments[1].unknown, 1);
}

static void without_the_mode_nothing_is_taken_but_at_a_crash(void **state)
{
  (void)state;
  struct prof_config c = config();
  c.modes = WIRE_MODE_EVENTS;
  boot(&c, 2);
  assert_int_equal(take_moment(), 0);
  assert_false(prof_moments_on());
  assert_int_equal(prof_tally(WIRE_MOMENT).made, 0);
  prof_moment_take(WIRE_MOMENT_WHY_WATCHDOG, prof_moment_clock(), 0);
  assert_int_equal(prof_tally(WIRE_MOMENT).made, 1);
  assert_int_equal(prof_tally(WIRE_STANCE).made, 2);
  assert_int_equal(prof_tally(WIRE_STANCE).dropped, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(threads_that_stand_as_before_have_no_row),
    cmocka_unit_test(frames_as_before_over_another_caller_are_seen),
    cmocka_unit_test(waits_and_owners_are_told_when_they_change),
    cmocka_unit_test(a_thread_that_ends_is_gone_once),
    cmocka_unit_test(a_thread_that_dies_while_it_is_looked_at_is_counted),
    cmocka_unit_test(a_smashed_frame_pointer_ends_the_walk),
    cmocka_unit_test(a_stack_ten_thousand_deep_is_whole_and_a_deeper_one_is_cut),
    cmocka_unit_test(four_thousand_threads_are_all_told),
    cmocka_unit_test(each_thread_is_told_again_after_a_while),
    cmocka_unit_test(a_moment_without_room_is_dropped_whole_and_made_up_for),
    cmocka_unit_test(a_stack_without_room_for_its_paths_is_cut_and_counted),
    cmocka_unit_test(a_renamed_thread_has_its_last_name),
    cmocka_unit_test(a_steady_thread_is_not_asked_for_until_it_moves),
    cmocka_unit_test(stacks_that_were_walked_before_the_moment_are_told_by_it),
    cmocka_unit_test(moments_that_were_not_taken_are_told_by_their_number),
    cmocka_unit_test(paths_leave_with_the_stances_that_have_them),
    cmocka_unit_test(the_moment_of_a_crash_has_room_of_its_own),
    cmocka_unit_test(a_thread_that_was_written_over_is_unknown_at_a_crash),
    cmocka_unit_test(threads_without_a_number_are_counted_while_they_are_there),
    cmocka_unit_test(a_fault_while_looking_at_a_thread_costs_that_thread_alone),
    cmocka_unit_test(endless_recursions_leave_room_for_the_other_threads_at_a_crash),
    cmocka_unit_test(without_the_mode_nothing_is_taken_but_at_a_crash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
