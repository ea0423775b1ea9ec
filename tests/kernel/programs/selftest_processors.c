/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * selftest_processors.c: checks of what threads may rely on where several processors run them. Each check holds on any
 * number of processors; with one they say little.
 */
#include "selftest.h"

#include <stdbool.h>

#include "core/print.h"
#include "core/processor.h"
#include "core/page.h"
#include "core/spin.h"
#include "core/stack.h"
#include "core/thread_list.h"
#include "core/timer.h"
#include "crash/panic.h"
#include "cpu.h"
#include "drivers/uart.h"
#include "selftest_checks.h"
#include "tsc.h"

#define MOST       PROCESSORS_MOST
#define COUNTERS   8
#define ADDITIONS  2000
#define LOOKS      20000
#define LIVES      60

static struct thread *threads[2 * MOST];

/* Starts `count` threads and waits for their ends. Returns whether there was memory. */
static bool run_all(unsigned count, void (*entry)(void *arg))
{
  unsigned started = 0;
  while (started < count && (threads[started] = thread_create("one of many", THREAD_NORMAL, entry, NULL)))
    started++;
  for (unsigned i = 0; i < started; i++)
    thread_join(threads[i]);
  return started == count;
}

/* ---- as many threads as processors hold one each, at the same time ---- */

static unsigned arrived;

static void arrive_and_hold(void *arg)
{
  (void)arg;
  thread_hold();
  __atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL);
  while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < processor_count)
    cpu_pause();
  thread_release();
}

static const char *check_spread(void)
{
  return run_all(processor_count, arrive_and_hold) ? NULL : "no memory for a thread";
}

/* ---- a mutex: no addition is lost ---- */

static struct mutex lock;
static volatile unsigned sum;

static void add(void *arg)
{
  (void)arg;
  for (unsigned i = 0; i < ADDITIONS; i++) {
    mutex_lock(&lock);
    sum = sum + 1;
    mutex_unlock(&lock);
  }
}

static const char *check_mutex(void)
{
  sum = 0;
  if (!run_all(COUNTERS, add))
    return "no memory for a thread";
  return sum == COUNTERS * ADDITIONS ? NULL : "additions under a mutex were lost";
}

/* ---- a spinlock that is held so long that those who wait for it sleep: no addition is lost ---- */

#define HOLDS   40
#define HOLD_US 100 /* spin.c lets a processor look for 20 us before it sleeps */

static struct spinlock door = SPINLOCK("held long");

static void hold_long(void *arg)
{
  (void)arg;
  for (unsigned i = 0; i < HOLDS; i++) {
    const unsigned long flags = spin_enter(&door);
    const unsigned seen = sum;
    for (const uint64_t begun = cpu_tsc(); i % 2 && cpu_tsc() - begun < tsc_from_us(HOLD_US);)
      cpu_pause();
    sum = seen + 1;
    spin_leave(&door, flags);
  }
}

static const char *check_spinlock(void)
{
  sum = 0;
  if (!run_all(COUNTERS, hold_long))
    return "no memory for a thread";
  return sum == COUNTERS * HOLDS ? NULL : "additions under a spinlock were lost";
}

/* ---- two threads that wake each other: no wake is lost ---- */

static struct thread *volatile partners[2];
static bool both_known;
static unsigned turn;

static void take_turns(void *arg)
{
  const unsigned me = arg != NULL;
  while (!__atomic_load_n(&both_known, __ATOMIC_ACQUIRE))
    thread_yield();
  for (unsigned i = 0; i < ADDITIONS; i++) {
    while ((__atomic_load_n(&turn, __ATOMIC_ACQUIRE) & 1) != me)
      thread_block();
    __atomic_add_fetch(&turn, 1, __ATOMIC_ACQ_REL);
    thread_unblock(partners[!me]);
  }
}

static const char *check_wakes(void)
{
  partners[0] = thread_create("first", THREAD_NORMAL, take_turns, NULL);
  partners[1] = thread_create("second", THREAD_NORMAL, take_turns, &turn);
  if (!partners[0] || !partners[1])
    return "no memory for a thread";
  __atomic_store_n(&both_known, true, __ATOMIC_RELEASE);
  thread_join(partners[0]);
  thread_join(partners[1]);
  return turn == 2 * ADDITIONS ? NULL : "threads that wake each other did not take turns";
}

/* ---- a condition, signalled with the mutex and without: no signal is lost ---- */

static struct cond handed_on;
static unsigned round_of_all;

/* A third of the signals come when the mutex has been given back: a thread that is about to wait must not miss one. */
static void pass_on(void *arg)
{
  (void)arg;
  for (unsigned i = 0; i < ADDITIONS; i++) {
    mutex_lock(&lock);
    const unsigned mine = round_of_all++;
    if (mine % 3)
      cond_broadcast(&handed_on);
    mutex_unlock(&lock);
    if (mine % 3 == 0)
      cond_broadcast(&handed_on);
    mutex_lock(&lock);
    while (round_of_all == mine + 1 && mine + 1 < 2 * ADDITIONS)
      cond_wait(&handed_on, &lock);
    mutex_unlock(&lock);
  }
}

static const char *check_condition(void)
{
  round_of_all = 0;
  return run_all(2, pass_on) ? NULL : "no memory for a thread";
}

/* ---- all other threads stopped: they stand still, but for helpers, and go on ---- */

static bool over;
static volatile unsigned laps[MOST];
static unsigned runners;

static void run_laps(void *arg)
{
  const unsigned me = __atomic_fetch_add(&runners, 1, __ATOMIC_ACQ_REL);
  (void)arg;
  while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE))
    laps[me % MOST]++;
}

static unsigned laps_of_all(void)
{
  unsigned all = 0;
  for (unsigned i = 0; i < MOST; i++)
    all += laps[i];
  return all;
}

static unsigned helped;

static void help(void *arg)
{
  (void)arg;
  for (;;) {
    thread_block();
    __atomic_add_fetch(&helped, 1, __ATOMIC_ACQ_REL);
  }
}

/* Calls a helper for each other processor, and returns when all have run and wait again. */
static void call_helpers(struct thread *const *helpers)
{
  helped = 0;
  for (unsigned i = 1; i < processor_count; i++)
    thread_call_helper(helpers[i]);
  for (unsigned looks = 0; __atomic_load_n(&helped, __ATOMIC_ACQUIRE) < processor_count - 1;)
    cpu_relax(&looks);
  thread_await_helpers();
}

static const char *check_stop(void)
{
  const char *problem = NULL;
  static struct thread *helpers[MOST];
  for (unsigned i = 1; i < processor_count; i++)
    if (!(helpers[i] = thread_create_helper("helper", help, NULL)))
      return "no memory for a thread";
  for (unsigned i = 0; i < processor_count; i++)
    if (!(threads[i] = thread_create("runner", THREAD_LOW, run_laps, NULL)))
      return "no memory for a thread";
  for (unsigned i = 0; i < 20; i++) {
    thread_sleep_us(500);
    thread_stop_others();
    const unsigned before = laps_of_all();
    call_helpers(helpers);
    for (volatile unsigned look = 0; look < LOOKS; look++)
      if (laps_of_all() != before)
        problem = "a thread ran while all others were stopped";
    thread_let_go();
  }
  const unsigned before = laps_of_all();
  thread_sleep_us(5000);
  if (laps_of_all() == before)
    problem = "no thread went on after it was stopped";
  __atomic_store_n(&over, true, __ATOMIC_RELEASE);
  for (unsigned i = 0; i < processor_count; i++)
    thread_join(threads[i]);
  return problem;
}

/* ---- stacks that come and go: no processor reaches the pages of one that is gone ---- */

static unsigned spoilt;

static void fill_stack(void *arg)
{
  volatile uintptr_t words[512];
  (void)arg;
  for (unsigned i = 0; i < 512; i++)
    words[i] = (uintptr_t)&words[i];
  thread_yield();
  for (unsigned i = 0; i < 512; i++)
    if (words[i] != (uintptr_t)&words[i])
      __atomic_add_fetch(&spoilt, 1, __ATOMIC_RELAXED);
}

static void make_threads(void *arg)
{
  (void)arg;
  for (unsigned i = 0; i < LIVES; i++) {
    struct thread *t = thread_create("short life", THREAD_NORMAL, fill_stack, NULL);
    if (!t) {
      __atomic_add_fetch(&spoilt, 1, __ATOMIC_RELAXED);
      return;
    }
    thread_join(t);
  }
}

static const char *check_stacks(void)
{
  if (!run_all(processor_count + 1, make_threads))
    return "no memory for a thread";
  return spoilt ? "a thread found its stack changed" : NULL;
}

/* ---- translations: what is not mapped any more no processor reaches ---- */

#define MAPPINGS 10

static volatile uintptr_t shared;      /* where all read */
static unsigned asked, answered;       /* how often they were to read, and how often they have */
static uint64_t read_wrong, expected;

static void compare_shared(void)
{
  if (*(const volatile uint64_t *)shared != __atomic_load_n(&expected, __ATOMIC_RELAXED))
    __atomic_add_fetch(&read_wrong, 1, __ATOMIC_RELAXED);
  __atomic_add_fetch(&answered, 1, __ATOMIC_ACQ_REL);
}

/* Reads each time when it is asked, on a processor of its own, whose translations nothing else changes. */
static void read_shared(void *arg)
{
  (void)arg;
  thread_hold();
  for (unsigned i = 1; i <= 2 * MAPPINGS; i++) {
    for (unsigned looks = 0; __atomic_load_n(&asked, __ATOMIC_ACQUIRE) < i;)
      cpu_relax(&looks);
    compare_shared();
  }
  thread_release();
}

/* As read_shared() does, but lets its processor rest between two times. */
static void read_rested(void *arg)
{
  (void)arg;
  for (unsigned i = 1; i <= 2 * MAPPINGS; i++) {
    while (__atomic_load_n(&asked, __ATOMIC_ACQUIRE) < i)
      thread_block();
    compare_shared();
  }
}

static void wake_readers(void)
{
  for (unsigned i = 0; i < processor_count - 1; i++)
    thread_unblock(threads[i]);
}

/* Waits until all processors but the caller's own, which it keeps, rest. */
static void await_rests(void)
{
  const struct processor *self = processor_self();
  unsigned looks = 0;
  for (uint32_t i = 0; i < processor_count; i++)
    while (&processors[i] != self && !__atomic_load_n(&processors[i].resting, __ATOMIC_ACQUIRE))
      cpu_relax(&looks);
}

static bool readers_rest;

/* Writes a value to the lowest word of a stack, and has all other processors read it there. */
static void have_read(struct stack s, uint64_t value)
{
  if (readers_rest)
    await_rests();
  shared = s.low;
  *(volatile uint64_t *)s.low = value;
  __atomic_store_n(&expected, value, __ATOMIC_RELAXED);
  const unsigned all = (__atomic_add_fetch(&asked, 1, __ATOMIC_ACQ_REL)) * (processor_count - 1);
  if (readers_rest)
    wake_readers();
  for (unsigned looks = 0; __atomic_load_n(&answered, __ATOMIC_ACQUIRE) < all;)
    cpu_relax(&looks);
  if (readers_rest)
    await_rests();
}

/* A stack is read by all, freed, and made again at its address of other pages, for the freed ones are taken meanwhile.
 * Returns what went wrong; NULL: nothing. */
static const char *map_again(unsigned round)
{
  const struct stack before = stack_alloc(STACK_LEAST);
  if (!before.low)
    return "no memory for a stack";
  have_read(before, 2 * round + 1);
  stack_free(before);
  void *freed = page_alloc(STACK_LEAST / PAGE_BYTES);
  const struct stack behind = stack_alloc(STACK_LEAST);
  if (!freed || !behind.low)
    return "no memory for a stack";
  have_read(behind, 2 * round + 2);
  const bool same = behind.low == before.low && *(const uint64_t *)freed == 2 * round + 1;
  stack_free(behind);
  page_free(freed, STACK_LEAST / PAGE_BYTES);
  return same ? NULL : "a stack that is made again has another address, or the pages of the one before";
}

/* The caller holds its processor, too: each reader has one of the others. */
static const char *have_mapped_again(void (*read)(void *arg))
{
  const char *problem = NULL;
  unsigned readers = 0;
  asked = answered = 0;
  while (readers < processor_count - 1 && (threads[readers] = thread_create("reader", THREAD_NORMAL, read, NULL)))
    readers++;
  if (readers < processor_count - 1)
    return "no memory for a thread";
  for (unsigned i = 0; i < MAPPINGS; i++) {
    const char *new = map_again(i);
    problem = problem ? problem : new;
  }
  for (unsigned i = 0; i < readers; i++)
    thread_join(threads[i]);
  return problem ? problem : read_wrong ? "a processor read a page that was not mapped there any more" : NULL;
}

/* Processors that work are interrupted for it, those that rest forget the page when they work again. */
static const char *check_translations(void)
{
  const char *problem = have_mapped_again(read_shared);
  if (problem)
    return problem;
  readers_rest = true;
  return have_mapped_again(read_rested);
}

/* ---- the time, which threads tell each other: it never goes back, and a sleep is never shorter than was asked, also
 * where the processors' own counters disagree (skew.h). How much longer a sleep took is printed: where instructions are
 * counted, that is a matter of the kernel alone, and a case names the most; on the host's clock it is one of the host's
 * load, too ---- */

#define SLEEP_US 3000

static uint64_t latest;
static uint64_t longest_sleep; /* [mutex `lock`] TSC cycles */
static unsigned went_back, slept_short;

static void compare_times(void *arg)
{
  (void)arg;
  for (unsigned i = 0; i < ADDITIONS; i++) {
    mutex_lock(&lock);
    const uint64_t now = tsc_now();
    went_back += (int64_t)(now - latest) < 0;
    latest = now;
    mutex_unlock(&lock);
  }
}

static void sleep_and_look(void *arg)
{
  (void)arg;
  const uint64_t begun = tsc_now();
  thread_sleep_us(SLEEP_US);
  const uint64_t took = tsc_now() - begun;
  mutex_lock(&lock);
  slept_short += took < tsc_from_us(SLEEP_US);
  if (took > longest_sleep)
    longest_sleep = took;
  mutex_unlock(&lock);
}

static const char *check_clock(void)
{
  latest = tsc_now();
  if (!run_all(COUNTERS, compare_times) || !run_all(COUNTERS, sleep_and_look))
    return "no memory for a thread";
  if (went_back)
    return "the time went back from one thread to the next";
  const uint64_t tick = tsc_hz() / timer_hz();
  kprintf("sleeps of %u us: the longest took %lu ticks\n", SLEEP_US, (longest_sleep + tick - 1) / tick);
  return slept_short ? "a sleep was shorter than was asked" : NULL;
}

/* ---- an interrupt's thread, and the more urgent thread that it wakes, run where the interrupt came: no other
 * processor is woken for them. Timers' interrupts that wake threads come on the first processor ---- */

#define NAPS   40
#define NAP_US 1000

static unsigned woken_elsewhere;

static void nap_and_look(void *arg)
{
  (void)arg;
  for (unsigned i = 0; i < NAPS; i++) {
    thread_sleep_us(NAP_US);
    const unsigned long flags = cpu_irq_save();
    woken_elsewhere += processor_self()->number != 0;
    cpu_irq_restore(flags);
  }
}

/* A processor that happens to look for work in between may take a thread. */
static const char *check_brief(void)
{
  struct thread *t = thread_create("brief", THREAD_HIGH, nap_and_look, NULL);
  if (!t)
    return "no memory for a thread";
  thread_join(t);
  return woken_elsewhere < NAPS / 2 ? NULL : "other processors were woken for a thread that the first one could run";
}

struct check { const char *name; const char *(*check)(void); };

/* Runs checks one after the other, and prints a result of each. Returns whether one failed. */
static int run_checks(const struct check *checks, unsigned count)
{
  int failed = 0;
  for (unsigned i = 0; i < count; i++) {
    const char *problem = checks[i].check();
    kprintf("result: %s %s\n", checks[i].name, problem ? "failed" : "ok");
    if (problem)
      kprintf("error: %s: %s\n", checks[i].name, problem);
    failed |= problem != NULL;
  }
  return failed;
}

int selftest_processors(const struct workload_input *input)
{
  static const struct check checks[] = {
    { "spread", check_spread }, { "mutex", check_mutex }, { "spinlock", check_spinlock },
    { "wakes", check_wakes }, { "condition", check_condition }, { "stop", check_stop },
    { "stacks", check_stacks }, { "translations", check_translations }, { "clock", check_clock },
    { "brief", check_brief },
  };
  (void)input;
  return run_checks(checks, sizeof checks / sizeof checks[0]);
}

/* ---- threads that become allowed to run: a processor that halts runs each at once, not at its next tick ---- */

#define CALLS 8

/* Returns a quarter of a tick's time: a processor that halts and is not told looks after one or more of them. */
static uint64_t quarter_tick(void)
{
  return tsc_hz() / timer_hz() / 4;
}

/* Lets the other processors find that no thread may run, look for work for a while, and halt. */
static void await_halts(void)
{
  const uint64_t begun = cpu_tsc();
  for (unsigned looks = 0; cpu_tsc() - begun < quarter_tick();)
    cpu_relax(&looks);
}

/* Ready, but not allowed to run, before it is called. */
static const char *check_ready_helper(void)
{
  struct thread *helper = thread_create_helper("helper", help, NULL);
  uint64_t longest = 0;
  if (!helper)
    return "no memory for a thread";
  for (unsigned i = 0; i < CALLS; i++) {
    thread_sleep_us(1000);
    helped = 0;
    thread_stop_others();
    thread_unblock(helper);
    await_halts();
    const uint64_t begun = cpu_tsc();
    thread_call_helper(helper);
    for (unsigned looks = 0; !__atomic_load_n(&helped, __ATOMIC_ACQUIRE);)
      cpu_relax(&looks);
    if (cpu_tsc() - begun > longest)
      longest = cpu_tsc() - begun;
    thread_let_go();
  }
  return longest < quarter_tick() ? NULL : "a helper that was ready when it was called came with a tick";
}

static unsigned served;

/* Waits for the other service, which therefore has to run on another processor. */
static void serve(void *arg)
{
  (void)arg;
  for (;;) {
    thread_block();
    const unsigned mine = __atomic_add_fetch(&served, 1, __ATOMIC_ACQ_REL);
    for (unsigned looks = 0; __atomic_load_n(&served, __ATOMIC_ACQUIRE) < 2;)
      cpu_relax(&looks);
    if (mine == 2)
      thread_give_back();
  }
}

static const char *check_ready_services(void)
{
  struct thread *services[2];
  uint64_t longest = 0;
  for (unsigned i = 0; i < 2; i++)
    if (!(services[i] = thread_create_service("service", THREAD_NORMAL, 0, serve, NULL)))
      return "no memory for a thread";
  for (unsigned i = 0; i < CALLS; i++) {
    thread_sleep_us(1000);
    served = 0;
    thread_stop_others();
    thread_unblock(services[0]);
    thread_unblock(services[1]);
    await_halts();
    const uint64_t begun = cpu_tsc();
    thread_lend();
    if (cpu_tsc() - begun > longest)
      longest = cpu_tsc() - begun;
    thread_let_go();
  }
  return longest < quarter_tick() ? NULL : "a service that was ready when a processor was lent came with a tick";
}

int selftest_allowed(const struct workload_input *input)
{
  static const struct check checks[] = { { "helper", check_ready_helper }, { "services", check_ready_services } };
  (void)input;
  return run_checks(checks, sizeof checks / sizeof checks[0]);
}

/* ---- a crash while all processors are busy ---- */

static void spin_for_ever(void *arg)
{
  (void)arg;
  __atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL);
  for (;;)
    cpu_pause();
}

int selftest_crowded_panic(const struct workload_input *input)
{
  (void)input;
  arrived = 1;
  for (unsigned i = 1; i < processor_count; i++)
    if (!thread_create("spinner", THREAD_NORMAL, spin_for_ever, NULL))
      return 1;
  while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < processor_count)
    thread_yield();
  *(volatile int *)NULL = 0;
  return 1;
}

/* All processors have interrupts off, and the first one the console's lock: the last one goes down; or all do. */
static bool all_go_down;

static void arrive_and_crash(void *arg)
{
  (void)arg;
  thread_hold();
  if (processor_self()->number == 0)
    uart_lock();
  cpu_irq_off();
  __atomic_add_fetch(&arrived, 1, __ATOMIC_ACQ_REL);
  while (__atomic_load_n(&arrived, __ATOMIC_ACQUIRE) < processor_count)
    cpu_pause();
  if (all_go_down)
    panic("processor %u goes down with the others", processor_self()->number);
  if (processor_self()->number + 1 == processor_count)
    *(volatile int *)NULL = 0;
  for (;;)
    cpu_pause();
}

int selftest_crash_on_last(const struct workload_input *input)
{
  (void)input;
  run_all(processor_count, arrive_and_crash);
  return 1;
}

int selftest_crash_on_all(const struct workload_input *input)
{
  all_go_down = true;
  return selftest_crash_on_last(input);
}
