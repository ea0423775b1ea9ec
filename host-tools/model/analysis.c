/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * analysis.c: see analysis.h.
 */
#include "analysis.h"

#include "base/mem.h"
#include "calltree.h"
#include "cohorts.h"
#include "counters.h"
#include "cycles.h"
#include "lives.h"
#include "moments.h"
#include "timeline.h"

#include <string.h>

struct analysis *analysis_new(struct view *view)
{
  struct analysis *a = mem_alloc(1, sizeof(*a));
  a->view = view;
  return a;
}

/* Frees the results that depend on what the user has chosen. */
static void drop_chosen(struct analysis *a)
{
  calltree_free(a->calltree);
  timeline_free(a->timeline);
  cohorts_free(a->cohorts);
  cycles_free(a->cycles);
  a->calltree = NULL;
  a->timeline = NULL;
  a->cohorts = NULL;
  a->cycles = NULL;
}

static bool is_thread(const char *filter, const char *thread)
{
  return filter && thread ? strcmp(filter, thread) == 0 : filter == thread;
}

bool analysis_choose(struct analysis *a, const struct view_options *options)
{
  const struct view *v = a->view;
  const bool windowed = v->windowed, interval = v->interval, thread = is_thread(v->thread_filter, options->thread);
  const int64_t from = v->from, to = v->to;
  if (!view_choose(a->view, options))
    return false;
  if (!thread || interval || v->interval || windowed != v->windowed || from != v->from || to != v->to)
    drop_chosen(a);
  return true;
}

void analysis_free(struct analysis *a)
{
  if (!a)
    return;
  drop_chosen(a);
  lives_free(a->lives);
  counters_free(a->counters);
  moments_free(a->moments);
  view_free(a->view);
  mem_free(a);
}

/* Gives the function analysis_NAME() its body: MAKE makes the result when it is asked for first, and what was read for
 * it counts then, and each time that it is asked for again, as read by the caller. */
#define RESULT_OF(a, name, make) \
  do { \
    const struct dump *d_ = (a)->view->dump; \
    if (!(a)->name) { \
      const dump_kinds before_ = dump_swap_reads(d_, 0); \
      (a)->name = (make); \
      (a)->rests_on.name = dump_swap_reads(d_, before_); \
    } \
    dump_note_read(d_, (a)->rests_on.name); \
    return (a)->name; \
  } while (0)

const struct calltree *analysis_calltree(struct analysis *a)
{
  RESULT_OF(a, calltree, calltree_new(a->view));
}

const struct timeline *analysis_timeline(struct analysis *a)
{
  RESULT_OF(a, timeline, timeline_new(a->view));
}

const struct lives *analysis_lives(struct analysis *a)
{
  RESULT_OF(a, lives, lives_new(a->view->dump, a->view->estimated, NULL));
}

/* The cohorts, and the lives with them where these are not there yet. */
static struct cohorts *make_cohorts(struct analysis *a)
{
  struct cohorts *both = a->lives ? NULL : cohorts_with_lives(a->view, &a->lives, &a->rests_on.lives);
  return both ? both : cohorts_new(a->view, analysis_lives(a));
}

const struct cohorts *analysis_cohorts(struct analysis *a)
{
  RESULT_OF(a, cohorts, make_cohorts(a));
}

const struct cycles *analysis_cycles(struct analysis *a)
{
  RESULT_OF(a, cycles, cycles_new(a->view));
}

const struct moments *analysis_moments(struct analysis *a)
{
  RESULT_OF(a, moments, moments_new(a->view));
}

struct counters *analysis_counters(struct analysis *a)
{
  RESULT_OF(a, counters, counters_new(a->view));
}
