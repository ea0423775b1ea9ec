/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tree.c: reads the calling-context tree (table tree) for the charts drawn from it. Times are corrected, in us; nodes
 * are in the order of the table, a caller before its callees.
 */
#include "scene.h"

struct tree tree;

/* Hangs a node to the end of its caller's callees. */
static void link_node(uint32_t node, uint32_t caller)
{
  struct tree_node *n = tree.nodes;
  n[node].parent = caller;
  if (n[caller].child)
    n[n[caller].last].next = node;
  else
    n[caller].child = node;
  n[caller].last = node;
}

static uint32_t add_node(uint32_t thread)
{
  mem_grow(&tree.nodes, &tree.room, tree.count + 2, sizeof(*tree.nodes));
  struct tree_node *n = tree.nodes + ++tree.count;
  *n = (struct tree_node){ .thread = thread, .function = name(3), .calls = number(4), .incl_us = number(5),
                           .excl_us = number(6), .partly = !field_is(8, "all") };
  n->open = number(7) > 0 && *name_text(n->function) != '[';
  tree.negative += n->incl_us < 0;
  tree.open_calls += n->open;
  return (uint32_t)tree.count;
}

/* Threads that had time, and of which no call is there; then what all had together. */
static void check_tree(const struct numbers *known)
{
  struct numbers incl = { 0 };
  for (size_t i = 0; i < scene.thread_count; i++) {
    const struct thread *t = scene.threads + i;
    if (thread_wanted(t->name) && t->cpu_pct > 0 && !number_in(known, t->name))
      list_add(&tree.missing, t->name);
  }
  for (size_t i = 0; i < tree.roots.count; i++) {
    const double us = tree.nodes[tree.roots.at[i]].incl_us;
    *number_at(&incl, tree.roots.at[i]) = us;
    tree.us += us > 0 ? us : 0;
  }
  if (tree.us <= 0) {
    thread_must_be_known(known);
    end_figure(FIGURE_NOTHING, say("no call times in %s", scene.chosen_thread ?
                                   say("thread %s", name_text(scene.chosen_thread)) : "this run"));
  }
  sort_falling(tree.roots.at, tree.roots.count, &incl);
}

void tree_read(void)
{
  struct numbers known = { 0 }, number_of = { 0 };
  tree = (struct tree){ 0 };
  table_open("tree", "id parent thread function calls incl_us excl_us open timed");
  while (table_row()) {
    const uint32_t thread = name(2);
    *number_at(&known, thread) = 1;
    if (!thread_wanted(thread)) {
      tree.left_out_us += field_is(1, "0") ? number(5) : 0;
      continue;
    }
    const uint32_t node = add_node(thread);
    *number_at(&number_of, name(0)) = node;
    if (field_is(1, "0")) {
      list_add(&tree.roots, node);
      continue;
    }
    const uint32_t caller = (uint32_t)number_in(&number_of, name(1));
    if (!caller || caller == node)
      table_damaged(say(": caller %s is not in the table before its callee", name_text(name(1))));
    link_node(node, caller);
  }
  check_tree(&known);
}

const char *tree_scope(void)
{
  return say("%s of CPU time, the profiler's own left out, in %s", say_time(tree.us),
             thread_scope(tree.left_out_us > 0 ? say_time(tree.left_out_us) : ""));
}

/* What a reader of the times must know. The notes of the table say what was not timed. */
const char *tree_remark(void)
{
  const char *s = table_remark("tree");
  if (tree.open_calls)
    s = say("%s %s %s still open at the end; the time so far counts.", s, say_some((double)tree.open_calls, "call"),
            tree.open_calls == 1 ? "was" : "were");
  if (tree.missing.count)
    s = say("%s Of these threads no call was kept, their time is missing: %s.", s,
            say_names(tree.missing.at, tree.missing.count));
  if (tree.negative)
    s = say("%s Not drawn: %s whose time came out below zero after correction.", s,
            say_some((double)tree.negative, "call path"));
  return s;
}

const char *tree_calls(double calls, double open, bool partly)
{
  const char *s = say("%s%s", partly ? "≥ " : "", say_some(calls, "call"));
  if (!open)
    return s;
  const char *opened = say("%s open", say_number(open));
  return calls ? say("%s, %s", s, opened) : open > 1 ? opened : "open";
}
