/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps_stream.c: records, and call trees, that left while the target ran.
 */
#include "dumps.h"
#include "pieces.h"

/* ---- stream: events and switches left while the target ran, and did not all find room ---- */

enum { SENDER = 6 };

/* What a reader knows before the end: who is who, and what happened up to 300 us. */
static void begin_stream(struct xfer_sender *s)
{
  const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 },   { WIRE_META_MODES, WIRE_MODE_EVENTS | WIRE_MODE_SCHED },
    { WIRE_META_TICK_HZ, 1000 },        { WIRE_META_START_TSC, START },
    { WIRE_META_CAP_EVENTS, 8 },        { WIRE_META_CAP_SCHED, 32 },
    { WIRE_META_CAL_EVENT, 9 },         { WIRE_META_STREAM, WIRE_MODE_EVENTS | WIRE_MODE_SCHED },
  };
  const struct wire_role roles[] = {
    { MAIN_THREAD, 0, START, 0 }, { WORKER, 0, START, MAIN_THREAD }, { IDLE, WIRE_THREAD_IDLE, START, 0 },
    { SENDER, WIRE_THREAD_PROFILER, START, MAIN_THREAD },
  };
  const struct wire_event events[] = { { AT(10), 1, 1, MAIN_THREAD, 0 }, { AT(20), 2, 1, MAIN_THREAD, 0 } };
  /* main makes room for the sender twice: at 130 us it comes back, as from an interrupt; at 240 us the worker goes
   * first, so that main was preempted. The worker, woken at 190 us, has waited 10 us for it, and 40 for the sender. */
  const struct wire_sched switches[] = {
    { AT(100), MAIN_THREAD, SENDER, WIRE_WHY_PREEMPTED, 0 }, { AT(130), SENDER, MAIN_THREAD, WIRE_WHY_BLOCKED, 0 },
    { AT(190), MAIN_THREAD, WORKER, WIRE_WHY_UNBLOCK, 0 },   { AT(200), MAIN_THREAD, SENDER, WIRE_WHY_PREEMPTED, 0 },
    { AT(240), SENDER, WORKER, WIRE_WHY_BLOCKED, 0 },        { AT(300), WORKER, MAIN_THREAD, WIRE_WHY_BLOCKED, 0 },
  };
  SEND(s, WIRE_META, meta);
  golden_name(s, WIRE_SPACE_BUILD_ID, 0, "00112233445566778899aabbccddeeff00112233");
  golden_name(s, WIRE_SPACE_SYSTEM, 0, "golden 1");
  golden_flush(s, WIRE_FRAME_HELLO);
  golden_name(s, WIRE_SPACE_EVENT, 1, "block read");
  golden_name(s, WIRE_SPACE_THREAD, MAIN_THREAD, "main");
  golden_name(s, WIRE_SPACE_THREAD, WORKER, "worker");
  golden_name(s, WIRE_SPACE_THREAD, IDLE, "Idle");
  golden_name(s, WIRE_SPACE_THREAD, SENDER, "ProfileSender");
  SEND(s, WIRE_ROLE, roles);
  SEND(s, WIRE_EVENT, events);
  SEND(s, WIRE_SCHED, switches);
  golden_flush(s, WIRE_FRAME_DATA);
}

/* Between 400 and 500 us records are lost: no interval between events, and no stretch of a thread, reaches over
 * that. */
void make_stream(struct xfer_sender *s)
{
  const struct wire_loss losses[] = { { WIRE_EVENT, AT(400), AT(500), 5 }, { WIRE_SCHED, AT(400), AT(500), 3 } };
  const struct wire_event events[] = { { AT(520), 8, 1, WORKER, 0 }, { AT(540), 9, 1, MAIN_THREAD, 0 } };
  const struct wire_sched switches[] = {
    { AT(350), MAIN_THREAD, IDLE, WIRE_WHY_BLOCKED, 0 }, { AT(530), WORKER, MAIN_THREAD, WIRE_WHY_BLOCKED, 0 },
    { AT(800), MAIN_THREAD, IDLE, WIRE_WHY_BLOCKED, 0 },
  };
  const struct wire_thread rows[] = {
    { MAIN_THREAD, 0, START, STOP, 510000, 0, 0, 0, 0 },     { WORKER, 0, START, STOP, 140000, 0, 0, 0, 0 },
    { IDLE, WIRE_THREAD_IDLE, START, STOP, 280000, 0, 0, 0, 0 },
    { SENDER, WIRE_THREAD_PROFILER, START, STOP, 70000, 0, 0, 0, 0 },
  };
  const struct wire_meta stop = { WIRE_META_STOP_TSC, STOP };
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_EVENT] = 5, [WIRE_SCHED] = 3 };
  begin_stream(s);
  SEND(s, WIRE_LOSS, losses);
  SEND(s, WIRE_EVENT, events);
  SEND(s, WIRE_SCHED, switches);
  golden_flush(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_THREAD, rows);
  golden_send(s, WIRE_META, &stop, 1);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end(s, dropped);
}

/* The target was switched off in the middle: what the threads are is known all the same. */
void make_stream_cut(struct xfer_sender *s)
{
  begin_stream(s);
}

/* ---- snapshots: call trees left while the target ran, twice, and once more at its end ---- */

/* A tree of two nodes that have been called `calls` times for 10 us each, as of `us`. */
static void send_trees(struct xfer_sender *s, uint64_t us, uint64_t calls)
{
  const struct wire_thread rows[] = {
    { MAIN_THREAD, 0, START, AT(us), us * 600, 0, 0, 0, 0 },
    { IDLE, WIRE_THREAD_IDLE, START, AT(us), us * 400, 0, 0, 0, 0 },
  };
  const struct wire_node nodes[] = {
    { .id = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = us * 600, .drift = calls * 15 },
    { .id = 2, .parent = 1, .thread = MAIN_THREAD, .address = MAIN, .calls = calls, .raw = calls * 10015,
      .drift = calls * 15, .least = 10000, .most = 10000, .square_lo = calls * 100000000 },
  };
  const struct wire_histogram lasted = { 2, 13, (uint32_t)calls };
  SEND(s, WIRE_THREAD, rows);
  SEND(s, WIRE_NODE, nodes);
  golden_send(s, WIRE_HISTOGRAM, &lasted, 1);
}

static void send_snapshot(struct xfer_sender *s, uint32_t number, uint64_t us, uint64_t calls)
{
  const struct wire_snapshot mark = { number, 2, 2, 1, AT(us) };
  golden_aside(s, true);
  golden_send(s, WIRE_SNAPSHOT, &mark, 1);
  send_trees(s, us, calls);
  golden_send(s, WIRE_SNAPSHOT, &mark, 1);
  golden_aside(s, false);
}

void make_snapshots(struct xfer_sender *s)
{
  const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 },  { WIRE_META_MODES, WIRE_MODE_TIMING | WIRE_MODE_EVENTS },
    { WIRE_META_START_TSC, START },    { WIRE_META_STREAM, WIRE_MODE_TIMING | WIRE_MODE_EVENTS },
    { WIRE_META_CAL_ROUNDS, 1000 },    { WIRE_META_CAL_INNER, 12 },        { WIRE_META_CAL_INNER_MIN, 12 },
    { WIRE_META_CAL_OUTER, 3 },        { WIRE_META_CAL_OUTER_MIN, 3 },     { WIRE_META_CAL_EVENT, 9 },
  };
  const struct wire_role roles[] = { { MAIN_THREAD, 0, START, 0 }, { IDLE, WIRE_THREAD_IDLE, START, 0 } };
  const struct wire_event early[] = { { AT(10), 1, 1, MAIN_THREAD, 0 }, { AT(20), 2, 1, MAIN_THREAD, 0 } };
  const struct wire_event late[] = { { AT(520), 8, 1, MAIN_THREAD, 0 }, { AT(540), 9, 1, MAIN_THREAD, 0 } };
  const struct wire_meta stop[] = { { WIRE_META_SAMPLE_CYCLES, 0 }, { WIRE_META_STOP_TSC, STOP } };
  SEND(s, WIRE_META, meta);
  golden_name(s, WIRE_SPACE_BUILD_ID, 0, "00112233445566778899aabbccddeeff00112233");
  golden_flush(s, WIRE_FRAME_HELLO);
  golden_name(s, WIRE_SPACE_EVENT, 1, "block read");
  golden_name(s, WIRE_SPACE_THREAD, MAIN_THREAD, "main");
  golden_name(s, WIRE_SPACE_THREAD, IDLE, "Idle");
  SEND(s, WIRE_ROLE, roles);
  SEND(s, WIRE_EVENT, early);
  golden_flush(s, WIRE_FRAME_DATA);
  send_snapshot(s, 0, 300, 10);
  SEND(s, WIRE_EVENT, late);
  golden_flush(s, WIRE_FRAME_DATA);
  send_snapshot(s, 1, 600, 25);
  send_trees(s, 1000, 40);
  golden_flush(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_META, stop);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}
