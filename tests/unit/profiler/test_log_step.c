/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_log_step.c: an interrupt at every single instruction of making a record: one that makes records itself, hands
 * out what a stream holds, or empties the log, while the buffer has room for some more records, for one, for none.
 *
 * The program runs with the processor's trap flag set, so that the host sends a signal behind each instruction (Intel
 * SDM volume 3, 17.3.1.4). Each run strikes once, at another instruction. The handler is an NMI, which nothing
 * interrupts, or stands for what other threads do while this one is preempted in its probe.
 */
#define _GNU_SOURCE /* REG_EFL */
#include "fixture.h"

#include <signal.h>
#include <ucontext.h>

#include "prof_port.h"

#include "profiler.h"

#define TRAP     0x100 /* of the flags: a trap behind each instruction */
#define CAPACITY 8     /* records */
#define MOST     64    /* records that a run makes */

static struct prof_thread main_thread;

static void boot(uint32_t stream, uint32_t ring)
{
  const struct prof_config c = { .modes = WIRE_MODE_EVENTS | WIRE_MODE_OBJECTS, .nodes = 64, .events = CAPACITY,
                                 .births = CAPACITY, .deaths = CAPACITY, .collections = 4, .samples = 4,
                                 .addresses = 64, .sched = 8, .threads = 4, .names = 4, .stream = stream,
                                 .ring = ring };
  BOOT_PROFILER(&c, 0, { &main_thread, "main", 0 });
  assert_true(prof_start());
}

/* ---- records: each has a number, from 1, that comes back once or never ---- */

static uint64_t made, handed, came_back[MOST];

/* In one instruction. */
static uint64_t next_number(void)
{
  return __atomic_add_fetch(&made, 1, __ATOMIC_RELAXED);
}

static void log_events(unsigned count)
{
  while (count--)
    prof_event_log(1, next_number());
}

static void count_back(uint64_t number)
{
  assert_in_range(number, 1, made);
  assert_int_equal(came_back[number - 1]++, 0);
  handed++;
}

static void take(void *ctx, enum wire_kind kind, const void *records, size_t rows)
{
  (void)ctx;
  for (size_t i = 0; kind == WIRE_EVENT && i < rows; i++)
    count_back(((const struct wire_logged_event *)records)[i].arg);
}

static void take_pair(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
                      const void *child_records, size_t child_rows)
{
  (void)ctx, (void)kind, (void)records, (void)rows, (void)child, (void)child_records, (void)child_rows;
}

static const struct prof_sink sink = { .records = take, .pair = take_pair };

/* ---- one strike ---- */

static void (*strike)(void);
static volatile uint32_t instructions, at;
static volatile bool struck;

/* The host clears the trap flag for the handler, and the handler for what follows its strike. */
static void trapped(int signal, siginfo_t *info, void *context)
{
  (void)signal, (void)info;
  if (instructions++ != at)
    return;
  struck = true;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~TRAP;
  strike();
}

/* The red zone is left alone. */
#define STEPS(instruction, flags)                                                                                      \
  __asm__ volatile("sub $128, %%rsp\n\tpushf\n\t" instruction " %0, (%%rsp)\n\tpopf\n\tadd $128, %%rsp"               \
                   : : "i"(flags) : "memory", "cc")

static void run_struck(void (*program)(void))
{
  instructions = 0;
  struck = false;
  STEPS("orq", TRAP);
  program();
  STEPS("andq", ~TRAP);
}

static void begin(void)
{
  prof_log_reset(&prof_events);
  prof_log_reset(&prof_deaths);
  made = handed = 0;
  for (unsigned i = 0; i < MOST; i++)
    came_back[i] = 0;
}

struct run { void (*before)(unsigned count), (*program)(void), (*strike)(void), (*check)(void); };

/* Runs with a buffer that has room for three more records, for two, for one, for none, each time with the strike
 * behind another instruction, until the program has no more of them. */
static void at_every_instruction(const struct run *run, uint32_t stream, uint32_t ring)
{
  struct sigaction step = { .sa_sigaction = trapped, .sa_flags = SA_SIGINFO }, before;
  assert_int_equal(sigaction(SIGTRAP, &step, &before), 0);
  strike = run->strike;
  boot(stream, ring);
  for (unsigned there = CAPACITY - 3; there <= CAPACITY; there++) {
    struck = true;
    for (at = 0; struck; at++) {
      begin();
      run->before(there);
      run_struck(run->program);
      run->check();
    }
    assert_in_range(at, 20, 2000);
  }
  sigaction(SIGTRAP, &before, NULL);
}

/* ---- events ---- */

static void log_one(void)
{
  log_events(1);
}

static void log_three(void)
{
  log_events(3);
}

static uint64_t event_number(const void *record)
{
  return ((const struct wire_logged_event *)record)->arg;
}

/* Each record that was made is in the buffer, whole, or counted as dropped. */
static void check_log(const struct prof_log *log, uint64_t (*number)(const void *record))
{
  const uint64_t kept = made < CAPACITY ? made : CAPACITY;
  assert_int_equal(prof_log_kept(log, 0), kept);
  for (uint64_t i = prof_log_first(log, 0); i < prof_log_end(log, 0); i++) {
    assert_true(prof_log_is_whole(log, i));
    count_back(number(prof_log_record(log, i)));
  }
  assert_int_equal(prof_log_tally(log).made, made);
  assert_int_equal(prof_log_tally(log).dropped, made - kept);
}

static void check_kept(void)
{
  check_log(&prof_events, event_number);
}

static void a_full_buffer_drops_what_it_has_no_room_for(void **state)
{
  (void)state;
  at_every_instruction(&(struct run){ log_events, log_one, log_three, check_kept }, 0, 0);
}

static void a_ring_keeps_the_newest(void **state)
{
  (void)state;
  at_every_instruction(&(struct run){ log_events, log_one, log_three, check_kept }, 0, WIRE_MODE_EVENTS);
}

/* ---- streams ---- */

static void hand_out(void)
{
  prof_stream(&sink);
}

static void hand_out_and_fill(void)
{
  prof_stream(&sink);
  log_events(CAPACITY + 1);
}

static void fill_and_hand_out(void)
{
  log_events(CAPACITY + 1);
  prof_stream(&sink);
}

/* Each event was handed out or counted as dropped, and all places are free again. */
static void check_stream(void)
{
  prof_stream(&sink);
  assert_int_equal(prof_tally(WIRE_EVENT).made, made);
  assert_int_equal(prof_tally(WIRE_EVENT).dropped, made - handed);
  const uint64_t before = handed;
  assert_int_equal(prof_part_left(prof_log_own(&prof_events)), CAPACITY);
  log_events(CAPACITY + 1);
  assert_int_equal(prof_part_left(prof_log_own(&prof_events)), 0);
  prof_stream(&sink);
  assert_int_equal(handed, before + CAPACITY);
}

static void a_stream_loses_none_and_hands_none_out_twice(void **state)
{
  (void)state;
  at_every_instruction(&(struct run){ log_events, log_one, log_one, check_stream }, WIRE_MODE_EVENTS, 0);
  at_every_instruction(&(struct run){ log_events, log_one, hand_out, check_stream }, WIRE_MODE_EVENTS, 0);
  at_every_instruction(&(struct run){ log_events, log_one, hand_out_and_fill, check_stream }, WIRE_MODE_EVENTS, 0);
  at_every_instruction(&(struct run){ log_events, log_one, fill_and_hand_out, check_stream }, WIRE_MODE_EVENTS, 0);
}

/* ---- a buffer that is emptied ---- */

static void empty_and_fill(void)
{
  prof_log_reset(&prof_events);
  log_events(CAPACITY + 1);
}

/* The event that was interrupted may have no record. No event has one outside of the buffer. */
static void check_emptied(void)
{
  assert_in_range(prof_log_kept(&prof_events, 0), 1, CAPACITY);
  prof_log_reset(&prof_events);
  log_events(CAPACITY + 1);
  assert_int_equal(prof_log_kept(&prof_events, 0), CAPACITY);
}

static void a_buffer_that_is_emptied_meanwhile_has_its_room(void **state)
{
  (void)state;
  at_every_instruction(&(struct run){ log_events, log_one, empty_and_fill, check_emptied }, 0, 0);
}

/* ---- several records at once ---- */

static void log_death(void)
{
  prof_death(next_number());
}

static void log_each_death(unsigned count)
{
  while (count--)
    log_death();
}

static void log_deaths(void)
{
  const uintptr_t objects[2] = { next_number(), next_number() };
  prof_deaths_at_once(objects, 2);
}

static uint64_t death_number(const void *record)
{
  return ((const struct wire_logged_death *)record)->object;
}

static void check_deaths(void)
{
  check_log(&prof_deaths, death_number);
}

static void records_made_at_once_have_room_together_or_one_by_one(void **state)
{
  (void)state;
  at_every_instruction(&(struct run){ log_each_death, log_deaths, log_death, check_deaths }, 0, 0);
  at_every_instruction(&(struct run){ log_each_death, log_deaths, log_deaths, check_deaths }, 0, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_full_buffer_drops_what_it_has_no_room_for),
    cmocka_unit_test(a_ring_keeps_the_newest),
    cmocka_unit_test(a_stream_loses_none_and_hands_none_out_twice),
    cmocka_unit_test(a_buffer_that_is_emptied_meanwhile_has_its_room),
    cmocka_unit_test(records_made_at_once_have_room_together_or_one_by_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
