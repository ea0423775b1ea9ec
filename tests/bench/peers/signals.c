/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * signals.c: see signals.h.
 *
 * The way into the handler and back is the kernel's, and long (30 us in a virtual machine, measured): it is measured
 * before anything is, and each handler's time begins so much earlier than the handler.
 *
 * One timer is for both, samples and turns: a signal that comes for a turn takes no sample, or samples would come when
 * turns do. There are no samples in turns that count calls: the way of one signal is not that of the other, and with
 * 3000 a second the lengths of such turns came out 5 % too short and more.
 */
#define _GNU_SOURCE /* REG_RIP */
#include "signals.h"

#include "prof.h"
#include "lib/sampler.h"
#include "probes/sites.h"
#include "probes/turns.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>
#include <unwind.h>

#define WAYS    301   /* signals that are measured; the median counts */
#define WAYS_HZ 5000
#define DWARF_RBP 6   /* System V ABI, AMD64 supplement, figure 3.36 */

static struct prof_thread context;
static timer_t timer;
static double cycles_a_ns;
static uint64_t mean_ns;                 /* between samples; 0: none are taken */
static uint64_t sample_due;              /* TSC */
static volatile uint64_t signals;
static uint64_t way; /* cycles */
static uintptr_t code_low; /* of the first function that has probes */

#define NEVER_NS 100000000 /* a signal that finds nothing to do */

static uint64_t until_ns(uint64_t tsc)
{
  const int64_t left = (int64_t)(tsc - prof_port_tsc());
  return left > 0 ? (uint64_t)((double)left / cycles_a_ns) : 0;
}

/* The next sample comes after a random time. */
static void draw_sample(void)
{
  sample_due = prof_port_tsc() + (uint64_t)((double)sampler_interval(mean_ns) * cycles_a_ns);
}

/* Arms the timer for what comes first, the sample or what turns want in `turn` cycles (0: nothing); never for no time,
 * which would disarm it. A turn that counts calls has no sample. */
static void arm(uint64_t turn)
{
  uint64_t ns = mean_ns && !prof_turn_counts() ? until_ns(sample_due) : NEVER_NS;
  const uint64_t turn_ns = (uint64_t)((double)turn / cycles_a_ns);
  if (turn && turn_ns < ns)
    ns = turn_ns;
  ns++;
  const struct itimerspec at = { .it_value = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) } };
  timer_settime(timer, 0, &at, NULL);
}

/* The program's code: it begins with its first function that has probes; stubs that lead to the library lie before. */
static bool is_program(uintptr_t address)
{
  extern const char etext[];
  return address >= code_low && address < (uintptr_t)etext;
}

/* A place in the program that was interrupted, or has called what was. */
struct place { uintptr_t interrupted, ip, bp, sp; bool passed; };

/* Looks at a frame: the signal's come first, then that of the code that was interrupted. */
static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *frame, void *ctx)
{
  struct place *p = ctx;
  const uintptr_t ip = _Unwind_GetIP(frame);
  p->passed |= ip == p->interrupted;
  if (!p->passed || !is_program(ip))
    return _URC_NO_REASON;
  p->ip = ip - 1; /* within the call */
  p->bp = _Unwind_GetGR(frame, DWARF_RBP);
  p->sp = _Unwind_GetCFA(frame); /* as the call has left it */
  return _URC_NORMAL_STOP;
}

/* Takes a sample. What the C library runs is the program's function that called it. The library keeps no frames, so the
 * unwinder finds that function. */
static void take_sample(struct prof_thread *interrupted, const greg_t *r)
{
  const uintptr_t ip = (uintptr_t)r[REG_RIP];
  struct place p = { ip, ip, (uintptr_t)r[REG_RBP], (uintptr_t)r[REG_RSP], false };
  if (!is_program(ip))
    _Unwind_Backtrace(look_at_frame, &p);
  prof_sample(interrupted, p.ip, p.bp, p.sp);
}

static void on_signal(int number, siginfo_t *info, void *interrupted_at)
{
  (void)number, (void)info;
  struct prof_thread *interrupted = prof_irq_enter(&context, prof_port_tsc() - way);
  const greg_t *r = ((const ucontext_t *)interrupted_at)->uc_mcontext.gregs;
  const bool counts = prof_turn_counts();
  if (mean_ns && !counts && !until_ns(sample_due)) {
    take_sample(interrupted, r);
    draw_sample();
  }
  prof_irq_preempts(interrupted, (uintptr_t)r[REG_RIP]); /* no turn begins inside a probe */
  const uint64_t turn = prof_turn(prof_port_tsc() - way);
  prof_irq_preempts(interrupted, 0);
  if (counts && !prof_turn_counts())
    draw_sample(); /* the times between samples are exponential, so those that did not come are not missed */
  signals++;
  arm(turn);
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

void signals_init(uint64_t tsc_hz)
{
  struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART };
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
  sigaddset(&action.sa_mask, SIGUSR2); /* at which programs of tests/bench/ten wait: not in here */
  if (sigaction(SIGALRM, &action, NULL) || timer_create(CLOCK_MONOTONIC, &event, &timer)) {
    perror("timer");
    exit(1);
  }
  uintptr_t last;
  struct place nowhere = { 0 };
  prof_sites_span(&code_low, &last);
  _Unwind_Backtrace(look_at_frame, &nowhere); /* the first call looks for what it needs, and may ask for memory */
  cycles_a_ns = (double)tsc_hz / 1e9;
  prof_thread_add(&context, "timer signal", WIRE_THREAD_IRQ);
  signals_start(WAYS_HZ);
  way = measure_way();
  signals_stop();
}

void signals_start(uint32_t hz)
{
  mean_ns = hz ? 1000000000 / hz : 0;
  draw_sample();
  block(SIG_UNBLOCK);
  arm(1);
}

void signals_stop(void)
{
  const struct itimerspec never = { .it_value = { 0, 0 } };
  block(SIG_BLOCK);
  timer_settime(timer, 0, &never, NULL);
}
