/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * conflicts.c: see conflicts.h.
 */
#include "conflicts.h"

#include "base/mem.h"
#include "base/text.h"
#include "processors.h"
#include "timeline.h"

#include <inttypes.h>

#define NAME_MOST 40 /* characters of a thread's name in a sentence */

static void say_and_free(reason_say *say, void *ctx, char *sentence)
{
  say(ctx, &(struct missing){ REASON_CONTRADICT, wire_kinds[WIRE_SCHED].name, sentence });
  mem_free(sentence);
}

/* The first place of a contradiction, in new memory: `the first at 12.500 us on processor 1`. */
static char *first_place(const struct view *v, const struct timeline_place *p)
{
  return mem_format("the first at %.3f us on processor %" PRIu32, (double)view_ns(v, p->tsc) / 1000, p->cpu);
}

static void explain_elsewhere(const struct view *v, const struct timeline_place *p, reason_say *say, void *ctx)
{
  const char *from = v->threads[p->thread].name, *ran = v->threads[p->other].name;
  char *where = first_place(v, p);
  say_and_free(say, ctx, mem_format("switches from a thread that did not run on their processor: %" PRIu64 "; %s, from %.*s "
                                    "where %.*s ran", p->count, where, text_cut(from, NAME_MOST), from,
                                    text_cut(ran, NAME_MOST), ran));
  mem_free(where);
}

static void explain_twice(const struct view *v, const struct timeline_place *p, reason_say *say, void *ctx)
{
  const char *name = v->threads[p->thread].name;
  char *where = first_place(v, p);
  say_and_free(say, ctx, mem_format("threads ran on two processors at once, times: %" PRIu64 "; %s, %.*s, which ran on "
                                    "processor %" PRIu32 ", too", p->count, where, text_cut(name, NAME_MOST), name,
                                    p->other));
  mem_free(where);
}

static void explain_nowhere(const struct view *v, const struct timeline_place *p, reason_say *say, void *ctx)
{
  char *where = first_place(v, p);
  say_and_free(say, ctx, mem_format("switches and wakeups on processors that the target does not have (it has %" PRIu32 "): "
                                    "%" PRIu64 "; %s", view_processors(v), p->count, where));
  mem_free(where);
}

void conflicts_explain(struct analysis *a, reason_say *say, void *ctx)
{
  const struct view *v = a->view;
  const struct timeline_place *all = analysis_timeline(a)->conflicts;
  processors_explain(v->processors, say, ctx);
  if (all[TIMELINE_ELSEWHERE].count)
    explain_elsewhere(v, &all[TIMELINE_ELSEWHERE], say, ctx);
  if (all[TIMELINE_TWICE].count)
    explain_twice(v, &all[TIMELINE_TWICE], say, ctx);
  if (all[TIMELINE_NOWHERE].count)
    explain_nowhere(v, &all[TIMELINE_NOWHERE], say, ctx);
}

uint64_t conflicts_count(struct analysis *a)
{
  uint64_t count = 0;
  for (unsigned i = 0; i < TIMELINE_CONFLICTS; i++)
    count += analysis_timeline(a)->conflicts[i].count;
  return count;
}
