/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * session_time.c: the time line of a session (session.h): messages and remote calls of a window of the first node's
 * clock. Where a window lies on another node's clock the middle of that clock's bounds says; no time is changed.
 */
#include "session.h"
#include "session_inside.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

/* ---- windows on the clocks of the nodes ---- */

struct window { long double from, to; }; /* nanoseconds of a node's clock; NAN: nothing says where it is */

static long double middle(const struct forest *f, uint32_t node, long double ns)
{
  long double low, high;
  forest_bounds(f, node, ns, &low, &high);
  return isfinite(low) && isfinite(high) ? (low + high) / 2 : NAN;
}

/* A time of the first node's clock by another node's; looked up twice, since how far it is off changes with time. */
static long double own_time(const struct forest *f, uint32_t node, long double ns)
{
  const long double near = middle(f, node, ns);
  return isnan(near) ? NAN : ns - middle(f, node, ns - near);
}

/* The window from_us to to_us by each node's clock; for mem_free(). */
static struct window *windows_of(const struct forest *f, double from_us, double to_us)
{
  struct window *w = mem_alloc(f->count, sizeof(*w));
  for (uint32_t n = 0; n < f->count; n++)
    w[n] = (struct window){ own_time(f, n, (long double)from_us * 1000), own_time(f, n, (long double)to_us * 1000) };
  return w;
}

static long double end_ns(const struct forest *f, struct net_end e)
{
  return e.node == NET_NONE ? NAN : net_ns(&f->match->nodes[e.node], net_message(f->match->nodes, e)->tsc);
}

/* Whether what a node had under way from one message to another is in a window, by its own clock; of the second one
 * nothing may be known. */
static bool meets(const struct forest *f, const struct window *w, struct net_end first, struct net_end last)
{
  if (first.node == NET_NONE || isnan(w[first.node].from) || isnan(w[first.node].to))
    return false;
  const long double from = end_ns(f, first), to = end_ns(f, last.node == NET_NONE ? first : last);
  return from < w[first.node].to && to >= w[first.node].from;
}

/* ---- rows ---- */

static void put_thread(struct table *t, const struct forest *f, struct net_end e)
{
  if (e.node == NET_NONE || !f->nodes[e.node].analysis) {
    table_none(t);
    return;
  }
  struct view *v = f->nodes[e.node].analysis->view;
  const uint32_t thread = view_thread(v, net_message(f->match->nodes, e)->thread);
  table_text(t, v->threads[thread].name);
}

static void put_node(struct table *t, struct net_end e)
{
  if (e.node == NET_NONE)
    table_none(t);
  else
    table_natural(t, e.node);
}

/* Whether number `i` of `count` is one of the `limit` that stand for all of them, evenly. */
static bool is_drawn(size_t i, size_t count, double limit)
{
  const double share = limit / (double)count;
  return share >= 1 || floor((double)(i + 1) * share) > floor((double)i * share);
}

static const struct table_column arrow_columns[] = {
  { "remote", TABLE_COUNT }, { "client", TABLE_COUNT }, { "client_thread", TABLE_TEXT }, { "server", TABLE_COUNT },
  { "server_thread", TABLE_TEXT }, { "name", TABLE_TEXT }, { "sent_us", TABLE_US }, { "executed_us", TABLE_US },
  { "replied_us", TABLE_US }, { "answered_us", TABLE_US } };

static void put_arrow(struct table *t, const struct forest *f, size_t graft)
{
  const struct net_call *c = f->grafts->list[graft].remote;
  char *name = mem_format("program %u procedure %u", c->program, c->procedure);
  table_natural(t, graft);
  put_node(t, c->sent);
  put_thread(t, f, c->sent);
  put_node(t, c->executed);
  put_thread(t, f, c->executed);
  table_text(t, name);
  page_session_us(t, end_ns(f, c->sent));
  page_session_us(t, end_ns(f, c->executed));
  page_session_us(t, end_ns(f, c->replied));
  page_session_us(t, end_ns(f, c->answered));
  mem_free(name);
}

double FOR_PAGE(page_session_arrows)(double from_us, double to_us, double limit)
{
  const struct forest *f = page_session_forest();
  struct table t = page_session_table("arrows", arrow_columns, sizeof(arrow_columns) / sizeof(arrow_columns[0]));
  struct window *w = f ? windows_of(f, from_us, to_us) : NULL;
  size_t *found = NULL, room = 0, count = 0;
  for (size_t i = 0; f && i < f->grafts->count; i++) {
    const struct net_call *c = f->grafts->list[i].remote;
    if (!meets(f, w, c->sent, c->answered) && !meets(f, w, c->executed, c->replied))
      continue;
    mem_grow(&found, &room, count + 1, sizeof(*found));
    found[count++] = i;
  }
  for (size_t i = 0; i < count; i++)
    if (is_drawn(i, count, limit))
      put_arrow(&t, f, found[i]);
  mem_free(found);
  mem_free(w);
  page_session_tell_most(count);
  return page_session_table_end(&t);
}

static const struct table_column message_columns[] = {
  { "from", TABLE_COUNT }, { "from_thread", TABLE_TEXT }, { "to", TABLE_COUNT }, { "to_thread", TABLE_TEXT },
  { "bytes", TABLE_COUNT }, { "sent_us", TABLE_US }, { "received_us", TABLE_US } };

struct pair { struct net_end sent, received; };
struct pairs { const struct forest *f; const struct window *w; uint16_t layer; struct pair *list; size_t room, count; };

/* A net_match_use that keeps messages of a layer in a window: from when one was sent until it was received. */
static void keep_pair(void *ctx, struct net_end sent, struct net_end received)
{
  struct pairs *p = ctx;
  if (net_message(p->f->match->nodes, received)->layer != p->layer)
    return;
  const struct window *from = &p->w[sent.node], *to = &p->w[received.node];
  const bool known = !isnan(from->from) && !isnan(from->to) && !isnan(to->from) && !isnan(to->to);
  if (!known || !(end_ns(p->f, sent) < from->to) || !(end_ns(p->f, received) >= to->from))
    return;
  mem_grow(&p->list, &p->room, p->count + 1, sizeof(*p->list));
  p->list[p->count++] = (struct pair){ sent, received };
}

double FOR_PAGE(page_session_messages)(double layer, double from_us, double to_us, double limit)
{
  const struct forest *f = page_session_forest();
  const size_t columns = sizeof(message_columns) / sizeof(message_columns[0]);
  struct table t = page_session_table("messages", message_columns, columns);
  struct window *w = f ? windows_of(f, from_us, to_us) : NULL;
  struct pairs p = { .f = f, .w = w, .layer = (uint16_t)layer };
  if (f)
    net_match_each(f->match, keep_pair, &p);
  for (size_t i = 0; i < p.count; i++) {
    if (!is_drawn(i, p.count, limit))
      continue;
    const struct pair *m = &p.list[i];
    put_node(&t, m->sent);
    put_thread(&t, f, m->sent);
    put_node(&t, m->received);
    put_thread(&t, f, m->received);
    table_natural(&t, net_message(f->match->nodes, m->received)->bytes);
    page_session_us(&t, end_ns(f, m->sent));
    page_session_us(&t, end_ns(f, m->received));
  }
  mem_free(p.list);
  mem_free(w);
  page_session_tell_most(p.count);
  return page_session_table_end(&t);
}

/* ---- clocks ---- */

static void count_layer(void *ctx, struct net_end sent, struct net_end received)
{
  struct pairs *p = ctx;
  (void)sent;
  p->count += net_message(p->f->match->nodes, received)->layer == p->layer;
}

double FOR_PAGE(page_session_exchanged)(double layer)
{
  struct pairs p = { .f = page_session_forest(), .layer = (uint16_t)layer };
  if (p.f)
    net_match_each(p.f->match, count_layer, &p);
  return (double)p.count;
}

double FOR_PAGE(page_session_end)(int last)
{
  const struct forest *f = page_session_forest();
  long double end = NAN;
  for (uint32_t n = 0; f && n < f->count; n++) {
    const struct net_node *node = &f->match->nodes[n];
    const long double own = last ? net_ns(node, node->stop) : 0, at = own + middle(f, n, own);
    if (f->nodes[n].analysis && !isnan(at))
      end = isnan(end) ? at : last ? fmaxl(end, at) : fminl(end, at);
  }
  return (double)(end / 1000);
}

double FOR_PAGE(page_session_ahead)(double node, double at_us, int which)
{
  const struct forest *f = page_session_forest();
  long double low = -INFINITY, high = INFINITY;
  if (f && node >= 0 && node < (double)f->count)
    forest_bounds(f, (uint32_t)node, (long double)at_us * 1000, &low, &high);
  return (double)((which ? high : low) / 1000);
}
