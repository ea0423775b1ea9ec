/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * pieces.c: see pieces.h.
 */
#include "pieces.h"

#include <stdio.h>
#include <string.h>

bool golden_apart;
static bool hello_sent;
static enum wire_kind last_kind; /* of the block that stands last in the open frame; 0: none does */

void golden_flush(struct xfer_sender *s, enum wire_frame_type type)
{
  xfer_send_flush(s, type);
  hello_sent |= type == WIRE_FRAME_HELLO;
  last_kind = 0;
}

static void begin_block(struct xfer_sender *s, enum wire_kind kind)
{
  if (golden_apart && hello_sent && last_kind && kind != last_kind)
    golden_flush(s, WIRE_FRAME_DATA);
  last_kind = kind;
}

void golden_send(struct xfer_sender *s, enum wire_kind kind, const void *rows, size_t count)
{
  begin_block(s, kind);
  xfer_send(s, kind, rows, count);
}

void golden_send_pair(struct xfer_sender *s, enum wire_kind kind, const void *rows, size_t count, enum wire_kind child,
                      const void *children, size_t child_count)
{
  begin_block(s, kind);
  xfer_send_pair(s, kind, rows, count, child, children, child_count);
}

void golden_aside(struct xfer_sender *s, bool aside)
{
  xfer_send_aside(s, aside);
  if (!aside)
    last_kind = 0;
}

void golden_text(const char *line)
{
  fputs(line, stdout);
}

/* ---- pieces that most dumps share ---- */

void golden_name(struct xfer_sender *s, enum wire_space space, uint32_t id, const char *value)
{
  struct wire_name row = { space, id, (uint32_t)strlen(value) };
  golden_send_pair(s, WIRE_NAME, &row, 1, WIRE_CHARACTER, value, strlen(value));
}

void golden_hello(struct xfer_sender *s, uint64_t modes, const char *command)
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
  golden_name(s, WIRE_SPACE_BUILD_ID, 0, "00112233445566778899aabbccddeeff00112233");
  golden_name(s, WIRE_SPACE_COMMAND, 0, command);
  golden_name(s, WIRE_SPACE_SYSTEM, 0, "golden 1");
  golden_flush(s, WIRE_FRAME_HELLO);
}

void golden_end(struct xfer_sender *s, const uint64_t dropped[WIRE_KIND_LIMIT])
{
  for (uint16_t k = WIRE_THREAD; k < WIRE_KIND_LIMIT; k++) {
    struct wire_tally t = { k, s->sent[k] + dropped[k], s->sent[k], dropped[k] };
    if (t.made)
      golden_send(s, WIRE_TALLY, &t, 1);
  }
  begin_block(s, WIRE_META);
  const struct wire_meta meta[] = { { WIRE_META_FRAMES, s->seq + 1 }, { WIRE_META_PLAIN_BYTES, s->plain_bytes },
                                    { WIRE_META_WIRE_BYTES, s->wire_bytes } };
  SEND(s, WIRE_META, meta);
  golden_flush(s, WIRE_FRAME_END);
}

void golden_end_whole(struct xfer_sender *s)
{
  static const uint64_t none[WIRE_KIND_LIMIT];
  golden_end(s, none);
}

void golden_threads(struct xfer_sender *s)
{
  const struct wire_thread rows[] = {
    { MAIN_THREAD, 0, START, STOP, 450000, 0, 0, 0, 0 },
    { WORKER, 0, START, STOP, 250000, 0, 0, 0, 0 },
    { WORKER_TOO, WIRE_THREAD_EXITED, START, AT(600), 50000, 1, 2, 0, 0 },
    { IRQ, WIRE_THREAD_IRQ, START, STOP, 20000, 0, 0, 0, 0 },
    { IDLE, WIRE_THREAD_IDLE, START, STOP, 230000, 0, 0, 0, 0 },
  };
  golden_name(s, WIRE_SPACE_THREAD, MAIN_THREAD, "main");
  golden_name(s, WIRE_SPACE_THREAD, WORKER, "worker");
  golden_name(s, WIRE_SPACE_THREAD, WORKER_TOO, "worker");
  golden_name(s, WIRE_SPACE_THREAD, IRQ, "IRQThread0");
  golden_name(s, WIRE_SPACE_THREAD, IDLE, "Idle");
  SEND(s, WIRE_THREAD, rows);
}

/* ---- what of it happened ---- */

void golden_trees(struct xfer_sender *s)
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

void golden_samples(struct xfer_sender *s)
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
  golden_send_pair(s, WIRE_SAMPLE, rows, COUNT(rows), WIRE_STACK, stack, COUNT(stack));
}

void golden_events(struct xfer_sender *s)
{
  /* The interrupt's event was logged in the middle of the worker's: their records have changed places. */
  const struct wire_event rows[] = {
    { AT(10), 1, 1, MAIN_THREAD, 0 },  { AT(20), 2, 1, MAIN_THREAD, 0 }, { AT(50), 3, 1, MAIN_THREAD, 0 },
    { AT(420), 7, 2, WORKER, 0 },      { AT(410), UINT64_MAX, 3, IRQ, 0 }, { AT(430), 4, 1, WORKER, 0 },
  };
  golden_name(s, WIRE_SPACE_EVENT, 1, "block read");
  golden_name(s, WIRE_SPACE_EVENT, 2, "queue full");
  SEND(s, WIRE_EVENT, rows);
}

void golden_schedule(struct xfer_sender *s)
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
