/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * collect.c: hands out everything that was recorded, as blocks of wire records. Thread context, profiling stopped. One
 * collection at a time: the scratch arrays below are static.
 */
#include "handout.h"

#include "probes/sites.h"
#include "probes/timing.h"
#include "probes/bursts.h"
#include "probes/turns.h"
#include "records/log.h"
#include "records/records.h"
#include "state.h"

/* Rows gathered before they are handed out. */
#define THREAD_ROWS 64
#define NODE_ROWS   1024

/* Bounds of the section prof_probe (probe.h). */
extern const uint8_t __start_prof_probe[], __stop_prof_probe[];

/* ---- hello ---- */

#define STOP_METAS 6                          /* metas that are known when profiling has stopped */
static bool stop_known;                        /* the reader has them */
static uint32_t threads_known, events_known, locks_known; /* how many of them the reader has names of */

/* Returns the sum of a word over all processors. */
static uint64_t sum_up(size_t place)
{
  uint64_t sum = 0;
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
    sum += PROF_READ(*(const uint64_t *)(const void *)((const uint8_t *)prof_cpu_of(cpu) + place));
  return sum;
}

static struct wire_schema schema_of(uint16_t kind)
{
  const struct wire_log_info *log = wire_log(kind);
  return (struct wire_schema){ kind, log && prof_processors() == 1 ? log->columns : wire_kinds[kind].column_count,
                               (uint32_t)wire_memory_bytes(kind) };
}

/* What the host needs to read TURN; nothing where there are neither turns nor bursts. */
static void collect_turns(const struct prof_sink *sink)
{
  const struct wire_meta meta[] = {
    { WIRE_META_TURNS, prof_state.config.turns },
    { WIRE_META_CAL_FENCED_INNER, (uint64_t)prof_costs.fenced_inner },
    { WIRE_META_CAL_FENCED_LOW, (uint64_t)prof_calibration.fenced_low },
    { WIRE_META_CAL_FENCED_HIGH, (uint64_t)prof_calibration.fenced_high },
    { WIRE_META_CAL_FENCED_OUTER, (uint64_t)prof_costs.fenced_outer },
    { WIRE_META_CAL_LONG_INNER, (uint64_t)prof_calibration.long_inner },
    { WIRE_META_CAL_LONG_OUTER, (uint64_t)prof_calibration.long_outer },
    { WIRE_META_CAL_FLOOR, (uint64_t)prof_calibration.floor },
  };
  const struct wire_meta bursts = { WIRE_META_BURSTS, prof_state.config.bursts };
  if (prof_bursts_planned())
    sink->records(sink->ctx, WIRE_META, &bursts, 1);
  else if (prof_state.config.turns)
    sink->records(sink->ctx, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
}

static void collect_processors(const struct prof_sink *sink)
{
  const struct wire_meta meta = { WIRE_META_PROCESSORS, prof_processors() };
  struct wire_processor rows[PROF_PORT_CPUS];
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++)
    rows[cpu] = (struct wire_processor){ (uint16_t)cpu, prof_cpu_of(cpu)->offset, prof_cpu_of(cpu)->error };
  if (prof_processors() == 1)
    return;
  sink->records(sink->ctx, WIRE_META, &meta, 1);
  sink->records(sink->ctx, WIRE_PROCESSOR, rows, prof_processors());
}

void prof_collect_hello(const struct prof_sink *sink)
{
  const struct prof_config *c = &prof_state.config;
  uint32_t timed, functions = prof_sites_count(&timed);
  const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, c->tsc_hz },
    { WIRE_META_TSC_FLAGS, c->tsc_flags },
    { WIRE_META_MODES, c->modes },
    { WIRE_META_TICK_HZ, c->tick_hz },
    { WIRE_META_START_TSC, prof_state.start_tsc },
    { WIRE_META_FUNCTIONS, functions },
    { WIRE_META_TIMED, timed },
    { WIRE_META_THROTTLE, c->throttle },
    { WIRE_META_CAL_ROUNDS, prof_calibration.rounds },
    { WIRE_META_CAL_INNER, (uint64_t)prof_costs.inner },
    { WIRE_META_CAL_INNER_MIN, (uint64_t)prof_calibration.inner_min },
    { WIRE_META_CAL_OUTER, (uint64_t)prof_costs.outer },
    { WIRE_META_CAL_OUTER_MIN, (uint64_t)prof_calibration.outer_min },
    { WIRE_META_CAL_SLOW_INNER, (uint64_t)prof_costs.slow_inner },
    { WIRE_META_CAL_SLOW_OUTER, (uint64_t)prof_costs.slow_outer },
    { WIRE_META_CAL_EVENT, (uint64_t)prof_costs.event },
    { WIRE_META_CAL_EVENT_MIN, (uint64_t)prof_calibration.event_min },
    { WIRE_META_CAL_ENTER_INNER, (uint64_t)prof_costs.enter_inner },
    { WIRE_META_CAL_ENTER_OUTER, (uint64_t)prof_costs.enter_outer },
    { WIRE_META_CAL_SWITCH, (uint64_t)prof_costs.resume },
    { WIRE_META_CAL_NESTED, (uint64_t)prof_costs.nested },
    { WIRE_META_CAL_ADD, (uint64_t)prof_costs.add },
    { WIRE_META_RING, c->ring & ~c->stream },
    { WIRE_META_STREAM, c->stream },
    { WIRE_META_PROBES_LOW, (uintptr_t)__start_prof_probe },
    { WIRE_META_PROBES_HIGH, (uintptr_t)__stop_prof_probe },
    { WIRE_META_MACHINE, PROF_ARCH_MACHINE },
    { WIRE_META_CAP_NODES, c->nodes },
#define LOG(KIND, kind, option, CAPACITY, ...) { WIRE_META_CAP_##CAPACITY, c->option },
    WIRE_LOGS(LOG)
#undef LOG
    { WIRE_META_CAP_THREADS, c->threads },
    { WIRE_META_CAP_NAMES, c->names },
    { WIRE_META_CAP_PATHS, c->paths },
    { WIRE_META_CAL_BIRTH, (uint64_t)prof_costs.birth },
    { WIRE_META_CAL_DEATH, (uint64_t)prof_costs.death },
    { WIRE_META_CAL_CALL, (uint64_t)(prof_costs.recorded - prof_costs.outer) },
    { WIRE_META_CALLS_DEPTH, c->calls_depth },
    { WIRE_META_CALLS_OVER, (uint64_t)c->calls_over },
    { WIRE_META_COUNTERS_FROM, c->counters_from },
    { WIRE_META_SAMPLING, prof_state.sampling },
    { WIRE_META_CAL_NMI, (uint64_t)prof_calibration.nmi },
    { WIRE_META_CAL_IRQ, (uint64_t)prof_costs.irq },
    { WIRE_META_CAL_IRQ_LATE, (uint64_t)prof_costs.irq_late },
    { WIRE_META_BIRTH_CYCLES, prof_birth_cycles() }, /* from here on STOP_METAS: not known while the system runs */
    { WIRE_META_DEATH_CYCLES, sum_up(PROF_CPU_PLACE(death_cycles)) },
    { WIRE_META_SAMPLE_CYCLES, sum_up(PROF_CPU_PLACE(sample_cycles)) },
    { WIRE_META_SAMPLES_MISSED, sum_up(PROF_CPU_PLACE(samples_missed)) },
    { WIRE_META_COLLECTIONS_EMPTY, prof_collections_empty() },
    { WIRE_META_STOP_TSC, prof_state.stop_tsc },
  };
  struct wire_schema schema[WIRE_KIND_LIMIT];
  size_t kinds = 0;
  for (uint16_t i = 0; i < WIRE_KIND_LIMIT; i++)
    if (wire_kinds[i].name)
      schema[kinds++] = schema_of(i);
  stop_known = !prof_state.running;
  sink->records(sink->ctx, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]) - (stop_known ? 0 : STOP_METAS));
  sink->records(sink->ctx, WIRE_SCHEMA, schema, kinds);
  collect_turns(sink);
  collect_processors(sink);
}

bool prof_hands_logged(void)
{
  return prof_processors() == 1;
}

/* ---- names and threads ---- */

static void collect_threads(const struct prof_sink *sink)
{
  static struct wire_thread rows[THREAD_ROWS];
  size_t n = 0;
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    const struct prof_entry *e = &prof_state.threads[i];
    rows[n++] = (struct wire_thread){ .id = i + 1, .flags = e->flags, .start = e->start, .end = e->end,
                                      .run = e->run, .unwound = e->unwound, .stray = e->stray, .by = e->by,
                                      .node = e->node };
    if (n == THREAD_ROWS || i + 1 == prof_state.thread_count) {
      sink->records(sink->ctx, WIRE_THREAD, rows, n);
      n = 0;
    }
  }
}

static void collect_roles(const struct prof_sink *sink, uint32_t from, uint32_t until)
{
  static struct wire_role rows[THREAD_ROWS];
  size_t n = 0;
  for (uint32_t i = from; i < until; i++) {
    const struct prof_entry *e = &prof_state.threads[i];
    rows[n++] = (struct wire_role){ .thread = i + 1, .flags = PROF_READ(e->flags), .start = e->start,
                                    .by = e->by };
    if (n == THREAD_ROWS || i + 1 == until) {
      sink->records(sink->ctx, WIRE_ROLE, rows, n);
      n = 0;
    }
  }
}

static void flush_sink(const struct prof_sink *sink)
{
  if (sink->flush)
    sink->flush(sink->ctx);
}

/* Copies the name of a thread that is `new`, or was renamed. Returns false where it is neither. */
static bool take_thread_name(struct prof_entry *e, bool new, char name[PROF_NAME_BYTES])
{
  if (!new && !PROF_READ(e->renamed))
    return false;
  unsigned long irq = prof_alone_begin();
  PROF_WRITE(e->renamed, false);
  prof_name_copy(name, e->name);
  prof_alone_end(irq);
  return true;
}

/* While the system runs a thread has no figures yet, but it has a role (ROLE). Names leave in frames of their own: a
 * dump that is cut later still has them. */
void prof_collect_names(const struct prof_sink *sink, const uint64_t *births)
{
  const uint32_t threads = __atomic_load_n(&prof_state.thread_count, __ATOMIC_ACQUIRE), events = prof_event_names(), locks = prof_lock_names();
  for (uint32_t i = 0; i < threads; i++) {
    char name[PROF_NAME_BYTES];
    if (take_thread_name(&prof_state.threads[i], i >= threads_known, name))
      prof_names_add(sink, WIRE_SPACE_THREAD, i + 1, name);
  }
  for (uint32_t i = events_known + 1; i <= events; i++)
    prof_names_add(sink, WIRE_SPACE_EVENT, i, prof_event_name(i));
  for (uint32_t i = locks_known + 1; i <= locks; i++)
    prof_names_add(sink, WIRE_SPACE_LOCK, i, prof_lock_name(i));
  for (uint32_t i = 0; threads_known == 0 && i < 2; i++)
    if (prof_state.config.counter_name[i])
      prof_names_add(sink, WIRE_SPACE_COUNTER, i, prof_state.config.counter_name[i]);
  prof_names_flush(sink);
  if (prof_state.running)
    collect_roles(sink, threads_known, threads);
  threads_known = threads;
  events_known = events;
  locks_known = locks;
  flush_sink(sink);
  prof_program_collect(sink, births);
  flush_sink(sink);
}

void prof_collect_begin(void)
{
  threads_known = events_known = locks_known = 0;
  prof_names_forget();
  prof_program_begin();
}

void prof_collect_again(void)
{
  threads_known = events_known = locks_known = 0;
  prof_names_forget();
  prof_path_abandon(0);
  prof_program_again();
}

/* ---- trees ---- */

struct wire_node prof_node_row(const struct prof_node *pool, const struct prof_node *n)
{
  const uint64_t calls = prof_node_calls(n);
  const struct prof_node *parent = PROF_READ(n->parent);
  const uint32_t flags = PROF_READ(n->flags);
  const uintptr_t address = (uintptr_t)PROF_READ(n->address);
  return (struct wire_node){
    .id = (uint32_t)(n - pool) + 1,
    .parent = parent ? (uint32_t)(parent - pool) + 1 : 0,
    .thread = n->thread,
    .flags = (flags & ~PROF_NODE_OWN_FLAGS) | prof_site_flags(address) | prof_timing_quiet(n),
    .address = flags & WIRE_NODE_OTHER ? 0 : address,
    .calls = calls,
    .raw = PROF_READ(n->raw),
    .drift = (uint64_t)PROF_READ(n->drift_sum),
    .least = calls ? (uint64_t)PROF_READ(n->least) : 0,
    .most = calls ? (uint64_t)PROF_READ(n->most) : 0,
    .square_lo = PROF_READ(n->square[0]),
    .square_hi = PROF_READ(n->square[1]),
    .negative = PROF_READ(n->histogram[PROF_NEGATIVE]),
  };
}

/* Returns whether a node stands for anything in this run: an `other` that was used, the root of a thread that exists, a
 * call. */
static bool in_use(const struct prof_node *n)
{
  const uint32_t flags = PROF_READ(n->flags);
  if (flags & PROF_NODE_RETIRED)
    return false;
  return flags & WIRE_NODE_OTHER ? prof_node_calls(n) || PROF_READ(n->raw) : flags || PROF_READ(n->address);
}

/* Rows of nodes that are on their way out. */
static struct wire_node node_rows[NODE_ROWS];
static size_t nodes_leaving;

static void hand_nodes(const struct prof_sink *sink)
{
  if (nodes_leaving)
    sink->records(sink->ctx, WIRE_NODE, node_rows, nodes_leaving);
  nodes_leaving = 0;
}

/* Hands out a node of the tree of `thread`, unless it was not used. */
static void collect_node(const struct prof_sink *sink, const struct prof_node *pool, const struct prof_node *n,
                         uint32_t thread)
{
  if (!in_use(n))
    return;
  node_rows[nodes_leaving] = prof_node_row(pool, n);
  node_rows[nodes_leaving++].thread = thread;
  if (nodes_leaving == NODE_ROWS)
    hand_nodes(sink);
}

/* Hands out the nodes in the pool's order, which is that of their creation: a parent comes before its children. */
static void collect_pool(const struct prof_sink *sink)
{
  uint32_t count;
  const struct prof_node *pool = prof_timing_nodes(&count);
  for (uint32_t i = 0; i < count; i++)
    collect_node(sink, pool, &pool[i], pool[i].thread);
}

/* Returns the node behind `n` in a tree, each behind its parent; NULL: there is none. */
static const struct prof_node *node_behind(const struct prof_node *root, const struct prof_node *n)
{
  if (n->child)
    return n->child;
  while (n != root && !n->sibling)
    n = n->parent;
  return n == root ? NULL : n->sibling;
}

/* Hands out the nodes tree by tree: where nodes were given back, and trees added to others, a parent may have been made
 * later than its children, and for another thread. */
static void collect_trees(const struct prof_sink *sink)
{
  uint32_t count;
  const struct prof_node *pool = prof_timing_nodes(&count);
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    const struct prof_node *root = prof_state.threads[i].root;
    for (const struct prof_node *n = root; n; n = node_behind(root, n))
      collect_node(sink, pool, n, i + 1);
    if (root)
      collect_node(sink, pool, root + 1, i + 1);
  }
}

static void collect_nodes(const struct prof_sink *sink)
{
  if (prof_timing_sums_exited(&prof_state.config) || !prof_timing_in_order())
    collect_trees(sink);
  else
    collect_pool(sink);
  hand_nodes(sink);
}

static void collect_crash(const struct prof_sink *sink)
{
  uint32_t registers;
  const struct wire_register *kept = prof_crash_registers(&registers);
  if (registers)
    sink->records(sink->ctx, WIRE_REGISTER, kept, registers);
  prof_moment_collect_crash(sink);
}

/* Hands out what is known since profiling was stopped, where the hello could not say it. It comes behind the call
 * trees: a reader that has it knows that the call trees are complete. */
static void collect_stop(const struct prof_sink *sink)
{
  const struct wire_meta meta[STOP_METAS] = {
    { WIRE_META_BIRTH_CYCLES, prof_birth_cycles() }, { WIRE_META_DEATH_CYCLES, sum_up(PROF_CPU_PLACE(death_cycles)) },
    { WIRE_META_SAMPLE_CYCLES, sum_up(PROF_CPU_PLACE(sample_cycles)) },
    { WIRE_META_SAMPLES_MISSED, sum_up(PROF_CPU_PLACE(samples_missed)) },
    { WIRE_META_COLLECTIONS_EMPTY, prof_collections_empty() }, { WIRE_META_STOP_TSC, prof_state.stop_tsc },
  };
  const struct wire_meta disturbed = { WIRE_META_TURNS_DISTURBED, prof_turns_disturbed() };
  const struct wire_meta moments_missed = { WIRE_META_MOMENTS_MISSED, prof_moments_missed_count() };
  if (!stop_known)
    sink->records(sink->ctx, WIRE_META, meta, STOP_METAS);
  if (prof_state.config.turns && !prof_bursts_planned())
    sink->records(sink->ctx, WIRE_META, &disturbed, 1);
  if (prof_state.config.modes & WIRE_MODE_MOMENTS)
    sink->records(sink->ctx, WIRE_META, &moments_missed, 1);
}

void prof_collect(const struct prof_sink *sink)
{
  collect_threads(sink);
  uint64_t births[PROF_PORT_CPUS];
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
    births[cpu] = prof_log_end(&prof_births, cpu);
  prof_collect_names(sink, births);
  collect_nodes(sink);
  prof_histogram_collect(sink);
  collect_stop(sink);
  prof_path_collect(sink);
  collect_crash(sink);
  prof_logs_collect(sink);
  prof_loss_collect(sink, true);
  prof_setting_collect(sink);
  prof_turns_collect(sink);
}

/* ---- records made and records dropped ---- */

static struct prof_tally node_tally(void)
{
  uint32_t nodes;
  uint64_t sent = 0;
  const struct prof_node *pool = prof_timing_nodes(&nodes);
  for (uint32_t i = 0; i < nodes; i++)
    sent += in_use(&pool[i]);
  return (struct prof_tally){ .made = sent + prof_timing_refused(), .dropped = prof_timing_refused() };
}

static struct prof_tally sample_tally(void)
{
  struct prof_tally t = prof_log_tally(&prof_samples);
  if (!prof_samples.ring)
    return t;
  t.dropped = prof_log_dropped(&prof_samples);
  for (unsigned cpu = 0; cpu < prof_processors(); cpu++)
    t.dropped += prof_number_count(prof_whole_samples(cpu).first);
  return t;
}

static struct prof_tally stack_tally(void)
{
  struct prof_tally t = { .made = prof_log_found_room(&prof_addresses) };
  for (unsigned cpu = 0; prof_addresses.ring && cpu < prof_processors(); cpu++)
    t.dropped += prof_number_count(prof_whole_samples(cpu).stack);
  return t;
}

static struct prof_tally register_tally(void)
{
  uint32_t registers;
  prof_crash_registers(&registers);
  return (struct prof_tally){ .made = registers };
}

/* The moment of a crash lies outside of the logs. */
static struct prof_tally moment_tally(enum wire_kind kind)
{
  struct prof_tally t = prof_log_tally(kind == WIRE_MOMENT ? &prof_moments : &prof_stances);
  t.made += prof_moment_of_crash(kind);
  return t;
}

static struct prof_tally log_tally(enum wire_kind kind)
{
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    if (wire_logs[i].kind == kind)
      return prof_log_tally(prof_logs[i]);
  return (struct prof_tally){ 0 };
}

struct prof_tally prof_tally(enum wire_kind kind)
{
  switch (kind) {
  case WIRE_THREAD: return (struct prof_tally){ .made = PROF_READ(prof_state.thread_count) +
                                                        PROF_READ(prof_state.threads_refused),
                                                .dropped = PROF_READ(prof_state.threads_refused) };
  case WIRE_NODE:   return node_tally();
  case WIRE_REGISTER: return register_tally();
  case WIRE_HISTOGRAM: return (struct prof_tally){ .made = prof_histogram_rows() };
  case WIRE_SAMPLE: return sample_tally();
  case WIRE_STACK:  return stack_tally();
  case WIRE_SETTING: return prof_setting_tally();
  case WIRE_TURN:   return prof_turns_tally();
  case WIRE_PATH:   return prof_path_tally();
  case WIRE_MOMENT: case WIRE_STANCE: return moment_tally(kind);
  case WIRE_METHOD: case WIRE_SITE: case WIRE_CLASS: return (struct prof_tally){ .made = prof_program_sent(kind) };
  default:          return log_tally(kind);
  }
}
