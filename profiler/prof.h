/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof.h: the profiler, as its user sees it. Freestanding C; one CPU.
 *
 * Adopting it takes three things: a port header (profiler/PORTING.md lists its functions), the calls below at boot, in
 * the scheduler and in the timer interrupt, and a byte sink for the dump. What is compiled with probes is timed
 * (PORTING.md has the options); PROF_UNTIMED takes one function out, leaving the options away takes out a file.
 *
 *   prof_init() -> prof_thread_add() for the running thread -> prof_calibrate() -> prof_start()
 *     ... prof_switch(), prof_unblock(), prof_irq_enter(), prof_irq_exit(), prof_sample(), prof_event_log() ...
 *   prof_stop() -> prof_collect()
 *
 * Records may leave while the system runs (config.stream): prof_collect_hello() behind prof_start(), then prof_stream()
 * again and again, prof_stop() and prof_collect() in the end.
 *
 * What always holds:
 *  - no probe allocates, locks, prints or waits; all memory is taken in prof_init();
 *  - a full buffer keeps its oldest records, or as a ring its newest, and what is not kept is counted by kind and by
 *    tenths of a second;
 *  - a thread's clock stands still while it is suspended (struct prof_thread, `suspended`), so no time stamp pair ever
 *    contains somebody else's time, wherever the switch or the interrupt falls;
 *  - what the probes cost is carried from callee to caller as drift (JX paper, section 2, figure 2) and is kept beside
 *    the raw sums, never subtracted out of sight.
 *
 * Units: every time is in cycles of the time stamp counter.
 */
#ifndef PROF_H
#define PROF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/wire.h"

/* Takes one function out of timing: it gets no probes, its time is its caller's. */
#define PROF_UNTIMED __attribute__((no_instrument_function))

struct prof_node;

/* What the profiler keeps for a thread or an interrupt context. The adopter embeds one in its own thread structure,
 * zeroed, and otherwise leaves it alone.
 * [T] written by its own thread only; [Q] written with interrupts off; [I] set once. */
struct prof_thread {
  struct prof_node *current;    /* [T] innermost open call; NULL while timing is off */
  uint64_t suspended;           /* [Q] cycles it has been switched out since prof_thread_add() */
  uint64_t left_at;             /* [Q] TSC when it was last switched out */
  uint32_t id;                  /* [I] thread number in the dump; 0: not added */
  uint32_t other_depth;         /* [T] calls open inside the `other` node */
  uintptr_t stopped_at;         /* [Q] instruction at which an interrupt took the processor from it; 0: none did */
  struct prof_node *other;      /* [I] where calls go when the node pool is full */
};

/* Capacities and modes; all from the adopter's command line. */
struct prof_config {
  uint32_t modes;     /* WIRE_MODE_... bits */
  uint32_t ring;      /* WIRE_MODE_... bits of what keeps its newest records when its buffer is full, not its oldest; a
                       * ring's capacity is rounded down to a power of two. Timing keeps no records: its bit means nothing */
  uint32_t stream;    /* WIRE_MODE_... bits of what prof_stream() hands out while the system runs, and which finds room
                       * again then; before `ring`. Capacities as a ring's. Timing's bit: prof_snapshot_take() */
#define PROF_CAPACITY_(KIND, kind, option, ...) uint32_t option;
  WIRE_LOGS(PROF_CAPACITY_) /* uint32_t samples, stacks, events, sched, ...: records that each log has room for. What the
                             * configured modes do not record takes no memory */
#undef PROF_CAPACITY_
  uint32_t nodes;     /* call tree nodes of all threads together */
  uint32_t threads;   /* threads that can be named, exited ones included */
  uint32_t names;     /* event names */
  uint32_t throttle;  /* calls of a function in one context after which its timing is switched off, when they were shorter on
                       * average than what their probes cost; 0: never. Looked at once, at that call. Only with
                       * PROF_PORT_PATCH */
  uint32_t counters_from;      /* WIRE_COUNTERS_FROM_...: who counts; for the dump, so the names */
  const char *counter_name[2]; /* what they count; NULL: not known here */
  uint32_t tick_hz;   /* rate of prof_sample(), for the dump */
  uint64_t tsc_hz;    /* TSC frequency, for the dump */
  uint32_t tsc_flags; /* see WIRE_META_TSC_FLAGS */
};

#define PROF_DEFAULT_CAPACITY_(KIND, kind, option, CAPACITY, MODE, capacity, ...) .option = capacity,
#define PROF_CONFIG_DEFAULT                                                                                           \
  { .modes = WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS | WIRE_MODE_SCHED, .nodes = 1u << 14,            \
    .threads = 256, .names = 256, WIRE_LOGS(PROF_DEFAULT_CAPACITY_) }

/* Bytes that prof_init() will ask the port for. */
size_t prof_memory(const struct prof_config *config);

/* Takes the memory and clears it. Returns false, having changed nothing, when the port has not enough. Once, at boot. */
bool prof_init(const struct prof_config *config);

/* Makes a thread known, before it runs or as the one running; `flags` are WIRE_THREAD_IRQ, _IDLE or _PROFILER: a thread
 * that works for the profiler is neither timed nor sampled, and is nobody else's cost. The name is copied
 * (PROF_NAME_BYTES). When the thread table is full the thread runs unprofiled and is counted. Thread context or
 * interrupts off. */
void prof_thread_add(struct prof_thread *t, const char *name, uint32_t flags);

/* A thread will not run again: its open calls are closed, where it stands or where it left. Called by the thread itself,
 * which may be freed after the next switch, or, where threads can be killed, by another one for one that does not run,
 * which may be freed at once. Interrupts off. */
void prof_thread_exit(struct prof_thread *t);

#define PROF_NAME_BYTES 32 /* longest name kept, terminator included; a longer one is cut */

/* Switches timing of all functions on whose probe sites were compiled as NOPs (profiler/PORTING.md). This and the two below
 * only where the port has PROF_PORT_PATCH. After prof_init(). */
void prof_probes_on(void);

/* Switches timing on or off for the functions that have a name as `pattern` says: `*` stands for any characters, `?` for
 * any one. Names are the image's symbols, where it has a table of them (names.sh), and those of prof_program(). Returns
 * how many functions have; 0, too, where WIRE_MODE_TIMING is not configured. Any time after prof_init(), thread context, as
 * often as wanted. The time of functions that are off is their callers'. A call that is open when its function is
 * switched off is timed to its end, one that is open when it is switched on is not timed. Cost: microseconds a name. */
uint32_t prof_timed(const char *pattern, bool on);

/* Writes up to three names like a pattern that nothing matches, "a, b, c", into `room` bytes, terminated; returns their
 * length, 0 when there are none like it. Thread context. Cost: milliseconds. */
size_t prof_timed_near(const char *pattern, char *to, size_t room);

/* Measures the constant costs of the probes (medians and minima over many rounds) and keeps them for the correction.
 * Takes a few milliseconds; thread context, nothing else running, interrupts off. After prof_init(), once. */
void prof_calibrate(void);

/* Starts all configured modes, with call trees that begin anew. Calls that are open already are not timed. Thread context. */
void prof_start(void);

/* The system is going down: who runs now stops running, and `scratch`, which is zeroed, is current from here on, so no
 * probe does anything any more. Before prof_stop(), which then finds the clocks in order. Any context, interrupts off. */
void prof_crash(struct prof_thread *scratch);

/* The thread of that number, for a walk over all that were ever added at a crash, which does not rest on lists that may be
 * broken; NULL where it has exited, is an interrupt context, or was written over. Numbers run from 1 to the THREAD tally. */
struct prof_thread *prof_thread_live(uint32_t number);

/* Keeps the call stack of a thread at a crash, from instruction `ip` and frame pointer `fp` outwards; the dump holds it
 * whether samples are on or not. At most PROF_CRASH_THREADS; more are left out. After prof_crash(). */
void prof_crash_stack(const struct prof_thread *t, uintptr_t ip, uintptr_t fp);

#define PROF_CRASH_THREADS 64

/* Keeps what a thread has, or goes on with, in a register, by a number of WIRE_REGISTERS. At most PROF_CRASH_REGISTERS; more
 * are left out. After prof_crash(). */
void prof_crash_register(const struct prof_thread *t, uint32_t number, uint64_t value);

#define PROF_CRASH_REGISTERS 1024

/* How samples are taken, for the dump. Once, any time before prof_collect_hello(). */
void prof_sampling(enum wire_sampling how);

/* Stops all modes; open calls are booked up to now and marked open. Thread context. */
void prof_stop(void);

/* Of the configured modes those in `modes` record from now on and the others pause; their records stay. Timing is not among
 * them: its bit means nothing. Returns the modes that record now. Between prof_start() and prof_stop(), thread context. */
uint32_t prof_select(uint32_t modes);
uint32_t prof_selected(void);

/* So many samples are taken a second from now on: says so in the dump, for shares of samples rest on it. At first it is
 * prof_config's tick_hz. Any context but a sample's. */
void prof_sample_rate(uint32_t hz);
uint32_t prof_sample_hz(void);

/* ---- scheduler and interrupts; all with interrupts off ---- */

/* The CPU passes from the current thread to `to`; `why` says why the current one stops. Call right before the switch.
 * With WIRE_MODE_COUNTERS this and the start and end of an interrupt read the counters: what is between two readings is
 * one context's. */
void prof_switch(struct prof_thread *to, enum wire_why why);

/* The current thread made `woken` runnable. */
void prof_unblock(struct prof_thread *woken);

/* Start and end of an interrupt handler, which has a context of its own, added with WIRE_THREAD_IRQ. `tsc` was read as
 * early in the entry path as can be: the handler's time begins there. Between the two the context is current, and the
 * handler's calls are its own. prof_irq_exit() makes the interrupted thread current again; prof_irq_enter() returns
 * it, to be passed on. Nested interrupts nest these calls. */
struct prof_thread *prof_irq_enter(struct prof_thread *context, uint64_t tsc);
uint64_t prof_irq_exit(struct prof_thread *interrupted);

/* What an interrupt still does after prof_irq_exit(), say, saving registers to switch threads, is the handler's as well:
 * `interrupted_at`, which prof_irq_exit() returned, is the interrupted thread's own clock when it was interrupted, and
 * what has passed on that since becomes the context's. Called when that thread is current again. */
void prof_irq_late(struct prof_thread *context, uint64_t interrupted_at);

/* `interrupted`, whose instruction at `ip` was interrupted, does not go on at once: behind prof_irq_exit() the interrupt
 * switches to another thread. So prof_snapshot_take() knows whether it stands inside a probe, until prof_irq_late(). */
void prof_irq_preempts(struct prof_thread *interrupted, uintptr_t ip);

/* Takes a sample of `t`, interrupted at instruction `ip` with frame pointer `fp` and stack pointer `sp`. The call stack is
 * walked by frame pointers within the bounds that the port gives for `t`, at most PROF_STACK_DEPTH addresses. From the
 * timer interrupt, between prof_irq_enter() and prof_irq_exit(), at times that no thread can be in step with
 * (kernel/lib/sampler.h). Cost: some 500 instructions, and 50 for each frame. */
void prof_sample(struct prof_thread *t, uintptr_t ip, uintptr_t fp, uintptr_t sp);

#define PROF_STACK_DEPTH 64

/* The same by a non-maskable interrupt: of the current thread or context, wherever it is. What the NMI takes is nobody's
 * but `context`'s, which was added with WIRE_THREAD_IRQ and is never current. prof_nmi_end() comes last in every NMI,
 * whether it took a sample or not. `tsc` was read as early in the entry path as can be; `masked`: interrupts were off.
 * No prof_irq_enter(), and no other samples. Where the stack is another thread's than prof_port_thread(), in the middle
 * of a switch, the walk finds no frame, as the sample's flags say. */
void prof_nmi_sample(uint64_t tsc, uintptr_t ip, uintptr_t fp, uintptr_t sp, bool masked);
void prof_nmi_end(struct prof_thread *context, uint64_t tsc);

/* Finds out what an NMI takes outside what it measures. `raise` makes one, by the same way in and out, that only calls
 * prof_nmi_end(). After prof_start(); thread context, interrupts off, before the first real one. */
void prof_calibrate_nmi(void (*raise)(void));

/* ---- events ---- */

/* Gives `name` (copied, PROF_NAME_BYTES) a number from 1; the same name gets the same number. 0 when the name table is
 * full: logging 0 is allowed and shown as "unnamed". Thread context; before or after prof_start(). */
uint32_t prof_event_register(const char *name);

/* Logs event `event` with `arg` and the TSC. Any context. Cost: one TSC read and a 24-byte store (see make bench). */
static inline void prof_event_log(uint32_t event, uint64_t arg);

/* ---- objects of a language runtime ---- */

/* An object was allocated: `object` is its address, `site` and `class` are numbers of prof_program()'s tables, `bytes`
 * is the memory it takes, `clock` the bytes allocated since the heap was made, these included. Returns whether the
 * birth was recorded: only then prof_death() is wanted. No thread switch between the caller's taking the memory and this.
 * Cost: that of an event (see make bench). */
static inline bool prof_birth(uintptr_t object, uint32_t site, uint32_t class, uint32_t bytes, uint64_t clock);

/* The collection that goes on found the object dead. Its address may be given to a new one afterwards. Cost: less than
 * that of a birth. */
static inline void prof_death(uintptr_t object);

/* Start and end of a collection, the program's threads standing still in between. `clock` as in prof_birth();
 * `heap_bytes` is what the heap has from the system; marked objects live on, freed ones include those that have no
 * records. */
void prof_collection_begin(enum wire_reason reason, uint64_t clock, uint64_t heap_bytes);
struct prof_collected { uint64_t marked_objects, marked_bytes, freed_objects, freed_bytes, heap_bytes; };
void prof_collection_end(const struct prof_collected *collected);

/* Whether births are recorded: where they are not, a runtime need not look for them. */
bool prof_objects_on(void);

/* The records' own cost is drift. What else a runtime does because objects are recorded, it may take out of the running
 * call itself, having found out by prof_measure() how long that takes. */
static inline void prof_drift(int64_t cycles);

/* Cycles of a turn of `loop`, which makes `n` of them: the median of many rounds, on probes that are idle. Births and
 * deaths are recorded meanwhile, to be forgotten; collections are not. Before the first birth; thread context. What it
 * takes is drift. */
int64_t prof_measure(void (*loop)(uint32_t n));

/* ---- the program, where a language runtime has names of its own for code ---- */

#define PROF_PROGRAM_NAME_BYTES 512 /* longest name of a method or class kept, terminator included */

struct prof_method {
  uint64_t address;   /* of its code; 0: it has none, and is left out */
  uint32_t line;      /* first line; 0: not known */
  uint32_t flags;     /* WIRE_METHOD_... */
  const char *file;   /* NULL: not known; methods of one file stand together */
};
struct prof_site { uint32_t method, line; };

/* Tables by number, from 0; asked for in prof_collect() and only then. Names are written as people write them
 * (WIRE_SPACES) into PROF_PROGRAM_NAME_BYTES, terminated. */
struct prof_program {
  uint32_t method_count, site_count, class_count;
  struct prof_method (*method)(uint32_t number, char *name);
  struct prof_site (*site)(uint32_t number);
  uint32_t (*class)(uint32_t number, char *name);   /* returns WIRE_CLASS_... */
};

/* Makes the program's tables known; `program` stays the caller's. Thread context, any time before prof_collect(). */
void prof_program(const struct prof_program *program);

/* ---- the dump ---- */

/* Where prof_collect() hands the records: blocks in the order that FORMAT.md gives. `child_rows` is 0 where the kind
 * has no child block. */
struct prof_sink {
  void (*records)(void *ctx, enum wire_kind kind, const void *records, size_t rows);
  void (*pair)(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
               const void *child_records, size_t child_rows);
  void *ctx;
  void (*flush)(void *ctx);  /* what was handed out so far explains all that follows: a good place to end a frame; or NULL */
};

/* Hands out what the hello frame holds: META, SCHEMA. The adopter adds the names of build, command line and system. */
void prof_collect_hello(const struct prof_sink *sink);

/* Hands out what has come of the streams since it was called last, names of what is new before it, and gives its room
 * back; `flush` is called where the records so far explain what follows. Returns whether there was anything. Between
 * prof_start() and prof_stop(), by one thread, which was added as WIRE_THREAD_PROFILER, interrupts on; probes may strike
 * meanwhile. After prof_collect_hello(). */
bool prof_stream(const struct prof_sink *sink);

/* How full the fullest of the streams is, 0 to PROF_STREAM_FULL. Any context. */
uint32_t prof_stream_level(void);
#define PROF_STREAM_FULL 256

/* The one who streams was stopped in the middle, by a crash: `sent` has for each kind the records that have left, or will;
 * prof_collect() hands out all others, and the names again. After prof_stop(). */
void prof_stream_abandon(const uint64_t sent[WIRE_KIND_LIMIT]);

/* Copies the call trees as they are, with the figures of their threads, while the system runs: one of the threads that
 * were known when it began with each call, until all are TAKEN. Of a thread all is of one moment, at which it did not run.
 * LATER: it stands inside a probe, or ran meanwhile; call again when it has run on. It is not necessary that threads stand
 * still during a call, but one with a large tree may else never do so for long enough. OFF: config has no memory for it.
 * Between prof_start() and prof_stop(), by the thread that calls prof_stream(), interrupts on. Cost: some 240
 * instructions for each node of the thread's. */
enum prof_snapshot { PROF_SNAPSHOT_TAKEN, PROF_SNAPSHOT_GOES_ON, PROF_SNAPSHOT_LATER, PROF_SNAPSHOT_OFF };
enum prof_snapshot prof_snapshot_take(void);

/* Hands out the next piece of what was TAKEN, in the order of FORMAT.md's "Call trees of a run that is cut"; returns
 * whether there is more. When there is none the next prof_snapshot_take() begins anew. By the same thread. */
bool prof_snapshot_hand(const struct prof_sink *sink);

/* A timer tick: loss is counted by intervals of PROF_LOSS_HZ a second, as exact as this is called often. Interrupts off.
 * Cost, ten times a second: some ten instructions for each kind. */
void prof_tick(void);
#define PROF_LOSS_HZ 10

/* Hands out all records: names, threads, the program's tables, call trees, samples, events, scheduling, objects. After prof_stop(), thread context. */
void prof_collect(const struct prof_sink *sink);

/* Records made and dropped of a kind so far (dropped are those that found no room). */
struct prof_tally { uint64_t made, dropped; };
struct prof_tally prof_tally(enum wire_kind kind);

#include "prof_inline.h"

#endif
