/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lost.c: in which stretches of time records were lost; lost.h is the manual.
 */
#include "lost.h"

#include "base/mem.h"
#include "dump/gaps.h"
#include "dump/settings.h"

struct stretches { struct lost_stretch *all; size_t count, room; };

static void add_stretch(struct stretches *s, struct lost_stretch stretch)
{
  mem_grow(&s->all, &s->room, s->count + 1, sizeof(*s->all));
  s->all[s->count++] = stretch;
}

/* The part of `l`, a tenth of a second or several, in which the buffer had no room: that of a oneshot buffer begins
 * behind the newest record that it kept, that of a ring ends before the oldest. */
static struct lost_stretch stretch_without_room(const struct wire_loss *l, struct period t, enum wire_kind kind,
                                                enum reason reason)
{
  struct lost_stretch part = { l->from, l->to, kind, l->records, reason };
  if (t.from_known && t.from > part.from && t.from < part.to)
    part.from = t.from;
  if (t.to_known && t.to < part.to && t.to > part.from)
    part.to = t.to;
  return part;
}

/* What full buffers had no room for, by the target's own count; where it has none, as far as the records tell. */
static void add_full(struct stretches *s, const struct dump *d, enum wire_kind kind, bool ring)
{
  size_t count;
  const struct wire_loss *l = gaps_losses(d, kind, &count);
  enum reason reason = ring ? REASON_RING : REASON_FULL;
  struct period t = gaps_full(d, kind, ring);
  for (size_t i = 0; i < count; i++)
    add_stretch(s, stretch_without_room(&l[i], t, kind, reason));
  const uint64_t dropped = dump_tally(d, kind)->dropped;
  if (!count && dropped && t.from_known && t.to_known)
    add_stretch(s, (struct lost_stretch){ t.from, t.to, kind, dropped, reason });
}

static void add_line(struct stretches *s, const struct dump *d)
{
  size_t count;
  const struct dump_gap *g = dump_gaps(d, &count);
  for (size_t i = 0; i < count; i++, g++) {
    struct period t = gaps_time(d, g->kind, g->row);
    if (t.from_known && t.to_known)
      add_stretch(s, (struct lost_stretch){ t.from, t.to, g->kind, g->records, REASON_LINE });
  }
}

/* How many records there would have been is not known. */
static void add_pauses(struct stretches *s, const struct dump *d, enum wire_kind kind)
{
  struct period t;
  for (size_t next = 0; settings_pause(d, gaps_mode(kind), &next, &t);)
    if (t.to_known)
      add_stretch(s, (struct lost_stretch){ t.from, t.to, kind, 0, REASON_PAUSED });
}

static int by_time(const void *a, const void *b)
{
  const struct lost_stretch *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

struct lost_stretch *lost_stretches(const struct dump *d, size_t *count)
{
  struct stretches s = { 0 };
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++)
    if (wire_kinds[k].name) {
      add_full(&s, d, k, dump_is_ring(d, gaps_mode(k)));
      add_pauses(&s, d, k);
    }
  add_line(&s, d);
  if (s.count)
    mem_sort(s.all, s.count, sizeof(*s.all), by_time);
  *count = s.count;
  return s.all;
}

bool lost_in_window(const struct view *v, const struct lost_stretch *s)
{
  return !v->windowed || (view_ns(v, s->to) >= v->from && view_ns(v, s->from) <= v->to);
}
