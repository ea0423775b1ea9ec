/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * analysis.h: what is found out about a run from a view of its dump: call trees, who ran when, lives of objects, groups
 * of them, and what performance counters counted.
 *
 *   struct analysis *a = analysis_new(view);
 *   const struct calltree *tree = analysis_calltree(a);
 *   analysis_free(a);
 *
 * Each result is made when it is asked for first, and is the analysis'; it is good as long as that is. What was read
 * for a result counts as read (dump_note_read()) by each caller that asks for the result. The modules that
 * make the results (calltree.h, timeline.h, lives.h, cohorts.h, counters.h, cycles.h, moments.h) see the view, and each
 * other where one rests on another, but not the analysis. Records that cannot be read again are missing from a result,
 * and the dump says so (dump_reread_error()).
 */
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include "view.h"

struct calltree;
struct timeline;
struct lives;
struct cohorts;
struct counters;
struct cycles;
struct moments;

struct analysis {
  struct view *view;
  /* Results; NULL: not made yet. Callers use the functions below. */
  struct calltree *calltree;
  struct timeline *timeline;
  struct lives *lives;
  struct cohorts *cohorts;
  struct counters *counters;
  struct cycles *cycles;
  struct moments *moments;
  /* What was read to make each. */
  struct { dump_kinds calltree, timeline, lives, cohorts, counters, cycles, moments; } rests_on;
};

/* A new analysis of a view, which it takes over. */
struct analysis *analysis_new(struct view *view);

/* Chooses another thread and another time (view_choose()). Results that do not depend on that stay, and all do
 * where the choice is what it was; the others are made anew when they are asked for. Returns false where there is no
 * such thread. */
bool analysis_choose(struct analysis *a, const struct view_options *options);

/* Frees the analysis with all its results and its view. `a` may be NULL. */
void analysis_free(struct analysis *a);

/* The call trees of the threads that the view wants. */
const struct calltree *analysis_calltree(struct analysis *a);

/* The figures of all threads' scheduling, of wanted ones and others. */
const struct timeline *analysis_timeline(struct analysis *a);

/* The lives of all objects, of wanted ones and others. */
const struct lives *analysis_lives(struct analysis *a);

/* The wanted objects in groups. */
const struct cohorts *analysis_cohorts(struct analysis *a);

/* The cycle of the events that the view wants. */
const struct cycles *analysis_cycles(struct analysis *a);

/* Where all threads stood at the moments of the whole run. */
const struct moments *analysis_moments(struct analysis *a);

/* The performance counters. Their names and values may be asked for, and a model's values given to them. */
struct counters *analysis_counters(struct analysis *a);

#endif
