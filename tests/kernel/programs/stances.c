/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stances.c: see stances.h.
 */
#include "stances.h"

#include "cpu.h"
#include "core/print.h"
#include "core/sched.h"
#include "core/stack.h"
#include "core/thread.h"
#include "tsc.h"

#define LASTS_US   200000
#define MAKERS     8
#define NOWHERE    ((uintptr_t)0xdead0000)

static volatile uint32_t sink;

static __attribute__((noinline)) void dig_down(uint32_t calls)
{
  if (calls > 1)
    dig_down(calls - 1);
  else
    thread_block();
  sink++; /* behind the call: it is no jump */
}

static void stand_deep(void *arg)
{
  dig_down((uint32_t)(uintptr_t)arg);
}

/* Its caller's frame pointer, which lies in its own frame, is another one as long as it waits. */
static void stand_smashed(void *arg)
{
  uintptr_t *volatile frame = __builtin_frame_address(0);
  const uintptr_t caller = *frame;
  (void)arg;
  *frame = NOWHERE;
  thread_block();
  *frame = caller;
}

static void stand_renamed(void *arg)
{
  (void)arg;
  thread_sleep_us(LASTS_US / 4);
  prof_thread_rename(&thread_self()->prof, "after");
  thread_block();
}

static void live_briefly(void *arg)
{
  const uint64_t end = cpu_tsc() + tsc_from_us((uintptr_t)arg);
  while ((int64_t)(cpu_tsc() - end) < 0)
    sink++;
}

static void make_threads(void *arg)
{
  const uint64_t end = cpu_tsc() + tsc_from_us(LASTS_US);
  for (uintptr_t us = (uintptr_t)arg; (int64_t)(cpu_tsc() - end) < 0; us = (us * 5 + 13) % 701) {
    struct thread *t = thread_create("brief", THREAD_NORMAL, live_briefly, (void *)us);
    if (!t)
      return;
    thread_join(t);
  }
}

static bool start(const char *name, size_t bytes, void (*entry)(void *arg), uintptr_t arg)
{
  return thread_create_sized(name, THREAD_NORMAL, bytes, entry, (void *)arg) != NULL;
}

int stances_run(const struct workload_input *input)
{
  struct thread *makers[MAKERS];
  (void)input;
  bool good = start("deep", STACK_MOST, stand_deep, STANCES_DEEP) &&
              start("deeper", STACK_MOST, stand_deep, STANCES_DEEPER) &&
              start("smashed", STACK_LEAST, stand_smashed, 0) && start("before", STACK_LEAST, stand_renamed, 0);
  for (uintptr_t i = 0; i < MAKERS && good; i++) {
    makers[i] = thread_create("maker", THREAD_NORMAL, make_threads, (void *)(i * 37));
    good = makers[i] != NULL;
  }
  if (!good) {
    kprintf("error: there is no memory for the threads\n");
    return 1;
  }
  for (unsigned i = 0; i < MAKERS; i++)
    thread_join(makers[i]);
  return 0;
}
