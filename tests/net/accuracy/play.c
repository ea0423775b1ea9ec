/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * play.c: `play [SEED [CALLS]]' plays calls between machines over a network that loses a fifth of the packets, doubles a
 * tenth and reorders them, and holds the matching (net/match.h) against what was played.
 *
 * Each call has a number here that no record has. A client sends a call again until it has a reply; a server executes a
 * call once and replies to what comes again from its cache, as the protocol of NFS has it. Numbers of calls (xids) come
 * again after XIDS calls of a client's, numbers of packets after 65536.
 *
 * The same messages are then matched again with other clocks: every time stamp is another one, at random, in the same
 * order of records. Nothing of the matching may change. Prints one line:
 *   calls executed matched false packets matched false clocks differing
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/match.h"
#include "pick.h"

enum { NODES = 4, CLIENTS = 3, XIDS = 5000, PROGRAM = 100003, SERVICE = 2049, CACHE = 4096, CLOCKS = 4, RETRY = 400,
       LEAST_WAY = 20, MOST_WAY = 120 };

/* What a record is of: a packet, and of layer rpc a call, by numbers of this program. */
struct label { uint64_t packet, call; };

struct packet {
  uint64_t due, number;    /* when it comes; its own */
  unsigned from, to;
  uint64_t call;
  uint32_t xid;
  uint16_t port, ip, check; /* the client's port; identification; checksum */
  bool reply;
};

struct client { uint64_t call, sent_at; unsigned to; uint32_t xid, next; bool waits; };

struct node {
  struct net_node net;
  struct label *labels;
  size_t room;
  struct client clients[CLIENTS];
  uint64_t *cache;         /* calls that were executed, by client and xid */
  uint16_t ip;
};

static struct node nodes[NODES];
static struct packet *queue;  /* a heap by `due` and number */
static size_t queued, queue_room;
static uint64_t now = 1000, packets, calls;

static _Noreturn void fail(const char *why)
{
  fprintf(stderr, "play: %s\n", why);
  exit(1);
}

/* ---- the network ---- */

static bool sooner(const struct packet *a, const struct packet *b)
{
  return a->due != b->due ? a->due < b->due : a->number < b->number;
}

static void swap(size_t a, size_t b)
{
  const struct packet p = queue[a];
  queue[a] = queue[b];
  queue[b] = p;
}

static void put_packet(struct packet p)
{
  mem_grow(&queue, &queue_room, queued + 1, sizeof(*queue));
  size_t at = queued++;
  queue[at] = p;
  for (; at && sooner(&queue[at], &queue[(at - 1) / 2]); at = (at - 1) / 2)
    swap(at, (at - 1) / 2);
}

static struct packet take_packet(void)
{
  const struct packet first = queue[0];
  queue[0] = queue[--queued];
  for (size_t at = 0, least = 0;; at = least) {
    for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < queued; child++)
      if (sooner(&queue[child], &queue[least]))
        least = child;
    if (least == at)
      return first;
    swap(at, least);
  }
}

/* ---- records ---- */

static void log_message(unsigned node, const struct packet *p, unsigned layer, uint16_t flags)
{
  struct node *n = &nodes[node];
  const bool sent = flags & WIRE_MESSAGE_SENT;
  const unsigned other = sent ? p->to : p->from;
  const bool by_client = sent != p->reply;
  const uint32_t length = p->reply ? 300 : 100 + p->xid % 3;
  struct wire_message m = { .tsc = now, .local = 0x0a4d0001 + node, .peer = 0x0a4d0001 + other, .thread = 1,
                            .layer = (uint16_t)layer, .flags = flags, .bytes = length };
  if (layer != WIRE_LAYER_DRIVER) {
    m.local_port = by_client ? p->port : SERVICE;
    m.peer_port = by_client ? SERVICE : p->port;
  }
  const uint64_t four = (uint64_t)length << 16 | p->check;
  m.key = layer == WIRE_LAYER_RPC ? p->xid : four | (uint64_t)p->ip << (layer == WIRE_LAYER_UDP ? 32 : 48);
  m.program = layer == WIRE_LAYER_RPC ? PROGRAM : 0;
  mem_grow(&n->net.messages, &n->net.room, n->net.count + 1, sizeof(m));
  mem_grow(&n->labels, &n->room, n->net.count + 1, sizeof(*n->labels));
  n->labels[n->net.count] = (struct label){ p->number, p->call };
  n->net.messages[n->net.count++] = m;
  now++;
}

static void send_packet(struct packet p, bool again)
{
  struct node *n = &nodes[p.from];
  const uint16_t flags = WIRE_MESSAGE_SENT | (p.reply ? WIRE_MESSAGE_REPLY : 0);
  p.number = ++packets;
  p.ip = n->ip++;
  p.check = (uint16_t)(p.xid * 40503u + p.reply); /* what is sent again has the same bytes */
  log_message(p.from, &p, WIRE_LAYER_RPC, flags | (again ? WIRE_MESSAGE_AGAIN : 0));
  log_message(p.from, &p, WIRE_LAYER_UDP, WIRE_MESSAGE_SENT);
  log_message(p.from, &p, WIRE_LAYER_DRIVER, WIRE_MESSAGE_SENT);
  for (unsigned copies = pick(5) == 0 ? 0 : 1 + (pick(10) == 0); copies; copies--) {
    p.due = now + LEAST_WAY + pick(MOST_WAY - LEAST_WAY);
    put_packet(p);
  }
}

/* ---- who talks ---- */

static void serve(struct packet p)
{
  uint64_t *last = &nodes[p.to].cache[(size_t)(p.from * CLIENTS + p.port) * CACHE + p.xid % CACHE];
  const bool again = *last == p.call;
  log_message(p.to, &p, WIRE_LAYER_RPC, again ? WIRE_MESSAGE_AGAIN : 0);
  if (*last > p.call) /* a copy that was long on its way: the reply cache has a later call there */
    fail("a packet is older than the reply cache");
  *last = p.call;
  struct packet reply = p;
  reply.from = p.to;
  reply.to = p.from;
  reply.reply = true;
  send_packet(reply, again);
}

static void take_reply(struct packet p)
{
  struct client *c = &nodes[p.to].clients[p.port];
  const bool good = c->waits && c->call == p.call;
  log_message(p.to, &p, WIRE_LAYER_RPC, WIRE_MESSAGE_REPLY | (good ? 0 : WIRE_MESSAGE_AGAIN));
  c->waits = c->waits && !good;
}

static void receive(struct packet p)
{
  log_message(p.to, &p, WIRE_LAYER_DRIVER, 0);
  log_message(p.to, &p, WIRE_LAYER_UDP, 0);
  if (p.reply)
    take_reply(p);
  else
    serve(p);
}

static void ask(unsigned node, uint16_t port, bool again)
{
  struct client *c = &nodes[node].clients[port];
  if (!again) {
    c->call = ++calls;
    c->xid = c->next = (c->next + 1) % XIDS;
    do
      c->to = pick(NODES);
    while (c->to == node);
  }
  c->waits = true;
  c->sent_at = now;
  send_packet((struct packet){ .from = node, .to = c->to, .call = c->call, .xid = c->xid, .port = port }, again);
}

static void play(uint64_t most)
{
  for (unsigned n = 0; n < NODES; n++) {
    nodes[n].cache = mem_alloc((size_t)NODES * CLIENTS * CACHE, sizeof(*nodes[n].cache));
    nodes[n].net.whole = 1;
    nodes[n].net.hz = 1000000000;
    nodes[n].ip = (uint16_t)pick(65536);
    for (unsigned c = 0; c < CLIENTS; c++)
      nodes[n].clients[c].next = pick(XIDS);
  }
  bool waits = true;
  while (calls < most || queued || waits) {
    now += 1 + pick(4);
    waits = false;
    while (queued && queue[0].due <= now)
      receive(take_packet());
    for (unsigned n = 0; n < NODES; n++)
      for (uint16_t c = 0; c < CLIENTS; c++) {
        const struct client *client = &nodes[n].clients[c];
        if (client->waits && now - client->sent_at > RETRY)
          ask(n, c, true);
        else if (!client->waits && calls < most && pick(50) == 0)
          ask(n, c, false);
        waits |= client->waits;
      }
  }
}

/* ---- the truth ---- */

static const struct label *label_of(struct net_end e)
{
  return &nodes[e.node].labels[e.index];
}

/* Calls of which each end that there is, is of the same call; *wrong: whose ends are of several. */
static uint64_t right_calls(const struct net_match *m, uint64_t *wrong)
{
  uint64_t right = 0;
  for (size_t i = 0; i < m->call_count; i++) {
    const struct net_call *c = &m->calls[i];
    if (c->sent.node == NET_NONE || c->executed.node == NET_NONE) {
      *wrong += c->executed.node != NET_NONE;
      continue;
    }
    const uint64_t call = label_of(c->sent)->call;
    const bool good = label_of(c->executed)->call == call && c->replied.node != NET_NONE &&
                      label_of(c->replied)->call == call && c->answered.node != NET_NONE &&
                      label_of(c->answered)->call == call && c->executions == 1;
    right += good;
    *wrong += !good;
  }
  return right;
}

static uint64_t right_packets(const struct net_match *m, uint64_t *all, uint64_t *wrong)
{
  uint64_t right = 0;
  for (uint32_t n = 0; n < NODES; n++)
    for (uint32_t i = 0; i < nodes[n].net.count; i++) {
      const struct wire_message *w = &nodes[n].net.messages[i];
      if (w->layer == WIRE_LAYER_RPC || w->flags & WIRE_MESSAGE_SENT)
        continue;
      const struct net_end sent = m->partner[n][i];
      ++*all;
      const bool same = sent.node != NET_NONE && label_of(sent)->packet == nodes[n].labels[i].packet;
      right += same;
      *wrong += sent.node != NET_NONE && !same;
    }
  return right;
}

static bool is_same(const struct net_match *a, const struct net_match *b)
{
  bool same = a->call_count == b->call_count && a->matched == b->matched && a->unsure == b->unsure &&
              a->orphans == b->orphans && !memcmp(a->calls, b->calls, a->call_count * sizeof(*a->calls));
  for (unsigned n = 0; n < NODES; n++)
    same = same && !memcmp(a->partner[n], b->partner[n], nodes[n].net.count * sizeof(**a->partner));
  return same;
}

static struct net_match *match(void)
{
  struct net_node net[NODES];
  static struct net_node kept[NODES];
  for (unsigned n = 0; n < NODES; n++)
    net[n] = nodes[n].net;
  memcpy(kept, net, sizeof(net));
  return net_match_new(kept, NODES);
}

/* How many of `CLOCKS' other clocks give another matching. */
static unsigned other_clocks(const struct net_match *truth)
{
  unsigned differ = 0;
  for (unsigned clock = 0; clock < CLOCKS; clock++) {
    for (unsigned n = 0; n < NODES; n++)
      for (size_t i = 0; i < nodes[n].net.count; i++)
        nodes[n].net.messages[i].tsc = (uint64_t)pick(1 << 24) << pick(40);
    struct net_match *m = match();
    differ += !is_same(truth, m);
    net_match_free(m);
  }
  return differ;
}

int main(int argc, char **argv)
{
  pick_state = argc > 1 ? (uint32_t)atoi(argv[1]) : 1;
  play(argc > 2 ? strtoull(argv[2], NULL, 10) : 20000);
  struct net_match *m = match();
  uint64_t wrong = 0, all = 0, false_packets = 0;
  const uint64_t right = right_calls(m, &wrong), packets_right = right_packets(m, &all, &false_packets);
  printf("%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %u\n", calls, right, wrong, all,
         packets_right, false_packets, CLOCKS, other_clocks(m));
  net_match_free(m);
  return fflush(stdout) == 0 ? 0 : 1;
}
