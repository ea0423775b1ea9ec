/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timed_notes.c: notes on functions that were not timed, or not all the time; timed_notes.h is the manual.
 */
#include "timed_notes.h"

#include "base/mem.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NAMED 4 /* functions that a note names */

/* The functions of a flag, each once. */
struct flagged {
  struct view *view;
  uint32_t flag, not_flag;
  bool *seen;              /* by function */
  unsigned count;
  char text[400];
  size_t used;
};

static void gather_flagged(void *ctx, const struct calltree_node *n)
{
  struct flagged *f = ctx;
  if (!(n->rec->flags & f->flag) || n->rec->flags & f->not_flag || f->seen[n->function])
    return;
  f->seen[n->function] = true;
  if (f->count++ < NAMED)
    f->used += (size_t)snprintf(f->text + f->used, sizeof(f->text) - f->used, "%s %.*s", f->count > 1 ? "," : "",
                                text_cut(view_function_name(f->view, n->function), 60),
                                view_function_name(f->view, n->function));
}

static void name_all(struct view *v, struct table *t, const struct calltree *tree, struct flagged f, const char *what)
{
  f.view = v;
  f.seen = mem_alloc(v->function_count, sizeof(*f.seen));
  f.used = (size_t)snprintf(f.text, sizeof(f.text), "%s:", what);
  calltree_walk(tree, gather_flagged, NULL, &f);
  if (f.count > NAMED)
    snprintf(f.text + f.used, sizeof(f.text) - f.used, ", and %u more", f.count - NAMED);
  if (f.count)
    table_comment(t, "note", f.text);
  mem_free(f.seen);
}

/* Is it a name of our Java library's? */
static bool is_library(const char *name)
{
  return strncmp(name, "java.", strlen("java.")) == 0 || strncmp(name, "jx.", strlen("jx.")) == 0;
}

/* Methods that the translator put no probes into, because of their length: those of the program before those of the
 * library. */
static void name_short(const struct dump *d, struct table *t)
{
  const struct wire_method *m = dump_method_rows(d);
  const size_t count = dump_count(d, WIRE_METHOD);
  char text[400];
  size_t used = (size_t)snprintf(text, sizeof(text), "too short to be timed, and counted for their callers "
                                 "(THRESHOLD=0 times them):");
  unsigned found = 0, named = 0;
  for (size_t i = 0; i < count; i++)
    found += (m[i].flags & WIRE_METHOD_SHORT) != 0;
  for (unsigned library = 0; library < 2; library++)
    for (size_t i = 0; i < count && named < NAMED; i++) {
      char *name = m[i].flags & WIRE_METHOD_SHORT ? dump_name(d, WIRE_SPACE_METHOD, m[i].id) : NULL;
      if (name && is_library(name) == library)
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s %.*s", named++ ? "," : "",
                                 text_cut(name, 60), name);
      mem_free(name);
    }
  if (found > named)
    snprintf(text + used, sizeof(text) - used, "%s %u more", named ? ", and" : "", found - named);
  if (found)
    table_comment(t, "note", text);
}

void timed_notes_uncalibrated(struct view *v, struct table *t, const struct calltree *tree)
{
  bool interrupts = false;
  for (uint32_t i = tree->first; i != CALLTREE_NONE; i = tree->nodes[i].sibling)
    interrupts |= (v->threads[tree->nodes[i].thread].flags & WIRE_THREAD_IRQ) != 0;
  if (!interrupts || !dump_has_meta(v->dump, WIRE_META_CAL_IRQ))
    return;
  const int64_t cost = (int64_t)dump_meta(v->dump, WIRE_META_CAL_IRQ, 0);
  const int64_t late = (int64_t)dump_meta(v->dump, WIRE_META_CAL_IRQ_LATE, 0);
  if (cost < 0 || late < 0)
    table_comment(t, "note", "the way into an interrupt's handler and out of it was measured as less than no time, "
                  "which cannot be: at each interrupt the times of the functions that were interrupted are too long by "
                  "what is missing; build the target with this profiler, and run it again");
  else if (!cost)
    table_comment(t, "note", "the way into an interrupt's handler and out of it was not calibrated "
                  "(prof_calibrate_irq()): its time is in the times of the functions that were interrupted");
}

/* Of a run with bursts the trees are roots only. */
static void note_bursts(const struct dump *d, struct table *t)
{
  if (dump_meta(d, WIRE_META_BURSTS, 0))
    table_comment(t, "note", "in a run with bursts (bursts=) no call is timed: table counted has the functions' times "
                  "and calls");
}

/* Says how many threads have no call tree of their own any more. */
static void note_summed(const struct view *v, struct table *t)
{
  char text[200];
  unsigned count = 0;
  for (uint32_t i = 0; i < view_thread_count(v); i++)
    count += (v->threads[i].flags & WIRE_THREAD_SUMMED) != 0;
  snprintf(text, sizeof(text), "the calls of %u threads that have exited are in the tree of the first one of their "
           "name (sum_exited)", count);
  if (count)
    table_comment(t, "note", text);
}

void timed_notes(struct view *v, struct table *t, const struct calltree *tree)
{
  const struct dump *d = v->dump;
  timed_notes_uncalibrated(v, t, tree);
  note_bursts(d, t);
  note_summed(v, t);
  uint64_t functions = dump_meta(d, WIRE_META_FUNCTIONS, 0), timed = dump_meta(d, WIRE_META_TIMED, functions);
  char text[200];
  if (timed < functions) {
    snprintf(text, sizeof(text), "%" PRIu64 " of %" PRIu64 " functions were timed at the end (timed=, throttle=); the "
             "time of the others is their callers'", timed, functions);
    table_comment(t, "note", text);
  }
  snprintf(text, sizeof(text), "switched off after %" PRIu64 " calls in one context, as they were shorter than their "
           "probes (throttle=); the figures are up to then", dump_meta(d, WIRE_META_THROTTLE, 0));
  name_all(v, t, tree, (struct flagged){ .flag = WIRE_NODE_THROTTLED }, text);
  name_all(v, t, tree, (struct flagged){ .flag = WIRE_NODE_PART, .not_flag = WIRE_NODE_THROTTLED },
           "timed for a part of the run, switched on or off meanwhile");
  name_short(d, t);
}

void timed_notes_left_out(struct view *v, struct table *t, const struct calltree *tree)
{
  timed_notes_uncalibrated(v, t, tree);
  note_bursts(v->dump, t);
  name_all(v, t, tree, (struct flagged){ .flag = WIRE_NODE_PART | WIRE_NODE_THROTTLED },
           "timed for a part of the run only (see methods), and counted for their callers here");
}

const char *timed_when(uint32_t flags)
{
  return flags & WIRE_NODE_THROTTLED ? "throttled" : flags & WIRE_NODE_PART ? "part" : "all";
}
