/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port_heap.c: see port_heap.h. What the heap does not call is not here.
 */
#include "port_heap.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "contract/jx.h"
#include "runtime/core/port.h"

#define BLOCKS (PORT_WINDOW_BYTES / PORT_BLOCK_BYTES)

__thread struct jx_thread jx_thread_current;
uint64_t jx_clock; /* stands still: births are not told */

static __thread uint32_t processor;
static uint32_t processors = 1;

void port_heap_processors(uint32_t count)
{
  processors = count;
}

uint32_t port_processors(void)
{
  return processors;
}

uint32_t port_processor(void)
{
  return processor;
}

struct jx_thread *port_jx_thread(void)
{
  return &jx_thread_current;
}

void port_relax(unsigned *looks)
{
  if (++*looks % 64 == 0)
    sched_yield();
}

/* ---- memory, inside the lock ---- */

static char *window;
static bool taken[BLOCKS];

uintptr_t port_window(void)
{
  if (!window) {
    const size_t bytes = PORT_WINDOW_BYTES + PORT_BLOCK_BYTES;
    char *area = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
      abort();
    window = area + (-(uintptr_t)area & (PORT_BLOCK_BYTES - 1));
  }
  return (uintptr_t)window;
}

static size_t blocks_of(size_t bytes)
{
  return (bytes + PORT_BLOCK_BYTES - 1) / PORT_BLOCK_BYTES;
}

/* Anything, so that what is not zeroed shows. */
void *port_blocks_take(size_t bytes, bool *is_zero)
{
  *is_zero = false;
  const size_t count = blocks_of(bytes);
  size_t run = 0;
  for (size_t block = 0; block < BLOCKS; block++) {
    run = taken[block] ? 0 : run + 1;
    if (run < count)
      continue;
    const size_t first = block + 1 - count;
    __builtin_memset(taken + first, true, count);
    char *blocks = (char *)port_window() + first * PORT_BLOCK_BYTES;
    return __builtin_memset(blocks, 0xA5, bytes);
  }
  return NULL;
}

void port_blocks_give(void *blocks, size_t bytes)
{
  __builtin_memset(taken + (size_t)((char *)blocks - window) / PORT_BLOCK_BYTES, false, blocks_of(bytes));
}

void *port_table(size_t bytes)
{
  return calloc(1, bytes);
}

/* ---- exclusion ---- */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread uint32_t lock_depth;

static pthread_mutex_t world = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static uint32_t running;      /* threads of the program that do not stand still */
static bool is_stopped;       /* by a thread, or about to be */

void port_lock(void)
{
  if (lock_depth++ == 0)
    pthread_mutex_lock(&lock);
}

void port_unlock(void)
{
  if (--lock_depth == 0)
    pthread_mutex_unlock(&lock);
}

void port_hold(void)
{
}

void port_release(void)
{
}

/* Inside `world`: stands still until the world goes on. */
static void stand_still(void)
{
  running--;
  pthread_cond_broadcast(&changed);
  while (is_stopped)
    pthread_cond_wait(&changed, &world);
  running++;
}

void port_heap_begin(uint32_t number)
{
  processor = number;
  pthread_mutex_lock(&world);
  running++;
  if (is_stopped)
    stand_still();
  pthread_mutex_unlock(&world);
}

void port_heap_end(void)
{
  pthread_mutex_lock(&world);
  running--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&world);
}

void port_heap_poll(void)
{
  if (!__atomic_load_n(&is_stopped, __ATOMIC_RELAXED))
    return;
  pthread_mutex_lock(&world);
  if (is_stopped)
    stand_still();
  pthread_mutex_unlock(&world);
}

void port_stop(void)
{
  pthread_mutex_lock(&world);
  while (is_stopped)
    stand_still();
  __atomic_store_n(&is_stopped, true, __ATOMIC_RELAXED);
  while (running > 1)
    pthread_cond_wait(&changed, &world);
  pthread_mutex_unlock(&world);
}

void port_go(void)
{
  pthread_mutex_lock(&world);
  __atomic_store_n(&is_stopped, false, __ATOMIC_RELAXED);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&world);
}

/* ---- help ---- */

static struct { bool called, works; } helpers[PORT_PROCESSORS_MOST];
static uint32_t helper_count;
static uint64_t calls;
static void (*helper_work)(uint32_t number);
static pthread_mutex_t help = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t help_changed = PTHREAD_COND_INITIALIZER;

static void *run_helper(void *arg)
{
  const uint32_t number = (uint32_t)(uintptr_t)arg;
  pthread_mutex_lock(&help);
  for (;;) {
    while (!helpers[number].called)
      pthread_cond_wait(&help_changed, &help);
    helpers[number].called = false;
    helpers[number].works = true;
    pthread_mutex_unlock(&help);
    helper_work(number);
    pthread_mutex_lock(&help);
    helpers[number].works = false;
    pthread_cond_broadcast(&help_changed);
  }
  return NULL;
}

uint32_t port_helpers(void (*work)(uint32_t number))
{
  helper_work = work;
  while (helper_count + 1 < processors) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_helper, (void *)(uintptr_t)(helper_count + 1)))
      break;
    pthread_detach(thread);
    helper_count++;
  }
  return helper_count;
}

void port_call_helper(uint32_t number)
{
  pthread_mutex_lock(&help);
  helpers[number].called = true;
  calls++;
  pthread_cond_broadcast(&help_changed);
  pthread_mutex_unlock(&help);
}

static bool is_helped(void)
{
  for (uint32_t i = 1; i <= helper_count; i++)
    if (helpers[i].works)
      return true;
  return false;
}

void port_await_helpers(void)
{
  pthread_mutex_lock(&help);
  while (is_helped())
    pthread_cond_wait(&help_changed, &help);
  pthread_mutex_unlock(&help);
}

uint64_t port_heap_calls(void)
{
  pthread_mutex_lock(&help);
  const uint64_t all = calls;
  pthread_mutex_unlock(&help);
  return all;
}
