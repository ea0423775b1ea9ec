/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tree_cmd.c: `hostdump tree`: prints the calls of a run one by one, as the tree that they are; finds calls in it;
 * prints the way from a call out to its thread's root, and where the call stands among all calls of its function. Of
 * several nodes it is one tree (net/forest.h).
 *
 * A call is named THREAD:NUMBER: the number of its thread in the dump, and its own, counted by the ends of that
 * thread's calls from 0; in a session NODE/THREAD:NUMBER.
 */
#include "cmd.h"
#include "base/digits.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "base/stats.h"
#include "dump/losses.h"
#include "dump/settings.h"
#include "forest_input.h"
#include "limit.h"
#include "net_options.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_AT = 0x300, KEY_FIND, KEY_BELOW, KEY_AFTER, KEY_BREADTH, KEY_PATH, KEY_CHILDREN };

#define DEPTH    3     /* levels that are printed unless the user says otherwise */
#define CHILDREN 20    /* of a call */
#define INDENT_MOST 64 /* levels by which lines are indented */

/* Nanoseconds of which a double has the microseconds with all three decimals: 2^43 of them differ by less than a
 * thousandth. Beyond, digits_us() would print other ones than printf(). */
#define NS_EXACT ((INT64_C(1) << 43) * 1000)

/* A call as the user named it. */
struct place { bool given; const char *node; uint32_t thread; uint64_t number; };

struct request {
  struct options options;
  struct clocks_config config;
  uint64_t depth, children;
  double over_us;
  bool over_given, breadth;
  const char *pattern, *find;
  struct place at, below, after, path;
};

/* What a command is at work on. */
struct tree {
  const struct request *request;
  const struct forest *forest;
  const struct net_session *net;
  uint8_t **wanted;      /* by node: functions that the pattern matches, by number in the view; NULL: no pattern */
  int64_t *over;         /* by node: cycles */
  bool unread;           /* a call could not be read again */
};

static struct view *view_of(const struct tree *t, uint32_t node)
{
  return t->forest->nodes[node].analysis->view;
}

static double us_of(const struct tree *t, uint32_t node, __int128 cycles)
{
  return (double)stats_ns(cycles, view_of(t, node)->hz) / 1000;
}

static bool is_session(const struct tree *t)
{
  return t->forest->grafts;
}

static struct forest_choice choice_of(const struct tree *t)
{
  return (struct forest_choice){ t->request->children, t->request->over_given ? t->over : NULL };
}

/* ---- one call ---- */

static const char *name_of(const struct tree *t, uint32_t node, uint32_t tree_node)
{
  return view_function_name(view_of(t, node), t->forest->calls[node]->tree->nodes[tree_node].function);
}

static int id_width(const struct tree *t)
{
  return is_session(t) ? 24 : 14;
}

/* The lines of calls are most of what is printed, and printf() took half of the time that a tree of many threads takes:
 * so their parts are put together here. */
static void print_blanks(int count)
{
  static const char blanks[] = "                                ";
  for (; count > 0; count -= (int)sizeof(blanks) - 1)
    fwrite(blanks, 1, count < (int)sizeof(blanks) - 1 ? (size_t)count : sizeof(blanks) - 1, stdout);
}

/* Prints a text in a column of so many characters, to its right. */
static void print_right(int width, const uint8_t *text, const uint8_t *end)
{
  print_blanks(width - (int)(end - text));
  fwrite(text, 1, (size_t)(end - text), stdout);
}

/* Prints nanoseconds as microseconds. */
static void print_ns(int width, int64_t ns)
{
  uint8_t text[DIGITS_US];
  if (ns > NS_EXACT || ns < -NS_EXACT)
    printf("%*.3f", width, (double)ns / 1000);
  else
    print_right(width, text, digits_us(text, ns));
}

/* Goes to the column of a level. Far from the root the level itself is said: else a path of n calls would take n x n
 * characters, and recursion is deep. */
static void print_indent(unsigned depth)
{
  if (depth <= INDENT_MOST)
    print_blanks((int)(2 * depth));
  else
    printf("%*s[%u] ", 2 * INDENT_MOST, "", depth);
}

/* Prints what a call is named by. */
static void print_id(const struct tree *t, struct forest_call at)
{
  uint8_t id[2 * DIGITS_MOST], *end = digits_natural(id, view_of(t, at.node)->threads[at.thread].id);
  int width = id_width(t);
  *end++ = ':';
  end = digits_natural(end, at.number);
  if (is_session(t))
    width -= printf("%s/", t->forest->nodes[at.node].name);
  fwrite(id, 1, (size_t)(end - id), stdout);
  print_blanks(width - (int)(end - id));
}

static void print_call(const struct tree *t, struct forest_call at, const struct call *call, unsigned depth)
{
  const struct view *v = view_of(t, at.node);
  uint8_t inside[DIGITS_MOST];
  print_id(t, at);
  fputs(" ", stdout);
  print_ns(14, view_ns(v, call->start));
  fputs(" ", stdout);
  if (call->known) {
    print_ns(14, stats_ns(call->time, v->hz));
    fputs(" ", stdout);
    print_ns(12, stats_ns(call->away, v->hz));
    fputs(" ", stdout);
  } else {
    printf("%14s %12s ", "-", "-");
  }
  print_right(10, inside, digits_natural(inside, calls_size(t->forest->calls[at.node], at.thread, at.number) - 1));
  fputs("  ", stdout);
  print_indent(depth);
  fputs(name_of(t, at.node, call->node), stdout);
  fputs(call->flags & WIRE_CALL_OPEN ? " (open)" : "", stdout);
  fputs(call->flags & WIRE_CALL_UNWOUND ? " (unwound)" : "", stdout);
  fputs(call->known ? "\n" : " (its times were overwritten)\n", stdout);
}

/* A line of the tree that is no call: it has a text alone. */
static void print_text(const struct tree *t, unsigned depth)
{
  printf("%*s  ", id_width(t) + 54, "");
  print_indent(depth);
}

static void print_head(const struct tree *t)
{
  printf("%-*s %14s %14s %12s %10s  %s\n", id_width(t), "call", "start_us", "time_us", "away_us", "inside", "function");
}

static bool read_call(struct tree *t, struct forest_call at, struct call *call)
{
  const bool good = calls_read(t->forest->calls[at.node], at.thread, at.number, call);
  t->unread |= !good;
  return good;
}

/* ---- one remote call ---- */

static void print_us(long double ns)
{
  if (isfinite(ns))
    printf(" %14.3Lf", ns / 1000);
  else
    printf(" %14s", "-");
}

/* Prints a part of a remote call's time; with bounds where they are not one number. */
static void print_part(const char **before, const char *name, long double ns, long double low, long double high)
{
  if (!isfinite(low) || !isfinite(high))
    return;
  printf("%s%s %.3Lf", *before, name, ns / 1000);
  if (low < high)
    printf(" (%.3Lf to %.3Lf)", low / 1000, high / 1000);
  *before = ", ";
}

static void print_times(const char *count, uint32_t n)
{
  if (n == 1)
    printf(", %s once", count);
  else
    printf(", %s %u times", count, n);
}

static void print_remote(const struct tree *t, size_t graft, unsigned depth)
{
  const struct forest *f = t->forest;
  const struct net_call *call = f->grafts->list[graft].remote;
  const struct net_remote r = net_remote_of(f->match, &f->carriers, f->clocks, call);
  char *server = net_session_name(t->net, call->server, call->server_address);
  const char *before = ": ";
  printf("%-*s", id_width(t), "=>");
  print_us(r.start);
  print_us(r.elapsed);
  printf(" %12s %10" PRIu64 "  ", "-", forest_inside(f, graft));
  print_indent(depth);
  printf("to %s: program %u, procedure %u", server, call->program, call->procedure);
  if (call->sends != 1)
    print_times("sent", call->sends);
  if (call->server != NET_NONE && call->executions != 1)
    print_times("executed", call->executions);
  print_part(&before, "out", r.out, r.out, r.out);
  print_part(&before, "request", r.request, r.request_low, r.request_high);
  print_part(&before, "queue", r.queue, r.queue, r.queue);
  print_part(&before, "work", r.work, r.work, r.work);
  print_part(&before, "back", r.back, r.back, r.back);
  print_part(&before, "reply", r.reply, r.reply_low, r.reply_high);
  print_part(&before, "in", r.in, r.in, r.in);
  printf("%s\n", *before == ',' ? " us" : isfinite(r.elapsed) ? "" : ": no answer");
  mem_free(server);
}

/* ---- a tree ---- */

/* A level of the tree that is being printed; `node` is of the caller in its node's call trees. */
struct level { struct forest_children children; size_t next; uint32_t node; size_t graft; };

static struct level level_below(struct tree *t, struct forest_child at, uint32_t node)
{
  const struct forest_choice choice = choice_of(t);
  struct level l = { .node = at.graft == GRAFT_NONE ? node : CALLTREE_NONE, .graft = at.graft };
  l.children = at.graft == GRAFT_NONE ? forest_below(t->forest, at.call, &choice)
                                      : forest_served(t->forest, at.graft, &choice);
  t->unread |= l.children.unread;
  return l;
}

/* Whether a remote call is being printed already: records that contradict each other may have it below itself. */
static bool is_open(const struct level *levels, size_t count, size_t graft)
{
  for (size_t i = 0; i < count; i++)
    if (levels[i].graft == graft)
      return true;
  return false;
}

/* Prints what is below a call, or a thread, or a remote call. Without recursion: a program's calls may be deep. */
static void print_below(struct tree *t, struct forest_child root, uint32_t node, unsigned depth)
{
  struct level *levels = NULL;
  size_t count = 0, room = 0;
  struct forest_child at = root;
  uint32_t at_node = node;
  for (bool down = true;;) {
    if (down) {
      mem_grow(&levels, &room, count + 1, sizeof(*levels));
      levels[count++] = level_below(t, at, at_node);
    }
    struct level *l = &levels[count - 1];
    if (l->next == l->children.count) {
      if (l->children.more) {
        print_text(t, depth + (unsigned)count - 1);
        printf("... and %" PRIu64 " more calls\n", l->children.more);
      }
      mem_free(l->children.list);
      if (!--count)
        break;
      down = false;
      continue;
    }
    struct call call;
    at = l->children.list[l->next++];
    down = false;
    if (at.graft != GRAFT_NONE) {
      print_remote(t, at.graft, depth + (unsigned)count - 1);
      if (is_open(levels, count, at.graft))
        continue;
    } else {
      if (!read_call(t, at.call, &call))
        continue;
      if (l->graft == GRAFT_NONE && calls_is_stray(t->forest->calls[at.call.node], call.node, l->node)) {
        print_text(t, depth + (unsigned)count - 1);
        printf("(callers that are not recorded)\n");
      }
      print_call(t, at.call, &call, depth + (unsigned)count - 1);
      at_node = call.node;
    }
    down = !t->request->depth || depth + count < t->request->depth;
  }
  mem_free(levels);
}

static void print_from(struct tree *t, struct forest_call at)
{
  struct call call;
  if (!read_call(t, at, &call))
    return;
  print_call(t, at, &call, 0);
  if (t->request->depth != 1)
    print_below(t, (struct forest_child){ at, GRAFT_NONE }, call.node, 1);
}

static uint64_t count_calls(const struct tree *t, uint32_t node, uint32_t thread)
{
  const struct calls *c = t->forest->calls[node];
  return thread < c->thread_count ? c->threads[thread].count : 0;
}

/* Says which call of which thread has started it. */
static void print_thread(const struct tree *t, uint32_t node, uint32_t thread)
{
  struct view *v = view_of(t, node);
  const struct wire_thread *figures = view_thread_figures(v, thread);
  printf("thread %s (%u)%s%s: %" PRIu64 " calls", v->threads[thread].name, v->threads[thread].id,
         is_session(t) ? " of " : "", t->forest->nodes[node].name, count_calls(t, node, thread));
  if (figures && figures->by) {
    const uint32_t by = view_thread(v, figures->by); /* the array of threads may move */
    printf(", started at %.3f us by %s", (double)view_ns(v, figures->start) / 1000, v->threads[by].name);
    const uint32_t in = figures->node ? calltree_find(t->forest->calls[node]->tree, figures->node) : CALLTREE_NONE;
    if (in != CALLTREE_NONE)
      printf(" in %s", name_of(t, node, in));
  }
  printf("\n");
}

static bool is_called_from(const struct tree *t, uint32_t node, uint32_t thread)
{
  size_t count = 0;
  if (is_session(t))
    grafts_below(t->forest->grafts, node, thread, CALLS_NONE, &count);
  return count;
}

static void print_node(struct tree *t, uint32_t node)
{
  for (uint32_t i = 0; i < view_thread_count(view_of(t, node)); i++) {
    if (!count_calls(t, node, i) && !is_called_from(t, node, i))
      continue;
    print_thread(t, node, i);
    print_below(t, (struct forest_child){ { node, i, CALLS_NONE }, GRAFT_NONE }, CALLTREE_NONE, 0);
    printf("\n");
  }
}

/* ---- calls of some functions ---- */

static void match_functions(struct tree *t, const char *pattern)
{
  t->wanted = mem_alloc(t->forest->count, sizeof(*t->wanted));
  for (uint32_t n = 0; n < t->forest->count; n++) {
    if (!t->forest->calls[n])
      continue;
    const struct view *v = view_of(t, n);
    t->wanted[n] = mem_alloc(v->function_count, 1);
    for (uint32_t i = 0; i < v->function_count; i++)
      t->wanted[n][i] = fnmatch(pattern, view_function_name(v, i), 0) == 0;
  }
}

/* Prints the outermost calls of the functions, with what is below them. */
static void print_matching(struct tree *t, uint32_t node)
{
  const struct calls *c = t->forest->calls[node];
  for (uint32_t i = 0; i < c->thread_count; i++) {
    uint64_t shown = 0, *found = NULL;
    size_t have = 0, room = 0;
    struct call call;
    for (uint64_t k = c->threads[i].count; k > 0;) {
      k--;
      if (!read_call(t, (struct forest_call){ node, i, k }, &call))
        break;
      if (!t->wanted[node][c->tree->nodes[call.node].function] ||
          (t->request->over_given && call.known && call.time < t->over[node]))
        continue;
      mem_grow(&found, &room, have + 1, sizeof(*found));
      found[have++] = k;
      k -= calls_size(c, i, k) - 1;
    }
    if (have)
      print_thread(t, node, i);
    while (have && (!t->request->children || shown < t->request->children)) {
      print_from(t, (struct forest_call){ node, i, found[--have] });
      shown++;
    }
    if (have) {
      print_text(t, 0);
      printf("... and %zu more calls\n", have);
    }
    mem_free(found);
  }
}

/* ---- the way out ---- */

/* Prints where a call stands among all calls of its function in its node. */
static void print_rank(struct tree *t, struct forest_call at)
{
  struct calls *c = t->forest->calls[at.node];
  struct call call;
  if (!read_call(t, at, &call) || !call.known)
    return;
  const double hz = (double)view_of(t, at.node)->hz;
  const uint32_t function = c->tree->nodes[call.node].function;
  const struct calls_rank r = calls_rank(c, function, call.time);
  printf("\n%s%s%s: %" PRIu64 " calls", view_function_name(view_of(t, at.node), function), is_session(t) ? " in " : "",
         t->forest->nodes[at.node].name, r.count);
  if (r.count) {
    printf(", %.3f us in all, shortest %.3f, longest %.3f, mean %.3f, standard deviation %.3f us\n",
           us_of(t, at.node, r.total), us_of(t, at.node, r.least), us_of(t, at.node, r.most), r.mean * 1e6 / hz,
           r.deviation * 1e6 / hz);
    printf("this call: longer than %.2f %% of them, as long as %.2f %%", 100 * (double)r.below / (double)r.count,
           100 * (double)r.same / (double)r.count);
  }
  printf("\n");
}

static void print_path(struct tree *t, struct forest_call call)
{
  size_t count;
  bool cut;
  struct call read;
  struct forest_child *path = forest_path(t->forest, call, &count, &cut);
  if (count)
    print_thread(t, path[0].call.node, path[0].call.thread);
  if (cut) {
    print_text(t, 0);
    printf("(records contradict each other: the remote call below would be its own caller)\n");
  }
  for (size_t i = 0; i < count; i++) {
    if (path[i].graft != GRAFT_NONE)
      print_remote(t, path[i].graft, (unsigned)i);
    else if (read_call(t, path[i].call, &read))
      print_call(t, path[i].call, &read, (unsigned)i);
  }
  mem_free(path);
  print_rank(t, call);
}

/* ---- the command ---- */

static bool is_named(const struct tree *t, uint32_t node, const struct place *p)
{
  return t->forest->calls[node] && (!p->node || strcmp(p->node, t->forest->nodes[node].name) == 0);
}

/* The call that the user named. Returns false, having said so, where there is none. */
static bool find_place(const struct tree *t, const struct place *p, struct forest_call *at)
{
  const char *example = is_session(t) ? "NODE/THREAD:NUMBER" : "THREAD:NUMBER";
  for (uint32_t n = 0; n < t->forest->count && !p->node == !is_session(t); n++) {
    const struct calls *c = t->forest->calls[n];
    for (uint32_t i = 0; is_named(t, n, p) && i < c->thread_count; i++)
      if (view_of(t, n)->threads[i].id == p->thread && p->number < c->threads[i].count) {
        *at = (struct forest_call){ n, i, p->number };
        return true;
      }
  }
  say_line("there is no call %s%s%u:%" PRIu64 "; a line of `hostdump tree` begins with what its call is named by, %s",
           p->node ? p->node : "", p->node ? "/" : "", p->thread, p->number, example);
  return false;
}

struct among { const struct tree *tree; uint32_t node; struct forest_reach reach; };

static bool is_among(void *ctx, uint32_t thread, uint64_t number, uint64_t start)
{
  const struct among *a = ctx;
  return forest_reaches(a->tree->forest, &a->reach, (struct forest_call){ a->node, thread, number }, start);
}

/* Nodes are searched one after the other. */
static int print_found(struct tree *t)
{
  const struct request *r = t->request;
  struct among among = { .tree = t };
  struct forest_call below, after = { .node = 0 }, found = { .number = CALLS_NONE };
  match_functions(t, r->find);
  if ((r->below.given && !find_place(t, &r->below, &below)) || (r->after.given && !find_place(t, &r->after, &after)))
    return CMD_USAGE;
  if (r->below.given)
    among.reach = forest_reach(t->forest, below);
  for (uint32_t n = after.node; n < t->forest->count && found.number == CALLS_NONE; n++) {
    const bool behind = r->after.given && n == after.node;
    among.node = n;
    const struct calls_wanted w = { .functions = t->wanted[n], .breadth = r->breadth, .number = CALLS_NONE,
                                    .after_thread = after.thread, .after_number = behind ? after.number : CALLS_NONE,
                                    .over = r->over_given ? t->over[n] : INT64_MIN,
                                    .among = r->below.given ? is_among : NULL, .ctx = &among };
    found.node = n;
    if (!t->forest->calls[n] || !calls_find(t->forest->calls[n], &w, &found.thread, &found.number))
      found.number = CALLS_NONE;
  }
  if (r->below.given)
    forest_reach_free(&among.reach);
  if (found.number != CALLS_NONE)
    print_path(t, found);
  else
    printf("no such call%s\n", r->after.given ? " comes behind that one" : "");
  return CMD_GOOD;
}

static int print_asked(struct tree *t)
{
  const struct request *r = t->request;
  struct forest_call at;
  uint64_t count = 0;
  for (uint32_t n = 0; n < t->forest->count; n++)
    count += t->forest->calls[n] ? t->forest->calls[n]->count : 0;
  if (!count) {
    printf("there are no calls; a run with prof=calls has some\n");
    return CMD_GOOD;
  }
  if ((r->at.given && !find_place(t, &r->at, &at)) || (r->path.given && !find_place(t, &r->path, &at)))
    return CMD_USAGE;
  print_head(t);
  if (r->find)
    return print_found(t);
  if (r->path.given)
    print_path(t, at);
  else if (r->at.given)
    print_from(t, at);
  for (uint32_t n = 0; n < t->forest->count && !r->path.given && !r->at.given; n++) {
    if (!t->forest->calls[n])
      continue;
    if (r->pattern)
      print_matching(t, n);
    else
      print_node(t, n);
  }
  return CMD_GOOD;
}

/* Begins a line that says what of a node is missing. */
static void print_incomplete(const char *node)
{
  printf("incomplete: %s%s", node, *node ? ": " : "");
}

static void print_missing(void *node, const struct missing *m)
{
  print_incomplete(node);
  printf("%s\n", m->text);
}

static void print_losses(const struct tree *t, uint32_t node)
{
  const struct calls *c = t->forest->calls[node];
  const struct dump *d = view_of(t, node)->dump;
  char *name = mem_format("%s", t->forest->nodes[node].name);
  if (c->unknown) {
    print_incomplete(name);
    printf("of %" PRIu64 " calls the times were overwritten\n", c->unknown);
  }
  if (c->nodeless) {
    print_incomplete(name);
    printf("of %" PRIu64 " calls it is not known what was called, for their nodes are missing or of a thread that was not "
           "chosen\n", c->nodeless);
  }
  const dump_kinds read = dump_swap_reads(d, 0);
  losses_explain(d, read, print_missing, name);
  settings_explain(d, read, print_missing, name);
  mem_free(name);
}

static int print_tree(const struct request *r, const struct forest_input *in)
{
  const struct forest *f = &in->forest;
  struct tree t = { .request = r, .forest = f, .net = &in->net, .over = mem_alloc(f->count, sizeof(*t.over)) };
  for (uint32_t n = 0; n < f->count; n++)
    if (f->calls[n])
      t.over[n] = calls_over(r->over_us, view_of(&t, n)->hz);
  if (r->pattern)
    match_functions(&t, r->pattern);
  const int status = print_asked(&t);
  for (uint32_t n = 0; n < f->count; n++) {
    if (f->calls[n])
      print_losses(&t, n);
    else
      printf("incomplete: %s is left out: its dump cannot be read\n", f->nodes[n].name);
  }
  char *left_out = f->grafts ? net_match_note(f->match) : NULL;
  if (left_out)
    printf("incomplete: %s\n", left_out);
  mem_free(left_out);
  for (uint32_t n = 0; t.wanted && n < f->count; n++)
    mem_free(t.wanted[n]);
  mem_free(t.wanted);
  mem_free(t.over);
  return status;
}

static int print_input(void *request, struct input *in)
{
  struct forest_input f = forest_input_one(in);
  const int status = print_tree(request, &f);
  forest_input_close(&f);
  return status;
}

static int print_session(void *request)
{
  const struct request *r = request;
  struct forest_input f = forest_input_session(&r->options, &r->config);
  const int printed = print_tree(r, &f), status = f.status;
  forest_input_close(&f);
  return printed == CMD_GOOD ? status : printed;
}

static struct place parse_place(const struct argp_state *state, const char *option, char *text)
{
  struct place p = { .given = true };
  char *slash = strrchr(text, '/'), *thread = slash ? slash + 1 : text, *colon = strchr(thread, ':');
  if (!colon)
    argp_error(state, "--%s=%s: a call is named by two numbers with a colon between them, like 3:1200, and in a "
               "session by its node before them, like b/3:1200", option, text);
  *colon = '\0';
  if (slash) {
    *slash = '\0';
    p.node = text;
  }
  p.thread = (uint32_t)options_whole(state, option, thread, UINT32_MAX);
  p.number = options_whole(state, option, colon + 1, CALLS_NONE - 1);
  return p;
}

/* Options of which one would be passed over are refused. */
static void check_options(const struct argp_state *state, const struct request *r)
{
  if (r->at.given + r->path.given + (r->find != NULL) + (r->pattern != NULL) > 1)
    argp_error(state, "give one of --at, --path, --find and --function");
  if (!r->find && (r->below.given || r->after.given || r->breadth))
    argp_error(state, "--breadth, --below and --after choose among what --find finds: give --find, too");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &r->config;
    state->child_inputs[1] = &r->options;
    return 0;
  case 'D': r->depth = options_whole(state, "depth", arg, UINT32_MAX); return 0;
  case 't': r->over_us = options_number(state, "over", arg); r->over_given = true; return 0;
  case 'F': r->pattern = arg; return 0;
  case KEY_CHILDREN: r->children = options_whole(state, "children", arg, UINT32_MAX); return 0;
  case KEY_AT: r->at = parse_place(state, "at", arg); return 0;
  case KEY_FIND: r->find = arg; return 0;
  case KEY_BELOW: r->below = parse_place(state, "below", arg); return 0;
  case KEY_AFTER: r->after = parse_place(state, "after", arg); return 0;
  case KEY_BREADTH: r->breadth = true; return 0;
  case KEY_PATH: r->path = parse_place(state, "path", arg); return 0;
  case ARGP_KEY_SUCCESS: check_options(state, r); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static int run_session(struct request *r)
{
  int status = net_session_read(&r->options);
  const int printed = limit_run(limit_bytes(&r->options.limit, NULL), print_session, r);
  return printed == CMD_GOOD ? status : printed;
}

int tree_cmd(int argc, char **argv)
{
  static const struct argp_option known[] = {
    { "depth", 'D', "N", 0, "levels of calls that are printed (default 3; 0: all)", 1 },
    { "over", 't', "US", 0, "only calls that took so many microseconds or more", 1 },
    { "function", 'F', "PATTERN", 0, "only calls of functions of such a name, with what they called; * stands for any "
      "characters", 1 },
    { "children", KEY_CHILDREN, "N", 0, "calls of a caller that are printed, the first ones (default 20; 0: all)", 1 },
    { "at", KEY_AT, "CALL", 0, "this call with what it called; CALL is what its line begins with, like 3:1200 or b/3:1200", 1 },
    { "find", KEY_FIND, "PATTERN", 0, "the call of a function of such a name that began first, and its callers", 2 },
    { "breadth", KEY_BREADTH, NULL, 0, "with --find: the one with the fewest callers comes first", 2 },
    { "below", KEY_BELOW, "CALL", 0, "with --find: only among what this call called", 2 },
    { "after", KEY_AFTER, "CALL", 0, "with --find: the next one behind this call", 2 },
    { "path", KEY_PATH, "CALL", 0, "this call with its callers, and its rank among all calls of its function", 2 },
    { NULL, 0, NULL, 0, NULL, 0 } };
  static const struct argp_child children[] = {
    { &net_clocks_argp, 0, "Of several nodes, what is assumed of clocks:", 3 },
    { &options_argp, 0, "What to read, and how:", 4 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FILE.jxp\nNODE.jxp...\nFOLDER",
    "Prints the calls of a run one by one, as the tree that they are: when each began, how long it took without the "
    "probes, for how long its thread was suspended meanwhile, and how many calls were made inside. Of several nodes "
    "it is one tree: below a call to another machine (=>) stands what was called there.\v"
    "A run has calls that was booted with prof=calls. Lines `incomplete:' say what is missing. More than 64 levels "
    "from its root a call has its level before its name, as [65].\n"
    "Exit status: 0 good; 1 the dump is damaged or incomplete (what is good is shown), or refused; 2 usage; "
    "3 not a dump; 4 cannot be read or written.", children, NULL, NULL };
  struct request r = { .options = OPTIONS_DEFAULT, .config = CLOCKS_CONFIG_DEFAULT, .depth = DEPTH, .children = CHILDREN };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  int status = r.options.path ? input_run(&r.options, print_input, &r) : run_session(&r);
  session_free(&r.options.session);
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}
