/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * selftest_threads.c: checks of thread.h as its users see it, and the workload that runs all checks.
 */
#include "selftest.h"

#include <stdbool.h>

#include "core/print.h"
#include "selftest_checks.h"
#include "core/thread.h"
#include "tsc.h"

#include "cpu.h"

/* ---- mutex and join: a read, a pause and a write that only a lock keeps together ---- */

#define ADDERS 8
#define ADDITIONS 50

static struct mutex lock;
static volatile unsigned sum;

static void add(void *arg)
{
  (void)arg;
  for (int i = 0; i < ADDITIONS; i++) {
    mutex_lock(&lock);
    unsigned seen = sum;
    thread_yield();
    sum = seen + 1;
    mutex_unlock(&lock);
  }
}

const char *selftest_mutex(void)
{
  struct thread *threads[ADDERS];
  for (int i = 0; i < ADDERS; i++)
    if (!(threads[i] = thread_create("adder", THREAD_NORMAL, add, NULL)))
      return "no memory for a thread";
  for (int i = 0; i < ADDERS; i++)
    thread_join(threads[i]);
  return sum == ADDERS * ADDITIONS ? NULL : "additions under a mutex were lost";
}

/* ---- condition: a queue of one place between two threads ---- */

#define ITEMS 200

static struct {
  struct mutex lock;
  struct cond changed;
  unsigned item;      /* 0: empty */
} place;

static void produce(void *arg)
{
  (void)arg;
  for (unsigned i = 1; i <= ITEMS; i++) {
    mutex_lock(&place.lock);
    while (place.item)
      cond_wait(&place.changed, &place.lock);
    place.item = i;
    cond_broadcast(&place.changed);
    mutex_unlock(&place.lock);
  }
}

static unsigned consume(void)
{
  mutex_lock(&place.lock);
  while (!place.item)
    cond_wait(&place.changed, &place.lock);
  unsigned item = place.item;
  place.item = 0;
  cond_signal(&place.changed);
  mutex_unlock(&place.lock);
  return item;
}

const char *selftest_cond(void)
{
  struct thread *t = thread_create("producer", THREAD_NORMAL, produce, NULL);
  if (!t)
    return "no memory for a thread";
  bool right = true;
  for (unsigned i = 1; i <= ITEMS; i++)
    right &= consume() == i;
  thread_join(t);
  return right ? NULL : "items came lost or out of order";
}

/* ---- block and unblock ---- */

static void unblock(void *arg)
{
  thread_unblock(arg);
}

const char *selftest_unblock(void)
{
  thread_unblock(thread_self());
  thread_block();
  struct thread *t = thread_create("unblocker", THREAD_LOW, unblock, thread_self());
  if (!t)
    return "no memory for a thread";
  thread_block();
  thread_join(t);
  return NULL;
}

/* ---- priorities: who runs first is written down ---- */

static char order[8];
static volatile unsigned reorder_used;

static void note(void *letter)
{
  order[reorder_used++] = *(const char *)letter;
}

/* The urgent thread runs as soon as it exists and the lowest when nobody else can; between them the equal one has its
 * turn by the time thread_yield() returns, or before, when a tick comes in between. */
static bool is_by_priority(void)
{
  return reorder_used == 5 && order[0] == 'h' && order[3] == 'm' && order[4] == 'l';
}

static bool reorder_is(const char *wanted)
{
  for (unsigned i = 0; wanted[i]; i++)
    if (order[i] != wanted[i])
      return false;
  return true;
}

const char *selftest_priorities(void)
{
  static char l = 'l', h = 'h', e = 'e', m = 'm';
  struct thread *low = thread_create("low", THREAD_LOW, note, &l);
  struct thread *high = thread_create("high", THREAD_HIGH, note, &h);
  struct thread *equal = thread_create("equal", THREAD_NORMAL, note, &e);
  if (!low || !high || !equal)
    return "no memory for a thread";
  note(&m);
  thread_yield();
  note(&m);
  thread_join(low);
  thread_join(high);
  thread_join(equal);
  return is_by_priority() ? NULL : "threads did not run in the order of their priorities";
}

/* ---- sleep ---- */

struct sleeper { uint64_t us; char name; };

static void nap(void *arg)
{
  const struct sleeper *s = arg;
  thread_sleep_us(s->us);
  note((void *)&s->name);
}

const char *selftest_sleep(void)
{
  struct sleeper sleepers[] = { { 9000, 'c' }, { 3000, 'a' }, { 6000, 'b' } };
  struct thread *threads[3];
  reorder_used = 0;
  uint64_t start = cpu_tsc();
  for (int i = 0; i < 3; i++)
    if (!(threads[i] = thread_create("sleeper", THREAD_NORMAL, nap, &sleepers[i])))
      return "no memory for a thread";
  for (int i = 0; i < 3; i++)
    thread_join(threads[i]);
  if (cpu_tsc() - start < tsc_from_us(9000))
    return "a sleeper woke too early";
  return reorder_is("abc") ? NULL : "sleepers woke in the wrong order";
}

/* ---- the workload ---- */

static const struct {
  const char *name;
  const char *(*run)(void);
} checks[] = {
  { "mutex", selftest_mutex },
  { "cond", selftest_cond },
  { "unblock", selftest_unblock },
  { "priorities", selftest_priorities },
  { "sleep", selftest_sleep },
  { "round_robin", selftest_round_robin },
  { "wakeup", selftest_wakeup },
  { "inheritance", selftest_inheritance },
  { "doubles", selftest_doubles },
  { "registers", selftest_registers },
  { "heap", selftest_heap },
  { "large_blocks", selftest_large_blocks },
  { "churn", selftest_churn },
};

int selftest_threads(const struct workload_input *input)
{
  int failures = 0;
  (void)input;
  for (unsigned i = 0; i < sizeof checks / sizeof checks[0]; i++) {
    const char *problem = checks[i].run();
    kprintf("result: %s %s\n", checks[i].name, problem ? "failed" : "ok");
    if (problem)
      kprintf("error: %s: %s\n", checks[i].name, problem);
    failures += problem != NULL;
  }
  return failures;
}
