/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * accuracy.c: the workload `accuracy`: what `make accuracy` proves the corrected times on.
 *
 * Functions from five instructions to a thousand, with no to seven arguments (the seventh goes over the stack), called
 * often; recursion as deep as a stack bears, and mutual; two threads that take the processor from each other in the
 * middle of all this, and one that sleeps. What a thread does never depends on when it runs, so that an image without
 * probes does exactly the same.
 */
#include "accuracy.h"

#include "core/print.h"
#include "core/thread.h"

#define LEAF_CALLS   1000000
#define OTHER_CALLS  20000
#define DEEP         2500    /* calls of 32 bytes of stack each, out of 128 KiB, and the hooks' and an interrupt's need */
#define DEEP_ROUNDS  20
#define SPIN_CALLS   20000   /* some tens of time slices at the default rate */
#define NAPS         20
#define NAP_US       2000
#define NAP_CALLS    200

/* The thread's entry functions have names of their own, for the two images' threads are told by them. */
struct job {
  const char *name;
  void (*entry)(void *job);
  uint64_t sum;
  struct thread *thread;
};

/* ---- sizes ---- */

static uint64_t leaf_of_five(uint64_t x)
{
  return x * 3 + 1;
}

/* `rounds` times some instructions that depend on each other. */
static inline uint64_t stir(uint64_t x, unsigned rounds)
{
  for (unsigned i = 0; i < rounds; i++)
    x = (x ^ x >> 29) * 0xBF58476D1CE4E5B9 + i; /* a step of SplitMix64 */
  return x;
}

static uint64_t about_20(uint64_t a, uint64_t b)
{
  return stir(a + b, 2);
}

static uint64_t about_100(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f)
{
  return stir(a, 6) + stir(b ^ c, 5) + d * e - f;
}

static uint64_t with_seven(uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g)
{
  return stir(a ^ b, 3) + c * d + e * f + g;
}

static uint64_t about_1000(void)
{
  return stir(1, 140);
}

static void no_result(uint64_t *sum)
{
  *sum += 7;
}

/* A pair of values comes back in two registers. */
struct pair { uint64_t first, second; };
static struct pair two_results(uint64_t x)
{
  return (struct pair){ x + 1, x * x };
}

/* Floating point goes through SSE registers, which the hooks must leave alone. */
static double in_doubles(double x, double y)
{
  return x * 0.5 + y;
}

static uint64_t calls_of_calls(uint64_t x)
{
  return about_20(leaf_of_five(x), leaf_of_five(x + 1)) + leaf_of_five(x);
}

/* ---- recursion ---- */

static uint64_t descend(unsigned depth)
{
  return depth ? descend(depth - 1) * 3 + depth : 1;
}

static uint64_t odd(unsigned n);
static uint64_t even(unsigned n)
{
  return n ? odd(n - 1) + 1 : 0;
}

static uint64_t odd(unsigned n)
{
  return n ? even(n - 1) ^ n : 5;
}

/* ---- threads ---- */

static void call_leaves(void *arg)
{
  struct job *job = arg;
  for (uint64_t i = 0; i < LEAF_CALLS; i++)
    job->sum += leaf_of_five(i);
}

static void call_sizes(void *arg)
{
  struct job *job = arg;
  double d = 1;
  for (uint64_t i = 0; i < OTHER_CALLS; i++) {
    struct pair pair = two_results(i);
    d = in_doubles(d, (double)i);
    no_result(&job->sum);
    job->sum += about_20(i, 1) + about_100(i, 2, 3, 4, 5, 6) + about_1000() + with_seven(i, 2, 3, 4, 5, 6, 7);
    job->sum += pair.first + pair.second + calls_of_calls(i);
  }
  job->sum += (uint64_t)d;
}

static void call_deep(void *arg)
{
  struct job *job = arg;
  for (unsigned i = 0; i < DEEP_ROUNDS; i++)
    job->sum += descend(DEEP) + even(DEEP);
}

static void spin_one(void *arg)
{
  struct job *job = arg;
  for (uint64_t i = 0; i < SPIN_CALLS; i++)
    job->sum += about_1000() ^ leaf_of_five(i);
}

static void spin_two(void *arg)
{
  struct job *job = arg;
  for (uint64_t i = 0; i < SPIN_CALLS; i++)
    job->sum += about_100(i, i, i, i, i, i) + calls_of_calls(i) + about_1000();
}

static void nap(void *arg)
{
  struct job *job = arg;
  for (uint64_t i = 0; i < NAPS; i++) {
    thread_sleep_us(NAP_US);
    for (uint64_t k = 0; k < NAP_CALLS; k++)
      job->sum += about_100(i, 1, 2, 3, 4, k);
  }
}

int accuracy_run(const struct workload_input *input)
{
  static struct job jobs[] = {
    { .name = "leaves", .entry = call_leaves }, { .name = "sizes", .entry = call_sizes },
    { .name = "deep", .entry = call_deep },     { .name = "spinner1", .entry = spin_one },
    { .name = "spinner2", .entry = spin_two },  { .name = "sleeper", .entry = nap },
  };
  const unsigned count = sizeof jobs / sizeof *jobs;
  (void)input;
  for (unsigned i = 0; i < count; i++)
    if (!(jobs[i].thread = thread_create(jobs[i].name, THREAD_NORMAL, jobs[i].entry, &jobs[i]))) {
      kprintf("error: no memory for thread %s; start with more (QEMU: -m)\n", jobs[i].name);
      return 1;
    }
  for (unsigned i = 0; i < count; i++) {
    thread_join(jobs[i].thread);
    kprintf("result: %s %016lx\n", jobs[i].name, jobs[i].sum);
  }
  return 0;
}
