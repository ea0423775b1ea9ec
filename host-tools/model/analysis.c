/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * analysis.c: see analysis.h.
 */
#include "analysis.h"

#include "base/mem.h"
#include "calltree.h"
#include "cohorts.h"
#include "counters.h"
#include "lives.h"
#include "timeline.h"


struct analysis *analysis_new(struct view *view)
{
  struct analysis *a = mem_alloc(1, sizeof(*a));
  a->view = view;
  return a;
}

void analysis_free(struct analysis *a)
{
  if (!a)
    return;
  calltree_free(a->calltree);
  timeline_free(a->timeline);
  cohorts_free(a->cohorts);
  lives_free(a->lives);
  counters_free(a->counters);
  view_free(a->view);
  mem_free(a);
}

const struct calltree *analysis_calltree(struct analysis *a)
{
  if (!a->calltree)
    a->calltree = calltree_new(a->view);
  return a->calltree;
}

const struct timeline *analysis_timeline(struct analysis *a)
{
  if (!a->timeline)
    a->timeline = timeline_new(a->view);
  return a->timeline;
}

const struct lives *analysis_lives(struct analysis *a)
{
  if (!a->lives)
    a->lives = lives_new(a->view->dump);
  return a->lives;
}

const struct cohorts *analysis_cohorts(struct analysis *a)
{
  if (!a->cohorts)
    a->cohorts = cohorts_new(a->view, analysis_lives(a));
  return a->cohorts;
}

struct counters *analysis_counters(struct analysis *a)
{
  if (!a->counters)
    a->counters = counters_new(a->view);
  return a->counters;
}
