/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * graft.c: see graft.h. Of each thread the moments are put in order at which remote calls left it, were taken, and
 * replied to; one pass over its calls by their ends then says of each moment how many calls had ended before, and which
 * call ended first of those that were open.
 */
#include "graft.h"

#include <stdlib.h>

#include "base/mem.h"

enum what { LEAVES, TAKEN, REPLIED };

struct moment {
  uint32_t thread;             /* index in the view */
  uint64_t tsc;
  uint32_t index;              /* of the message, in the node: the order of moments of one time */
  enum what what;
  size_t graft;
};

struct moments {
  struct moment *list;
  size_t count, room;
  struct thread_at {           /* by thread */
    size_t next, end;          /* moments that the pass has not come to */
    size_t *open;              /* moments of kind LEAVES whose caller has not ended, the latest one last */
    size_t open_count, open_room;
  } *threads;
};

/* ---- moments ---- */

static void add_moment(struct moments *s, const struct grafts *g, struct net_end e, enum what what, size_t graft)
{
  const struct calls *c = g->calls[e.node];
  const struct wire_message *m = net_message(g->match->nodes, e);
  const uint32_t thread = view_thread(c->view, m->thread);
  if (thread >= c->thread_count)
    return; /* it has no calls */
  mem_grow(&s->list, &s->room, s->count + 1, sizeof(*s->list));
  s->list[s->count++] = (struct moment){ thread, m->tsc, e.index, what, graft };
}

static int by_thread(const void *a, const void *b)
{
  const struct moment *x = a, *y = b;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->tsc != y->tsc)
    return x->tsc < y->tsc ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

static bool is_of(struct net_end e, uint32_t node)
{
  return e.node != NET_NONE && e.node == node;
}

static void gather_moments(struct moments *s, const struct grafts *g, uint32_t node)
{
  for (size_t i = 0; i < g->count; i++) {
    const struct net_call *r = g->list[i].remote;
    if (is_of(r->sent, node))
      add_moment(s, g, r->sent, LEAVES, i);
    if (is_of(r->executed, node))
      add_moment(s, g, r->executed, TAKEN, i);
    if (is_of(r->executed, node) && is_of(r->replied, node))
      add_moment(s, g, r->replied, REPLIED, i);
  }
  mem_sort(s->list, s->count, sizeof(*s->list), by_thread);
  s->threads = mem_alloc(g->calls[node]->thread_count, sizeof(*s->threads));
  for (size_t i = 0; i < s->count; i++) {
    struct thread_at *t = &s->threads[s->list[i].thread];
    t->next = t->end ? t->next : i;
    t->end = i + 1;
  }
}

/* ---- the pass ---- */

/* The thread comes to a moment behind `ended` of its calls. */
static void reach(struct moments *s, struct grafts *g, struct thread_at *t, size_t moment, uint64_t ended)
{
  const struct moment *m = &s->list[moment];
  struct graft *f = &g->list[m->graft];
  if (m->what == LEAVES) {
    mem_grow(&t->open, &t->open_room, t->open_count + 1, sizeof(*t->open));
    t->open[t->open_count++] = moment;
  } else if (m->what == TAKEN) {
    f->taken = m->tsc;
    f->server_thread = m->thread;
    f->first = ended;
    f->end = CALLS_NONE;
  } else if (f->taken && f->server_thread == m->thread) {
    f->end = ended;
  }
}

static void reach_until(struct moments *s, struct grafts *g, struct thread_at *t, uint64_t tsc, uint64_t ended)
{
  for (; t->next < t->end && s->list[t->next].tsc < tsc; t->next++)
    reach(s, g, t, t->next, ended);
}

/* A call ends: the moments at which it was the innermost open one are the last ones that still wait. */
static void close_call(const struct moments *s, struct grafts *g, struct thread_at *t, const struct call *call,
                       uint64_t number)
{
  while (t->open_count && s->list[t->open[t->open_count - 1]].tsc >= call->start)
    g->list[s->list[t->open[--t->open_count]].graft].client_call = number;
}

/* Of a thread's remote calls without a reply: they end where the thread takes the next one. */
static void end_unreplied(const struct moments *s, struct grafts *g, const struct calls *c)
{
  for (size_t i = s->count; i-- > 0;) {
    const struct moment *m = &s->list[i];
    struct graft *f = &g->list[m->graft];
    if (m->what != TAKEN || f->end != CALLS_NONE)
      continue;
    f->end = c->threads[m->thread].count;
    for (size_t k = i + 1; k < s->count && s->list[k].thread == m->thread; k++)
      if (s->list[k].what == TAKEN) {
        f->end = g->list[s->list[k].graft].first;
        break;
      }
  }
}

static void place_in(struct grafts *g, uint32_t node)
{
  struct moments s = { 0 };
  struct calls *c = g->calls[node];
  struct call call;
  gather_moments(&s, g, node);
  struct calls_walk walk = calls_walk_begin(c);
  while (s.count && calls_walk_next(&walk, &call)) {
    struct thread_at *t = &s.threads[walk.thread];
    reach_until(&s, g, t, call.end, walk.number);
    if (call.known)
      close_call(&s, g, t, &call, walk.number);
  }
  calls_walk_end(&walk);
  for (size_t i = 0; i < c->thread_count; i++) {
    reach_until(&s, g, &s.threads[i], UINT64_MAX, c->threads[i].count);
    mem_free(s.threads[i].open);
  }
  end_unreplied(&s, g, c);
  mem_free(s.threads);
  mem_free(s.list);
}

/* ---- order ---- */

static int compare_clients(const struct graft *x, const struct graft *y)
{
  if (x->remote->sent.node != y->remote->sent.node)
    return x->remote->sent.node < y->remote->sent.node ? -1 : 1;
  if (x->client_thread != y->client_thread)
    return x->client_thread < y->client_thread ? -1 : 1;
  return (x->client_call > y->client_call) - (x->client_call < y->client_call);
}

static int by_client(const void *a, const void *b)
{
  const struct graft *x = a, *y = b;
  const int order = compare_clients(x, y);
  if (order)
    return order;
  return (x->remote->sent.index > y->remote->sent.index) - (x->remote->sent.index < y->remote->sent.index);
}

static int compare_servers(const struct graft *x, const struct graft *y)
{
  if (x->remote->executed.node != y->remote->executed.node)
    return x->remote->executed.node < y->remote->executed.node ? -1 : 1;
  return (x->server_thread > y->server_thread) - (x->server_thread < y->server_thread);
}

static int by_server(const void *a, const void *b, void *grafts)
{
  const struct grafts *g = grafts;
  const struct graft *x = &g->list[*(const size_t *)a], *y = &g->list[*(const size_t *)b];
  const int order = compare_servers(x, y);
  if (order)
    return order;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return (x->end < y->end) - (x->end > y->end);
}

static void order_servers(struct grafts *g)
{
  g->by_server = mem_alloc(g->count, sizeof(*g->by_server));
  for (size_t i = 0; i < g->count; i++)
    if (g->list[i].taken && g->list[i].first < g->list[i].end)
      g->by_server[g->served++] = i;
  mem_sort_by(g->by_server, g->served, sizeof(*g->by_server), by_server, g);
  for (size_t i = 0; i < g->served; i++) {
    struct graft *f = &g->list[g->by_server[i]];
    size_t outer = i ? g->by_server[i - 1] : GRAFT_NONE;
    if (i && compare_servers(&g->list[outer], f))
      outer = GRAFT_NONE;
    while (outer != GRAFT_NONE && g->list[outer].end < f->end)
      outer = g->list[outer].outer;
    f->outer = outer;
  }
}

/* ---- all ---- */

static bool has_calls(const struct grafts *g, struct net_end e)
{
  return e.node != NET_NONE && g->calls[e.node];
}

struct grafts *grafts_new(const struct net_match *m, struct calls *const *calls)
{
  struct grafts *g = mem_alloc(1, sizeof(*g));
  g->match = m;
  g->calls = calls;
  g->list = mem_alloc(m->call_count, sizeof(*g->list));
  for (size_t i = 0; i < m->call_count; i++) {
    struct graft f = { .remote = &m->calls[i], .client_call = CALLS_NONE, .outer = GRAFT_NONE };
    if (!has_calls(g, f.remote->sent))
      continue; /* nobody here has sent it: what was executed stays in the server's own tree */
    const struct wire_message *sent = net_message(m->nodes, f.remote->sent);
    f.sent = sent->tsc;
    f.client_thread = view_thread(calls[f.remote->sent.node]->view, sent->thread);
    g->list[g->count++] = f;
  }
  for (uint32_t n = 0; n < m->node_count; n++)
    if (calls[n])
      place_in(g, n);
  mem_sort(g->list, g->count, sizeof(*g->list), by_client);
  order_servers(g);
  return g;
}

void grafts_free(struct grafts *g)
{
  if (!g)
    return;
  mem_free(g->list);
  mem_free(g->by_server);
  mem_free(g);
}

size_t grafts_below(const struct grafts *g, uint32_t node, uint32_t thread, uint64_t call, size_t *count)
{
  const struct net_call end = { .sent = { node, 0 } };
  const struct graft key = { .remote = &end, .client_thread = thread, .client_call = call };
  size_t low = 0, high = g->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (compare_clients(&g->list[middle], &key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  *count = 0;
  while (low + *count < g->count && !compare_clients(&g->list[low + *count], &key))
    ++*count;
  return low;
}

size_t grafts_of(const struct grafts *g, uint32_t node, uint32_t thread, uint64_t number, uint64_t start)
{
  const struct net_call end = { .executed = { node, 0 } };
  const struct graft key = { .remote = &end, .server_thread = thread };
  size_t low = 0, high = g->served;
  while (low < high) { /* the first one behind those that begin at `number` or before */
    const size_t middle = low + (high - low) / 2;
    const struct graft *f = &g->list[g->by_server[middle]];
    const int order = compare_servers(f, &key);
    if (order < 0 || (!order && f->first <= number))
      low = middle + 1;
    else
      high = middle;
  }
  if (!low || compare_servers(&g->list[g->by_server[low - 1]], &key))
    return GRAFT_NONE;
  size_t at = g->by_server[low - 1];
  while (at != GRAFT_NONE && (g->list[at].end <= number || g->list[at].taken > start))
    at = g->list[at].outer;
  return at;
}
