/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * contend.c: see contend.h. The order is given by priorities: a thread that is woken runs at once, until it waits.
 */
#include "contend.h"

#include "cpu.h"
#include "core/print.h"
#include "core/thread.h"

static struct mutex door = MUTEX("door");
static uint64_t released;              /* TSC at which main was about to give the mutex back */

/* A thread that comes to the door when it is woken. */
struct guest {
  const char *name;
  struct thread *thread;
  uint64_t waited, for_main;           /* cycles in all rounds; of these until main gave the mutex back */
  uint32_t stay_us;                    /* that it has the mutex */
};

static void stay_inside(uint32_t us)
{
  thread_sleep_us(us);
}

static void pass_door(struct guest *g)
{
  const uint64_t begun = cpu_tsc();
  mutex_lock(&door);
  g->waited += cpu_tsc() - begun;
  g->for_main += released - begun;
  stay_inside(g->stay_us);
  mutex_unlock(&door);
}

static void visit(void *arg)
{
  for (uint32_t i = 0; i < CONTEND_ROUNDS; i++) {
    thread_block();
    pass_door(arg);
  }
}

/* The guests are more urgent: a guest that main wakes waits at the door before main goes on. */
static void keep_door(struct guest *first, struct guest *second)
{
  mutex_lock(&door);
  thread_unblock(first->thread);
  thread_unblock(second->thread);
  stay_inside(3000);
  released = cpu_tsc();
  mutex_unlock(&door);
}

static void say_waits(const struct guest *g)
{
  kprintf("contend: %s waited %llu cycles, %llu for main\n", g->name, (unsigned long long)g->waited,
          (unsigned long long)g->for_main);
}

int contend_run(const struct workload_input *input)
{
  static struct guest first = { .name = "first", .stay_us = 500 }, second = { .name = "second", .stay_us = 200 };
  (void)input;
  first.thread = thread_create(first.name, THREAD_HIGH, visit, &first);
  second.thread = thread_create(second.name, THREAD_HIGH, visit, &second);
  if (!first.thread || !second.thread)
    return 1;
  for (uint32_t i = 0; i < CONTEND_ROUNDS; i++) {
    keep_door(&first, &second);
    thread_sleep_us(2000); /* both have passed, and block */
  }
  thread_join(first.thread);
  thread_join(second.thread);
  say_waits(&first);
  say_waits(&second);
  return 0;
}
