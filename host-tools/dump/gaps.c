/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * gaps.c: the time of what is missing; gaps.h is the manual.
 */
#include "gaps.h"

#include "settings.h"

/* Whether the records of a kind are kept and tell when they were made. */
static bool is_timed(const struct dump *d, enum wire_kind kind)
{
  const struct wire_log_info *log = wire_log(kind);
  return log && log->time.bytes && d->kinds & DUMP_KIND(kind);
}

/* When a record was made, of a kind that is_timed(). */
static uint64_t time_of(const struct dump *d, enum wire_kind kind, size_t row)
{
  const char *record = (const char *)d->rows[kind].data + row * wire_kinds[kind].bytes;
  if (dump_is_indexed(d, kind))
    return blocks_edge(&d->blocks[kind], row); /* gaps are between blocks */
  return wire_value(record, wire_log(kind)->time);
}

/* Where the threads stood at a crash was written down last and is sent first. */
static bool out_of_turn(const struct dump *d, enum wire_kind kind, size_t row)
{
  return kind == WIRE_SAMPLE && dump_sample_rows(d)[row].flags & WIRE_SAMPLE_CRASH;
}

static void set_from(struct period *t, const struct dump *d, enum wire_kind kind, size_t row)
{
  while (row && out_of_turn(d, kind, row - 1))
    row--;
  t->from_known = row || dump_has_meta(d, WIRE_META_START_TSC);
  t->from = row ? time_of(d, kind, row - 1) : dump_meta(d, WIRE_META_START_TSC, 0);
}

static void set_to(struct period *t, const struct dump *d, enum wire_kind kind, size_t row)
{
  const size_t count = dump_count(d, kind);
  while (row < count && out_of_turn(d, kind, row))
    row++;
  t->to_known = row < count || dump_has_meta(d, WIRE_META_STOP_TSC);
  t->to = row < count ? time_of(d, kind, row) : dump_meta(d, WIRE_META_STOP_TSC, 0);
}

struct period gaps_time(const struct dump *d, enum wire_kind kind, size_t row)
{
  struct period t = { 0 };
  if (!is_timed(d, kind))
    return t;
  if (row > dump_count(d, kind))
    row = dump_count(d, kind); /* the records behind it were taken back */
  set_from(&t, d, kind, row);
  set_to(&t, d, kind, row);
  if (t.from_known && t.to_known && t.from > t.to) {
    uint64_t from = t.from;
    t.from = t.to;
    t.to = from;
  }
  return t;
}

enum wire_mode gaps_mode(enum wire_kind kind)
{
  const struct wire_log_info *log = wire_log(kind);
  return log && log->time.bytes ? log->mode : 0;
}

static bool streams(const struct dump *d, enum wire_kind kind)
{
  return dump_is_stream(d, gaps_mode(kind));
}

const struct wire_loss *gaps_losses(const struct dump *d, enum wire_kind kind, size_t *count)
{
  const struct wire_loss *all = dump_loss_rows(d);
  const size_t total = dump_count(d, WIRE_LOSS);
  size_t first = 0;
  while (first < total && all[first].kind < kind)
    first++;
  for (*count = 0; first + *count < total && all[first + *count].kind == kind; ++*count)
    ;
  return all + first;
}

struct period gaps_full(const struct dump *d, enum wire_kind kind, bool ring)
{
  size_t count;
  const struct wire_loss *l = gaps_losses(d, kind, &count);
  if (count && (streams(d, kind) || !is_timed(d, kind)))
    return (struct period){ true, true, l[0].from, l[count - 1].to };
  return gaps_time(d, kind, ring ? 0 : dump_count(d, kind));
}

/* Whether a stream of the kind had no room at some time between the two; where it had, *clear is at most the time at
 * which it had none next. */
static bool had_no_room(const struct dump *d, enum wire_kind kind, uint64_t from, uint64_t to, uint64_t *clear)
{
  const struct wire_loss *l = dump_loss_rows(d);
  size_t low = 0, high = dump_count(d, WIRE_LOSS);
  if (!high || !streams(d, kind))
    return false;
  while (low < high) { /* the first of the kind that ends behind `from` */
    size_t middle = low + (high - low) / 2;
    if (l[middle].kind < kind || (l[middle].kind == kind && l[middle].to <= from))
      low = middle + 1;
    else
      high = middle;
  }
  if (low == dump_count(d, WIRE_LOSS) || l[low].kind != kind)
    return false;
  *clear = l[low].from < *clear ? l[low].from : *clear;
  return l[low].from < to;
}

/* Whether the line has lost records of the kind between the two; where it has not, *clear is at most the time at which
 * it lost the next ones. */
static bool lost_on_line(const struct dump *d, enum wire_kind kind, size_t *next, uint64_t from, uint64_t to,
                         uint64_t *clear)
{
  for (; *next < d->gap_count; ++*next) {
    if (d->gaps[*next].kind != kind)
      continue;
    const struct period t = gaps_time(d, kind, d->gaps[*next].row);
    if (t.to_known && from >= t.to)
      continue;
    *clear = t.from_known && t.from < *clear ? t.from : *clear;
    return !t.from_known || t.from < to;
  }
  return false;
}

bool gaps_look(const struct dump *d, enum wire_kind kind, struct gaps_walk *w, uint64_t from, uint64_t to)
{
  uint64_t clear = UINT64_MAX;
  if (lost_on_line(d, kind, &w->next, from, to, &clear) || had_no_room(d, kind, from, to, &clear) ||
      settings_paused(d, gaps_mode(kind), from, to, &clear))
    return true;
  if (from < to) {
    w->clear_from = from;
    w->clear_behind = clear + (clear < UINT64_MAX);
  }
  return false;
}
