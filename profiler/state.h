/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * state.h: what the profiler's files share with each other and with nobody else.
 */
#ifndef PROF_STATE_H
#define PROF_STATE_H

#include "prof.h"

/* What is known of a thread, kept after it has exited. */
struct prof_entry {
  struct prof_thread *live;    /* NULL once it has exited */
  struct prof_node *root;      /* of its call tree; NULL when it was not timed */
  uint64_t start, end;         /* TSC */
  uint64_t suspended_before;   /* its `suspended` at `start` */
  uint64_t run;                /* cycles it ran; valid once it ended or profiling stopped */
  uint64_t unwound, stray;
  uint32_t flags;              /* WIRE_THREAD_... */
  char name[PROF_NAME_BYTES];
};

/* The profiler's state besides what the inline probes touch. */
struct prof_state {
  struct prof_config config;
  bool ready;                  /* prof_init() has succeeded */
  bool running;                /* between prof_start() and prof_stop() */
  uint64_t start_tsc, stop_tsc;
  enum wire_sampling sampling;
  struct prof_entry *threads;
  uint32_t thread_count;
  uint64_t threads_refused;
};
extern struct prof_state prof_state;

/* Calibration results beyond prof_costs. */
struct prof_calibration {
  uint64_t rounds;
  int64_t inner_min, outer_min, event_min;
  int64_t nmi;                 /* what an NMI does not measure of itself */
};
extern struct prof_calibration prof_calibration;

/* Entry of a thread that was added. */
static inline struct prof_entry *prof_entry(const struct prof_thread *t)
{
  return &prof_state.threads[t->id - 1];
}

/* The cycles a thread has been suspended for, up to `now`, whether it runs or not. Interrupts off. */
static inline uint64_t prof_suspended_until(const struct prof_thread *t, uint64_t now)
{
  return t->suspended + (t == prof_port_thread() ? 0 : now - t->left_at);
}

/* Copies a name, cut to PROF_NAME_BYTES at a character boundary. */
void prof_name_copy(char out[PROF_NAME_BYTES], const char *name);

/* Memory of each part: the bytes that it wants, and the call that gives them to it. */
size_t prof_timing_memory(const struct prof_config *c);
void prof_timing_init(const struct prof_config *c, void *memory);
size_t prof_logs_memory(const struct prof_config *c);
void prof_logs_init(const struct prof_config *c, void *memory);
size_t prof_event_memory(const struct prof_config *c);
void prof_event_init(const struct prof_config *c, void *memory);

/* timing.c: gives a thread a call tree that begins now (thread clock `clock`); closes the open calls of one that exits;
 * books the open calls of one that is stopped, at thread clock `clock`. Interrupts off. */
void prof_timing_begin(struct prof_thread *t, uint64_t clock);
void prof_timing_exit(struct prof_thread *t);
void prof_timing_stop(struct prof_thread *t, uint64_t clock);
/* What of an open call's time so far is the profiler's; `callee` is that of the open call that it made, and what that
 * one cost outside. */
int64_t prof_timing_open(const struct prof_node *n, int64_t callee);
/* Whether a node is one of the pool's, or NULL. */
bool prof_timing_has(const struct prof_node *n);
/* Forgets all nodes: the calibration's are not the user's. */
void prof_timing_reset(void);
struct prof_node *prof_timing_nodes(uint32_t *count);
uint64_t prof_timing_refused(void);

/* collect.c: a node as it is sent, its open call left out. */
struct wire_node prof_node_row(const struct prof_node *pool, const struct prof_node *n);

/* snapshot.c */
size_t prof_snapshot_memory(const struct prof_config *c);
void prof_snapshot_init(const struct prof_config *c, void *memory);

/* histogram.c: a node's buckets that are not empty, at most PROF_BUCKETS, and how many; hands out all nodes'
 * histograms; how many rows those are. */
size_t prof_histogram_of(const struct prof_node *pool, const struct prof_node *n, struct wire_histogram *rows);
void prof_histogram_collect(const struct prof_sink *sink);
uint64_t prof_histogram_rows(void);

/* sample.c: forgets the stacks of a crash and what the samples took. */
void prof_sample_begin(void);

/* object.c: no collection goes on, and none was. */
void prof_object_begin(void);

/* event.c: how many events have names; the name of event number `event`, from 1. */
uint32_t prof_event_names(void);
const char *prof_event_name(uint32_t event);

/* counter.c: reads the counters, if that is on; `ran` is who has had the processor up to now. Interrupts off, or in an
 * NMI. Returns false where nothing was read. */
bool prof_reading_take(const struct prof_thread *ran);

/* sample.c: takes a sample at `tsc`; the cycles that all of them took. */
void prof_sample_take(const struct prof_thread *t, uint64_t tsc, uintptr_t ip, uintptr_t fp, uintptr_t sp,
                      uint16_t flags);
extern uint64_t prof_sample_cycles;

/* nmi.c: the last NMI. Two are never so close that both fall between an interrupt's first time stamp and the
 * handler. */
struct prof_nmi {
  struct prof_thread *thread;  /* who was current */
  uint64_t took;               /* cycles that were added to its `suspended` */
  uint64_t begun;              /* TSC; written last */
};
extern struct prof_nmi prof_nmi;

/* program.c: the program's tables; NULL: there are none. */
const struct prof_program *prof_program_known(void);

/* A flag of a node besides the WIRE_NODE_... ones: its open call is waited for (sites.c), and its slot is one less than
 * the real one, which is even. */
#define PROF_NODE_DRAINS 0x80000000u

/* Completed calls of a node. */
static inline uint64_t prof_node_calls(const struct prof_node *n)
{
  return n->calls + prof_state.config.throttle;
}

/* fentry.c: makes a site a call of a hook, or a NOP. Interrupts off. */
enum prof_hook { PROF_HOOK_ENTER, PROF_HOOK_RETURN };
void prof_hook_patch(uintptr_t site, enum prof_hook hook, bool on);

/* sites.c, where the port can write to code; elsewhere no function can be switched. By address: switches a function;
 * false: there is none with sites. */
#ifdef PROF_PORT_PATCH
size_t prof_sites_memory(const struct prof_config *c);
void prof_sites_init(const struct prof_config *c, void *memory);
bool prof_site_switch(uintptr_t address, bool on);
bool prof_site_is_on(uintptr_t address);
void prof_site_throttle(uintptr_t address);
/* A call of it that was waited for has ended. */
void prof_site_closed(uintptr_t address);
/* Whether a function was switched since prof_start(): then exits without an entry are no wonder. */
extern bool prof_sites_changed;
void prof_sites_start(void);
/* WIRE_NODE_PART and _THROTTLED, for nodes of that function. */
uint32_t prof_site_flags(uintptr_t address);
/* How many functions have sites, and how many of them are on. */
uint32_t prof_sites_count(uint32_t *on);
/* Whether a function has sites and has not been named yet; it has been then. Forgets that of all. */
bool prof_site_name(uintptr_t address);
void prof_sites_unname(void);
#else
static const bool prof_sites_changed;
static inline bool prof_site_switch(uintptr_t address, bool on) { (void)address, (void)on; return false; }
static inline bool prof_site_is_on(uintptr_t address) { (void)address; return true; }
static inline void prof_site_throttle(uintptr_t address) { (void)address; }
static inline void prof_site_closed(uintptr_t address) { (void)address; }
static inline void prof_sites_start(void) { }
static inline uint32_t prof_site_flags(uintptr_t address) { (void)address; return 0; }
static inline uint32_t prof_sites_count(uint32_t *on) { return *on = 0; }
#endif

/* fentry.c: whether one of its hooks is called by the instruction at `at`, which is the probe's as well; and whether
 * one returns to `address`, into a function that has no frame yet, or none any more. Known where the sites were
 * patched. */
#ifdef PROF_PORT_PATCH
bool prof_hook_called_at(uintptr_t at);
bool prof_hook_returns_to(uintptr_t address);
#else
static inline bool prof_hook_called_at(uintptr_t at)
{
  (void)at;
  return false;
}

static inline bool prof_hook_returns_to(uintptr_t address)
{
  (void)address;
  return false;
}
#endif

/* names.c: hands out a name, with others when there are enough; hands out those that wait. */
void prof_names_add(const struct prof_sink *sink, enum wire_space space, uint32_t id, const char *name);
void prof_names_flush(const struct prof_sink *sink);
void prof_names_forget(void);

/* program.c: hands out what has not left yet of the program's tables: the methods, and the sites and classes that births
 * below number `births` name; nothing has left, and nothing did in this run; the records of METHOD, SITE or CLASS that
 * left in this run. */
void prof_program_collect(const struct prof_sink *sink, uint64_t births);
void prof_program_again(void);
void prof_program_begin(void);
uint64_t prof_program_sent(enum wire_kind kind);

/* collect.c: hands out what a reader needs to understand the records, where it is new: names and threads, of the program
 * what births below number `births` need; all of it is new, and nothing has left in this run. */
void prof_collect_names(const struct prof_sink *sink, uint64_t births);
void prof_collect_again(void);
void prof_collect_begin(void);

/* stream.c: hands out all that the logs still hold, profiling stopped. */
void prof_logs_collect(const struct prof_sink *sink);

/* setting.c: begins anew; notes what records from `now` on, interrupts off; hands out what was not handed out yet; after a
 * crash: `sent` rows have left. */
void prof_setting_begin(void);
void prof_setting_note(uint64_t now);
void prof_setting_collect(const struct prof_sink *sink);
void prof_setting_abandon(uint64_t sent);
struct prof_tally prof_setting_tally(void);

/* loss.c: begins anew; closes the interval that goes on, at `now`; hands out the intervals that are over, of logs that
 * are no rings, or of all when `all`. */
void prof_loss_begin(uint64_t now);
void prof_loss_close(uint64_t now);
void prof_loss_collect(const struct prof_sink *sink, bool all);

/* log.c: the logs, in the order of WIRE_LOGS and of wire_logs[]. */
extern struct prof_log *const prof_logs[WIRE_LOG_COUNT];

/* The number behind that of the last record that found room. */
uint64_t prof_log_end(const struct prof_log *log);

/* Records that are in the log, and the number of the first of them; all that were wanted so far. */
uint64_t prof_log_kept(const struct prof_log *log);
uint64_t prof_log_first(const struct prof_log *log);
uint64_t prof_log_made(const struct prof_log *log);
struct prof_tally prof_log_tally(const struct prof_log *log);

/* Where the record with that number lies. */
void *prof_log_record(const struct prof_log *log, uint64_t number);

/* The first number in [from, end) whose record is not whole yet; `end` when all are. */
uint64_t prof_log_whole_until(const struct prof_log *log, uint64_t from, uint64_t end);

/* The first `count` records of a stream were handed out: their places are free. By one thread only. There is room from
 * then on, or, where a probe was interrupted while it found none, from a later release on, be it of no records. */
void prof_log_release(struct prof_log *log, uint64_t count);

/* Forgets all records. Nothing may be recorded meanwhile. */
void prof_log_reset(struct prof_log *log);

/* The samples that have their whole stack: a ring may have overwritten the stacks of its oldest ones. */
struct prof_whole_samples {
  uint64_t first, count;   /* numbers of samples */
  uint64_t stack;          /* number of the first address of the first one */
};
struct prof_whole_samples prof_whole_samples(void);

/* crash.c: nothing is kept; the registers that are. */
void prof_crash_begin(void);
const struct wire_register *prof_crash_registers(uint32_t *rows);

/* The stacks kept by prof_crash_stack(), and their addresses. */
const struct wire_sample *prof_crash_samples(uint32_t *count, const struct wire_stack **addresses, uint32_t *total);

#endif
