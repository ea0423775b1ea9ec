/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * exited.c: the call trees of threads that have exited, summed up by name (prof_config's sum_exited): a kernel that
 * starts a program a thousand times has one tree of it, not a thousand.
 *
 * What always holds:
 *  - the first thread of a name that exits keeps its tree; those of the others become a part of it, path by path. What
 *    the trees of a name have together does not change by that, nor do the figures of a thread (struct prof_entry);
 *  - a node of a path that the kept tree lacks passes into it as it is. Its `thread` still is the thread that made it:
 *    returns.c looks for calls by it. In the dump it is the one whose tree has the node;
 *  - no call is open in any of the two trees; where functions return to the exit hook, a function that has not returned
 *    yet keeps its node (prof_timing_give_back()).
 */
#include "probe.h"

#include "timing.h"

bool prof_timing_sums_exited(const struct prof_config *c)
{
  return c->sum_exited && !(c->modes & WIRE_MODE_CALLS) && !c->turns && !(c->stream & c->modes & WIRE_MODE_TIMING);
}

static bool is_same_name(const char *a, const char *b)
{
  while (*a && *a == *b)
    a++, b++;
  return *a == *b;
}

/* Returns the first thread of the name of `e` that has exited and has its tree; NULL: there is none. */
static const struct prof_entry *first_exited(const struct prof_entry *e)
{
  const uint32_t no_program = WIRE_THREAD_IRQ | WIRE_THREAD_IDLE | WIRE_THREAD_PROFILER;
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    const struct prof_entry *first = &prof_state.threads[i];
    if (!first->live && first->root && !((first->flags | e->flags) & (no_program | WIRE_THREAD_SUMMED)) &&
        is_same_name(first->name, e->name))
      return first;
  }
  return NULL;
}

static PROF_PLAIN_LOOPS void add_sums(struct prof_node *to, const struct prof_node *n)
{
  prof_arch_grow(&to->calls, prof_node_calls(n));
  prof_arch_grow(&to->raw, n->raw);
  to->drift_sum += n->drift_sum;
  prof_arch_grow_wide(to->square, (unsigned __int128)n->square[1] << 64 | n->square[0]);
  to->least = n->least < to->least ? n->least : to->least;
  to->most = n->most > to->most ? n->most : to->most;
  to->flags |= n->flags;
  for (unsigned i = 0; i < PROF_BUCKETS; i++)
    to->histogram[i] += n->histogram[i];
}

PROF_PROBE PROF_PLAIN_LOOPS void prof_timing_forget_sums(struct prof_node *n)
{
  n->calls = -(uint64_t)prof_state.config.throttle;
  n->raw = 0;
  n->drift_sum = 0;
  n->square[0] = n->square[1] = 0;
  n->least = INT64_MAX;
  n->most = INT64_MIN;
  for (unsigned i = 0; i < PROF_BUCKETS; i++)
    n->histogram[i] = 0;
}

static struct prof_node *find_child(const struct prof_node *parent, const void *address)
{
  struct prof_node *n = parent->child;
  while (n && n->address != address)
    n = n->sibling;
  return n;
}

/* Threads that were made known inside a call of `n` were so inside one of `to`. */
static void replace_maker(uint32_t thread, const struct prof_node *n, const struct prof_node *to)
{
  for (uint32_t i = 0; i < prof_state.thread_count; i++) {
    struct prof_entry *e = &prof_state.threads[i];
    if (e->by == thread && e->node == prof_timing_number(n))
      e->node = prof_timing_number(to);
  }
}

static bool has_made_threads(uint32_t thread)
{
  uint32_t i = 0;
  while (i < prof_state.thread_count && (prof_state.threads[i].by != thread || !prof_state.threads[i].node))
    i++;
  return i < prof_state.thread_count;
}

/* Adds what is below `root` to what is below `to`, a node of the same path, and gives back the nodes that it has
 * twice. */
static void add_below(struct prof_node *to, struct prof_node *root)
{
  const uint32_t thread = root->thread;
  const bool makes = has_made_threads(thread);
  for (struct prof_node *n = root;;) {
    struct prof_node *c = n->child;
    if (c) {
      n->child = c->sibling;
      struct prof_node *same = find_child(to, c->address);
      if (same) {
        add_sums(same, c);
        if (makes)
          replace_maker(thread, c, same);
        n = c;
        to = same;
      } else {
        c->parent = to;
        c->sibling = to->child;
        to->child = c;
      }
    } else if (n == root) {
      return;
    } else {
      struct prof_node *caller = n->parent;
      prof_timing_give_back(n);
      n = caller;
      to = to->parent;
    }
  }
}

bool prof_timing_sum_exited(struct prof_entry *e)
{
  const struct prof_entry *first = prof_timing_sums_exited(&prof_state.config) && e->root ? first_exited(e) : NULL;
  if (!first)
    return false;
  add_below(first->root, e->root);
  for (unsigned i = 0; i < 2; i++) { /* the root, and behind it the thread's `other` */
    add_sums(first->root + i, e->root + i);
    prof_timing_forget_sums(e->root + i);
  }
  return true;
}
