/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * turns.c: plans turns, switches the probes for them, and keeps what calls took in them. turns.h is the manual.
 */
#include "probe.h"

#include "turns.h"
#include "bursts.h"
#include "sites.h"
#include "timing.h"

#ifdef PROF_TURNS

extern const uint8_t __start_prof_probe[], __stop_prof_probe[];

#define TURN_ROWS  32768 /* TURN records that are kept, 1.25 MiB: 16 rows a turn for 2,000 turns */
#define NODES      1024  /* nodes that one turn can tell of; a power of two */
#define TRIES      16    /* places that a node may have there */
#define LONG_PARTS 2     /* a function that lasts longer than this part of a turn is not looked at: too few of its calls
                          * would lie within a turn, and the shorter ones of them */
#define WAITS      32    /* how often a turn waits for a thread that stands inside a probe: of calls of 10 cycles, which
                          * have probes of 60, one instruction in ten is none of a probe's (95 % within so many) */
#define WAIT_PARTS 8     /* it waits for this part of a turn */

/* What a plan makes of a function, and what is known of it. */
enum { SEEN = 1, LONG = 2, RECURSIVE = 4, CALLER = 8, TARGET = 16, OFF = 32, TOUCHED = 64 };
#define KNOWN (SEEN | LONG)

struct looked_at { uint64_t calls; uint32_t turns, flags; };
static struct looked_at *functions;     /* by number of the site */
static uint32_t function_count;

static struct place { struct prof_node *node; uint64_t calls, cycles; } turn_places[NODES];

/* By place in the pool: completed calls when the turn began, and those that were completed in turns. */
static uint32_t node_room;
static struct of_node { uint64_t before, within; } *nodes;

/* Row `i` is rows[i % TURN_ROWS]: what is handed out makes room for the next ones. */
static struct wire_turn *rows;
static uint64_t row_count, handed;
static bool within_handed;
static uint64_t refused, disturbed;

static bool on;                         /* a turn goes on */
static enum wire_turn_what what;
static uint32_t targets;                /* functions with fenced probes */
static struct looked_at *counted;       /* the function whose calls are counted */
uint64_t prof_turn_counted;
static uint64_t length;                 /* of a turn, cycles; 0: there are none */
static uint64_t asked, begun, due;      /* prof_time(): when switching began, when it was done, when something is due */
static uint64_t handled;                /* what handlers of interrupts had run until then */
static uint32_t number;
static uint32_t waited;                 /* how often the turn that is due was put off */
static uint64_t seed;

/* Bursts leave no call tree for turns to look at. */
static bool has_turns(const struct prof_config *c)
{
  return c->turns && !c->bursts;
}

size_t prof_turns_memory(const struct prof_config *c)
{
  return (c->turns || c->bursts ? TURN_ROWS * sizeof(*rows) : 0) +
         (has_turns(c) ? prof_timing_most(c) * sizeof(*nodes) + prof_sites_most() * sizeof(*functions) : 0);
}

void prof_turns_init(const struct prof_config *c, void *memory)
{
  rows = memory;
  nodes = (struct of_node *)(void *)(rows + TURN_ROWS);
  node_room = has_turns(c) ? (uint32_t)prof_timing_most(c) : 0;
  functions = (struct looked_at *)(void *)(nodes + node_room);
  function_count = has_turns(c) ? prof_sites_most() : 0;
  length = 0;
}

/* G. Marsaglia, "Xorshift RNGs", 2003. */
static PROF_PROBE uint64_t draw(void)
{
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}

PROF_PROBE uint64_t prof_turn_draw(uint64_t mean)
{
  return mean / 2 + draw() % (mean + 1);
}

void prof_turns_start(void)
{
  const struct prof_config *c = &prof_state.config;
  /* who wants each call recorded wants none left out */
  const bool wanted = has_turns(c) && c->modes & WIRE_MODE_TIMING && !(c->modes & WIRE_MODE_CALLS);
  length = wanted ? c->tsc_hz / 1000000 * c->turn_us : 0;
  on = within_handed = false;
  row_count = handed = 0;
  refused = disturbed = 0;
  if (prof_bursts_planned() || length)
    seed = prof_time() | 1;
  prof_bursts_start();
  if (!length)
    return; /* and the clock is not read */
  for (uint32_t i = 0; i < node_room; i++)
    nodes[i] = (struct of_node){ 0 };
  number = waited = 0;
  due = prof_time() + length;
  for (uint32_t i = 0; i < function_count; i++)
    functions[i] = (struct looked_at){ 0 };
}

/* ---- what the trees say ---- */

/* Walks along a tree; `enter` and `leave` are called at each node but the root. */
static PROF_PROBE void walk_tree(const struct prof_node *root, void (*enter)(const struct prof_node *n),
                                 void (*leave)(const struct prof_node *n))
{
  const struct prof_node *n = root;
  for (;;) {
    if (n != root)
      enter(n);
    if (n->child) {
      n = n->child;
      continue;
    }
    for (;; n = n->parent) {
      if (n == root)
        return;
      leave(n);
      if (n->sibling)
        break;
    }
    n = n->sibling;
  }
}

static PROF_PROBE void walk_trees(void (*enter)(const struct prof_node *n), void (*leave)(const struct prof_node *n))
{
  for (uint32_t i = 0; i < prof_state.thread_count; i++)
    if (prof_state.threads[i].root)
      walk_tree(prof_state.threads[i].root, enter, leave);
}

static PROF_PROBE struct looked_at *function_of(const struct prof_node *n)
{
  const uint32_t i = prof_site_number((uintptr_t)n->address);
  return i == PROF_SITE_NONE ? NULL : &functions[i];
}

static PROF_PROBE void pass(const struct prof_node *n)
{
  (void)n;
}

/* Notes that a function was called, how often, and whether it is long. */
static PROF_PROBE void survey_node(const struct prof_node *n)
{
  struct looked_at *f = function_of(n);
  if (!f)
    return;
  const uint64_t calls = prof_node_calls(n);
  const int64_t took = (int64_t)n->raw - n->drift_sum;
  f->flags |= SEEN;
  f->calls += calls;
  if (!calls || took > (int64_t)(calls * (length / LONG_PARTS)))
    f->flags |= LONG;
}

static PROF_PROBE void survey(void)
{
  for (uint32_t i = 0; i < function_count; i++) {
    functions[i].flags &= RECURSIVE;
    functions[i].calls = 0;
  }
  walk_trees(survey_node, pass);
}

static PROF_PROBE bool is_candidate(const struct looked_at *f)
{
  return (f->flags & (KNOWN | RECURSIVE | CALLER | OFF)) == SEEN && prof_site_timed((uint32_t)(f - functions));
}

/* ---- a plan ---- */

static const struct prof_node *outermost;  /* the call of a target that the walk is in; NULL: it is in none */

static PROF_PROBE void plan_enter(const struct prof_node *n)
{
  struct looked_at *f = function_of(n);
  if (outermost) {
    if (f) {
      f->flags |= OFF | (n->address == outermost->address ? RECURSIVE : 0);
      f->flags &= ~(uint32_t)TARGET;
    }
  } else if (f && f->flags & TARGET) {
    outermost = n;
  }
}

static PROF_PROBE void plan_leave(const struct prof_node *n)
{
  if (outermost == n)
    outermost = NULL;
}

static const void *wanted;                 /* the function that a walk looks for */

static PROF_PROBE void mark_callers(const struct prof_node *n)
{
  if (n->address != wanted)
    return;
  for (n = n->parent; n && n->address; n = n->parent) {
    struct looked_at *f = function_of(n);
    if (f)
      f->flags |= CALLER;
  }
}

/* Returns whether `a` needs another look more than `b`: what its correction is wrong by grows with its calls, and falls
 * with the root of its turns. */
static PROF_PROBE bool needs_more(const struct looked_at *a, const struct looked_at *b)
{
  const uint64_t x = (uint64_t)a->turns + 1, y = (uint64_t)b->turns + 1;
  return (unsigned __int128)a->calls * y * y > (unsigned __int128)b->calls * x * x;
}

static PROF_PROBE struct looked_at *choose(void)
{
  struct looked_at *best = NULL;
  for (struct looked_at *f = functions; f < functions + function_count; f++)
    if (is_candidate(f) && (!best || needs_more(f, best)))
      best = f;
  return best;
}

/* Plans a turn with fenced probes. Returns how many functions have them. */
static PROF_PROBE uint32_t plan_fenced(void)
{
  struct looked_at *best = choose();
  uint32_t count = 0;
  if (!best)
    return 0;
  wanted = (const void *)prof_site_address((uint32_t)(best - functions));
  walk_trees(mark_callers, pass);
  for (struct looked_at *f = functions; f < functions + function_count; f++)
    if (f == best || (is_candidate(f) && draw() & 1 << 20))
      f->flags |= TARGET;
  outermost = NULL;
  walk_trees(plan_enter, plan_leave);
  for (struct looked_at *f = functions; f < functions + function_count; f++)
    if (f->flags & TARGET) {
      f->turns++;
      count++;
    }
  best->turns += !(best->flags & TARGET);
  return count;
}

/* Plans a turn in which no function has probes but those that last long. Where calls are to be counted it is those of a
 * function, each with a chance that goes with how often it is called. Returns it, or NULL. */
static PROF_PROBE struct looked_at *plan_off(bool counts)
{
  struct looked_at *best = NULL;
  uint64_t calls = 0;
  for (struct looked_at *f = functions; counts && f < functions + function_count; f++)
    if (is_candidate(f) && f->calls && draw() % (calls += f->calls) < f->calls)
      best = f;
  for (struct looked_at *f = functions; f < functions + function_count; f++)
    if ((f->flags & KNOWN) == SEEN)
      f->flags |= OFF;
  return best;
}

/* ---- switching ---- */

/* Has the exits of open calls whose function loses its probes go the slow way, where they are counted down. */
static PROF_PROBE void drain_open(void)
{
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    const struct prof_thread *t = prof_state.threads[i].live;
    for (struct prof_node *n = t ? t->current : NULL; n; n = n->parent) {
      const struct looked_at *f = n->address ? function_of(n) : NULL;
      if (!f || !(f->flags & OFF) || !prof_site_timed((uint32_t)(f - functions)) || prof_probe_by_name(n))
        continue;
      n->slot = (const void *)(prof_probe_slot(n) - 1);
      n->flags |= PROF_NODE_DRAINS;
      prof_site_await((uint32_t)(f - functions));
    }
  }
}

/* Half of the turns have fenced probes. */
static const uint8_t order[] = { WIRE_TURN_FENCED, WIRE_TURN_PLAIN, WIRE_TURN_FENCED, WIRE_TURN_COUNTS,
                                 WIRE_TURN_FENCED, WIRE_TURN_PLAIN };

/* Returns the completed calls of a node; 0 of one that no call has had so far: its number is not set yet. */
static PROF_PROBE uint64_t calls_of(const struct prof_node *n)
{
  return n->thread && !(n->flags & PROF_NODE_RETIRED) ? prof_node_calls(n) : 0;
}

/* Notes how many calls each node has when a turn begins, and how many came to it when the turn `ends`. */
static PROF_PROBE void note_calls(bool ends)
{
  uint32_t count;
  const struct prof_node *pool = prof_timing_nodes(&count);
  for (uint32_t i = 0; i < count && i < node_room; i++) {
    const uint64_t calls = calls_of(&pool[i]);
    if (!ends)
      nodes[i].before = calls;
    else if (calls > nodes[i].before) /* less: it was being made when the turn began */
      nodes[i].within += calls - nodes[i].before;
  }
  for (uint32_t i = count; !ends && i < node_room && nodes[i].before; i++)
    nodes[i].before = 0;
}

/* A call that a turn's end has interrupted in its enter hook may have left its node marked. */
static PROF_PROBE void forget_fenced(void)
{
  uint32_t count;
  struct prof_node *pool = prof_timing_nodes(&count);
  for (uint32_t i = 0; i < count; i++)
    if (pool[i].flags & PROF_NODE_FENCED)
      PROF_WRITE(pool[i].flags, pool[i].flags & ~PROF_NODE_FENCED);
}

PROF_PROBE void prof_turn_keep(struct wire_turn row)
{
  if (!prof_turn_keeps()) {
    refused++;
    return;
  }
  rows[row_count % TURN_ROWS] = row;
  __atomic_store_n(&row_count, row_count + 1, __ATOMIC_RELEASE); /* what hands rows out finds them whole */
}

PROF_PROBE bool prof_turn_keeps(void)
{
  return row_count - PROF_READ(handed) < TURN_ROWS;
}

static PROF_PROBE void keep_chain(uint32_t which)
{
  uint32_t calls;
  int64_t cycles;
  uint64_t body;
  if (prof_calibrate_again(which, &calls, &cycles, &body))
    prof_turn_keep((struct wire_turn){ .tsc = asked, .what = WIRE_TURN_COST, .node = which, .calls = calls,
                                       .cycles = (uint64_t)cycles, .total = body });
}

static PROF_PROBE void keep_nops(void)
{
  uint32_t calls;
  int64_t cycles;
  if (prof_calibrate_nops(&calls, &cycles))
    prof_turn_keep((struct wire_turn){ .tsc = asked, .what = WIRE_TURN_NOPS, .calls = calls,
                                       .cycles = (uint64_t)cycles });
}

/* The processor's frequency may have changed since the boot, and what else it does: before each turn with fenced probes
 * their cost is measured on the longest chain, and, right after that, on one of the others in turn, or that of NOPs. */
static PROF_PROBE void keep_cost(void)
{
  const uint32_t which = number / 2 % PROF_CALIBRATE_CHAINS; /* half of the turns have fenced probes */
  keep_chain(PROF_CALIBRATE_LONGEST);
  if (which == PROF_CALIBRATE_LONGEST)
    keep_nops();
  else
    keep_chain(which);
}

/* Returns for how long handlers of interrupts have run until `now`, a prof_time(), not NMIs'. */
static PROF_PROBE uint64_t run_by_handlers(uint64_t now)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < prof_state.thread_count; i++)
    if (prof_state.threads[i].live && prof_state.threads[i].flags & WIRE_THREAD_IRQ)
      sum += prof_clock_at(prof_state.threads[i].live, now);
  return sum;
}

static PROF_PROBE void begin_turn(uint64_t since)
{
  asked = since;
  survey();
  what = order[number++ % (sizeof(order) / sizeof(order[0]))];
  targets = what == WIRE_TURN_FENCED ? plan_fenced() : 0;
  counted = targets ? NULL : plan_off(what == WIRE_TURN_COUNTS && prof_processors() == 1);
  prof_turn_counted = 0;
  forget_fenced();
  if (!targets)
    what = counted ? WIRE_TURN_COUNTS : WIRE_TURN_PLAIN;
  if (targets)
    keep_cost();
  drain_open();
  for (uint32_t i = 0; i < function_count; i++) {
    struct looked_at *f = &functions[i];
    if (!(f->flags & (OFF | TARGET)) || !prof_site_timed(i))
      continue;
    prof_site_turn(i, f == counted ? PROF_SITE_COUNTED : f->flags & OFF ? PROF_SITE_OFF : PROF_SITE_FENCED);
    f->flags |= TOUCHED;
  }
  note_calls(false);
  on = true;
  begun = prof_time();
  handled = counted ? run_by_handlers(begun) : 0;
  due = begun + (targets ? length : prof_turn_draw(length));
}

/* Calls that are open when a turn ends are no part of it. */
static PROF_PROBE void forget_open(void)
{
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    const struct prof_thread *t = prof_state.threads[i].live;
    for (struct prof_node *n = t ? t->current : NULL; n; n = n->parent)
      PROF_WRITE(n->flags, n->flags & ~PROF_NODE_FENCED);
  }
}

/* Returns the number of a node of a function: the first one that the trees have. */
static const struct prof_node *found;
static PROF_PROBE void find_node(const struct prof_node *n)
{
  if (!found && n->address == wanted)
    found = n;
}

static PROF_PROBE uint32_t a_node_of(const struct looked_at *f, const struct prof_node *pool)
{
  found = NULL;
  wanted = (const void *)prof_site_address((uint32_t)(f - functions));
  walk_trees(find_node, pass);
  return found ? (uint32_t)(found - pool) + 1 : 0;
}

static PROF_PROBE void keep_rows(uint64_t ended, uint64_t spent)
{
  const uint64_t took = ended - begun, aside = counted ? run_by_handlers(ended) - handled : 0;
  const bool good = took <= 2 * length + length / 2;
  uint32_t count;
  const struct prof_node *pool = prof_timing_nodes(&count);
  disturbed += !good;
  if (good)
    prof_turn_keep((struct wire_turn){ .tsc = begun, .what = what, .node = counted ? a_node_of(counted, pool) : 0,
                                 .calls = counted ? prof_turn_counted : targets, .cycles = took - aside,
                                 .total = spent });
  for (uint32_t i = 0; i < NODES; i++) {
    const struct place p = turn_places[i];
    if (p.node && good)
      prof_turn_keep((struct wire_turn){ .tsc = begun, .node = (uint32_t)(p.node - pool) + 1, .calls = p.calls,
                                   .cycles = p.cycles, .total = prof_node_calls(p.node) });
    turn_places[i] = (struct place){ 0 };
  }
}

/* `since`: when the processors began to stand still for it. */
static PROF_PROBE void end_turn(uint64_t since)
{
  for (uint32_t i = 0; i < function_count; i++)
    if (functions[i].flags & TOUCHED)
      prof_site_turn(i, PROF_SITE_AS_BEFORE);
  forget_open();
  note_calls(true);
  on = false;
  const uint64_t switching = begun - asked + prof_time() - since;
  keep_rows(since, switching);
  const uint64_t took = since - begun < 2 * length ? since - begun : 2 * length; /* more was another program's */
  const uint64_t spent = took + switching;
  const uint32_t share = prof_state.config.turns < PROF_TURNS_WHOLE ? prof_state.config.turns : PROF_TURNS_WHOLE - 1;
  due = prof_time() + prof_turn_draw(spent * (PROF_TURNS_WHOLE - share) / share);
  if (row_count >= TURN_ROWS)
    length = 0; /* so many rows are enough, also where they were handed out */
}

/* Returns whether a thread was stopped inside a probe, as far as that is known. If it is one at the entry of a function
 * that loses its probes, the call that it opens has no end: what its caller calls next would stand below it, and a
 * function that is called again and again would seem to call itself. */
PROF_PROBE static bool stands_in_probe(void)
{
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    const struct prof_thread *t = prof_state.threads[i].live;
    const uintptr_t at = t ? PROF_READ(t->stopped_at) : 0;
    if (at >= (uintptr_t)__start_prof_probe && at < (uintptr_t)__stop_prof_probe)
      return true;
  }
  return false;
}

PROF_PROBE bool prof_turn_counts(void)
{
  return on && counted;
}

PROF_PROBE uint64_t prof_turn(uint64_t since)
{
  if (prof_state.running && prof_bursts_on())
    return prof_burst(since);
  if (!length || !prof_state.running)
    return 0;
  const uint64_t now = prof_time();
  if ((int64_t)(due - now) > 0)
    return due - now;
  if (on)
    end_turn(since);
  else if (waited < WAITS && stands_in_probe()) {
    waited++;
    due = now + prof_turn_draw(length / WAIT_PARTS);
  } else {
    waited = 0;
    begin_turn(since);
  }
  const int64_t left = (int64_t)(due - prof_time());
  return !length ? 0 : left > 0 ? (uint64_t)left : 1;
}

void prof_turns_stop(void)
{
  if (on)
    end_turn(prof_time());
  length = 0;
  prof_bursts_stop();
}

void prof_turns_drop(void)
{
  prof_bursts_drop();
  on = false;
  length = 0;
}

/* ---- what calls took ---- */

static PROF_PROBE bool claim_place(struct place *p, struct prof_node *n)
{
#if PROF_PORT_CPUS > 1
  return prof_arch_swap_shared((uint64_t *)(void *)&p->node, 0, (uintptr_t)n);
#else
  uint64_t was = 0;
  return prof_arch_swap((uint64_t *)(void *)&p->node, &was, (uintptr_t)n);
#endif
}

/* A node is of one thread, which runs on one processor at a time: only its place is taken against other processors. A
 * node that finds none is looked at in another turn. */
PROF_PROBE void prof_turn_add(struct prof_node *n, uint64_t raw)
{
  uint32_t at = (uint32_t)((uintptr_t)n * 0x9E3779B97F4A7C15 >> 32);
  if (!on)
    return; /* a call of the calibration */
  for (uint32_t i = 0; i < TRIES; i++, at++) {
    struct place *p = &turn_places[at % NODES];
    if (PROF_READ(p->node) == n || claim_place(p, n)) {
      p->calls++;
      p->cycles += raw;
      return;
    }
  }
}

/* ---- handing out ---- */

#define WITHIN_ROWS 64

/* Hands out how many calls nodes had in turns. Profiling stopped. */
static void collect_within(const struct prof_sink *sink)
{
  static struct wire_turn row[WITHIN_ROWS];
  size_t n = 0;
  for (uint32_t i = 0; i < node_room; i++) {
    if (nodes[i].within)
      row[n++] = (struct wire_turn){ .tsc = prof_state.stop_tsc, .what = WIRE_TURN_WITHIN, .node = i + 1,
                                     .calls = nodes[i].within };
    if (n == WITHIN_ROWS || (n && i + 1 == node_room)) {
      sink->records(sink->ctx, WIRE_TURN, row, n);
      n = 0;
    }
  }
}

static uint64_t count_within(void)
{
  uint64_t count = 0;
  for (uint32_t i = 0; i < node_room; i++)
    count += nodes[i].within != 0;
  return count;
}

void prof_turns_collect(const struct prof_sink *sink)
{
  const uint64_t end = __atomic_load_n(&row_count, __ATOMIC_ACQUIRE);
  while (handed < end) {
    const uint64_t at = handed % TURN_ROWS, piece = TURN_ROWS - at < end - handed ? TURN_ROWS - at : end - handed;
    sink->records(sink->ctx, WIRE_TURN, rows + at, piece);
    __atomic_store_n(&handed, handed + piece, __ATOMIC_RELEASE); /* and their room is free */
  }
  if (!prof_state.running && !within_handed) {
    collect_within(sink);
    prof_bursts_collect(sink);
  }
  within_handed |= !prof_state.running;
}

void prof_turns_abandon(uint64_t sent)
{
  const uint64_t kept = row_count > TURN_ROWS ? row_count - TURN_ROWS : 0; /* older ones were overwritten */
  handed = sent < kept ? kept : sent < row_count ? sent : row_count;
  within_handed = false;
}

struct prof_tally prof_turns_tally(void)
{
  const uint64_t no_room = PROF_READ(refused);
  const uint64_t at_end = prof_state.running ? 0 : count_within() + prof_bursts_rows();
  return (struct prof_tally){ .made = PROF_READ(row_count) + at_end + no_room, .dropped = no_room };
}

uint64_t prof_turns_disturbed(void)
{
  return PROF_READ(disturbed);
}

#else
uint64_t prof_turn(uint64_t since)
{
  (void)since;
  return 0;
}
#endif
