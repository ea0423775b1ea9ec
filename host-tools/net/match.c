/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * match.c: see match.h. All messages are sorted by what both ends write; those that agree in it are a group. In a group
 * with one operation (a send, with the sends that repeat it) there is nothing to decide. The others wait: then each
 * flow (a layer, from one address to another) is gone through in the receiver's order, and the operation is taken whose
 * place in the sender's order is nearest to that of the message matched before.
 */
#include "match.h"

#include <inttypes.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"

#define CLEAR 4   /* the nearest operation must be so many times nearer than the next one */

/* What both ends write of a message, as seen by the one who has begun: the client of a call, the sender of a datagram.
 * */
struct agreed {
  uint64_t key;
  uint32_t from, to, program, bytes;
  uint16_t from_port, to_port, layer, reply;
};

struct item {
  struct agreed agreed;
  struct net_end end;
  bool begins;      /* it is an operation's, else a reception's (of layer rpc: the client's, else the server's) */
};

/* A send with those that repeat it: a message of layers driver and udp, a call of layer rpc. */
struct operation { struct net_end first; uint32_t sends; uint64_t place; size_t group; };

/* What the receiver makes of it: a reception, or an execution with the receptions that repeat it. */
struct effect { struct net_end first; size_t group; uint32_t receptions; size_t operation; };

#define NOTHING SIZE_MAX

struct group { size_t item, items, operation, operations, effect, effects; };

struct matching {
  struct net_match *m;
  struct item *items;
  size_t item_count;
  struct group *groups;
  size_t group_count, group_room;
  struct operation *operations;
  size_t operation_count, operation_room;
  struct effect *effects;
  size_t effect_count, effect_room;
  struct map traced;          /* addresses of nodes, and the node that had each first */
};

static bool is_rpc(const struct wire_message *w)
{
  return w->layer == WIRE_LAYER_RPC;
}

/* ---- what agrees ---- */

static struct item item_of(const struct net_node *nodes, struct net_end e)
{
  const struct wire_message *w = net_message(nodes, e);
  const bool sent = w->flags & WIRE_MESSAGE_SENT, reply = w->flags & WIRE_MESSAGE_REPLY;
  const bool ours = is_rpc(w) ? sent != reply : sent; /* this end has begun */
  struct item i;
  memset(&i, 0, sizeof(i)); /* what agrees is compared byte by byte */
  i.agreed = (struct agreed){ .key = w->key, .program = w->program, .layer = w->layer,
                              .bytes = is_rpc(w) ? 0 : w->bytes, .reply = !is_rpc(w) && reply,
                              .from = ours ? w->local : w->peer, .to = ours ? w->peer : w->local,
                              .from_port = ours ? w->local_port : w->peer_port,
                              .to_port = ours ? w->peer_port : w->local_port };
  i.end = e;
  i.begins = ours;
  return i;
}

_Static_assert(sizeof(struct agreed) == 32, "it has no bytes that are not compared");

static int compare_ends(struct net_end a, struct net_end b)
{
  return a.node != b.node ? (a.node < b.node ? -1 : 1) : (a.index > b.index) - (a.index < b.index);
}

static int by_agreed(const void *a, const void *b)
{
  const struct item *x = a, *y = b;
  const int order = memcmp(&x->agreed, &y->agreed, sizeof(x->agreed));
  if (order)
    return order;
  if (x->begins != y->begins)
    return x->begins ? -1 : 1;
  return compare_ends(x->end, y->end);
}

/* Whether two nodes are one that was started again: `b' and `b#2'. */
static bool is_again(const struct net_node *nodes, uint32_t a, uint32_t b)
{
  const size_t length = strcspn(nodes[a].name, "#");
  return length == strcspn(nodes[b].name, "#") && !memcmp(nodes[a].name, nodes[b].name, length);
}

/* A node has an address. What each machine has for itself (127.0.0.0/8), and what many have at once (from 224.0.0.0
 * on), tells no two of them apart. */
static void note_address(struct matching *g, uint32_t node, uint32_t address)
{
  struct net_match *m = g->m;
  if (!address)
    return;
  uint32_t *first = map_at(&g->traced, address);
  if (*first == MAP_NONE)
    *first = node;
  else if (*first != node && !m->shared_address && address >> 24 != 127 && address >> 24 < 224 &&
           !is_again(m->nodes, *first, node)) {
    m->shared_address = address;
    m->sharing[0] = *first;
    m->sharing[1] = node;
  }
}

static void gather_items(struct matching *g)
{
  const struct net_match *m = g->m;
  size_t count = 0;
  for (uint32_t n = 0; n < m->node_count; n++)
    count += m->nodes[n].count;
  g->items = mem_alloc(count, sizeof(*g->items));
  for (uint32_t n = 0; n < m->node_count; n++)
    for (uint32_t i = 0; i < m->nodes[n].count; i++) {
      g->items[g->item_count++] = item_of(m->nodes, (struct net_end){ n, i });
      note_address(g, n, m->nodes[n].messages[i].local);
    }
  mem_sort(g->items, g->item_count, sizeof(*g->items), by_agreed);
}

static bool is_traced(const struct matching *g, uint32_t address)
{
  return map_get(&g->traced, address) != MAP_NONE;
}

/* ---- groups ---- */

static bool repeats(const struct matching *g, const struct item *i, struct net_end before)
{
  return before.node == i->end.node && net_message(g->m->nodes, i->end)->flags & WIRE_MESSAGE_AGAIN;
}

static void take_operations(struct matching *g, struct group *p)
{
  p->operation = g->operation_count;
  for (size_t k = p->item; k < p->item + p->items && g->items[k].begins; k++) {
    const struct item *i = &g->items[k];
    const struct wire_message *w = net_message(g->m->nodes, i->end);
    if (!(w->flags & WIRE_MESSAGE_SENT))
      continue; /* the client's end of a reply */
    if (p->operations && repeats(g, i, g->operations[g->operation_count - 1].first)) {
      g->operations[g->operation_count - 1].sends++;
      continue;
    }
    mem_grow(&g->operations, &g->operation_room, g->operation_count + 1, sizeof(*g->operations));
    g->operations[g->operation_count++] = (struct operation){ i->end, 1, 0, (size_t)(p - g->groups) };
    p->operations++;
  }
}

static void take_effects(struct matching *g, struct group *p)
{
  size_t k = p->item;
  p->effect = g->effect_count;
  while (k < p->item + p->items && g->items[k].begins)
    k++;
  for (; k < p->item + p->items; k++) {
    const struct item *i = &g->items[k];
    const struct wire_message *w = net_message(g->m->nodes, i->end);
    if (w->flags & WIRE_MESSAGE_SENT)
      continue; /* the server's end of a reply */
    if (is_rpc(w) && p->effects && repeats(g, i, g->effects[g->effect_count - 1].first)) {
      g->effects[g->effect_count - 1].receptions++;
      continue;
    }
    mem_grow(&g->effects, &g->effect_room, g->effect_count + 1, sizeof(*g->effects));
    g->effects[g->effect_count++] = (struct effect){ i->end, (size_t)(p - g->groups), 1, NOTHING };
    p->effects++;
  }
}

static void make_groups(struct matching *g)
{
  for (size_t k = 0; k < g->item_count;) {
    size_t end = k + 1;
    while (end < g->item_count && !memcmp(&g->items[k].agreed, &g->items[end].agreed, sizeof(struct agreed)))
      end++;
    mem_grow(&g->groups, &g->group_room, g->group_count + 1, sizeof(*g->groups));
    struct group *p = &g->groups[g->group_count++];
    *p = (struct group){ .item = k, .items = end - k };
    take_operations(g, p);
    take_effects(g, p);
    k = end;
  }
}

/* ---- flows ---- */

static const struct agreed *agreed_of(const struct matching *g, size_t group)
{
  return &g->items[g->groups[group].item].agreed;
}

/* Layer, sender and receiver. */
static int compare_flows(const struct matching *g, size_t a, size_t b)
{
  const struct agreed *x = agreed_of(g, a), *y = agreed_of(g, b);
  if (x->layer != y->layer)
    return x->layer < y->layer ? -1 : 1;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

static int operations_by_flow(const void *a, const void *b, void *matching)
{
  const struct matching *g = matching;
  const struct operation *x = &g->operations[*(const size_t *)a], *y = &g->operations[*(const size_t *)b];
  const int order = compare_flows(g, x->group, y->group);
  return order ? order : compare_ends(x->first, y->first);
}

static int effects_by_flow(const void *a, const void *b, void *matching)
{
  const struct matching *g = matching;
  const struct effect *x = &g->effects[*(const size_t *)a], *y = &g->effects[*(const size_t *)b];
  const int order = compare_flows(g, x->group, y->group);
  return order ? order : compare_ends(x->first, y->first);
}

static size_t *sorted(size_t count, int (*order)(const void *, const void *, void *), struct matching *g)
{
  size_t *numbers = mem_alloc(count, sizeof(*numbers));
  for (size_t i = 0; i < count; i++)
    numbers[i] = i;
  mem_sort_by(numbers, count, sizeof(*numbers), order, g);
  return numbers;
}

/* Operations have places 1, 2, ... in their flow, in the sender's order. */
static void place_operations(struct matching *g)
{
  size_t *numbers = sorted(g->operation_count, operations_by_flow, g);
  uint64_t place = 0;
  for (size_t i = 0; i < g->operation_count; i++) {
    struct operation *o = &g->operations[numbers[i]];
    const bool same = i && !compare_flows(g, o->group, g->operations[numbers[i - 1]].group);
    o->place = place = same ? place + 1 : 1;
  }
  mem_free(numbers);
}

static uint64_t distance(const struct matching *g, size_t operation, uint64_t place)
{
  const uint64_t at = g->operations[operation].place;
  return at > place ? at - place : place - at;
}

/* Of the operations of a group, two or more, the one nearest to a place; NOTHING where it is not clear which. They
 * stand in the order of their places. */
static size_t nearest(const struct matching *g, const struct group *p, uint64_t place)
{
  const size_t end = p->operation + p->operations;
  size_t low = p->operation, high = end;
  while (low < high) { /* the first one at `place` or behind it */
    const size_t middle = low + (high - low) / 2;
    if (g->operations[middle].place < place)
      low = middle + 1;
    else
      high = middle;
  }
  size_t best = NOTHING;
  uint64_t least = UINT64_MAX, next = UINT64_MAX;
  for (size_t i = low < p->operation + 2 ? p->operation : low - 2; i < end && i < low + 2; i++) {
    const uint64_t off = distance(g, i, place);
    if (off < least) {
      next = least;
      least = off;
      best = i;
    } else if (off < next) {
      next = off;
    }
  }
  return next / CLEAR > least ? best : NOTHING;
}

/* The place of the first operation that is sure among effects from..to; 0: none is. */
static uint64_t first_place(const struct matching *g, const size_t *numbers, size_t from, size_t to)
{
  for (size_t i = from; i < to; i++) {
    const struct group *p = &g->groups[g->effects[numbers[i]].group];
    if (p->operations == 1)
      return g->operations[p->operation].place;
  }
  return 0;
}

static void match_flow(struct matching *g, const size_t *numbers, size_t from, size_t to)
{
  uint64_t place = first_place(g, numbers, from, to);
  for (size_t i = from; i < to; i++) {
    struct effect *e = &g->effects[numbers[i]];
    const struct group *p = &g->groups[e->group];
    if (!p->operations) {
      g->m->orphans += is_traced(g, agreed_of(g, e->group)->from);
      continue;
    }
    if (p->operations == 1)
      e->operation = p->operation;
    else if (place)
      e->operation = nearest(g, p, place);
    if (e->operation == NOTHING)
      g->m->unsure++;
    else
      place = g->operations[e->operation].place;
  }
}

static void match_flows(struct matching *g)
{
  size_t *numbers = sorted(g->effect_count, effects_by_flow, g);
  for (size_t i = 0; i < g->effect_count;) {
    size_t end = i + 1;
    while (end < g->effect_count && !compare_flows(g, g->effects[numbers[i]].group, g->effects[numbers[end]].group))
      end++;
    match_flow(g, numbers, i, end);
    i = end;
  }
  mem_free(numbers);
}

/* ---- what comes of it ---- */

static const struct net_end nowhere = { NET_NONE, 0 };

static void join_datagrams(struct matching *g)
{
  for (size_t i = 0; i < g->effect_count; i++) {
    const struct effect *e = &g->effects[i];
    if (agreed_of(g, e->group)->layer == WIRE_LAYER_RPC || e->operation == NOTHING)
      continue;
    const struct net_end sent = g->operations[e->operation].first;
    struct net_end *back = &g->m->partner[sent.node][sent.index];
    g->m->partner[e->first.node][e->first.index] = sent;
    if (back->node == NET_NONE || compare_ends(e->first, *back) < 0)
      *back = e->first;
    g->m->matched++;
  }
}

static struct net_call *add_call(struct matching *g, const struct group *p)
{
  struct net_match *m = g->m;
  const struct agreed *a = &g->items[p->item].agreed;
  mem_grow(&m->calls, &m->call_room, m->call_count + 1, sizeof(*m->calls));
  struct net_call *c = &m->calls[m->call_count++];
  *c = (struct net_call){ .client = NET_NONE, .server = NET_NONE, .client_address = a->from, .server_address = a->to,
                          .program = a->program, .client_port = a->from_port, .server_port = a->to_port,
                          .sent = nowhere, .executed = nowhere, .replied = nowhere, .answered = nowhere };
  return c;
}

static void add_execution(struct matching *g, struct net_call *c, const struct effect *e)
{
  const struct wire_message *w = net_message(g->m->nodes, e->first);
  const bool executed = !(w->flags & WIRE_MESSAGE_AGAIN); /* else the record of its execution is missing */
  c->server = e->first.node;
  c->procedure = w->procedure;
  c->receptions += e->receptions;
  c->executions += executed;
  if (executed && c->executed.node == NET_NONE)
    c->executed = e->first;
}

/* The first message of a group behind `after` in its node, and before `before` (of another node, or none: it goes on to
 * the last one), that has those flags. Items of a group stand in the order of their ends, the server's behind the
 * client's. */
static struct net_end find_reply(const struct matching *g, const struct group *p, struct net_end after,
                                 struct net_end before, uint16_t flags)
{
  const bool begins = flags == WIRE_MESSAGE_REPLY;
  size_t low = p->item, high = p->item + p->items;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const struct item *i = &g->items[middle];
    if (i->begins > begins || (i->begins == begins && compare_ends(i->end, after) <= 0))
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < p->item + p->items; low++) {
    const struct item *i = &g->items[low];
    if (i->begins != begins || i->end.node != after.node || (before.node == after.node && i->end.index > before.index))
      break;
    if (net_message(g->m->nodes, i->end)->flags == flags)
      return i->end;
  }
  return nowhere;
}

static void add_replies(const struct matching *g, const struct group *p, struct net_call *c, struct net_end next_sent,
                        struct net_end next_executed)
{
  if (c->executed.node != NET_NONE)
    c->replied = find_reply(g, p, c->executed, next_executed, WIRE_MESSAGE_SENT | WIRE_MESSAGE_REPLY);
  if (c->sent.node != NET_NONE)
    c->answered = find_reply(g, p, c->sent, next_sent, WIRE_MESSAGE_REPLY);
}

/* The execution of a group behind that of a call. */
static struct net_end execution_behind(const struct matching *g, const struct group *p, const struct net_call *c)
{
  size_t low = p->effect, high = p->effect + p->effects;
  while (c->executed.node != NET_NONE && low < high) {
    const size_t middle = low + (high - low) / 2;
    if (compare_ends(g->effects[middle].first, c->executed) <= 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low < p->effect + p->effects ? g->effects[low].first : nowhere;
}

/* Makes the calls of a group: one for each operation, and one for each execution that has none. */
static void join_group(struct matching *g, const struct group *p)
{
  struct net_match *m = g->m;
  const size_t first = m->call_count, last = p->operation + p->operations;
  for (size_t i = p->operation; i < last; i++) {
    const struct operation *o = &g->operations[i];
    struct net_call *c = add_call(g, p);
    c->client = o->first.node;
    c->sent = o->first;
    c->sends = o->sends;
    c->procedure = net_message(m->nodes, o->first)->procedure;
  }
  for (size_t k = p->effect; k < p->effect + p->effects; k++) {
    const size_t operation = g->effects[k].operation;
    struct net_call *c = operation == NOTHING ? add_call(g, p) : &m->calls[first + operation - p->operation];
    add_execution(g, c, &g->effects[k]);
  }
  for (size_t i = first; i < m->call_count; i++) {
    const size_t next = p->operation + i - first + 1;
    add_replies(g, p, &m->calls[i], next < last ? g->operations[next].first : nowhere,
                execution_behind(g, p, &m->calls[i]));
  }
}

static int by_first_end(const void *a, const void *b)
{
  const struct net_call *x = a, *y = b;
  const int order = compare_ends(x->sent.node == NET_NONE ? x->executed : x->sent,
                                 y->sent.node == NET_NONE ? y->executed : y->sent);
  return order;
}

static void join_calls(struct matching *g)
{
  for (size_t i = 0; i < g->group_count; i++)
    if (agreed_of(g, i)->layer == WIRE_LAYER_RPC)
      join_group(g, &g->groups[i]);
  mem_sort(g->m->calls, g->m->call_count, sizeof(*g->m->calls), by_first_end);
}

struct net_match *net_match_new(const struct net_node *nodes, size_t count)
{
  struct net_match *m = mem_alloc(1, sizeof(*m));
  struct matching g = { .m = m };
  m->nodes = nodes;
  m->node_count = count;
  m->partner = mem_alloc(count, sizeof(*m->partner));
  for (size_t n = 0; n < count; n++) {
    m->partner[n] = mem_alloc(nodes[n].count, sizeof(**m->partner));
    for (size_t i = 0; i < nodes[n].count; i++)
      m->partner[n][i] = nowhere;
  }
  gather_items(&g);
  make_groups(&g);
  place_operations(&g);
  match_flows(&g);
  join_datagrams(&g);
  join_calls(&g);
  mem_free(g.items);
  mem_free(g.groups);
  mem_free(g.operations);
  mem_free(g.effects);
  map_free(&g.traced);
  return m;
}

void net_match_free(struct net_match *m)
{
  if (!m)
    return;
  for (size_t n = 0; n < m->node_count; n++)
    mem_free(m->partner[n]);
  mem_free(m->partner);
  mem_free(m->calls);
  mem_free(m);
}

void net_match_each(const struct net_match *m, net_match_use *use, void *ctx)
{
  for (uint32_t n = 0; n < m->node_count; n++)
    for (uint32_t i = 0; i < m->nodes[n].count; i++)
      if (!(m->nodes[n].messages[i].flags & WIRE_MESSAGE_SENT) && m->partner[n][i].node != NET_NONE)
        use(ctx, m->partner[n][i], (struct net_end){ n, i });
  for (size_t i = 0; i < m->call_count; i++) {
    const struct net_call *c = &m->calls[i];
    if (c->sent.node != NET_NONE && c->executed.node != NET_NONE)
      use(ctx, c->sent, c->executed);
    if (c->replied.node != NET_NONE && c->answered.node != NET_NONE)
      use(ctx, c->replied, c->answered);
  }
}

static char *shared_note(const struct net_match *m)
{
  const uint32_t a = m->shared_address;
  return mem_format("nodes %s and %s both have the address %u.%u.%u.%u, so that messages of one may be taken for the "
                    "other's: give the dumps of one network, each node once", m->nodes[m->sharing[0]].name,
                    m->nodes[m->sharing[1]].name, a >> 24, a >> 16 & 255, a >> 8 & 255, a & 255);
}

char *net_match_note(const struct net_match *m)
{
  char *shared = m->shared_address ? shared_note(m) : NULL;
  if (!m->unsure && !m->orphans)
    return shared;
  char *note = mem_format("%s%s%" PRIu64 " receptions could be of several messages and %" PRIu64
                          " are of none that was recorded: they are left out", shared ? shared : "",
                          shared ? "; " : "", m->unsure, m->orphans);
  mem_free(shared);
  return note;
}
