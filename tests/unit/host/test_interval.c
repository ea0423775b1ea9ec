/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_interval.c: the call trees between two snapshots are what a model has seen in between: a program that calls at
 * random, and the same program's sums kept anew from each snapshot on.
 */
#define _GNU_SOURCE /* open_memstream */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "dump/dump.h"
#include "dump/snapshot.h"
#include "model/interval.h"
#include "tables/tables.h"

#define NODES     40   /* a root, and calls below it */
#define SNAPSHOTS 7
#define EDGES     (SNAPSHOTS + 2) /* with the run's beginning and end */
#define STEPS     300  /* calls from edge to edge */
#define BUCKETS   20
#define HZ        1000000000u

static const char path[] = "test_interval.jxp";

/* ---- the program ---- */

/* The sums of a node: of the run so far, and of the time since an edge. */
struct sums { uint64_t calls, raw, drift, negative; int64_t least, most; unsigned __int128 squares; uint32_t buckets[BUCKETS]; };

static struct sums total[NODES], since[EDGES][NODES]; /* since[e]: since edge e */
static struct sums truth[EDGES][EDGES][NODES];        /* of the time between two edges */
static uint64_t now;
static uint32_t open_node;                            /* a call of it is open; 0: none */
static uint64_t opened_at;

static uint64_t noise(void)
{
  static uint64_t random = 88172645463325252u;
  random ^= random << 13;
  random ^= random >> 7;
  random ^= random << 17;
  return random;
}

static uint32_t parent_of(uint32_t node)
{
  return node / 3;
}

static unsigned bucket_of(int64_t cycles)
{
  unsigned b = 0;
  while (cycles >> (b + 1))
    b++;
  return b;
}

static void book_call(struct sums *s, int64_t lasted)
{
  s->least = !s->calls || lasted < s->least ? lasted : s->least;
  s->most = !s->calls || lasted > s->most ? lasted : s->most;
  s->calls++;
  s->squares += (unsigned __int128)(lasted * lasted);
  s->buckets[bucket_of(lasted)]++;
}

/* Books time for a node and those that called it: in the run, and since all edges so far. */
static void pass(uint32_t node, uint64_t raw, uint64_t drift, unsigned edges)
{
  now += raw;
  for (uint32_t n = node;; n = parent_of(n)) {
    total[n].raw += raw;
    total[n].drift += drift;
    for (unsigned e = 0; e < edges; e++) {
      since[e][n].raw += raw;
      since[e][n].drift += drift;
    }
    if (!n)
      return;
  }
}

/* Books a completed call. That of a node counts as lasting `lasted`. */
static void complete(uint32_t node, int64_t lasted, unsigned edges)
{
  book_call(&total[node], lasted);
  for (unsigned e = 0; e < edges; e++)
    book_call(&since[e][node], lasted);
}

/* A call of a random node, whose callers were called with it where they have not been yet. */
static void step(unsigned edges, uint32_t nodes)
{
  const uint32_t node = 1 + (uint32_t)(noise() % (nodes - 1));
  const uint64_t raw = 20 + noise() % 5000, drift = noise() % 20;
  pass(node, raw, drift, edges);
  complete(node, (int64_t)(raw - drift), edges);
}

/* ---- the stream ---- */

static struct xfer_sender sender;
static uint8_t sender_memory[XFER_SENDER_BYTES] __attribute__((aligned(8)));
static uint8_t line[4 << 20];
static size_t used;

static bool write_line(void *ctx, const void *data, size_t bytes)
{
  (void)ctx;
  assert_true(used + bytes <= sizeof(line));
  memcpy(line + used, data, bytes);
  used += bytes;
  return true;
}

/* Sends the nodes that have been called, in an order that changes: a parent before its children. */
static uint32_t send_nodes(bool turned)
{
  uint32_t count = 0;
  for (uint32_t level = 0; level < 5; level++)
    for (uint32_t i = 0; i < NODES; i++) {
      const uint32_t n = turned ? NODES - 1 - i : i;
      uint32_t depth = 0;
      for (uint32_t up = n; up; up = parent_of(up))
        depth++;
      if (depth != level || (n && !total[n].raw))
        continue;
      const struct sums *s = &total[n];
      const struct wire_node row = { .id = n + 1, .parent = n ? parent_of(n) + 1 : 0, .thread = 1,
        .flags = n ? n == open_node ? WIRE_NODE_OPEN : 0 : WIRE_NODE_ROOT | WIRE_NODE_OPEN, .address = n ? 4096 + n : 0,
        .calls = s->calls, .raw = s->raw, .drift = s->drift, .least = (uint64_t)s->least, .most = (uint64_t)s->most,
        .square_lo = (uint64_t)s->squares, .square_hi = (uint64_t)(s->squares >> 64), .negative = s->negative };
      xfer_send(&sender, WIRE_NODE, &row, 1);
      count++;
    }
  return count;
}

static uint32_t count_nodes(void)
{
  uint32_t count = 1;
  for (uint32_t n = 1; n < NODES; n++)
    count += total[n].raw != 0;
  return count;
}

/* Sends the buckets with calls, or only counts them. */
static uint32_t send_buckets(bool send)
{
  uint32_t count = 0;
  for (uint32_t n = 0; n < NODES; n++)
    for (unsigned b = 0; b < BUCKETS; b++)
      if (total[n].buckets[b]) {
        const struct wire_histogram row = { n + 1, (uint8_t)b, total[n].buckets[b] };
        if (send)
          xfer_send(&sender, WIRE_HISTOGRAM, &row, 1);
        count++;
      }
  return count;
}

static void send_trees(bool turned)
{
  const struct wire_thread thread = { .id = 1, .end = now + 5, .run = now };
  xfer_send(&sender, WIRE_THREAD, &thread, 1);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
  send_nodes(turned);
  xfer_send_flush(&sender, WIRE_FRAME_DATA);
  send_buckets(true);
}

/* Numbers begin at 3: snapshots before them were lost. */
#define NUMBER(i) ((i) + 3)

static void send_snapshot(unsigned i)
{
  const struct wire_snapshot mark = { .number = NUMBER(i), .threads = 1, .nodes = count_nodes(),
                                      .buckets = send_buckets(false), .tsc = now };
  xfer_send_aside(&sender, true);
  xfer_send(&sender, WIRE_SNAPSHOT, &mark, 1);
  send_trees(i % 2);
  xfer_send(&sender, WIRE_SNAPSHOT, &mark, 1);
  xfer_send_aside(&sender, false);
}

/* The program from one edge to the next; `edges` edges have been. In every other part a call is open at its end, whose
 * callers are not called: it lasts into the next part. */
static void run_part(unsigned edges)
{
  const uint32_t nodes = edges < 3 ? NODES / 2 : NODES; /* some are called for the first time later */
  if (open_node) {
    pass(open_node, 777, 3, edges);
    opened_at += 774;
    complete(open_node, (int64_t)opened_at, edges);
    open_node = 0;
  }
  for (unsigned i = 0; edges != 4 && i < STEPS; i++) /* between two edges there are no other calls */
    step(edges, nodes);
  if (edges % 2) {
    open_node = NODES / 2 - 1;
    pass(open_node, 600, 2, edges);
    opened_at = 598;
  }
}

static void note_truth(unsigned edge)
{
  for (unsigned e = 0; e < edge; e++)
    memcpy(truth[e][edge], since[e], sizeof(since[e]));
}

static int make(void **state)
{
  const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, HZ }, { WIRE_META_START_TSC, 0 },
                                    { WIRE_META_MODES, WIRE_MODE_TIMING }, { WIRE_META_STREAM, WIRE_MODE_TIMING } };
  (void)state;
  xfer_send_init(&sender, sender_memory, 7, write_line, NULL);
  xfer_send(&sender, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  xfer_send_flush(&sender, WIRE_FRAME_HELLO);
  for (unsigned edge = 1; edge < EDGES; edge++) {
    run_part(edge);
    note_truth(edge);
    if (edge <= SNAPSHOTS)
      send_snapshot(edge - 1);
  }
  send_trees(true);
  xfer_send(&sender, WIRE_META, &(struct wire_meta){ WIRE_META_STOP_TSC, now + 5 }, 1);
  xfer_send_flush(&sender, WIRE_FRAME_END);
  FILE *f = fopen(path, "wb");
  assert_int_equal(fwrite(line, 1, used, f), used);
  assert_int_equal(fclose(f), 0);
  return 0;
}

static int drop(void **state)
{
  (void)state;
  return unlink(path);
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

/* The dump as it comes over a line: its packed blocks stay in memory. */
static struct dump *read_line(size_t bytes)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = on_text, .damage = on_damage };
  struct dump *d = dump_new("memory", DUMP_ALL, 64 << 20);
  dump_index(d, -1);
  struct xfer_receiver *r = xfer_receive_new(&ops, d);
  xfer_receive(r, line, bytes);
  xfer_receive_end(r);
  xfer_receive_free(r);
  dump_done(d);
  return d;
}

static struct dump *read_file(void)
{
  struct dump *d = dump_new(path, DUMP_ALL, 64 << 20);
  dump_index(d, -1);
  assert_int_equal(dump_load(d), DUMP_LOADED);
  return d;
}

static size_t edge_number(unsigned edge)
{
  return edge == 0 ? INTERVAL_START : edge > SNAPSHOTS ? INTERVAL_END : NUMBER(edge - 1);
}

/* ---- tests ---- */

static void check_buckets(const struct interval *i, uint32_t node, const struct sums *is)
{
  uint32_t found[BUCKETS] = { 0 };
  for (size_t k = 0; k < i->histogram_count; k++)
    if (i->histograms[k].node == node + 1)
      found[i->histograms[k].log2] += i->histograms[k].calls;
  assert_memory_equal(found, is->buckets, sizeof(found));
}

/* Whether the edge at which a call of the node was open is one of the two. */
static bool is_open(uint32_t node, unsigned from, unsigned to)
{
  return node == NODES / 2 - 1 && ((from && from % 2) || to % 2);
}

static void check_node(const struct interval *i, const struct interval_node *n, unsigned from, unsigned to)
{
  const uint32_t node = n->rec.id - 1;
  const struct sums *is = &truth[from][to][node];
  assert_int_equal(n->rec.calls, is->calls);
  assert_int_equal(n->rec.raw, is->raw);
  assert_int_equal(n->rec.drift, is->drift);
  assert_int_equal(n->rec.square_lo, (uint64_t)is->squares);
  assert_int_equal(n->rec.square_hi, (uint64_t)(is->squares >> 64));
  assert_int_equal((n->rec.flags & WIRE_NODE_OPEN) != 0, !node || is_open(node, from, to));
  if (n->least_known && is->calls)
    assert_int_equal((int64_t)n->rec.least, is->least);
  if (n->most_known && is->calls)
    assert_int_equal((int64_t)n->rec.most, is->most);
  if (from == 0)
    assert_true(n->least_known && n->most_known);
  check_buckets(i, node, is);
}

/* Every interval has what the model saw in it, and no node in which nothing happened. */
static void check_intervals(struct dump *d)
{
  char error[INTERVAL_ERROR_BYTES];
  size_t known = 0, unknown = 0;
  assert_int_equal(snapshot_count(d), SNAPSHOTS);
  for (unsigned from = 0; from < EDGES; from++)
    for (unsigned to = from + 1; to < EDGES; to++) {
      struct interval *i = interval_new(d, edge_number(from), edge_number(to), error);
      assert_non_null(i);
      size_t busy = 0;
      for (uint32_t n = 0; n < NODES; n++)
        busy += !n || truth[from][to][n].raw || truth[from][to][n].calls;
      assert_int_equal(i->count, busy);
      for (size_t k = 0; k < i->count; k++) {
        check_node(i, &i->nodes[k], from, to);
        known += i->nodes[k].least_known;
        unknown += !i->nodes[k].least_known;
      }
      interval_free(i);
    }
  assert_true(known > 100 && unknown > 100);
  dump_free(d);
}

static void an_interval_has_what_was_in_it(void **state)
{
  (void)state;
  check_intervals(read_line(used));
  check_intervals(read_file());
}

/* Each thread has edges of its own: its figures are of a moment behind the snapshot's. */
static void a_thread_has_its_own_edges(void **state)
{
  char error[INTERVAL_ERROR_BYTES];
  (void)state;
  struct dump *d = read_file();
  struct interval *i = interval_new(d, NUMBER(1), NUMBER(2), error);
  const uint64_t from = snapshot_head(d, 1)->tsc, to = snapshot_head(d, 2)->tsc;
  assert_int_equal(i->from_tsc, from);
  assert_int_equal(i->to_tsc, to);
  assert_int_equal(i->late, 5);
  assert_false(interval_has(i, 1, from + 5));
  assert_true(interval_has(i, 1, from + 6));
  assert_true(interval_has(i, 1, to + 5));
  assert_false(interval_has(i, 1, to + 6));
  assert_false(interval_has(i, 2, to));
  interval_free(i);
  dump_free(d);
}

static void assert_refused(const struct dump *d, size_t from, size_t to, const char *why)
{
  char error[INTERVAL_ERROR_BYTES] = "";
  assert_null(interval_new(d, from, to, error));
  assert_non_null(strstr(error, why));
}

static void what_is_none_is_refused(void **state)
{
  (void)state;
  struct dump *d = read_file();
  assert_refused(d, NUMBER(0) - 1, NUMBER(1), "it has 7, numbers 3 to 9");
  assert_refused(d, NUMBER(0), NUMBER(SNAPSHOTS), "it has 7");
  assert_refused(d, NUMBER(1), NUMBER(1), "to a later");
  assert_refused(d, NUMBER(2), NUMBER(1), "to a later");
  assert_refused(d, INTERVAL_END, INTERVAL_END, "to a later");
  assert_refused(d, INTERVAL_START, INTERVAL_START, "to a later");
  dump_free(d);
  d = read_line(200); /* the hello */
  assert_refused(d, INTERVAL_START, INTERVAL_END, "snapshot=TIME");
  dump_free(d);
}

/* Of a run that was cut the end is the last snapshot. */
static void a_run_that_was_cut_ends_with_its_last_snapshot(void **state)
{
  char error[INTERVAL_ERROR_BYTES];
  (void)state;
  struct dump *whole = read_file();
  const size_t cut = whole->snapshots.blocks[whole->snapshots.block_count - 1].block.at;
  struct dump *d = read_line(cut);
  assert_int_equal(snapshot_count(d), SNAPSHOTS - 1);
  struct interval *i = interval_new(d, NUMBER(1), INTERVAL_END, error);
  assert_non_null(i);
  for (size_t k = 0; k < i->count; k++)
    check_node(i, &i->nodes[k], 2, SNAPSHOTS - 1);
  interval_free(i);
  dump_free(d);
  dump_free(whole);
}

/* The file changes behind the reader's back: that is said. */
static void a_file_that_has_changed_is_told(void **state)
{
  char error[INTERVAL_ERROR_BYTES];
  (void)state;
  struct dump *d = read_file();
  FILE *f = fopen(path, "r+b");
  fseek(f, (long)d->snapshots.blocks[d->snapshots.places[3].first].block.at + WIRE_FRAME_BYTES, SEEK_SET);
  fputc('?', f);
  fclose(f);
  assert_null(interval_new(d, NUMBER(3), NUMBER(4), error));
  assert_non_null(strstr(error, "snapshot 6"));
  assert_non_null(dump_reread_error(d));
  dump_free(d);
  f = fopen(path, "wb");
  assert_int_equal(fwrite(line, 1, used, f), used);
  fclose(f);
}

static char *table_of(struct analysis *a, const char *name)
{
  char *text;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  assert_true(tables_write(tables_find(name), a, out, TABLE_FORM_TSV, 0));
  fclose(out);
  return text;
}

/* Tables of call trees are of the interval that is chosen, and of the whole run when that is chosen again. */
static void tables_are_of_the_interval(void **state)
{
  const struct view_options whole = { .from_us = -1e15, .to_us = 1e15 };
  struct view_options part = whole;
  (void)state;
  part.interval = true;
  part.from_snapshot = NUMBER(2);
  part.to_snapshot = NUMBER(3);
  struct dump *d = read_file();
  struct analysis *a = analysis_new(view_new(d, NULL, &whole));
  char *before = table_of(a, "methods");
  assert_true(analysis_choose(a, &part));
  char *methods = table_of(a, "methods"), *when = table_of(a, "snapshots"), expected[200];
  uint64_t calls = 0;
  for (uint32_t n = 1; n < NODES; n++)
    calls += truth[3][4][n].calls;
  assert_int_equal(calls, 1); /* the one that was open */
  snprintf(expected, sizeof(expected), "\n0x%x\t-\t1\t", 4096 + NODES / 2 - 1);
  assert_non_null(strstr(methods, expected));
  assert_non_null(strstr(methods, "call trees of "));
  assert_null(strstr(before, "call trees of "));
  assert_non_null(strstr(when, "\n5\t"));
  assert_non_null(strstr(when, "\n6\t"));
  assert_null(strstr(when, "\n4\t"));
  assert_null(strstr(when, "\n7\t"));
  assert_true(analysis_choose(a, &part));
  char *again = table_of(a, "methods");
  assert_string_equal(again, methods);
  const struct view_options window = { .windowed = true, .from_us = (double)a->view->from / 1000,
                                       .to_us = (double)a->view->to / 1000 };
  assert_true(analysis_choose(a, &window));
  char *of_window = table_of(a, "methods");
  assert_non_null(strstr(of_window, "--between has those"));
  free(again);
  free(of_window);
  assert_true(analysis_choose(a, &part));
  part.to_snapshot = 99;
  assert_false(analysis_choose(a, &part));
  assert_true(analysis_choose(a, &whole));
  char *after = table_of(a, "methods");
  assert_string_equal(after, before);
  free(before);
  free(methods);
  free(when);
  free(after);
  analysis_free(a);
  dump_free(d);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(an_interval_has_what_was_in_it),
    cmocka_unit_test(a_thread_has_its_own_edges),
    cmocka_unit_test(what_is_none_is_refused),
    cmocka_unit_test(a_run_that_was_cut_ends_with_its_last_snapshot),
    cmocka_unit_test(a_file_that_has_changed_is_told),
    cmocka_unit_test(tables_are_of_the_interval),
  };
  return cmocka_run_group_tests(tests, make, drop);
}
