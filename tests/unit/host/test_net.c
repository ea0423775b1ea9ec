/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_net.c: nodes that call each other over a network that drops, doubles and reorders, each with a clock of its own.
 * All is played at random, so the truth is known: which send a reception is of, which call an execution is of, and how
 * the clocks stand to each other. Matching must find all of it, whatever the clocks say; the clocks' bounds must hold
 * it.
 */
#include "fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/clocks.h"
#include "net/match.h"
#include "net/remote.h"
#include "pick.h"

#define NODES   4
#define PORT    700
#define PROGRAM 100003
#define CACHE   64              /* calls of which a server remembers that it has executed them */
#define LATE_NS 3000000         /* a client sends its call again so much later */
#define TRIES   5
#define LEAST_NS 50000          /* what a message takes at least, either way */

/* ---- what is played ---- */

/* The network: parts in a hundred. */
struct network { unsigned drop, twice, wait_ns; };

/* A record with what is true of it: the transmission, and the call; `at` in true time. */
struct truth { struct wire_message m; uint64_t at; uint32_t transmission, call; };

static struct truth *records[NODES];
static size_t record_count[NODES], record_room[NODES];

/* What will happen. */
enum what { ASKS, ARRIVES, ANSWER, AGAIN };
struct event { uint64_t at, order; enum what what; uint32_t from, to, call, transmission, tries, ident;
               bool again; struct wire_message m; };

static struct event *heap;
static size_t heap_count, heap_room;
static uint64_t orders;
static uint32_t transmissions, calls, idents[NODES], xids[NODES];
static bool answered[1 << 20];
static struct { uint32_t call, client; } cache[NODES][CACHE];
static size_t cached[NODES];
static struct network network;
static uint32_t key_bits, xid_most;

static bool earlier(const struct event *a, const struct event *b)
{
  return a->at != b->at ? a->at < b->at : a->order < b->order;
}

static void put(struct event e)
{
  size_t i = heap_count;
  e.order = orders++;
  mem_grow(&heap, &heap_room, heap_count + 1, sizeof(*heap));
  heap[heap_count++] = e;
  for (; i && earlier(&heap[i], &heap[(i - 1) / 2]); i = (i - 1) / 2) {
    const struct event up = heap[(i - 1) / 2];
    heap[(i - 1) / 2] = heap[i];
    heap[i] = up;
  }
}

static struct event take(void)
{
  const struct event first = heap[0];
  size_t i = 0;
  heap[0] = heap[--heap_count];
  for (size_t k; (k = 2 * i + 1) < heap_count; i = k) {
    k += k + 1 < heap_count && earlier(&heap[k + 1], &heap[k]);
    if (!earlier(&heap[k], &heap[i]))
      break;
    const struct event down = heap[k];
    heap[k] = heap[i];
    heap[i] = down;
  }
  return first;
}

static uint32_t address_of(uint32_t node)
{
  return 0x0a4d0001 + node;
}

static void record(uint32_t node, uint64_t at, struct wire_message m, uint32_t transmission, uint32_t call)
{
  mem_grow(&records[node], &record_room[node], record_count[node] + 1, sizeof(**records));
  records[node][record_count[node]++] = (struct truth){ m, at, transmission, call };
}

/* About exponential: the sum of a geometric row. */
static uint64_t delay(void)
{
  uint64_t ns = LEAST_NS + pick(1000);
  while (pick(4))
    ns += pick(network.wait_ns / 2 + 1);
  return ns;
}

/* A message leaves, on both layers, and arrives where the network lets it. */
static void send(const struct event *e, uint32_t from, uint32_t to, uint16_t flags, uint64_t at)
{
  struct wire_message m = { .key = e->m.key, .program = PROGRAM, .procedure = e->m.procedure, .bytes = 100,
                            .layer = WIRE_LAYER_RPC, .flags = flags | WIRE_MESSAGE_SENT, .local = address_of(from),
                            .peer = address_of(to), .local_port = e->m.local_port, .peer_port = e->m.peer_port };
  const uint32_t transmission = ++transmissions;
  record(from, at, m, transmission, e->call);
  struct wire_message d = { .key = idents[from]++ & ((1u << key_bits) - 1), .bytes = 128, .layer = WIRE_LAYER_DRIVER,
                            .flags = WIRE_MESSAGE_SENT, .local = m.local, .peer = m.peer };
  record(from, at + 500, d, transmission, e->call);
  for (unsigned copies = pick(100) < network.drop ? 0 : 1 + (pick(100) < network.twice); copies; copies--) {
    struct event arrival = *e;
    arrival.what = ARRIVES;
    arrival.at = at + 500 + delay();
    arrival.from = from;
    arrival.to = to;
    arrival.transmission = transmission;
    arrival.m = m;
    arrival.ident = (uint32_t)d.key;
    put(arrival);
  }
}

static void ask(struct event e, bool again)
{
  send(&e, e.from, e.to, again ? WIRE_MESSAGE_AGAIN : 0, e.at);
  e.what = AGAIN;
  e.at += LATE_NS;
  e.tries++;
  put(e);
}

static bool remembers(uint32_t server, uint32_t call)
{
  for (size_t i = 0; i < CACHE; i++)
    if (cache[server][i].call == call + 1)
      return true;
  cache[server][cached[server]++ % CACHE].call = call + 1;
  return false;
}

static void arrive(const struct event *e)
{
  const bool reply = e->m.flags & WIRE_MESSAGE_REPLY;
  struct wire_message d = { .key = e->ident, .bytes = 128, .layer = WIRE_LAYER_DRIVER, .local = address_of(e->to),
                            .peer = address_of(e->from) };
  struct wire_message m = e->m;
  bool again;
  record(e->to, e->at, d, e->transmission, e->call);
  m.local = e->m.peer;
  m.peer = e->m.local;
  m.local_port = e->m.peer_port;
  m.peer_port = e->m.local_port;
  if (reply) {
    again = answered[e->call];
    answered[e->call] = true;
  } else {
    again = m.procedure % 2 && remembers(e->to, e->call); /* the others may be executed twice */
  }
  m.flags = (reply ? WIRE_MESSAGE_REPLY : 0) | (again ? WIRE_MESSAGE_AGAIN : 0);
  record(e->to, e->at + 1000, m, e->transmission, e->call);
  if (reply)
    return;
  struct event answer = *e;
  answer.what = ANSWER;
  answer.at = e->at + 1000 + (again ? 100 : 5000 + pick(20000));
  answer.m = m;
  answer.again = again;
  put(answer);
}

/* Each node makes `count` calls of each other one, in `ns`. */
static void play(struct network n, unsigned count, uint64_t ns)
{
  network = n;
  heap_count = 0;
  orders = transmissions = calls = 0;
  memset(answered, 0, sizeof(answered));
  memset(cache, 0, sizeof(cache));
  memset(idents, 0, sizeof(idents));
  memset(xids, 0, sizeof(xids));
  for (uint32_t from = 0; from < NODES; from++) {
    record_count[from] = 0;
    for (uint32_t to = 0; to < NODES; to++)
      for (unsigned i = 0; i < count && from != to; i++)
        put((struct event){ .at = (uint64_t)pick(1u << 24) * (ns >> 24), .what = ASKS, .from = from, .to = to });
  }
  while (heap_count) {
    struct event e = take();
    switch (e.what) {
    case ASKS:
      e.call = calls++;
      e.m = (struct wire_message){ .key = xids[e.from]++ % xid_most, .procedure = 1 + pick(4), .peer_port = PORT,
                                   .local_port = 40000 };
      ask(e, false);
      break;
    case AGAIN:
      if (!answered[e.call] && e.tries < TRIES)
        ask(e, true);
      break;
    case ARRIVES: arrive(&e); break;
    case ANSWER:
      send(&e, e.to, e.from, WIRE_MESSAGE_REPLY | (e.again ? WIRE_MESSAGE_AGAIN : 0), e.at);
      break;
    }
  }
}

/* ---- clocks ---- */

/* A clock: nanoseconds that it shows at a true time. */
struct clock { long double offset, ppm, wave_ns, period_ns, step_at, step_ns; uint64_t hz; };

static long double shown(const struct clock *c, long double at)
{
  return c->offset + at * (1 + c->ppm / 1e6L) +
         (c->period_ns > 0 ? c->wave_ns * sinl(2 * 3.14159265358979323846L * at / c->period_ns) : 0) +
         (at >= c->step_at && c->step_ns > 0 ? c->step_ns : 0);
}

/* When a clock shows that; the clock never goes back. */
static long double when(const struct clock *c, long double ns)
{
  long double low = 0, high = 1e14L;
  for (int i = 0; i < 200; i++) {
    const long double middle = (low + high) / 2;
    if (shown(c, middle) < ns)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static struct net_node nodes[NODES];

static int by_time(const void *a, const void *b)
{
  const struct truth *x = a, *y = b;
  return (x->at > y->at) - (x->at < y->at);
}

/* The dumps of what was played, by these clocks. */
static void make_nodes(const struct clock *clocks)
{
  for (uint32_t n = 0; n < NODES; n++) {
    nodes[n] = (struct net_node){ .hz = clocks[n].hz, .start = 1u << 30, .whole = 1 };
    qsort(records[n], record_count[n], sizeof(**records), by_time);
    for (size_t i = 0; i < record_count[n]; i++) {
      struct wire_message m = records[n][i].m;
      m.tsc = nodes[n].start + (uint64_t)llroundl(shown(&clocks[n], (long double)records[n][i].at) *
                                                  (long double)clocks[n].hz / 1e9L);
      mem_grow(&nodes[n].messages, &nodes[n].room, nodes[n].count + 1, sizeof(m));
      nodes[n].messages[nodes[n].count++] = m;
    }
  }
}

static void free_nodes(void)
{
  for (uint32_t n = 0; n < NODES; n++)
    net_free(&nodes[n]);
}

static const struct clock even[NODES] = { { .hz = 1000000000 }, { .hz = 1000000000 }, { .hz = 1000000000 },
                                          { .hz = 1000000000 } };
static const struct clock wild[NODES] = { { .hz = 1000000000, .offset = 5e9L }, { .hz = 2100000000, .ppm = -400000 },
                                          { .hz = 333333333, .offset = 77e9L, .ppm = 900000 },
                                          { .hz = 3000000000, .step_at = 1e9L, .step_ns = 60e9L } };

/* ---- matching ---- */

static const struct truth *truth_of(struct net_end e)
{
  return &records[e.node][e.index];
}

/* All receptions of the driver's layer have their send, and all executions their call, and none another one. */
static void check_match(const struct net_match *m)
{
  uint64_t receptions = 0, executions = 0, found = 0;
  for (uint32_t n = 0; n < NODES; n++)
    for (uint32_t i = 0; i < record_count[n]; i++) {
      const struct truth *t = &records[n][i];
      const bool received = !(t->m.flags & WIRE_MESSAGE_SENT);
      executions += t->m.layer == WIRE_LAYER_RPC && !t->m.flags;
      if (!received || t->m.layer != WIRE_LAYER_DRIVER)
        continue;
      receptions++;
      assert_true(m->partner[n][i].node != NET_NONE);
      assert_int_equal(truth_of(m->partner[n][i])->transmission, t->transmission);
      assert_true(truth_of(m->partner[n][i])->m.flags & WIRE_MESSAGE_SENT);
    }
  for (size_t i = 0; i < m->call_count; i++) {
    const struct net_call *c = &m->calls[i];
    assert_true(c->sent.node != NET_NONE);
    found += c->executions;
    if (c->executed.node != NET_NONE)
      assert_int_equal(truth_of(c->executed)->call, truth_of(c->sent)->call);
    if (c->replied.node != NET_NONE)
      assert_int_equal(truth_of(c->replied)->call, truth_of(c->sent)->call);
    if (c->answered.node != NET_NONE)
      assert_int_equal(truth_of(c->answered)->call, truth_of(c->sent)->call);
    assert_int_equal(c->answered.node != NET_NONE, answered[truth_of(c->sent)->call]);
  }
  assert_int_equal(m->call_count, calls);
  assert_int_equal(found, executions);
  assert_int_equal(m->matched, receptions);
  assert_int_equal(m->unsure, 0);
  assert_int_equal(m->orphans, 0);
  assert_true(executions > calls / 2);
}

static void match_with(const struct clock *clocks)
{
  make_nodes(clocks);
  struct net_match *m = net_match_new(nodes, NODES);
  check_match(m);
  net_match_free(m);
  free_nodes();
}

static void all_executed_calls_are_matched_and_none_wrongly(void **state)
{
  (void)state;
  key_bits = 16;
  xid_most = 1 << 30;
  for (pick_state = 1; pick_state < 4; pick_state++) {
    const uint32_t seed = pick_state;
    play((struct network){ 20, 10, 400000 }, 400, 4000000000);
    match_with(even);
    pick_state = seed;
  }
}

static void clocks_mean_nothing_to_matching(void **state)
{
  (void)state;
  pick_state = 9;
  key_bits = 16;
  xid_most = 1 << 30;
  play((struct network){ 20, 10, 400000 }, 400, 4000000000);
  match_with(wild);
}

/* Packets are known by 10 bits, and calls by a number that comes again after 300: each key has been used many times. */
static void keys_that_come_again_are_told_apart_by_their_order(void **state)
{
  (void)state;
  pick_state = 10;
  key_bits = 10;
  xid_most = 300;
  play((struct network){ 20, 10, 400000 }, 400, 4000000000);
  match_with(wild);
}

static void a_partner_without_a_dump_is_not_traced(void **state)
{
  (void)state;
  pick_state = 11;
  key_bits = 16;
  xid_most = 1 << 30;
  play((struct network){ 0, 0, 0 }, 20, 1000000000);
  make_nodes(even);
  struct net_match *m = net_match_new(nodes, NODES - 1);
  size_t outward = 0, inward = 0;
  for (size_t i = 0; i < m->call_count; i++) {
    const struct net_call *c = &m->calls[i];
    const bool to = c->server_address == address_of(NODES - 1), from = c->client_address == address_of(NODES - 1);
    assert_int_equal(c->server == NET_NONE, to);
    assert_int_equal(c->client == NET_NONE, from);
    assert_true(c->answered.node != NET_NONE || from);
    outward += to;
    inward += from;
  }
  assert_int_equal(outward, 20 * (NODES - 1));
  assert_int_equal(inward, 20 * (NODES - 1));
  assert_int_equal(m->orphans, 0);
  net_match_free(m);
  free_nodes();
}

/* Each key is used again by the next message but one, and half of the messages are lost: no order tells which it was.
 * */
static void what_is_not_clear_is_not_matched(void **state)
{
  (void)state;
  pick_state = 12;
  key_bits = 1;
  xid_most = 1 << 30;
  play((struct network){ 50, 0, 400000 }, 100, 1000000000);
  make_nodes(even);
  struct net_match *m = net_match_new(nodes, NODES);
  assert_int_equal(m->matched, 0);
  assert_true(m->unsure > 100);
  net_match_free(m);
  free_nodes();
}

/* ---- bounds of clocks ---- */

/* The true offset of a window in its middle. */
static long double true_offset(const struct clock *clocks, const struct clocks_window *w)
{
  return shown(&clocks[w->other], when(&clocks[w->node], w->middle)) - w->middle;
}

struct sums { long double n, x, y, xx, xy; };
struct regression { const struct clocks_window *w; const struct net_match *m; struct sums way[2]; };

static void add_point(void *regression, struct net_end sent, struct net_end received)
{
  struct regression *r = regression;
  const struct clocks_window *w = r->w;
  const bool forth = sent.node == w->node && received.node == w->other;
  if (!forth && !(sent.node == w->other && received.node == w->node))
    return;
  const long double s = net_ns(&r->m->nodes[sent.node], net_message(r->m->nodes, sent)->tsc);
  const long double g = net_ns(&r->m->nodes[received.node], net_message(r->m->nodes, received)->tsc);
  const long double at = forth ? s : g;
  if (at < w->from || at > w->to)
    return;
  const long double x = at - w->middle, y = (forth ? g - s : s - g) - w->shift;
  struct sums *k = &r->way[forth];
  k->n++;
  k->x += x;
  k->y += y;
  k->xx += x * x;
  k->xy += x * y;
}

static long double line_at_middle(const struct sums *s)
{
  const long double rise = (s->n * s->xy - s->x * s->y) / (s->n * s->xx - s->x * s->x);
  return (s->y - rise * s->x) / s->n;
}

/* The offset by least squares through the messages of a window, of each way by itself; the mean of both lines. */
static long double by_regression(const struct net_match *m, const struct clocks_window *w)
{
  struct regression r = { .w = w, .m = m };
  net_match_each(m, add_point, &r);
  return (line_at_middle(&r.way[0]) + line_at_middle(&r.way[1])) / 2 + w->shift;
}

/* Returns how many windows there are. Of each pair the truth is inside; where `exact`, near the middle, too. */
static size_t check_clocks(const struct clock *clocks, bool exact, uint64_t *violations)
{
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  make_nodes(clocks);
  struct net_match *m = net_match_new(nodes, NODES);
  struct net_clocks *c = net_clocks_new(m, &config);
  const size_t count = c->count;
  long double ours = 0, theirs = 0;
  *violations = 0;
  for (size_t i = 0; i < c->count; i++) {
    const struct clocks_window *w = &c->windows[i];
    const long double truth = true_offset(clocks, w), off = fabsl(w->offset - truth);
    *violations += w->violations;
    assert_true(w->low <= truth && truth <= w->high);
    if (!exact)
      continue;
    assert_true(off <= 0.1L * 2 * LEAST_NS);
    ours += off;
    theirs += fabsl(by_regression(m, w) - truth);
  }
  assert_true(!exact || ours <= theirs / 2);
  net_clocks_free(c);
  net_match_free(m);
  free_nodes();
  return count;
}

static void play_for_clocks(uint32_t seed)
{
  pick_state = seed;
  key_bits = 30;
  xid_most = 1 << 30;
  play((struct network){ 20, 10, 400000 }, 800, 8000000000);
}

static void the_true_offset_is_inside_the_bounds(void **state)
{
  const struct clock clocks[NODES] = { { .hz = 1000000000 }, { .hz = 2100000000, .offset = 3e9L, .ppm = 50 },
                                       { .hz = 2999999999, .offset = 12345, .ppm = -50 },
                                       { .hz = 1000000000, .offset = 9e12L, .ppm = 3 } };
  uint64_t violations;
  (void)state;
  play_for_clocks(21);
  assert_true(check_clocks(clocks, true, &violations) >= 6 * 7);
  assert_int_equal(violations, 0);
}

/* The rates wander: 20 us up and down in a minute are 2 ppm either way, and 0.2 ppm more or less each second. */
static void a_rate_that_wanders_keeps_inside(void **state)
{
  const struct clock clocks[NODES] = { { .hz = 1000000000, .wave_ns = 20000, .period_ns = 60e9L },
                                       { .hz = 1000000000, .ppm = 50, .wave_ns = 10000, .period_ns = 30e9L },
                                       { .hz = 1000000000, .offset = 1e9L, .ppm = -20 },
                                       { .hz = 1000000000, .ppm = 50, .wave_ns = 5000, .period_ns = 20e9L } };
  uint64_t violations;
  (void)state;
  play_for_clocks(22);
  check_clocks(clocks, true, &violations);
  assert_int_equal(violations, 0);
}

/* A step of 100 ms ends a window where it is: no window has it inside, and the messages behind it are counted. */
static void a_step_ends_a_window(void **state)
{
  struct clock clocks[NODES] = { { .hz = 1000000000 }, { .hz = 1000000000, .ppm = 20 }, { .hz = 1000000000 },
                                 { .hz = 1000000000, .ppm = -20 } };
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  uint64_t violations;
  (void)state;
  play_for_clocks(23);
  const size_t without = check_clocks(clocks, false, &violations);
  assert_int_equal(violations, 0);
  clocks[2].step_at = 4.3e9L;
  clocks[2].step_ns = 100e6L;
  const size_t with = check_clocks(clocks, false, &violations);
  assert_true(violations > 0);
  assert_true(with >= without && with <= without + 6);
  make_nodes(clocks);
  struct net_match *m = net_match_new(nodes, NODES);
  struct net_clocks *c = net_clocks_new(m, &config);
  for (size_t i = 1; i < c->count; i++) {
    const struct clocks_window *w = &c->windows[i];
    const bool steps = w->node == 2 || w->other == 2;
    const bool behind = w->node == w[-1].node && w->other == w[-1].other;
    assert_true(behind || !w->violations);
    if (w->violations) { /* it begins within some messages of the step */
      assert_true(steps);
      assert_true(fabsl(when(&clocks[w->node], w->from) - 4.3e9L) < 50e6L);
    }
    /* and windows before it say nothing of those behind it */
    assert_true(fabsl(w->offset - true_offset(clocks, w)) <= 0.1L * 2 * LEAST_NS);
  }
  net_clocks_free(c);
  net_match_free(m);
  free_nodes();
}

/* Points on a curve, each of which is a corner of its hull: the polygon stays small, and the bounds hold. */
static void a_curve_of_points_does_not_grow_the_polygon(void **state)
{
  struct bounds b = bounds_all(1e-3L);
  (void)state;
  for (int i = -5000; i <= 5000; i++)
    bounds_below(&b, i, 1000 + 1e-8L * i * i);
  bounds_above(&b, 0, -1000);
  assert_true(b.count <= 256);
  assert_true(bounds_high(&b, 0) >= 1000 && bounds_high(&b, 0) < 1010);
  assert_true(bounds_low(&b, 0) <= -1000 && bounds_low(&b, 0) > -1010);
  bounds_free(&b);
}

/* Messages one way say how far ahead a clock is at most, and nothing else. */
static void one_way_gives_half_a_bound(void **state)
{
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  (void)state;
  pick_state = 24;
  key_bits = 30;
  xid_most = 1 << 30;
  play((struct network){ 0, 0, 400000 }, 50, 1000000000);
  make_nodes(even);
  for (uint32_t n = 0; n < NODES; n++)
    for (size_t i = 0; i < nodes[n].count; i++) {
      struct wire_message *w = &nodes[n].messages[i];
      const bool up = (w->local < w->peer) == !!(w->flags & WIRE_MESSAGE_SENT);
      w->key = up ? w->key : (uint64_t)n << 40 | i; /* what goes down has no partner */
    }
  struct net_match *m = net_match_new(nodes, NODES);
  struct net_clocks *c = net_clocks_new(m, &config);
  assert_true(c->count >= 6);
  for (size_t i = 0; i < c->count; i++) {
    assert_true(isinf(c->windows[i].low) && !isinf(c->windows[i].high));
    assert_true(c->windows[i].high >= 0);
    assert_true(isnan(c->windows[i].offset));
    assert_int_equal(c->windows[i].back, 0);
  }
  net_clocks_free(c);
  net_match_free(m);
  free_nodes();
}

/* Between nodes 0 and 1 messages wait long, by way of node 2 they do not: the bounds are those of the way round. */
static void a_third_node_tightens(void **state)
{
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  size_t tightened = 0, pairs = 0;
  (void)state;
  play_for_clocks(25);
  make_nodes(even);
  for (uint32_t n = 0; n < 2; n++)
    for (size_t i = 0; i < nodes[n].count; i++) {
      struct wire_message *w = &nodes[n].messages[i];
      const bool between = w->peer == address_of(1 - n);
      w->tsc += between && !(w->flags & WIRE_MESSAGE_SENT) ? 5000000 : 0;
    }
  struct net_match *m = net_match_new(nodes, NODES);
  struct net_clocks *c = net_clocks_new(m, &config);
  for (size_t i = 0; i < c->count; i++) {
    const struct clocks_window *w = &c->windows[i];
    if (w->node == 0 && w->other == 1) {
      pairs++;
      tightened += w->tightened && w->high - w->low < 1e6L;
    }
    assert_true(w->low <= 0 && w->high >= 0);
  }
  assert_true(pairs >= 7);
  assert_int_equal(tightened, pairs);
  net_clocks_free(c);
  net_match_free(m);
  free_nodes();
}

/* Of nodes 0 to 3 only neighbours exchange messages: the bounds of the ends are those of the way through the others. */
static void a_chain_has_bounds_from_end_to_end(void **state)
{
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  const struct clock clocks[NODES] = { { .hz = 1000000000 }, { .hz = 2100000000, .offset = 3e9L, .ppm = 50 },
                                       { .hz = 2999999999, .offset = 12345, .ppm = -50 },
                                       { .hz = 1000000000, .offset = 9e12L, .ppm = 3 } };
  (void)state;
  play_for_clocks(26);
  make_nodes(clocks);
  for (uint32_t n = 0; n < NODES; n++)
    for (size_t i = 0; i < nodes[n].count; i++) {
      struct wire_message *w = &nodes[n].messages[i];
      const bool near = (n && w->peer == address_of(n - 1)) || w->peer == address_of(n + 1);
      w->key = near ? w->key : (uint64_t)n << 40 | i; /* it has no partner */
    }
  struct net_match *m = net_match_new(nodes, NODES);
  struct net_clocks *c = net_clocks_new(m, &config);
  for (uint32_t n = 0; n < NODES; n++)
    for (uint32_t other = 0; other < NODES; other++)
      for (long double at = 1e9L; at < 8e9L; at += 1e9L) {
        const long double there = shown(&clocks[n], at), truth = shown(&clocks[other], at) - there;
        long double low, high;
        net_clocks_bounds(c, n, other, there, &low, &high);
        assert_int_equal(isfinite(low) && isfinite(high), n <= other + 1 && other <= n + 1);
        net_clocks_way(c, n, other, there, &low, &high);
        assert_true(low <= truth && truth <= high);
        assert_true(high - low < 1e6L);
      }
  net_clocks_free(c);
  net_match_free(m);
  free_nodes();
}

/* ---- a machine that stands still ---- */

#define STILL_NS 60000000   /* for so long */
#define SESSION_MS 1000
#define SESSIONS 200

static int by_tsc(const void *a, const void *b)
{
  const struct wire_message *x = a, *y = b;
  return (x->tsc > y->tsc) - (x->tsc < y->tsc);
}

/* When a machine that stands still from `still` on does what it would do at `at`. */
static uint64_t awake(uint64_t at, uint64_t still)
{
  return at < still || at >= still + STILL_NS ? at : still + STILL_NS + (at - still) / 1000;
}

/* What its clock shows, which stands still, too. */
static uint64_t shown_still(uint64_t at, uint64_t still)
{
  return at < still ? at : at < still + STILL_NS ? still : at - STILL_NS;
}

static void log_driver(uint32_t node, uint64_t tsc, uint16_t flags, uint64_t number)
{
  struct net_node *n = &nodes[node];
  mem_grow(&n->messages, &n->room, n->count + 1, sizeof(*n->messages));
  n->messages[n->count++] = (struct wire_message){
    .tsc = tsc, .layer = WIRE_LAYER_DRIVER, .flags = flags, .key = number << 48 | 0xabcd, .bytes = 100, .thread = 1,
    .local = address_of(node), .peer = address_of(1 - node) };
}

/* Packets both ways, one about each half a millisecond, of which each takes 30 to 80 us; machine `stopped` stands
 * still. */
static void log_around_still(uint32_t stopped, uint64_t still)
{
  const uint64_t stills[2] = { stopped ? SESSION_MS * 2000000 : still, stopped ? still : SESSION_MS * 2000000 };
  for (uint32_t n = 0; n < 2; n++)
    nodes[n] = (struct net_node){ .hz = 1000000000, .whole = 1 };
  for (uint64_t number = 1, at = 0; at < SESSION_MS * 1000000; at += pick(1000000), number++) {
    const uint32_t from = pick(2), to = 1 - from;
    const uint64_t sent = awake(at, stills[from]), came = awake(sent + 30000 + pick(50000), stills[to]);
    log_driver(from, shown_still(sent, stills[from]), WIRE_MESSAGE_SENT, number);
    log_driver(to, shown_still(came, stills[to]), 0, number);
  }
  for (uint32_t n = 0; n < 2; n++)
    qsort(nodes[n].messages, nodes[n].count, sizeof(*nodes[n].messages), by_tsc);
}

/* The bounds of each window but one whose middle is within the stop; there is a step, and one only. */
static void check_around_still(uint32_t stopped, uint64_t still)
{
  const struct clocks_config config = { .window_ns = 1e8L, .least = 16, .rate = 1e-3L, .wander = 26e-6L };
  size_t judged = 0, steps = 0;
  struct net_match *m = net_match_new(nodes, 2);
  struct net_clocks *c = net_clocks_new(m, &config);
  for (size_t i = 0; i < c->count; i++) {
    const struct clocks_window *w = &c->windows[i];
    const long double truth = w->middle < still ? 0 : stopped ? -(long double)STILL_NS : STILL_NS;
    steps += w->violations > 0;
    if (stopped && w->middle >= still && w->middle < still + STILL_NS)
      continue;
    assert_true(w->low <= truth && truth <= w->high);
    judged++;
  }
  if (stopped) /* while it stands still, and its clock falls behind, too */
    for (uint64_t at = still; at < still + STILL_NS; at += STILL_NS / 100) {
      long double low, high;
      net_clocks_bounds(c, 0, 1, at, &low, &high);
      assert_true(low <= (long double)still - at && (long double)still - at <= high);
    }
  assert_true(steps >= 1 && steps <= 2); /* in the stop itself there can be a window, too */
  assert_true(judged >= 7);
  net_clocks_free(c);
  net_match_free(m);
}

/* A message that is sent to a machine just behind the moment at which it stopped contradicts nothing that came before:
 * it seems to be a fast one. It must not narrow the bounds of what was before it. */
static void a_machine_that_stands_still_keeps_its_bounds(void **state)
{
  (void)state;
  pick_state = 27;
  for (uint32_t i = 0; i < SESSIONS; i++) {
    const uint64_t still = (SESSION_MS / 4 + pick(SESSION_MS / 2)) * 1000000 + pick(1000000);
    log_around_still(i % 4 > 0, still);
    check_around_still(i % 4 > 0, still);
    free_nodes();
  }
}

/* ---- a call taken apart ---- */

#define AHEAD_NS 1000000 /* the server's clock */

static void log_message(uint32_t node, uint64_t at, uint16_t layer, uint16_t flags, uint64_t key)
{
  struct net_node *n = &nodes[node];
  const bool rpc = layer == WIRE_LAYER_RPC, ports = layer != WIRE_LAYER_DRIVER;
  mem_grow(&n->messages, &n->room, n->count + 1, sizeof(*n->messages));
  n->messages[n->count++] = (struct wire_message){
    .tsc = at + (node ? AHEAD_NS : 0), .layer = layer, .flags = flags, .key = key, .thread = 1,
    .bytes = layer == WIRE_LAYER_UDP ? 108 : 100,
    .program = rpc ? PROGRAM : 0, .local = address_of(node), .peer = address_of(1 - node),
    .local_port = !ports ? 0 : node ? PORT : 40000, .peer_port = !ports ? 0 : node ? 40000 : PORT };
}

/* A packet, as both its layers know it. */
static void log_packet(uint32_t node, uint64_t udp, uint64_t driver, uint16_t flags, uint64_t number)
{
  const bool sent = flags & WIRE_MESSAGE_SENT;
  if (!sent)
    log_message(node, driver, WIRE_LAYER_DRIVER, flags, number << 48 | 0xabcd);
  log_message(node, udp, WIRE_LAYER_UDP, flags, number << 32 | 0xabcd);
  if (sent)
    log_message(node, driver, WIRE_LAYER_DRIVER, flags, number << 48 | 0xabcd);
}

/* A call whose first packet is lost, true times in nanoseconds. Without the packets its ends are all that is known. */
static void log_call(bool packets)
{
  const uint16_t sent = WIRE_MESSAGE_SENT, reply = WIRE_MESSAGE_REPLY;
  for (uint32_t n = 0; n < 2; n++)
    nodes[n] = (struct net_node){ .hz = 1000000000, .whole = 1 };
  log_message(0, 10000, WIRE_LAYER_RPC, sent, 7);
  if (packets)
    log_packet(0, 10500, 11000, sent, 1);
  log_message(0, 3010000, WIRE_LAYER_RPC, sent | WIRE_MESSAGE_AGAIN, 7);
  if (packets) {
    log_packet(0, 3010500, 3011000, sent, 2);
    log_message(1, 3050000, WIRE_LAYER_UDP, 0, 99);
    nodes[1].messages[nodes[1].count - 1].bytes = 20; /* no call */
    log_packet(1, 3071000, 3061000, 0, 2);
    nodes[1].messages[nodes[1].count - 1].thread = 2; /* another thread takes the call than receives its datagram */
  }
  log_message(1, 3072000, WIRE_LAYER_RPC, 0, 7);
  log_message(1, 3092000, WIRE_LAYER_RPC, sent | reply, 7);
  if (packets) {
    log_packet(1, 3093000, 3094000, sent, 1);
    log_packet(0, 3150000, 3144000, 0, 1);
  }
  log_message(0, 3151000, WIRE_LAYER_RPC, reply, 7);
}

static struct net_remote take_apart(void)
{
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  struct net_match *m = net_match_new(nodes, 2);
  struct net_clocks *c = net_clocks_new(m, &config);
  assert_int_equal(m->call_count, 1);
  assert_int_equal(m->calls[0].sends, 2);
  assert_int_equal(m->calls[0].executions, 1);
  struct net_carriers carriers = net_carriers_new(m);
  const struct net_remote r = net_remote_of(m, &carriers, c, &m->calls[0]);
  net_carriers_free(&carriers);
  net_clocks_free(c);
  net_match_free(m);
  free_nodes();
  return r;
}

static void assert_ns(long double is, long double should)
{
  assert_true(fabsl(is - should) <= 2);
}

static void a_call_is_taken_apart(void **state)
{
  (void)state;
  log_call(true);
  const struct net_remote r = take_apart();
  assert_ns(r.start, 10000);
  assert_ns(r.elapsed, 3141000);
  assert_ns(r.out, 3001000); /* until it was sent again, too */
  assert_ns(r.queue, 11000);
  assert_ns(r.work, 20000);
  assert_ns(r.back, 2000);
  assert_ns(r.in, 7000);
  assert_ns(r.request + r.reply, 100000);
  assert_ns(r.request, 50000);
  assert_true(r.request_low <= 50000 && r.request_high >= 50000 && r.request_low >= 0 && r.request_high <= 100000);
  assert_true(r.reply_low <= 50000 && r.reply_high >= 50000 && r.reply_low >= 0 && r.reply_high <= 100000);
}

static void without_packets_its_ends_are_known(void **state)
{
  (void)state;
  log_call(false);
  const struct net_remote r = take_apart();
  assert_ns(r.elapsed, 3141000);
  assert_ns(r.work, 20000);
  assert_true(isnan(r.out) && isnan(r.queue) && isnan(r.back) && isnan(r.in));
  assert_ns(r.request + r.reply, 3121000);
  assert_true(r.request_low <= 3062000 && r.request_high >= 3062000);
}

/* A call that comes twice, and of which another thread tells sooner that it came again than its worker tells that it
 * executes it; both are replied to. The second reply comes behind the next call, before the reply to that one. */
static void log_repeated_calls(void)
{
  const uint16_t sent = WIRE_MESSAGE_SENT, reply = WIRE_MESSAGE_REPLY, again = WIRE_MESSAGE_AGAIN;
  for (uint32_t n = 0; n < 2; n++)
    nodes[n] = (struct net_node){ .hz = 1000000000, .whole = 1 };
  log_message(0, 10000, WIRE_LAYER_RPC, sent, 7);
  log_packet(0, 10500, 11000, sent, 1);
  log_packet(1, 71000, 61000, 0, 1);
  log_message(0, 110000, WIRE_LAYER_RPC, sent | again, 7);
  log_packet(0, 110500, 111000, sent, 2);
  log_packet(1, 171000, 161000, 0, 2);
  log_message(1, 172000, WIRE_LAYER_RPC, again, 7);
  log_message(1, 173000, WIRE_LAYER_RPC, 0, 7);
  log_message(1, 193000, WIRE_LAYER_RPC, sent | reply, 7);
  log_packet(1, 193500, 194000, sent, 11);
  log_message(1, 194500, WIRE_LAYER_RPC, sent | reply | again, 7);
  log_packet(1, 195000, 196000, sent, 12);
  log_packet(0, 250000, 244000, 0, 11);
  log_message(0, 251000, WIRE_LAYER_RPC, reply, 7);
  log_message(0, 260000, WIRE_LAYER_RPC, sent, 8);
  log_packet(0, 260500, 261000, sent, 3);
  log_packet(0, 271000, 270000, 0, 12); /* it is thrown away */
  log_packet(1, 321000, 311000, 0, 3);
  log_message(1, 322000, WIRE_LAYER_RPC, 0, 8);
  log_message(1, 342000, WIRE_LAYER_RPC, sent | reply, 8);
  log_packet(1, 343000, 344000, sent, 13);
  log_packet(0, 400000, 394000, 0, 13);
  log_message(0, 403000, WIRE_LAYER_RPC, reply, 8);
}

static void each_end_of_a_call_has_its_own_datagram(void **state)
{
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  (void)state;
  log_repeated_calls();
  struct net_match *m = net_match_new(nodes, 2);
  struct net_clocks *c = net_clocks_new(m, &config);
  struct net_carriers carriers = net_carriers_new(m);
  assert_int_equal(m->call_count, 2);
  const struct net_remote first = net_remote_of(m, &carriers, c, &m->calls[0]);
  const struct net_remote second = net_remote_of(m, &carriers, c, &m->calls[1]);
  assert_ns(first.out, 1000);
  assert_ns(first.queue, 112000);
  assert_ns(first.back, 1000);
  assert_ns(first.in, 7000);
  assert_ns(second.out, 1000);
  assert_ns(second.queue, 11000);
  assert_ns(second.back, 2000);
  assert_ns(second.in, 9000);
  net_carriers_free(&carriers);
  net_clocks_free(c);
  net_match_free(m);
  free_nodes();
}

/* Of two datagrams that may be the reply of a machine that is not traced, none is taken; the only one is. */
static void a_reply_from_elsewhere_is_the_only_datagram_or_unknown(void **state)
{
  (void)state;
  log_repeated_calls();
  struct net_match *m = net_match_new(nodes, 1);
  struct net_carriers carriers = net_carriers_new(m);
  uint32_t of[2] = { 0 }, replies = 0;
  for (uint32_t i = 0; i < nodes[0].count; i++)
    if (nodes[0].messages[i].layer == WIRE_LAYER_RPC && !(nodes[0].messages[i].flags & WIRE_MESSAGE_SENT))
      of[replies++] = carriers.of[0][i];
  assert_int_equal(replies, 2);
  assert_int_equal(nodes[0].messages[of[0]].key >> 32, 11);
  assert_int_equal(of[1], UINT32_MAX);
  net_carriers_free(&carriers);
  net_match_free(m);
  free_nodes();
}

static int free_all(void **state)
{
  (void)state;
  for (uint32_t n = 0; n < NODES; n++)
    mem_free(records[n]);
  mem_free(heap);
  return 0;
}

/* Two nodes with one address are named, unless they are one node that was started again, or the address is one that
 * each machine has. */
static void nodes_with_one_address_are_told(void **state)
{
  static const struct { const char *second; uint32_t address; const char *told; } cases[] = {
    { "c", 0x0a4d0002, "nodes b and c both have the address 10.77.0.2" }, { "bb", 0x0a4d0002, "nodes b and bb both" },
    { "b#2", 0x0a4d0002, NULL }, { "c", 0x7f000001, NULL }, { "c", 0xffffffff, NULL } };
  (void)state;
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    struct wire_message m = { .key = 1, .local = cases[i].address, .peer = 0x0a4d0009, .layer = WIRE_LAYER_UDP,
                              .flags = WIRE_MESSAGE_SENT };
    struct net_node two[] = { { .name = "b", .hz = 1000, .messages = &m, .count = 1 },
                              { .name = cases[i].second, .hz = 1000, .messages = &m, .count = 1 } };
    struct net_match *match = net_match_new(two, 2);
    char *note = net_match_note(match);
    if (cases[i].told)
      assert_non_null(strstr(note, cases[i].told));
    else
      assert_null(note);
    mem_free(note);
    net_match_free(match);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(nodes_with_one_address_are_told),
    cmocka_unit_test(a_machine_that_stands_still_keeps_its_bounds),
    cmocka_unit_test(all_executed_calls_are_matched_and_none_wrongly),
    cmocka_unit_test(clocks_mean_nothing_to_matching),
    cmocka_unit_test(keys_that_come_again_are_told_apart_by_their_order),
    cmocka_unit_test(a_partner_without_a_dump_is_not_traced),
    cmocka_unit_test(what_is_not_clear_is_not_matched),
    cmocka_unit_test(the_true_offset_is_inside_the_bounds),
    cmocka_unit_test(a_rate_that_wanders_keeps_inside),
    cmocka_unit_test(a_step_ends_a_window),
    cmocka_unit_test(a_curve_of_points_does_not_grow_the_polygon),
    cmocka_unit_test(one_way_gives_half_a_bound),
    cmocka_unit_test(a_third_node_tightens),
    cmocka_unit_test(a_chain_has_bounds_from_end_to_end),
    cmocka_unit_test(a_call_is_taken_apart),
    cmocka_unit_test(without_packets_its_ends_are_known),
    cmocka_unit_test(each_end_of_a_call_has_its_own_datagram),
    cmocka_unit_test(a_reply_from_elsewhere_is_the_only_datagram_or_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, free_all);
}
