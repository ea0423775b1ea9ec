/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * shapes.c: programs of one caller and one callee whose times are known, of the kinds that a profiler gets wrong.
 * SHAPE in the environment names the one that subject_work() runs. Compiled with our probes, and, with PLAIN, without
 * them: then the program takes MS milliseconds and prints the truth, `FUNCTION NS` a line, the processor time of a
 * call.
 *
 *   chain40, 80, 200  dependent steps of four cycles, 20 more in the caller: times add up
 *   loads             the callee loads from random places of 32 MiB; no load waits for another one
 *   wide              the callee does eight additions side by side, the caller four
 *   two               one caller waits for its callee, the other one does not
 *   fib               calls itself
 *
 * Where callee and caller overlap the truth of the caller is its time without the call, that of the callee what it
 * adds.
 */
#include "alone.h"
#include "subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEP(x) __asm__ volatile("imulq %1, %0\n\taddq $1, %0" : "+r"(x) : "r"(factor))
#define NOINLINE __attribute__((noinline, noclone))
static const uint64_t factor = 0x9E3779B97F4A7C15;

static inline __attribute__((always_inline)) uint64_t steps(uint64_t x, int n)
{
  for (int i = 0; i < n; i++)
    STEP(x);
  return x;
}

#define CHAIN(n) \
  NOINLINE uint64_t chain##n##_leaf(uint64_t x); \
  NOINLINE uint64_t chain##n##_leaf(uint64_t x) { return steps(x, n); } \
  NOINLINE uint64_t chain##n##_caller(uint64_t x); \
  NOINLINE uint64_t chain##n##_caller(uint64_t x) { return steps(chain##n##_leaf(steps(x, 10)), 10); } \
  NOINLINE uint64_t chain##n##_without(uint64_t x); \
  NOINLINE uint64_t chain##n##_without(uint64_t x) { return steps(steps(x, 10), 10); }
CHAIN(40)
CHAIN(80)
CHAIN(200)

#define WORDS (32u << 20 >> 3)
static uint64_t *memory;
static uint64_t sink;

NOINLINE uint64_t loads_leaf(uint64_t x);
NOINLINE uint64_t loads_leaf(uint64_t x)
{
  sink += memory[x * factor >> 42]; /* 22 bits: WORDS */
  return x + 1;
}

NOINLINE uint64_t loads_caller(uint64_t x);
NOINLINE uint64_t loads_caller(uint64_t x)
{
  return loads_leaf(x) + 1;
}

NOINLINE uint64_t loads_without(uint64_t x);
NOINLINE uint64_t loads_without(uint64_t x)
{
  __asm__ volatile("" : "+r"(x));
  return x + 2;
}

#define ADD(r) __asm__ volatile("addq $1, %0" : "+r"(r))

NOINLINE uint64_t wide_leaf(uint64_t x);
NOINLINE uint64_t wide_leaf(uint64_t x)
{
  uint64_t a = 0, b = 0, c = 0, d = 0;
  ADD(a); ADD(b); ADD(c); ADD(d);
  ADD(a); ADD(b); ADD(c); ADD(d);
  __asm__ volatile("" : : "r"(a), "r"(b), "r"(c), "r"(d));
  return x;
}

NOINLINE uint64_t wide_caller(uint64_t x);
NOINLINE uint64_t wide_caller(uint64_t x)
{
  uint64_t a = 0, b = 0;
  ADD(a); ADD(b);
  x = wide_leaf(x);
  ADD(a); ADD(b);
  __asm__ volatile("" : : "r"(a), "r"(b));
  return x;
}

NOINLINE uint64_t wide_without(uint64_t x);
NOINLINE uint64_t wide_without(uint64_t x)
{
  uint64_t a = 0, b = 0;
  ADD(a); ADD(b);
  __asm__ volatile("" : "+r"(x));
  ADD(a); ADD(b);
  __asm__ volatile("" : : "r"(a), "r"(b));
  return x;
}

NOINLINE uint64_t two_leaf(uint64_t x);
NOINLINE uint64_t two_leaf(uint64_t x)
{
  return steps(x, 3);
}

NOINLINE uint64_t two_chained(uint64_t x);
NOINLINE uint64_t two_chained(uint64_t x)
{
  return steps(two_leaf(steps(x, 2)), 1);
}

NOINLINE uint64_t two_beside(uint64_t x);
NOINLINE uint64_t two_beside(uint64_t x)
{
  sink = two_leaf(1);
  return steps(x, 12);
}

NOINLINE uint64_t two_chained_without(uint64_t x);
NOINLINE uint64_t two_chained_without(uint64_t x)
{
  return steps(steps(x, 2), 1);
}

NOINLINE uint64_t two_beside_without(uint64_t x);
NOINLINE uint64_t two_beside_without(uint64_t x)
{
  sink = 1;
  return steps(x, 12);
}

NOINLINE uint64_t fib_leaf(uint64_t n);
NOINLINE uint64_t fib_leaf(uint64_t n)
{
  return n < 2 ? n : fib_leaf(n - 1) + fib_leaf(n - 2);
}

#define FIB_CALLS 177 /* that fib_leaf(10) makes, itself included */
NOINLINE uint64_t fib_caller(uint64_t x);
NOINLINE uint64_t fib_caller(uint64_t x)
{
  uint64_t n = 10;
  __asm__ volatile("" : "+r"(n));
  return x + fib_leaf(n);
}

typedef uint64_t function(uint64_t x);
static const struct shape { const char *name; function *first, *second; uint64_t every; } shapes[] = {
  { "chain40", chain40_caller, NULL, 1 }, { "chain80", chain80_caller, NULL, 1 },
  { "chain200", chain200_caller, NULL, 2 },
  { "loads", loads_caller, NULL, 1 }, { "wide", wide_caller, NULL, 1 }, { "two", two_chained, two_beside, 1 },
  { "fib", fib_caller, NULL, 64 },
};

static void fill_memory(void)
{
  memory = malloc(sizeof(*memory) * WORDS);
  for (size_t i = 0; memory && i < WORDS; i++)
    memory[i] = i;
}

NOINLINE uint64_t subject_work(uint64_t calls)
{
  const char *name = getenv("SHAPE");
  const struct shape *s = NULL;
  uint64_t x = 1;
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
    if (name && strcmp(shapes[i].name, name) == 0)
      s = &shapes[i];
  fill_memory();
  if (!s || !memory) {
    fprintf(stderr, "SHAPE names no shape\n");
    exit(2);
  }
  for (uint64_t i = 0; i < calls / s->every; i++) {
    x = s->first(x);
    if (s->second)
      x = s->second(x);
  }
  return x;
}

#ifdef PLAIN
static void tell(const char *shape, const char *name, double ns)
{
  printf("%s_%s %.3f\n", shape, name, ns);
}

static void tell_chain(const char *shape, function *leaf, function *caller, double ms)
{
  struct alone f[] = { { .call = leaf }, { .call = caller } };
  measure_alone(f, 2, ms);
  tell(shape, "leaf", f[0].ns);
  tell(shape, "caller", f[1].ns - f[0].ns);
}

static void tell_beside(const char *shape, function *caller, function *without, double ms)
{
  struct alone f[] = { { .call = caller }, { .call = without } };
  measure_alone(f, 2, ms);
  tell(shape, "leaf", f[0].ns - f[1].ns);
  tell(shape, "caller", f[1].ns);
}

static void tell_two(double ms)
{
  struct alone f[] = { { .call = two_chained }, { .call = two_chained_without }, { .call = two_beside },
    { .call = two_beside_without } };
  measure_alone(f, 4, ms);
  tell("two", "chained", f[1].ns);
  tell("two", "beside", f[3].ns);
  tell("two", "leaf", (f[0].ns - f[1].ns + f[2].ns - f[3].ns) / 2);
}

static void tell_fib(double ms)
{
  struct alone f[] = { { .call = fib_caller } };
  measure_alone(f, 1, ms);
  tell("fib", "leaf", f[0].ns / FIB_CALLS);
}

int main(int argc, char **argv)
{
  const double ms = argc == 2 ? strtod(argv[1], NULL) : 0;
  const char *shape = getenv("SHAPE");
  fill_memory();
  if (!(ms > 0) || !shape || !memory) {
    fprintf(stderr, "usage: SHAPE=... %s MS\n", argv[0]);
    return 2;
  }
  if (strcmp(shape, "chain40") == 0)
    tell_chain(shape, chain40_leaf, chain40_caller, ms);
  else if (strcmp(shape, "chain80") == 0)
    tell_chain(shape, chain80_leaf, chain80_caller, ms);
  else if (strcmp(shape, "chain200") == 0)
    tell_chain(shape, chain200_leaf, chain200_caller, ms);
  else if (strcmp(shape, "loads") == 0)
    tell_beside(shape, loads_caller, loads_without, ms);
  else if (strcmp(shape, "wide") == 0)
    tell_beside(shape, wide_caller, wide_without, ms);
  else if (strcmp(shape, "two") == 0)
    tell_two(ms);
  else if (strcmp(shape, "fib") == 0)
    tell_fib(ms);
  else
    return 2;
  return 0;
}
#endif
