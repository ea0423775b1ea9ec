/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * kdump.c: see kdump.h.
 *
 * What always holds: one thread sends at a time, the owner of the mutex `round`; in a crash no other thread runs any
 * more.
 */
#include "kdump.h"

#include "backchannel.h"
#include "cpu.h"
#include "dump_frames.h"
#include "drivers/line.h"
#include "irq.h"
#include "moments.h"
#include "options.h"
#include "crash/panic.h"
#include "core/print.h"
#include "core/run.h"
#include "prof.h"
#include "run_number.h"
#include "smp.h"
#include "switching.h"
#include "core/sched.h"
#include "core/stack.h"
#include "core/thread_list.h"
#include "timed.h"
#include "core/timer.h"
#include "workload.h"
#include "tsc.h"

static const struct options *started; /* what was asked for; NULL while nothing is profiled */
static uint32_t run;                  /* number of this run, in each frame */
static enum { RUNNING, STREAMING, CLOSING } stage; /* nothing was sent; some; the rest is on its way, or has left */

/* ---- while the system runs ---- */

/* The sender wakes when a buffer is filled so far, or after so long: packing is the better the more there is to pack,
 * and a reader that follows wants to see something. */
#define WAKE_LEVEL   (PROF_STREAM_FULL / 4)
#define WAKE_HZ      2

/* The sender runs when the program's threads wait. It takes its turns with them, as one of them, from where the buffers
 * will soon have no room; while the call trees are to leave; and when it has not run for a quarter of a snapshot's
 * period. Where half a period passes all the same, the program's threads are more urgent: then it is as urgent until
 * it has nothing more to do, and the call trees, where they are due, have been taken. */
#define URGENT_LEVEL (PROF_STREAM_FULL / 2)
#define HURRY        4
#define HURRY_MORE   2

/* From here on records are about to be lost. On a line that takes what it gets the sender goes first then, and the
 * program waits for it; a slower line would not be faster for it. However long that lasts, of so many ticks the program
 * has one. */
#define PRESSING_LEVEL (PROF_STREAM_FULL * 3 / 4)
#define TICKS_A_TURN   16

static struct thread *sender;      /* NULL: nothing streams */
static struct mutex round = MUTEX("profile leaves");         /* the sending thread owns it */
static bool sender_waits;          /* [Q] */
static bool unread;                /* there was no reader in its last round */
static bool lent;                  /* a thread that holds the processor waits for its next round */
static uint64_t woken_tsc;         /* when it was last woken */
static uint64_t ran_tsc;           /* [Q] when it was last seen to run, or to wait for work */
static bool starved;               /* [Q] it was not, for too long */
static unsigned ticks_first;       /* [Q] ticks at which it ran before the program's threads, since they had theirs */

/* The call trees leave again so much later than they began to leave last, as a multiple of the sender's own time for
 * them: where the line, for which it waits in a loop, is slow, or the trees are large, nine tenths of the sender's time
 * are left to the other records. Time in which other threads had the processor is no reason to send less. */
#define TREES_SHARE 10

/* How often a second it is tried again to take them, where a thread is inside the profiler. That is found at a tick,
 * which meets a program whose turns last as long as some ticks in the same place each time: so the sender keeps the
 * processor for a part of a millisecond behind each try, always another one, and the next tick meets the program
 * elsewhere. The parts are spread most evenly, however many there are, by the golden ratio (Knuth, volume 3, 6.4).
 * Where many tries have failed the thread in there does not run at all: then they become rarer, down to two a
 * second. */
#define RETRIES 100
#define RETRIES_ALIKE 32   /* tries before the time between two is doubled */
#define RETRIES_SLOWER 6   /* times that it is doubled, at most */
#define GOLDEN  0x9e3779b9u /* 2^32 over the golden ratio */

static uint64_t trees_at;          /* when they are to be taken next, TSC */
static uint64_t trees_begun;       /* when those that leave now were to be taken; 0: none leave */
static uint64_t trees_clock;       /* the sender's own clock then */
static uint32_t trees_tries;       /* that have failed since */
static bool trees_leave;           /* some of them have not left yet */

static bool trees_are_due(uint64_t now)
{
  const bool wanted = started->prof.stream & started->prof.modes & WIRE_MODE_TIMING;
  return wanted && stage == STREAMING && (int64_t)(now - trees_at) >= 0;
}

/* Copies the tree of the next thread, with the others standing still. The idle thread of another processor does so only
 * in interrupts, in which that processor is kept meanwhile. */
static enum prof_snapshot take_tree(void)
{
  thread_stop_others();
  enum prof_snapshot state = prof_snapshot_take();
  thread_let_go();
  if (state == PROF_SNAPSHOT_LATER && processor_count > 1) {
    smp_park();
    state = prof_snapshot_take();
    smp_unpark();
  }
  return state;
}

/* Copies the trees, one after the other. Returns whether that is done. */
static bool take_trees(void)
{
  enum prof_snapshot state;
  do {
    state = take_tree();
  } while (state == PROF_SNAPSHOT_GOES_ON);
  return state == PROF_SNAPSHOT_TAKEN;
}

/* The trees could not be taken: they are tried again. */
static void take_later(uint64_t now)
{
  static uint32_t part;
  const uint32_t doubled = ++trees_tries / RETRIES_ALIKE;
  part += GOLDEN;
  trees_at = now + (tsc_hz() / RETRIES << (doubled < RETRIES_SLOWER ? doubled : RETRIES_SLOWER)); /* each stops all */
  const uint64_t length = (tsc_from_us(1000) * part) >> 32;
  while (tsc_now() - now < length)
    cpu_pause();
}

/* The next step of sending the trees. Returns whether there is more to do at once. */
static bool send_trees(void)
{
  const uint64_t now = tsc_now();
  if (!trees_are_due(now))
    return false;
  if (!trees_leave) {
    if (!trees_begun) {
      trees_begun = now;
      trees_tries = 0;
      trees_clock = prof_clock(&sender->prof);
    }
    trees_leave = take_trees();
    if (!trees_leave)
      take_later(now);
    return trees_leave;
  }
  trees_leave = dump_frames_snapshot();
  if (!trees_leave) {
    const uint64_t rest = TREES_SHARE * (prof_clock(&sender->prof) - trees_clock);
    const uint64_t period = tsc_from_us(started->snapshot_us);
    trees_at = trees_begun + (rest > period ? rest : period);
    trees_begun = 0;
  }
  return trees_leave;
}

static void wait_for_work(void)
{
  sender_waits = true;
  thread_block();
}

/* Returns whether there is more to do at once. While no reader is there the buffers keep what they can: writing would
 * wait for one, and then take the line for dead. */
static bool send_round(void)
{
  bool more = false;
  mutex_lock(&round);
  unread = !line_is_read();
  if (!unread && stage == RUNNING) {
    dump_frames_open(started, run, NULL);
    stage = STREAMING;
  }
  if (!unread && stage == STREAMING) {
    dump_frames_stream();
    more = !lent && send_trees();
  }
  mutex_unlock(&round);
  if (lent)
    thread_give_back();
  return more;
}

static void stream(void *arg)
{
  (void)arg;
  for (;;) {
    if (!send_round() && (unread || prof_stream_level() < WAKE_LEVEL))
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

/* For prof_stream_on_full(): lets the sender finish a round, where the line takes what it gets. The call trees wait. */
static bool make_room(void)
{
  if (stage == CLOSING || unread || !line_is_fast(started->line))
    return false;
  const unsigned long irq = cpu_irq_save();
  if (sender_waits)
    wake_sender(tsc_now());
  cpu_irq_restore(irq);
  lent = true;
  thread_lend();
  lent = false;
  return !unread;
}

/* Cycles between two snapshots; where there are none, between what else is to be seen of a run. */
static uint64_t seen_period(void)
{
  return started->snapshot_us ? tsc_from_us(started->snapshot_us) : OPTIONS_SNAPSHOT_DEFAULT * tsc_hz();
}

/* Returns the priority that the sender needs now. */
static enum thread_priority sender_priority(uint64_t now, uint32_t level, bool due)
{
  const uint64_t period = seen_period(), unseen = now - ran_tsc;
  const bool more = !sender_waits || trees_begun; /* it has work, or is to take the trees */
  starved = more && (starved || (!sender_waits && unseen >= period / HURRY_MORE));
  if (starved || (level >= PRESSING_LEVEL && line_is_fast(started->line)))
    return THREAD_HIGH;
  if (level >= URGENT_LEVEL || due || stage == RUNNING || unseen >= period / HURRY)
    return THREAD_NORMAL;
  return THREAD_LOW;
}

/* The sender is the running thread: counts its turn, and ends it when the others are to have theirs. Under
 * sched_lock. */
static void count_turn(uint64_t now)
{
  ran_tsc = now;
  if (sender->priority <= THREAD_NORMAL || ++ticks_first < TICKS_A_TURN)
    return;
  ticks_first = 0;
  sched_settle(THREAD_NORMAL); /* the tick goes on to the next thread of this priority */
}

/* At each timer tick, interrupts off. */
static void tick(uint64_t now)
{
  prof_tick();
  if (!sender)
    return;
  const uint32_t level = prof_stream_level();
  const bool due = trees_are_due(now);
  if (sender_waits)
    ran_tsc = now;
  const unsigned long flags = sched_enter();
  sched_promote(sender, sender_priority(now, level, due));
  if (thread_self() == sender)
    count_turn(now);
  sched_leave(flags);
  if (sender_waits && ((!unread && (level >= WAKE_LEVEL || due)) || now - woken_tsc > tsc_hz() / WAKE_HZ))
    wake_sender(now);
}

/* ---- the beginning ---- */

#define LOG_OPTION(KIND, kind, option, ...) #option "= "
#define LOG_OPTIONS WIRE_LOGS(LOG_OPTION)

static void send_crash(const char *reason);

static int no_memory(const char *what, size_t bytes)
{
  kprintf("error: %s needs %zu KiB of memory in one piece, and that is not there.\n"
          "       Give the machine more (-m under QEMU), or make the buffers smaller: nodes= " LOG_OPTIONS "\n", what,
          bytes / 1024);
  return 1;
}

static int begin_stream(void)
{
  ran_tsc = tsc_now();
  trees_at = ran_tsc + tsc_from_us(started->snapshot_us);
  sender = thread_create_service("ProfileSender", THREAD_LOW, WIRE_THREAD_PROFILER, stream, NULL);
  if (sender)
    prof_stream_on_full(make_room);
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
  const size_t missing = dump_frames_memory();
  if (missing)
    return no_memory("the serial transfer", missing);
  if (!prof_init(&options->prof))
    return no_memory("the profiler", prof_memory(&options->prof));
  const uint32_t drawn = run_number_draw(); /* with run=, too: a run takes as many instructions with it as without */
  run = options->run ? options->run : drawn;
  if (!backchannel_begin(options->window_bytes, run))
    return no_memory("the window of frames (window=)", options->window_bytes);
  thread_profile_all();
  if (workload_set.name_functions)
    workload_set.name_functions();
  if (options->prof.modes & WIRE_MODE_TIMING && !timed_begin(options))
    return 1;
  prof_calibrate();
  irq_calibrate();
  if (workload_set.measure_records)
    workload_set.measure_records(options->prof.modes);
  prof_start();
  started = options;
  timer_on_tick(tick);
  panic_on_end(send_crash);
  run_on_end(kdump_finish);
  if (!switching_begin(&options->prof))
    return no_memory("the thread that switches probes", STACK_BYTES);
  if (options->prof.modes & WIRE_MODE_MOMENTS && !moments_begin(options->stacks_us))
    return no_memory("the thread that looks at all stacks", STACK_BYTES);
  return options->prof.stream & options->prof.modes ? begin_stream() : 0;
}

/* ---- the end ---- */

/* Sends what is left, if no thread has yet. Returns whether everything has left. */
static bool send_rest(void)
{
  static bool left;
  mutex_lock(&round);
  if (stage == RUNNING)
    dump_frames_open(started, run, NULL);
  if (stage != CLOSING) {
    stage = CLOSING;
    left = dump_frames_close(NULL);
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
    smp_park();
    prof_stop();
    smp_unpark();
  }
  if (send_rest())
    return 0;
  kprintf("error: the line took no more bytes; the dump is not complete. Is somebody reading the other end? "
          "patience= sets how long to wait.\n");
  return 1;
}

static void send_after_crash(const char *reason)
{
  if (!dump_frames_recover())
    dump_frames_open(started, run, reason);
  stage = CLOSING;
  dump_frames_close(reason);
}

/* The kernel goes down for `reason`: sends what was gathered, with the stacks of all threads. Each step is tried
 * once: a fault in one of them comes back here, for the next. Where the stack of a thread was the fault, those of the
 * threads behind it are a step of their own. */
static void send_crash(const char *reason)
{
  static enum { BEGIN, STACKS, MORE_STACKS, STOP, REST, END } step;
  _Static_assert(END == PANIC_ACT_CALLS, "each step is a call");
  if (stage == CLOSING && step == BEGIN) {
    kprintf("The profile was being sent when this happened; what has arrived of it is good.\n");
    return;
  }
  step++;
  if (step == STACKS || step == MORE_STACKS) {
    timer_watchdog(0);
    moments_at_crash();
    step = STOP;
  }
  if (step == STOP) {
    prof_stop();
    step++;
  }
  if (step == REST)
    send_after_crash(reason);
  else if (step == END)
    dump_frames_end();
}
