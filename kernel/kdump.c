/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * kdump.c: see kdump.h.
 *
 * What always holds: one thread sends at a time, who holds the mutex `round`; in a crash nobody else runs any more.
 */
#include "kdump.h"

#include "backchannel.h"
#include "kframes.h"
#include "line.h"
#include "options.h"
#include "print.h"
#include "prof.h"
#include "sched.h"
#include "stack.h"
#include "thread_list.h"
#include "timed.h"
#include "timer.h"
#include "workload.h"
#include "tsc.h"

static const struct options *started; /* what was asked for; NULL while nothing is profiled */
static enum { RUNNING, STREAMING, CLOSING } stage; /* nothing was sent; some; the rest is on its way, or has left */

/* ---- while the system runs ---- */

/* The sender wakes when a buffer is filled so far, or after so long: packing is the better the more there is to pack, and
 * a reader who follows wants to see something. */
#define WAKE_LEVEL   (PROF_STREAM_FULL / 4)
#define WAKE_HZ      2

/* From here on the buffers will soon have no room: the sender takes its turns with the program's threads. */
#define URGENT_LEVEL (PROF_STREAM_FULL / 2)

static struct thread *sender;      /* NULL: nothing streams */
static struct mutex round;         /* whoever sends holds it */
static bool sender_waits;          /* [Q] */
static uint64_t woken_tsc;         /* when it was last woken */

static void wait_for_work(void)
{
  sender_waits = true;
  thread_block();
}

static void send_round(void)
{
  mutex_lock(&round);
  if (stage == RUNNING) {
    kframes_open(started, NULL);
    stage = STREAMING;
  }
  if (stage == STREAMING)
    kframes_stream();
  mutex_unlock(&round);
}

static void stream(void *arg)
{
  (void)arg;
  for (;;) {
    send_round();
    if (prof_stream_level() < WAKE_LEVEL)
      wait_for_work();
  }
}

/* Interrupts off. */
static void wake_sender(uint64_t now)
{
  sender_waits = false;
  woken_tsc = now;
  thread_unblock(sender);
}

void kdump_tick(uint64_t now)
{
  prof_tick();
  if (!sender)
    return;
  const uint32_t level = prof_stream_level();
  if (level >= URGENT_LEVEL)
    sched_promote(sender, THREAD_NORMAL);
  if (sender_waits && (level >= WAKE_LEVEL || now - woken_tsc > tsc_hz() / WAKE_HZ))
    wake_sender(now);
}

/* ---- the beginning ---- */

static int no_memory(const char *what, size_t bytes)
{
  kprintf("error: %s needs %zu KiB of memory in one piece, and that is not there.\n"
          "       Give the machine more (-m under QEMU), or make the buffers smaller: events= samples= stacks= sched= "
          "nodes= births= deaths=\n", what, bytes / 1024);
  return 1;
}

static int begin_stream(void)
{
  sender = thread_create_service("ProfileSender", THREAD_LOW, WIRE_THREAD_PROFILER, stream, NULL);
  return sender ? 0 : no_memory("the thread that sends the profile", STACK_BYTES);
}

int kdump_begin(const struct options *options)
{
  if (!options->prof.modes)
    return 0;
  const char *problem = line_open(options->line);
  if (problem) {
    kprintf("error: %s\n", problem);
    return 1;
  }
  const size_t missing = kframes_memory();
  if (missing)
    return no_memory("the serial transfer", missing);
  if (!prof_init(&options->prof))
    return no_memory("the profiler", prof_memory(&options->prof));
  if (!backchannel_begin(options->window_bytes))
    return no_memory("the window of frames (window=)", options->window_bytes);
  thread_profile_all();
  workload_names();
  if (options->prof.modes & WIRE_MODE_TIMING && !timed_begin(options))
    return 1;
  prof_calibrate();
  prof_start();
  started = options;
  return options->prof.stream & options->prof.modes ? begin_stream() : 0;
}

/* ---- the end ---- */

/* Sends what is left, if nobody has yet. Returns whether everything has left. */
static bool send_rest(void)
{
  static bool left;
  mutex_lock(&round);
  if (stage == RUNNING)
    kframes_open(started, NULL);
  if (stage != CLOSING) {
    stage = CLOSING;
    left = kframes_close(NULL);
  }
  mutex_unlock(&round);
  return left;
}

int kdump_finish(void)
{
  static bool stopped;
  if (!started)
    return 0;
  timer_watchdog(0); /* it is the line that takes long now */
  if (!stopped) {
    stopped = true;
    prof_stop();
  }
  if (send_rest())
    return 0;
  kprintf("error: the line took no more bytes; the dump is not complete. Is somebody reading the other end? "
          "patience= sets how long to wait.\n");
  return 1;
}

/* By the profiler's table of threads: the scheduler's lists may be what is broken. */
static void keep_stacks(void)
{
  const uint64_t threads = prof_tally(WIRE_THREAD).made;
  uintptr_t ip, fp;
  for (uint32_t number = 1; number <= threads; number++) {
    const struct prof_thread *prof = prof_thread_live(number);
    const struct thread *t = prof ? thread_of(prof) : NULL;
    if (!t || t == thread_self() || !thread_is_sound(t) || t->state == THREAD_EXITED ||
        !sched_resume_point(t, &ip, &fp))
      continue;
    prof_crash_stack(&t->prof, ip, fp);
    sched_keep_registers(t);
  }
}

static void send_after_crash(const char *reason)
{
  if (!kframes_recover())
    kframes_open(started, reason);
  stage = CLOSING;
  kframes_close(reason);
}

/* Each step is tried once: a fault in one of them comes back here, for the next. */
void kdump_crash(const char *reason)
{
  static enum { BEGIN, STACKS, STOP, REST, END } step;
  if (!started)
    return;
  if (stage == CLOSING && step == BEGIN) {
    kprintf("The profile was being sent when this happened; what has arrived of it is good.\n");
    return;
  }
  step++;
  if (step == STACKS) {
    timer_watchdog(0);
    keep_stacks();
    step++;
  }
  if (step == STOP) {
    prof_stop();
    step++;
  }
  if (step == REST)
    send_after_crash(reason);
  else if (step == END)
    kframes_end();
}
