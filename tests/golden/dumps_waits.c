/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps_waits.c: who waits for whom: waits for locks, and moments of all threads.
 */
#include "dumps.h"
#include "pieces.h"

/* ---- locks: who waited for whom ---- */

enum { QUEUE = 0x200000, BARE = 0x200040, OBJECT = 0x300000 };

#define WAITED(from, until, lock_at, after, name, who, by, times, bits, where, ...) \
  { .tsc = AT(until), .waited = ((until) - (from)) * 1000, .object = lock_at, .released = after, .lock = name, \
    .thread = who, .holder = by, .holds = times, .flags = bits, .at0 = where, .at1 = __VA_ARGS__ }
#define RELEASED(until, lock_at, taken, name, who, where, ...) \
  { .tsc = AT(until), .object = lock_at, .acquired = taken, .lock = name, .thread = who, .flags = WIRE_LOCK_RELEASE, \
    .at0 = where, .at1 = __VA_ARGS__ }

/* The queue: main has it until 100, the worker, who waits from 20, until 180, then the other worker, who waits from
 * 60: 40 us for main and 85 for the worker (80, and 5 until it runs). The worker waits for main once more, 10 us. A
 * lock without a name spins: 3 us, and its holder saw no waiter. A monitor: 50 us; the release is not there, but the
 * wait says who made it. */
void make_locks(struct xfer_sender *s)
{
  const struct wire_lock rows[] = {
    RELEASED(100, QUEUE, MAIN + 0x10, 1, MAIN_THREAD, MAIN + 0x20, 0),
    WAITED(20, 102, QUEUE, AT(100), 1, WORKER, MAIN_THREAD, 1, 0, HASH + 4, WORK + 8),
    RELEASED(180, QUEUE, 0, 1, WORKER, HASH + 8, WORK + 8),
    WAITED(60, 185, QUEUE, AT(180), 1, WORKER_TOO, WORKER, 2, WIRE_LOCK_CUT, WORK + 8, 0),
    WAITED(300, 303, BARE, 0, 0, IRQ, 0, 0, WIRE_LOCK_SPIN, TICK + 4, 0),
    WAITED(400, 450, OBJECT, AT(448), 2, MAIN_THREAD, WORKER, 1, WIRE_LOCK_MONITOR, MAIN + 0x30, 0),
    RELEASED(510, QUEUE, MAIN + 0x10, 1, MAIN_THREAD, MAIN + 0x20, 0),
    WAITED(500, 510, QUEUE, AT(510), 1, WORKER, MAIN_THREAD, 1, 0, HASH + 4, WORK + 8),
  };
  golden_hello(s, GOLDEN_ALL_MODES | WIRE_MODE_LOCKS, "prof=all");
  golden_threads(s);
  golden_schedule(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_name(s, WIRE_SPACE_LOCK, 1, "#\tqueue; `touch X` \xe2\x80\xae\"]]>&");
  golden_name(s, WIRE_SPACE_LOCK, 2, "demo.Table$Entry[]");
  SEND(s, WIRE_LOCK, rows);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- moments: where threads stood, and who waits for whom ---- */

#define STANDS(number, from, who, how, what, at, ...) \
  { .tsc = AT((number) * 100), .since = AT(from), .moment = number, .thread = who, .state = WIRE_STATE_##how, \
    .wait = what, .ip = at, __VA_ARGS__ }
#define TOOK(number_, reason, threads_, stances_, unknown_) \
  { .tsc = AT((number_) * 100), .took = 3000, .number = number_, .why = reason, .threads = threads_, \
    .stances = stances_, .unknown = unknown_ }

/* Moment 2: nothing has changed but the worker, which waits for main's mutex. Moment 4 is missing, so that nothing
 * is known at moment 5 of threads that did not run, but the one that is told again. At moment 6 main waits for the
 * end of the worker, which waits for main: a deadlock, behind which the other worker waits for a monitor. The idle
 * thread waits for a lock of its own with a time-out, which is none. A thread ends. Two moments were not taken. */
void make_moments(struct xfer_sender *s)
{
  const struct wire_path paths[] = { { 1, 0, MAIN + 0x10 }, { 2, 0, WORK + 8 }, { 3, 2, HASH + 4 }, { 4, 3, TICK + 4 },
                                     { 5, 99, WORK + 8 } };
  const struct wire_role roles[] = { { MAIN_THREAD, 0, START, 0 }, { WORKER, 0, START, MAIN_THREAD },
                                     { IDLE, WIRE_THREAD_IDLE, START, 0 } };
  const struct wire_moment moments[] = { TOOK(1, WIRE_MOMENT_WHY_INTERVAL, 4, 4, 0),
    TOOK(2, WIRE_MOMENT_WHY_ASKED, 4, 1, 0),
    TOOK(3, WIRE_MOMENT_WHY_INTERVAL, 4, 0, 0), TOOK(5, WIRE_MOMENT_WHY_INTERVAL, 4, 1, 0),
    TOOK(6, WIRE_MOMENT_WHY_WATCHDOG, 5, 4, 1), TOOK(7, 77, 3, 1, 0) };
  const struct wire_stance stances[] = {
    STANDS(1, 100, MAIN_THREAD, RUNNING, 0, MAIN + 0x20, .path = 1),
    STANDS(1, 20, WORKER, READY, 0, HASH + 4, .path = 2),
    STANDS(1, 10, WORKER_TOO, WAITING, WIRE_WAIT_SLEEP, TICK, .path = 3, .on = AT(5000), .flags = WIRE_STANCE_TIMED),
    STANDS(1, 5, IDLE, READY, 0, 0),
    STANDS(2, 150, WORKER, WAITING, WIRE_WAIT_MUTEX, HASH + 8, .path = 3, .on = QUEUE, .owner = MAIN_THREAD, .lock = 1),
    STANDS(5, 10, WORKER_TOO, WAITING, WIRE_WAIT_SLEEP, TICK, .path = 3, .on = AT(5000),
           .flags = WIRE_STANCE_TIMED | WIRE_STANCE_REPEATED),
    STANDS(6, 560, MAIN_THREAD, WAITING, WIRE_WAIT_JOIN, MAIN + 0x30, .path = 1, .on = BARE, .owner = WORKER),
    STANDS(6, 150, WORKER, WAITING, WIRE_WAIT_MUTEX, HASH + 8, .path = 3, .on = QUEUE, .owner = MAIN_THREAD, .lock = 1),
    STANDS(6, 555, WORKER_TOO, WAITING, WIRE_WAIT_MONITOR, TICK, .path = 4, .on = OBJECT, .owner = WORKER, .lock = 2,
           .flags = WIRE_STANCE_CUT),
    STANDS(6, 550, IDLE, WAITING, WIRE_WAIT_CONDITION, TICK, .path = 5, .on = BARE, .owner = IDLE,
           .flags = WIRE_STANCE_TIMED),
    STANDS(7, 700, IDLE, GONE, 0, 0),
  };
  const struct wire_meta missed[] = { { WIRE_META_MOMENTS_MISSED, 2 } };
  golden_hello(s, GOLDEN_ALL_MODES | WIRE_MODE_MOMENTS, "prof=all stacks=100us");
  golden_threads(s);
  golden_schedule(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_name(s, WIRE_SPACE_LOCK, 1, "#\tqueue; `touch X` \xe2\x80\xae\"]]>&");
  golden_name(s, WIRE_SPACE_LOCK, 2, "demo.Table$Entry[]");
  SEND(s, WIRE_ROLE, roles);
  SEND(s, WIRE_PATH, paths);
  golden_flush(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_MOMENT, moments);
  SEND(s, WIRE_STANCE, stances);
  SEND(s, WIRE_META, missed);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- crash_moment: the target went down, and took a moment then, though it recorded none ---- */

void make_crash_moment(struct xfer_sender *s)
{
  const struct wire_path paths[] = { { 1, 0, MAIN + 0x10 }, { 2, 1, WORK + 8 } };
  const struct wire_moment moments[] = { TOOK(1, WIRE_MOMENT_WHY_CRASH, 5, 3, 2) };
  const struct wire_stance stances[] = {
    STANDS(1, 20, MAIN_THREAD, WAITING, WIRE_WAIT_MUTEX, HASH + 8, .path = 2, .on = QUEUE, .owner = WORKER),
    STANDS(1, 100, WORKER, RUNNING, 0, TICK, .path = 2, .flags = WIRE_STANCE_CUT),
    STANDS(1, 10, WORKER_TOO, WAITING, WIRE_WAIT_SLEEP, TICK, .path = 1, .on = AT(5000), .flags = WIRE_STANCE_TIMED),
  };
  const struct wire_register registers[] = { { WORKER, WIRE_REGISTER_X86_RIP, TICK } };
  golden_name(s, WIRE_SPACE_CRASH, 0, "panic: the queue is broken");
  golden_hello(s, WIRE_MODE_SCHED, "workload=text prof=sched");
  golden_threads(s);
  golden_schedule(s);
  golden_flush(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_REGISTER, registers);
  SEND(s, WIRE_PATH, paths);
  SEND(s, WIRE_MOMENT, moments);
  SEND(s, WIRE_STANCE, stances);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
  golden_text("exit: failed\n");
}
