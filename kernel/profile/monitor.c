/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * monitor.c: see monitor.h. A command is a word and what follows it; each is a line of `verbs` and a function.
 */
#include "monitor.h"

#include "backchannel.h"
#include "lib/format.h"
#include "kdump.h"
#include "moments.h"
#include "options.h"
#include "prof.h"
#include "smp.h"
#include "tsc.h"
#include "core/run.h"
#include "core/sched.h"
#include "lib/string.h"
#include "core/thread_list.h"
#include "core/timer.h"

/* What is left of a command. */
struct words { const char *at, *end; };

static struct monitor_reply *reply;
static bool cut_short; /* something found no room in it */

/* Adds to the reply; what has no room is left out, and its end says so. */
static void __attribute__((format(printf, 1, 2))) say(const char *format, ...)
{
  static const char cut[] = "...: there is more, which finds no room in a reply\n";
  va_list args;
  const size_t room = sizeof reply->text - (sizeof cut - 1) - reply->used; /* never 0: `used` grows by less */
  if (cut_short)
    return;
  va_start(args, format);
  size_t bytes = kvsnprintf(reply->text + reply->used, room, format, args);
  va_end(args);
  if (bytes < room) {
    reply->used += bytes;
    return;
  }
  memcpy(reply->text + reply->used, cut, sizeof cut - 1);
  reply->used += sizeof cut - 1;
  cut_short = true;
}

static void skip_blanks(struct words *w)
{
  while (w->at < w->end && (*w->at == ' ' || *w->at == '\t'))
    w->at++;
}

/* Takes the next word; empty when there is none. */
static struct words take_word(struct words *w)
{
  skip_blanks(w);
  struct words word = { w->at, w->at };
  while (word.end < w->end && *word.end != ' ' && *word.end != '\t')
    word.end++;
  w->at = word.end;
  skip_blanks(w);
  return word;
}

static bool equals(struct words w, const char *text)
{
  size_t bytes = strlen(text);
  return (size_t)(w.end - w.at) == bytes && memcmp(w.at, text, bytes) == 0;
}

#define WORD(w) (int)((w).end - (w).at), (w).at /* for %.*s */

static bool take_number(struct words *w, uint64_t *number)
{
  struct words digits = take_word(w);
  *number = 0;
  if (digits.at == digits.end || digits.end - digits.at > 18)
    return false;
  for (; digits.at < digits.end; digits.at++) {
    if (*digits.at < '0' || *digits.at > '9')
      return false;
    *number = *number * 10 + (uint64_t)(*digits.at - '0');
  }
  return true;
}

/* ---- what is on ---- */

static void say_modes(const char *before, uint32_t modes)
{
  char text[OPTIONS_MODES_BYTES];
  options_modes_text(modes, text, sizeof text);
  say("%s%s\n", before, text);
}

static void say_tally(enum wire_kind kind)
{
  struct prof_tally t = prof_tally(kind);
  if (t.made)
    say("%-12s %10lu records, %lu of them lost\n", wire_kinds[kind].name, t.made, t.dropped);
}

static void status(struct words w)
{
  struct backchannel_figures b = backchannel_figures();
  (void)w;
  say_modes("recording:   ", prof_selected());
  if (prof_selected() & WIRE_MODE_SAMPLES)
    say("sampling:    %u a second\n", prof_sample_hz());
  say_tally(WIRE_NODE);
  for (size_t i = 0; i < WIRE_LOG_COUNT; i++)
    say_tally(wire_logs[i].kind);
  say("reader:      %s\n", b.reader ? "answers" : "none that answers");
  say("window:      %zu KiB, %u frames in it, %lu sent again, %lu given up\n", b.window_bytes / 1024, b.kept,
      b.resent, b.abandoned);
}

static const char *state_text(const struct thread *t)
{
  static const char *const waits[] = { [WAIT_UNBLOCK] = "waits", [WAIT_UNTIL] = "waits, at most for a time",
    [WAIT_SLEEP] = "sleeps", [WAIT_MUTEX] = "waits for a mutex", [WAIT_COND] = "waits for a condition",
    [WAIT_JOIN] = "waits for a thread's end" };
  switch (t->state) {
  case THREAD_RUNNING: return "runs";
  case THREAD_READY: return "ready";
  case THREAD_EXITED: return "ended";
  default: return waits[t->wait];
  }
}

static const char *const priorities[THREAD_PRIORITIES] = { "idle", "low", "normal", "high", "interrupt" };

/* The list may change between two rows, but not while a row is read. */
static void threads(struct words w)
{
  (void)w;
  say("%4s  %-9s  %-31s %s\n", "id", "priority", "name", "state");
  thread_stop_others();
  for (const struct thread *t = thread_list_next(NULL); t; t = thread_list_next(t))
    say("%4u  %-9s  %-31s %s\n", t->prof.id, priorities[t->priority], t->name, state_text(t));
  thread_let_go();
}

/* ---- what is to be on ---- */

static void log_modes(uint32_t modes)
{
  prof_event_log(prof_event_register("profiler: recording"), modes);
}

/* The modes named, or all, into *modes. */
static bool take_modes(struct words w, uint32_t *modes)
{
  struct words list = take_word(&w);
  bool known = list.at == list.end || options_modes(list.at, (size_t)(list.end - list.at), modes);
  if (list.at == list.end)
    *modes = UINT32_MAX;
  else if (known && *modes == WIRE_MODE_TIMING) {
    reply->refused = true;
    say("timing is switched by functions' names: timed on *, timed off *\n");
    return false;
  }
  if (known)
    return true;
  reply->refused = true;
  say("`%.*s' is no list of modes. Name some of samples events sched objects counters locks moments calls messages, "
      "separated by commas, or all\n", WORD(list));
  return false;
}

static void start(struct words w)
{
  uint32_t modes;
  if (!take_modes(w, &modes))
    return;
  uint32_t on = prof_select(prof_selected() | modes);
  log_modes(on);
  say_modes("recording: ", on);
  if (modes != UINT32_MAX && modes & ~on & ~(uint32_t)WIRE_MODE_TIMING) {
    reply->refused = true;
    say_modes("What was not chosen at boot (prof=) has no memory: ", modes & ~on & ~(uint32_t)WIRE_MODE_TIMING);
  }
}

/* What pauses is told while events still record. */
static void stop(struct words w)
{
  uint32_t modes;
  if (!take_modes(w, &modes))
    return;
  uint32_t left = prof_selected() & ~modes;
  log_modes(left);
  say_modes("recording: ", prof_select(left));
}

static void mark(struct words w)
{
  char name[PROF_NAME_BYTES];
  struct words word = take_word(&w);
  uint64_t number = 0;
  if (word.at == word.end || (w.at < w.end && !take_number(&w, &number)) || w.at < w.end) {
    reply->refused = true;
    say("mark NAME [NUMBER] logs an event of that name; a name has no blanks\n");
    return;
  }
  ksnprintf(name, sizeof name, "%.*s", WORD(word));
  if (!(prof_selected() & WIRE_MODE_EVENTS)) {
    reply->refused = true;
    say("events are not recorded: start events, or boot with prof=events\n");
    return;
  }
  uint32_t event = prof_event_register(name);
  prof_event_log(event, number);
  if (event)
    say("marked %s %lu\n", name, number);
  else
    say("marked %lu without a name: the table of event names is full (names=)\n", number);
}

static void timed(struct words w)
{
  char pattern[128], near[256];
  struct words state = take_word(&w), word = take_word(&w);
  if ((!equals(state, "on") && !equals(state, "off")) || word.at == word.end || w.at < w.end) {
    reply->refused = true;
    say("timed on PATTERN, timed off PATTERN: functions by name, * stands for any characters, ? for any one\n");
    return;
  }
  ksnprintf(pattern, sizeof pattern, "%.*s", WORD(word));
  smp_park(); /* code is written to */
  uint32_t functions = prof_timed(pattern, equals(state, "on"));
  smp_unpark();
  if (functions) {
    prof_event_log(prof_event_register(equals(state, "on") ? "profiler: timed" : "profiler: timed no more"), functions);
    say("%u functions are timed%s\n", functions, equals(state, "on") ? "" : " no more");
    return;
  }
  reply->refused = true;
  say("no function is named so, or timing was not chosen at boot (prof=timing)");
  if (prof_timed_near(pattern, near, sizeof near))
    say("; there are %s", near);
  say("\n");
}

static void refuse_calls(void)
{
  reply->refused = true;
  say("calls on PATTERN, calls off PATTERN, calls outermost PATTERN: which functions' calls are recorded; * stands for "
      "any characters\ncalls over TIME, calls depth N: only long ones, like 10us, or of so many callers; 0: all\n");
}

static void calls_of(const char *pattern, enum prof_recording how)
{
  char near[256];
  smp_park(); /* other processors record by what is chosen */
  const uint32_t functions = prof_calls(pattern, how);
  smp_unpark();
  if (functions) {
    prof_event_log(prof_event_register(how == PROF_RECORD_NONE ? "profiler: calls no more" : "profiler: calls"),
                   functions);
    say("%s of %u functions are recorded\n", how == PROF_RECORD_NONE ? "no calls" : how == PROF_RECORD_ALL ?
        "calls" : "outermost calls", functions);
    return;
  }
  reply->refused = true;
  say("no function is named so");
  if (prof_timed_near(pattern, near, sizeof near))
    say("; there are %s", near);
  say("\n");
}

static void calls_depth(struct words w)
{
  uint64_t depth;
  if (!take_number(&w, &depth) || w.at < w.end || depth > UINT32_MAX) {
    refuse_calls();
    return;
  }
  smp_park();
  prof_calls_depth((uint32_t)depth);
  smp_unpark();
  prof_event_log(prof_event_register("profiler: calls depth"), depth);
  say(depth ? "calls down to depth %lu are recorded\n" : "calls of any depth are recorded\n", depth);
}

static void calls_over(struct words w)
{
  const struct words value = take_word(&w);
  uint64_t ns = 0;
  if ((!equals(value, "0") && !options_duration(value.at, (size_t)(value.end - value.at), &ns)) || w.at < w.end) {
    refuse_calls();
    return;
  }
  smp_park();
  prof_calls_over(tsc_from_ns(ns));
  smp_unpark();
  prof_event_log(prof_event_register("profiler: calls over"), ns);
  say("calls of %lu ns or more are recorded, and their callers\n", ns);
}

static void calls(struct words w)
{
  char pattern[128];
  const struct words what = take_word(&w);
  if (!(prof_selected() & WIRE_MODE_CALLS)) {
    reply->refused = true;
    say("calls are not recorded: start calls, or boot with prof=calls\n");
    return;
  }
  if (equals(what, "over") || equals(what, "depth")) {
    (equals(what, "over") ? calls_over : calls_depth)(w);
    return;
  }
  const struct words word = take_word(&w);
  const bool all = equals(what, "on"), none = equals(what, "off");
  if ((!all && !none && !equals(what, "outermost")) || word.at == word.end || w.at < w.end) {
    refuse_calls();
    return;
  }
  ksnprintf(pattern, sizeof pattern, "%.*s", WORD(word));
  calls_of(pattern, all ? PROF_RECORD_ALL : none ? PROF_RECORD_NONE : PROF_RECORD_OUTERMOST);
}

static bool take_interval(struct words *w, uint32_t *us)
{
  const struct words interval = take_word(w);
  return options_interval(interval.at, (size_t)(interval.end - interval.at), timer_hz(), us) && w->at == w->end;
}

/* Whether moments can be taken; else it is said, and the command refused. */
static bool has_moments(void)
{
  if (prof_selected() & WIRE_MODE_MOMENTS)
    return true;
  reply->refused = true;
  say("moments are not recorded: start moments, or boot with stacks=100ms or prof=moments\n");
  return false;
}

static void stacks_each(uint32_t us)
{
  moments_every(us);
  say("the stacks of all threads are taken every %u us\n", us);
}

static void stacks(struct words w)
{
  const struct words what = take_word(&w);
  uint32_t us = 0;
  if (!has_moments()) {
    return;
  } else if (what.at == what.end || (equals(what, "once") && w.at == w.end)) {
    moments_once();
    say("the stacks of all threads are taken\n");
  } else if (equals(what, "off") && w.at == w.end) {
    moments_every(0);
    say("stacks are taken when asked for only\n");
  } else if (equals(what, "every") && take_interval(&w, &us)) {
    stacks_each(us);
  } else {
    reply->refused = true;
    say("stacks once, stacks every TIME, stacks off: TIME is a number and us, ms or s, like 100ms, a tick at least\n");
  }
}

/* `every TIME stacks' is `stacks every TIME', said as people say it. */
static void every(struct words w)
{
  struct words time = take_word(&w);
  const struct words what = take_word(&w);
  uint32_t us = 0;
  if (!equals(what, "stacks") || w.at != w.end || !take_interval(&time, &us)) {
    reply->refused = true;
    say("every TIME stacks: TIME is a number and us, ms or s, like 100ms, a tick at least\n");
  } else if (has_moments()) {
    stacks_each(us);
  }
}

static void rate(struct words w)
{
  uint64_t hz;
  if (!take_number(&w, &hz) || w.at < w.end || hz < TIMER_HZ_MIN || hz > TIMER_HZ_MAX) {
    reply->refused = true;
    say("rate HZ wants a number from %u to %u\n", TIMER_HZ_MIN, TIMER_HZ_MAX);
    return;
  }
  if (!timer_sample_rate((uint32_t)hz)) {
    reply->refused = true;
    say("there is no rate to set: boot with prof=samples, and not with sampling=tick\n");
    return;
  }
  prof_event_log(prof_event_register("profiler: sample rate"), hz);
  say("%lu samples a second\n", hz);
}

/* ---- the dump ---- */

static void send_dump(void *arg)
{
  (void)arg;
  thread_detach();
  kdump_finish();
}

static void end_run(void *arg)
{
  (void)arg;
  run_end(0);
}

/* A thread of its own: this one is needed to hear the reader. There is one for each `asked`, however often the reader asks
 * while the line is busy: a thread that waits for the line has a stack. */
static void begin_dump(bool *asked, void (*entry)(void *arg), const char *text)
{
  if (*asked) {
    say("that was asked for already: the dump leaves, or has left\n");
  } else if (thread_create_service("Dumper", THREAD_HIGH, WIRE_THREAD_PROFILER, entry, NULL)) {
    *asked = true;
    say("%s\n", text);
  } else {
    reply->refused = true;
    say("there is no memory for the thread that would send the dump\n");
  }
}

static void dump(struct words w)
{
  static bool asked;
  (void)w;
  begin_dump(&asked, send_dump, "the dump leaves; nothing more is recorded, and the program goes on");
}

static void end(struct words w)
{
  static bool asked;
  (void)w;
  begin_dump(&asked, end_run, "the run ends here; the dump leaves");
}

/* ---- all of them ---- */

static void help(struct words w);

static const struct verb {
  const char *name, *arguments, *help;
  void (*run)(struct words arguments);
} verbs[] = {
  { "help",    "",               "this list", help },
  { "status",  "",               "what is recorded, how much so far, and whether a reader answers", status },
  { "threads", "",               "all threads, and what each does", threads },
  { "start",   "[MODES]",        "record again: samples,events,... or all of prof= but timing", start },
  { "stop",    "[MODES]",        "record no more of these, or of any, until start", stop },
  { "mark",    "NAME [NUMBER]",  "log an event, with that number as its argument", mark },
  { "timed",   "on|off PATTERN", "time the functions of these names from now on, or no more", timed },
  { "calls",   "on|off|outermost PATTERN", "record the calls of the functions of these names, or no more", calls },
  { "stacks",  "[once|every TIME|off]", "take the stacks of all threads now, each so often, like 100ms, or no more",
    stacks },
  { "every",   "TIME stacks",    "the same as stacks every TIME", every },
  { "rate",    "HZ",             "take so many samples a second, on average", rate },
  { "dump",    "",               "record no more and send the dump now; the program goes on", dump },
  { "end",     "",               "end the run as if the program had: the dump leaves, the machine goes off", end },
};
#define VERBS (sizeof verbs / sizeof verbs[0])

static void help(struct words w)
{
  (void)w;
  for (size_t i = 0; i < VERBS; i++)
    say("%-8s%-15s %s\n", verbs[i].name, verbs[i].arguments, verbs[i].help);
}

void monitor_run(const char *line, size_t bytes, struct monitor_reply *to)
{
  struct words w = { line, line + bytes };
  struct words name = take_word(&w);
  reply = to;
  reply->used = 0;
  reply->refused = false;
  cut_short = false;
  for (size_t i = 0; i < VERBS; i++)
    if (equals(name, verbs[i].name)) {
      verbs[i].run(w);
      return;
    }
  if (name.at == name.end)
    return;
  reply->refused = true;
  say("there is no command `%.*s'; help lists them\n", WORD(name));
}
