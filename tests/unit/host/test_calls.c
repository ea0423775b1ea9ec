/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_calls.c: the tree of calls that a reader makes of their records, beside the tree as it was made. Programs of
 * three threads are played at random; their records reach the reader whole, with some frames lost, or with some records
 * dropped, and each call must then stand under its innermost caller whose record is there.
 */
#include "fixture.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/analysis.h"
#include "model/call_order.h"
#include "pick.h"

#define THREADS   3
#define NODES     400
#define CALLS     20000
#define DEEPEST   30
#define BLOCK     500   /* records of a frame */
#define NO_CALLER SIZE_MAX

/* ---- the program ---- */

struct played { uint32_t node; uint64_t start, end; size_t caller; bool quiet, lost; };

static struct wire_node nodes[NODES];      /* number i + 1; the first THREADS are the roots */
static size_t node_count;
static struct played played[CALLS];        /* in the order in which they end */
static size_t played_count;

static struct { uint32_t node[DEEPEST]; uint64_t start[DEEPEST]; unsigned depth; } stacks[THREADS];

/* Of a call that goes on the callees are known by thread and depth. */
static size_t waiting[THREADS][DEEPEST + 1][CALLS / 8], waiting_count[THREADS][DEEPEST + 1];

static uint32_t child_of(uint32_t thread, uint32_t parent, uint64_t address)
{
  for (size_t i = 0; i < node_count; i++)
    if (nodes[i].parent == parent && nodes[i].address == address)
      return nodes[i].id;
  if (node_count == NODES)
    return 0;
  nodes[node_count] = (struct wire_node){ .id = (uint32_t)node_count + 1, .parent = parent, .thread = thread,
                                          .address = address, .calls = 1,
                                          .flags = address % 7 == 0 ? WIRE_NODE_QUIET : 0 };
  return nodes[node_count++].id;
}

static void begin_call(unsigned t, uint64_t now)
{
  const unsigned depth = stacks[t].depth;
  const uint32_t parent = depth ? stacks[t].node[depth - 1] : t + 1, node = child_of(t + 1, parent, 1 + pick(10));
  if (!node || depth == DEEPEST)
    return;
  stacks[t].node[depth] = node;
  stacks[t].start[depth] = now;
  waiting_count[t][depth + 1] = 0;
  stacks[t].depth++;
}

static void end_call(unsigned t, uint64_t now)
{
  const unsigned depth = --stacks[t].depth;
  for (size_t i = 0; i < waiting_count[t][depth + 1]; i++)
    played[waiting[t][depth + 1][i]].caller = played_count;
  assert_true(!depth || waiting_count[t][depth] < CALLS / 8);
  if (depth)
    waiting[t][depth][waiting_count[t][depth]++] = played_count;
  played[played_count++] = (struct played){ .node = stacks[t].node[depth], .start = stacks[t].start[depth], .end = now,
                                            .caller = NO_CALLER,
                                            .quiet = nodes[stacks[t].node[depth] - 1].flags & WIRE_NODE_QUIET };
}

/* So many calls at least. `coarse`: the clock shows the same time for several calls. */
static void play_some(bool coarse, size_t least)
{
  node_count = played_count = 0;
  memset(stacks, 0, sizeof(stacks));
  memset(waiting_count, 0, sizeof(waiting_count));
  for (uint32_t t = 1; t <= THREADS; t++)
    nodes[node_count++] = (struct wire_node){ .id = t, .thread = t, .flags = WIRE_NODE_ROOT };
  for (uint64_t now = 1; played_count < least; now += coarse ? pick(8) == 0 : 1 + pick(5)) {
    const unsigned t = pick(THREADS), way = pick(100);
    if (way < 49)
      begin_call(t, now);
    else if (stacks[t].depth && (way < 98 || stacks[t].depth > 1))
      end_call(t, now);
  }
  for (unsigned t = 0; t < THREADS; t++)
    while (stacks[t].depth)
      end_call(t, 1u << 30);
}

static void play(bool coarse)
{
  play_some(coarse, CALLS - THREADS * DEEPEST);
}

/* ---- the dump ---- */

static uint8_t payload[1 << 20];
static size_t used;
static uint32_t seq;

static void add(enum wire_kind kind, const void *rows, size_t count)
{
  used += xfer_pack(kind, rows, count, NULL, payload + used);
}

static void feed(struct dump *d, enum wire_frame_type type)
{
  struct xfer_frame f = { .head = { .type = (uint8_t)type, .seq = seq++, .plain_bytes = (uint32_t)used },
                          .plain = payload };
  dump_frame(d, &f);
  used = 0;
}

/* One call of so many has halves, and of those one of four lacks the high ones; 0: none. */
static unsigned wide;

/* Makes the halves of a call; `row` is the low ones. Returns how many records the call has then. */
static size_t make_wide(struct wire_call *row)
{
  const struct wire_call low = *row;
  if (!wide || pick(wide))
    return 1;
  row[0] = (struct wire_call){ .call = low.call | WIRE_CALL_HIGH, .raw = pick(3), .drift = pick(3), .away = pick(3),
                               .tsc = low.tsc };
  row[pick(4) > 0] = (struct wire_call){ .call = low.call | WIRE_CALL_WIDE, .raw = low.raw, .drift = 77, .away = 5,
                                         .tsc = low.tsc };
  return row[0].call & WIRE_CALL_HIGH ? 2 : 1;
}

/* Feeds the records of the calls that are not quiet. With `lose` one frame of four is lost on the line. */
static void add_calls(struct dump *d, bool lose)
{
  static struct wire_call rows[BLOCK + 1];
  uint64_t before = 0;
  for (size_t i = 0; i < played_count;) {
    size_t n = 0;
    const bool lost = lose && pick(4) == 0;
    const struct wire_place place = { WIRE_CALL, before };
    for (; i < played_count && n < BLOCK; i++) {
      struct played *p = &played[i];
      if (p->quiet)
        continue;
      p->lost = lost;
      rows[n] = (struct wire_call){ .call = p->node << WIRE_CALL_FLAG_BITS, .raw = (uint32_t)(p->end - p->start),
                                    .tsc = p->end };
      n += make_wide(&rows[n]);
    }
    before += n;
    if (lost) {
      seq++;
      continue;
    }
    add(WIRE_PLACE, &place, 1);
    add(WIRE_CALL, rows, n);
    feed(d, WIRE_FRAME_DATA);
  }
}

static struct analysis *make_run(bool lose)
{
  static const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 }, { WIRE_META_START_TSC, 0 }, { WIRE_META_STOP_TSC, 1u << 30 },
    { WIRE_META_MODES, WIRE_MODE_TIMING | WIRE_MODE_CALLS }, { WIRE_META_STREAM, WIRE_MODE_CALLS } };
  static const struct view_options options = { 0 };
  struct dump *d = dump_new("memory", DUMP_ALL, 64 << 20);
  dump_index(d, -1);
  seq = 0;
  used = 0;
  add(WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(d, WIRE_FRAME_HELLO);
  for (uint32_t t = 1; t <= THREADS; t++)
    add(WIRE_THREAD, &(struct wire_thread){ .id = t }, 1);
  add(WIRE_NODE, nodes, node_count);
  feed(d, WIRE_FRAME_DATA);
  add_calls(d, lose);
  feed(d, WIRE_FRAME_END);
  dump_done(d);
  return analysis_new(view_new(d, NULL, &options));
}

static void done(struct analysis *a)
{
  struct dump *d = (struct dump *)a->view->dump;
  analysis_free(a);
  dump_free(d);
}

/* ---- the comparison ---- */

static bool is_there(const struct played *p)
{
  return !p->quiet && !p->lost;
}

/* The innermost caller whose record is there. */
static size_t caller_of(size_t i)
{
  size_t c = played[i].caller;
  while (c != NO_CALLER && !is_there(&played[c]))
    c = played[c].caller;
  return c;
}

/* The calls by the numbers that the reader gives them: by thread, in the order in which they end. */
static size_t of_number[THREADS][CALLS];
static uint64_t number_of[CALLS], counts[THREADS];

static void number_calls(void)
{
  memset(counts, 0, sizeof(counts));
  for (size_t i = 0; i < played_count; i++) {
    const uint32_t t = nodes[played[i].node - 1].thread - 1;
    if (!is_there(&played[i]))
      continue;
    number_of[i] = counts[t];
    of_number[t][counts[t]++] = i;
  }
}

static uint32_t index_of(const struct analysis *a, uint32_t id)
{
  return view_thread(a->view, id);
}

static void check_children(struct calls *c, uint32_t thread, unsigned t, uint64_t root, size_t played_root,
                           uint64_t *met)
{
  for (uint64_t k = calls_last_child(c, thread, root); k != CALLS_NONE; k = calls_child_before(c, thread, root, k)) {
    assert_true(k < counts[t]);
    assert_int_equal(caller_of(of_number[t][k]), played_root);
    ++*met;
    check_children(c, thread, t, k, of_number[t][k], met);
  }
}

static void check_tree(bool coarse, bool lose)
{
  play(coarse);
  struct analysis *a = make_run(lose);
  struct calls *c = calls_new(a->view, analysis_calltree(a));
  number_calls();
  assert_int_equal(c->nodeless, 0);
  for (unsigned t = 0; t < THREADS; t++) {
    const uint32_t thread = index_of(a, t + 1);
    uint64_t met = 0;
    assert_int_equal(c->threads[thread].count, counts[t]);
    check_children(c, thread, t, CALLS_NONE, NO_CALLER, &met);
    assert_int_equal(met, counts[t]);
  }
  for (int i = 0; i < 500; i++) { /* any call can be read, and its callers are known */
    const unsigned t = pick(THREADS);
    const uint64_t number = pick((uint32_t)counts[t]);
    const struct played *p = &played[of_number[t][number]];
    struct call call;
    size_t depth, at = of_number[t][number];
    assert_true(calls_read(c, index_of(a, t + 1), number, &call));
    assert_int_equal(call.start, p->start);
    assert_int_equal(call.end, p->end);
    assert_int_equal(c->tree->nodes[call.node].rec->id, p->node);
    uint64_t *path = calls_path(c, index_of(a, t + 1), number, &depth);
    while (depth) {
      assert_int_equal(path[--depth], number_of[at]);
      at = caller_of(at);
    }
    assert_int_equal(at, NO_CALLER);
    mem_free(path);
  }
  calls_free(c);
  done(a);
}

static void each_call_stands_under_its_caller(void **state)
{
  (void)state;
  for (int i = 0; i < 5; i++)
    check_tree(false, false);
}

static void also_where_the_clock_is_coarse(void **state)
{
  (void)state;
  for (int i = 0; i < 5; i++)
    check_tree(true, false);
}

static void also_where_frames_were_lost(void **state)
{
  (void)state;
  for (int i = 0; i < 5; i++)
    check_tree(false, true);
}

/* ---- the order of beginnings and ends ---- */

/* Calls that have begun and not ended, by thread, and how many calls have ended. */
struct followed {
  uint64_t open[THREADS][DEEPEST], begun[THREADS], ended[THREADS];
  size_t depth[THREADS];
  bool ends;
  struct analysis *a;
};

static void follow(void *ctx, uint32_t thread, uint64_t number, const struct call *call, uint64_t depth, bool ends)
{
  struct followed *f = ctx;
  const unsigned t = f->a->view->threads[thread].id - 1;
  const size_t at = of_number[t][number];
  assert_int_equal(call->start, played[at].start);
  assert_int_equal(call->end, played[at].end);
  if (ends) {
    assert_int_equal(f->open[t][--f->depth[t]], number);
    assert_int_equal(f->depth[t], depth);
    assert_int_equal(f->ended[t]++, number);
    return;
  }
  while (!f->ends && f->depth[t] && f->open[t][f->depth[t] - 1] < number)
    f->depth[t]--;
  f->begun[t]++;
  assert_int_equal(f->depth[t], depth);
  const size_t caller = caller_of(at);
  assert_int_equal(caller, f->depth[t] ? of_number[t][f->open[t][f->depth[t] - 1]] : NO_CALLER);
  f->open[t][f->depth[t]++] = number;
}

static void check_order(bool coarse, bool lose, unsigned piece)
{
  play(coarse);
  struct analysis *a = make_run(lose);
  struct followed f = { .a = a };
  number_calls();
  call_order_piece = piece;
  f.ends = true;
  call_order_each(a->view, analysis_calltree(a), true, follow, &f);
  for (unsigned t = 0; t < THREADS; t++) {
    assert_int_equal(f.depth[t], 0);
    assert_int_equal(f.begun[t], counts[t]);
    assert_int_equal(f.ended[t], counts[t]);
  }
  f = (struct followed){ .a = a };
  call_order_each(a->view, analysis_calltree(a), false, follow, &f);
  for (unsigned t = 0; t < THREADS; t++) {
    assert_int_equal(f.begun[t], counts[t]);
    assert_int_equal(f.ended[t], 0);
  }
  done(a);
}

/* In pieces of any size: of one call, of fewer than one in which a call goes on, of all. */
static void calls_begin_and_end_as_they_nest(void **state)
{
  static const unsigned pieces[] = { 1, 7, 500, 4096, 65536 };
  (void)state;
  for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
    check_order(false, false, pieces[i]);
    check_order(true, false, pieces[i]);
    check_order(false, true, pieces[i]);
  }
}

/* ---- finding ---- */

/* The next call of a function by the order of the search, found by looking at all. */
static size_t find_naively(uint64_t address, bool breadth, size_t after, size_t below)
{
  size_t best = NO_CALLER;
  uint64_t best_key[3] = { 0 }, after_key[3] = { 0 };
  for (int pass = after == NO_CALLER; pass < 2; pass++)
    for (size_t i = 0; i < played_count; i++) {
      const struct wire_node *n = &nodes[played[i].node - 1];
      uint64_t depth = 0;
      for (const struct wire_node *p = n; p->parent; p = &nodes[p->parent - 1])
        depth++;
      const uint64_t key[3] = { breadth ? depth : 0, n->thread, played[i].start };
      if (!pass) {
        if (i == after)
          memcpy(after_key, key, sizeof(key));
        continue;
      }
      size_t up = i;
      while (below != NO_CALLER && up != NO_CALLER && (up == i || up != below))
        up = played[up].caller;
      const bool in = below == NO_CALLER || (up == below && i != below);
      int order = 0, best_order = 0;
      for (int k = 2; k >= 0; k--) {
        order = key[k] < after_key[k] ? -1 : key[k] > after_key[k] ? 1 : order;
        best_order = key[k] < best_key[k] ? -1 : key[k] > best_key[k] ? 1 : best_order;
      }
      if (!is_there(&played[i]) || n->address != address || !in || (after != NO_CALLER && order <= 0) ||
          (best != NO_CALLER && best_order >= 0))
        continue;
      best = i;
      memcpy(best_key, key, sizeof(key));
    }
  return best;
}

static void a_search_finds_them_in_order(void **state)
{
  (void)state;
  play(false);
  struct analysis *a = make_run(false);
  struct calls *c = calls_new(a->view, analysis_calltree(a));
  number_calls();
  for (int i = 0; i < 40; i++) {
    const uint64_t address = 1 + pick(10);
    const unsigned t = pick(THREADS);
    const bool below = pick(2), after = pick(2);
    const size_t root = of_number[t][pick((uint32_t)counts[t])], behind = of_number[t][pick((uint32_t)counts[t])];
    uint8_t *functions = mem_alloc(a->view->function_count, 1);
    for (uint32_t f = 0; f < a->view->function_count; f++)
      functions[f] = a->view->functions[f].address == address;
    const struct calls_wanted w = { .functions = functions, .breadth = pick(2), .thread = index_of(a, t + 1),
                                    .number = below ? number_of[root] : CALLS_NONE, .after_thread = index_of(a, t + 1),
                                    .after_number = after ? number_of[behind] : CALLS_NONE, .over = INT64_MIN };
    const size_t should = find_naively(address, w.breadth, after ? behind : NO_CALLER, below ? root : NO_CALLER);
    uint32_t thread;
    uint64_t number;
    const bool found = calls_find(c, &w, &thread, &number);
    assert_int_equal(found, should != NO_CALLER);
    if (found) {
      assert_int_equal(number, number_of[should]);
      assert_int_equal(a->view->threads[thread].id, nodes[played[should].node - 1].thread);
    }
    mem_free(functions);
  }
  calls_free(c);
  done(a);
}

static void check_call(const struct call *a, const struct call *b)
{
  assert_int_equal(a->start, b->start);
  assert_int_equal(a->end, b->end);
  assert_int_equal(a->time, b->time);
  assert_int_equal(a->raw, b->raw);
  assert_int_equal(a->away, b->away);
  assert_int_equal(a->node, b->node);
  assert_int_equal(a->flags, b->flags);
  assert_int_equal(a->known, b->known);
}

static void check_kept(bool coarse, bool lose, size_t most)
{
  const size_t most_before = calls_kept_most;
  play(coarse);
  struct analysis *a = make_run(lose);
  struct calls *read = calls_new(a->view, analysis_calltree(a));
  calls_kept_most = most;
  struct calls *kept = calls_new_kept(a->view, analysis_calltree(a));
  calls_kept_most = most_before;
  assert_int_equal(kept->keeps, most >= dump_count(a->view->dump, WIRE_CALL));
  assert_false(read->keeps);
  assert_int_equal(read->unknown, kept->unknown);
  for (uint32_t t = 0; t < read->thread_count; t++) {
    struct call one, other;
    const uint64_t count = read->threads[t].count;
    assert_int_equal(count, kept->threads[t].count);
    for (uint64_t k = 0; k < count; k++) {
      assert_int_equal(calls_size(read, t, k), calls_size(kept, t, k));
      assert_true(calls_read(read, t, k, &one) && calls_read(kept, t, k, &other));
      check_call(&one, &other);
    }
    assert_false(calls_read(read, t, count, &one) || calls_read(kept, t, count, &one));
  }
  calls_free(read);
  calls_free(kept);
  done(a);
}

/* Calls that are kept say what those say that are read again, those with halves, too, and those that lack one. */
static void calls_that_are_kept_are_the_same(void **state)
{
  (void)state;
  for (int way = 0; way < 4; way++) {
    wide = way % 2 ? 5 : 0;
    check_kept(way / 2, way / 2, SIZE_MAX);
  }
  check_kept(false, false, 10);
  wide = 0;
}

/* How many calls of its thread began before a call: those that ended before it did and are not inside it, and those
 * around it, *around of them. */
static uint64_t begun_before(const struct calls *c, uint32_t thread, uint64_t number, size_t *around)
{
  mem_free(calls_path(c, thread, number, around));
  --*around;
  return number + 1 - calls_size(c, thread, number) + *around;
}

/* Where the clock shows one time for several calls, or frames were lost, a search that goes on behind each call that it
 * has found comes to all of them, each once: as they began, or those with fewer callers first. */
static void check_search_for_all(bool coarse, bool lose, bool breadth)
{
  size_t all = 0, found = 0;
  play_some(coarse, CALLS / 6);
  struct analysis *a = make_run(lose);
  struct calls *c = calls_new(a->view, analysis_calltree(a));
  uint8_t *functions = mem_alloc(a->view->function_count, 1);
  const uint64_t address = 1 + pick(6);
  number_calls();
  for (uint32_t f = 0; f < a->view->function_count; f++)
    functions[f] = a->view->functions[f].address == address;
  for (size_t i = 0; i < played_count; i++)
    all += is_there(&played[i]) && nodes[played[i].node - 1].address == address;
  struct calls_wanted w = { .functions = functions, .breadth = breadth, .number = CALLS_NONE,
                            .after_number = CALLS_NONE, .over = INT64_MIN };
  struct { uint32_t depth, thread; uint64_t before; } last = { 0 };
  for (struct call call; calls_find(c, &w, &w.after_thread, &w.after_number); found++) {
    size_t around;
    const uint64_t before = begun_before(c, w.after_thread, w.after_number, &around);
    assert_true(calls_read(c, w.after_thread, w.after_number, &call));
    const uint32_t depth = breadth ? c->tree->nodes[call.node].depth : 0;
    assert_true(!found || depth > last.depth || (depth == last.depth && (w.after_thread > last.thread ||
                (w.after_thread == last.thread && before > last.before))));
    last.depth = depth;
    last.thread = w.after_thread;
    last.before = before;
  }
  assert_int_equal(found, all);
  mem_free(functions);
  calls_free(c);
  done(a);
}

static void a_search_finds_each_call_once(void **state)
{
  (void)state;
  for (int way = 0; way < 6; way++)
    check_search_for_all(way / 2 == 1, way / 2 == 2, way % 2);
}

/* More cycles than there are become as many as there are, and never "any". */
static void a_time_has_no_more_cycles_than_there_are(void **state)
{
  (void)state;
  assert_int_equal(calls_over(1.5, 2000000000), 3000);
  assert_int_equal(calls_over(-1.5, 2000000000), -3000);
  assert_true(calls_over(1e15, UINT64_MAX) == INT64_MAX);
  assert_true(calls_over(1e300, 1000000000) == INT64_MAX);
  assert_true(calls_over(-1e300, 1000000000) == INT64_MIN + 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_call_stands_under_its_caller),
    cmocka_unit_test(also_where_the_clock_is_coarse),
    cmocka_unit_test(also_where_frames_were_lost),
    cmocka_unit_test(calls_begin_and_end_as_they_nest),
    cmocka_unit_test(a_search_finds_them_in_order),
    cmocka_unit_test(a_search_finds_each_call_once),
    cmocka_unit_test(calls_that_are_kept_are_the_same),
    cmocka_unit_test(a_time_has_no_more_cycles_than_there_are),
  };
  return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
