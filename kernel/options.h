/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * options.h: what the user asked for on the multiboot command line: words `key=value`, separated by blanks. Where a
 * key is given twice the last one counts, so that a word can be added to a boot menu's line. Nothing is ever ignored.
 * The image's workloads may have options of their own, and arguments behind a word `--` (workload.h).
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/idle.h"
#include "drivers/line.h"
#include "pmu.h"
#include "prof.h"
#include "core/processor.h"
#include "core/timer.h"
#include "workload.h"

/* Options that are one of some names, and their help. C(key, which is the field of struct options, the names by the
 * field's number in options.c, help) */
#define OPTIONS_CHOICES(C)                                                                                            \
  C(dump,     dump_names,                                                                                              \
    "how the profile leaves: frames, or text (base64, for a line that carries nothing else)")                          \
  C(line,     line_names,                                                                                              \
    "by which line it leaves: uart, the first serial port, or virtio, a virtual machine's")                            \
  C(sampling, sampling_names,                                                                                          \
    "how samples are taken: nmi or irq, both at random times (where there can be no NMIs: irq), or tick, at the "      \
    "timer's ticks")                                                                                                   \
  C(idle,     idle_names,                                                                                              \
    "how the processor waits for an interrupt: halt, or poll, which takes all of it, but wakes up at once")            \
  C(turns,    turns_names,                                                                                             \
    "short turns of the run with other probes, which tell what short functions take (table own): on, off, or auto, "   \
    "on a real processor whose clock is even; never where the clock counts instructions")

/* Options that are lists of modes, separated by commas, and their help. L(key, field of struct options, bits that may
 * be set, the default in words where that depends on other options, else NULL, help) */
#define OPTIONS_LISTS(L)                                                                                               \
  L(prof,   prof.modes,  OPTIONS_ALL_MODES, NULL, "instrumentation")                                                   \
  L(ring,   prof.ring,   (OPTIONS_ALL_MODES & ~WIRE_MODE_TIMING) | WIRE_MODE_COUNTERS, NULL,                           \
    "what keeps its newest records when full, not its oldest")                                                         \
  L(stream, prof.stream, OPTIONS_STREAM_MODES, "all but what is in ring= with line=virtio, else none",                 \
    "what is sent while the system runs")
#define OPTIONS_STREAM_MODES (OPTIONS_ALL_MODES | WIRE_MODE_COUNTERS)
#define OPTIONS_ALL_MODES \
  (WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS | WIRE_MODE_SCHED | WIRE_MODE_OBJECTS | \
   WIRE_MODE_LOCKS | WIRE_MODE_MOMENTS | WIRE_MODE_CALLS | WIRE_MODE_MESSAGES | WIRE_MODE_EXACT)

/* What `all' does not stand for: a program makes calls faster than any line carries them, messages are of use where the
 * other machines record theirs, and few images can tell exact lives. */
#define OPTIONS_NOT_IN_ALL (WIRE_MODE_CALLS | WIRE_MODE_MESSAGES | WIRE_MODE_EXACT)

/* Modes that need workloads which can record them (workload_set.modes). In other images there are neither these modes
 * nor the options of their logs. */
#define OPTIONS_WORKLOAD_MODES (WIRE_MODE_OBJECTS | WIRE_MODE_EXACT)

/* Options that are numbers; `k` and `m` behind one multiply it by 2^10 and 2^20. Besides these each log of the
 * profiler has one (WIRE_LOGS), OPTIONS_LOG_LEAST to OPTIONS_LOG_MOST records, whose default is the profiler's own.
 * O(key, field of struct options, least, most, help) */
#define OPTIONS_NUMBERS(O)                                                                                             \
  O(hz,       prof.tick_hz,  TIMER_HZ_MIN, TIMER_HZ_MAX, "timer ticks, and on average samples, a second")              \
  O(throttle, prof.throttle, 0,  UINT32_MAX,                                                                           \
    "calls after which a function that is shorter than its probes is timed no more; 0: never")                         \
  O(bursts,   prof.bursts,   0,  500,                                                                                  \
    "thousandths of the run in bursts, which count calls; in the rest no function has probes, and samples tell times " \
    "(table counted); 0: all calls are timed")                                                                         \
  O(memory,   memory_mib,    0, 1u << 16,                                                                              \
    "MiB for all records together, divided among their kinds; 0: the sizes below. A size behind it counts for itself") \
  O(nodes,    prof.nodes,    64, 1u << 24, "call tree nodes of all threads together")                                  \
  O(calls-depth, prof.calls_depth, 0, 1u << 20, "callers, and itself, of a call that prof=calls records; 0: any")      \
  O(threads,  prof.threads,  8,  1u << 16, "threads that can be named, ended ones included")                           \
  O(names,    prof.names,    16, 1u << 16, "event names that can be registered")                                       \
  O(paths,    prof.paths,    64, 1u << 22, "call stacks of moments, each with the stacks outside of it")               \
  O(window,   window_bytes,  0,  64u << 20,                                                                            \
    "bytes of frames kept until a reader who answers has them; 64k at least; 0: none")                                 \
  O(patience, io_timeout_s,  1,  3600, "seconds to wait for a serial line that takes nothing")                         \
  O(watchdog, watchdog_s,    0,  3600,                                                                                 \
    "seconds without a thread switch or an idle processor that are a crash; 0: any")                                   \
  O(smp,      smp,           1,  PROCESSORS_MOST, "processors to run on, if the machine has so many")                  \
  O(run,      run,           0,  UINT32_MAX,                                                                           \
    "number in each frame, by which a reader tells runs apart; 0: it is drawn; fixed, dumps repeat exactly")

#define OPTIONS_LOG_LEAST 16
#define OPTIONS_LOG_MOST  (1u << 28)

#define OPTIONS_HZ_DEFAULT        1000  /* of a run of 10 s, a function that takes 1 % is met 100 times */
#define OPTIONS_PATIENCE_DEFAULT  30
#define OPTIONS_WINDOW_DEFAULT    (1u << 20) /* some hundred frames, or what a fast line carries in 10 ms */
#define OPTIONS_SNAPSHOT_DEFAULT  2     /* s: what a kill may cost, where the line bears it: kdump.c */

/* As frames, or in base64 (base64.h), for a line or log that carries only text. */
enum options_dump { OPTIONS_DUMP_FRAMES, OPTIONS_DUMP_TEXT };

enum options_turns { OPTIONS_TURNS_AUTO, OPTIONS_TURNS_ON, OPTIONS_TURNS_OFF };

/* Two names of events (pmu.h), none, or, where the counters are a model's, the word `model' instead. */
struct options_counters {
  bool wanted, model;
  char name[2][PMU_NAME_BYTES];
};

struct options {
  const struct workload *workload;
  enum wire_sampling sampling;    /* how samples are to be taken */
  enum line_kind line;            /* by which the dump leaves */
  enum idle_way idle;             /* how the processor waits */
  enum options_turns turns;       /* whether there are turns (switching.h) */
  struct options_counters counters;
  enum options_dump dump;         /* how it leaves */
  struct prof_config prof;        /* tsc_hz and tsc_flags are the caller's to fill */
  const char *timed;              /* the list of functions to be timed (timed.h), in the command line; 0 bytes: all */
  size_t timed_bytes;
  const char *calls;              /* the list of functions whose calls are recorded (timed.h), as above; 0 bytes: all */
  size_t calls_bytes;
  const char *calls_over;         /* the least time of a recorded call, in the command line; NULL: none was said */
  size_t calls_over_bytes;
  uint64_t calls_over_ns;
  const char *stacks;             /* the interval of moments, in the command line; NULL: none was said */
  size_t stacks_bytes;
  uint32_t stacks_us;             /* between two moments; 0: they are taken when asked for */
  const char *snapshot;           /* the time between two snapshots of the call trees, in the command line; NULL: the
                                   * default */
  size_t snapshot_bytes;
  uint32_t snapshot_us;           /* 0: then prof.stream is without timing */
  uint32_t memory_mib;            /* what was divided among the logs of `prof`; 0: nothing was */
  uint32_t io_timeout_s;
  uint32_t window_bytes;
  uint32_t watchdog_s;
  uint32_t smp;                   /* processors wanted */
  uint32_t run;                   /* 0: to be drawn */
};

/* Reads `line` into `options` and into the values of the workloads' own options. Returns NULL, or what is wrong with
 * its first bad word; the words before that one are then in force, and the text stays. Prints nothing, so that the
 * time-out of the console (patience=) is known before the first line is printed. */
const char *options_parse(const char *line, struct options *options);

/* Reads a duration: a number and ns, us, ms or s, an hour at most, in nanoseconds. Returns false where it is none. */
bool options_duration(const char *text, size_t bytes, uint64_t *ns);
#define OPTIONS_DURATION_MOST_NS 3600000000000u

/* Reads an interval: a number and us, ms or s. Returns false where it is none, or not from one tick at `hz` to an
 * hour. */
bool options_interval(const char *text, size_t bytes, uint32_t hz, uint32_t *us);
#define OPTIONS_INTERVAL_MOST_US 3600000000u

/* Reads a list of modes as in prof=, for instance timing,sched; false: it is none. And writes one:
 * OPTIONS_MODES_BYTES are enough. */
#define OPTIONS_MODES_BYTES 96
bool options_modes(const char *text, size_t bytes, uint32_t *modes);
void options_modes_text(uint32_t modes, char *to, size_t room);

/* Prints all that is valid: options with their ranges and defaults, workloads. */
void options_help(void);

/* The options in force, as they could be typed, into `room` bytes. OPTIONS_TEXT_BYTES are enough. */
void options_text(const struct options *options, char *to, size_t room);
#define OPTIONS_TEXT_BYTES 2048 /* twenty words, the longest of 40 bytes, and the arguments, which are cut to fit */

#endif
