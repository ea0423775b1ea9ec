/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * session.c: see session.h.
 */
#include "session.h"
#include "session_inside.h"
#include "page.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/table.h"
#include "base/text.h"
#include "dump/damage_report.h"
#include "net/forest.h"
#include "tables/an.h"


struct node {
  char *name;
  struct dump *dump;
  struct xfer_receiver *receiver;
};

static struct {
  struct node *nodes;
  size_t count, room, piece_room, net_room, forest_room;
  uint8_t *piece;
  struct net_node *net;
  struct forest_node *of_forest;
  struct net_match *match;
  struct forest forest;
  bool joined;
  char *note;
  uint64_t most, untimed;
} s;

/* ---- opening ---- */

void FOR_PAGE(page_session_begin)(const char *name, double bytes, double memory)
{
  const double usual = (double)DUMP_MEMORY_SMALL_MIB * (1 << 20) + bytes * DUMP_MEMORY_A_BYTE;
  mem_grow(&s.nodes, &s.room, s.count + 1, sizeof(*s.nodes));
  struct node *n = &s.nodes[s.count++];
  n->name = text_clean((const uint8_t *)name, strlen(name));
  n->dump = dump_new(n->name, DUMP_ALL, (uint64_t)(memory > 0 ? memory : usual));
  dump_index(n->dump, -1);
  n->receiver = xfer_receive_new(&dump_file_feed, n->dump);
  if (!n->receiver)
    abort();
}

void *FOR_PAGE(page_session_room)(size_t bytes)
{
  mem_grow(&s.piece, &s.piece_room, bytes, 1);
  return s.piece;
}

void FOR_PAGE(page_session_feed)(size_t bytes)
{
  xfer_receive(s.nodes[s.count - 1].receiver, s.piece, bytes);
}

/* The analysis of a node; NULL: its dump cannot be looked at, and the reason has been said. */
static struct analysis *analyse(struct node *n)
{
  const struct view_options all = { .from_us = -1e15, .to_us = 1e15 };
  xfer_receive_end(n->receiver);
  dump_done(n->dump);
  if (dump_fed(n->dump) != DUMP_LOADED)
    return NULL;
  damage_report(n->dump);
  struct view *view = view_new(n->dump, symbols_of_dump(n->dump), &all);
  return view ? analysis_new(view) : NULL;
}

double FOR_PAGE(page_session_join)(void)
{
  const struct clocks_config config = CLOCKS_CONFIG_DEFAULT;
  double calls = 0;
  bool any = false;
  mem_grow(&s.net, &s.net_room, s.count, sizeof(*s.net));
  mem_grow(&s.of_forest, &s.forest_room, s.count, sizeof(*s.of_forest));
  for (size_t i = 0; i < s.count; i++) {
    struct analysis *a = analyse(&s.nodes[i]);
    s.net[i] = (struct net_node){ .name = s.nodes[i].name };
    s.of_forest[i] = (struct forest_node){ .name = s.nodes[i].name, .analysis = a };
    if (a)
      net_of_view(&s.net[i], a->view);
    any |= a != NULL;
  }
  if (!any)
    return -1;
  s.match = net_match_new(s.net, s.count);
  s.forest = forest_new(s.of_forest, s.count, s.match, &config);
  s.note = net_match_note(s.match);
  s.joined = true;
  for (size_t i = 0; i < s.count; i++)
    calls += s.forest.calls[i] ? (double)s.forest.calls[i]->count : 0;
  return calls;
}

const char *FOR_PAGE(page_session_note)(void)
{
  return s.note ? s.note : "";
}

double FOR_PAGE(page_session_most)(void)
{
  return (double)s.most;
}

const struct forest *page_session_forest(void)
{
  return s.joined ? &s.forest : NULL;
}

void page_session_tell_most(uint64_t most)
{
  s.most = most;
}

double FOR_PAGE(page_session_untimed)(void)
{
  return (double)s.untimed;
}

/* ---- places ---- */

static struct view *view_of(uint32_t node)
{
  return s.of_forest[node].analysis->view;
}

static uint64_t number_of(double call)
{
  return call < 0 ? CALLS_NONE : (uint64_t)call;
}

/* Whether there is such a thread, and, where `call` is not below 0, such a call; *at is it. */
static bool find_place(double node, double thread, double call, struct forest_call *at)
{
  if (!s.joined || node < 0 || node >= (double)s.count || !s.forest.calls[(size_t)node] || thread < 0)
    return false;
  *at = (struct forest_call){ (uint32_t)node, (uint32_t)thread, number_of(call) };
  const struct calls *c = s.forest.calls[at->node];
  if (at->number == CALLS_NONE)
    return thread < view_thread_count(view_of(at->node));
  return at->thread < c->thread_count && at->number < c->threads[at->thread].count;
}

static const char *function_of(uint32_t node, uint32_t tree_node)
{
  return view_function_name(view_of(node), s.forest.calls[node]->tree->nodes[tree_node].function);
}

static char *server_of(const struct net_call *c)
{
  if (c->server != NET_NONE)
    return mem_format("%s", s.nodes[c->server].name);
  return mem_format("%u.%u.%u.%u (not traced here)", c->server_address >> 24, c->server_address >> 16 & 255,
                    c->server_address >> 8 & 255, c->server_address & 255);
}

/* ---- rows ---- */

/* `below`: whether something is. `note`: of a thread who has started it, of a call "stray" where callers between it and
 * what is above are not recorded, of a remote call how often it was sent and executed where that is not once. */
static const struct table_column row_columns[] = {
  { "kind", TABLE_TEXT }, { "node", TABLE_COUNT }, { "thread", TABLE_COUNT }, { "call", TABLE_COUNT },
  { "remote", TABLE_COUNT }, { "name", TABLE_TEXT }, { "of", TABLE_TEXT }, { "start_us", TABLE_US },
  { "time_us", TABLE_US }, { "raw_us", TABLE_US }, { "away_us", TABLE_US }, { "inside", TABLE_COUNT },
  { "below", TABLE_COUNT }, { "ended", TABLE_TEXT }, { "note", TABLE_TEXT } };

struct table page_session_table(const char *name, const struct table_column *columns, size_t count)
{
  struct table t;
  table_begin(&t, page_output(), TABLE_FORM_TSV, 0, name, name, columns, count);
  return t;
}

double page_session_table_end(struct table *t)
{
  const size_t rows = t->rows;
  table_end(t);
  fflush(page_output());
  return (double)rows;
}

static void put_number(struct table *t, uint64_t number, uint64_t none)
{
  if (number == none)
    table_none(t);
  else
    table_natural(t, number);
}

void page_session_us(struct table *t, long double ns)
{
  if (isfinite(ns))
    table_us(t, (int64_t)llroundl(ns));
  else
    table_none(t);
}

static void put_place(struct table *t, const char *kind, struct forest_call at, size_t graft)
{
  table_text(t, kind);
  table_natural(t, at.node);
  table_natural(t, at.thread);
  put_number(t, at.number, CALLS_NONE);
  put_number(t, graft, GRAFT_NONE);
}

static size_t remote_calls_below(struct forest_call at)
{
  size_t count;
  grafts_below(s.forest.grafts, at.node, at.thread, at.number, &count);
  return count;
}

static uint64_t calls_of_thread(uint32_t node, uint32_t thread)
{
  const struct calls *c = s.forest.calls[node];
  return thread < c->thread_count ? c->threads[thread].count : 0;
}

static void put_thread(struct table *t, uint32_t node, uint32_t thread)
{
  struct view *v = view_of(node);
  const struct wire_thread *figures = view_thread_figures(v, thread);
  char *note = NULL;
  if (figures && figures->by) {
    const uint32_t by = view_thread(v, figures->by); /* the array of threads may move */
    const uint32_t in_node = figures->node ? calltree_find(s.forest.calls[node]->tree, figures->node) : CALLTREE_NONE;
    const char *in = in_node == CALLTREE_NONE ? "" : function_of(node, in_node);
    note = mem_format("started by %s%s%s", v->threads[by].name, *in ? " in " : "", in);
  }
  put_place(t, "thread", (struct forest_call){ node, thread, CALLS_NONE }, GRAFT_NONE);
  table_text(t, v->threads[thread].name);
  table_text(t, s.nodes[node].name);
  if (figures)
    table_us(t, view_ns(v, figures->start));
  else
    table_none(t);
  for (unsigned i = 0; i < 3; i++)
    table_none(t);
  table_natural(t, calls_of_thread(node, thread));
  table_natural(t, 1);
  table_none(t);
  table_text(t, note ? note : "");
  mem_free(note);
}

static void put_call(struct table *t, struct forest_call at, const struct call *call, bool stray)
{
  struct view *v = view_of(at.node);
  const uint32_t inside = calls_size(s.forest.calls[at.node], at.thread, at.number) - 1;
  put_place(t, "call", at, GRAFT_NONE);
  table_text(t, function_of(at.node, call->node));
  table_text(t, s.nodes[at.node].name);
  table_us(t, view_ns(v, call->start));
  AN_OR_NONE(call->known, an_cycles(v, t, call->time));
  AN_OR_NONE(call->known, an_cycles(v, t, call->raw));
  AN_OR_NONE(call->known, an_cycles(v, t, call->away));
  table_natural(t, inside);
  table_natural(t, inside || remote_calls_below(at));
  table_text(t, call->flags & WIRE_CALL_OPEN ? "open" : call->flags & WIRE_CALL_UNWOUND ? "unwound" : "returned");
  table_text(t, stray ? "stray" : "");
}

static struct net_remote remote_of(size_t graft)
{
  return net_remote_of(s.match, &s.forest.carriers, s.forest.clocks, s.forest.grafts->list[graft].remote);
}

static void put_remote(struct table *t, struct forest_call above, size_t graft)
{
  const struct net_call *c = s.forest.grafts->list[graft].remote;
  const struct net_remote r = remote_of(graft);
  const uint64_t inside = forest_inside(&s.forest, graft);
  char *server = server_of(c), *name = mem_format("to %s: program %u procedure %u", server, c->program, c->procedure);
  char *note = NULL;
  if (c->server != NET_NONE && (c->sends != 1 || c->executions != 1))
    note = mem_format("sent %u times, executed %u times", c->sends, c->executions);
  else if (c->sends != 1)
    note = mem_format("sent %u times", c->sends); /* what is not traced has executed it as often as it likes */
  put_place(t, "remote", above, graft);
  table_text(t, name);
  table_text(t, server);
  page_session_us(t, r.start);
  page_session_us(t, r.elapsed);
  table_none(t);
  table_none(t);
  table_natural(t, inside);
  table_natural(t, inside != 0);
  table_text(t, isfinite(r.elapsed) ? "answered" : "no answer");
  table_text(t, note ? note : "");
  mem_free(note);
  mem_free(name);
  mem_free(server);
}

/* A child of a call of node `above` of the call trees; CALLTREE_NONE: of none. */
static uint32_t put_child(struct table *t, const struct forest_child *child, uint32_t above)
{
  struct call call;
  if (child->graft != GRAFT_NONE) {
    put_remote(t, child->call, child->graft);
    return CALLTREE_NONE;
  }
  if (!calls_read(s.forest.calls[child->call.node], child->call.thread, child->call.number, &call))
    return above;
  put_call(t, child->call, &call, above != CALLTREE_NONE && calls_is_stray(s.forest.calls[child->call.node], call.node, above));
  return call.node;
}

double FOR_PAGE(page_session_threads)(void)
{
  struct table t = page_session_table("rows", row_columns, sizeof(row_columns) / sizeof(row_columns[0]));
  for (uint32_t n = 0; s.joined && n < s.count; n++)
    for (uint32_t i = 0; s.forest.calls[n] && i < view_thread_count(view_of(n)); i++)
      if (calls_of_thread(n, i) || remote_calls_below((struct forest_call){ n, i, CALLS_NONE }))
        put_thread(&t, n, i);
  return page_session_table_end(&t);
}

double FOR_PAGE(page_session_below)(double node, double thread, double call, double remote, double first, double limit)
{
  struct forest_call at;
  struct call above;
  const bool is_remote = remote >= 0;
  if (!find_place(node, thread, call, &at) || (is_remote && remote >= (double)s.forest.grafts->count))
    return -1;
  const struct forest_choice choice = { .most = (uint64_t)(first + limit) };
  struct forest_children c = is_remote ? forest_served(&s.forest, (size_t)remote, &choice)
                                       : forest_below(&s.forest, at, &choice);
  const bool known = !is_remote && at.number != CALLS_NONE && calls_read(s.forest.calls[at.node], at.thread, at.number, &above);
  struct table t = page_session_table("rows", row_columns, sizeof(row_columns) / sizeof(row_columns[0]));
  if (c.unread)
    table_comment(&t, "note", "calls may be missing here: their records could not be read again");
  for (size_t i = (size_t)first; i < c.count; i++)
    put_child(&t, &c.list[i], known ? above.node : CALLTREE_NONE);
  s.most = c.count + c.more;
  mem_free(c.list);
  return page_session_table_end(&t);
}

static double write_path(struct forest_call at)
{
  size_t count;
  bool cut;
  uint32_t above = CALLTREE_NONE;
  struct forest_child *path = forest_path(&s.forest, at, &count, &cut);
  struct table t = page_session_table("rows", row_columns, sizeof(row_columns) / sizeof(row_columns[0]));
  if (cut)
    table_comment(&t, "note", "records contradict each other: the first remote call would be its own caller");
  if (count)
    put_thread(&t, path[0].call.node, path[0].call.thread);
  for (size_t i = 0; i < count; i++)
    above = put_child(&t, &path[i], above);
  mem_free(path);
  return page_session_table_end(&t);
}

double FOR_PAGE(page_session_path)(double node, double thread, double call)
{
  struct forest_call at;
  return call >= 0 && find_place(node, thread, call, &at) ? write_path(at) : -1;
}

/* ---- finding ---- */

struct among { uint32_t node; struct forest_reach reach; };

static bool is_among(void *ctx, uint32_t thread, uint64_t number, uint64_t start)
{
  const struct among *a = ctx;
  return forest_reaches(&s.forest, &a->reach, (struct forest_call){ a->node, thread, number }, start);
}

/* Which functions of a node have names that hold a text, by number in its view. */
static uint8_t *functions_like(uint32_t node, const char *text)
{
  const struct view *v = view_of(node);
  uint8_t *functions = mem_alloc(v->function_count, 1);
  for (uint32_t i = 0; i < v->function_count; i++)
    functions[i] = strcasestr(view_function_name(v, i), text) != NULL;
  return functions;
}

double FOR_PAGE(page_session_find)(const char *text, int breadth, double over_us, double below_node, double below_thread,
                                   double below, double after_node, double after_thread, double after)
{
  struct forest_call below_call, after_call = { .number = CALLS_NONE };
  struct among among = { 0 };
  bool found = false;
  if (!s.joined || (below_node >= 0 && !find_place(below_node, below_thread, below, &below_call)) ||
      (after_node >= 0 && !find_place(after_node, after_thread, after, &after_call)))
    return -1;
  if (below_node >= 0)
    among.reach = forest_reach(&s.forest, below_call);
  struct forest_call hit = { 0 };
  for (uint32_t n = after_node >= 0 ? after_call.node : 0; n < s.count && !found; n++) {
    if (!s.forest.calls[n])
      continue;
    uint8_t *functions = functions_like(n, text);
    const bool behind = after_node >= 0 && n == after_call.node;
    const struct calls_wanted wanted = {
      .functions = functions, .breadth = breadth, .number = CALLS_NONE,
      .after_thread = after_call.thread, .after_number = behind ? after_call.number : CALLS_NONE,
      .over = over_us > 0 ? calls_over(over_us, view_of(n)->hz) : INT64_MIN,
      .among = below_node >= 0 ? is_among : NULL, .ctx = &among };
    among.node = hit.node = n;
    found = calls_find(s.forest.calls[n], &wanted, &hit.thread, &hit.number);
    mem_free(functions);
  }
  if (below_node >= 0)
    forest_reach_free(&among.reach);
  return found ? write_path(hit) : 0;
}

/* ---- one call, one remote call ---- */

static const struct table_column rank_columns[] = {
  { "calls", TABLE_COUNT }, { "total_us", TABLE_US }, { "least_us", TABLE_US }, { "mean_us", TABLE_US },
  { "most_us", TABLE_US }, { "deviation_us", TABLE_US }, { "shorter", TABLE_COUNT }, { "as_long", TABLE_COUNT } };

double FOR_PAGE(page_session_rank)(double node, double thread, double call)
{
  struct forest_call at;
  struct call c;
  if (call < 0 || !find_place(node, thread, call, &at) || !calls_read(s.forest.calls[at.node], at.thread, at.number, &c))
    return -1;
  const struct view *v = view_of(at.node);
  const struct calls_rank r = calls_rank(s.forest.calls[at.node], s.forest.calls[at.node]->tree->nodes[c.node].function,
                                         c.known ? c.time : INT64_MIN);
  struct table t = page_session_table("rank", rank_columns, sizeof(rank_columns) / sizeof(rank_columns[0]));
  if (r.count) {
    table_natural(&t, r.count);
    an_cycles(v, &t, r.total);
    an_cycles(v, &t, r.least);
    an_cycles_real(v, &t, r.mean);
    an_cycles(v, &t, r.most);
    an_cycles_real(v, &t, r.deviation);
    table_natural(&t, r.below);
    table_natural(&t, r.same);
  }
  return page_session_table_end(&t);
}

/* As `hostdump remote` has them. */
static const struct table_column part_columns[] = {
  { "out_us", TABLE_US }, { "request_us", TABLE_US }, { "request_low_us", TABLE_US }, { "request_high_us", TABLE_US },
  { "queue_us", TABLE_US }, { "work_us", TABLE_US }, { "back_us", TABLE_US }, { "reply_us", TABLE_US },
  { "reply_low_us", TABLE_US }, { "reply_high_us", TABLE_US }, { "in_us", TABLE_US } };

double FOR_PAGE(page_session_parts)(double remote)
{
  if (!s.joined || remote < 0 || remote >= (double)s.forest.grafts->count)
    return -1;
  const struct net_remote r = remote_of((size_t)remote);
  const long double parts[] = { r.out, r.request, r.request_low, r.request_high, r.queue, r.work, r.back, r.reply,
                                r.reply_low, r.reply_high, r.in };
  struct table t = page_session_table("parts", part_columns, sizeof(part_columns) / sizeof(part_columns[0]));
  for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
    page_session_us(&t, parts[i]);
  return page_session_table_end(&t);
}

/* ---- a thread's outermost calls ---- */

/* When a call ended, in nanoseconds; that of one which cannot be read again is not known. */
static double end_of(uint32_t node, uint32_t thread, uint64_t number)
{
  struct call call;
  return calls_read(s.forest.calls[node], thread, number, &call) ? (double)view_ns(view_of(node), call.end) : NAN;
}

/* The first call of a thread that ended at `ns` or later; their count: there is none. */
static uint64_t first_ended(uint32_t node, uint32_t thread, double ns)
{
  uint64_t low = 0, high = calls_of_thread(node, thread);
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (end_of(node, thread, middle) < ns)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* A time in nanoseconds. A decimal of three places is a whole number of them, which the product alone need not be:
 * 1.001 * 1000 is less than 1001. */
static double ns_of_us(double us)
{
  const double ns = us * 1000, whole = round(ns);
  return fabs(ns - whole) <= 1e-3 + 2 * DBL_EPSILON * fabs(ns) ? whole : ns;
}

double FOR_PAGE(page_session_outermost)(double node, double thread, double from_us, double to_us, double limit)
{
  struct forest_call at;
  struct call call;
  if (!find_place(node, thread, -1, &at))
    return -1;
  struct table t = page_session_table("rows", row_columns, sizeof(row_columns) / sizeof(row_columns[0]));
  s.most = s.untimed = 0;
  if (!calls_of_thread(at.node, at.thread))
    return page_session_table_end(&t);
  const struct calls *c = s.forest.calls[at.node];
  const double to = ns_of_us(to_us);
  const uint64_t first = first_ended(at.node, at.thread, ns_of_us(from_us)), last = first_ended(at.node, at.thread, to);
  for (uint64_t n = calls_last_child(c, at.thread, CALLS_NONE); n != CALLS_NONE && n >= first;
       n = calls_child_before(c, at.thread, CALLS_NONE, n)) {
    if (n + 1 > last + calls_size(c, at.thread, n)) /* all in it ended behind what began behind `to_us` */
      continue;
    at.number = n;
    if (!calls_read(s.forest.calls[at.node], at.thread, n, &call) ||
        (double)view_ns(view_of(at.node), call.start) >= to)
      continue;
    if (!call.known) /* where it began is not known */
      s.untimed++;
    else if (s.most++ < (uint64_t)limit)
      put_call(&t, at, &call, false);
  }
  return page_session_table_end(&t);
}
