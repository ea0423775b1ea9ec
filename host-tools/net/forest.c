/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * forest.c: see forest.h.
 */
#include "forest.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

/* ---- opening ---- */

static struct calls *calls_of(struct analysis *a)
{
  dump_swap_reads(a->view->dump, VIEW_RESTS_ON);
  return calls_new_kept(a->view, analysis_calltree(a));
}

struct forest forest_new(struct forest_node *nodes, size_t count, const struct net_match *match,
                         const struct clocks_config *config)
{
  struct forest f = { .nodes = nodes, .count = count, .match = match, .calls = mem_alloc(count, sizeof(*f.calls)) };
  for (size_t i = 0; i < count; i++)
    f.calls[i] = nodes[i].analysis ? calls_of(nodes[i].analysis) : NULL;
  if (!match)
    return f;
  f.clocks = net_clocks_new(match, config);
  f.carriers = net_carriers_new(match);
  f.grafts = grafts_new(match, f.calls);
  return f;
}

void forest_close(struct forest *f)
{
  if (f->grafts) {
    grafts_free(f->grafts);
    net_clocks_free(f->clocks);
    net_carriers_free(&f->carriers);
  }
  for (size_t i = 0; i < f->count; i++)
    calls_free(f->calls[i]);
  mem_free(f->calls);
}

/* ---- times ---- */

void forest_bounds(const struct forest *f, uint32_t node, long double ns, long double *low, long double *high)
{
  *low = *high = 0;
  if (node)
    net_clocks_way(f->clocks, node, 0, ns, low, high);
}

long double forest_time(const struct forest *f, uint32_t node, long double ns, bool *bounded)
{
  long double low, high;
  forest_bounds(f, node, ns, &low, &high);
  if (isfinite(low) && isfinite(high))
    return ns + (low + high) / 2;
  *bounded = false;
  return isfinite(low) ? ns + low : isfinite(high) ? ns + high : ns;
}

long double forest_beginning(const struct forest *f)
{
  long double begin = INFINITY;
  bool bounded;
  for (uint32_t n = 0; n < f->count; n++)
    if (f->nodes[n].analysis)
      begin = fminl(begin, forest_time(f, n, 0, &bounded));
  return isfinite(begin) ? begin : 0;
}

/* ---- children ---- */

/* Children that come last one first: of these the last `most` are kept, in a circle. */
struct circle { struct forest_child *list; size_t count, room, next; uint64_t most, more; };

static void put_child(struct circle *c, struct forest_child child)
{
  if (c->most && c->count == c->most) {
    c->list[c->next] = child;
    c->more++;
  } else {
    mem_grow(&c->list, &c->room, c->count + 1, sizeof(*c->list));
    c->list[c->count++] = child;
  }
  c->next = c->most ? (c->next + 1) % c->most : 0;
}

/* The children in the order in which they began. */
static struct forest_children turn(struct circle *c)
{
  struct forest_children all = { .list = mem_alloc(c->count, sizeof(*all.list)), .count = c->count, .more = c->more };
  for (size_t i = 0; i < c->count; i++)
    all.list[c->count - 1 - i] = c->list[c->more ? (c->next + i) % c->count : i];
  mem_free(c->list);
  return all;
}

/* Reads a call of a forest. */
static bool read_call(const struct forest *f, struct forest_call at, struct call *call)
{
  return calls_read(f->calls[at.node], at.thread, at.number, call);
}

static bool is_long(const struct forest_choice *choice, uint32_t node, const struct call *call)
{
  return !choice->over || !call->known || call->time >= choice->over[node];
}

/* Whether a child of `root` was served for a call of another node, and does not hang there with its caller. */
static bool is_elsewhere(const struct forest *f, struct forest_call root, uint64_t root_start, struct forest_call child,
                         uint64_t start)
{
  const size_t g = grafts_of(f->grafts, child.node, child.thread, child.number, start);
  return g != GRAFT_NONE && (root.number == CALLS_NONE || root.number >= f->grafts->list[g].end ||
                             root_start < f->grafts->list[g].taken);
}

/* Whether a child is to be shown below `root`. */
static bool is_wanted(const struct forest *f, const struct forest_choice *choice, struct forest_call root,
                      uint64_t root_start, struct forest_call child, bool *unread)
{
  struct call call;
  const bool maybe_elsewhere = f->grafts && grafts_of(f->grafts, child.node, child.thread, child.number, UINT64_MAX)
                               != GRAFT_NONE;
  if (!choice->over && !maybe_elsewhere)
    return true;
  if (!read_call(f, child, &call)) {
    *unread = true;
    return true;
  }
  return is_long(choice, child.node, &call) &&
         !(maybe_elsewhere && is_elsewhere(f, root, root_start, child, call.start));
}

/* Puts the remote calls below `root` among its other children, by the clock of its node. */
static void insert_grafts(const struct forest *f, struct forest_call root, const struct forest_choice *choice,
                          struct forest_children *c)
{
  size_t count, have = 0, at = 0;
  const size_t first = grafts_below(f->grafts, root.node, root.thread, root.number, &count);
  struct forest_child *list = mem_alloc(c->count + count, sizeof(*list));
  for (size_t i = first; i < first + count; i++) {
    struct call call = { 0 };
    while (at < c->count) {
      const bool read = read_call(f, c->list[at].call, &call);
      c->unread |= !read;
      if (read && call.start > f->grafts->list[i].sent)
        break;
      list[have++] = c->list[at++];
    }
    if (at == c->count && c->more) { /* it comes behind calls that are not in the list */
      c->more += first + count - i;
      break;
    }
    list[have++] = (struct forest_child){ root, i };
  }
  while (at < c->count)
    list[have++] = c->list[at++];
  if (choice->most && have > choice->most) {
    c->more += have - choice->most;
    have = choice->most;
  }
  mem_free(c->list);
  c->list = list;
  c->count = have;
}

struct forest_children forest_below(const struct forest *f, struct forest_call root, const struct forest_choice *choice)
{
  const struct calls *calls = f->calls[root.node];
  struct circle circle = { .most = choice->most };
  struct call call = { 0 };
  bool unread = false;
  if (root.thread >= calls->thread_count)
    root.number = CALLS_NONE;
  if (root.number != CALLS_NONE)
    unread = !read_call(f, root, &call);
  uint64_t k = root.thread < calls->thread_count ? calls_last_child(calls, root.thread, root.number) : CALLS_NONE;
  for (; k != CALLS_NONE; k = calls_child_before(calls, root.thread, root.number, k)) {
    const struct forest_call child = { root.node, root.thread, k };
    if (is_wanted(f, choice, root, call.start, child, &unread))
      put_child(&circle, (struct forest_child){ child, GRAFT_NONE });
  }
  struct forest_children c = turn(&circle);
  c.unread = unread;
  if (f->grafts)
    insert_grafts(f, root, choice, &c);
  return c;
}

struct forest_children forest_served(const struct forest *f, size_t graft, const struct forest_choice *choice)
{
  const struct graft *g = &f->grafts->list[graft];
  struct circle circle = { .most = choice->most };
  bool unread = false;
  for (uint64_t k = g->taken ? g->end : g->first; k > g->first;) {
    const struct forest_call child = { g->remote->executed.node, g->server_thread, k - 1 };
    struct call call;
    k--;
    if (!read_call(f, child, &call)) {
      unread = true;
      break;
    }
    if (grafts_of(f->grafts, child.node, child.thread, child.number, call.start) != graft)
      continue; /* it began before; or it is of a remote call that was taken meanwhile */
    if (is_long(choice, child.node, &call))
      put_child(&circle, (struct forest_child){ child, GRAFT_NONE });
    const uint64_t size = calls_size(f->calls[child.node], child.thread, child.number);
    k = size > k - g->first ? g->first : k - (size - 1);
  }
  struct forest_children c = turn(&circle);
  c.unread = unread;
  return c;
}

uint64_t forest_inside(const struct forest *f, size_t graft)
{
  const struct graft *g = &f->grafts->list[graft];
  return g->taken ? g->end - g->first : 0;
}

/* ---- paths ---- */

struct way { struct forest_child *list; size_t count, room; uint8_t *seen; };

static void put_way(struct way *w, struct forest_child child)
{
  mem_grow(&w->list, &w->room, w->count + 1, sizeof(*w->list));
  w->list[w->count++] = child;
}

/* Puts a call and its callers within its node, the call first, as far as they belong to one remote call. Returns that,
 * or GRAFT_NONE at the thread's root. */
static size_t put_callers(const struct forest *f, struct way *w, struct forest_call call)
{
  size_t depth, of = GRAFT_NONE;
  uint64_t *path = calls_path(f->calls[call.node], call.thread, call.number, &depth);
  struct call read;
  for (size_t i = depth; i-- > 0;) {
    const struct forest_call at = { call.node, call.thread, path[i] };
    const size_t g = f->grafts && read_call(f, at, &read)
                     ? grafts_of(f->grafts, at.node, at.thread, at.number, read.start) : GRAFT_NONE;
    if (i + 1 == depth)
      of = g;
    else if (g != of)
      break;
    put_way(w, (struct forest_child){ at, GRAFT_NONE });
  }
  mem_free(path);
  return of;
}

struct forest_child *forest_path(const struct forest *f, struct forest_call call, size_t *count, bool *cut)
{
  struct way w = { .seen = mem_alloc(f->grafts ? f->grafts->count : 0, 1) };
  *cut = false;
  for (;;) {
    const size_t g = call.number == CALLS_NONE ? GRAFT_NONE : put_callers(f, &w, call);
    if (g == GRAFT_NONE)
      break;
    const struct graft *graft = &f->grafts->list[g];
    call = (struct forest_call){ graft->remote->sent.node, graft->client_thread, graft->client_call };
    put_way(&w, (struct forest_child){ call, g });
    if ((*cut = w.seen[g]))
      break;
    w.seen[g] = 1;
  }
  for (size_t i = 0; i < w.count / 2; i++) {
    const struct forest_child child = w.list[i];
    w.list[i] = w.list[w.count - 1 - i];
    w.list[w.count - 1 - i] = child;
  }
  mem_free(w.seen);
  *count = w.count;
  return w.list;
}

/* ---- reach ---- */

/* Takes the grafts below the calls `first` to `last` of a thread, and puts them on the pile. */
static void reach_below(const struct forest *f, struct forest_reach *r, struct forest_call from, uint64_t last,
                        uint64_t since, size_t *pile, size_t *piled)
{
  const struct grafts *g = f->grafts;
  size_t none;
  for (size_t i = grafts_below(g, from.node, from.thread, from.number, &none); i < g->count; i++) {
    const struct graft *at = &g->list[i];
    if (at->remote->sent.node != from.node || at->client_thread != from.thread || at->client_call > last)
      break;
    if (r->grafts[i] || at->sent < since)
      continue;
    r->grafts[i] = 1;
    pile[(*piled)++] = i;
  }
}

struct forest_reach forest_reach(const struct forest *f, struct forest_call root)
{
  struct forest_reach r = { .root = root };
  if (!f->grafts)
    return r;
  r.grafts = mem_alloc(f->grafts->count, 1);
  size_t *pile = mem_alloc(f->grafts->count, sizeof(*pile)), piled = 0;
  struct forest_call first = root;
  if (root.number != CALLS_NONE)
    first.number = root.number + 1 - calls_size(f->calls[root.node], root.thread, root.number);
  else
    first.number = 0;
  reach_below(f, &r, first, root.number, 0, pile, &piled);
  while (piled) {
    const struct graft *g = &f->grafts->list[pile[--piled]];
    if (!g->taken || g->first == g->end)
      continue;
    first = (struct forest_call){ g->remote->executed.node, g->server_thread, g->first };
    reach_below(f, &r, first, g->end - 1, g->taken, pile, &piled);
  }
  mem_free(pile);
  return r;
}

bool forest_reaches(const struct forest *f, const struct forest_reach *r, struct forest_call call, uint64_t start)
{
  if (call.node == r->root.node && call.thread == r->root.thread) {
    if (r->root.number == CALLS_NONE)
      return true;
    const uint32_t size = calls_size(f->calls[call.node], r->root.thread, r->root.number);
    if (call.number < r->root.number && call.number + size > r->root.number)
      return true;
  }
  size_t g = f->grafts ? grafts_of(f->grafts, call.node, call.thread, call.number, start) : GRAFT_NONE;
  while (g != GRAFT_NONE && !r->grafts[g])
    g = f->grafts->list[g].outer;
  return g != GRAFT_NONE;
}

void forest_reach_free(struct forest_reach *r)
{
  mem_free(r->grafts);
}
