/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * calibrate.c: what a probe costs on this machine, measured at boot (JX paper, section 2: "it is possible to determine
 * a fix value").
 *
 * Loops of the same shape are timed: an empty one, one with an instruction that stands for the caller's `call` (E), one
 * that calls a plain empty function (P), and one that calls an instrumented empty function (T). The latter's node gives
 * the raw time (R), its caller's node the measured drift (D). For each call then
 *
 *   body  = P - E          what the call costs without probes: the callee's time, with its frame
 *   inner = R - body       the part of the raw time that is the probe's
 *   outer = T - E - R - D  the time that is neither between the time stamps nor measured
 *
 * so that a corrected empty call costs `body`, and its caller nothing more than the `call`: the sum is exact by
 * construction. Where the hooks do not change the function (fentry.c), their cost does not depend on the function, and
 * every function's corrected time is exactly the plain one's; `make accuracy` proves it.
 */
#include "probes/probe.h"

#include "calibrate.h"
#include "probes/sites.h"
#include "probes/timing.h"
#include "probes/turns.h"
#include "records/log.h"
#include "state.h"

#define ROUNDS 64
#define CALLS  128 /* in one round; a multiple of 4 */

struct prof_calibration prof_calibration;

/* Results of one round, in cycles for each call. */
struct round {
  int64_t inner, outer, body; /* body: of a chain only */
};

/* A thread to switch to; it never runs. */
static struct prof_thread dummy;

/* A loop without a call loses the registers that one with a call loses (PROF_ARCH_AS_CALL), and loads the arguments
 * that a call has: so both have one shape. */
#define TIME_LOOP(name, body)                                                                                        \
  static __attribute__((noipa)) int64_t name(uint32_t n)                                                             \
  {                                                                                                                  \
    uint64_t begun = prof_port_tsc();                                                                                \
    for (uint32_t i = 0; i < n; i++) {                                                                               \
      body;                                                                                                          \
      __asm__ volatile("" : "+r"(i) : : PROF_ARCH_AS_CALL);                                                          \
    }                                                                                                                \
    return (int64_t)(prof_port_tsc() - begun);                                                                       \
  }

TIME_LOOP(time_empty, )
TIME_LOOP(time_call, __asm__ volatile("nop"))
TIME_LOOP(time_arguments, PROF_ARCH_ARGUMENTS(&dummy, WIRE_WHY_YIELDED))
TIME_LOOP(time_plain, prof_calibrate_plain())
TIME_LOOP(time_same, prof_calibrate_timed_a())
TIME_LOOP(time_turns, prof_calibrate_timed_a(); prof_calibrate_timed_a();
                      prof_calibrate_timed_b(); prof_calibrate_timed_b())
TIME_LOOP(time_event, prof_event_log(0, i))
TIME_LOOP(time_birth, prof_birth(i, 0, 0, 0, i))
TIME_LOOP(time_death, prof_death(i))
TIME_LOOP(time_argument, PROF_ARCH_ARGUMENT(&dummy))
TIME_LOOP(time_unblock, prof_record_unblock(&dummy))

static struct prof_lock dummy_lock;
static struct prof_lock_wait dummy_wait;
TIME_LOOP(time_lock, prof_lock_releases(&dummy_wait, &dummy_lock))

static const struct prof_message dummy_message;
TIME_LOOP(time_message, prof_message(&dummy_message))

TIME_LOOP(time_add, prof_thread_add(&dummy, "", 0))
TIME_LOOP(time_add_arguments, PROF_ARCH_ARGUMENTS(&dummy, ""); __asm__ volatile("nop")) /* the third argument */

/* Leaves a call past its exit hook, by longjmp. The time since the call's t0 is added to `since`, and the call is
 * forgotten. */
static prof_arch_place way_out;
static uint64_t since;
void prof_calibrate_leave(void)
{
  struct prof_thread *t = prof_port_thread();
  since += prof_clock(t) - t->current->t0;
#ifdef PROF_ARCH_RETURNS
  t->current->back = 0;
#endif
  if (t->current->parent)
    t->current = t->current->parent;
  prof_arch_leave(way_out);
}

/* A counter of turns does not change between the mark and the return to it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wclobbered"
TIME_LOOP(time_left, if (!prof_arch_mark(way_out)) prof_calibrate_timed_left())
TIME_LOOP(time_plain_left, if (!prof_arch_mark(way_out)) prof_calibrate_plain_left())
#pragma GCC diagnostic pop

/* Takes `slot_off` off the place of the innermost open call: an odd place is no frame's (sites.c). */
static uintptr_t slot_off;
void prof_calibrate_slot(void)
{
  struct prof_node *n = prof_port_thread()->current;
  n->slot = (const void *)((uintptr_t)n->slot - slot_off);
}

TIME_LOOP(time_slot, prof_calibrate_timed_slot())

/* Returns the time that the clock of `self`, the current thread, shows for switching away and back `n` times: a loop
 * with the shape of TIME_LOOP's, alone in its function, so that the compiler has no reason to keep a register in
 * memory. */
static __attribute__((noipa)) int64_t time_switches(uint32_t n, struct prof_thread *self)
{
  const uint64_t begun = prof_clock(self);
  for (uint32_t i = 0; i < n; i++) {
    prof_switch(&dummy, WIRE_WHY_YIELDED);
    prof_switch(self, WIRE_WHY_YIELDED);
    __asm__ volatile("" : "+r"(i) : : PROF_ARCH_AS_CALL);
  }
  return (int64_t)(prof_clock(self) - begun);
}

/* Returns the raw time of all children of the root. */
static int64_t raw_sum(const struct prof_node *root)
{
  uint64_t sum = 0;
  for (const struct prof_node *n = root->child; n; n = n->sibling)
    sum += n->raw;
  return (int64_t)sum;
}

/* Returns the cycles of one call from those of CALLS calls, to the nearest: loops of one shape may begin and end a
 * cycle apart. */
static int64_t per_call(int64_t cycles)
{
  return (cycles + (cycles < 0 ? -CALLS : CALLS) / 2) / CALLS;
}

/* Measures one round of a loop that makes CALLS timed calls in `n` turns. */
static struct round measure_calls(struct prof_node *root, int64_t (*loop)(uint32_t n), uint32_t n)
{
  int64_t raw = raw_sum(root), drift = root->drift;
  int64_t call = time_call(CALLS) - time_empty(CALLS);
  int64_t body = per_call(time_plain(CALLS) - time_empty(CALLS) - call);
  int64_t total = loop(n) - time_empty(n) - call;
  raw = per_call(raw_sum(root) - raw);
  drift = per_call(root->drift - drift);
  return (struct round){ .inner = raw - body, .outer = per_call(total) - raw - drift };
}

static void sort_cycles(int64_t *v, size_t n)
{
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k && v[k - 1] > v[k]; k--) {
      int64_t swap = v[k];
      v[k] = v[k - 1];
      v[k - 1] = swap;
    }
}

/* Of the rounds, so many may have been disturbed in the part that is subtracted, so that what is left is too little. */
#define DISTURBED (ROUNDS / 16)

/* Returns the median of ROUNDS values, which get sorted; the least one but for DISTURBED goes to *least unless that is
 * NULL. */
static int64_t take_median(int64_t *v, int64_t *least)
{
  sort_cycles(v, ROUNDS);
  if (least)
    *least = v[DISTURBED];
  return v[ROUNDS / 2];
}

/* Measures one round of calls that are entered and not left. */
static struct round measure_enter(void)
{
  int64_t total = -time_plain_left(CALLS);
  since = 0;
  total += time_left(CALLS);
  return (struct round){ .inner = per_call((int64_t)since), .outer = per_call(total - (int64_t)since) };
}

static void calibrate_enter(void)
{
  static int64_t inner[ROUNDS], outer[ROUNDS];
  time_left(1);
  for (uint32_t i = 0; i < ROUNDS; i++) {
    struct round enter = measure_enter();
    inner[i] = enter.inner;
    outer[i] = enter.outer;
  }
  prof_costs.enter_inner = take_median(inner, NULL);
  prof_costs.enter_outer = take_median(outer, NULL);
}

/* Measures what a thread's own clock shows for switches, which should take no time on it. A function by itself, so that
 * its loop keeps all in registers. */
static __attribute__((noipa)) void calibrate_switch(void)
{
  static int64_t cost[ROUNDS];
  for (uint32_t i = 0; i < ROUNDS; i++)
    cost[i] = per_call(time_switches(CALLS, prof_port_thread()) - time_arguments(CALLS));
  prof_costs.resume = take_median(cost, NULL);
}

/* Measures the part of prof_thread_add() that the function does not measure itself, on a table without room for another
 * thread. */
static void calibrate_add(struct prof_node *root)
{
  static int64_t cost[ROUNDS];
  const uint32_t room = prof_state.config.threads;
  const uint64_t refused = prof_state.threads_refused;
  const uint32_t unnumbered = prof_state.threads_unnumbered;
  prof_state.config.threads = prof_state.thread_count;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    int64_t drift = root->drift;
    int64_t total = time_add(CALLS) - time_add_arguments(CALLS);
    cost[i] = per_call(total - (root->drift - drift));
  }
  prof_state.config.threads = room;
  prof_state.threads_refused = refused;
  prof_state.threads_unnumbered = unnumbered;
  prof_costs.add = take_median(cost, NULL);
}

static void calibrate_calls(struct prof_node *root)
{
  static int64_t inner[ROUNDS], outer[ROUNDS], slow_inner[ROUNDS], slow_outer[ROUNDS];
  for (uint32_t i = 0; i < ROUNDS; i++) {
    prof_calibrate_timed_a();
    prof_calibrate_timed_a(); /* from here on each call is the one that is expected */
    struct round same = measure_calls(root, time_same, CALLS);
    prof_calibrate_timed_b();
    prof_calibrate_timed_b(); /* here no call is: each function is followed by itself and by the other one in turns */
    struct round turns = measure_calls(root, time_turns, CALLS / 4);
    inner[i] = same.inner;
    outer[i] = same.outer;
    slow_inner[i] = turns.inner - same.inner;
    slow_outer[i] = turns.outer - same.outer;
  }
  prof_costs.inner = take_median(inner, &prof_calibration.inner_min);
  prof_costs.outer = take_median(outer, &prof_calibration.outer_min);
  prof_costs.slow_inner = take_median(slow_inner, NULL);
  prof_costs.slow_outer = take_median(slow_outer, NULL);
}

/* Returns the time of calls besides what their probes measure. */
static int64_t time_slot_calls(const struct prof_node *root, uintptr_t off)
{
  slot_off = off;
  const int64_t drift = root->drift, total = time_slot(CALLS);
  return total - (root->drift - drift);
}

/* Measures exits the slow way, beside others. Hooks that know no place of a call have no such exits. */
static void calibrate_exit(const struct prof_node *root)
{
  static int64_t cost[ROUNDS];
  slot_off = 0;
  time_slot(1);
  if (prof_probe_by_name(root->before))
    return;
  for (uint32_t i = 0; i < ROUNDS; i++)
    cost[i] = per_call(time_slot_calls(root, 1) - time_slot_calls(root, 0));
  prof_costs.slow_exit = take_median(cost, NULL);
}

/* Measures a call inside `other`, which has no time stamps of its own: the part that its exit does not measure is a
 * constant. */
static void calibrate_nested(struct prof_thread *t)
{
  static int64_t cost[ROUNDS];
  struct prof_node *root = t->current;
  t->current = t->other;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    int64_t drift = t->other->drift;
    int64_t total = time_same(CALLS) - time_plain(CALLS);
    cost[i] = per_call(total - (t->other->drift - drift));
  }
  t->current = root;
  prof_costs.nested = take_median(cost, NULL);
}

/* Returns the time of CALLS calls besides what their probes measure, all of which have that `over`. */
static int64_t time_recorded(struct prof_node *root, int64_t over)
{
  for (struct prof_node *n = root->child; n; n = n->sibling)
    n->over = over;
  const int64_t drift = root->drift, total = time_same(CALLS);
  return total - (root->drift - drift);
}

/* Returns what recording a call takes besides what it measures of itself, with that `over`, with room for the record or
 * without. All records go to one place. */
static int64_t measure_recording(struct prof_node *root, int64_t over, enum prof_log_room room)
{
  static int64_t cost[ROUNDS];
  const struct prof_log before = prof_callrecords;
  const int64_t calls_over = prof_state.config.calls_over;
  prof_state.config.calls_over = 0; /* or the first call would change what time_recorded() has said */
  prof_callrecords.mask = 0;
  prof_log_force(&prof_callrecords, room);
  for (uint32_t i = 0; i < ROUNDS; i++) {
    const int64_t all = time_recorded(root, over);
    cost[i] = per_call(all - time_recorded(root, PROF_CALL_NEVER));
  }
  prof_callrecords = before;
  prof_log_force(&prof_callrecords, PROF_ROOM_AS_IS);
  prof_state.config.calls_over = calls_over;
  return take_median(cost, NULL);
}

/* A call that is recorded starts out with the costs of one that is not. */
static void calibrate_recording(struct prof_node *root)
{
  prof_costs.recorded = prof_costs.outer;
  if (!prof_callrecords.capacity)
    return;
  const int64_t call = measure_recording(root, PROF_CALL_ALWAYS, PROF_ALWAYS_ROOM);
  prof_costs.full_call = measure_recording(root, PROF_CALL_ALWAYS, PROF_NO_ROOM) - call;
  prof_costs.long_call = measure_recording(root, PROF_CALL_FORCED, PROF_ALWAYS_ROOM);
  prof_costs.recorded += call;
}

/* Returns the cycles that a call of `loop` takes more when `log` records than when it does not. */
static int64_t measure_record(struct prof_log *log, int64_t (*loop)(uint32_t n))
{
  const int64_t without = loop(CALLS);
  log->on = true;
  const int64_t with = loop(CALLS);
  log->on = false;
  return per_call(with - without);
}

/* Returns the cost of a record of `log`, which `loop` makes: asking whether the log records is the program's. The log
 * needs room for CALLS records; with less room the result is the cost of a record that finds no room. */
static int64_t calibrate_log(struct prof_log *log, int64_t (*loop)(uint32_t n), int64_t *least)
{
  static int64_t cost[ROUNDS];
  for (uint32_t i = 0; i < ROUNDS; i++) {
    prof_log_reset(log);
    cost[i] = measure_record(log, loop);
  }
  prof_log_reset(log);
  return take_median(cost, least);
}

/* Returns what `with` costs a call besides what it measures of itself, and besides what `without` costs; `log` records
 * meanwhile, and does not while `without` runs: the two may be one loop. */
static int64_t calibrate_aside(const struct prof_node *n, struct prof_log *log, int64_t (*with)(uint32_t n),
                               int64_t (*without)(uint32_t n))
{
  static int64_t cost[ROUNDS];
  for (uint32_t i = 0; i < ROUNDS; i++) {
    const int64_t drift = n->drift;
    prof_log_reset(log);
    log->on = true;
    const int64_t all = with(CALLS);
    log->on = false;
    cost[i] = per_call(all - without(CALLS) - (n->drift - drift));
  }
  prof_log_reset(log);
  return take_median(cost, NULL);
}

/* Times a loop of the adopter as ours are timed. */
static int64_t time_loop(void (*loop)(uint32_t n))
{
  uint64_t begun = prof_port_tsc();
  loop(CALLS);
  return (int64_t)(prof_port_tsc() - begun);
}

static void forget_records(void)
{
  if (!prof_state.running)
    prof_log_reset(&prof_events);
  prof_log_reset(&prof_births);
  prof_log_reset(&prof_deaths);
}

/* The call that is open while a loop of the adopter is measured: probes book there what they know of their cost, as in
 * a call of the program. */
static struct prof_node measured;

int64_t prof_measure(void (*loop)(uint32_t n))
{
  static int64_t cost[ROUNDS];
  struct prof_thread *t = prof_port_thread();
  struct prof_node *current = t->current;
  const bool collections = prof_collections.on;
  uint64_t begun = prof_clock(t);
  measured = (struct prof_node){ 0 };
  t->current = &measured;
  prof_collections.on = false;
  for (uint32_t i = 0; i < ROUNDS; i++) {
    forget_records();
    cost[i] = per_call(time_loop(loop));
  }
  forget_records();
  prof_collections.on = collections;
  t->current = current;
  if (current)
    prof_node_drift(current, (int64_t)(prof_clock(t) - begun));
  return take_median(cost, NULL);
}

int64_t prof_measure_surplus(void (*with)(uint32_t n), void (*without)(uint32_t n))
{
  const int64_t plain = prof_measure(without), all = prof_measure(with);
  return all - plain - measured.drift / (ROUNDS * CALLS);
}

/* Returns the cost of a record that finds no room. */
static int64_t calibrate_drop(struct prof_log *log)
{
  static int64_t cost[ROUNDS];
  prof_log_force(log, PROF_NO_ROOM);
  for (uint32_t i = 0; i < ROUNDS; i++)
    cost[i] = measure_record(log, time_event);
  prof_log_force(log, PROF_ROOM_AS_IS);
  return take_median(cost, NULL);
}

static void calibrate_logs(void)
{
  prof_costs.drop = calibrate_drop(&prof_events);
  prof_costs.event = calibrate_log(&prof_events, time_event, &prof_calibration.event_min);
  if (prof_births.capacity)
    prof_costs.birth = calibrate_log(&prof_births, time_birth, NULL);
  if (prof_deaths.capacity)
    prof_costs.death = calibrate_log(&prof_deaths, time_death, NULL);
}

#ifdef PROF_TURNS
/* ---- fenced probes, on chains (probes/turns.h) ---- */

/* A loop in which each call waits for the one before, with four more steps between them. */
#define TIME_CHAIN(name, function) \
  static __attribute__((noipa)) int64_t name(uint32_t n) \
  { \
    uint64_t x = 1; \
    prof_arch_drain(); \
    const uint64_t begun = prof_port_tsc(); \
    for (uint32_t i = 0; i < n; i++) { \
      x = function(x); \
      x = prof_calibrate_step(prof_calibrate_step(prof_calibrate_step(prof_calibrate_step(x)))); \
    } \
    __asm__ volatile("" : : "r"(x)); \
    prof_arch_drain(); \
    return (int64_t)(prof_port_tsc() - begun); \
  }
#define TIME_CHAINS(steps) \
  TIME_CHAIN(time_plain_chain_##steps, prof_calibrate_plain_chain_##steps) \
  TIME_CHAIN(time_timed_chain_##steps, prof_calibrate_timed_chain_##steps)
PROF_CHAINS(TIME_CHAINS)

static const struct chain {
  int64_t (*plain)(uint32_t n), (*timed)(uint32_t n);
  uint64_t (*function)(uint64_t x);
  int64_t steps;
} chains[] = {
#define CHAIN(steps) \
  { time_plain_chain_##steps, time_timed_chain_##steps, prof_calibrate_timed_chain_##steps, steps },
  PROF_CHAINS(CHAIN)
#undef CHAIN
};
#define CHAIN_COUNT (sizeof(chains) / sizeof(chains[0]))
#define WARM_CALLS 4  /* before others are measured: sites have just been written, and the processor reads the code
                       * anew */
#define LONG_CHAINS 3 /* they stand behind the first, the longest one last: what fenced probes cost is one constant on
                       * them */

/* Gives the chains fenced probes, or none but those that they had. */
static void fence_chains(bool on, bool timed_anyway)
{
  for (size_t i = 0; i < CHAIN_COUNT; i++) {
    const uintptr_t function = (uintptr_t)chains[i].function;
    if (on)
      prof_site_switch(function, true);
    prof_site_turn(prof_site_number(function), on ? PROF_SITE_FENCED : PROF_SITE_AS_BEFORE);
    if (!on)
      prof_site_switch(function, timed_anyway);
  }
}

/* Measures one round of a chain, CALLS calls together: inner is its raw time, less its body. What a step takes comes
 * from two chains without probes that differ in nothing but their steps; one with steps less one without is not that:
 * it was 1.4 counts more than its steps (Sapphire Rapids). */
static struct round measure_chain(const struct prof_node *root, const struct chain *c)
{
  const struct chain *few = &chains[1], *many = &chains[LONG_CHAINS];
  few->plain(WARM_CALLS), many->plain(WARM_CALLS), c->plain(WARM_CALLS);
  const int64_t steps = many->plain(CALLS) - few->plain(CALLS), plain = c->plain(CALLS);
  c->timed(1); /* from here on each call is the one that is expected */
  const int64_t before = raw_sum(root), total = c->timed(CALLS), raw = raw_sum(root) - before;
  const int64_t body = steps * c->steps / (many->steps - few->steps), inner = raw - body;
  return (struct round){ .inner = inner, .outer = total - plain - inner, .body = body };
}

/* Returns a quarter of the way up the sorted values: what else the processor does meanwhile makes a round longer, never
 * shorter, and may last for most of the rounds. */
static int64_t take_quartile(int64_t *v)
{
  sort_cycles(v, ROUNDS);
  return v[ROUNDS / 4];
}

/* Returns what the rounds of a chain say. */
static struct round calibrate_chain(const struct prof_node *root, const struct chain *c)
{
  static int64_t inner[ROUNDS], outer[ROUNDS];
  for (uint32_t i = 0; i < ROUNDS; i++) {
    const struct round r = measure_chain(root, c);
    inner[i] = per_call(r.inner);
    outer[i] = per_call(r.outer);
  }
  return (struct round){ .inner = take_quartile(inner), .outer = take_quartile(outer) };
}

/* The first chain has no steps: what its calls show is the floor. The constants are half-way between the least and the
 * greatest of those of the long ones. */
static void calibrate_fenced(const struct prof_node *root, bool timed_anyway)
{
  int64_t inners[1 + LONG_CHAINS], outers[1 + LONG_CHAINS];
  if (prof_site_number((uintptr_t)chains[0].function) == PROF_SITE_NONE)
    return;
  fence_chains(true, true);
  for (size_t k = 0; k <= LONG_CHAINS; k++) {
    const struct round r = calibrate_chain(root, &chains[k]);
    inners[k] = r.inner;
    outers[k] = r.outer;
  }
  sort_cycles(inners + 1, LONG_CHAINS);
  sort_cycles(outers + 1, LONG_CHAINS);
  prof_costs.fenced_inner = inners[1] + (inners[LONG_CHAINS] - inners[1]) / 2;
  prof_costs.fenced_outer = outers[1] + (outers[LONG_CHAINS] - outers[1]) / 2;
  prof_calibration.fenced_low = inners[1];
  prof_calibration.fenced_high = inners[LONG_CHAINS];
  prof_calibration.floor = inners[0] > prof_costs.fenced_inner ? inners[0] - prof_costs.fenced_inner : 0;
  fence_chains(false, true);
  const struct round usual = calibrate_chain(root, &chains[LONG_CHAINS]);
  prof_calibration.long_inner = usual.inner;
  prof_calibration.long_outer = usual.outer;
  fence_chains(false, timed_anyway);
}

/* The call tree of a calibration in the middle of the run: no thread's. */
static struct prof_node again_root, again_node;

static void begin_again(uintptr_t function)
{
  again_root = (struct prof_node){ .flags = WIRE_NODE_ROOT, .slot = (const void *)UINTPTR_MAX, .child = &again_node,
                                   .next = &again_node };
  again_node = (struct prof_node){ .address = (const void *)function, .parent = &again_root, .after = &again_node,
                                   .over = PROF_CALL_NEVER, .calls = 1 };
}

/* Gives a function fenced probes, and the own thread a tree with a node for it. Returns whether it had probes. */
static bool fence_again(uintptr_t function)
{
  const bool on = prof_site_is_on(function);
  prof_site_switch(function, true);
  prof_site_turn(prof_site_number(function), PROF_SITE_FENCED);
  begin_again(function);
  PROF_WRITE(prof_port_thread()->current, &again_root);
  return on;
}

static void end_again(uintptr_t function, bool on, struct prof_node *current)
{
  PROF_WRITE(prof_port_thread()->current, current);
  prof_site_turn(prof_site_number(function), PROF_SITE_AS_BEFORE);
  prof_site_switch(function, on);
}

bool prof_calibrate_again(uint32_t which, uint32_t *calls, int64_t *cycles, uint64_t *body)
{
  const struct chain *c = &chains[1 + which];
  _Static_assert(CHAIN_COUNT == 1 + PROF_CALIBRATE_CHAINS, "the first chain has no steps");
  _Static_assert(LONG_CHAINS == 1 + PROF_CALIBRATE_LONGEST, "nor is it counted");
  const uintptr_t function = (uintptr_t)c->function;
  struct prof_node *current = prof_port_thread()->current;
  if (prof_site_number(function) == PROF_SITE_NONE)
    return false;
  const bool on = fence_again(function);
  *calls = CALLS;
  const struct round r = measure_chain(&again_root, c);
  *cycles = r.inner;
  *body = r.body > 0 ? (uint64_t)r.body : 0;
  end_again(function, on, current);
  return true;
}

TIME_CHAIN(time_over_timed, prof_calibrate_timed_over_timed)
TIME_CHAIN(time_over_plain, prof_calibrate_timed_over_plain)

/* Returns what fenced calls of `function` take, with what the probes cost between the time stamps. `loop` makes
 * them. */
static int64_t time_over(uintptr_t function, int64_t (*loop)(uint32_t n))
{
  struct prof_node *current = prof_port_thread()->current;
  const bool on = fence_again(function);
  loop(1);
  const int64_t before = raw_sum(&again_root);
  loop(CALLS);
  const int64_t raw = raw_sum(&again_root) - before;
  end_again(function, on, current);
  return raw;
}

bool prof_calibrate_nops(uint32_t *calls, int64_t *cycles)
{
  const uint32_t callee = prof_site_number((uintptr_t)prof_calibrate_timed_chain_8);
  if (callee == PROF_SITE_NONE)
    return false;
  prof_site_turn(callee, PROF_SITE_OFF);
  const int64_t with = time_over((uintptr_t)prof_calibrate_timed_over_timed, time_over_timed);
  const int64_t without = time_over((uintptr_t)prof_calibrate_timed_over_plain, time_over_plain);
  prof_site_turn(callee, PROF_SITE_AS_BEFORE);
  *calls = CALLS;
  *cycles = with - without;
  return true;
}
#endif

/* Switches the functions of the calibration, independent of what else is timed. */
static void switch_subjects(bool on)
{
  prof_site_switch((uintptr_t)prof_calibrate_timed_a, on);
  prof_site_switch((uintptr_t)prof_calibrate_timed_b, on);
  prof_site_switch((uintptr_t)prof_calibrate_timed_left, on);
  prof_site_switch((uintptr_t)prof_calibrate_timed_slot, on);
}

void prof_calibrate(void)
{
  struct prof_thread *t = prof_port_thread();
  if (!t->id)
    return;
  unsigned long irq = prof_port_irq_save();
  const uint32_t calls_of_throttle = prof_state.config.throttle;
  prof_state.config.throttle = 0;
  const bool timed_anyway = prof_site_is_on((uintptr_t)prof_calibrate_timed_a);
  switch_subjects(true);
  prof_timing_begin(t, prof_clock(t));
  prof_costs = (struct prof_costs){ 0 };
  calibrate_switch();
  if (t->current) {
    if (prof_state.config.modes & WIRE_MODE_TIMING) { /* otherwise the sites may still be NOPs */
      calibrate_calls(t->current);
      calibrate_recording(t->current);
      calibrate_enter();
      calibrate_exit(t->current);
      calibrate_nested(t);
#ifdef PROF_TURNS
      if (prof_state.config.turns)
        calibrate_fenced(t->current, timed_anyway);
#endif
    }
    calibrate_logs();
    if (prof_sched.capacity)
      prof_costs.unblock = calibrate_aside(t->current, &prof_sched, time_unblock, time_argument);
    if (prof_locks.capacity)
      prof_costs.lock = calibrate_aside(t->current, &prof_locks, time_lock, time_lock);
    if (prof_messages.capacity)
      prof_costs.message = calibrate_aside(t->current, &prof_messages, time_message, time_message);
    calibrate_add(t->current);
    prof_calibration.rounds = ROUNDS;
  }
  t->current = NULL;
  t->other = NULL;
  prof_entry(t)->root = NULL;
  prof_timing_reset();
  switch_subjects(timed_anyway);
  prof_state.config.throttle = calls_of_throttle;
  prof_port_irq_restore(irq);
}
