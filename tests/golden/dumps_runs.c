/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps_runs.c: whole runs of few modes or of all, of which buffers, a crash or a command made more or less.
 */
#include "dumps.h"
#include "pieces.h"

/* ---- basic: some of everything, nothing missing ---- */

void make_basic(struct xfer_sender *s)
{
  golden_text("golden: booting\nresult: words 42\n");
  golden_hello(s, GOLDEN_ALL_MODES, "workload=text prof=all");
  golden_threads(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_text("golden: text between two frames: \xc3\xbc\n");
  golden_trees(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_samples(s);
  golden_events(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_schedule(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
  golden_text("exit: ok\n");
}

/* ---- full: every buffer was too small ---- */

void make_full(struct xfer_sender *s)
{
  const struct wire_node rows[] = {
    { .id = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 100000 },
    { .id = 2, .parent = 3, .thread = MAIN_THREAD, .flags = WIRE_NODE_OTHER, .calls = 7, .raw = 30000, .drift = 2000,
      .least = 1000, .most = 9000, .square_lo = 200000000 },
    { .id = 3, .parent = 1, .thread = MAIN_THREAD, .address = MAIN, .calls = 1, .raw = 80000, .drift = 5000,
      .least = 75000, .most = 75000, .square_lo = 5625000000ull },
  };
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_THREAD] = 3, [WIRE_NODE] = 9, [WIRE_SAMPLE] = 100,
                                              [WIRE_EVENT] = 1000, [WIRE_SCHED] = 5 };
  /* The last event that was kept is of 430 us: what was lost of the first stretch was made behind it. */
  const struct wire_loss losses[] = { { WIRE_EVENT, AT(400), AT(500), 300 }, { WIRE_EVENT, AT(500), AT(600), 700 } };
  golden_hello(s, GOLDEN_ALL_MODES, "workload=text prof=all events=8");
  golden_threads(s);
  SEND(s, WIRE_NODE, rows);
  SEND(s, WIRE_LOSS, losses);
  golden_samples(s);
  golden_events(s);
  golden_schedule(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end(s, dropped);
}

/* ---- crash: the target went down; its rings hold the last of what happened. Targets of before there were moments sent
 * where threads stood then as samples with a flag. ---- */

void make_crash(struct xfer_sender *s)
{
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_EVENT] = 1000, [WIRE_SCHED] = 5, [WIRE_SAMPLE] = 7 };
  const struct wire_meta ring = { WIRE_META_RING, WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS | WIRE_MODE_SCHED };
  const struct wire_sample stood[] = { { AT(999), MAIN_THREAD, 2, WIRE_SAMPLE_CRASH, 0 },
                                       { AT(999), WORKER, 1, WIRE_SAMPLE_CRASH, 0 } };
  const struct wire_stack where[] = { { WORK + 4 }, { MAIN + 0x20 }, { HASH + 8 } };
  const struct wire_register registers[] = {
    { MAIN_THREAD, WIRE_REGISTER_X86_RIP, WORK + 4 },  { MAIN_THREAD, WIRE_REGISTER_X86_RAX, 0xdead },
    { MAIN_THREAD, WIRE_REGISTER_X86_VECTOR, 14 },     { WORKER, WIRE_REGISTER_X86_RIP, HASH + 8 },
    { WORKER, 1000, 7 },
  };
  golden_send(s, WIRE_META, &ring, 1);
  golden_name(s, WIRE_SPACE_CRASH, 0, "panic: the queue is broken");
  golden_hello(s, GOLDEN_ALL_MODES, "workload=text prof=all ring=all events=8");
  golden_threads(s);
  golden_send_pair(s, WIRE_SAMPLE, stood, COUNT(stood), WIRE_STACK, where, COUNT(where));
  SEND(s, WIRE_REGISTER, registers);
  golden_samples(s);
  golden_events(s);
  golden_schedule(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end(s, dropped);
  golden_text("exit: failed\n");
}

/* ---- timing_only: one mode; nothing: all modes and not a record ---- */

void make_timing_only(struct xfer_sender *s)
{
  /* Of twin B's calls one is missing: its percentiles are not known. */
  const struct wire_histogram lasted[] = {
    { 4, 13, 10 }, { 5, 12, 5 }, { 6, 63, 1 }, { 9, 15, 4 }, { 10, 14, 1 }, { 10, 15, 1 }, { 11, 14, 1 }, { 14, 11, 4 },
  };
  golden_hello(s, WIRE_MODE_TIMING, "prof=timing");
  golden_threads(s);
  golden_trees(s);
  SEND(s, WIRE_HISTOGRAM, lasted);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

void make_nothing(struct xfer_sender *s)
{
  golden_hello(s, GOLDEN_ALL_MODES, "prof=all");
  golden_end_whole(s);
}

/* ---- switched: the target was told to stop, to go on, and to take fewer samples ---- */

void make_switched(struct xfer_sender *s)
{
  const struct wire_setting settings[] = {
    { AT(420), WIRE_MODE_TIMING | WIRE_MODE_SAMPLES, 1000 }, { AT(450), GOLDEN_ALL_MODES, 1000 },
    { AT(700), GOLDEN_ALL_MODES, 100 },
  };
  const struct wire_meta cost[] = { { WIRE_META_SAMPLE_CYCLES, 4000 }, { WIRE_META_CAL_SWITCH, 20 },
                                    { WIRE_META_CAL_IRQ, 0 } };
  golden_hello(s, GOLDEN_ALL_MODES, "workload=text prof=all");
  golden_threads(s);
  SEND(s, WIRE_SETTING, settings);
  golden_trees(s);
  golden_samples(s);
  golden_events(s);
  golden_schedule(s);
  SEND(s, WIRE_META, cost);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}
