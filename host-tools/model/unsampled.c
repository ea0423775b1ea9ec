/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * unsampled.c: see unsampled.h. The longest times between two samples of a processor are found first; switches of
 * threads then divide them into parts, those on other processors, too, and of the parts in which no idle thread ran the
 * longest is looked at: a kernel whose timer stands still while it is idle has none. Where another processor took a
 * sample in that part nothing is wrong: an emulator may run processors in turns.
 */
#include "unsampled.h"

#include "dump/cursor.h"
#include "timeline.h"

#define PAUSES 16

struct part { uint64_t start, end; };

/* A time between two samples, and the longest part of it without a switch in which no idle thread ran. */
struct pause {
  uint64_t start, end;
  uint64_t last;         /* where the part begins that is looked at */
  struct part longest;
  uint32_t cpu;
  bool idle;             /* whether the thread is idle that runs from `last` on */
};

struct pauses { struct pause all[PAUSES]; size_t count; };

static bool is_idle(struct view *v, uint32_t thread)
{
  return view_thread_of(v, thread)->flags & WIRE_THREAD_IDLE;
}

static uint64_t length(const struct pause *p)
{
  return p->end - p->start;
}

/* Keeps the longest pauses. */
static void keep(struct pauses *ps, const struct pause *new)
{
  struct pause *shortest = &ps->all[0];
  if (ps->count < PAUSES) {
    ps->all[ps->count++] = *new;
    return;
  }
  for (size_t i = 1; i < PAUSES; i++)
    if (length(&ps->all[i]) < length(shortest))
      shortest = &ps->all[i];
  if (length(new) > length(shortest))
    *shortest = *new;
}

/* Finds the longest pauses of `least` cycles or more. */
static struct pauses find_pauses(struct view *v, uint64_t least)
{
  const struct wire_sample *s = dump_sample_rows(v->dump);
  const size_t count = dump_count(v->dump, WIRE_SAMPLE);
  uint64_t last[TIMELINE_PROCESSORS] = { 0 };
  struct pauses ps = { .count = 0 };
  for (size_t i = 0; i < count; i++) {
    if (s[i].flags & WIRE_SAMPLE_CRASH || s[i].cpu >= TIMELINE_PROCESSORS)
      continue;
    uint64_t *before = &last[s[i].cpu];
    if (*before && s[i].tsc > *before && s[i].tsc - *before >= least)
      keep(&ps, &(struct pause){ *before, s[i].tsc, *before, { 0, 0 }, s[i].cpu, is_idle(v, s[i].thread) });
    *before = s[i].tsc;
  }
  return ps;
}

static uint64_t part_length(const struct part *p)
{
  return p->end > p->start ? p->end - p->start : 0;
}

/* Ends the part that is looked at, at `tsc`; `idle`: whether an idle thread ran in it. */
static void end_part(struct pause *p, uint64_t tsc, bool idle)
{
  const struct part part = { p->last, tsc };
  if (!idle && part_length(&part) > part_length(&p->longest))
    p->longest = part;
  p->last = tsc;
}

/* Divides the pauses by the switches of threads. */
static void divide(struct view *v, struct pauses *ps)
{
  struct cursor c = cursor_begin(v->dump, WIRE_SCHED);
  for (const struct wire_sched *s; (s = cursor_next(&c));)
    for (size_t i = 0; i < ps->count; i++) {
      struct pause *p = &ps->all[i];
      const bool own = s->cpu == p->cpu && s->why != WIRE_WHY_UNBLOCK;
      if (s->tsc <= p->start || s->tsc >= p->end)
        continue;
      end_part(p, s->tsc, own ? is_idle(v, s->from) : p->idle);
      if (own)
        p->idle = is_idle(v, s->to);
    }
  cursor_end(&c);
  for (size_t i = 0; i < ps->count; i++)
    end_part(&ps->all[i], ps->all[i].end, ps->all[i].idle);
}

/* Whether a processor took a sample within the part. */
static bool is_sampled(const struct dump *d, const struct part *p)
{
  const struct wire_sample *s = dump_sample_rows(d);
  const size_t count = dump_count(d, WIRE_SAMPLE);
  for (size_t i = 0; i < count; i++)
    if (s[i].tsc > p->start && s[i].tsc < p->end)
      return true;
  return false;
}

struct unsampled unsampled_longest(struct view *v, uint64_t least)
{
  struct pauses ps = find_pauses(v, least);
  struct unsampled longest = { 0, 0 };
  if (ps.count)
    divide(v, &ps);
  for (size_t i = 0; i < ps.count; i++) {
    const struct part *part = &ps.all[i].longest;
    if (part_length(part) >= least && part_length(part) > longest.cycles && !is_sampled(v->dump, part))
      longest = (struct unsampled){ part_length(part), ps.all[i].cpu };
  }
  return longest;
}
