/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps_strange.c: what a sane sender would not do, and a reader must bear.
 */
#include "dumps.h"
#include "pieces.h"

#include <string.h>

/* ---- strange: all that a sane sender would not do, and a reader must bear ---- */

/* A block of a kind that nobody knows yet: one column, two rows. */
static void unknown_kind(struct xfer_sender *s)
{
  const uint8_t block[] = { 99, 0, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 6 };
  memcpy(s->plain + s->used, block, sizeof(block));
  s->used += sizeof(block);
}

void make_strange(struct xfer_sender *s)
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
  golden_hello(s, GOLDEN_ALL_MODES, "tab\there; \xff\xfe \xed\xa0\x80 \xc2\x85 \x1b[31mred");
  golden_name(s, WIRE_SPACE_THREAD, 1, "");
  golden_name(s, WIRE_SPACE_EVENT, 12, "a\nb;c");
  golden_send(s, WIRE_META, &meta, 1);
  SEND(s, WIRE_THREAD, rows);
  SEND(s, WIRE_NODE, nodes);
  SEND(s, WIRE_SCHED, sched);
  SEND(s, WIRE_EVENT, event);
  SEND(s, WIRE_READING, reading);
  golden_send_pair(s, WIRE_SAMPLE, sample, 1, WIRE_STACK, NULL, 0);
  unknown_kind(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- forged_notes: names that look like what stands around rows ---- */

void make_forged_notes(struct xfer_sender *s)
{
  const struct wire_thread rows[] = {
    { MAIN_THREAD, 0, START, STOP, 450000, 0, 0, 0, 0 }, { WORKER, 0, START, STOP, 250000, 0, 0, 0, 0 },
    { IDLE, WIRE_THREAD_IDLE, START, STOP, 300000, 0, 0, 0, 0 },
  };
  golden_hello(s, GOLDEN_ALL_MODES, "\\workload=text");
  golden_name(s, WIRE_SPACE_THREAD, MAIN_THREAD, "#1 worker");
  golden_name(s, WIRE_SPACE_THREAD, WORKER, "# incomplete: cut: all of it");
  golden_name(s, WIRE_SPACE_THREAD, IDLE, "\\#");
  golden_name(s, WIRE_SPACE_EVENT, 1, "  note: nothing is missing");
  golden_name(s, WIRE_SPACE_EVENT, 2, "# note: (no rows)");
  SEND(s, WIRE_THREAD, rows);
  golden_samples(s);
  const struct wire_event event[] = { { AT(10), 1, 1, MAIN_THREAD, 0 }, { AT(20), 2, 2, WORKER, 0 },
                                      { AT(30), 2, 1, IDLE, 0 } };
  SEND(s, WIRE_EVENT, event);
  golden_schedule(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* ---- dumps whose frames are sound and whose records make no sense ---- */

void make_names_without_text(struct xfer_sender *s)
{
  const struct wire_name row = { WIRE_SPACE_THREAD, 1, 10 };
  golden_hello(s, GOLDEN_ALL_MODES, "prof=all");
  golden_send(s, WIRE_NAME, &row, 1);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

void make_stacks_too_short(struct xfer_sender *s)
{
  const struct wire_sample row = { AT(1), 1, 3, 0, 0 };
  const struct wire_stack stack[2] = { { MAIN }, { WORK } };
  golden_hello(s, GOLDEN_ALL_MODES, "prof=all");
  golden_threads(s);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_send_pair(s, WIRE_SAMPLE, &row, 1, WIRE_STACK, stack, 2);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

void make_rows_that_are_not_there(struct xfer_sender *s)
{
  const uint8_t block[] = { WIRE_EVENT, 0, 1, 0, 0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 2, 0, 0, 0, 5, 6 };
  golden_hello(s, GOLDEN_ALL_MODES, "prof=all");
  golden_threads(s);
  memcpy(s->plain + s->used, block, sizeof(block));
  s->used += sizeof(block);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

void make_rows_without_columns(struct xfer_sender *s)
{
  const uint8_t block[] = { WIRE_EVENT, 0, 0, 0, 0, 0, 1, 0 };
  golden_hello(s, GOLDEN_ALL_MODES, "prof=all");
  golden_threads(s);
  memcpy(s->plain + s->used, block, sizeof(block));
  s->used += sizeof(block);
  golden_flush(s, WIRE_FRAME_DATA);
  golden_end_whole(s);
}

/* More different addresses than hostdump gathers for the names of functions; those of functions come first. */
void make_many_addresses(struct xfer_sender *s)
{
  static struct wire_stack stack[60000];
  golden_hello(s, GOLDEN_ALL_MODES, "prof=all");
  golden_threads(s);
  xfer_send_flush(s, WIRE_FRAME_DATA);
  for (uint64_t i = 0; i < 5; i++) {
    const struct wire_sample row = { AT(i), MAIN_THREAD, COUNT(stack), 0, 0 };
    for (uint64_t k = 0; k < COUNT(stack); k++)
      stack[k].address = i || k ? 0x40000000 + i * COUNT(stack) + k : WORK + 4;
    xfer_send_pair(s, WIRE_SAMPLE, &row, 1, WIRE_STACK, stack, COUNT(stack));
  }
  golden_end_whole(s);
}

void make_no_frequency(struct xfer_sender *s)
{
  golden_name(s, WIRE_SPACE_COMMAND, 0, "prof=all");
  golden_flush(s, WIRE_FRAME_HELLO);
  golden_end_whole(s);
}
