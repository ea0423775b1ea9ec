/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tree_cmd.c: `hostdump tree`: prints the calls of a run one by one, as the tree that they are; finds calls in it;
 * prints the way from a call out to its thread's root, and where the call stands among all calls of its function.
 *
 * A call is named THREAD:NUMBER: the number of its thread in the dump, and its own, counted by the ends of that
 * thread's calls from 0.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "base/stats.h"
#include "dump/losses.h"
#include "dump/settings.h"
#include "input.h"
#include "model/calls.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_AT = 0x300, KEY_FIND, KEY_BELOW, KEY_AFTER, KEY_BREADTH, KEY_PATH, KEY_CHILDREN };

#define DEPTH    3     /* levels that are printed unless the user says otherwise */
#define CHILDREN 20    /* of a call */

struct place { bool given; uint32_t thread; uint64_t number; };

struct request {
  struct options options;
  uint64_t depth, children;
  double over_us;
  bool over_given, breadth;
  const char *pattern, *find;
  struct place at, below, after, path;
};

/* What a command is at work on. */
struct tree {
  const struct request *request;
  struct view *view;
  struct calls *calls;
  uint8_t *wanted;       /* functions that the pattern matches, by number in the view; NULL: there is no pattern */
  int64_t over;          /* cycles */
  bool unread;           /* a call could not be read again */
};

static double us_of(const struct tree *t, __int128 cycles)
{
  return (double)stats_ns(cycles, t->view->hz) / 1000;
}

/* ---- one call ---- */

static const char *name_of(const struct tree *t, uint32_t node)
{
  return view_function_name(t->view, t->calls->tree->nodes[node].function);
}

static void print_call(const struct tree *t, uint32_t thread, uint64_t number, const struct call *call, unsigned depth)
{
  char id[48];
  snprintf(id, sizeof(id), "%u:%" PRIu64, t->view->threads[thread].id, number);
  printf("%-14s %14.3f ", id, (double)view_ns(t->view, call->start) / 1000);
  if (call->known)
    printf("%14.3f %12.3f ", us_of(t, call->time), us_of(t, call->away));
  else
    printf("%14s %12s ", "-", "-");
  printf("%10u  %*s%s%s%s%s\n", calls_size(t->calls, thread, number) - 1, (int)(2 * depth), "", name_of(t, call->node),
         call->flags & WIRE_CALL_OPEN ? " (open)" : "", call->flags & WIRE_CALL_UNWOUND ? " (unwound)" : "",
         call->known ? "" : " (its times were overwritten)");
}

static void print_head(void)
{
  printf("%-14s %14s %14s %12s %10s  %s\n", "call", "start_us", "time_us", "away_us", "inside", "function");
}

static bool read_call(struct tree *t, uint32_t thread, uint64_t number, struct call *call)
{
  const bool good = calls_read(t->calls, thread, number, call);
  t->unread |= !good;
  return good;
}

/* ---- a tree ---- */

/* The children of a call that are to be printed: the first ones, in the order in which they began. */
struct children { uint64_t *numbers; size_t count; uint64_t more; };

static bool is_shown(struct tree *t, uint32_t thread, uint64_t number)
{
  struct call call;
  return !t->request->over_given || !read_call(t, thread, number, &call) || !call.known || call.time >= t->over;
}

/* They come last one first: the last `most` of them are kept in a circle. */
static struct children children_of(struct tree *t, uint32_t thread, uint64_t root)
{
  const uint64_t most = t->request->children;
  struct children c = { 0 };
  size_t room = 0, next = 0;
  for (uint64_t k = calls_last_child(t->calls, thread, root); k != CALLS_NONE;
       k = calls_child_before(t->calls, thread, root, k)) {
    if (!is_shown(t, thread, k))
      continue;
    if (most && c.count == most) {
      c.numbers[next] = k;
      c.more++;
    } else {
      mem_grow(&c.numbers, &room, c.count + 1, sizeof(*c.numbers));
      c.numbers[c.count++] = k;
    }
    next = most ? (next + 1) % most : 0;
  }
  if (c.more) { /* turn the circle, so that the one that came last stands last */
    uint64_t *turned = mem_alloc(c.count, sizeof(*turned));
    for (size_t i = 0; i < c.count; i++)
      turned[i] = c.numbers[(next + i) % c.count];
    mem_free(c.numbers);
    c.numbers = turned;
  }
  return c;
}

/* A level of the tree that is being printed. */
struct level { struct children children; size_t next; uint32_t node; };

/* Prints what is below a call, or a thread. Without recursion: a program's calls may be deep. */
static void print_below(struct tree *t, uint32_t thread, uint64_t root, uint32_t node, unsigned depth)
{
  struct level *levels = NULL;
  size_t count = 0, room = 0;
  uint64_t at = root;
  uint32_t at_node = node;
  for (bool down = true;;) {
    if (down) {
      mem_grow(&levels, &room, count + 1, sizeof(*levels));
      levels[count++] = (struct level){ .children = children_of(t, thread, at), .node = at_node };
    }
    struct level *l = &levels[count - 1];
    if (!l->children.count || l->children.count <= l->next) {
      if (l->children.more)
        printf("%71s  %*s... and %" PRIu64 " more calls\n", "", (int)(2 * (depth + count - 1)), "", l->children.more);
      mem_free(l->children.numbers);
      if (!--count)
        break;
      down = false;
      continue;
    }
    struct call call;
    at = l->children.numbers[l->children.count - 1 - l->next++];
    down = false;
    if (!read_call(t, thread, at, &call))
      continue;
    if (calls_is_stray(t->calls, call.node, l->node))
      printf("%71s  %*s(callers that are not recorded)\n", "", (int)(2 * (depth + count - 1)), "");
    print_call(t, thread, at, &call, depth + (unsigned)count - 1);
    at_node = call.node;
    down = !t->request->depth || depth + count < t->request->depth;
  }
  mem_free(levels);
}

static void print_from(struct tree *t, uint32_t thread, uint64_t number)
{
  struct call call;
  if (!read_call(t, thread, number, &call))
    return;
  print_call(t, thread, number, &call, 0);
  if (t->request->depth != 1)
    print_below(t, thread, number, call.node, 1);
}

/* Says which call of which thread has started it. */
static void print_thread(const struct tree *t, uint32_t thread)
{
  const struct wire_thread *figures = view_thread_figures(t->view, thread);
  const struct calltree *tree = t->calls->tree;
  printf("thread %s (%u): %" PRIu64 " calls", t->view->threads[thread].name, t->view->threads[thread].id,
         t->calls->threads[thread].count);
  if (figures && figures->by) {
    const uint32_t by = view_thread(t->view, figures->by); /* the array of threads may move */
    printf(", started at %.3f us by %s", (double)view_ns(t->view, figures->start) / 1000, t->view->threads[by].name);
    for (uint32_t i = 0; figures->node && i < tree->count; i++)
      if (tree->nodes[i].rec->id == figures->node)
        printf(" in %s", name_of(t, i));
  }
  printf("\n");
}

static void print_trees(struct tree *t)
{
  for (uint32_t i = 0; i < t->calls->thread_count; i++) {
    if (!t->calls->threads[i].count)
      continue;
    print_thread(t, i);
    print_below(t, i, CALLS_NONE, CALLTREE_NONE, 0);
    printf("\n");
  }
}

/* ---- calls of some functions ---- */

static void match_functions(struct tree *t, const char *pattern)
{
  t->wanted = mem_alloc(t->view->function_count, 1);
  for (uint32_t i = 0; i < t->view->function_count; i++)
    t->wanted[i] = fnmatch(pattern, view_function_name(t->view, i), 0) == 0;
}

/* Prints the outermost calls of the functions, with what is below them. */
static void print_matching(struct tree *t)
{
  for (uint32_t i = 0; i < t->calls->thread_count; i++) {
    const uint64_t count = t->calls->threads[i].count;
    uint64_t shown = 0, *found = NULL;
    size_t have = 0, room = 0;
    struct call call;
    for (uint64_t k = count; k > 0;) {
      k--;
      if (!read_call(t, i, k, &call))
        break;
      if (!t->wanted[t->calls->tree->nodes[call.node].function] ||
          (t->request->over_given && call.known && call.time < t->over))
        continue;
      mem_grow(&found, &room, have + 1, sizeof(*found));
      found[have++] = k;
      k -= calls_size(t->calls, i, k) - 1;
    }
    if (have)
      print_thread(t, i);
    while (have && (!t->request->children || shown < t->request->children)) {
      print_from(t, i, found[--have]);
      shown++;
    }
    if (have)
      printf("%71s  ... and %zu more calls\n", "", have);
    mem_free(found);
  }
}

/* ---- the way out ---- */

static void print_path(struct tree *t, uint32_t thread, uint64_t number)
{
  size_t depth;
  uint64_t *path = calls_path(t->calls, thread, number, &depth);
  struct call call;
  print_thread(t, thread);
  for (size_t i = 0; i < depth; i++)
    if (read_call(t, thread, path[i], &call))
      print_call(t, thread, path[i], &call, (unsigned)i);
  mem_free(path);
  if (!read_call(t, thread, number, &call) || !call.known)
    return;
  const uint32_t function = t->calls->tree->nodes[call.node].function;
  const struct calls_rank r = calls_rank(t->calls, function, call.time);
  printf("\n%s: %" PRIu64 " calls", view_function_name(t->view, function), r.count);
  if (r.count) {
    const double mean = r.mean * 1e6 / (double)t->view->hz, deviation = r.deviation * 1e6 / (double)t->view->hz;
    printf(", %.3f us in all, shortest %.3f, longest %.3f, mean %.3f, standard deviation %.3f us\n", us_of(t, r.total),
           us_of(t, r.least), us_of(t, r.most), mean, deviation);
    printf("this call: longer than %.2f %% of them, as long as %.2f %%", 100 * (double)r.below / (double)r.count,
           100 * (double)r.same / (double)r.count);
  }
  printf("\n");
}

/* ---- the command ---- */

/* The call that the user named. Returns false, having said so, where there is none. */
static bool find_place(const struct tree *t, const struct place *p, uint32_t *thread, uint64_t *number)
{
  *thread = 0;
  *number = p->number;
  while (*thread < t->calls->thread_count && t->view->threads[*thread].id != p->thread)
    ++*thread;
  if (*thread < t->calls->thread_count && p->number < t->calls->threads[*thread].count)
    return true;
  say_line("there is no call %u:%" PRIu64 "; a line of `hostdump tree` begins with the number of a call", p->thread,
           p->number);
  return false;
}

static int print_found(struct tree *t)
{
  const struct request *r = t->request;
  match_functions(t, r->find);
  struct calls_wanted w = { .functions = t->wanted, .breadth = r->breadth, .number = CALLS_NONE,
                            .after_number = CALLS_NONE, .over = r->over_given ? t->over : INT64_MIN };
  uint32_t thread;
  uint64_t number;
  if ((r->below.given && !find_place(t, &r->below, &w.thread, &w.number)) ||
      (r->after.given && !find_place(t, &r->after, &w.after_thread, &w.after_number)))
    return CMD_USAGE;
  if (calls_find(t->calls, &w, &thread, &number))
    print_path(t, thread, number);
  else
    printf("no such call%s\n", r->after.given ? " comes behind that one" : "");
  return CMD_GOOD;
}

static int print_asked(struct tree *t)
{
  const struct request *r = t->request;
  uint32_t thread;
  uint64_t number;
  if (!t->calls->count) {
    printf("there are no calls; a run with prof=calls has some\n");
    return CMD_GOOD;
  }
  if ((r->at.given && !find_place(t, &r->at, &thread, &number)) ||
      (r->path.given && !find_place(t, &r->path, &thread, &number)))
    return CMD_USAGE;
  print_head();
  if (r->find)
    return print_found(t);
  if (r->path.given)
    print_path(t, thread, number);
  else if (r->at.given)
    print_from(t, thread, number);
  else if (r->pattern)
    print_matching(t);
  else
    print_trees(t);
  return CMD_GOOD;
}

static void print_missing(void *ctx, const struct missing *m)
{
  (void)ctx;
  printf("incomplete: %s\n", m->text);
}

static int print_tree(void *request, struct input *in)
{
  struct view *v = in->analysis->view;
  dump_swap_reads(v->dump, VIEW_RESTS_ON);
  struct tree t = { .request = request, .view = v, .calls = calls_new(v, analysis_calltree(in->analysis)) };
  if (t.request->pattern)
    match_functions(&t, t.request->pattern);
  t.over = (int64_t)(t.request->over_us * (double)v->hz / 1e6);
  const int status = print_asked(&t);
  if (t.calls->unknown)
    printf("incomplete: of %" PRIu64 " calls the times were overwritten\n", t.calls->unknown);
  if (t.calls->nodeless)
    printf("incomplete: of %" PRIu64 " calls it is not known what was called, for their nodes are missing or of a "
           "thread that was not chosen\n", t.calls->nodeless);
  mem_free(t.wanted);
  calls_free(t.calls);
  const dump_kinds read = dump_swap_reads(v->dump, 0);
  losses_explain(v->dump, read, print_missing, NULL);
  settings_explain(v->dump, read, print_missing, NULL);
  return status;
}

static struct place parse_place(const struct argp_state *state, const char *option, char *text)
{
  struct place p = { .given = true };
  char *colon = strchr(text, ':');
  if (!colon)
    argp_error(state, "--%s=%s: a call is named by two numbers with a colon between them, like 3:1200", option, text);
  *colon = '\0';
  p.thread = (uint32_t)options_whole(state, option, text, UINT32_MAX);
  p.number = options_whole(state, option, colon + 1, CALLS_NONE - 1);
  return p;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct request *r = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &r->options; return 0;
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
  default: return ARGP_ERR_UNKNOWN;
  }
}

static int run_node(void *request, const char *path)
{
  struct request r = *(struct request *)request;
  r.options.path = path;
  return input_run(&r.options, print_tree, &r);
}

static int run_session(struct request *r)
{
  const int status = session_run(&r->options.session, run_node, r);
  if (session_print(&r->options.session))
    return status;
  input_say_unprinted();
  return CMD_IO;
}

int tree_cmd(int argc, char **argv)
{
  static const struct argp_option known[] = {
    { "depth", 'D', "N", 0, "levels of calls that are printed (default 3; 0: all)", 1 },
    { "over", 't', "US", 0, "only calls that took so many microseconds or more", 1 },
    { "function", 'F', "PATTERN", 0, "only calls of functions of such a name, with what they called; * stands for any "
      "characters", 1 },
    { "children", KEY_CHILDREN, "N", 0, "calls of a caller that are printed, the first ones (default 20; 0: all)", 1 },
    { "at", KEY_AT, "CALL", 0, "this call with what it called; CALL is what its line begins with, like 3:1200", 1 },
    { "find", KEY_FIND, "PATTERN", 0, "the call of a function of such a name that began first, and its callers", 2 },
    { "breadth", KEY_BREADTH, NULL, 0, "with --find: the one with the fewest callers comes first", 2 },
    { "below", KEY_BELOW, "CALL", 0, "with --find: only among what this call called", 2 },
    { "after", KEY_AFTER, "CALL", 0, "with --find: the next one behind this call", 2 },
    { "path", KEY_PATH, "CALL", 0, "this call with its callers, and its rank among all calls of its function", 2 },
    { NULL, 0, NULL, 0, NULL, 0 } };
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 3 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FILE.jxp\nNODE.jxp...\nFOLDER",
    "Prints the calls of a run one by one, as the tree that they are: when each began, how long it took without the "
    "probes, for how long its thread was suspended meanwhile, and how many calls were made inside.\v"
    "A run has calls that was booted with prof=calls. Lines `incomplete:' say what is missing.\n"
    "Exit status: 0 good; 1 the dump is damaged or incomplete (what is good is shown), or refused; 2 usage; "
    "3 not a dump; 4 cannot be read or written.", children, NULL, NULL };
  struct request r = { .options = OPTIONS_DEFAULT, .depth = DEPTH, .children = CHILDREN };
  r.options.takes_session = true;
  argp_parse(&argp, argc, argv, 0, NULL, &r);
  int status = r.options.path ? input_run(&r.options, print_tree, &r) : run_session(&r);
  session_free(&r.options.session);
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}
