/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps_own.c: what single functions and single calls took, and what performance counters counted meanwhile.
 */
#include "dumps.h"
#include "pieces.h"

/* ---- own: turns, samples in and between them, a short function, a long one, one that overlaps its caller ---- */

enum { PROBES = 0x100500 }; /* up to 0x100600 */

/* `count` samples of the main thread at an address, each with a caller that is MAIN. */
static void samples_at(struct xfer_sender *s, uint64_t address, unsigned count)
{
  for (unsigned i = 0; i < count; i++) {
    const struct wire_sample row = { AT(i), MAIN_THREAD, 2, i % 50 ? 0 : WIRE_SAMPLE_MASKED, 0 };
    const struct wire_stack stack[] = { { address }, { MAIN + 0x20 } };
    golden_send_pair(s, WIRE_SAMPLE, &row, 1, WIRE_STACK, stack, 2);
  }
}

/* Five turns with fenced probes and, at 0, 300 and 600 us, three of 100 us without. hash: 10000 calls of 3 ns by
 * constants, 20 by turns, the last of which was disturbed; work: 100 calls of 1990 ns, 2000 by turns; tick is called
 * by work, 1000 times, takes 30 ns alone, more than work leaves it in a second context; it is seen in one turn there.
 * twin, throttled after 1000 calls, is main's, and main's own time is by constants, or as its samples without probes
 * say. Fenced probes cost 50 cycles at the boot and 60 in the run, as measured three times on each of three chains;
 * NOPs of a callee cost 2. */
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
    rows[n++] = (struct wire_turn){ AT(110 + 20 * k), WIRE_TURN_NOPS, 0, 128, 128 * (1 + k), 0 };
  for (uint32_t k = 0; k < 3; k++)
    rows[n++] = (struct wire_turn){ AT(300 * k), WIRE_TURN_PLAIN, 0, 0, 100000, 500 };
  SEND(s, WIRE_META, metas);
  golden_send(s, WIRE_TURN, rows, n);
}

/* functions: META FUNCTIONS, how many can be switched. */
static void send_own(struct xfer_sender *s, uint64_t functions)
{
  const struct wire_meta probes[] = {
    { WIRE_META_PROBES_LOW, PROBES }, { WIRE_META_PROBES_HIGH, PROBES + 0x100 }, { WIRE_META_CAL_INNER, 15 },
    { WIRE_META_CAL_INNER_MIN, 14 },  { WIRE_META_CAL_OUTER, 40 },               { WIRE_META_CAL_OUTER_MIN, 38 },
    { WIRE_META_SAMPLING, WIRE_SAMPLING_NMI }, { WIRE_META_SAMPLE_CYCLES, 50000 }, { WIRE_META_FUNCTIONS, functions },
    { WIRE_META_TIMED, 4 }, { WIRE_META_THROTTLE, 1000 }, { WIRE_META_CAL_EVENT, 9 }, { WIRE_META_MACHINE, 62 },
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
  golden_hello(s, WIRE_MODE_TIMING | WIRE_MODE_SAMPLES | WIRE_MODE_EVENTS, "prof=timing,samples,events");
  SEND(s, WIRE_META, probes);
  golden_threads(s);
  SEND(s, WIRE_NODE, rows);
  SEND(s, WIRE_EVENT, logged);
  turns(s);
  samples_at(s, PROBES, 250);
  samples_at(s, PROBES + 0xff, 250);
  samples_at(s, HASH + 4, 200);
  samples_at(s, WORK + 4, 200);
  samples_at(s, TICK + 4, 10);
  samples_at(s, TWIN_A + 4, 90);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

void make_own(struct xfer_sender *s)
{
  send_own(s, 5);
}

/* The same with probes that the code calls, as -finstrument-functions has it. */
void make_own_called(struct xfer_sender *s)
{
  send_own(s, 0);
}

/* ---- counted: bursts, and samples in and between them ---- */

/* `count` samples of the main thread, one each 10 us from `us` on, at an address with a caller, or two. */
static void samples_from(struct xfer_sender *s, unsigned us, unsigned count, uint64_t address, uint64_t caller)
{
  for (unsigned i = 0; i < count; i++) {
    const struct wire_sample row = { AT(us + 10 * i), MAIN_THREAD, caller ? 3 : 2, 0, 0 };
    const struct wire_stack stack[] = { { address }, { caller ? caller : MAIN + 0x20 }, { MAIN + 0x20 } };
    golden_send_pair(s, WIRE_SAMPLE, &row, 1, WIRE_STACK, stack, row.depth);
  }
}

/* Five bursts of 20 us from 100 us on, each `apart` us, and one of 90 us at `spoilt` us that is left out. hash: 400
 * calls in each of the five; work: 10 in each of four; tick: 3 in one; twin in none, though samples meet it. The main
 * thread ran for 940 us, the interrupt's for 20. */
static void counted(struct xfer_sender *s, uint32_t apart, uint32_t spoilt)
{
  const struct wire_meta metas[] = { { WIRE_META_BURSTS, 100 }, { WIRE_META_SAMPLING, WIRE_SAMPLING_NMI } };
  const struct wire_node nodes[] = {
    { .id = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 940000 },
    { .id = 2, .thread = IRQ, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 20000 },
  };
  struct wire_turn rows[9];
  size_t n = 0;
  for (uint32_t k = 0; k < 5; k++)
    rows[n++] = (struct wire_turn){ AT(100 + apart * k), WIRE_TURN_BURST, 0, k ? 410 : 403, 20000, 500 };
  rows[n++] = (struct wire_turn){ AT(spoilt), WIRE_TURN_SPOILT, 0, 0, 90000, 500 };
  rows[n++] = (struct wire_turn){ STOP, WIRE_TURN_COUNTED, 5, 2000, HASH, 5 * 400 * 400 };
  rows[n++] = (struct wire_turn){ STOP, WIRE_TURN_COUNTED, 4, 40, WORK, 4 * 10 * 10 };
  rows[n++] = (struct wire_turn){ STOP, WIRE_TURN_COUNTED, 1, 3, TICK, 3 * 3 };
  golden_hello(s, WIRE_MODE_TIMING | WIRE_MODE_SAMPLES, "prof=timing,samples bursts=100");
  SEND(s, WIRE_META, metas);
  golden_threads(s);
  SEND(s, WIRE_NODE, nodes);
  golden_send(s, WIRE_TURN, rows, n);
  samples_from(s, 130, 15, HASH + 4, 0);
  samples_from(s, 330, 15, WORK + 4, 0);
  samples_from(s, 530, 10, TICK + 4, WORK + 0x20);
  samples_from(s, 730, 10, 0x7f0000001000, WORK + 0x20);
  samples_from(s, 830, 4, TWIN_A + 4, 0);
  samples_from(s, 900, 2, TWIN_A + 4, 0); /* both in a burst */
  samples_from(s, 960, 4, HASH + 4, 0);   /* in the one that is left out */
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* Of 60 samples 6 lie in bursts, and 10 met a library that work had called. */
void make_counted(struct xfer_sender *s)
{
  counted(s, 200, 950);
}

/* The last burst comes long before the run's end. */
void make_counted_before(struct xfer_sender *s)
{
  counted(s, 21, 206);
}

/* ---- calls: each one by itself ---- */

#define CALLED(node, from, until, suspended, drifted, bits) \
  { .call = (node) << WIRE_CALL_FLAG_BITS | (bits), .raw = ((until) - (from)) * 1000 - (suspended) * 1000, \
    .drift = (uint32_t)(drifted), .away = (suspended) * 1000, .tsc = AT(until) }

/* main's work: from 10 to 30 us with three calls of hash, of which the first begins when work does, and the second
 * takes no time; from 35 to 60 with an interrupt, which was not its time; then by way of twin, whose own calls are
 * not recorded, tick; from 80 to 100 work calls itself, and hash, which is left without its exit hook. Of the
 * worker's hash the second call has lost its high halves; those of the third say that more was taken off than time
 * has passed. main goes on. */
void make_calls(struct xfer_sender *s)
{
  const struct wire_node nodes[] = {
    { .id = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = 450000, .drift = 100 },
    { .id = 2, .parent = 1, .thread = MAIN_THREAD, .flags = WIRE_NODE_OPEN, .address = MAIN, .raw = 445000,
      .drift = 100 },
    { .id = 3, .parent = 2, .thread = MAIN_THREAD, .address = WORK, .calls = 3, .raw = 60000, .drift = 60,
      .least = 19980, .most = 19980, .square_lo = 3 * 399200400ull },
    { .id = 4, .parent = 3, .thread = MAIN_THREAD, .address = HASH, .calls = 4, .raw = 11000, .drift = 8,
      .least = (uint64_t)-2, .most = 4998, .square_lo = 44968024, .negative = 1 },
    { .id = 5, .parent = 3, .thread = MAIN_THREAD, .address = WORK, .calls = 1, .raw = 13000, .drift = 10,
      .least = 12990, .most = 12990, .square_lo = 168740100 },
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
    { .call = 9 << WIRE_CALL_FLAG_BITS | WIRE_CALL_HIGH, .tsc = AT(130) },
    CALLED(9, 120, 130, 0, 10500, WIRE_CALL_WIDE),
    CALLED(2, 5, 1000, 550, 100, WIRE_CALL_OPEN),
  };
  golden_hello(s, WIRE_MODE_TIMING | WIRE_MODE_SCHED | WIRE_MODE_CALLS, "workload=text prof=timing,sched,calls");
  golden_threads(s);
  SEND(s, WIRE_NODE, nodes);
  golden_schedule(s);
  golden_flush(s, WIRE_FRAME_DATA);
  SEND(s, WIRE_CALL, calls);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- counters: read by the processor, in a ring that has overwritten the first two ---- */

/* main 100..140, the interrupt to 150, main to 300, the worker from 300 on, one reading lost (number 7), Idle to the
 * end. Its instructions are those of the first counter. */
static const struct wire_reading readings[] = {
  { 2, AT(100), 40000, 100, MAIN_THREAD, 0 }, { 3, AT(140), 60000, 150, MAIN_THREAD, 0 },
  { 4, AT(150), 64000, 160, IRQ, 0 },
  { 5, AT(300), 164000, 160, MAIN_THREAD, 0 }, { 6, AT(500), 264000, 1160, WORKER, 0 },
  { 8, AT(600), 300000, 1200, MAIN_THREAD, 0 },
  { 9, STOP, 300010, 1200, IDLE, 0 },
};

void make_counters(struct xfer_sender *s)
{
  const uint64_t dropped[WIRE_KIND_LIMIT] = { [WIRE_READING] = 2 };
  const struct wire_meta meta[] = { { WIRE_META_COUNTERS_FROM, WIRE_COUNTERS_FROM_PMU }, { WIRE_META_CAP_READINGS, 8 },
                                    { WIRE_META_RING, WIRE_MODE_COUNTERS } };
  SEND(s, WIRE_META, meta);
  golden_hello(s, WIRE_MODE_SAMPLES | WIRE_MODE_SCHED | WIRE_MODE_COUNTERS, "workload=text "
               "prof=samples,sched counters=instructions,l1d_misses ring=counters readings=8");
  golden_threads(s);
  golden_name(s, WIRE_SPACE_COUNTER, 0, "instructions");
  golden_name(s, WIRE_SPACE_COUNTER, 1, "l1d_misses");
  golden_samples(s);
  golden_schedule(s);
  SEND(s, WIRE_READING, readings);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end(s, dropped);
}

/* A model's: readings without values. Between them pass 30, 20, 10 and 5 instructions, and Idle halts for 35 cycles. */
void make_counters_model(struct xfer_sender *s)
{
  const struct wire_meta meta = { WIRE_META_COUNTERS_FROM, WIRE_COUNTERS_FROM_MODEL };
  const struct wire_reading rows[] = {
    { 0, START, 0, 0, MAIN_THREAD, 0 }, { 1, START + 30, 0, 0, MAIN_THREAD, 0 }, { 2, START + 50, 0, 0, WORKER, 0 },
    { 3, START + 95, 0, 0, IDLE, 0 }, { 4, START + 100, 0, 0, MAIN_THREAD, 0 },
  };
  golden_send(s, WIRE_META, &meta, 1);
  golden_hello(s, WIRE_MODE_SCHED | WIRE_MODE_COUNTERS, "workload=text prof=sched counters=model");
  golden_threads(s);
  SEND(s, WIRE_READING, rows);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}
