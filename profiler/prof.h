/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * prof.h: the profiler, as its user sees it. Freestanding C; one processor or several (PROF_PORT_CPUS, PORTING.md).
 *
 * Adopting it takes three things: a port header (profiler/PORTING.md lists its functions), the calls below at boot, in
 * the scheduler and in the timer interrupt, and a function that writes the bytes of the dump. Functions compiled with
 * probes are timed (PORTING.md has the options); PROF_UNTIMED takes one function out; a file compiled without the
 * options is not timed.
 *
 *   prof_init() -> prof_thread_add() for the running thread -> prof_calibrate() -> prof_start()
 *     ... prof_switch(), prof_unblock(), prof_irq_enter(), prof_irq_exit(), prof_sample(), prof_event_log() ...
 *   prof_stop() -> prof_collect()
 *
 * Records may leave while the system runs (config.stream): prof_collect_hello() after prof_start(), then prof_stream()
 * again and again, prof_stop() and prof_collect() in the end.
 *
 * What always holds:
 *  - no probe allocates, locks, prints or waits; all memory is taken in prof_init();
 *  - a full buffer keeps its oldest records, or as a ring its newest, and what is not kept is counted by kind and by
 *    tenths of a second;
 *  - a thread's clock stands still while it is suspended (struct prof_thread, `suspended`), so no pair of time
 *    stamps contains another thread's time, wherever the switch or the interrupt falls;
 *  - what the probes cost is carried from callee to caller as drift (JX paper, section 2, figure 2) and is kept beside
 *    the raw sums, never subtracted out of sight.
 *
 * Units: every time is in cycles of the time stamp counter (TSC).
 *
 * Contexts: "thread context" is a thread with interrupts on; "any context" includes interrupt handlers. Where a comment
 * says "interrupts off", the caller has switched them off.
 */
#ifndef PROF_H
#define PROF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "format/wire.h"

/* Takes one function out of timing: it gets no probes, and its time is counted as its caller's. */
#if defined(__riscv) || defined(__aarch64__)
#define PROF_UNTIMED __attribute__((no_instrument_function, patchable_function_entry(0)))
#else
#define PROF_UNTIMED __attribute__((no_instrument_function))
#endif

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
  uintptr_t stopped_at;         /* [Q] instruction at which an interrupt took the processor from it; 0: none did; with
                                 * several processors PROF_STOPPED_UNKNOWN until prof_irq_preempts() says it */
  struct prof_node *other;      /* [I] where calls go when the node pool is full */
  uint64_t spare_node;          /* [T] nodes that it has taken and not used: the first one's place, and their number */
  uint64_t spare_nodes;
  bool woken;                   /* it was made ready since a moment looked at it (moment.c) */
#if defined(__riscv) || defined(__aarch64__)
  uintptr_t stack_low, stack_bytes; /* [T] where its calls lie, as prof_port_stack() said last; 0: it was not asked yet
                                     * (returns.c) */
#endif
};

#define PROF_STOPPED_UNKNOWN UINTPTR_MAX

/* Capacities and modes; all from the adopter's command line. */
struct prof_config {
  uint32_t modes;     /* WIRE_MODE_... bits */
  uint32_t ring;      /* WIRE_MODE_... bits of the modes whose buffers keep their newest records when they are full; the
                       * buffers of the others keep their oldest. A ring's capacity is rounded down to a power of two.
                       * Timing keeps no records: its bit means nothing */
  uint32_t processors; /* that will run, at most PROF_PORT_CPUS; 0: 1. Each log is divided among them evenly. Records
                       * made on further ones are counted as dropped */
  uint32_t stream;    /* WIRE_MODE_... bits of the modes whose records prof_stream() hands out while the system runs,
                       * which frees their room. A mode that is in `ring`, too, is a stream. Capacities are rounded as
                       * a ring's. Timing's bit: the call trees leave by prof_snapshot_take() */
#define PROF_CAPACITY_(KIND, kind, option, ...) uint32_t option;
  WIRE_LOGS(PROF_CAPACITY_) /* uint32_t samples, stacks, events, sched, ...: records that each log has room for. A log
                             * that the configured modes do not use takes no memory */
#undef PROF_CAPACITY_
  uint32_t nodes;     /* call tree nodes of all threads together */
  uint32_t threads;   /* threads that can be named, exited ones included */
  bool sum_exited;    /* the call tree of a thread that exits is added to that of the first thread of its name that has
                       * exited, and its nodes are given back: for a kernel that starts programs again and again. The
                       * dump says of which threads (WIRE_THREAD_SUMMED). Not with WIRE_MODE_CALLS, `turns`, or where
                       * call trees stream: there it means nothing, and prof_check() says so */
  uint32_t names;     /* event names */
  uint32_t paths;     /* call stacks of moments, each with the stacks outside of it */
  uint32_t throttle;  /* after this many calls of a function in one node, its timing is switched off if those calls were
                       * shorter on average than what their probes cost; 0: never. The profiler looks once, at that
                       * call. Only with PROF_PORT_PATCH */
  uint32_t calls_depth; /* with WIRE_MODE_CALLS: as prof_calls_depth() */
  int64_t calls_over; /* as prof_calls_over() */
  uint32_t turns;     /* thousandths of the run that may pass in turns with other probes, from which the host tells what
                       * short functions take on a real processor (probes/turns.h); 0: none. Only x86-64 with
                       * PROF_PORT_PATCH, and where the adopter calls prof_turn() */
  uint32_t bursts;    /* thousandths of the run that may pass in bursts, in which calls are counted; in the rest no
                       * function has probes, so the run lasts as long as one that is not timed (probes/bursts.h); 0:
                       * none, all calls are timed. Then `turns` means nothing. Where turns may be, with one processor
                       * and without WIRE_MODE_CALLS; else there are none, and all calls are timed */
  uint32_t turn_us;   /* how long a turn or a burst lasts, microseconds: at least the time between two calls of
                       * prof_turn() */
  uint32_t counters_from;      /* WIRE_COUNTERS_FROM_...: who counts; for the dump */
  const char *counter_name[2]; /* what the two counters count, for the dump; NULL: not known here */
  uint32_t tick_hz;   /* rate of prof_sample(), for the dump */
  uint64_t tsc_hz;    /* TSC frequency, for the dump */
  uint32_t tsc_flags; /* see WIRE_META_TSC_FLAGS */
};

#define PROF_DEFAULT_CAPACITY_(KIND, kind, option, CAPACITY, MODE, capacity, ...) .option = capacity,
#define PROF_CONFIG_DEFAULT                                                                                           \
  { .modes = WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS | WIRE_MODE_SCHED | WIRE_MODE_LOCKS,             \
    .nodes = 1u << 14, .turn_us = 200, .threads = 256, .names = 256, .paths = 1u << 14,       \
    WIRE_LOGS(PROF_DEFAULT_CAPACITY_) }

/* Divides `bytes`, less than 2^44, among the logs that config->modes use, in proportion to their default capacities:
 * gives each of them whose capacity is 0 its part, 16 records at least. Where the capacity of another log is 0 it becomes
 * the default. Any context, before prof_init(). */
void prof_divide(struct prof_config *config, uint64_t bytes);

/* Returns the bytes that prof_init() will ask the port for. Any context. */
size_t prof_memory(const struct prof_config *config);

/* Takes the memory from the port and clears it. `config` is copied. Returns false, having changed nothing, when the
 * port has not enough memory. Once, at boot. */
bool prof_init(const struct prof_config *config);

/* Where the port says PROF_PORT_CPUS, more than 1 (profiler/PORTING.md): says that `offset` cycles have to be added to
 * what the TSC of processor `cpu` says to get that of processor 0, to within `error` cycles either way. All times of the
 * dump are then on one clock. A thread's own clock needs no offset: it stands still while the thread goes from one
 * processor to the other. Before prof_start(), where the two clocks differ; or while profiling is on, on processor
 * `cpu` itself, with interrupts off, before it runs another thread than its first one: the time of that thread, which
 * was made known by processor 0's clock, goes on as it was. */
void prof_processor_clock(unsigned cpu, int64_t offset, uint64_t error);

/* Makes a thread known, before it runs, or the thread that runs. `flags` are WIRE_THREAD_IRQ for an interrupt context,
 * WIRE_THREAD_IDLE for the idle thread, WIRE_THREAD_PROFILER for a thread that works for the profiler: that one is
 * neither timed nor sampled, and other threads do not bear its cost. The name is copied (PROF_NAME_BYTES). When the
 * thread table is full the thread runs unprofiled, and is counted. Thread context or interrupts off. */
void prof_thread_add(struct prof_thread *t, const char *name, uint32_t flags);

/* Notes that a thread will not run again: its open calls are closed at the time when it stopped running. A thread calls
 * this for itself, and `t` may be freed after the next switch; where threads can be killed, another thread calls it for
 * a thread that does not run, and `t` may be freed at once. Once for each thread. Interrupts off. */
void prof_thread_exit(struct prof_thread *t);

/* Gives a thread another name, for example that of the program that exec() loads into a process. The dump has the last
 * name only, for all that the thread did. The name is copied (PROF_NAME_BYTES). Any context but that of an NMI. */
void prof_thread_rename(struct prof_thread *t, const char *name);

#define PROF_NAME_BYTES 32 /* longest name kept, terminator included; a longer one is cut */

/* Switches timing on for all functions whose probe sites were compiled as NOPs (profiler/PORTING.md). This and the four
 * functions below exist only where the port has PROF_PORT_PATCH. After prof_init(); thread context. */
void prof_probes_on(void);

/* Switches timing on or off for the functions whose name matches `pattern`: `*` stands for any characters, `?` for any
 * one. Names are the image's symbols, where the image has a table of them (names.sh), and those of prof_program().
 * Returns how many functions match; always 0 where WIRE_MODE_TIMING is not configured. Any time after prof_init(),
 * thread context, as often as wanted. The time of functions that are off is counted as their callers'. A call that is
 * open when its function is switched off is timed to its end; a call that is open when its function is switched on is
 * not timed. Cost: microseconds for each name. */
uint32_t prof_timed(const char *pattern, bool on);

/* Which calls of a function are recorded one by one. */
enum prof_recording {
  PROF_RECORD_ALL,
  PROF_RECORD_OUTERMOST, /* those whose caller, as far as callers are timed, is no function recorded so */
  PROF_RECORD_NONE,
};

/* With WIRE_MODE_CALLS: says which calls are recorded of the functions whose name matches `pattern`, as prof_timed()
 * has it; until then all calls of all functions are. A function that is not timed has no calls that could be recorded.
 * Calls
 * of functions that are not recorded stand in the call trees; what they call is recorded under the nearest caller that
 * is. Returns how many functions match. Any time after prof_init(), thread context, as often as wanted, where there are
 * several processors while the others stand still. A call that is open meanwhile is recorded, or not, as was chosen
 * when it ends. */
uint32_t prof_calls(const char *pattern, enum prof_recording how);

/* The same for limits: no calls with `depth` callers or more are recorded (0: there is no such limit); of the others
 * those that take `over` corrected cycles or more, and their callers (0: all). */
void prof_calls_depth(uint32_t depth);
void prof_calls_over(uint64_t over);

/* Where the port says PROF_PORT_CPUS, more than 1: returns whether the throttle (config.throttle), or a function that was
 * switched off, waits for code to be patched. Any context; a tick asks. */
bool prof_throttle_wanted(void);

/* Patches that code: switches off what the throttle wants off, and the exits of functions that have no open call any
 * more. Returns how many functions it switched off. While all other processors stand still; thread context. Cost: some
 * instructions for each function of the image, and a microsecond for each that is switched. */
uint32_t prof_throttle_now(void);

/* Writes up to three names that are similar to `pattern`, which matches nothing, as "a, b, c" into `room` bytes at
 * `to`, terminated. Returns their length; 0 when no name is similar. Thread context. Cost: milliseconds. */
size_t prof_timed_near(const char *pattern, char *to, size_t room);

/* Measures the constant costs of the probes (medians and minima over many rounds) and keeps them for the correction.
 * Takes a few milliseconds. By a thread that prof_thread_add() made known, while no other thread runs; the function
 * itself switches interrupts off. After prof_init(), once. */
void prof_calibrate(void);

/* Looks for what people get wrong in a port: a clock that stands still or goes back, atomics, the current thread, stack
 * bounds, no frame pointers, probes in the port, no calibration, no build-id; after a prof_init() that returned false,
 * how many bytes it did not get. Says each defect, and what to do, by one call of `say`, with `ctx`; a line is good
 * until `say` returns. Returns how many there are. Between prof_calibrate() and prof_start(), or behind a prof_init()
 * that returned false; thread context; calls the port. Cost: some hundred thousand cycles. What only a run shows is for
 * `hostdump doctor`. */
unsigned prof_check(void (*say)(void *ctx, const char *line), void *ctx);

/* Starts all configured modes, with empty call trees. Calls that are open already are not timed, nor is the one call of
 * each thread whose probe an interrupt has stopped: prof_stop() and prof_start() may come while threads stand inside
 * probes, here or on other processors. The trees that such threads had before keep their nodes until a start after the
 * next: config.nodes has to be enough for two runs then. Returns false, with nothing done, when profiling is on already
 * (prof_stop() comes first), or prof_init() has not succeeded. Thread context. Cost: some tens of instructions for each
 * thread, and behind a stop for each node. */
bool prof_start(void);

/* Tells that the system is going down: the clock of the current thread stops, and `scratch`, which the caller has
 * zeroed, is current from here on, so that no probe does anything any more. Call it before prof_stop(), which then
 * finds the clocks in order. Any context, interrupts off. */
void prof_crash(struct prof_thread *scratch);

/* Returns the thread of that number, for a walk at a crash over all threads that were ever added: such a walk does not
 * rest on the kernel's lists, which may be broken. NULL where the thread has exited, is an interrupt context, or was
 * written over. Numbers run from 1 to prof_tally(WIRE_THREAD).made. Any context. */
struct prof_thread *prof_thread_live(uint32_t number);

/* Where a thread stands, or was interrupted. */
struct prof_place {
  uintptr_t ip, fp, sp; /* instruction, frame pointer, stack pointer; sp 0: the function at `ip` has its frame, as one
                         * has that calls */
  uintptr_t link;       /* what is in the register of the return address (ra, x30); 0: the processor has none */
  bool user;            /* the thread was in user mode: what the other fields say is not read */
};

/* Keeps what a thread has in a register, or will have when it goes on; `number` is one of WIRE_REGISTERS. Registers
 * beyond PROF_CRASH_REGISTERS are left out. After prof_crash(). */
void prof_crash_register(const struct prof_thread *t, uint32_t number, uint64_t value);

#define PROF_CRASH_REGISTERS 1024

/* Says how samples are taken, for the dump. Once, any time before prof_collect_hello(). */
void prof_sampling(enum wire_sampling how);

/* Begins a turn (config.turns) where one is due, or ends the one that goes on. Where that interrupts an enter hook, its
 * call may end with its caller's next probe, and counts as unwound. `since` is the TSC, with several processors
 * prof_moment_clock(), when these began to stand still for this call, or when the interrupt came: what has passed since
 * then is in the turns' share of the run. Returns after how many cycles it wants to be called again; a later call is as
 * good. 0: never. By a timer interrupt, or, with several processors, by a thread while all others stand still, as for
 * prof_throttle_now(); interrupts off. Cost: walks over all nodes of the call trees, some hundred cycles for each
 * function whose probes are switched, and up to 20 us for what fenced probes cost now. */
uint64_t prof_turn(uint64_t since);

/* Stops all modes. Open calls are booked up to now and marked open. Thread context, or after prof_crash(). */
void prof_stop(void);

/* Makes those of the configured modes record that are in `modes` (WIRE_MODE_... bits), and the others pause; records
 * stay in their buffers. Timing's bit means nothing: prof_timed() switches timing. Returns the modes that record now.
 * Between prof_start() and prof_stop(), thread context. */
uint32_t prof_select(uint32_t modes);

/* Returns the modes that record now, WIRE_MODE_... bits without timing's. Any context. */
uint32_t prof_selected(void);

/* Says that `hz` samples a second are taken from now on: the dump has it, because shares of samples rest on it. Until
 * the first call the rate is prof_config's tick_hz. Any context but that of an NMI. */
void prof_sample_rate(uint32_t hz);

/* Returns the rate of samples that holds now, per second. Any context. */
uint32_t prof_sample_hz(void);

/* ---- scheduler and interrupts; all with interrupts off ---- */

/* Notes that the CPU passes from the current thread to `to`; `why` says why the current one stops. Call it right before
 * the switch. It makes `to` current (prof_port_set_thread()). With WIRE_MODE_COUNTERS the profiler reads the counters
 * here, and where an interrupt starts and ends: what is counted between two readings belongs to one context. */
void prof_switch(struct prof_thread *to, enum wire_why why);

/* Notes that the current thread has made `woken` runnable. */
static inline void prof_unblock(struct prof_thread *woken);

/* Begins an interrupt handler. `context` is the handler's own, added with WIRE_THREAD_IRQ; it is current until
 * prof_irq_exit(), and calls that the handler makes are in its tree. `tsc` was read as early in the entry path as
 * possible: the handler's time begins there. Returns the interrupted thread, which the caller passes to
 * prof_irq_exit(). Nested interrupts nest these calls; each level has a context of its own. */
struct prof_thread *prof_irq_enter(struct prof_thread *context, uint64_t tsc);

/* Ends an interrupt handler: `interrupted`, which prof_irq_enter() returned, is current again. Returns what
 * prof_irq_late() needs. From here to the end of the interrupt, or to prof_irq_late(), the interrupt may call no
 * function that has probes: the interrupted thread may stand inside a probe. */
uint64_t prof_irq_exit(struct prof_thread *interrupted);

/* Charges `context` with what an interrupt still did after prof_irq_exit(), for example the saving of registers before
 * a switch of threads. `interrupted_at`, which prof_irq_exit() returned, is the time of the interrupt on the
 * interrupted thread's own clock; what has passed on that clock since then becomes the context's. Call it when the
 * interrupted thread is current again. */
void prof_irq_late(struct prof_thread *context, uint64_t interrupted_at);

/* Measures the cycles of an interrupt that prof_irq_enter() and prof_irq_exit() cannot measure: the way into the
 * handler, before its time stamp, and the way out of it. From then on they are charged to the interrupt's context, not
 * to the interrupted thread. `raise` makes one interrupt by one instruction, with the way in and out of a device's and
 * a handler that does next to nothing. `late`: the interrupt ends by prof_irq_late(), as one that has switched threads.
 * Between prof_calibrate() and prof_start(), once for each kind of interrupt; a thread calls it with interrupts off.
 * Where it is not called, the interrupted function has these cycles, some forty instructions an interrupt. */
void prof_calibrate_irq(void (*raise)(void), bool late);

/* Says that `interrupted`, which was interrupted at instruction `ip`, does not go on at once: after prof_irq_exit() the
 * interrupt switches to another thread. From this prof_snapshot_take() knows, until prof_irq_late(), whether the thread
 * stands inside a probe. With several processors it is called behind prof_irq_enter() as well, in each interrupt: until
 * prof_irq_exit() a snapshot that another processor takes knows it then; else it passes the thread over. `ip` 0: the
 * thread goes on. */
void prof_irq_preempts(struct prof_thread *interrupted, uintptr_t ip);

/* Takes a sample of `t`, which was interrupted at that place. The call stack is walked by frame pointers within the bounds that the port gives for `t`, at most PROF_STACK_DEPTH addresses. From
 * the timer interrupt, between prof_irq_enter() and prof_irq_exit(), at times that no thread can be in step with
 * (kernel/lib/sampler.h). Cost: some 500 instructions, and 50 for each frame. */
void prof_sample_at(struct prof_thread *t, const struct prof_place *place);
static inline void prof_sample(struct prof_thread *t, uintptr_t ip, uintptr_t fp, uintptr_t sp);

#define PROF_STACK_DEPTH 64

/* Takes a sample of the current thread or context from the handler of a non-maskable interrupt (NMI), at whatever
 * instruction the NMI came. The place is as in prof_sample_at(). `tsc` was read as early in the entry path as
 * possible; `masked`: interrupts were off. The handler calls neither prof_irq_enter() nor prof_irq_exit(), and
 * prof_sample() is not used beside this function. Where the NMI comes in the middle of a switch, the stack may belong
 * to another thread than prof_port_thread(): the walk then finds no frame, and the sample's flags say so. */
void prof_nmi_sample_at(uint64_t tsc, const struct prof_place *place, bool masked);
static inline void prof_nmi_sample(uint64_t tsc, uintptr_t ip, uintptr_t fp, uintptr_t sp, bool masked);

/* Tells that samples were due so many times more, on any processor, and were not taken, for the processor did not come to
 * take them in time: the dump has their number. From where samples are taken, or with interrupts off. */
void prof_samples_missed(uint64_t count);

/* Ends the handler of an NMI: its last call, whether it took a sample or not. The cycles since `tsc` are charged to
 * `context`, never to the interrupted thread. `context` was added with WIRE_THREAD_IRQ and WIRE_THREAD_PROFILER, for
 * its time is the profiler's, and is never current. */
void prof_nmi_end(struct prof_thread *context, uint64_t tsc);

/* Measures the cycles of an NMI that prof_nmi_end() cannot measure: the way into the handler and out of it. `raise`
 * makes one NMI, whose handler has the way in and out of the real one and only calls prof_nmi_end(). After
 * prof_start(), before the first real NMI; a thread calls it with interrupts off. */
void prof_calibrate_nmi(void (*raise)(void));

/* ---- moments: where all threads stand at one instant ---- */

/* Where a thread stands, as the port says: prof_port_stands(). Zeroed but for what is known. */
struct prof_stance {
  enum wire_state state;
  enum wire_wait wait;            /* of a waiting thread */
  bool timed;                     /* the wait ends at some time by itself */
  bool known;                     /* to the port: the thread has not run since its place was asked for; it need not be
                                   * said again */
  bool steady;                    /* all that is said of a waiting thread stays so until the thread runs or the kernel
                                   * calls prof_unblock() for it: until then the port is not asked again. False where
                                   * another thread may change it, as the owner of a lock */
  bool placed;                    /* `place` is known */
  struct prof_place place;        /* where it goes on */
  uintptr_t on;                   /* address of what it waits on; of a thread that sleeps the TSC at which that ends */
  const char *name;               /* of what it waits on; the pointer stands for the text as long as the thread waits */
  const struct prof_thread *owner; /* who owns what it waits on, or whose end it waits for; NULL: no thread */
};

/* The port's, where it has PROF_PORT_MOMENTS: says in *stance where a thread stands, as far as the kernel knows. Returns
 * false where the thread is gone, or its structure was written over. While all threads but the caller stand still; after
 * prof_crash() for each thread, whatever is broken. */
bool prof_port_stands(const struct prof_thread *t, struct prof_stance *stance);

/* Takes a moment: looks where each thread stands that prof_thread_add() made known but the caller's, and records it, of
 * a thread that stands as before nothing. `stopped` is the prof_moment_clock() at which all threads but the caller stood
 * still, and `spread` the cycles that it took until they did. Until it returns no other thread runs or begins or ends
 * to exist, and the caller keeps its processor. Exists where the port has PROF_PORT_MOMENTS. Returns the number of the
 * moment; 0: moments are not recorded, or had no room, which is counted. Thread context. Cost: some 14
 * instructions for each thread that is steady, 400 for another one, 1,000 for one that has run and 75 for each frame
 * (measured in the kernel of this tree: tests/bench/live.sh).
 *
 * `why` CRASH or WATCHDOG, after prof_crash(): the last moment, taken whatever modes record, with room of its own.
 * Where the port faults at a thread, a second call goes on with the next one; the moment says how many threads are
 * unknown. */
uint32_t prof_moment_take(enum wire_moment_why why, uint64_t stopped, uint64_t spread);

/* Walks the stacks of threads that are new, at most `most` of them, before a moment has to: the first moment would else
 * stop all threads for as long as it takes to walk all stacks. Returns whether there are more such threads. As
 * prof_moment_take(), and by the same thread. */
bool prof_moment_prepare(uint32_t most);

/* Returns whether moments are recorded and there are such threads. Any context. */
bool prof_moment_unprepared(void);

/* Says that the time of `count` moments passed without one: the dump tells how many these were (META MOMENTS_MISSED).
 * Interrupts off, or the caller keeps its processor; one processor at a time. */
void prof_moments_missed(uint64_t count);

/* Returns the time for prof_moment_take(). Any context. */
uint64_t prof_moment_clock(void);

/* Returns whether moments are recorded. Any context. */
bool prof_moments_on(void);

/* ---- events ---- */

/* Returns the number of the event `name`, from 1; a name has one number, however often it is registered. The name is
 * copied (PROF_NAME_BYTES). Returns 0 when the name table is full: event 0 may be logged, and is shown as "unnamed".
 * Thread context; before or after prof_start(). */
uint32_t prof_event_register(const char *name);

/* Logs event `event` with `arg` and the TSC. Any context. Cost: one TSC read and a 24-byte store (see make bench). */
static inline void prof_event_log(uint32_t event, uint64_t arg);

/* prof_event_log() in two parts, for a hook of a runtime's own that calls nothing on its common way. Where events are
 * recorded (prof_events.on), prof_event_try() records one and takes `cost` cycles out of the corrected time of the
 * innermost open call: all that the hook costs. False: there is no room; the hook calls prof_event_refused(). Any
 * context. */
static inline bool prof_event_try(uint32_t event, uint64_t arg, int64_t cost);
static inline void prof_event_refused(void);

/* ---- locks ---- */

#define PROF_LOCK_NAME_BYTES 64 /* longest name of a lock kept, terminator included; a longer one is cut */

/* What the profiler keeps for a lock. The adopter embeds one in each lock, zeroed or with a name, and writes `acquired`.
 * [L] written by the thread that holds the lock. */
struct prof_lock {
  const char *name;        /* [I] locks may share one; NULL: none. The text is copied when a thread first waits */
  const void *object;      /* [L] what the dump calls the lock's address; NULL: that of this structure */
  uint32_t flags;          /* [I] WIRE_LOCK_SPIN, WIRE_LOCK_MONITOR, or 0 */
  uint32_t number;         /* [L] of the name in the dump; 0: not asked for yet */
  const void *acquired;    /* [L] where the lock was taken: the return address of the call; NULL: not told */
  uint64_t released;       /* [L] TSC of the last release that another thread waited for */
  uint32_t holder;         /* [L] thread that made it */
  uint32_t holds;          /* [L] such releases so far */
};

/* A wait, or a release, that goes on: on the stack of the thread that waits or releases. */
struct prof_lock_wait {
  uint64_t begun;          /* TSC; 0: it is not recorded */
  const void *acquired;
  uint32_t holds, flags;
  uint16_t depth;
  uint64_t at[WIRE_LOCK_DEPTH];
};

/* A lock's slow paths call these; an acquisition that does not wait and a release that no thread waits for call nothing,
 * and cost nothing. `frame` is __builtin_frame_address(0) of the function that the lock's user has called: stacks begin
 * with where it returns to.
 *
 *   lock:    it is taken  -> prof_lock_waits(&w, &l->prof, frame); wait or spin; prof_lock_got(&w, &l->prof)
 *            then, always -> l->prof.acquired = __builtin_return_address(0)
 *   unlock:  another one waits -> prof_lock_releases(&w, &l->prof); release; prof_lock_released(&w, &l->prof, frame)
 *
 * prof_lock_waits() comes before the wait, by the thread that waits, and prof_lock_got() when the thread has the lock,
 * or gives up. prof_lock_releases() comes while the lock is held: from there on waits end by this release.
 * prof_lock_released() may come when the lock is another's already; it makes the release's record. Both threads walk
 * their own stacks, so nothing is needed of other processors. Any context but an NMI. Cost: a test of a byte while
 * WIRE_MODE_LOCKS is off; else some 400 instructions for a wait and as many for a release, and 50 for each frame, which
 * are in no corrected time. */
static inline void prof_lock_waits(struct prof_lock_wait *w, struct prof_lock *l, const void *frame);
static inline void prof_lock_got(struct prof_lock_wait *w, struct prof_lock *l);
static inline void prof_lock_releases(struct prof_lock_wait *w, struct prof_lock *l);
static inline void prof_lock_released(struct prof_lock_wait *w, struct prof_lock *l, const void *frame);

/* ---- messages ---- */

/* A message to another machine, or from one, as one layer of the network's code sees it. What the two ends write of a
 * message has to be the same but for what is theirs: one's `local` is the other's `peer`. */
struct prof_message {
  uint64_t key;            /* by which both ends know it; of a call and its reply alike: ONC RPC's xid */
  uint32_t local, peer;    /* addresses, IPv4's as numbers: 10.0.2.15 is 0x0a00020f */
  uint32_t program;        /* 0: none */
  uint32_t procedure;      /* of a call; 0: none, or not known */
  uint32_t bytes;
  uint16_t local_port, peer_port; /* 0: none */
  uint16_t layer;          /* WIRE_LAYER_... */
  uint16_t flags;          /* WIRE_MESSAGE_... bits */
};

/* Records a message with the TSC and the innermost open call: of one that is sent right before it is given away, of one
 * that has come as soon as its key is known. `m` is copied. Any context but an NMI. Cost: a test of a byte while
 * WIRE_MODE_MESSAGES is off; else some 100 instructions, which are in no corrected time. */
static inline void prof_message(const struct prof_message *m);

/* Returns whether messages are recorded. Any context. */
static inline bool prof_messages_on(void);

/* ---- objects of a language runtime ---- */

/* Records that an object was allocated: `object` is its address, `site` and `class` are numbers of prof_program()'s
 * tables, `bytes` is the memory that it takes, `clock` the bytes allocated since the heap was made, these included.
 * Returns whether the birth was recorded: only then the runtime calls prof_death() for the object. The object lives at
 * least until this call, whatever threads run, and collect, between its allocation and the call. Cost: that of an event
 * (see make bench). */
static inline bool prof_birth(uintptr_t object, uint32_t site, uint32_t class, uint32_t bytes, uint64_t clock);

/* prof_birth() in three parts, for a hook of the runtime's that calls nothing on its common way. Where births are
 * recorded (prof_births.on), prof_birth_room() gives the hook a record, whose object, clock, site, class and bytes the
 * hook fills; prof_birth_made() does the rest, and takes `cost` cycles out of the corrected time of the innermost open
 * call: all that the hook costs. False: there is no room; the hook calls prof_birth_refused(). Any context. */
static inline bool prof_birth_room(struct wire_birth **record);
static inline void prof_birth_made(struct wire_birth *record, int64_t cost);
static inline void prof_birth_refused(void);

/* For a hook that has work of its own before it records the birth, with interrupts off: prof_birth_room_masked() is
 * prof_birth_room(), prof_birth_since() notes a moment in *since, and prof_birth_made_since() is prof_birth_made() and
 * prof_births_took() with what passed since then, less than 2^32 cycles, and `more`, which it takes out with `cost`
 * more. One reading of the clock serves both. What NMIs took meanwhile is in none of it; *since may change. */
struct prof_since { uint32_t tsc, suspended; }; /* of the thread's; lower halves */
static inline bool prof_birth_room_masked(struct wire_birth **record);
static inline void prof_birth_since(struct prof_since *since);
static inline void prof_birth_made_since(struct wire_birth *record, struct prof_since *since, int64_t cost,
                                         int64_t more);

/* Records that the collection that goes on found the object at address `object` dead. A new object may have the address
 * afterwards. Cost: less than that of a birth. */
static inline void prof_death(uintptr_t object);

/* prof_death() of `count` objects, 1 at least; the same records. Cost: a fourth of prof_death()'s each; what is taken
 * out of the corrected time is prof_death()'s, so it is for code between prof_aside_begin() and prof_aside_end(), which
 * measure theirs. */
static inline void prof_deaths_at_once(const uintptr_t *objects, unsigned count);

/* Records, with prof_death() or for an object that lives at the end, when by the allocation clock the object became
 * unreachable (`lost`; 0: it lives) and when it was used last (`used`; 0: never). With WIRE_MODE_EXACT, during a
 * collection. Cost: that of a death. */
static inline void prof_stamp(uintptr_t object, uint64_t lost, uint64_t used);

/* prof_stamp() and prof_death() of each of `count` objects, 1 at least; the same records. `lost` and `used` of each lie
 * at its address and `to_stamps`. Cost: some 14 instructions for an object. */
static inline void prof_lost_at_once(const uintptr_t *objects, uintptr_t to_stamps, unsigned count);

/* Notes that a garbage collection begins; the program's threads stand still until it ends. `clock` is as in
 * prof_birth(); `ahead` are the bytes that were still to be allocated until the moment that was drawn for the collection,
 * 0 where none was; `heap_bytes` is the memory that the heap has from the system. */
void prof_collection_begin(enum wire_reason reason, uint64_t clock, uint64_t ahead, uint64_t heap_bytes);

/* What a collection did. Marked objects live on; freed ones include those without a BIRTH record. `heap_bytes` is the
 * memory that the heap has from the system now. */
struct prof_collected {
  uint64_t marked_objects, marked_bytes, freed_objects, freed_bytes, heap_bytes;
  uint64_t own_cycles;  /* what telling the deaths took, by prof_aside_end(); 0: it was not measured. Where calls are
                         * timed, what the probes have booked is taken instead, if the collection ends in the call in
                         * which it began */
  uint64_t lent_cycles; /* for which its thread was suspended while it told them: interrupts, prof_stream_room() */
};

/* Say what telling of births, and of deaths and collections, has taken: a runtime that measures this does it by
 * prof_aside_end(). Any context. Cost: an instruction. */
static inline void prof_births_took(uint64_t cycles);
static inline void prof_deaths_took(uint64_t cycles);

/* Says that telling of each birth that finds room takes `cycles`, besides what prof_births_took() says. Before
 * prof_start(). */
void prof_births_cost(int64_t cycles);

/* Notes that the collection has ended, and records it, unless it was one for stress and freed nothing: of those the
 * number is known (META key 79). By the thread that called prof_collection_begin(). */
void prof_collection_end(const struct prof_collected *collected);

/* Returns whether births are recorded. Where they are not, a runtime need not call prof_birth(). Any context. */
bool prof_objects_on(void);

/* Takes `cycles` out of the corrected time of the current thread's innermost open call. A runtime calls this for work
 * that it does only because objects are recorded; prof_measure() finds out how long that work takes. The cost of the
 * records themselves is taken out already. */
static inline void prof_drift(int64_t cycles);

/* Work that the current thread does only because something is recorded, and that measures itself: it is to be in no
 * corrected time. prof_aside_begin() begins it; prof_aside_end() ends it, and takes out what the thread has run in
 * between, whatever the probes in between took out by themselves, and `more` cycles, which lie outside of the two clock
 * readings. The two calls are in one function. prof_aside_end() returns how many cycles it took out, or would have,
 * were a call open. Any context. Cost: two readings of the clock. */
struct prof_aside;
static inline struct prof_aside prof_aside_begin(void);
static inline int64_t prof_aside_end(const struct prof_aside *aside, int64_t more);

/* Returns the cycles of one turn of `loop`, which makes `n` turns and calls nothing that is timed: the median of many
 * rounds. Meanwhile births and deaths are recorded and then forgotten, before prof_start() events as well;
 * collections are not recorded. The time that this call takes is in no corrected figure. Before the first birth;
 * thread context. */
int64_t prof_measure(void (*loop)(uint32_t n));

/* Returns the cycles of one turn of `with` that are in no turn of `without` and that no probe and no prof_aside_end()
 * in it takes out by itself: what prof_drift() or prof_aside_end() has to take out besides. Else as prof_measure(). */
int64_t prof_measure_surplus(void (*with)(uint32_t n), void (*without)(uint32_t n));

/* Writes a call of the function at address `hook`, which must leave every register alone, over the five-byte NOP at
 * address `site`: for a runtime's own probes, which cost a NOP until they are wanted. Only where the port can write to
 * code (PROF_PORT_PATCH). Thread context. */
void prof_site_call(uintptr_t site, uintptr_t hook);

/* ---- the program, where a language runtime has names of its own for code ---- */

#define PROF_PROGRAM_NAME_BYTES 512 /* longest name of a method or class kept, terminator included */

struct prof_method {
  uint64_t address;   /* of the method's code; 0: the method has no code, and is left out */
  uint32_t line;      /* first line; 0: not known */
  uint32_t flags;     /* WIRE_METHOD_... */
  const char *file;   /* NULL: not known; methods of one file stand together */
};

/* A place that allocates: the number of its method, and the line in the method's file; 0: not known. */
struct prof_site { uint32_t method, line; };

/* The program's tables, as functions of the adopter that return the row of a number, from 0. The profiler calls them
 * when it hands records out and in prof_timed(), in thread context. Two of them write the name to `name`,
 * PROF_PROGRAM_NAME_BYTES bytes, terminated, as people write it (WIRE_SPACES). */
struct prof_program {
  uint32_t method_count, site_count, class_count;
  struct prof_method (*method)(uint32_t number, char *name);
  struct prof_site (*site)(uint32_t number);
  uint32_t (*class)(uint32_t number, char *name);   /* returns WIRE_CLASS_... */
};

/* Makes the program's tables known. `program` stays the caller's and must not change. Thread context, any time before
 * prof_collect(). */
void prof_program(const struct prof_program *program);

/* ---- the dump ---- */

/* Where prof_collect() hands the records: blocks in the order that FORMAT.md gives. `child_rows` is 0 where the kind
 * has no child block. Records are structs wire_<kind>; where prof_hands_logged() says so, those of kinds that have a
 * log are structs wire_logged_<kind>. */
struct prof_sink {
  void (*records)(void *ctx, enum wire_kind kind, const void *records, size_t rows);
  void (*pair)(void *ctx, enum wire_kind kind, const void *records, size_t rows, enum wire_kind child,
               const void *child_records, size_t child_rows);
  void *ctx;
  void (*flush)(void *ctx);  /* called where what was handed out names all that follows: ends a frame; or NULL */
};

/* Returns whether records leave without their processor, for there is one only: the `logged` of struct xfer_sender.
 * After prof_init(). */
bool prof_hands_logged(void);

/* Hands out what the hello frame holds: META and SCHEMA records. The adopter adds NAME records for the build, the
 * command line and the system (WIRE_SPACES). Thread context. */
void prof_collect_hello(const struct prof_sink *sink);

/* Hands out the records that the streams got since the last call, before them the names that they need, and frees their
 * room in the buffers. Returns whether there were any records. After prof_collect_hello(), between prof_start() and
 * prof_stop(), by one thread, which was added with WIRE_THREAD_PROFILER; interrupts on: probes may record meanwhile. */
bool prof_stream(const struct prof_sink *sink);

/* Returns how full the fullest of the streams' buffers is, 0 to PROF_STREAM_FULL. Any context. */
uint32_t prof_stream_level(void);
#define PROF_STREAM_FULL 256

/* Has prof_stream_room() call `make_room` where a stream's buffer is full. That function returns whether records may
 * have been handed out; false: waiting is of no use. Until it is set, prof_stream_room() does not wait. Once. */
void prof_stream_on_full(bool (*make_room)(void));

/* For a thread that makes many records of `kind`, one that has a buffer of its own, while no other thread runs: returns
 * how many of them find room for sure. Where there is no room it first waits until there is for half a buffer, or until
 * waiting is of no use; then what is returned is above 0 all the same, and records are dropped. UINT64_MAX: the buffer
 * is no stream's, and does not become empty. Thread context; the thread may hold its processor. */
uint64_t prof_stream_room(enum wire_kind kind);

/* Says that a crash has stopped the thread that calls prof_stream(), perhaps in the middle of that call. `sent` has,
 * for each kind, how many records have left or will leave; prof_collect() then hands out all others, and the names
 * again. After prof_stop(). */
void prof_stream_abandon(const uint64_t sent[WIRE_KIND_LIMIT]);

/* Copies the call trees as they are, with the figures of their threads, while the system runs. Each call copies one of
 * the threads that were known when the snapshot began. The copy of a thread is of one moment, at which the thread did
 * not run. Between prof_start() and prof_stop(), by the thread that calls prof_stream(), interrupts on. Cost: about 240
 * instructions for each node of the thread. Returns
 *
 *   PROF_SNAPSHOT_TAKEN     all threads are copied; PROF_SNAPSHOT_GOES_ON   one thread is copied, and there are more:
 *   call again; PROF_SNAPSHOT_LATER     the thread stands inside a probe, or ran while it was copied: call again when
 *   it has run on.
 *                           Threads need not stand still during a call, but a thread with a large tree may otherwise
 *                           never stand still for long enough;
 *   PROF_SNAPSHOT_OFF       the configuration has no memory for snapshots: timing's bit is not in `stream`. */
enum prof_snapshot { PROF_SNAPSHOT_TAKEN, PROF_SNAPSHOT_GOES_ON, PROF_SNAPSHOT_LATER, PROF_SNAPSHOT_OFF };
enum prof_snapshot prof_snapshot_take(void);

/* Hands out the next piece of the snapshot that was taken, in the order of FORMAT.md's "Call trees of a run that is
 * cut". Returns whether there is more; when there is no more, the next prof_snapshot_take() begins a new snapshot. By
 * the thread that called prof_snapshot_take(). */
bool prof_snapshot_hand(const struct prof_sink *sink);

/* Notes a timer tick: at the first tick after each 1 / PROF_LOSS_HZ of a second the profiler counts what was lost in
 * that interval. Interrupts off. Cost: ten times a second about ten instructions for each kind. */
void prof_tick(void);
#define PROF_LOSS_HZ 10

/* Hands out all records: threads, names, the program's tables, call trees, samples, events, scheduling, objects. After
 * prof_stop(); thread context, or after prof_crash(). */
void prof_collect(const struct prof_sink *sink);

/* Records that probes wanted to make, and those of them that found no room or were overwritten. */
struct prof_tally { uint64_t made, dropped; };

/* Returns the tally of a kind so far, for the TALLY records of the end frame. Any context. */
struct prof_tally prof_tally(enum wire_kind kind);

#include "prof_inline.h"

#endif
