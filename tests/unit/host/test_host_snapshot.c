/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_host_snapshot.c: what the host shows of a dump that was cut: the call trees of the last snapshot that came
 * whole, or those of the end, and never some of both.
 */
#define _GNU_SOURCE /* open_memstream */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/calltree.h"
#include "dump/dump.h"
#include "tables/tables.h"

#define NODES 5 /* of a tree: a root, and a path of calls */

/* ---- frames ---- */

static struct xfer_sender sender;
static uint8_t sender_memory[XFER_SENDER_BYTES] __attribute__((aligned(8)));
static uint8_t line[1 << 20];
static size_t used, last; /* bytes of all frames; where the last one begins */

static bool write_line(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  assert_true(used + bytes <= sizeof(line));
  memcpy(line + used, data, bytes);
  last = used;
  used += bytes;
  return true;
}

/* A stream whose clock runs at 1 kHz from 0. */
static int begin(void **state)
{
  static const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000 }, { WIRE_META_START_TSC, 0 }, { WIRE_META_MODES, WIRE_MODE_TIMING } };
  (void)state;
  used = 0;
  xfer_send_init(&sender, sender_memory, 7, write_line, NULL);
  xfer_send(&sender, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  xfer_send_flush(&sender, WIRE_FRAME_HELLO);
  return 0;
}

static void send_event(uint64_t tsc)
{
  const struct wire_event e = { .tsc = tsc };
  xfer_send(&sender, WIRE_EVENT, &e, 1);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
}

static void send_thread(uint64_t tsc)
{
  const struct wire_thread t = { .id = 1, .end = tsc, .run = tsc };
  xfer_send(&sender, WIRE_THREAD, &t, 1);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
}

/* Nodes [from, until) of the tree at `tsc`: all times are known by it. */
static void send_nodes(uint64_t tsc, uint32_t from, uint32_t until)
{
  for (uint32_t i = from; i < until; i++) {
    const struct wire_node n = { .id = i + 1, .parent = i, .thread = 1, .flags = i ? 0 : WIRE_NODE_ROOT, .calls = 1,
                                 .raw = tsc - i, .address = 4096 + i };
    xfer_send(&sender, WIRE_NODE, &n, 1);
  }
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
}

static void send_mark(uint32_t number, uint64_t tsc)
{
  const struct wire_snapshot mark = { .number = number, .threads = 1, .nodes = NODES, .tsc = tsc };
  xfer_send(&sender, WIRE_SNAPSHOT, &mark, 1);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
}

/* A frame for each piece: opening mark, thread, nodes in two, closing mark; the first `pieces` of them but for
 * `left_out`. */
enum { PIECES = 5, ALL = -1 };
static void send_snapshot(uint32_t number, uint64_t tsc, int pieces, int left_out)
{
  xfer_send_aside(&sender, true);
  for (int i = 0; i < pieces; i++) {
    const size_t before = used;
    const uint32_t seq = sender.seq;
    if (i == 0 || i == 4)
      send_mark(number, tsc);
    else if (i == 1)
      send_thread(tsc);
    else
      send_nodes(tsc, i == 2 ? 0 : 2, i == 2 ? 2 : NODES);
    assert_int_equal(sender.seq, seq + 1);
    if (i == left_out)
      used = before;
  }
  xfer_send_aside(&sender, false);
}

static void send_stop(uint64_t tsc)
{
  const struct wire_meta stop = { WIRE_META_STOP_TSC, tsc };
  xfer_send(&sender, WIRE_META, &stop, 1);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
}

/* ---- the reader ---- */

static void on_frame(void *ctx, const struct xfer_frame *f)
{
  dump_frame(ctx, f);
}

static void on_text(void *ctx, const uint8_t *text, size_t bytes)
{
  (void)ctx, (void)text, (void)bytes;
  fail();
}

static void on_damage(void *ctx, const struct xfer_damage_info *info)
{
  dump_damage(ctx, info);
}

static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };

static struct dump *read_kinds(dump_kinds kinds)
{
  struct dump *d = dump_new("memory", kinds, 64 << 20);
  struct xfer_receiver *r = xfer_receive_new(&ops, d);
  xfer_receive(r, line, used);
  xfer_receive_end(r);
  xfer_receive_free(r);
  dump_done(d);
  assert_string_equal(d->error, "");
  return d;
}

/* The call tree is that of `tsc`, whole; none: 0. */
static void assert_tree(const struct dump *d, uint64_t tsc)
{
  const struct wire_node *n = dump_node_rows(d);
  assert_int_equal(dump_count(d, WIRE_NODE), tsc ? NODES : 0);
  assert_int_equal(dump_count(d, WIRE_THREAD), tsc ? 1 : 0);
  for (uint32_t i = 0; tsc && i < NODES; i++)
    assert_int_equal(n[i].raw, tsc - i);
  if (tsc)
    assert_int_equal(dump_thread_rows(d)[0].end, tsc);
}

static void assert_early(uint64_t tsc)
{
  uint64_t when;
  struct dump *d = read_kinds(DUMP_ALL);
  assert_int_equal(dump_trees_are_early(d, &when), tsc != 0);
  if (tsc)
    assert_int_equal(when, tsc);
  assert_tree(d, tsc);
  dump_free(d);
}

/* ---- tests ---- */

static void a_cut_dump_has_the_trees_of_the_snapshot(void **state)
{
  (void)state;
  send_event(50);
  assert_early(0);
  send_snapshot(0, 100, PIECES, ALL);
  assert_early(100);
  send_event(150);
  assert_early(100);
}

static void the_last_whole_one_counts(void **state)
{
  (void)state;
  send_snapshot(0, 100, PIECES, ALL);
  send_snapshot(1, 200, PIECES, ALL);
  assert_early(200);
}

static void one_that_is_cut_anywhere_counts_for_nothing(void **state)
{
  for (int pieces = 0; pieces < PIECES; pieces++) {
    begin(state);
    send_snapshot(0, 100, pieces, ALL);
    assert_early(0);
    begin(state);
    send_snapshot(0, 100, PIECES, ALL);
    send_snapshot(1, 200, pieces, ALL);
    assert_early(100);
  }
}

/* One way, what is lost stays lost; the snapshots behind it do not suffer. */
static void one_of_which_a_frame_is_lost_counts_for_nothing(void **state)
{
  for (int lost = 0; lost < PIECES; lost++) {
    begin(state);
    send_snapshot(0, 100, PIECES, ALL);
    send_snapshot(1, 200, PIECES, lost);
    send_event(250);
    assert_early(100);
    send_snapshot(2, 300, PIECES, ALL);
    assert_early(300);
  }
}

static void two_halves_are_no_whole(void **state)
{
  (void)state;
  send_snapshot(0, 100, 3, ALL);
  send_snapshot(1, 200, PIECES, 0);
  assert_early(0);
}

static void the_trees_of_the_end_count_when_all_have_come(void **state)
{
  (void)state;
  send_snapshot(0, 100, PIECES, ALL);
  send_thread(900);
  assert_early(100);
  send_nodes(900, 0, 3);
  assert_early(100);
  send_nodes(900, 3, NODES);
  assert_early(100);
  send_stop(900);
  struct dump *d = read_kinds(DUMP_ALL);
  uint64_t tsc;
  assert_false(dump_trees_are_early(d, &tsc));
  assert_tree(d, 900);
  dump_free(d);
}

static void trees_of_the_end_that_are_not_whole_do_not(void **state)
{
  (void)state;
  send_snapshot(0, 100, PIECES, ALL);
  send_thread(900);
  send_nodes(900, 0, 3);
  const size_t before = used;
  send_nodes(900, 3, NODES);
  used = before; /* lost on the line */
  send_stop(900);
  xfer_send_flush(&sender, WIRE_FRAME_END);
  assert_early(100);
}

/* A dump that is looked at while it comes. */
static void a_growing_dump_changes_from_one_to_the_next(void **state)
{
  size_t ends[4];
  static const uint64_t tscs[4] = { 100, 200, 200, 900 };
  (void)state;
  send_snapshot(0, 100, PIECES, ALL);
  ends[0] = used;
  send_snapshot(1, 200, PIECES, ALL);
  ends[1] = used;
  send_thread(900);
  send_nodes(900, 0, 3);
  ends[2] = used;
  send_nodes(900, 3, NODES);
  send_stop(900);
  ends[3] = used;
  struct dump *d = dump_new("memory", DUMP_ALL, 64 << 20);
  struct xfer_receiver *r = xfer_receive_new(&ops, d);
  for (size_t i = 0, from = 0; i < 4; from = ends[i++]) {
    xfer_receive(r, line + from, ends[i] - from);
    dump_done(d);
    dump_done(d);
    assert_tree(d, tscs[i]);
  }
  xfer_receive_free(r);
  dump_free(d);
}

/* What is in it comes again: that it is lost is no loss of records, and nothing in it is counted twice. */
static void it_is_not_counted(void **state)
{
  (void)state;
  send_thread(900);
  send_snapshot(0, 100, PIECES, 3);
  send_nodes(900, 0, NODES);
  send_stop(900);
  xfer_send_flush(&sender, WIRE_FRAME_END);
  struct dump *d = read_kinds(DUMP_ALL);
  assert_int_equal(d->lost_frames, 1);
  assert_int_equal(d->gap_count, 0);
  assert_int_equal(d->seen[WIRE_NODE], NODES);
  assert_int_equal(d->seen[WIRE_THREAD], 1);
  assert_int_equal(sender.sent[WIRE_NODE], NODES);
  assert_int_equal(sender.sent[WIRE_SNAPSHOT], 0);
  assert_tree(d, 900);
  dump_free(d);
}

/* Who keeps no records knows all the same what has come. */
static void a_summary_knows_of_it(void **state)
{
  uint64_t tsc;
  (void)state;
  send_snapshot(0, 100, PIECES, ALL);
  send_snapshot(1, 200, 4, ALL);
  struct dump *d = read_kinds(DUMP_SUMMARY);
  assert_true(dump_trees_are_early(d, &tsc));
  assert_int_equal(tsc, 100);
  assert_int_equal(d->snapshots.count, 1);
  assert_int_equal(d->snapshots.whole.head.nodes, NODES);
  dump_free(d);
}

/* A crash in the middle of a snapshot: what is sent behind it is of the end. */
static void a_crash_ends_it(void **state)
{
  (void)state;
  send_snapshot(0, 100, PIECES, ALL);
  xfer_send_aside(&sender, true);
  send_mark(1, 200);
  const struct wire_thread t = { .id = 1, .end = 200 };
  xfer_send(&sender, WIRE_THREAD, &t, 1);
  xfer_send_recover(&sender);
  send_thread(900);
  send_nodes(900, 0, NODES);
  send_stop(900);
  struct dump *d = read_kinds(DUMP_ALL);
  assert_tree(d, 900);
  assert_int_equal(d->lost_frames, 0);
  dump_free(d);
}

static void tables_say_of_when_they_are(void **state)
{
  static const struct view_options options = { 0 };
  char *text;
  size_t bytes;
  (void)state;
  send_snapshot(0, 12300, PIECES, ALL);
  send_event(17900);
  struct analysis *a = analysis_new(view_new(read_kinds(DUMP_ALL), NULL, &options));
  FILE *out = open_memstream(&text, &bytes);
  assert_true(tables_write(tables_find("tree"), a, out, TABLE_FORM_TSV, 0));
  fclose(out);
  assert_non_null(strstr(text, "the call trees are as of 12.300 s of 17.900 s"));
  free(text);
  struct dump *d = (struct dump *)a->view->dump;
  analysis_free(a);
  dump_free(d);
}

#define TEST(name) cmocka_unit_test_setup(name, begin)

int main(void)
{
  const struct CMUnitTest tests[] = {
    TEST(a_cut_dump_has_the_trees_of_the_snapshot),
    TEST(the_last_whole_one_counts),
    TEST(one_that_is_cut_anywhere_counts_for_nothing),
    TEST(one_of_which_a_frame_is_lost_counts_for_nothing),
    TEST(two_halves_are_no_whole),
    TEST(the_trees_of_the_end_count_when_all_have_come),
    TEST(trees_of_the_end_that_are_not_whole_do_not),
    TEST(a_growing_dump_changes_from_one_to_the_next),
    TEST(it_is_not_counted),
    TEST(a_summary_knows_of_it),
    TEST(a_crash_ends_it),
    TEST(tables_say_of_when_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
