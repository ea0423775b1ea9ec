/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * counters.c: from readings to spans; counters.h is the manual.
 */
#include "counters.h"

#include "base/mem.h"
#include "base/say.h"
#include "dump/cursor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static bool is_model(const struct dump *d)
{
  return dump_meta(d, WIRE_META_COUNTERS_FROM, 0) == WIRE_COUNTERS_FROM_MODEL;
}

struct counters *counters_new(struct view *v)
{
  struct counters *c = mem_alloc(1, sizeof(*c));
  c->view = v;
  return c;
}

void counters_free(struct counters *c)
{
  if (!c)
    return;
  series_free(c->series);
  mem_free(c->name[0]);
  mem_free(c->name[1]);
  mem_free(c);
}

bool counters_lacking(const struct counters *c)
{
  return is_model(c->view->dump) && !c->series;
}

/* ---- whether a series is of this run ---- */

static bool refuse_series(const struct view *v, const char *path, const char *why)
{
  say_line("%s is not of the run of %s: %s", path, dump_path(v->dump), why);
  return false;
}

/* Whether the series agrees with what lies between two readings that follow each other. */
static bool agrees_by_clock(struct view *v, const struct series *s, const struct wire_reading *from,
                            const struct wire_reading *to)
{
  uint64_t cycles = to->tsc - from->tsc;
  uint64_t instructions = s->rows[to->number].instructions - s->rows[from->number].instructions;
  bool halts = view_thread_of(v, to->thread)->flags & WIRE_THREAD_IDLE;
  return cycles == instructions || (halts && cycles > instructions);
}

/* Whether the series has a value for each reading that was made: the only test where the clock does not tell. */
static bool agrees_in_number(const struct view *v, const struct series *s, const char *path)
{
  const struct wire_tally *t = dump_tally(v->dump, WIRE_READING);
  char why[120];
  if (!dump_tally_known(v->dump, WIRE_READING) || t->made == s->count)
    return true;
  snprintf(why, sizeof(why), "it has values of %zu readings, and there were %" PRIu64, s->count, t->made);
  return refuse_series(v, path, why);
}

/* What of the series contradicts a reading and the one before it, in `why`; false: nothing. */
static bool contradicts(struct view *v, const struct series *s, const struct wire_reading *from,
                        const struct wire_reading *to, char why[200])
{
  if (to->number >= s->count) {
    snprintf(why, 200, "it ends behind %zu readings, there is one with number %" PRIu64, s->count, to->number);
    return true;
  }
  if (s->host_clock || to->number != from->number + 1 || agrees_by_clock(v, s, from, to))
    return false;
  snprintf(why, 200, "from reading %" PRIu64 " to the next there were not as many instructions as cycles (was it "
           "-icount shift=0?)", from->number);
  return true;
}

bool counters_take(struct counters *counters, struct series *s, const char *path)
{
  struct view *v = counters->view;
  char why[200];
  bool bad = false;
  struct wire_reading from = { .number = UINT64_MAX - 1 };
  counters->series = s;
  if (!is_model(v->dump))
    return refuse_series(v, path, "that run's counters are not a model's (boot with counters=model, as `make run "
                         "COUNTERS=...` does)");
  if (view_processors(v) > 1)
    return refuse_series(v, path, "a model counts for one processor, and that run had several");
  struct cursor c = cursor_begin(v->dump, WIRE_READING);
  for (const struct wire_reading *to; !bad && (to = cursor_next(&c)); from = *to)
    bad = contradicts(v, s, &from, to, why);
  cursor_end(&c);
  if (bad)
    return refuse_series(v, path, why);
  return !s->host_clock || agrees_in_number(v, s, path);
}

/* ---- spans ---- */

/* What the counters read at a reading. */
static struct series_row value_at(const struct counters *c, const struct wire_reading *r)
{
  if (c->series)
    return c->series->rows[r->number];
  return (struct series_row){ COUNTERS_UNKNOWN, { r->first, r->second } };
}

/* Which of the counters counts instructions; -1: neither. */
static int instructions_counter(struct counters *c)
{
  for (uint32_t i = 0; i < 2; i++)
    if (strcmp(counters_name(c, i), "instructions") == 0)
      return (int)i;
  return -1;
}

#define NO_READING (UINT64_MAX - 1) /* no reading is the next one: its number would be the greatest */

/* Whether `to` is the reading behind `from`; what goes back is not of one run. */
static bool is_next(const struct wire_reading *from, const struct wire_reading *to)
{
  return from->number != NO_READING && to->number == from->number + 1 && to->tsc >= from->tsc && to->first >= from->first &&
         to->second >= from->second;
}

static struct counters_span span_of(const struct counters *c, const struct wire_reading *from,
                                    const struct wire_reading *to, int counter)
{
  const struct series_row a = value_at(c, from), b = value_at(c, to);
  struct counters_span s = { from->tsc, to->tsc, view_thread(c->view, to->thread), to->cpu, COUNTERS_UNKNOWN,
                             { b.value[0] - a.value[0], b.value[1] - a.value[1] } };
  if (b.instructions != COUNTERS_UNKNOWN)
    s.instructions = b.instructions - a.instructions;
  else if (counter >= 0)
    s.instructions = s.value[counter];
  return s;
}

void counters_walk(struct counters *counters, counters_fn *take, void *ctx)
{
  const int counter = instructions_counter(counters);
  struct wire_reading *before = NULL; /* by processor */
  size_t room = 0;
  if (counters_lacking(counters))
    return;
  struct cursor c = cursor_begin(counters->view->dump, WIRE_READING);
  for (const struct wire_reading *to; (to = cursor_next(&c)); before[to->cpu] = *to) {
    const size_t old = room;
    mem_grow(&before, &room, (size_t)to->cpu + 1, sizeof(*before));
    for (size_t i = old; i < room; i++)
      before[i] = (struct wire_reading){ .number = NO_READING };
    if (!is_next(&before[to->cpu], to))
      continue;
    const struct counters_span s = span_of(counters, &before[to->cpu], to, counter);
    take(ctx, &s);
  }
  cursor_end(&c);
  mem_free(before);
}

const char *counters_name(struct counters *c, uint32_t counter)
{
  if (c->series)
    return c->series->name[counter];
  if (!c->name[counter]) {
    char *name = dump_name(c->view->dump, WIRE_SPACE_COUNTER, counter);
    c->name[counter] = name ? name : mem_format("counter %" PRIu32, counter);
  }
  return c->name[counter];
}
