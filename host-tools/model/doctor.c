/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * doctor.c: see doctor.h. Each defect has a function, which says nothing where the records do not suffice to judge.
 */
#include "doctor.h"

#include "calltree.h"
#include "dump/cursor.h"
#include "dump/losses.h"
#include "processors.h"
#include "timeline.h"
#include "unsampled.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ENOUGH_SAMPLES 20  /* with fewer no share is judged */
#define PROBE_MOST_NS  50000
#define PROBE_LEAST_NS 0.5 /* a probe runs some tens of instructions */
#define GAP_TICKS      20  /* without a sample: longer than interrupts are off in a kernel that is well */
#define GAP_SECONDS    0.05 /* processors of an emulator that have turns wait some milliseconds for each other */

struct doctor {
  struct analysis *analysis;
  struct view *view;
  const struct dump *dump;
  void (*say)(void *ctx, const struct doctor_finding *f);
  void *ctx;
  size_t count;
};

static void find(struct doctor *o, const char *code, const char *todo, const char *format, ...)
  __attribute__((format(printf, 4, 5)));

static void find(struct doctor *o, const char *code, const char *todo, const char *format, ...)
{
  char what[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof(what), format, arguments);
  va_end(arguments);
  o->count++;
  o->say(o->ctx, &(struct doctor_finding){ code, what, todo });
}

static bool has_mode(const struct doctor *o, enum wire_mode mode)
{
  return dump_meta(o->dump, WIRE_META_MODES, 0) & mode;
}

/* ---- the clock ---- */

static void examine_rate(struct doctor *o)
{
  const int64_t inner = (int64_t)dump_meta(o->dump, WIRE_META_CAL_INNER, 0);
  const int64_t outer = (int64_t)dump_meta(o->dump, WIRE_META_CAL_OUTER, 0);
  const double hz = (double)dump_meta(o->dump, WIRE_META_TSC_HZ, 0);
  const double ns = hz > 0 ? (double)(inner + outer) * 1e9 / hz : 0;
  if (inner + outer > 0 && (ns < PROBE_LEAST_NS || ns > PROBE_MOST_NS))
    find(o, "units", "set config.tsc_hz to how often prof_port_tsc() counts in a second",
         "a timed call's probes would take %.3g ns: the clock's rate, %.0f Hz, is not that of the clock", ns, hz);
}

/* Cycles by which the clocks of two processors may differ, at most. */
static uint64_t clock_error(const struct view *v)
{
  uint64_t most = 0;
  for (uint32_t cpu = 0; cpu < v->processors->count; cpu++) {
    const uint64_t error = processors_error(v->processors, cpu);
    most = error > most ? error : most;
  }
  return 2 * most;
}

/* No path of calls can be open for longer than the run. A call that was shorter than the clocks of two processors
 * differ, and went from one to the other, may seem to end before it began. */
static void examine_direction(struct doctor *o)
{
  const uint64_t error = clock_error(o->view);
  const struct calltree *t = analysis_calltree(o->analysis);
  const uint64_t whole = o->view->stop - o->view->start;
  uint64_t wrong = 0, first = 0;
  for (uint32_t i = 0; i < t->count; i++)
    if (t->nodes[i].rec && t->nodes[i].rec->raw > whole &&
        t->nodes[i].rec->raw + (t->nodes[i].rec->calls + 1) * error > whole && !wrong++)
      first = t->nodes[i].function;
  if (wrong)
    find(o, "clock", "let prof_port_tsc() return one counter that is never written; on several processors it must be the "
         "same for all; and see to it that each switch of threads has its prof_switch()",
         "%" PRIu64 " call path%s lasted longer than the whole run, %s the first: the clock went back, or jumped", wrong,
         wrong > 1 ? "s" : "", view_function_name(o->view, (uint32_t)first));
}

/* ---- threads and interrupts ---- */

static void examine_switches(struct doctor *o)
{
  const struct timeline_place *conflicts = analysis_timeline(o->analysis)->conflicts;
  const struct timeline_place *elsewhere = &conflicts[TIMELINE_ELSEWHERE], *twice = &conflicts[TIMELINE_TWICE];
  const uint64_t records = dump_count(o->dump, WIRE_SCHED);
  if (elsewhere->count)
    find(o, "switches", "call prof_switch() once, right before each switch of threads, interrupts off, also where a thread "
         "gives up the processor for good or comes from an interrupt; on several processors port prof_port_cpu()",
         "%" PRIu64 " of %" PRIu64 " switches come from a thread that was not the running one", elsewhere->count,
         records);
  if (twice->count)
    find(o, "twice", "let prof_port_thread() and prof_port_cpu() answer for the processor that asks, and call prof_switch() "
         "on the processor that switches, before another one can take the thread that it leaves",
         "%" PRIu64 " times a thread ran on two processors at once, %s the first, on processors %" PRIu32 " and %" PRIu32,
         twice->count, o->view->threads[twice->thread].name, twice->cpu, twice->other);
}

/* Each processor has its part of a log: where none was full, switches were dropped for want of a part. */
static void examine_processors(struct doctor *o)
{
  const uint64_t dropped = dump_tally(o->dump, WIRE_SCHED)->dropped, cap = dump_meta(o->dump, WIRE_META_CAP_SCHED, 0);
  const uint32_t processors = view_processors(o->view);
  uint64_t fullest = 0;
  if (!dropped || !dump_has_all(o->dump, WIRE_SCHED) || dump_is_ring(o->dump, WIRE_MODE_SCHED) ||
      dump_meta(o->dump, WIRE_META_STREAM, 0) & WIRE_MODE_SCHED)
    return;
  for (uint32_t cpu = 0; cpu < processors; cpu++) {
    struct cursor c = cursor_begin(o->dump, WIRE_SCHED);
    uint64_t count = 0;
    for (const struct wire_sched *s; (s = cursor_next(&c));)
      count += s->cpu == cpu;
    cursor_end(&c);
    fullest = count > fullest ? count : fullest;
  }
  if (fullest < cap / processors)
    find(o, "processors", "set config.processors to how many processors run, and PROF_PORT_CPUS to no less",
         "%" PRIu64 " switches were dropped, and no processor's buffer was full: they were made on processors beyond the "
         "%" PRIu32 " that the profiler was told of", dropped, processors);
}

/* A thread that was made known should run some day; one that ran should have been switched to. */
static void examine_idle_threads(struct doctor *o)
{
  uint32_t never = 0, threads = 0;
  const char *name = NULL;
  for (uint32_t i = 0; i < view_thread_count(o->view); i++) {
    const struct wire_thread *f = view_thread_figures(o->view, i);
    if (!f || !f->id || f->flags & (WIRE_THREAD_IRQ | WIRE_THREAD_IDLE | WIRE_THREAD_PROFILER))
      continue;
    threads++;
    if (f->run == 0 && !never++)
      name = o->view->threads[i].name;
  }
  if (never)
    find(o, "never-ran", "call prof_switch(&to->prof, why) wherever your kernel switches threads, before it does",
         "%u of %u threads never ran, %s the first: prof_switch() is missing where they are switched to", never, threads,
         name);
}

static void examine_interrupts(struct doctor *o)
{
  bool told = false;
  for (uint32_t i = 0; i < view_thread_count(o->view); i++)
    told |= (o->view->threads[i].flags & WIRE_THREAD_IRQ) != 0;
  if (!told && dump_count(o->dump, WIRE_SAMPLE))
    find(o, "interrupts", "add a struct prof_thread for the interrupt, prof_thread_add(&it, \"IRQtimer\", "
         "WIRE_THREAD_IRQ), and call prof_irq_enter() first and prof_irq_exit() last in its handler",
         "there are samples and no interrupt context: what interrupts take is in the times of what they interrupt");
  else if (told && has_mode(o, WIRE_MODE_TIMING) && !dump_meta(o->dump, WIRE_META_CAL_IRQ, 0) &&
           dump_meta(o->dump, WIRE_META_SAMPLING, 0) != WIRE_SAMPLING_NMI)
    find(o, "interrupts-measured", "prof_calibrate_irq(raise, false) between prof_calibrate() and prof_start(), where "
         "software can raise an interrupt",
         "the way into an interrupt and out of it was not measured: some forty instructions each are in the times of what "
         "is interrupted");
}

/* ---- samples ---- */

static void examine_stacks(struct doctor *o)
{
  const struct wire_sample *s = dump_sample_rows(o->dump);
  const size_t count = dump_count(o->dump, WIRE_SAMPLE);
  size_t judged = 0, astray = 0, alone = 0;
  for (size_t i = 0; i < count; i++) {
    if (s[i].flags & WIRE_SAMPLE_CRASH)
      continue;
    judged++;
    astray += (s[i].flags & WIRE_SAMPLE_ASTRAY) != 0;
    alone += s[i].depth < 2;
  }
  if (judged < ENOUGH_SAMPLES)
    return;
  if (astray > judged / 10)
    find(o, "stacks", "check prof_port_stack() (that of an interrupt's context is its interrupted thread's), give "
         "prof_sample() the frame pointer of the interrupted code, and compile all with -fno-omit-frame-pointer",
         "%zu of %zu samples met a frame pointer outside of the thread's stack", astray, judged);
  else if (alone > judged - judged / 10)
    find(o, "stacks", "let prof_port_stack() say where the stack lies, and compile with -fno-omit-frame-pointer",
         "%zu of %zu samples have no caller", alone, judged);
}

/* ---- moments ---- */

static void examine_places(struct doctor *o)
{
  const struct wire_stance *s = dump_stance_rows(o->dump);
  const size_t count = dump_count(o->dump, WIRE_STANCE);
  size_t judged = 0, astray = 0, unplaced = 0;
  for (size_t i = 0; i < count; i++) {
    if (s[i].state == WIRE_STATE_GONE)
      continue;
    judged++;
    astray += (s[i].flags & WIRE_STANCE_ASTRAY) != 0;
    unplaced += !s[i].ip;
  }
  if (judged < ENOUGH_SAMPLES)
    return;
  if (unplaced > judged - judged / 10)
    find(o, "moment-places", "let prof_port_stands() say where a thread goes on: `place', and `placed'",
         "of %zu stances of threads at moments %zu do not say where the thread stands", judged, unplaced);
  else if (astray > judged / 10)
    find(o, "moment-stacks", "check prof_port_stack(), and that the frame pointer in `place' is the one with which the "
         "thread goes on at its instruction",
         "%zu of %zu stacks of threads at moments met a frame pointer outside of the thread's stack", astray, judged);
}

static void examine_moments(struct doctor *o)
{
  if (!has_mode(o, WIRE_MODE_MOMENTS))
    return;
  if (dump_tally(o->dump, WIRE_MOMENT)->made || dump_lost_frames(o->dump))
    examine_places(o);
  else
    find(o, "no-moments", "let a thread that was added with WIRE_THREAD_PROFILER call prof_moment_take() while all others "
         "stand still; in the kernel of this tree: boot with stacks=100ms",
         "moments were to be recorded, and none was taken");
}

/* Whether the target was told to stop taking samples for a while, or to take more or fewer: then nothing follows from
 * how many there are, or from when there are none. */
static bool is_sampling_changed(const struct dump *d)
{
  const struct wire_setting *s = dump_setting_rows(d);
  bool changed = dump_tally(d, WIRE_SETTING)->dropped;
  for (size_t i = 0; i < dump_count(d, WIRE_SETTING); i++)
    changed |= !(s[i].modes & WIRE_MODE_SAMPLES) || s[i].sample_hz != dump_meta(d, WIRE_META_TICK_HZ, 0);
  return changed;
}

static void examine_sampling_rate(struct doctor *o)
{
  const double seconds = (double)(o->view->stop - o->view->start) / (double)o->view->hz;
  const double hz = (double)dump_meta(o->dump, WIRE_META_TICK_HZ, 0) * view_processors(o->view);
  const double wanted = hz * seconds;
  const double made = (double)dump_tally(o->dump, WIRE_SAMPLE)->made;
  if (made < ENOUGH_SAMPLES || wanted <= 0 || (made < 4 * wanted && made > wanted / 20) ||
      is_sampling_changed(o->dump))
    return;
  find(o, "rate", "set config.tsc_hz to the clock's rate, and config.tick_hz to that of prof_sample()",
       "%.0f samples in %.6f s, where %.0f a second were announced: one of the two rates is wrong", made, seconds, hz);
}

/* Where the clock jumps ahead no sample is of the time that it left out. Nothing is said where samples are missing for
 * another reason. */
static void examine_jumps(struct doctor *o)
{
  const double hz = (double)dump_meta(o->dump, WIRE_META_TICK_HZ, 0);
  if (hz <= 0 || dump_tally(o->dump, WIRE_SAMPLE)->dropped || !dump_has_all(o->dump, WIRE_SAMPLE) ||
      dump_meta(o->dump, WIRE_META_SAMPLES_MISSED, 0) || is_sampling_changed(o->dump))
    return;
  const double least = GAP_TICKS / hz > GAP_SECONDS ? GAP_TICKS / hz : GAP_SECONDS;
  const struct unsampled g = unsampled_longest(o->view, (uint64_t)(least * (double)o->view->hz));
  if (g.cycles)
    find(o, "gap", "where no code has interrupts off for so long, let prof_port_tsc() return a counter that is never "
         "written and goes on at one rate, also while the machine sleeps, or read another one (prof_arch_time()); "
         "under QEMU a busy host does it, too",
         "for %.3f ms no sample was taken on processor %" PRIu32 ", which was at work, where %.0f a second were "
         "announced: the clock jumped ahead, or interrupts were off",
         (double)g.cycles * 1e3 / (double)o->view->hz, g.cpu, hz);
}

/* ---- probes ---- */

/* Whether it is a function that probes call, or the way of the dump. */
static bool is_of_port(const char *name)
{
  static const char *const exact[] = { "memset", "memcpy", "memmove", "memcmp", "__clzdi2", "strlen" };
  for (size_t i = 0; i < sizeof(exact) / sizeof(exact[0]); i++)
    if (strcmp(name, exact[i]) == 0)
      return true;
  return strncmp(name, "prof_", 5) == 0 || strncmp(name, "xfer_", 5) == 0;
}

static void examine_probes(struct doctor *o)
{
  const struct calltree *t = analysis_calltree(o->analysis);
  for (uint32_t i = 0; i < t->count; i++) {
    const char *name = view_function_name(o->view, t->nodes[i].function);
    if (calltree_is_root(&t->nodes[i]) || calltree_is_other(&t->nodes[i]) || !is_of_port(name))
      continue;
    find(o, "timed-port", "compile the profiler, its port and what they call without the options for probes, or write "
         "PROF_UNTIMED before the function", "%s has probes: it is a part of the profiler, or called by it", name);
    return;
  }
}

static void examine_calibration(struct doctor *o)
{
  if (!has_mode(o, WIRE_MODE_TIMING))
    return;
  if (!dump_meta(o->dump, WIRE_META_CAL_ROUNDS, 0))
    find(o, "uncalibrated", "prof_calibrate() after prof_thread_add() for the running thread, before prof_start()",
         "the probes' cost was not measured: corrected times are raw");
  else if ((int64_t)dump_meta(o->dump, WIRE_META_CAL_INNER, 0) <= 0)
    find(o, "uncalibrated", "compile calib_subject.c (of the kit: jxprof.c once more with -DJXPROF_SUBJECT) with the "
         "options for probes", "the calibration's own functions have no probes: corrected times are raw");
}

static void examine_unwound(struct doctor *o)
{
  const struct calltree *t = analysis_calltree(o->analysis);
  uint64_t calls = 0, unwound = 0;
  for (uint32_t i = 0; i < t->count; i++)
    calls += t->nodes[i].rec ? t->nodes[i].rec->calls : 0;
  for (uint32_t i = 0; i < view_thread_count(o->view); i++) {
    const struct wire_thread *f = view_thread_figures(o->view, i);
    unwound += f ? f->unwound : 0;
  }
  if (unwound > calls / 20 && unwound > ENOUGH_SAMPLES)
    find(o, "unwound", "compile with -fno-optimize-sibling-calls; give each thread a stack of its own; take the probes "
         "from functions that never return (PROF_UNTIMED)",
         "%" PRIu64 " of %" PRIu64 " calls ended without their exit: tail calls, or stacks that two threads share",
         unwound, calls);
}

static void examine_strays(struct doctor *o)
{
  uint64_t strays = 0;
  for (uint32_t i = 0; i < view_thread_count(o->view); i++) {
    const struct wire_thread *f = view_thread_figures(o->view, i);
    strays += f ? f->stray : 0;
  }
  if (strays > ENOUGH_SAMPLES)
    find(o, "stray", "call prof_switch() right before each switch of threads; let prof_port_stack() say where the whole "
         "stack of a thread lies, and for an interrupt's context that of the thread that it interrupted",
         "%" PRIu64 " calls were not timed, because they were on the stack of another thread than the running one, or ended "
         "without having begun", strays);
}

/* ---- the dump ---- */

static void examine_dump(struct doctor *o)
{
  if (dump_lost_frames(o->dump))
    find(o, "lossy", "let the function that writes return only when all bytes are taken, with interrupts on or off; or "
         "put a struct window between sender and line (serial-xfer/target/window.h), so that frames are sent again",
         "%" PRIu64 " frames of the dump did not arrive", dump_lost_frames(o->dump));
  else if (!dump_has_end(o->dump))
    find(o, "cut", "send all of the dump before the machine stops, and wait until the line is empty",
         "the dump has no end");
  if (!dump_has_name(o->dump, WIRE_SPACE_BUILD_ID, 0))
    find(o, "build-id", "link with --build-id, and add the lines of jxprof.ld to the linker script",
         "the dump does not say of which image it is: the host cannot tell a wrong ELF file");
}

size_t doctor_examine(struct analysis *a, void (*say)(void *ctx, const struct doctor_finding *f), void *ctx)
{
  struct doctor d = { a, a->view, a->view->dump, say, ctx, 0 };
  examine_dump(&d);
  examine_rate(&d);
  examine_direction(&d);
  examine_switches(&d);
  examine_processors(&d);
  examine_idle_threads(&d);
  examine_interrupts(&d);
  examine_stacks(&d);
  examine_moments(&d);
  examine_sampling_rate(&d);
  examine_jumps(&d);
  examine_probes(&d);
  examine_calibration(&d);
  examine_unwound(&d);
  examine_strays(&d);
  return d.count;
}
