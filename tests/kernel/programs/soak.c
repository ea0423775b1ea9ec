/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * soak.c: a system that does a little of everything for a long time, mostly asleep, so that an hour of it takes minutes
 * where time counts instructions (tests/bench/soak): threads that wake, wait for each other and log events, threads
 * that come and go, and a heap that fills and empties.
 *
 * Each worker numbers its events from 0, so whoever reads the profile sees each one that is missing. What was logged,
 * and the pages that are free, are printed once a minute and at the end.
 */
#include "soak.h"

#include "cpu.h"
#include "core/heap.h"
#include "core/page.h"
#include "core/print.h"
#include "prof.h"
#include "core/thread.h"
#include "tsc.h"

#define WORKERS       3
#define TURN_US       10000
#define EVENTS        8      /* of a worker in a turn */
#define BLOCKS        16     /* of the heap, held by a worker from turn to turn */
#define SECONDS       10
#define SETTLED_S     1      /* from then on no more memory may be taken for good */

static const char *const names[WORKERS] = { "soak 0", "soak 1", "soak 2" };

struct worker {
  struct thread *thread;
  uint32_t event;
  uint64_t logged, end_tsc;
  uint32_t seed;
  void *held[BLOCKS];
};

static struct worker workers[WORKERS];
static struct mutex shared;   /* what the workers wait for each other with */
static uint32_t failures;     /* allocations that were refused; under `shared` */

/* Numerical Recipes, "quick and dirty" generator. */
static uint32_t draw(uint32_t *seed)
{
  *seed = *seed * 1664525 + 1013904223;
  return *seed >> 8;
}

/* Gives a block back and takes another, of 16 bytes to 4 KiB. */
static void churn(struct worker *w)
{
  void **block = &w->held[draw(&w->seed) % BLOCKS];
  mutex_lock(&shared);
  heap_free(*block);
  *block = heap_alloc(16 + draw(&w->seed) % 4080);
  failures += !*block;
  mutex_unlock(&shared);
}

static void work(void *arg)
{
  struct worker *w = arg;
  while ((int64_t)(cpu_tsc() - w->end_tsc) < 0) {
    for (unsigned i = 0; i < EVENTS; i++)
      prof_event_log(w->event, w->logged++);
    churn(w);
    thread_sleep_us(TURN_US);
  }
  for (unsigned i = 0; i < BLOCKS; i++)
    heap_free(w->held[i]);
}

static void pass_by(void *arg)
{
  (void)arg;
  thread_sleep_us(TURN_US / 2);
}

static uint64_t seconds_of(const struct workload_input *input)
{
  uint64_t seconds = 0;
  for (size_t i = 0; i < input->bytes && input->data[i] >= '0' && input->data[i] <= '9'; i++)
    seconds = 10 * seconds + (uint64_t)(input->data[i] - '0');
  return seconds ? seconds : SECONDS;
}

static uint64_t logged(void)
{
  uint64_t sum = 0;
  for (unsigned i = 0; i < WORKERS; i++)
    sum += workers[i].logged;
  return sum;
}

static bool start(uint64_t end_tsc)
{
  for (unsigned i = 0; i < WORKERS; i++) {
    workers[i] = (struct worker){ .event = prof_event_register(names[i]), .end_tsc = end_tsc, .seed = i };
    workers[i].thread = thread_create(names[i], THREAD_NORMAL, work, &workers[i]);
    if (!workers[i].thread)
      return false;
  }
  return true;
}

/* A thread that comes and goes, each second; tells of the pages each minute. Returns the pages that were free at
 * first. */
static size_t look_on(uint64_t seconds)
{
  size_t settled = 0;
  for (uint64_t second = 0; second < seconds; second++) {
    struct thread *t = thread_create("passer-by", THREAD_HIGH, pass_by, NULL);
    if (t)
      thread_join(t);
    thread_sleep_us(1000000 - TURN_US / 2);
    if (second == SETTLED_S)
      settled = page_free_count();
    if (second % 60 == SETTLED_S)
      kprintf("soak: second %lu, %zu pages free, %lu events\n", second, page_free_count(), logged());
  }
  return settled;
}

int soak_run(const struct workload_input *input)
{
  const uint64_t seconds = seconds_of(input);
  if (!start(cpu_tsc() + seconds * tsc_hz())) {
    kprintf("error: no memory for the workers\n");
    return 1;
  }
  const size_t settled = look_on(seconds);
  for (unsigned i = 0; i < WORKERS; i++)
    thread_join(workers[i].thread);
  const size_t left = page_free_count();
  kprintf("soak: %lu seconds, %lu events, %u allocations refused\n", seconds, logged(), failures);
  kprintf("soak: %zu pages free at first, %zu at the end\n", settled, left);
  return failures || left < settled;
}
