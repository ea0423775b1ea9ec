/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calibrate.c: what a probe costs on this machine, measured at boot (JX paper, section 2: "it is possible to determine
 * a fix value").
 *
 * Three loops of the same shape are timed: an empty one (E), one that calls a plain empty function (P), and one that
 * calls an instrumented empty function (T), whose node gives the raw time (R) and whose caller the measured drift (D).
 * For each call then
 *
 *   body  = P - E          what the call costs when nobody looks: the callee's, as its frame is
 *   inner = R - body       what of the raw time is the probe's
 *   outer = T - E - R - D  what is neither between the time stamps nor measured
 *
 * so that a corrected empty call costs `body`, and its caller nothing more: the sum is exact by construction, and the
 * calibration is right when it also holds for functions that are not empty (tests/boot/timing).
 */
#include "calibrate.h"

#include "internal.h"

#define ROUNDS 64
#define CALLS  128 /* in one round; even */

void __cyg_profile_func_enter(void *function, void *site);

struct prof_calibration prof_calibration;

/* Results of one round, in cycles for each call. */
struct round {
  int64_t inner, outer;
};

static __attribute__((noinline, noclone)) void plain(void)
{
  __asm__ volatile("");
}

#define TIME_LOOP(name, body)                                                                                        \
  static __attribute__((noinline)) int64_t name(uint32_t n)                                                          \
  {                                                                                                                  \
    uint64_t begun = prof_port_tsc();                                                                                \
    for (uint32_t i = 0; i < n; i++) {                                                                               \
      body;                                                                                                          \
      __asm__ volatile("" : "+r"(i));                                                                                \
    }                                                                                                                \
    return (int64_t)(prof_port_tsc() - begun);                                                                       \
  }

TIME_LOOP(time_empty, )
TIME_LOOP(time_plain, plain())
TIME_LOOP(time_same, prof_calibrate_timed_a())
TIME_LOOP(time_turns, prof_calibrate_timed_a(); prof_calibrate_timed_b())
TIME_LOOP(time_event, prof_event_log(0, i))

/* A call that is entered and not left: how long ago its t0 is goes to `since`, and the call is forgotten. */
static uint64_t since;
static void forget(void)
{
  struct prof_thread *t = prof_port_thread();
  since += prof_clock(t) - t->current->t0;
  if (t->current->parent)
    t->current = t->current->parent;
}
TIME_LOOP(time_entered, __cyg_profile_func_enter((void *)prof_calibrate_timed_a, NULL); forget())
TIME_LOOP(time_forget, forget())

/* Somebody to switch to. */
static struct prof_thread nobody;
static void switch_away_and_back(void)
{
  struct prof_thread *t = prof_port_thread();
  prof_switch(&nobody, WIRE_WHY_YIELDED);
  prof_switch(t, WIRE_WHY_YIELDED);
}

/* Raw time of all children of the root. */
static int64_t raw_sum(const struct prof_node *root)
{
  uint64_t sum = 0;
  for (const struct prof_node *n = root->child; n; n = n->sibling)
    sum += n->raw;
  return (int64_t)sum;
}

/* One round of a loop that makes CALLS timed calls in `n` turns. */
static struct round measure(struct prof_node *root, int64_t (*loop)(uint32_t n), uint32_t n)
{
  int64_t raw = raw_sum(root), drift = root->drift;
  int64_t body = (time_plain(CALLS) - time_empty(CALLS)) / CALLS;
  int64_t total = loop(n) - time_empty(n);
  raw = (raw_sum(root) - raw) / CALLS;
  drift = (root->drift - drift) / CALLS;
  return (struct round){ .inner = raw - body, .outer = total / CALLS - raw - drift };
}

static void sort(int64_t *v, size_t n)
{
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k && v[k - 1] > v[k]; k--) {
      int64_t swap = v[k];
      v[k] = v[k - 1];
      v[k - 1] = swap;
    }
}

/* Median of `rounds` values; the least goes to *least unless that is NULL. */
static int64_t median(int64_t *v, int64_t *least)
{
  sort(v, ROUNDS);
  if (least)
    *least = v[0];
  return v[ROUNDS / 2];
}

/* One round of calls that are entered only. */
static struct round measure_enter(void)
{
  int64_t total = -time_forget(CALLS);
  since = 0;
  total += time_entered(CALLS);
  return (struct round){ .inner = (int64_t)since / CALLS, .outer = (total - (int64_t)since) / CALLS };
}

static void calibrate_enter(void)
{
  static int64_t inner[ROUNDS], outer[ROUNDS];
  prof_calibrate_timed_a();
  for (uint32_t i = 0; i < ROUNDS; i++) {
    struct round enter = measure_enter();
    inner[i] = enter.inner;
    outer[i] = enter.outer;
  }
  prof_costs.enter_inner = median(inner, NULL);
  prof_costs.enter_outer = median(outer, NULL);
}

/* What a thread's own clock shows for switches that took it no time. */
static void calibrate_switch(void)
{
  static int64_t cost[ROUNDS];
  const struct prof_thread *t = prof_port_thread();
  for (uint32_t i = 0; i < ROUNDS; i++) {
    uint64_t begun = prof_clock(t);
    for (uint32_t k = 0; k < CALLS; k++)
      switch_away_and_back();
    cost[i] = (int64_t)(prof_clock(t) - begun - (uint64_t)time_empty(CALLS)) / CALLS;
  }
  prof_costs.resume = median(cost, NULL);
}

static void calibrate_calls(struct prof_node *root)
{
  static int64_t inner[ROUNDS], outer[ROUNDS], slow_inner[ROUNDS], slow_outer[ROUNDS];
  for (uint32_t i = 0; i < ROUNDS; i++) {
    prof_calibrate_timed_a(); /* so that each call of the round is the same as last time */
    struct round same = measure(root, time_same, CALLS);
    prof_calibrate_timed_b();
    struct round turns = measure(root, time_turns, CALLS / 2);
    inner[i] = same.inner;
    outer[i] = same.outer;
    slow_inner[i] = turns.inner - same.inner;
    slow_outer[i] = turns.outer - same.outer;
  }
  prof_costs.inner = median(inner, &prof_calibration.inner_min);
  prof_costs.outer = median(outer, &prof_calibration.outer_min);
  prof_costs.slow_inner = median(slow_inner, NULL);
  prof_costs.slow_outer = median(slow_outer, NULL);
}

/* Needs room for CALLS records; with less the cost is that of an event that finds no room. */
static void calibrate_events(void)
{
  static int64_t cost[ROUNDS];
  for (uint32_t i = 0; i < ROUNDS; i++) {
    prof_events.made = 0;
    prof_events.on = true;
    cost[i] = (time_event(CALLS) - time_empty(CALLS)) / CALLS;
    prof_events.on = false;
  }
  prof_events.made = 0;
  prof_costs.event = median(cost, &prof_calibration.event_min);
}

void prof_calibrate(void)
{
  struct prof_thread *t = prof_port_thread();
  if (!t->id)
    return;
  unsigned long irq = prof_port_irq_save();
  prof_timing_begin(t, prof_clock(t));
  prof_costs = (struct prof_costs){ 0 };
  calibrate_switch();
  if (t->current) {
    calibrate_calls(t->current);
    calibrate_enter();
    calibrate_events();
    prof_calibration.rounds = ROUNDS;
  }
  t->current = NULL;
  t->other = NULL;
  prof_entry(t)->root = NULL;
  prof_timing_reset();
  prof_port_irq_restore(irq);
}
