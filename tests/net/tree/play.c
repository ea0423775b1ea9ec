/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * play.c: plays nodes whose threads call each other at random, from machine to machine and within one, each node with a
 * clock of its own: `play SEED DIR [chain|datagrams]` writes a dump of each node into DIR, and what is true to standard
 * output, a line for each call, as `hostdump tree` names calls:
 *   NODE/THREAD:NUMBER <tab> its caller in the tree of all nodes, or `-`
 *
 * A worker's thread has two calls open while it waits. The call in which it takes a remote call may end before it
 * replies. Remote calls are sent again, stay without a reply, or go to a machine of which there is no dump. In a chain
 * a node calls only the one before it and the one behind it, and each began its profiling EARLIER before the one
 * before it. With datagrams each request is one of layer udp, too, and one of layer driver.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pick.h"
#include "xfer.h"

enum { NODES = 4, CLIENTS = 2, WORKERS = 3, THREADS = CLIENTS + WORKERS, DEEPEST = 9, STEPS = 30000, CALLS = 20000,
       TREE_NODES = 20000, MESSAGES = 20000, BASE = 2, PROGRAM = 4242, PORT = 700,
       EARLIER = 50000 /* ns */ };
#define NO_CALL SIZE_MAX
#define ELSEWHERE 0x0a090909u

struct played { unsigned node, thread; uint64_t number, start; size_t caller; };

static struct played calls[CALLS]; /* in the order in which they begin */
static size_t call_count;

enum state { RUNS, WAITS_FOR_WORK, WAITS_FOR_REPLY };
struct thread {
  enum state state;
  size_t open[DEEPEST + 1];        /* calls */
  uint32_t tree[DEEPEST + 1];      /* their nodes of the call tree */
  unsigned depth, base;
  uint64_t ended, taken;           /* calls that have ended; when it took what it serves */
  size_t caller;                   /* the client's call for which it serves */
  unsigned client_node, client, again;
  uint64_t key;
  struct wire_message request;
};

struct node {
  struct thread threads[THREADS];
  struct wire_node tree[TREE_NODES];
  size_t tree_count;
  struct wire_call calls[CALLS];
  size_t call_count;
  struct wire_message messages[MESSAGES];
  size_t message_count;
  uint64_t offset, rate;
};

static struct node nodes[NODES];
static uint64_t now = 1000, keys;
static bool chain, datagrams;

static uint64_t clock_of(const struct node *n)
{
  return n->offset + now * n->rate;
}

static _Noreturn void fail(const char *why)
{
  fprintf(stderr, "play: %s\n", why);
  exit(1);
}

/* ---- what happens ---- */

static uint32_t child_of(struct node *n, unsigned thread, uint32_t parent, uint64_t address)
{
  for (size_t i = 0; i < n->tree_count; i++)
    if (n->tree[i].parent == parent && n->tree[i].address == address)
      return n->tree[i].id;
  if (n->tree_count == TREE_NODES)
    fail("too many paths");
  n->tree[n->tree_count] = (struct wire_node){ .id = (uint32_t)n->tree_count + 1, .parent = parent, .thread = thread + 1,
                                               .address = address, .calls = 1 };
  return n->tree[n->tree_count++].id;
}

static void begin_call(unsigned node, unsigned thread, uint64_t address)
{
  struct node *n = &nodes[node];
  struct thread *t = &n->threads[thread];
  const size_t local = t->depth ? t->open[t->depth - 1] : NO_CALL;
  if (call_count == CALLS || t->depth == DEEPEST)
    return;
  /* A caller that began before the remote call was taken is none of its calls. */
  const bool served = t->base && t->state == RUNS && (local == NO_CALL || calls[local].start < t->taken);
  t->tree[t->depth] = child_of(n, thread, t->depth ? t->tree[t->depth - 1] : thread + 1, address);
  t->open[t->depth++] = call_count;
  calls[call_count++] = (struct played){ .node = node, .thread = thread, .start = now,
                                         .caller = served ? t->caller : local };
}

static void end_call(unsigned node, unsigned thread)
{
  struct node *n = &nodes[node];
  struct thread *t = &n->threads[thread];
  struct played *p = &calls[t->open[--t->depth]];
  p->number = t->ended++;
  n->calls[n->call_count++] = (struct wire_call){ .call = t->tree[t->depth] << WIRE_CALL_FLAG_BITS,
                                                  .raw = (uint32_t)((now - p->start) * n->rate), .tsc = clock_of(n) };
}

static void log_message(unsigned node, unsigned thread, struct wire_message m, uint16_t flags)
{
  struct node *n = &nodes[node];
  const struct thread *t = &n->threads[thread];
  if (n->message_count == MESSAGES)
    fail("too many messages");
  m.tsc = clock_of(n);
  m.thread = thread + 1;
  m.node = t->depth ? t->tree[t->depth - 1] : 0;
  m.flags = flags;
  n->messages[n->message_count++] = m;
  now++;
}

/* The same message as its other end sees it. */
static struct wire_message turned(struct wire_message m)
{
  const struct wire_message other = m;
  m.local = other.peer;
  m.peer = other.local;
  m.local_port = other.peer_port;
  m.peer_port = other.local_port;
  return m;
}

/* The datagram of a request, and its packet: what was sent, or, with another order of layers, what came. */
static void log_datagram(unsigned node, unsigned thread, struct wire_message m, uint16_t flags)
{
  const uint16_t layers[] = { WIRE_LAYER_UDP, WIRE_LAYER_DRIVER };
  for (unsigned i = 0; datagrams && i < 2; i++) {
    m.layer = layers[flags & WIRE_MESSAGE_SENT ? i : 1 - i];
    m.program = m.procedure = 0;
    log_message(node, thread, m, flags);
  }
}

static void call_remote(unsigned node, unsigned thread)
{
  const unsigned server = pick(NODES), worker = CLIENTS + pick(WORKERS);
  struct thread *t = &nodes[node].threads[thread], *w = &nodes[server].threads[worker];
  const bool elsewhere = pick(10) == 0;
  struct wire_message m = { .key = ++keys, .local = 0x0a4d0001 + node, .peer = elsewhere ? ELSEWHERE : 0x0a4d0001 + server,
                            .local_port = (uint16_t)(1000 + thread), .peer_port = PORT, .program = PROGRAM,
                            .procedure = pick(7), .bytes = 100, .layer = WIRE_LAYER_RPC };
  const bool is_near = !chain || server + 1 == node || server == node + 1;
  if (!elsewhere && (server == node || w->state != WAITS_FOR_WORK || !is_near))
    return;
  log_message(node, thread, m, WIRE_MESSAGE_SENT);
  if (elsewhere) {
    log_message(node, thread, m, WIRE_MESSAGE_REPLY);
    return;
  }
  log_datagram(node, thread, m, WIRE_MESSAGE_SENT);
  const unsigned again = pick(4) == 0;
  if (again)
    log_message(node, thread, m, WIRE_MESSAGE_SENT | WIRE_MESSAGE_AGAIN);
  const bool inside = pick(2);
  if (inside)
    begin_call(server, worker, 3);
  now++;
  w->state = RUNS;
  w->taken = now;
  w->caller = t->depth ? t->open[t->depth - 1] : NO_CALL;
  w->client_node = node;
  w->client = thread;
  w->request = m;
  log_datagram(server, worker, turned(m), 0);
  log_message(server, worker, turned(m), 0);
  if (again)
    log_message(server, worker, turned(m), WIRE_MESSAGE_AGAIN);
  if (inside && pick(2))
    end_call(server, worker);
  t->state = WAITS_FOR_REPLY;
}

static void reply(unsigned node, unsigned thread)
{
  struct thread *w = &nodes[node].threads[thread];
  const bool lost = pick(20) == 0;
  if (!lost) {
    log_message(node, thread, turned(w->request), WIRE_MESSAGE_SENT | WIRE_MESSAGE_REPLY);
    log_message(w->client_node, w->client, w->request, WIRE_MESSAGE_REPLY);
  }
  nodes[w->client_node].threads[w->client].state = RUNS;
  w->state = WAITS_FOR_WORK;
}

static void step(unsigned node, unsigned thread, bool ends)
{
  struct thread *t = &nodes[node].threads[thread];
  const unsigned way = ends ? 99 : pick(100);
  if (t->state != RUNS)
    return;
  now += 1 + pick(5);
  if (way < 45)
    begin_call(node, thread, 10 + pick(2));
  else if (way < 60 && (t->depth || pick(5) == 0))
    call_remote(node, thread);
  else if (t->depth > t->base)
    end_call(node, thread);
  else if (t->base)
    reply(node, thread);
}

static void play(void)
{
  for (unsigned n = 0; n < NODES; n++) {
    nodes[n].rate = 1 + pick(3);
    nodes[n].offset = (uint64_t)(1 + pick(1000)) << 32;
    for (unsigned t = 0; t < THREADS; t++)
      nodes[n].tree[nodes[n].tree_count++] = (struct wire_node){ .id = t + 1, .thread = t + 1, .flags = WIRE_NODE_ROOT };
    for (unsigned t = CLIENTS; t < THREADS; t++) {
      begin_call(n, t, 1);
      now++;
      begin_call(n, t, 2);
      nodes[n].threads[t].base = BASE;
      nodes[n].threads[t].state = WAITS_FOR_WORK;
    }
  }
  for (unsigned i = 0; i < STEPS; i++)
    step(pick(NODES), pick(THREADS), false);
  for (unsigned i = 0; i < STEPS; i++)
    step(pick(NODES), pick(THREADS), true);
  for (unsigned n = 0; n < NODES; n++)
    for (unsigned t = 0; t < THREADS; t++)
      while (nodes[n].threads[t].depth) {
        now++;
        end_call(n, t);
      }
}

/* ---- dumps ---- */

static bool write_out(void *ctx, const void *data, size_t bytes)
{
  return fwrite(data, 1, bytes, ctx) == bytes;
}

static void put_name(struct xfer_sender *s, uint32_t id, const char *value)
{
  const struct wire_name row = { WIRE_SPACE_THREAD, id, (uint32_t)strlen(value) };
  xfer_send_pair(s, WIRE_NAME, &row, 1, WIRE_CHARACTER, value, strlen(value));
}

static void write_node(const char *folder, unsigned node)
{
  const struct node *n = &nodes[node];
  const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, 1000000000 * n->rate },
    { WIRE_META_START_TSC, n->offset - (chain ? n->rate * node * EARLIER : 0) },
    { WIRE_META_STOP_TSC, clock_of(n) + 1 }, { WIRE_META_MODES, WIRE_MODE_TIMING | WIRE_MODE_CALLS | WIRE_MODE_MESSAGES } };
  char path[4096];
  snprintf(path, sizeof(path), "%s/n%u.jxp", folder, node);
  FILE *out = fopen(path, "wb");
  struct xfer_sender s;
  void *memory = calloc(1, XFER_SENDER_BYTES);
  if (!out || !memory)
    fail("a dump cannot be written");
  xfer_send_init(&s, memory, 0x77000000u + node, write_out, out);
  xfer_send(&s, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  xfer_send_flush(&s, WIRE_FRAME_HELLO);
  for (uint32_t t = 0; t < THREADS; t++) {
    put_name(&s, t + 1, t < CLIENTS ? "client" : "worker");
    xfer_send(&s, WIRE_THREAD, &(struct wire_thread){ .id = t + 1 }, 1);
  }
  xfer_send(&s, WIRE_NODE, n->tree, n->tree_count);
  xfer_send(&s, WIRE_CALL, n->calls, n->call_count);
  xfer_send(&s, WIRE_MESSAGE, n->messages, n->message_count);
  for (uint16_t k = WIRE_THREAD; k < WIRE_KIND_LIMIT; k++)
    if (s.sent[k])
      xfer_send(&s, WIRE_TALLY, &(struct wire_tally){ k, s.sent[k], s.sent[k], 0 }, 1);
  const struct wire_meta last[] = { { WIRE_META_FRAMES, s.seq + 1 }, { WIRE_META_PLAIN_BYTES, s.plain_bytes },
                                    { WIRE_META_WIRE_BYTES, s.wire_bytes } };
  xfer_send(&s, WIRE_META, last, 3);
  xfer_send_flush(&s, WIRE_FRAME_END);
  free(memory);
  if (fclose(out) != 0 || s.dead)
    fail("a dump cannot be written");
}

static void print_call(size_t call)
{
  if (call == NO_CALL)
    printf("-");
  else
    printf("n%u/%u:%" PRIu64, calls[call].node, calls[call].thread + 1, calls[call].number);
}

int main(int argc, char **argv)
{
  chain = argc == 4 && strcmp(argv[3], "chain") == 0;
  datagrams = argc == 4 && strcmp(argv[3], "datagrams") == 0;
  if (argc != 3 && !chain && !datagrams)
    fail("usage: play SEED DIR [chain|datagrams]");
  pick_state = (uint32_t)atoi(argv[1]);
  play();
  for (unsigned n = 0; n < NODES; n++)
    write_node(argv[2], n);
  for (size_t i = 0; i < call_count; i++) {
    print_call(i);
    printf("\t");
    print_call(calls[i].caller);
    printf("\n");
  }
  return fflush(stdout) == 0 ? 0 : 1;
}
