/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * signals.c: see signals.h.
 *
 * The way into the handler and back is the kernel's, and long (30 us in a virtual machine, measured): it is measured
 * before anything is, and each handler's time begins so much earlier than the handler.
 */
#define _GNU_SOURCE /* REG_RIP */
#include "signals.h"

#include "prof.h"
#include "lib/sampler.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

#define WAYS    301   /* signals that are measured; the median counts */
#define WAYS_HZ 5000

static struct prof_thread context;
static timer_t timer;
static uint64_t mean_ns;
static volatile uint64_t signals;
static uint64_t way; /* cycles */

/* The next signal comes after a random time; never after none, which would disarm the timer. */
static void arm(void)
{
  uint64_t ns = sampler_interval(mean_ns) + 1;
  const struct itimerspec at = { .it_value = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) } };
  timer_settime(timer, 0, &at, NULL);
}

static void on_signal(int number, siginfo_t *info, void *interrupted_at)
{
  (void)number, (void)info;
  struct prof_thread *interrupted = prof_irq_enter(&context, prof_port_tsc() - way);
  const greg_t *r = ((const ucontext_t *)interrupted_at)->uc_mcontext.gregs;
  prof_sample(interrupted, (uintptr_t)r[REG_RIP], (uintptr_t)r[REG_RBP], (uintptr_t)r[REG_RSP]);
  signals++;
  arm();
  prof_irq_exit(interrupted);
}

static void block(int how)
{
  sigset_t alarm;
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  sigprocmask(how, &alarm, NULL);
}

static int by_value(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* By how much the thread's clock jumps at a signal: what its handler does not account for. */
static uint64_t measure_way(void)
{
  static uint64_t jumps[WAYS];
  const struct prof_thread *self = prof_port_thread();
  uint64_t before = prof_clock(self), seen = signals;
  for (int i = 0; i < WAYS;) {
    uint64_t now = prof_clock(self);
    if (signals != seen)
      jumps[i++] = now - before;
    seen = signals;
    before = now;
  }
  qsort(jumps, WAYS, sizeof(*jumps), by_value);
  return jumps[WAYS / 2];
}

void signals_init(void)
{
  struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART };
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
  if (sigaction(SIGALRM, &action, NULL) || timer_create(CLOCK_MONOTONIC, &event, &timer)) {
    perror("timer");
    exit(1);
  }
  prof_thread_add(&context, "timer signal", WIRE_THREAD_IRQ);
  signals_start(WAYS_HZ);
  way = measure_way();
  signals_stop();
}

void signals_start(uint32_t hz)
{
  mean_ns = 1000000000 / hz;
  block(SIG_UNBLOCK);
  arm();
}

void signals_stop(void)
{
  const struct itimerspec never = { .it_value = { 0, 0 } };
  block(SIG_BLOCK);
  timer_settime(timer, 0, &never, NULL);
}
