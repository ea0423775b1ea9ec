/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sched_notes.c: see sched_notes.h.
 */
#include "sched_notes.h"

#include "model/conflicts.h"
#include "tables.h"

static void write_note(void *t, const struct missing *m)
{
  table_incomplete(t, reason_code(m->reason), m->kind, m->text);
}

void sched_note(struct analysis *analysis, struct table *t)
{
  conflicts_explain(analysis, write_note, t);
}

uint64_t sched_span(const struct view *v, bool sched)
{
  const int64_t end = view_ns(v, v->stop);
  uint64_t early;
  if (!v->windowed)
    return (!sched && dump_trees_are_early(v->dump, &early) ? early : v->stop) - v->start;
  int64_t from = v->from > 0 ? v->from : 0, to = v->to < end ? v->to : end;
  return to > from ? (uint64_t)((__int128)(to - from) * v->hz / 1000000000) : 0;
}

bool sched_on_several(const struct view *v)
{
  return tables_of_several(v) && dump_meta(v->dump, WIRE_META_MODES, WIRE_MODE_SCHED) & WIRE_MODE_SCHED;
}
