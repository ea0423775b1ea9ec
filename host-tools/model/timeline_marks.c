/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * timeline_marks.c: see timeline_marks.h.
 */
#include "timeline_marks.h"

#include "base/mem.h"
#include "base/search.h"

#include <string.h>

/* A walk through as many takes a millisecond or two. */
unsigned timeline_marks_records = 65536;

/* For each thread further places are further apart by such a part of that: what stands at a place then takes less than a
 * byte a record. */
#define A_THREAD 1024

static void *copy_of(const void *array, size_t count, size_t size)
{
  void *copy = mem_alloc(count, size);
  if (count)
    memcpy(copy, array, count * size);
  return copy;
}

static void set_flag(bool **flags, size_t *room, size_t i)
{
  const size_t old = *room;
  mem_grow(flags, room, i + 1, sizeof(**flags));
  memset(*flags + old, 0, *room - old);
  (*flags)[i] = true;
}

void timeline_marks_meet(struct timeline_marks *m, uint32_t from, uint32_t to, uint32_t cpu)
{
  m->any = from;
  set_flag(&m->met, &m->met_room, from);
  set_flag(&m->met, &m->met_room, to);
  if (cpu < TIMELINE_PROCESSORS)
    set_flag(&m->met_cpus, &m->met_cpu_room, cpu);
}

void timeline_marks_tell(const struct timeline_marks *m, const struct timeline_ops *ops, void *ctx)
{
  for (uint32_t i = 0; ops->met && i < m->met_room; i++)
    if (m->met[i])
      ops->met(ctx, i, i, TIMELINE_NONE);
  for (uint32_t i = 0; ops->met && i < m->met_cpu_room; i++)
    if (m->met_cpus[i])
      ops->met(ctx, m->any, m->any, i);
}

void timeline_marks_note(struct timeline_marks *m, const struct walk *w, uint64_t tsc)
{
  const uint64_t records = timeline_marks_records;
  if (m->count && m->records++ < records + records * w->thread_count / A_THREAD)
    return;
  mem_grow(&m->all, &m->room, m->count + 1, sizeof(*m->all));
  struct walk copy = *w;
  copy.threads = copy_of(w->threads, w->thread_count, sizeof(*w->threads));
  copy.lanes = copy_of(w->lanes, w->lane_count, sizeof(*w->lanes));
  copy.thread_room = w->thread_count;
  copy.lane_room = w->lane_count;
  copy.view = NULL;
  copy.ops = NULL;
  copy.conflicts = NULL;
  copy.marks = NULL;
  m->all[m->count++] = (struct timeline_mark){ tsc, copy };
  m->records = 0;
}

size_t timeline_marks_before(const struct timeline_marks *m, uint64_t tsc)
{
  size_t low = 1;
  SEARCH(low, m->count, m->all[middle].tsc < tsc);
  return low - 1;
}

void timeline_marks_restore(const struct timeline_marks *m, size_t i, struct walk *w)
{
  const struct walk *from = &m->all[i].walk;
  struct walk now = *from;
  now.view = w->view;
  now.ops = w->ops;
  now.ctx = w->ctx;
  mem_free(w->threads);
  mem_free(w->lanes);
  w->threads = NULL;
  w->lanes = NULL;
  now.threads = copy_of(from->threads, from->thread_count, sizeof(*now.threads));
  now.lanes = copy_of(from->lanes, from->lane_count, sizeof(*now.lanes));
  *w = now;
}

void timeline_marks_free(struct timeline_marks *m)
{
  for (size_t i = 0; i < m->count; i++) {
    mem_free(m->all[i].walk.threads);
    mem_free(m->all[i].walk.lanes);
  }
  mem_free(m->all);
  mem_free(m->met);
  mem_free(m->met_cpus);
  mem_free(m);
}
