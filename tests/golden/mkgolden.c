/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * mkgolden.c: makes the streams that the tests of hostdump read, without a kernel: `mkgolden NAME [apart] >STREAM`.
 * With `apart`, each block behind the hello has a frame of its own: a frame that gets lost then takes one kind along.
 * `mkgolden processors truth' writes what play.h knows of that dump.
 *
 * Each is small enough to check its tables by hand, and the same bytes come out every time. The clock runs at 1 GHz,
 * so a cycle is a nanosecond; profiling starts at TSC 1000000 and stops a millisecond later. The functions stand at
 * the addresses that image.S gives them. Console text stands before, between and behind the frames.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play.h"
#include "xfer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define SEND(s, kind, rows) send_rows(s, kind, rows, COUNT(rows))

#define START 1000000
#define STOP  2000000
#define AT(us) (START + (us) * 1000ull)

/* Addresses in image.S and image2.S. */
enum { MAIN = 0x100000, WORK = 0x100100, HASH = 0x100200, TICK = 0x100300, TWIN_A = 0x100400, TWIN_B = 0x101000 };

/* The runs are numbered by their place in the list of dumps. */
#define FIRST_RUN 0x90000000u

enum { UNLISTED, MAIN_THREAD = 1, WORKER = 2, WORKER_TOO = 3, IRQ = 4, IDLE = 5 };

static bool write_out(void *ctx, const void *data, size_t bytes)
{
  return fwrite(data, 1, bytes, ctx) == bytes;
}

/* ---- frames ---- */

static bool apart;               /* each block behind the hello in a frame of its own */
static bool hello_sent;
static enum wire_kind last_kind; /* of the block that stands last in the open frame; 0: none does */

static void flush_frame(struct xfer_sender *s, enum wire_frame_type type)
{
  xfer_send_flush(s, type);
  hello_sent |= type == WIRE_FRAME_HELLO;
  last_kind = 0;
}

static void begin_block(struct xfer_sender *s, enum wire_kind kind)
{
  if (apart && hello_sent && last_kind && kind != last_kind)
    flush_frame(s, WIRE_FRAME_DATA);
  last_kind = kind;
}

static void send_rows(struct xfer_sender *s, enum wire_kind kind, const void *rows, size_t count)
{
  begin_block(s, kind);
  xfer_send(s, kind, rows, count);
}

static void send_pair(struct xfer_sender *s, enum wire_kind kind, const void *rows, size_t count, enum wire_kind child,
                      const void *children, size_t child_count)
{
  begin_block(s, kind);
  xfer_send_pair(s, kind, rows, count, child, children, child_count);
}

static void text(const char *line)
{
  fputs(line, stdout);
}

/* ---- pieces that most dumps share ---- */

static void name(struct xfer_sender *s, enum wire_space space, uint32_t id, const char *value)
{
  struct wire_name row = { space, id, (uint32_t)strlen(value) };
  send_pair(s, WIRE_NAME, &row, 1, WIRE_CHARACTER, value, strlen(value));
}

static void hello(struct xfer_sender *s, uint64_t modes, const char *command)
{
  const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 },    { WIRE_META_TSC_FLAGS, 1 },        { WIRE_META_MODES, modes },
    { WIRE_META_TICK_HZ, 1000 },         { WIRE_META_START_TSC, START },    { WIRE_META_STOP_TSC, STOP },
    { WIRE_META_CAL_ROUNDS, 1000 },      { WIRE_META_CAL_INNER, 12 },       { WIRE_META_CAL_INNER_MIN, 11 },
    { WIRE_META_CAL_OUTER, (uint64_t)-3 }, { WIRE_META_CAL_OUTER_MIN, (uint64_t)-4 }, { WIRE_META_CAL_SLOW_INNER, 2 },
    { WIRE_META_CAL_SLOW_OUTER, 5 },     { WIRE_META_CAL_EVENT, 9 },        { WIRE_META_CAL_EVENT_MIN, 8 },
    { WIRE_META_CAP_NODES, 16 },         { WIRE_META_CAP_EVENTS, 8 },       { WIRE_META_CAP_SAMPLES, 16 },
    { WIRE_META_CAP_STACKS, 64 },        { WIRE_META_CAP_SCHED, 32 },       { WIRE_META_CAP_THREADS, 8 },
  };
  SEND(s, WIRE_META, meta);
  name(s, WIRE_SPACE_BUILD_ID, 0, "00112233445566778899aabbccddeeff00112233");
  name(s, WIRE_SPACE_COMMAND, 0, command);
  name(s, WIRE_SPACE_SYSTEM, 0, "golden 1");
  flush_frame(s, WIRE_FRAME_HELLO);
}

/* The end frame; `dropped` counts by kind what full buffers did not keep. */
static void end(struct xfer_sender *s, const uint64_t dropped[WIRE_KIND_LIMIT])
{
  for (uint16_t k = WIRE_THREAD; k < WIRE_KIND_LIMIT; k++) {
    struct wire_tally t = { k, s->sent[k] + dropped[k], s->sent[k], dropped[k] };
    if (t.made)
      send_rows(s, WIRE_TALLY, &t, 1);
  }
  begin_block(s, WIRE_META);
  const struct wire_meta meta[] = { { WIRE_META_FRAMES, s->seq + 1 }, { WIRE_META_PLAIN_BYTES, s->plain_bytes },
                                    { WIRE_META_WIRE_BYTES, s->wire_bytes } };
  SEND(s, WIRE_META, meta);
  flush_frame(s, WIRE_FRAME_END);
}

static void end_whole(struct xfer_sender *s)
{
  static const uint64_t none[WIRE_KIND_LIMIT];
  end(s, none);
}

static void threads(struct xfer_sender *s)
{
  const struct wire_thread rows[] = {
    { MAIN_THREAD, 0, START, STOP, 450000, 0, 0, 0, 0 },
    { WORKER, 0, START, STOP, 250000, 0, 0, 0, 0 },
    { WORKER_TOO, WIRE_THREAD_EXITED, START, AT(600), 50000, 1, 2, 0, 0 },
    { IRQ, WIRE_THREAD_IRQ, START, STOP, 20000, 0, 0, 0, 0 },
    { IDLE, WIRE_THREAD_IDLE, START, STOP, 230000, 0, 0, 0, 0 },
  };
  name(s, WIRE_SPACE_THREAD, MAIN_THREAD, "main");
  name(s, WIRE_SPACE_THREAD, WORKER, "worker");
  name(s, WIRE_SPACE_THREAD, WORKER_TOO, "worker");
  name(s, WIRE_SPACE_THREAD, IRQ, "IRQThread0");
  name(s, WIRE_SPACE_THREAD, IDLE, "Idle");
  SEND(s, WIRE_THREAD, rows);
}

/* ---- basic: some of everything, nothing missing ---- */

/* work calls itself: 10 calls of 9 and 11 us, of which 5 us each in 5 inner calls; hash once came out negative. */
static void trees(struct xfer_sender *s)
{
  const struct wire_node rows[] = {
    { .id = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 450000, .drift = 16000 },
    { .id = 3, .parent = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_OPEN, .address = MAIN, .raw = 400000,
      .drift = 15500 },
    { .id = 4, .parent = 3, .thread = MAIN_THREAD, .address = WORK, .calls = 10, .raw = 110000, .drift = 10000,
      .least = 9000, .most = 11000, .square_lo = 5 * 81000000ull + 5 * 121000000ull },
    { .id = 5, .parent = 4, .thread = MAIN_THREAD, .address = WORK, .calls = 5, .raw = 30000, .drift = 5000,
      .least = 5000, .most = 5000, .square_lo = 5 * 25000000ull },
    { .id = 6, .parent = 3, .thread = MAIN_THREAD, .address = HASH, .calls = 1, .raw = 50, .drift = 60,
      .least = (uint64_t)-10, .most = (uint64_t)-10, .square_lo = 100, .negative = 1 },
    { .id = 7, .thread = WORKER, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 250000, .drift = 1000 },
    { .id = 9, .parent = 7, .thread = WORKER, .address = HASH, .calls = 4, .raw = 200400, .drift = 400,
      .least = 50000, .most = 50000, .square_lo = 4 * 2500000000ull },
    { .id = 10, .parent = 9, .thread = WORKER, .address = TWIN_A, .calls = 2, .raw = 60000, .drift = 0,
      .least = 20000, .most = 40000, .square_lo = 2000000000ull },
    { .id = 11, .parent = 9, .thread = WORKER, .address = TWIN_B, .calls = 2, .raw = 60000, .drift = 0,
      .least = 30000, .most = 30000, .square_lo = 1800000000ull },
    { .id = 12, .thread = IRQ, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 20000, .drift = 0 },
    { .id = 14, .parent = 12, .thread = IRQ, .address = TICK, .calls = 4, .raw = 16000, .drift = 0, .least = 4000,
      .most = 4000, .square_lo = 4 * 16000000ull },
  };
  SEND(s, WIRE_NODE, rows);
}

/* Four samples: work called from main, work in work, hash in the worker, and an address that no function has. */
static void samples(struct xfer_sender *s)
{
  const struct wire_sample rows[] = {
    { AT(100), MAIN_THREAD, 2, 0, 0 },
    { AT(200), MAIN_THREAD, 3, 0, 0 },
    { AT(400), WORKER, 1, 0, 0 },
    { AT(900), IDLE, 1, WIRE_SAMPLE_ASTRAY, 0 },
  };
  /* The first return address is behind a call that ends its function: it is the next function's first byte. */
  const struct wire_stack stack[] = { { WORK + 0x10 }, { MAIN + 0x100 }, { WORK + 0x10 }, { HASH }, { MAIN + 0x20 },
                                      { HASH + 4 }, { 0xdead0000 } };
  send_pair(s, WIRE_SAMPLE, rows, COUNT(rows), WIRE_STACK, stack, COUNT(stack));
}

static void events(struct xfer_sender *s)
{
  /* The interrupt's event was logged in the middle of the worker's: their records have changed places. */
  const struct wire_event rows[] = {
    { AT(10), 1, 1, MAIN_THREAD, 0 },  { AT(20), 2, 1, MAIN_THREAD, 0 }, { AT(50), 3, 1, MAIN_THREAD, 0 },
    { AT(420), 7, 2, WORKER, 0 },      { AT(410), UINT64_MAX, 3, IRQ, 0 }, { AT(430), 4, 1, WORKER, 0 },
  };
  name(s, WIRE_SPACE_EVENT, 1, "block read");
  name(s, WIRE_SPACE_EVENT, 2, "queue full");
  SEND(s, WIRE_EVENT, rows);
}

/* main 0..300 (a timer interrupt 140..150), worker 300..500, main 500..600, the other worker 600..650, Idle 650..880,
 * main 880..1000. Latencies: worker 160 us (woken at 140), main 0 (yields at 300, in at 500: 200 us), main 30 us. */
static void schedule(struct xfer_sender *s)
{
  const struct wire_sched rows[] = {
    { AT(140), MAIN_THREAD, IRQ, WIRE_WHY_INTERRUPT, 0 },  { AT(140), IRQ, WORKER, WIRE_WHY_UNBLOCK, 0 },
    { AT(150), IRQ, MAIN_THREAD, WIRE_WHY_RESUMED, 0 },    { AT(300), MAIN_THREAD, WORKER, WIRE_WHY_YIELDED, 0 },
    { AT(500), WORKER, MAIN_THREAD, WIRE_WHY_BLOCKED, 0 }, { AT(550), MAIN_THREAD, WORKER_TOO, WIRE_WHY_UNBLOCK, 0 },
    { AT(600), MAIN_THREAD, WORKER_TOO, WIRE_WHY_BLOCKED, 0 }, { AT(650), WORKER_TOO, IDLE, WIRE_WHY_EXITED, 0 },
    { AT(850), IRQ, MAIN_THREAD, WIRE_WHY_UNBLOCK, 0 },    { AT(880), IDLE, MAIN_THREAD, WIRE_WHY_PREEMPTED, 0 },
  };
  SEND(s, WIRE_SCHED, rows);
}

static const uint64_t all_modes = WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS | WIRE_MODE_SCHED;

static void make_basic(struct xfer_sender *s)
{
  text("golden: booting\nresult: words 42\n");
  hello(s, all_modes, "workload=text prof=all");
  threads(s);
  flush_frame(s, WIRE_FRAME_DATA);
  text("golden: text between two frames: \xc3\xbc\n");
  trees(s);
  flush_frame(s, WIRE_FRAME_DATA);
  samples(s);
  events(s);
  flush_frame(s, WIRE_FRAME_DATA);
  schedule(s);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
  text("exit: ok\n");
}

/* ---- full: every buffer was too small ---- */

static void make_full(struct xfer_sender *s)
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
  hello(s, all_modes, "workload=text prof=all events=8");
  threads(s);
  SEND(s, WIRE_NODE, rows);
  SEND(s, WIRE_LOSS, losses);
  samples(s);
  events(s);
  schedule(s);
  flush_frame(s, WIRE_FRAME_DATA);
  end(s, dropped);
}

/* ---- crash: the target went down; its rings hold the last of what happened. Targets of before there were moments sent
 * where threads stood then as samples with a flag. ---- */

static void make_crash(struct xfer_sender *s)
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
  send_rows(s, WIRE_META, &ring, 1);
  name(s, WIRE_SPACE_CRASH, 0, "panic: the queue is broken");
  hello(s, all_modes, "workload=text prof=all ring=all events=8");
  threads(s);
  send_pair(s, WIRE_SAMPLE, stood, COUNT(stood), WIRE_STACK, where, COUNT(where));
  SEND(s, WIRE_REGISTER, registers);
  samples(s);
  events(s);
  schedule(s);
  flush_frame(s, WIRE_FRAME_DATA);
  end(s, dropped);
  text("exit: failed\n");
}

/* ---- counters: read by the processor, in a ring that has overwritten the first two ---- */

/* main 100..140, the interrupt to 150, main to 300, the worker from 300 on, one reading lost (number 7), Idle to the end. Its
 * instructions are those of the first counter. */
static const struct wire_reading readings[] = {
  { 2, AT(100), 40000, 100, MAIN_THREAD, 0 }, { 3, AT(140), 60000, 150, MAIN_THREAD, 0 },
  { 4, AT(150), 64000, 160, IRQ, 0 },
  { 5, AT(300), 164000, 160, MAIN_THREAD, 0 }, { 6, AT(500), 264000, 1160, WORKER, 0 },
  { 8, AT(600), 300000, 1200, MAIN_THREAD, 0 },
  { 9, STOP, 300010, 1200, IDLE, 0 },
};

static void make_counters(struct xfer_sender *s)
{
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_READING] = 2 };
  const struct wire_meta meta[] = { { WIRE_META_COUNTERS_FROM, WIRE_COUNTERS_FROM_PMU }, { WIRE_META_CAP_READINGS, 8 },
                                    { WIRE_META_RING, WIRE_MODE_COUNTERS } };
  SEND(s, WIRE_META, meta);
  hello(s, WIRE_MODE_SAMPLES | WIRE_MODE_SCHED | WIRE_MODE_COUNTERS, "workload=text prof=samples,sched "
        "counters=instructions,l1d_misses ring=counters readings=8");
  threads(s);
  name(s, WIRE_SPACE_COUNTER, 0, "instructions");
  name(s, WIRE_SPACE_COUNTER, 1, "l1d_misses");
  samples(s);
  schedule(s);
  SEND(s, WIRE_READING, readings);
  flush_frame(s, WIRE_FRAME_DATA);
  end(s, dropped);
}

/* A model's: readings without values. Between them pass 30, 20, 10 and 5 instructions, and Idle halts for 35 cycles. */
static void make_counters_model(struct xfer_sender *s)
{
  const struct wire_meta meta = { WIRE_META_COUNTERS_FROM, WIRE_COUNTERS_FROM_MODEL };
  const struct wire_reading rows[] = {
    { 0, START, 0, 0, MAIN_THREAD, 0 }, { 1, START + 30, 0, 0, MAIN_THREAD, 0 }, { 2, START + 50, 0, 0, WORKER, 0 },
    { 3, START + 95, 0, 0, IDLE, 0 }, { 4, START + 100, 0, 0, MAIN_THREAD, 0 },
  };
  send_rows(s, WIRE_META, &meta, 1);
  hello(s, WIRE_MODE_SCHED | WIRE_MODE_COUNTERS, "workload=text prof=sched counters=model");
  threads(s);
  SEND(s, WIRE_READING, rows);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- own: turns, samples in and between them, a short function, a long one, one that overlaps its caller ---- */

enum { PROBES = 0x100500 }; /* up to 0x100600 */

/* `count` samples of the main thread at an address, each with a caller that is MAIN. */
static void samples_at(struct xfer_sender *s, uint64_t address, unsigned count)
{
  for (unsigned i = 0; i < count; i++) {
    const struct wire_sample row = { AT(i), MAIN_THREAD, 2, i % 50 ? 0 : WIRE_SAMPLE_MASKED, 0 };
    const struct wire_stack stack[] = { { address }, { MAIN + 0x20 } };
    send_pair(s, WIRE_SAMPLE, &row, 1, WIRE_STACK, stack, 2);
  }
}

/* Five turns with fenced probes and, at 0, 300 and 600 us, three of 100 us without. hash: 10000 calls of 3 ns by
 * constants, 20 by turns, the last of which was disturbed; work: 100 calls of 1990 ns, 2000 by turns; tick is called
 * by work, 1000 times, takes 30 ns alone, more than work leaves it in a second context; it is seen in one turn there.
 * twin, throttled after 1000 calls, is main's, and main's own time is by constants, or as its samples without probes
 * say. Fenced probes cost 50 cycles at the boot and 60 in the run, as measured three times on each of three chains. */
static void turns(struct xfer_sender *s)
{
  const struct wire_meta metas[] = {
    { WIRE_META_TURNS, 20 }, { WIRE_META_CAL_FENCED_INNER, 50 }, { WIRE_META_CAL_FENCED_LOW, 49 },
    { WIRE_META_CAL_FENCED_HIGH, 51 }, { WIRE_META_CAL_FENCED_OUTER, 50 }, { WIRE_META_CAL_FLOOR, 8 },
    { WIRE_META_CAL_LONG_INNER, 0 }, { WIRE_META_CAL_LONG_OUTER, 38 }, { WIRE_META_TURNS_DISTURBED, 1 } };
  struct wire_turn rows[40];
  size_t n = 0;
  for (uint32_t k = 0; k < 5; k++) {
    rows[n++] = (struct wire_turn){ AT(100 + 40 * k), WIRE_TURN_FENCED, 0, 2, 20000, 500 };
    rows[n++] = (struct wire_turn){ AT(100 + 40 * k), WIRE_TURN_NODE, 3, 100, 100 * (k < 4 ? 79 + k % 3 : 200),
                                    2000 * (k + 1) };
    rows[n++] = (struct wire_turn){ AT(100 + 40 * k), WIRE_TURN_NODE, 4, 5, 5 * (2060 + k), 20 * (k + 1) };
    rows[n++] = (struct wire_turn){ AT(100 + 40 * k), WIRE_TURN_NODE, 5, 40, 40 * 90, 200 * (k + 1) };
  }
  rows[n++] = (struct wire_turn){ AT(140), WIRE_TURN_NODE, 7, 3, 3 * 70, 100 };
  for (uint32_t k = 0; k < 9; k++)
    rows[n++] = (struct wire_turn){ AT(100 + 20 * k), WIRE_TURN_COST, k % 3, 128, 128 * (59 + k % 3), 0 };
  for (uint32_t k = 0; k < 3; k++)
    rows[n++] = (struct wire_turn){ AT(300 * k), WIRE_TURN_PLAIN, 0, 0, 100000, 500 };
  SEND(s, WIRE_META, metas);
  send_rows(s, WIRE_TURN, rows, n);
}

static void make_own(struct xfer_sender *s)
{
  const struct wire_meta probes[] = {
    { WIRE_META_PROBES_LOW, PROBES }, { WIRE_META_PROBES_HIGH, PROBES + 0x100 }, { WIRE_META_CAL_INNER, 15 },
    { WIRE_META_CAL_INNER_MIN, 14 },  { WIRE_META_CAL_OUTER, 40 },               { WIRE_META_CAL_OUTER_MIN, 38 },
    { WIRE_META_SAMPLING, WIRE_SAMPLING_NMI }, { WIRE_META_SAMPLE_CYCLES, 50000 }, { WIRE_META_FUNCTIONS, 5 },
    { WIRE_META_TIMED, 4 }, { WIRE_META_THROTTLE, 1000 }, { WIRE_META_CAL_EVENT, 9 },
  };
  const struct wire_event logged[] = { { AT(5), 0, 1, MAIN_THREAD, 0 }, { AT(7), 0, 1, MAIN_THREAD, 0 } };
  const struct wire_node rows[] = {
    { .id = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 1000000, .drift = 600000 },
    { .id = 2, .parent = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_OPEN, .address = MAIN, .raw = 990000,
      .drift = 600000 },
    { .id = 3, .parent = 2, .thread = MAIN_THREAD, .address = HASH, .calls = 10000, .raw = 180000, .drift = 150000,
      .least = 3, .most = 3, .square_lo = 90000 },
    { .id = 4, .parent = 2, .thread = MAIN_THREAD, .address = WORK, .calls = 100, .raw = 200000, .drift = 1000,
      .least = 1990, .most = 1990, .square_lo = 396010000 },
    { .id = 5, .parent = 2, .thread = MAIN_THREAD, .address = TICK, .calls = 1000, .raw = 18000, .drift = 15000,
      .least = 3, .most = 3, .square_lo = 9000 },
    { .id = 6, .parent = 2, .thread = MAIN_THREAD, .flags = WIRE_NODE_PART | WIRE_NODE_THROTTLED, .address = TWIN_A,
      .calls = 1000, .raw = 18000, .drift = 15000, .least = 3, .most = 3, .square_lo = 9000 },
    { .id = 7, .parent = 4, .thread = MAIN_THREAD, .address = TICK, .calls = 100, .raw = 1800, .drift = 1500,
      .least = 3, .most = 3, .square_lo = 900 },
  };
  hello(s, WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS, "prof=timing,samples,events");
  SEND(s, WIRE_META, probes);
  threads(s);
  SEND(s, WIRE_NODE, rows);
  SEND(s, WIRE_EVENT, logged);
  turns(s);
  samples_at(s, PROBES, 250);
  samples_at(s, PROBES + 0xff, 250);
  samples_at(s, HASH + 4, 200);
  samples_at(s, WORK + 4, 200);
  samples_at(s, TICK + 4, 10);
  samples_at(s, TWIN_A + 4, 90);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- cycles: a server that answers every 40 us, and two answers that come late ---- */

enum { ASKED = 1, TAKEN = 2, SENT = 3, NOISE = 4 };

/* IRQThread0 logs `asked` at us, the worker `taken` 4 us and `sent` 20 us later; `more_us` longer in the late ones. */
static void round_of_events(struct xfer_sender *s, uint64_t us, uint64_t more_us, bool noise)
{
  const struct wire_event rows[] = { { AT(us), 0, ASKED, IRQ, 0 }, { AT(us + 4), 0, TAKEN, WORKER, 0 },
                                     { AT(us + 20 + more_us), 0, SENT, WORKER, 0 } };
  const struct wire_event other = { AT(us + 5), 0, NOISE, MAIN_THREAD, 0 };
  send_rows(s, WIRE_EVENT, rows, 2);
  if (noise)
    send_rows(s, WIRE_EVENT, &other, 1);
  send_rows(s, WIRE_EVENT, rows + 2, 1);
}

/* Idle is interrupted, the worker runs from the interrupt's end to its answer; then Idle runs. */
static void round_of_switches(struct xfer_sender *s, uint64_t us, uint64_t more_us)
{
  const struct wire_sched rows[] = {
    { AT(us) - 500, IDLE, IRQ, WIRE_WHY_INTERRUPT, 0 }, { AT(us + 1), IRQ, WORKER, WIRE_WHY_UNBLOCK, 0 },
    { AT(us + 2), IRQ, IDLE, WIRE_WHY_RESUMED, 0 },     { AT(us + 3), IDLE, WORKER, WIRE_WHY_PREEMPTED, 0 },
    { AT(us + 21 + more_us), WORKER, IDLE, WIRE_WHY_BLOCKED, 0 } };
  SEND(s, WIRE_SCHED, rows);
}

/* Rounds begin every 40 us from 40 us on. The seventh takes 60 us longer, in which garbage is collected for 50; before the
 * fifteenth nobody asks for 70 us. What main logs, in some rounds, must not hide the cycle. */
static void make_cycles(struct xfer_sender *s)
{
  const struct wire_collection garbage = { 1, WIRE_REASON_BUDGET, AT(290), AT(340), 448, 3, 160, 2, 288, 65536, 65536,
                                           0, 0, 0, 0 };
  const uint32_t noisy = 1 << 2 | 1 << 3 | 1 << 6 | 1 << 11 | 1 << 12 | 1 << 18;
  uint64_t us = 40;
  hello(s, WIRE_MODE_EVENTS | WIRE_MODE_SCHED | WIRE_MODE_OBJECTS, "workload=java prof=events,sched,objects");
  threads(s);
  name(s, WIRE_SPACE_EVENT, ASKED, "asked");
  name(s, WIRE_SPACE_EVENT, TAKEN, "taken");
  name(s, WIRE_SPACE_EVENT, SENT, "sent");
  name(s, WIRE_SPACE_EVENT, NOISE, "noise");
  flush_frame(s, WIRE_FRAME_DATA);
  for (unsigned round = 1; round <= 20; round++, us += 40) {
    const uint64_t more_us = round == 7 ? 60 : 0;
    us += round == 15 ? 70 : 0;
    round_of_events(s, us, more_us, noisy >> round & 1);
    round_of_switches(s, us, more_us);
    us += more_us;
    if (round % 7 == 0)
      flush_frame(s, WIRE_FRAME_DATA);
  }
  send_rows(s, WIRE_COLLECTION, &garbage, 1);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- timing_only: one mode; nothing: all modes and not a record ---- */

static void make_timing_only(struct xfer_sender *s)
{
  /* Of twin B's calls one is missing: its percentiles are not known. */
  const struct wire_histogram lasted[] = {
    { 4, 13, 10 }, { 5, 12, 5 }, { 6, 63, 1 }, { 9, 15, 4 }, { 10, 14, 1 }, { 10, 15, 1 }, { 11, 14, 1 }, { 14, 11, 4 },
  };
  hello(s, WIRE_MODE_TIMING, "prof=timing");
  threads(s);
  trees(s);
  SEND(s, WIRE_HISTOGRAM, lasted);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

static void make_nothing(struct xfer_sender *s)
{
  hello(s, all_modes, "prof=all");
  end_whole(s);
}

/* ---- objects: a program with names of its own, and the lives of its objects ---- */

enum { ITEM = 2, OBJECTS = 5, INTS = 6, NAMELESS = 9 };

static void program(struct xfer_sender *s)
{
  const struct wire_method methods[] = {
    { 1, 1, 10, WIRE_METHOD_TIMED | WIRE_METHOD_OBJECTS, WORK }, { 2, 1, 30, WIRE_METHOD_TIMED, MAIN },
    { 3, 2, 120, WIRE_METHOD_OBJECTS | WIRE_METHOD_SHORT, TWIN_A },
    { 4, 0, 0, WIRE_METHOD_FOREIGN, TICK },
  };
  const struct wire_site sites[] = { { 7, 1, 12 }, { 8, 3, 130 }, { 9, 2, 33 } };
  const struct wire_class classes[] = { { ITEM, 0 }, { OBJECTS, WIRE_CLASS_ARRAY }, { INTS, WIRE_CLASS_ARRAY },
                                        { NAMELESS, 0 } };
  name(s, WIRE_SPACE_METHOD, 1, "shop.Cart$Line.add(Item,int)");
  name(s, WIRE_SPACE_METHOD, 2, "shop.Cart.main");
  name(s, WIRE_SPACE_METHOD, 3, "java.util.ArrayList.grow");
  name(s, WIRE_SPACE_METHOD, 4, "System.arraycopy");
  name(s, WIRE_SPACE_FILE, 1, "Cart.java");
  name(s, WIRE_SPACE_FILE, 2, "ArrayList.java");
  name(s, WIRE_SPACE_CLASS, ITEM, "shop.Item");
  name(s, WIRE_SPACE_CLASS, OBJECTS, "java.lang.Object[]");
  name(s, WIRE_SPACE_CLASS, INTS, "int[]");
  SEND(s, WIRE_METHOD, methods);
  SEND(s, WIRE_SITE, sites);
  SEND(s, WIRE_CLASS, classes);
}

/* 80 bytes are allocated unseen before the fourth birth, and live on. The fifth object takes the place of the second,
 * the last that of the third. Two are in the order in which an interrupt might leave them. */
static const struct wire_birth births[] = {
  { 7, ITEM, 32, MAIN_THREAD, 32, 0x1000, AT(100) },     { 7, ITEM, 32, MAIN_THREAD, 64, 0x1020, AT(110) },
  { 8, OBJECTS, 256, WORKER, 320, 0x2000, AT(120) },     { 9, INTS, 48, MAIN_THREAD, 448, 0x3000, AT(130) },
  { 9, ITEM, 32, MAIN_THREAD, 512, 0x1040, AT(310) },    { 7, ITEM, 32, MAIN_THREAD, 480, 0x1020, AT(300) },
  { 11, NAMELESS, 16, 0, 528, 0x1100, AT(320) },         { 8, OBJECTS, 512, WORKER, 1040, 0x2000, AT(600) },
};

static const struct wire_collection collections[] = {
  { 1, WIRE_REASON_BUDGET, AT(200), AT(215), 448, 3, 160, 2, 288, 65536, 65536, 2, 5000, 0, 0 },
  { 2, WIRE_REASON_ASKED, AT(500), AT(540), 528, 3, 160, 3, 80, 131072, 65536, 3, 12500, 0, 448 },
};

static void make_objects(struct xfer_sender *s)
{
  const struct wire_death deaths[] = { { 1, 0x1020 }, { 1, 0x2000 }, { 2, 0x1000 }, { 2, 0x1020 }, { 2, 0x1100 } };
  const struct wire_meta costs[] = { { WIRE_META_CAL_BIRTH, 40 }, { WIRE_META_CAL_DEATH, 20 } };
  SEND(s, WIRE_META, costs);
  hello(s, WIRE_MODE_TIMING | WIRE_MODE_OBJECTS, "workload=java prof=timing,objects");
  threads(s);
  program(s);
  flush_frame(s, WIRE_FRAME_DATA);
  trees(s);
  flush_frame(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_COLLECTION, collections);
  SEND(s, WIRE_BIRTH, births);
  flush_frame(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_DEATH, deaths);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- deaths_full: the buffer of deaths had room for three: the second collection's are not all here ---- */

static void make_deaths_full(struct xfer_sender *s)
{
  const struct wire_death deaths[] = { { 1, 0x1020 }, { 1, 0x2000 }, { 2, 0x1000 } };
  const struct wire_meta room = { WIRE_META_CAP_DEATHS, 3 };
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_DEATH] = 2 };
  send_rows(s, WIRE_META, &room, 1);
  hello(s, WIRE_MODE_OBJECTS, "workload=java prof=objects deaths=3");
  threads(s);
  program(s);
  SEND(s, WIRE_COLLECTION, collections);
  SEND(s, WIRE_BIRTH, births);
  SEND(s, WIRE_DEATH, deaths);
  flush_frame(s, WIRE_FRAME_DATA);
  end(s, dropped);
}

/* ---- births_ring: the oldest three births were overwritten; their deaths match nothing ---- */

static void make_births_ring(struct xfer_sender *s)
{
  const struct wire_death deaths[] = { { 1, 0x1020 }, { 1, 0x2000 }, { 2, 0x1000 }, { 2, 0x1020 }, { 2, 0x1100 } };
  const struct wire_meta ring[] = { { WIRE_META_RING, WIRE_MODE_OBJECTS }, { WIRE_META_CAP_BIRTHS, 4 } };
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_BIRTH] = 4 };
  /* The oldest that was kept is of 310 us: what was overwritten of the second stretch was made before it. */
  const struct wire_loss losses[] = { { WIRE_BIRTH, AT(100), AT(200), 3 }, { WIRE_BIRTH, AT(300), AT(400), 1 } };
  struct wire_collection unmeasured[COUNT(collections)]; /* of a target that does not say what was the profiler's */
  for (size_t i = 0; i < COUNT(collections); i++) {
    unmeasured[i] = collections[i];
    unmeasured[i].own = 0;
  }
  SEND(s, WIRE_META, ring);
  hello(s, WIRE_MODE_OBJECTS, "workload=java prof=objects ring=objects births=4");
  threads(s);
  program(s);
  SEND(s, WIRE_LOSS, losses);
  SEND(s, WIRE_COLLECTION, unmeasured);
  send_rows(s, WIRE_BIRTH, births + 4, COUNT(births) - 4);
  SEND(s, WIRE_DEATH, deaths);
  flush_frame(s, WIRE_FRAME_DATA);
  end(s, dropped);
}

/* ---- objects_strange: lives that cannot be ---- */

static void make_objects_strange(struct xfer_sender *s)
{
  const struct wire_collection odd[] = {
    { 1, 77, AT(200), AT(190), 448, UINT64_MAX, 160, 2, UINT64_MAX, 0, 0, 2, 0, UINT64_MAX,
      UINT64_MAX },                                                                 /* ends before it starts */
    { 3, WIRE_REASON_FULL, AT(500), AT(540), 20, 3, 160, 3, 80, 1, 1, UINT64_MAX, UINT64_MAX, 1, 0 }, /* number 2 is missing;
                                                                                       * the clock goes back */
    { 3, WIRE_REASON_STRESS, AT(600), AT(610), 528, 3, 160, 3, 80, 1, 1, 0, 0, 0, UINT64_MAX }, /* a number twice */
  };
  const struct wire_birth twice[] = {
    { 7, ITEM, 32, MAIN_THREAD, 32, 0x1000, AT(100) }, { 7, ITEM, 32, MAIN_THREAD, 64, 0x1000, AT(110) },
    { 7, ITEM, 0, 99, UINT64_MAX, 0x5000, UINT64_MAX }, { UINT32_MAX, UINT32_MAX, UINT32_MAX, 1, 0, 0, 0 },
  };
  const struct wire_death deaths[] = { { 1, 0x1000 }, { 1, 0x1000 }, { 3, 0x9999 }, { 8, 0x5000 }, { 0, 0 } };
  hello(s, WIRE_MODE_OBJECTS, "workload=java prof=objects");
  SEND(s, WIRE_COLLECTION, odd);
  SEND(s, WIRE_BIRTH, twice);
  SEND(s, WIRE_DEATH, deaths);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- strange: all that a sane sender would not do, and a reader must bear ---- */

/* A block of a kind that nobody knows yet: one column, two rows. */
static void unknown_kind(struct xfer_sender *s)
{
  const uint8_t block[] = { 99, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 6 };
  memcpy(s->plain + s->used, block, sizeof(block));
  s->used += sizeof(block);
}

static void make_strange(struct xfer_sender *s)
{
  const struct wire_node nodes[] = {
    { .id = 1, .thread = 1, .flags = WIRE_NODE_ROOT, .raw = 1000 },
    { .id = 2, .parent = 2, .thread = 1, .address = MAIN, .calls = 1, .raw = 500 },       /* its own parent */
    { .id = 3, .parent = 4, .thread = 1, .address = WORK, .calls = 1, .raw = 400 },       /* a circle of two */
    { .id = 4, .parent = 3, .thread = 1, .address = HASH, .calls = 1, .raw = 300 },
    { .id = 4, .parent = 1, .thread = 1, .address = HASH, .calls = 1, .raw = 300 },       /* a number twice */
    { .id = 5, .parent = 1, .thread = 9, .address = TICK, .calls = 1, .raw = UINT64_MAX, .drift = 1,
      .square_hi = UINT64_MAX, .square_lo = UINT64_MAX, .least = 1ull << 63, .most = 1ull << 63 },
  };
  const struct wire_thread rows[] = { { 1, 0, START, STOP, 1000, 0, 0, 0, 0 }, { 1, 0, START, STOP, 5, 0, 0, 0, 0 } };
  const struct wire_sched sched[] = { { AT(5), 1, 7, WIRE_WHY_BLOCKED, 0 }, { AT(9), 8, 0, WIRE_WHY_BLOCKED, 0 },
                                      { AT(7), 7, 8, 77, 0 }, { AT(8), 1, 1, WIRE_WHY_UNBLOCK, 0 } };
  const struct wire_event event[] = { { 0, 0, 0, 0, 0 }, { UINT64_MAX, 5, 12, 1, 0 } };
  const struct wire_sample sample[] = { { 0, 3, 0, 0, 0 } };
  const struct wire_reading reading[] = { { 5, AT(5), 9, 9, 1, 0 }, { 6, AT(4), 10, 10, 1, 0 },   /* time goes back, */
                                          { 7, AT(9), 1, UINT64_MAX, 99, 0 },   /* a count */
                                          { 7, AT(9), 1, UINT64_MAX, 99, 0 },
                                          { 0, 0, 0, 0, 0, 0 }, { 1, UINT64_MAX, UINT64_MAX, UINT64_MAX, 77, 0 } };
  const struct wire_meta meta = { 4711, 1 };
  hello(s, all_modes, "tab\there; \xff\xfe \xed\xa0\x80 \xc2\x85 \x1b[31mred");
  name(s, WIRE_SPACE_THREAD, 1, "");
  name(s, WIRE_SPACE_EVENT, 12, "a\nb;c");
  send_rows(s, WIRE_META, &meta, 1);
  SEND(s, WIRE_THREAD, rows);
  SEND(s, WIRE_NODE, nodes);
  SEND(s, WIRE_SCHED, sched);
  SEND(s, WIRE_EVENT, event);
  SEND(s, WIRE_READING, reading);
  send_pair(s, WIRE_SAMPLE, sample, 1, WIRE_STACK, NULL, 0);
  unknown_kind(s);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- forged_notes: names that look like what stands around rows ---- */

static void make_forged_notes(struct xfer_sender *s)
{
  const struct wire_thread rows[] = {
    { MAIN_THREAD, 0, START, STOP, 450000, 0, 0, 0, 0 }, { WORKER, 0, START, STOP, 250000, 0, 0, 0, 0 },
    { IDLE, WIRE_THREAD_IDLE, START, STOP, 300000, 0, 0, 0, 0 },
  };
  hello(s, all_modes, "\\workload=text");
  name(s, WIRE_SPACE_THREAD, MAIN_THREAD, "#1 worker");
  name(s, WIRE_SPACE_THREAD, WORKER, "# incomplete: cut: all of it");
  name(s, WIRE_SPACE_THREAD, IDLE, "\\#");
  name(s, WIRE_SPACE_EVENT, 1, "  note: nothing is missing");
  name(s, WIRE_SPACE_EVENT, 2, "# note: (no rows)");
  SEND(s, WIRE_THREAD, rows);
  samples(s);
  const struct wire_event event[] = { { AT(10), 1, 1, MAIN_THREAD, 0 }, { AT(20), 2, 2, WORKER, 0 },
                                      { AT(30), 2, 1, IDLE, 0 } };
  SEND(s, WIRE_EVENT, event);
  schedule(s);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- locks: who waited for whom ---- */

enum { QUEUE = 0x200000, BARE = 0x200040, OBJECT = 0x300000 };

#define WAITED(from, until, lock_at, after, name, who, by, times, bits, where, ...) \
  { .tsc = AT(until), .waited = ((until) - (from)) * 1000, .object = lock_at, .released = after, .lock = name, \
    .thread = who, .holder = by, .holds = times, .flags = bits, .at0 = where, .at1 = __VA_ARGS__ }
#define RELEASED(until, lock_at, taken, name, who, where, ...) \
  { .tsc = AT(until), .object = lock_at, .acquired = taken, .lock = name, .thread = who, .flags = WIRE_LOCK_RELEASE, \
    .at0 = where, .at1 = __VA_ARGS__ }

/* The queue: main has it until 100, the worker, who waits from 20, until 180, then the other worker, who waits from 60: 40 us
 * for main and 85 for the worker (80, and 5 until it runs). The worker waits for main once more, 10 us. A lock without a name
 * spins: 3 us, and its holder saw no waiter. A monitor: 50 us; the release is not there, but the wait says who made it. */
static void make_locks(struct xfer_sender *s)
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
  hello(s, all_modes | WIRE_MODE_LOCKS, "prof=all");
  threads(s);
  schedule(s);
  flush_frame(s, WIRE_FRAME_DATA);
  name(s, WIRE_SPACE_LOCK, 1, "#\tqueue; `touch X` \xe2\x80\xae\"]]>&");
  name(s, WIRE_SPACE_LOCK, 2, "demo.Table$Entry[]");
  SEND(s, WIRE_LOCK, rows);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- calls: each one by itself ---- */

#define CALLED(node, from, until, suspended, drifted, bits) \
  { .call = (node) << WIRE_CALL_FLAG_BITS | (bits), .raw = ((until) - (from)) * 1000 - (suspended) * 1000, \
    .drift = (uint32_t)(drifted), .away = (suspended) * 1000, .tsc = AT(until) }

/* main's work: from 10 to 30 us with three calls of hash, of which the first begins when work does, and the second takes no
 * time; from 35 to 60 with an interrupt, which was not its time; then by way of twin, whose own calls are not recorded,
 * tick; from 80 to 100 work calls itself, and hash, which is left without its exit hook. Of the worker's hash the second
 * call has lost its high halves; those of the third say that more was taken off than time has passed. main goes on. */
static void make_calls(struct xfer_sender *s)
{
  const struct wire_node nodes[] = {
    { .id = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 450000, .drift = 100 },
    { .id = 2, .parent = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_OPEN, .address = MAIN, .raw = 445000, .drift = 100 },
    { .id = 3, .parent = 2, .thread = MAIN_THREAD, .address = WORK, .calls = 3, .raw = 60000, .drift = 60, .least = 19980,
      .most = 19980, .square_lo = 3 * 399200400ull },
    { .id = 4, .parent = 3, .thread = MAIN_THREAD, .address = HASH, .calls = 4, .raw = 11000, .drift = 8,
      .least = (uint64_t)-2, .most = 4998, .square_lo = 44968024, .negative = 1 },
    { .id = 5, .parent = 3, .thread = MAIN_THREAD, .address = WORK, .calls = 1, .raw = 13000, .drift = 10, .least = 12990,
      .most = 12990, .square_lo = 168740100 },
    { .id = 6, .parent = 2, .thread = MAIN_THREAD, .flags = WIRE_NODE_QUIET, .address = TWIN_A, .calls = 1, .raw = 6000,
      .drift = 10, .least = 5990, .most = 5990, .square_lo = 35880100 },
    { .id = 7, .parent = 6, .thread = MAIN_THREAD, .address = TICK, .calls = 1, .raw = 5000, .drift = 5, .least = 4995,
      .most = 4995, .square_lo = 24950025 },
    { .id = 8, .thread = WORKER, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 250000 },
    { .id = 9, .parent = 8, .thread = WORKER, .address = HASH, .calls = 3, .raw = 16000, .drift = 10500,
      .least = (uint64_t)-500, .most = 4000, .square_lo = 20250000, .negative = 1 },
    { .id = 10, .thread = IRQ, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 20000 },
    { .id = 11, .parent = 10, .thread = IRQ, .address = TICK, .calls = 1, .raw = 4000, .least = 4000, .most = 4000,
      .square_lo = 16000000 },
  };
  const struct wire_call calls[] = {
    CALLED(4, 10, 14, 0, 2, 0), CALLED(4, 14, 14, 0, 2, 0), CALLED(9, 16, 18, 0, 0, 0), CALLED(4, 20, 25, 0, 2, 0),
    CALLED(3, 10, 30, 0, 20, 0), CALLED(11, 40, 44, 0, 0, 0), CALLED(3, 35, 60, 5, 20, 0), CALLED(7, 70, 75, 0, 5, 0),
    CALLED(5, 82, 95, 0, 10, 0), CALLED(4, 96, 98, 0, 2, WIRE_CALL_UNWOUND), CALLED(3, 80, 100, 0, 20, 0),
    CALLED(9, 106, 110, 0, 0, WIRE_CALL_WIDE),
    { .call = 9 << WIRE_CALL_FLAG_BITS | WIRE_CALL_HIGH, .tsc = AT(130) }, CALLED(9, 120, 130, 0, 10500, WIRE_CALL_WIDE),
    CALLED(2, 5, 1000, 550, 100, WIRE_CALL_OPEN),
  };
  hello(s, WIRE_MODE_TIMING | WIRE_MODE_SCHED | WIRE_MODE_CALLS, "workload=text prof=timing,sched,calls");
  threads(s);
  SEND(s, WIRE_NODE, nodes);
  schedule(s);
  flush_frame(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_CALL, calls);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- moments: where threads stood, and who waits for whom ---- */

#define STANDS(number, from, who, how, what, at, ...) \
  { .tsc = AT((number) * 100), .since = AT(from), .moment = number, .thread = who, .state = WIRE_STATE_##how, \
    .wait = what, .ip = at, __VA_ARGS__ }
#define TOOK(number_, reason, threads_, stances_, unknown_) \
  { .tsc = AT((number_) * 100), .took = 3000, .number = number_, .why = reason, .threads = threads_, \
    .stances = stances_, .unknown = unknown_ }

/* Moment 2: nothing has changed but the worker, which waits for main's mutex. Moment 4 is missing, so that nothing is
 * known at moment 5 of threads that did not run, but the one that is told again. At moment 6 main waits for the end of the
 * worker, which waits for main: a deadlock, behind which the other worker waits for a monitor. The idle thread waits for a
 * lock of its own with a time-out, which is none. A thread ends. */
static void make_moments(struct xfer_sender *s)
{
  const struct wire_path paths[] = { { 1, 0, MAIN + 0x10 }, { 2, 0, WORK + 8 }, { 3, 2, HASH + 4 }, { 4, 3, TICK + 4 },
                                     { 5, 99, WORK + 8 } };
  const struct wire_moment moments[] = { TOOK(1, WIRE_MOMENT_WHY_INTERVAL, 4, 4, 0), TOOK(2, WIRE_MOMENT_WHY_ASKED, 4, 1, 0),
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
  hello(s, all_modes | WIRE_MODE_MOMENTS, "prof=all stacks=100us");
  threads(s);
  schedule(s);
  flush_frame(s, WIRE_FRAME_DATA);
  name(s, WIRE_SPACE_LOCK, 1, "#\tqueue; `touch X` \xe2\x80\xae\"]]>&");
  name(s, WIRE_SPACE_LOCK, 2, "demo.Table$Entry[]");
  SEND(s, WIRE_PATH, paths);
  flush_frame(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_MOMENT, moments);
  SEND(s, WIRE_STANCE, stances);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- crash_moment: the target went down, and took a moment then, though it recorded none ---- */

static void make_crash_moment(struct xfer_sender *s)
{
  const struct wire_path paths[] = { { 1, 0, MAIN + 0x10 }, { 2, 1, WORK + 8 } };
  const struct wire_moment moments[] = { TOOK(1, WIRE_MOMENT_WHY_CRASH, 5, 3, 2) };
  const struct wire_stance stances[] = {
    STANDS(1, 20, MAIN_THREAD, WAITING, WIRE_WAIT_MUTEX, HASH + 8, .path = 2, .on = QUEUE, .owner = WORKER),
    STANDS(1, 100, WORKER, RUNNING, 0, TICK, .path = 2, .flags = WIRE_STANCE_CUT),
    STANDS(1, 10, WORKER_TOO, WAITING, WIRE_WAIT_SLEEP, TICK, .path = 1, .on = AT(5000), .flags = WIRE_STANCE_TIMED),
  };
  const struct wire_register registers[] = { { WORKER, WIRE_REGISTER_X86_RIP, TICK } };
  name(s, WIRE_SPACE_CRASH, 0, "panic: the queue is broken");
  hello(s, WIRE_MODE_SCHED, "workload=text prof=sched");
  threads(s);
  schedule(s);
  flush_frame(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_REGISTER, registers);
  SEND(s, WIRE_PATH, paths);
  SEND(s, WIRE_MOMENT, moments);
  SEND(s, WIRE_STANCE, stances);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
  text("exit: failed\n");
}

/* ---- dumps whose frames are sound and whose records make no sense ---- */

static void make_names_without_text(struct xfer_sender *s)
{
  const struct wire_name row = { WIRE_SPACE_THREAD, 1, 10 };
  hello(s, all_modes, "prof=all");
  send_rows(s, WIRE_NAME, &row, 1);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

static void make_stacks_too_short(struct xfer_sender *s)
{
  const struct wire_sample row = { AT(1), 1, 3, 0, 0 };
  const struct wire_stack stack[2] = { { MAIN }, { WORK } };
  hello(s, all_modes, "prof=all");
  threads(s);
  flush_frame(s, WIRE_FRAME_DATA);
  send_pair(s, WIRE_SAMPLE, &row, 1, WIRE_STACK, stack, 2);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

static void make_rows_that_are_not_there(struct xfer_sender *s)
{
  const uint8_t block[] = { WIRE_EVENT, 0, 1, 0, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 2, 0, 0, 0, 5, 6 };
  hello(s, all_modes, "prof=all");
  threads(s);
  memcpy(s->plain + s->used, block, sizeof(block));
  s->used += sizeof(block);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

static void make_rows_without_columns(struct xfer_sender *s)
{
  const uint8_t block[] = { WIRE_EVENT, 0, 0, 0, 0, 0, 1, 0 };
  hello(s, all_modes, "prof=all");
  threads(s);
  memcpy(s->plain + s->used, block, sizeof(block));
  s->used += sizeof(block);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* More different addresses than hostdump gathers for the names of functions; those of functions come first. */
static void make_many_addresses(struct xfer_sender *s)
{
  static struct wire_stack stack[60000];
  hello(s, all_modes, "prof=all");
  threads(s);
  xfer_send_flush(s, WIRE_FRAME_DATA);
  for (uint64_t i = 0; i < 5; i++) {
    const struct wire_sample row = { AT(i), MAIN_THREAD, COUNT(stack), 0, 0 };
    for (uint64_t k = 0; k < COUNT(stack); k++)
      stack[k].address = i || k ? 0x40000000 + i * COUNT(stack) + k : WORK + 4;
    xfer_send_pair(s, WIRE_SAMPLE, &row, 1, WIRE_STACK, stack, COUNT(stack));
  }
  end_whole(s);
}

static void make_no_frequency(struct xfer_sender *s)
{
  name(s, WIRE_SPACE_COMMAND, 0, "prof=all");
  flush_frame(s, WIRE_FRAME_HELLO);
  end_whole(s);
}

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
    { MAIN_THREAD, 0, START }, { WORKER, 0, START }, { IDLE, WIRE_THREAD_IDLE, START },
    { SENDER, WIRE_THREAD_PROFILER, START },
  };
  const struct wire_event events[] = { { AT(10), 1, 1, MAIN_THREAD, 0 }, { AT(20), 2, 1, MAIN_THREAD, 0 } };
  /* main makes room for the sender twice: at 130 us it comes back, as from an interrupt; at 240 us the worker goes first,
   * so that main was preempted. The worker, woken at 190 us, has waited 10 us for it, and 40 for the sender. */
  const struct wire_sched switches[] = {
    { AT(100), MAIN_THREAD, SENDER, WIRE_WHY_PREEMPTED, 0 }, { AT(130), SENDER, MAIN_THREAD, WIRE_WHY_BLOCKED, 0 },
    { AT(190), MAIN_THREAD, WORKER, WIRE_WHY_UNBLOCK, 0 },   { AT(200), MAIN_THREAD, SENDER, WIRE_WHY_PREEMPTED, 0 },
    { AT(240), SENDER, WORKER, WIRE_WHY_BLOCKED, 0 },        { AT(300), WORKER, MAIN_THREAD, WIRE_WHY_BLOCKED, 0 },
  };
  SEND(s, WIRE_META, meta);
  name(s, WIRE_SPACE_BUILD_ID, 0, "00112233445566778899aabbccddeeff00112233");
  name(s, WIRE_SPACE_SYSTEM, 0, "golden 1");
  flush_frame(s, WIRE_FRAME_HELLO);
  name(s, WIRE_SPACE_EVENT, 1, "block read");
  name(s, WIRE_SPACE_THREAD, MAIN_THREAD, "main");
  name(s, WIRE_SPACE_THREAD, WORKER, "worker");
  name(s, WIRE_SPACE_THREAD, IDLE, "Idle");
  name(s, WIRE_SPACE_THREAD, SENDER, "ProfileSender");
  SEND(s, WIRE_ROLE, roles);
  SEND(s, WIRE_EVENT, events);
  SEND(s, WIRE_SCHED, switches);
  flush_frame(s, WIRE_FRAME_DATA);
}

/* Between 400 and 500 us records are lost: no interval between events, and no stretch of a thread, reaches over that. */
static void make_stream(struct xfer_sender *s)
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
  flush_frame(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_THREAD, rows);
  send_rows(s, WIRE_META, &stop, 1);
  flush_frame(s, WIRE_FRAME_DATA);
  end(s, dropped);
}

/* The target was switched off in the middle: what the threads are is known all the same. */
static void make_stream_cut(struct xfer_sender *s)
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
  send_rows(s, WIRE_HISTOGRAM, &lasted, 1);
}

static void send_snapshot(struct xfer_sender *s, uint32_t number, uint64_t us, uint64_t calls)
{
  const struct wire_snapshot mark = { number, 2, 2, 1, AT(us) };
  xfer_send_aside(s, true);
  send_rows(s, WIRE_SNAPSHOT, &mark, 1);
  send_trees(s, us, calls);
  send_rows(s, WIRE_SNAPSHOT, &mark, 1);
  xfer_send_aside(s, false);
  last_kind = 0;
}

static void make_snapshots(struct xfer_sender *s)
{
  const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 },  { WIRE_META_MODES, WIRE_MODE_TIMING | WIRE_MODE_EVENTS },
    { WIRE_META_START_TSC, START },    { WIRE_META_STREAM, WIRE_MODE_TIMING | WIRE_MODE_EVENTS },
    { WIRE_META_CAL_ROUNDS, 1000 },    { WIRE_META_CAL_INNER, 12 },        { WIRE_META_CAL_INNER_MIN, 12 },
    { WIRE_META_CAL_OUTER, 3 },        { WIRE_META_CAL_OUTER_MIN, 3 },     { WIRE_META_CAL_EVENT, 9 },
  };
  const struct wire_role roles[] = { { MAIN_THREAD, 0, START }, { IDLE, WIRE_THREAD_IDLE, START } };
  const struct wire_event early[] = { { AT(10), 1, 1, MAIN_THREAD, 0 }, { AT(20), 2, 1, MAIN_THREAD, 0 } };
  const struct wire_event late[] = { { AT(520), 8, 1, MAIN_THREAD, 0 }, { AT(540), 9, 1, MAIN_THREAD, 0 } };
  const struct wire_meta stop[] = { { WIRE_META_SAMPLE_CYCLES, 0 }, { WIRE_META_STOP_TSC, STOP } };
  SEND(s, WIRE_META, meta);
  name(s, WIRE_SPACE_BUILD_ID, 0, "00112233445566778899aabbccddeeff00112233");
  flush_frame(s, WIRE_FRAME_HELLO);
  name(s, WIRE_SPACE_EVENT, 1, "block read");
  name(s, WIRE_SPACE_THREAD, MAIN_THREAD, "main");
  name(s, WIRE_SPACE_THREAD, IDLE, "Idle");
  SEND(s, WIRE_ROLE, roles);
  SEND(s, WIRE_EVENT, early);
  flush_frame(s, WIRE_FRAME_DATA);
  send_snapshot(s, 0, 300, 10);
  SEND(s, WIRE_EVENT, late);
  flush_frame(s, WIRE_FRAME_DATA);
  send_snapshot(s, 1, 600, 25);
  send_trees(s, 1000, 40);
  flush_frame(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_META, stop);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- switched: the target was told to stop, to go on, and to take fewer samples ---- */

static void make_switched(struct xfer_sender *s)
{
  const struct wire_setting settings[] = {
    { AT(420), WIRE_MODE_TIMING | WIRE_MODE_SAMPLES, 1000 }, { AT(450), all_modes, 1000 }, { AT(700), all_modes, 100 },
  };
  const struct wire_meta cost[] = { { WIRE_META_SAMPLE_CYCLES, 4000 }, { WIRE_META_CAL_SWITCH, 20 },
                                    { WIRE_META_CAL_IRQ, 0 } };
  hello(s, all_modes, "workload=text prof=all");
  threads(s);
  SEND(s, WIRE_SETTING, settings);
  trees(s);
  samples(s);
  events(s);
  schedule(s);
  SEND(s, WIRE_META, cost);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- processors: four of them under a scheduler that play.h plays ---- */

_Static_assert(PLAY_START == START && START + PLAY_US * 1000 == STOP, "what is played is the run");

static void name_played(struct xfer_sender *s)
{
  struct wire_thread rows[PLAY_THREADS];
  char text[24];
  for (uint32_t i = 0; i < PLAY_THREADS; i++) {
    const uint32_t id = i + 1, flags = id < PLAY_IRQ ? 0 : id < PLAY_IDLE ? WIRE_THREAD_IRQ : WIRE_THREAD_IDLE;
    rows[i] = (struct wire_thread){ id, flags, START, STOP, play_ran(id), 0, 0, 0, 0 };
    snprintf(text, sizeof(text), flags == 0 ? "worker %u" : flags == WIRE_THREAD_IRQ ? "IRQtimer/%u" : "Idle/%u",
             (unsigned)(id < PLAY_IRQ ? id : (id - PLAY_IRQ) % PLAY_CPUS));
    name(s, WIRE_SPACE_THREAD, id, text);
  }
  SEND(s, WIRE_THREAD, rows);
}

/* Records of neighbours change places here and there, as they do where two processors' logs are handed out in turn. */
static void send_played(struct xfer_sender *s, const struct wire_sched *played, size_t count)
{
  struct wire_sched *rows = malloc(count * sizeof(*rows));
  if (!rows)
    abort();
  memcpy(rows, played, count * sizeof(*rows));
  for (size_t i = 0; i + 1 < count; i += 50) {
    rows[i] = played[i + 1];
    rows[i + 1] = played[i];
  }
  send_rows(s, WIRE_SCHED, rows, count);
  free(rows);
}

static void make_processors(struct xfer_sender *s)
{
  const struct wire_meta meta[] = { { WIRE_META_PROCESSORS, PLAY_CPUS }, { WIRE_META_COUNTERS_FROM, WIRE_COUNTERS_FROM_PMU } };
  const struct wire_processor clocks[] = { { 0, 0, 0 }, { 1, (uint64_t)-40, 3 }, { 2, 1200, 5 }, { 3, 0, 0 } };
  const struct wire_event rows[] = { { AT(10), 1, 1, 1, 0 }, { AT(20), 2, 1, 2, 1 }, { AT(30), 3, 1, 3, 2 },
                                     { AT(40), 4, 1, 4, 3 } };
  /* Two processors' counters, each numbered and added up by itself; of the second one's a reading is lost. */
  const struct wire_reading counted[] = {
    { 0, AT(100), 1000, 10, 1, 0 }, { 0, AT(110), 500, 5, 2, 1 },   { 1, AT(200), 3000, 30, 1, 0 },
    { 1, AT(210), 900, 9, 2, 1 },   { 3, AT(300), 2000, 20, 2, 1 }, { 2, AT(310), 3500, 40, 1, 0 },
  };
  size_t count;
  const struct wire_sched *played = play_schedule(&count);
  SEND(s, WIRE_META, meta);
  SEND(s, WIRE_PROCESSOR, clocks);
  hello(s, WIRE_MODE_EVENTS | WIRE_MODE_SCHED | WIRE_MODE_COUNTERS, "workload=text smp=4 prof=events,sched");
  name_played(s);
  name(s, WIRE_SPACE_EVENT, 1, "block read");
  name(s, WIRE_SPACE_COUNTER, 0, "instructions");
  name(s, WIRE_SPACE_COUNTER, 1, "l1d_misses");
  SEND(s, WIRE_EVENT, rows);
  SEND(s, WIRE_READING, counted);
  send_played(s, played, count);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- contradict: records of processors that cannot be true together ---- */

static void make_contradict(struct xfer_sender *s)
{
  const struct wire_meta meta = { WIRE_META_PROCESSORS, 2 };
  const struct wire_processor clocks[] = { { 0, 0, 0 }, { 1, 7, 20 }, { 1, 8, 0 }, { 9, 0, 0 } };
  const struct wire_sched rows[] = {
    { AT(100), MAIN_THREAD, IDLE, WIRE_WHY_BLOCKED, 0 },        /* main is gone by the one clock 15 ns before ... */
    { AT(100) - 15, WORKER, MAIN_THREAD, WIRE_WHY_BLOCKED, 1 }, /* ... it has come by the other: these may differ by 20 */
    { AT(200), IDLE, WORKER, WIRE_WHY_PREEMPTED, 0 },
    { AT(300), MAIN_THREAD, WORKER, WIRE_WHY_BLOCKED, 1 },      /* on both processors, up to 350 us */
    { AT(350), WORKER, IDLE, WIRE_WHY_BLOCKED, 0 },
    { AT(400), MAIN_THREAD, WORKER_TOO, WIRE_WHY_BLOCKED, 1 },  /* worker runs there, not main */
    { AT(500), WORKER_TOO, WORKER, WIRE_WHY_BLOCKED, 1 },
    { AT(510), IDLE, UNLISTED, WIRE_WHY_PREEMPTED, 0 },         /* two threads for which the table had no room ... */
    { AT(520), WORKER, UNLISTED, WIRE_WHY_BLOCKED, 1 },         /* ... run at once, which contradicts nothing */
    { AT(530), UNLISTED, UNLISTED, WIRE_WHY_UNBLOCK, 0 },       /* a third one can run, and does so much later */
    { AT(540), UNLISTED, IDLE, WIRE_WHY_BLOCKED, 0 },
    { AT(550), UNLISTED, WORKER, WIRE_WHY_BLOCKED, 1 },
    { AT(590), IDLE, UNLISTED, WIRE_WHY_PREEMPTED, 0 },
    { AT(600), WORKER, MAIN_THREAD, WIRE_WHY_UNBLOCK, 2 },      /* there is no third processor */
    { AT(700), 9, MAIN_THREAD, WIRE_WHY_BLOCKED, 65535 },
  };
  send_rows(s, WIRE_META, &meta, 1);
  SEND(s, WIRE_PROCESSOR, clocks);
  hello(s, WIRE_MODE_SCHED, "workload=text smp=2 prof=sched");
  threads(s);
  SEND(s, WIRE_SCHED, rows);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

/* ---- too_many: more processors than there can be, of which the records know three ---- */

static void make_too_many(struct xfer_sender *s)
{
  const struct wire_meta meta = { WIRE_META_PROCESSORS, 1ull << 32 };
  const struct wire_sched rows[] = { { AT(100), MAIN_THREAD, IDLE, WIRE_WHY_BLOCKED, 0 },
                                     { AT(200), WORKER, WORKER_TOO, WIRE_WHY_BLOCKED, 2 } };
  send_rows(s, WIRE_META, &meta, 1);
  hello(s, WIRE_MODE_SCHED, "workload=text smp=3 prof=sched");
  threads(s);
  SEND(s, WIRE_SCHED, rows);
  flush_frame(s, WIRE_FRAME_DATA);
  end_whole(s);
}

static const struct { const char *name; void (*make)(struct xfer_sender *s); } dumps[] = {
  { "basic", make_basic }, { "full", make_full }, { "crash", make_crash }, { "timing_only", make_timing_only }, { "nothing", make_nothing },
  { "objects", make_objects }, { "deaths_full", make_deaths_full }, { "births_ring", make_births_ring },
  { "objects_strange", make_objects_strange }, { "counters", make_counters }, { "counters_model", make_counters_model },
  { "own", make_own }, { "cycles", make_cycles }, { "strange", make_strange },
  { "forged_notes", make_forged_notes }, { "snapshots", make_snapshots }, { "switched", make_switched },
  { "names_without_text", make_names_without_text },
  { "stacks_too_short", make_stacks_too_short }, { "rows_that_are_not_there", make_rows_that_are_not_there },
  { "stream", make_stream }, { "stream_cut", make_stream_cut },
  { "rows_without_columns", make_rows_without_columns }, { "no_frequency", make_no_frequency },
  { "many_addresses", make_many_addresses }, { "processors", make_processors }, { "contradict", make_contradict },
  { "too_many", make_too_many }, { "locks", make_locks }, { "moments", make_moments },
  { "crash_moment", make_crash_moment },
  { "calls", make_calls },
};

int main(int argc, char **argv)
{
  struct xfer_sender s;
  void *memory = calloc(1, XFER_SENDER_BYTES);
  apart = argc == 3 && strcmp(argv[2], "apart") == 0;
  if (argc == 3 && strcmp(argv[1], "processors") == 0 && strcmp(argv[2], "truth") == 0) {
    size_t count;
    play_schedule(&count);
    play_truth(stdout);
    free(memory);
    return fflush(stdout) != 0;
  }
  for (size_t i = 0; memory && (argc == 2 || apart) && i < COUNT(dumps); i++) {
    if (strcmp(argv[1], dumps[i].name) != 0)
      continue;
    xfer_send_init(&s, memory, FIRST_RUN + (uint32_t)i, write_out, stdout);
    dumps[i].make(&s);
    free(memory);
    return fflush(stdout) != 0 || s.dead;
  }
  fprintf(stderr, "usage: mkgolden NAME [apart] >STREAM, with NAME one of");
  for (size_t i = 0; i < COUNT(dumps); i++)
    fprintf(stderr, " %s", dumps[i].name);
  fputc('\n', stderr);
  free(memory);
  return 2;
}
