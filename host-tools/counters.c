/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * counters.c: from readings to spans; counters.h is the manual.
 */
#include "counters.h"

#include "cmd.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_model(const struct dump *d)
{
  return dump_meta(d, WIRE_META_COUNTERS_FROM, 0) == WIRE_COUNTERS_FROM_MODEL;
}

bool counters_lacking(const struct view *v)
{
  return is_model(v->dump) && !v->series;
}

/* ---- whether a series is of this run ---- */

static bool refuse(const struct view *v, const char *path, const char *why)
{
  cmd_say("%s is not of the run of %s: %s", path, v->dump->path, why);
  return false;
}

/* Whether the series agrees with what lies between two readings that follow each other. */
static bool agree(struct view *v, const struct series *s, const struct wire_reading *from,
                  const struct wire_reading *to)
{
  uint64_t cycles = to->tsc - from->tsc;
  uint64_t instructions = s->rows[to->number].instructions - s->rows[from->number].instructions;
  bool halts = v->threads[view_thread(v, to->thread)].flags & WIRE_THREAD_IDLE;
  return cycles == instructions || (halts && cycles > instructions);
}

/* The same where the clock does not tell: whether there is a value for each reading that was made. */
static bool agree_in_number(const struct view *v, const struct series *s, const char *path)
{
  const struct wire_tally *t = &v->dump->tally[WIRE_READING];
  char why[120];
  if (!(v->dump->tally_known & DUMP_KIND(WIRE_READING)) || t->made == s->count)
    return true;
  snprintf(why, sizeof(why), "it has values of %zu readings, and there were %" PRIu64, s->count, t->made);
  return refuse(v, path, why);
}

bool counters_take(struct view *v, struct series *s, const char *path)
{
  const struct wire_reading *r = dump_reading_rows(v->dump);
  const size_t count = dump_count(v->dump, WIRE_READING);
  char why[200];
  v->series = s;
  if (!is_model(v->dump))
    return refuse(v, path, "that run's counters are not a model's (boot with counters=model, as `make run "
                  "COUNTERS=...` does)");
  for (size_t i = 0; i < count; i++) {
    if (r[i].number >= s->count) {
      snprintf(why, sizeof(why), "it ends behind %zu readings, there is one with number %" PRIu64, s->count,
               r[i].number);
      return refuse(v, path, why);
    }
    if (i && !s->host_clock && r[i].number == r[i - 1].number + 1 && !agree(v, s, &r[i - 1], &r[i])) {
      snprintf(why, sizeof(why), "from reading %" PRIu64 " to the next there were not as many instructions as cycles "
               "(was it -icount shift=0?)", r[i - 1].number);
      return refuse(v, path, why);
    }
  }
  return !s->host_clock || agree_in_number(v, s, path);
}

/* ---- spans ---- */

/* What the counters read at a reading. */
static struct series_row value_at(const struct view *v, const struct wire_reading *r)
{
  if (v->series)
    return v->series->rows[r->number];
  return (struct series_row){ COUNTERS_UNKNOWN, { r->first, r->second } };
}

/* Which of the counters counts instructions; -1: neither. */
static int instructions_counter(const struct counters *c)
{
  for (int i = 0; i < 2; i++)
    if (strcmp(c->name[i], "instructions") == 0)
      return i;
  return -1;
}

/* Whether `to` is the reading behind `from`; what goes back is not of one run. */
static bool follows(const struct wire_reading *from, const struct wire_reading *to)
{
  return to->number == from->number + 1 && to->tsc >= from->tsc && to->first >= from->first &&
         to->second >= from->second;
}

static void add_span(struct view *v, struct counters *c, const struct wire_reading *from,
                     const struct wire_reading *to, int counter)
{
  const struct series_row a = value_at(v, from), b = value_at(v, to);
  struct counters_span s = { from->tsc, to->tsc, view_thread(v, to->thread), COUNTERS_UNKNOWN,
                             { b.value[0] - a.value[0], b.value[1] - a.value[1] } };
  if (b.instructions != COUNTERS_UNKNOWN)
    s.instructions = b.instructions - a.instructions;
  else if (counter >= 0)
    s.instructions = s.value[counter];
  cmd_grow(&c->spans, &c->room, c->count + 1, sizeof(*c->spans));
  c->spans[c->count++] = s;
}

static char *counter_name(const struct view *v, uint32_t counter)
{
  char *name = v->series ? cmd_text("%s", v->series->name[counter]) : dump_name(v->dump, WIRE_SPACE_COUNTER, counter);
  return name ? name : cmd_text("counter %" PRIu32, counter);
}

const struct counters *counters_get(struct view *v)
{
  const struct wire_reading *r = dump_reading_rows(v->dump);
  const size_t count = counters_lacking(v) ? 0 : dump_count(v->dump, WIRE_READING);
  if (v->counters)
    return v->counters;
  struct counters *c = v->counters = cmd_alloc(1, sizeof(*c));
  for (uint32_t i = 0; i < 2; i++)
    c->name[i] = counter_name(v, i);
  const int counter = instructions_counter(c);
  for (size_t i = 1; i < count; i++) {
    if (follows(&r[i - 1], &r[i]))
      add_span(v, c, &r[i - 1], &r[i], counter);
    else if (r[i].number > r[i - 1].number)
      c->missing += r[i].number - r[i - 1].number - 1;
  }
  return c;
}

void counters_free(struct counters *c)
{
  if (!c)
    return;
  free(c->name[0]);
  free(c->name[1]);
  free(c->spans);
  free(c);
}
