/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * selftest_crash.c: one workload for each way in which the kernel must notice that something is broken, say so, and
 * end with a failure.
 */
#include "selftest.h"

#include <string.h>

#include "core/heap.h"
#include "crash/panic.h"
#include "core/print.h"
#include "core/sched.h"
#include "core/thread.h"

#define BLOCK_BYTES 100

static int survived(void)
{
  kprintf("error: the kernel did not notice\n");
  return 1;
}

/* Each frame keeps an array, so that a few thousand calls fill the stack. */
static unsigned dig(unsigned depth)
{
  volatile unsigned here[16];
  here[depth % 16] = depth;
  return depth == UINT32_MAX ? 0 : dig(depth + 1) + here[depth % 16];
}

int selftest_overflow(const struct workload_input *input)
{
  (void)input;
  kprintf("%u\n", dig(0));
  return survived();
}

int selftest_divide(const struct workload_input *input)
{
  volatile unsigned zero = 0;
  kprintf("%u\n", (unsigned)input->bytes / zero);
  return survived();
}

int selftest_null(const struct workload_input *input)
{
  const struct workload_input *volatile nowhere = NULL;
  (void)input;
  kprintf("%zu\n", nowhere->bytes);
  return survived();
}

int selftest_readonly(const struct workload_input *input)
{
  (void)input;
  *(volatile char *)(uintptr_t)&workload_set = 0;
  return survived();
}

int selftest_execute(const struct workload_input *input)
{
  static uint8_t code[1] = { 0xC3 };  /* ret */
  void (*volatile call)(void) = (void (*)(void))(uintptr_t)code;
  (void)input;
  call();
  return survived();
}

int selftest_opcode(const struct workload_input *input)
{
  (void)input;
  asm volatile("ud2");
  return survived();
}

int selftest_protect(const struct workload_input *input)
{
  (void)input;
  kprintf("%u\n", *(volatile unsigned *)0x8000000000000000);
  return survived();
}

int selftest_nmi(const struct workload_input *input)
{
  (void)input;
  asm volatile("int $2");
  return survived();
}

int selftest_breakpoint(const struct workload_input *input)
{
  (void)input;
  asm volatile("int3");
  return survived();
}

/* A stack pointer that is no address leaves the processor nowhere to report the first fault. Its own stack is the
 * only one that a double fault can still use. */
int selftest_double_fault(const struct workload_input *input)
{
  (void)input;
  asm volatile("movq %0, %%rsp\n"
               "ud2\n" : : "r"(0x8000000000000000) : "memory");
  __builtin_unreachable();
}

int selftest_smash(const struct workload_input *input)
{
  char *block = heap_alloc(BLOCK_BYTES), *neighbour = heap_alloc(BLOCK_BYTES);
  (void)input;
  memset(block, 'A', 2 * BLOCK_BYTES);
  heap_free(block);
  heap_free(neighbour);
  return survived();
}

int selftest_twice(const struct workload_input *input)
{
  char *block = heap_alloc(BLOCK_BYTES);
  (void)input;
  heap_free(block);
  heap_free(block);
  return survived();
}

/* ---- the kernel's own structures ---- */

static void sleep_long(void *arg)
{
  (void)arg;
  for (;;)
    thread_sleep_us(1000000);
}

/* Writes over a thread, its links to others included, and goes on until that shows. */
static int wipe_thread(struct thread *victim, int (*go_on)(void))
{
  if (!victim)
    return survived();
  thread_sleep_us(2000);
  memset(victim, 'A', sizeof *victim);
  return go_on();
}

static int free_neighbour(void)
{
  char *block = heap_alloc(BLOCK_BYTES), *neighbour = heap_alloc(BLOCK_BYTES);
  memset(block, 'A', 2 * BLOCK_BYTES);
  heap_free(block);
  heap_free(neighbour);
  return survived();
}

/* A heap full of somebody's text: a block's header, and the threads that live there. */
int selftest_wipe_heap(const struct workload_input *input)
{
  (void)input;
  return wipe_thread(thread_create("victim", THREAD_NORMAL, sleep_long, NULL), free_neighbour);
}

static int give_way(void)
{
  thread_yield();
  return survived();
}

static void yield_for_ever(void *arg)
{
  (void)arg;
  for (;;)
    thread_yield();
}

/* The scheduler takes a thread from its list of the ready ones that is none any more. */
int selftest_wipe_list(const struct workload_input *input)
{
  (void)input;
  return wipe_thread(thread_create("victim", THREAD_NORMAL, yield_for_ever, NULL), give_way);
}

/* A thread that looks sound, but whose stack is not there where it says: the report of the first fault meets a
 * second. */
int selftest_wipe_stack(const struct workload_input *input)
{
  struct thread *victim = thread_create("victim", THREAD_NORMAL, sleep_long, NULL);
  volatile unsigned zero = 0;
  if (!victim)
    return survived();
  thread_sleep_us(2000);
  victim->stack.low = victim->stack.high - STACK_MOST;
  victim->sp = victim->stack.low;
  return (int)((unsigned)input->bytes / zero);
}

/* The structure of the thread that runs is what is broken. */
int selftest_wipe_self(const struct workload_input *input)
{
  volatile unsigned zero = 0;
  memset(thread_self(), 'A', sizeof(struct thread));
  return (int)((unsigned)input->bytes / zero);
}

static struct mutex left, right;

static void take_right_then_left(void *arg)
{
  (void)arg;
  mutex_lock(&right);
  thread_yield();
  mutex_lock(&left);
}

static void take_left(void *arg)
{
  (void)arg;
  mutex_lock(&left);
}

/* What a thread waits for is not where it says: the report of the first fault meets a second, and `later' stands behind
 * that thread. */
int selftest_wipe_wait(const struct workload_input *input)
{
  volatile unsigned zero = 0;
  mutex_lock(&left);
  struct thread *victim = thread_create("victim", THREAD_NORMAL, take_left, NULL);
  if (!victim || !thread_create("later", THREAD_NORMAL, sleep_long, NULL))
    return survived();
  thread_sleep_us(2000);
  victim->wait_on = (void *)(uintptr_t)0x8000000000000000; /* no canonical address */
  return (int)((unsigned)input->bytes / zero);
}

int selftest_deadlock(const struct workload_input *input)
{
  (void)input;
  mutex_lock(&left);
  if (!thread_create("opponent", THREAD_NORMAL, take_right_then_left, NULL))
    return survived();
  thread_sleep_us(5000);
  mutex_lock(&right);
  return survived();
}

static void take_left_with_right(void *arg)
{
  (void)arg;
  mutex_lock(&right);
  mutex_lock(&left);
}

static void take_right(void *arg)
{
  (void)arg;
  mutex_lock(&right);
}

/* main waits for the end of `third`, which waits for a mutex that `second` has, which waits for one that main has;
 * `outside` waits for that one, too. */
int selftest_ring(const struct workload_input *input)
{
  (void)input;
  mutex_lock(&left);
  if (!thread_create("second", THREAD_NORMAL, take_left_with_right, NULL))
    return survived();
  thread_sleep_us(2000);
  struct thread *third = thread_create("third", THREAD_NORMAL, take_right, NULL);
  if (!third || !thread_create("outside", THREAD_NORMAL, take_left, NULL))
    return survived();
  thread_sleep_us(5000);
  thread_join(third);
  return survived();
}

int selftest_hog(const struct workload_input *input)
{
  (void)input;
  thread_sleep_us(1000);
  for (;;)
    asm volatile("");
}

int selftest_spurn(const struct workload_input *input)
{
  (void)input;
  kprintf("error: this workload always fails\n");
  return 1;
}
