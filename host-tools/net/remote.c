/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * remote.c: see remote.h.
 */
#include "remote.h"

#include <math.h>

#include "base/mem.h"

#define LOOK_BACK 4096 /* messages before one, among which the one is looked for that carries it, or that it carries */
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

/* A message of layer rpc or udp, and what tells which call it is of: the sender's record of layer rpc. */
struct carried { const struct wire_message *m, *name; uint32_t index; };

static int compare_u32(uint32_t a, uint32_t b)
{
  return (a > b) - (a < b);
}

/* By the two ends, then in the node's order. */
static int by_ends(const void *a, const void *b)
{
  const struct carried *x = a, *y = b;
  const struct wire_message *p = x->m, *q = y->m;
  int order = compare_u32(p->peer, q->peer);
  if (!order)
    order = compare_u32(p->local, q->local);
  if (!order)
    order = compare_u32(p->peer_port, q->peer_port);
  if (!order)
    order = compare_u32(p->local_port, q->local_port);
  return order ? order : compare_u32(x->index, y->index);
}

static bool is_reply(const struct wire_message *m)
{
  return m->flags & WIRE_MESSAGE_REPLY;
}

/* Which message of layer rpc it is; those that are sent again are the same one. */
static int compare_names(const struct carried *x, const struct carried *y)
{
  const struct wire_message *p = x->name, *q = y->name;
  if (p->key != q->key)
    return p->key < q->key ? -1 : 1;
  if (p->program != q->program)
    return p->program < q->program ? -1 : 1;
  return is_reply(p) - is_reply(q);
}

/* By the ends, which are the receiver's, then by the message, then in the node's order. */
static int by_name(const void *a, const void *b)
{
  const struct carried *x = a, *y = b;
  struct carried first = *x, second = *y;
  first.index = second.index = 0;
  int order = by_ends(&first, &second);
  if (!order)
    order = compare_names(x, y);
  return order ? order : compare_u32(x->index, y->index);
}

/* Whether a datagram is as long as the one that carries a message of layer rpc. */
static bool fits(const struct wire_message *udp, const struct wire_message *rpc)
{
  return udp->layer == WIRE_LAYER_UDP && udp->bytes == rpc->bytes + UDP_HEADER;
}

/* The messages of layers rpc and udp of a node that it has sent, or received. */
static struct carried *gather(const struct net_node *n, uint16_t sent, size_t *count)
{
  struct carried *all = mem_alloc(n->count, sizeof(*all));
  *count = 0;
  for (size_t i = 0; i < n->count; i++) {
    const struct wire_message *w = &n->messages[i];
    if ((w->flags & WIRE_MESSAGE_SENT) == sent && w->layer != WIRE_LAYER_DRIVER)
      all[(*count)++] = (struct carried){ w, w->layer == WIRE_LAYER_RPC ? w : NULL, (uint32_t)i };
  }
  return all;
}

static size_t from_here(size_t waiting, size_t at)
{
  return at > LOOK_BACK && at - LOOK_BACK > waiting ? at - LOOK_BACK : waiting;
}

/* What one end sent to another one, in its order: each datagram has the first message of layer rpc of its length that
 * none has had. Messages before that one were never sent. */
static void name_sends(const struct carried *all, size_t count, uint32_t *names)
{
  size_t waiting = 0; /* messages before it have their datagram */
  for (size_t i = 0; i < count; i++)
    for (size_t k = from_here(waiting, i); all[i].m->layer == WIRE_LAYER_UDP && k < i; k++)
      if (all[k].m->layer == WIRE_LAYER_RPC && fits(all[i].m, all[k].m)) {
        names[all[i].index] = all[k].index;
        waiting = k + 1;
        break;
      }
}

/* What two ends received, in its order, where the sender does not tell what was in a datagram: each message takes the
 * first datagram of its length that is left. Datagrams before that one were no calls. Where none has its length, its
 * datagram is missing, and those that wait stay. Replies are not taken so: one that comes twice has one record. */
static void take_in_order(const struct carried *all, size_t count, uint32_t *carriers)
{
  size_t waiting = 0; /* datagrams before it are used up */
  for (size_t i = 0; i < count; i++) {
    if (all[i].m->layer != WIRE_LAYER_RPC || is_reply(all[i].m) || carriers[all[i].index] != UINT32_MAX)
      continue;
    for (size_t k = from_here(waiting, i); k < i; k++)
      if (!all[k].name && fits(all[k].m, all[i].m)) {
        carriers[all[i].index] = all[k].index;
        waiting = k + 1;
        break;
      }
  }
}

/* A reply whose sender is not traced: the one datagram of its length that came behind the call. Where there are
 * several, it is not known which. `named': datagrams of which the sender tells what was in them. */
static uint32_t only_datagram(const struct net_node *n, const struct carried *reply, const bool *named)
{
  uint32_t only = UINT32_MAX;
  for (uint32_t i = reply->index, looked = 0; i-- && looked < LOOK_BACK; looked++) {
    const struct wire_message *w = &n->messages[i];
    if (!same_ends(w, reply->m, true))
      continue;
    if (w->flags & WIRE_MESSAGE_SENT) {
      if (w->layer == WIRE_LAYER_RPC && w->key == reply->m->key && w->program == reply->m->program &&
          !(w->flags & WIRE_MESSAGE_AGAIN))
        return only;
    } else if (!named[i] && fits(w, reply->m)) {
      if (only != UINT32_MAX)
        return UINT32_MAX;
      only = i;
    }
  }
  return UINT32_MAX; /* where the call went out is too far away, or not recorded */
}

/* One message of layer rpc, as often as it came: its datagrams, and its receptions, in the node's order. What was
 * executed came in the first one, though the thread that executes it tells of it later than the one that sees it come
 * again. */
static void take_named(const struct carried *all, size_t count, uint32_t *carriers)
{
  size_t executed = count, next = 0;
  for (size_t i = 0; i < count && executed == count; i++)
    if (all[i].m->layer == WIRE_LAYER_RPC && !(all[i].m->flags & WIRE_MESSAGE_AGAIN))
      executed = i;
  for (size_t turn = 0; turn <= count; turn++) {
    const size_t i = turn ? turn - 1 : executed;
    if (i == count || (turn && i == executed) || all[i].m->layer != WIRE_LAYER_RPC)
      continue;
    while (next < count && all[next].m->layer == WIRE_LAYER_RPC)
      next++;
    if (next < count && all[next].index < all[i].index && fits(all[next].m, all[i].m))
      carriers[all[i].index] = all[next++].index;
  }
}

static uint32_t *none_of(const struct net_node *n)
{
  uint32_t *all = mem_alloc(n->count, sizeof(*all));
  for (size_t i = 0; i < n->count; i++)
    all[i] = UINT32_MAX;
  return all;
}

typedef void each_group(const struct carried *all, size_t count, uint32_t *to);

static void each(struct carried *all, size_t count, bool named, each_group *use, uint32_t *to)
{
  mem_sort(all, count, sizeof(*all), named ? by_name : by_ends);
  for (size_t from = 0, end; from < count; from = end) {
    for (end = from + 1; end < count && same_ends(all[end].m, all[from].m, true) &&
                         (!named || !compare_names(&all[end], &all[from]));
         end++)
      ;
    use(all + from, end - from, to);
  }
}

/* Of each datagram that a node has sent, the message of layer rpc in it. */
static uint32_t *names_of(const struct net_node *n)
{
  uint32_t *names = none_of(n);
  size_t count;
  struct carried *all = gather(n, WIRE_MESSAGE_SENT, &count);
  each(all, count, false, name_sends, names);
  mem_free(all);
  return names;
}

static uint32_t *carriers_of(const struct net_match *m, uint32_t node, uint32_t *const *names)
{
  const struct net_node *n = &m->nodes[node];
  uint32_t *carriers = none_of(n);
  bool *is_named = mem_alloc(n->count, sizeof(*is_named));
  size_t count, named = 0;
  struct carried *all = gather(n, 0, &count), *with_name = mem_alloc(count, sizeof(*with_name));
  for (size_t i = 0; i < count; i++) {
    const struct net_end sent = m->partner[node][all[i].index];
    if (is_there(sent) && names[sent.node][sent.index] != UINT32_MAX) {
      all[i].name = &m->nodes[sent.node].messages[names[sent.node][sent.index]];
      is_named[all[i].index] = true;
    }
    if (all[i].name)
      with_name[named++] = all[i];
  }
  each(with_name, named, true, take_named, carriers);
  each(all, count, false, take_in_order, carriers);
  for (size_t i = 0; i < count; i++)
    if (all[i].m->layer == WIRE_LAYER_RPC && is_reply(all[i].m) && carriers[all[i].index] == UINT32_MAX)
      carriers[all[i].index] = only_datagram(n, &all[i], is_named);
  mem_free(with_name);
  mem_free(all);
  mem_free(is_named);
  return carriers;
}

struct net_carriers net_carriers_new(const struct net_match *m)
{
  struct net_carriers c = { .of = mem_alloc(m->node_count, sizeof(*c.of)), .count = m->node_count };
  uint32_t **names = mem_alloc(m->node_count, sizeof(*names));
  for (uint32_t n = 0; n < m->node_count; n++)
    names[n] = names_of(&m->nodes[n]);
  for (uint32_t n = 0; n < m->node_count; n++)
    c.of[n] = carriers_of(m, n, names);
  for (uint32_t n = 0; n < m->node_count; n++)
    mem_free(names[n]);
  mem_free(names);
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
