/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * selftest_preempt.c: checks of what the timer interrupt does to threads that never give way by themselves.
 */
#include "selftest_checks.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cpu.h"
#include "core/thread.h"
#include "tsc.h"

#define LIMIT_US 2000000 /* a check that has not ended by then never will: it wants some tens of ticks */

/* Two threads that run through this count how often they took turns. */
struct turns {
  volatile unsigned last;   /* who ran: 1 or 2 */
  volatile unsigned count;
};

static void note_turn(struct turns *turns, unsigned self)
{
  if (turns->last != self) {
    turns->last = self;
    turns->count++;
  }
}

/* ---- threads of the same priority ---- */

#define TURNS_WANTED 20

static void spin(struct turns *turns, unsigned self)
{
  uint64_t start = cpu_tsc();
  while (turns->count < TURNS_WANTED && cpu_tsc() - start < tsc_from_us(LIMIT_US))
    note_turn(turns, self);
}

static void spin_second(void *turns)
{
  spin(turns, 2);
}

const char *selftest_round_robin(void)
{
  struct turns turns = { 0 };
  struct thread *t = thread_create("spinner", THREAD_NORMAL, spin_second, &turns);
  if (!t)
    return "no memory for a thread";
  spin(&turns, 1);
  thread_join(t);
  return turns.count >= TURNS_WANTED ? NULL : "threads of the same priority did not take turns";
}

/* ---- a thread of higher priority that wakes up ---- */

static void wake_and_set(void *flag)
{
  thread_sleep_us(3000);
  *(volatile bool *)flag = true;
}

const char *selftest_wakeup(void)
{
  volatile bool woke = false;
  struct thread *t = thread_create("waker", THREAD_HIGH, wake_and_set, (void *)&woke);
  if (!t)
    return "no memory for a thread";
  uint64_t start = cpu_tsc();
  while (!woke && cpu_tsc() - start < tsc_from_us(LIMIT_US))
    ;
  bool in_time = woke;
  thread_join(t);
  return in_time ? NULL : "a sleeper of high priority did not interrupt a busy thread";
}

/* ---- a mutex whose owner is less urgent than everybody else ---- */

#define HELD_US 5000

static struct mutex held;

static void hold_for_a_while(void *arg)
{
  (void)arg;
  mutex_lock(&held);
  uint64_t start = cpu_tsc();
  while (cpu_tsc() - start < tsc_from_us(HELD_US))
    ;
  mutex_unlock(&held);
}

static void want_held(void *got)
{
  mutex_lock(&held);
  *(volatile bool *)got = true;
  mutex_unlock(&held);
}

const char *selftest_inheritance(void)
{
  volatile bool got = false;
  struct thread *owner = thread_create("owner", THREAD_LOW, hold_for_a_while, NULL);
  thread_sleep_us(HELD_US / 5);
  struct thread *urgent = thread_create("urgent", THREAD_HIGH, want_held, (void *)&got);
  if (!owner || !urgent)
    return "no memory for a thread";
  uint64_t start = cpu_tsc();
  while (!got && cpu_tsc() - start < tsc_from_us(LIMIT_US))
    ;
  bool in_time = got;
  thread_join(urgent);
  thread_join(owner);
  return in_time ? NULL : "who waits for a mutex waits for a busy thread that is less urgent";
}

/* ---- floating point: the same sums alone and while two threads take the processor from each other ---- */

#define TERMS 1000000 /* some tens of milliseconds, so tens of time slices at the default rate */

struct series {
  struct turns *turns;
  unsigned self;
  double step;
  double sum;
};

static double add_up(struct turns *turns, unsigned self, double step)
{
  double sum = 0, term = 1;
  for (int i = 1; i <= TERMS; i++) {
    term = term * 0.999999 + step;
    sum += 1.0 / (term * i);
    if (i % 64 == 0)
      note_turn(turns, self);
  }
  return sum;
}

static void add_up_thread(void *arg)
{
  struct series *s = arg;
  s->sum = add_up(s->turns, s->self, s->step);
}

static bool same_bits(double a, double b)
{
  return memcmp(&a, &b, sizeof a) == 0;
}

const char *selftest_doubles(void)
{
  struct turns alone = { 0 }, together = { 0 };
  struct series a = { &together, 1, 0.25, 0 }, b = { &together, 2, 0.75, 0 };
  double expected_a = add_up(&alone, 1, a.step), expected_b = add_up(&alone, 1, b.step);
  struct thread *t = thread_create("adder", THREAD_NORMAL, add_up_thread, &b);
  if (!t)
    return "no memory for a thread";
  add_up_thread(&a);
  thread_join(t);
  if (together.count < 4)
    return "the two threads did not interrupt each other";
  return same_bits(a.sum, expected_a) && same_bits(b.sum, expected_b) ? NULL : "a sum of doubles came out wrong";
}

/* ---- all sixteen SSE registers and MXCSR, watched while the other thread puts its own values there ---- */

#define FLUSH_TO_ZERO 0x8000u

struct pattern { uint64_t words[32]; };

static void fill(struct pattern *p, uint64_t seed)
{
  for (unsigned i = 0; i < 32; i++)
    p->words[i] = seed = seed * 6364136223846793005 + 1442695040888963407;
}

#define ALL_REGISTERS(DO) \
  DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)
#define LOAD(n)  "movups " #n "*16(%0), %%xmm" #n "\n"
#define STORE(n) "movups %%xmm" #n ", " #n "*16(%1)\n"
#define NAME(n)  "xmm" #n,

/* Loads the registers, spins, and stores what is in them then. */
static void hold(const struct pattern *in, struct pattern *out, uint64_t loops)
{
  asm volatile(ALL_REGISTERS(LOAD)
               "1: decq %2\n"
               "jnz 1b\n"
               ALL_REGISTERS(STORE)
               : "+r"(in), "+r"(out), "+r"(loops) :
               : ALL_REGISTERS(NAME) "memory", "cc");
}

#define HOLDS 60
#define HOLD_LOOPS 200000

struct watch {
  struct turns *turns;
  unsigned self;
  uint32_t mxcsr;     /* bits to set while watching */
  bool changed;
};

static void watch(void *arg)
{
  struct watch *w = arg;
  struct pattern in, out;
  uint32_t before, now, own;
  asm volatile("stmxcsr %0" : "=m"(before));
  own = before | w->mxcsr;
  asm volatile("ldmxcsr %0" : : "m"(own));
  for (unsigned i = 0; i < HOLDS; i++) {
    note_turn(w->turns, w->self);
    fill(&in, w->self * 1000 + i);
    hold(&in, &out, HOLD_LOOPS);
    asm volatile("stmxcsr %0" : "=m"(now));
    w->changed |= memcmp(&in, &out, sizeof in) != 0 || now != own;
  }
  asm volatile("ldmxcsr %0" : : "m"(before));
}

const char *selftest_registers(void)
{
  struct turns turns = { 0 };
  struct watch a = { &turns, 1, 0, false }, b = { &turns, 2, FLUSH_TO_ZERO, false };
  struct thread *t = thread_create("watcher", THREAD_NORMAL, watch, &b);
  if (!t)
    return "no memory for a thread";
  watch(&a);
  thread_join(t);
  if (turns.count < 4)
    return "the two threads did not interrupt each other";
  return a.changed || b.changed ? "a thread's SSE registers changed while another one ran" : NULL;
}
