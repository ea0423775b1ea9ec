/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote.c: see remote.h.
 */
#include "remote.h"

#include <math.h>

#include "base/mem.h"

#define LOOK_BACK 4096 /* messages before one, among which the packet is looked for that brought it */
#define UDP_HEADER 8   /* bytes (RFC 768): a datagram is so much longer than the message in it */

static const struct net_end nowhere = { NET_NONE, 0 };

static bool is_there(struct net_end e)
{
  return e.node != NET_NONE;
}

static long double time_of(const struct net_match *m, struct net_end e)
{
  return is_there(e) ? net_ns(&m->nodes[e.node], net_message(m->nodes, e)->tsc) : NAN;
}

static bool same_ends(const struct wire_message *a, const struct wire_message *b, bool ports)
{
  return a->local == b->local && a->peer == b->peer &&
         (!ports || (a->local_port == b->local_port && a->peer_port == b->peer_port));
}

/* ---- carriers ---- */

struct reception { const struct wire_message *m; uint32_t index; };

static int by_ends(const void *a, const void *b)
{
  const struct reception *x = a, *y = b;
  const struct wire_message *p = x->m, *q = y->m;
  if (p->peer != q->peer)
    return p->peer < q->peer ? -1 : 1;
  if (p->local != q->local)
    return p->local < q->local ? -1 : 1;
  if (p->peer_port != q->peer_port)
    return p->peer_port < q->peer_port ? -1 : 1;
  if (p->local_port != q->local_port)
    return p->local_port < q->local_port ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* What two ends received, in its order: each message takes the first datagram of its length that is left. Datagrams
 * before that one were no calls. Where none has its length, its datagram is missing, and those that wait stay. */
static void match_ends(const struct reception *all, size_t count, uint32_t *carriers)
{
  size_t waiting = 0; /* datagrams before it are used up */
  for (size_t i = 0; i < count; i++) {
    if (all[i].m->layer != WIRE_LAYER_RPC)
      continue;
    for (size_t k = waiting; k < i; k++)
      if (all[k].m->layer == WIRE_LAYER_UDP && all[k].m->bytes == all[i].m->bytes + UDP_HEADER) {
        carriers[all[i].index] = all[k].index;
        waiting = k + 1;
        break;
      }
  }
}

static uint32_t *carriers_of(const struct net_node *n)
{
  uint32_t *carriers = mem_alloc(n->count, sizeof(*carriers));
  struct reception *all = mem_alloc(n->count, sizeof(*all));
  size_t count = 0;
  for (size_t i = 0; i < n->count; i++) {
    const struct wire_message *w = &n->messages[i];
    carriers[i] = UINT32_MAX;
    if (!(w->flags & WIRE_MESSAGE_SENT) && w->layer != WIRE_LAYER_DRIVER)
      all[count++] = (struct reception){ w, (uint32_t)i };
  }
  mem_sort(all, count, sizeof(*all), by_ends);
  for (size_t from = 0, to; from < count; from = to) {
    for (to = from + 1; to < count && same_ends(all[to].m, all[from].m, true); to++)
      ;
    match_ends(all + from, to - from, carriers);
  }
  mem_free(all);
  return carriers;
}

struct net_carriers net_carriers_new(const struct net_match *m)
{
  struct net_carriers c = { .of = mem_alloc(m->node_count, sizeof(*c.of)), .count = m->node_count };
  for (size_t n = 0; n < m->node_count; n++)
    c.of[n] = carriers_of(&m->nodes[n]);
  return c;
}

void net_carriers_free(struct net_carriers *c)
{
  for (size_t n = 0; n < c->count; n++)
    mem_free(c->of[n]);
  mem_free(c->of);
}

/* The datagram in which a message of layer rpc came. */
static struct net_end datagram_of(const struct net_carriers *c, struct net_end rpc)
{
  const uint32_t index = c->of[rpc.node][rpc.index];
  return index == UINT32_MAX ? nowhere : (struct net_end){ rpc.node, index };
}

/* ---- one call ---- */

/* The packet that brought a message of layer rpc. */
static struct net_end packet_of(const struct net_match *m, const struct net_carriers *c, struct net_end rpc)
{
  const struct net_end udp = is_there(rpc) ? datagram_of(c, rpc) : nowhere;
  if (!is_there(udp))
    return nowhere;
  const struct wire_message *u = net_message(m->nodes, udp);
  for (uint32_t i = udp.index, looked = 0; i-- && looked < LOOK_BACK; looked++) {
    const struct wire_message *w = &m->nodes[udp.node].messages[i];
    if (w->layer == WIRE_LAYER_DRIVER && !(w->flags & WIRE_MESSAGE_SENT) && same_ends(w, u, false) &&
        w->key >> 48 == (u->key >> 32 & 0xffff) && (uint32_t)w->key == (uint32_t)u->key)
      return (struct net_end){ udp.node, i };
  }
  return nowhere;
}

/* Of a packet that was received, its send. */
static struct net_end partner_of(const struct net_match *m, struct net_end e)
{
  return is_there(e) ? m->partner[e.node][e.index] : nowhere;
}

/* Begins with `a`, where that is known, else with `otherwise`. */
static long double known(long double a, long double otherwise)
{
  return isnan(a) ? otherwise : a;
}

struct net_remote net_remote_of(const struct net_match *m, const struct net_carriers *carriers,
                                const struct net_clocks *c, const struct net_call *call)
{
  const struct net_end arrival = packet_of(m, carriers, call->executed);
  const struct net_end coming = packet_of(m, carriers, call->answered);
  const long double sent = time_of(m, call->sent), executed = time_of(m, call->executed);
  const long double replied = time_of(m, call->replied), answered = time_of(m, call->answered);
  const long double leaves = time_of(m, partner_of(m, arrival)), goes = time_of(m, partner_of(m, coming));
  const long double arrives = time_of(m, arrival), comes = time_of(m, coming);
  struct net_remote r = { .start = known(sent, executed), .elapsed = answered - sent, .out = leaves - sent,
                          .queue = executed - arrives, .work = replied - executed, .back = goes - replied,
                          .in = answered - comes, .request = NAN, .request_low = NAN, .request_high = NAN, .reply = NAN,
                          .reply_low = NAN, .reply_high = NAN };
  const long double begin = known(leaves, sent), there = known(arrives, executed), gone = known(goes, replied);
  const long double wires = known(comes, answered) - begin - (gone - there);
  long double low, high;
  if (isnan(begin) || isnan(there))
    return r;
  net_clocks_bounds(c, call->client, call->server, begin, &low, &high);
  r.request_low = fmaxl(0, there - high - begin);
  r.request_high = isnan(wires) ? there - low - begin : fminl(wires, there - low - begin);
  r.request = (r.request_low + r.request_high) / 2;
  r.reply_low = fmaxl(0, wires - r.request_high);
  r.reply_high = wires - r.request_low;
  r.reply = wires - r.request;
  return r;
}
