/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote.c: see remote.h.
 */
#include "remote.h"

#include <math.h>

#define LOOK_BACK 4096 /* messages before one, among which the packet is looked for that brought it */

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

/* The datagram in which a message of layer rpc came: the last one before it, in its thread. */
static struct net_end datagram_of(const struct net_match *m, struct net_end rpc)
{
  const struct wire_message *r = net_message(m->nodes, rpc);
  for (uint32_t i = rpc.index, looked = 0; i-- && looked < LOOK_BACK; looked++) {
    const struct wire_message *w = &m->nodes[rpc.node].messages[i];
    if (w->layer == WIRE_LAYER_UDP && !(w->flags & WIRE_MESSAGE_SENT) && w->thread == r->thread &&
        same_ends(w, r, true))
      return (struct net_end){ rpc.node, i };
  }
  return nowhere;
}

/* The packet that brought a message of layer rpc. */
static struct net_end packet_of(const struct net_match *m, struct net_end rpc)
{
  const struct net_end udp = is_there(rpc) ? datagram_of(m, rpc) : nowhere;
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

struct net_remote net_remote_of(const struct net_match *m, const struct net_clocks *c, const struct net_call *call)
{
  const struct net_end arrival = packet_of(m, call->executed), coming = packet_of(m, call->answered);
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
