/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * tables.c: the list of tables, and the remarks that every table makes about its data; tables.h is the manual.
 */
#include "tables.h"

#include "base/mem.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/say.h"
#include "dump/losses.h"
#include "dump/settings.h"
#include "dump/snapshot.h"
#include "model/interval.h"

#include <stdlib.h>
#include <string.h>

#define LIST(T) \
  T(run) T(methods) T(pairs) T(tree) T(snapshots) T(calls) T(messages) T(samples) T(own) T(counted) T(agreement) \
  T(stacks) T(events) T(eventstats) T(intervals) \
  T(cycle) T(rounds) T(threads) T(programs) \
  T(processors) T(migrations) T(busy) T(busysteps) T(latency) \
  T(activity) T(wakes) T(locks) T(lockwaits) T(standing) T(waitsfor) T(moments) T(counters) T(counterseries) \
  T(counterfunctions) T(sites) T(classes) T(survival) T(ages) T(drag) T(objects) T(collections) T(heap) T(crash) \
  T(registers) T(cost) \
  T(losses) T(lost)

#define DECLARE(name) extern const struct tables_def an_##name;
LIST(DECLARE)
#undef DECLARE

const struct tables_def *const tables_all[] = {
#define ENTRY(name) &an_##name,
  LIST(ENTRY)
#undef ENTRY
};
const size_t tables_count = sizeof(tables_all) / sizeof(tables_all[0]);

const struct tables_def *tables_find(const char *name)
{
  for (size_t i = 0; i < tables_count; i++)
    if (strcmp(tables_all[i]->name, name) == 0)
      return tables_all[i];
  return NULL;
}

bool tables_of_several(const struct view *v)
{
  return view_processors(v) > 1;
}

static size_t columns_of(const struct tables_def *def, const struct view *v)
{
  return def->several_columns && !tables_of_several(v) ? def->column_count - def->several_columns : def->column_count;
}

static void say_incomplete(void *t, const struct missing *m)
{
  table_incomplete(t, reason_code(m->reason), m->kind, m->text);
}

/* What a mode's records are, and how our kernel and Java programs are told to have them. */
static const struct { uint32_t mode; const char *what, *option, *config; } mode_hints[] = {
  { WIRE_MODE_TIMING, "timing was not switched on in this run", "prof=timing (or all)", "TIMING" },
  { WIRE_MODE_SAMPLES, "samples were not switched on in this run", "prof=samples (or all)", "SAMPLES" },
  { WIRE_MODE_EVENTS, "events were not switched on in this run", "prof=events (or all)", "EVENTS" },
  { WIRE_MODE_SCHED, "sched was not switched on in this run", "prof=sched (or all)", "SCHED" },
  { WIRE_MODE_OBJECTS, "objects were not switched on in this run", "prof=objects (or all)", "OBJECTS" },
  { WIRE_MODE_LOCKS, "waits for locks were not recorded in this run", "prof=locks (or all)", "LOCKS" },
  { WIRE_MODE_CALLS, "calls were not recorded one by one in this run", "prof=calls, or calls=NAMES", "CALLS" },
  { WIRE_MODE_MESSAGES, "messages were not recorded in this run", "prof=messages", "MESSAGES" },
  { WIRE_MODE_MOMENTS, "the stacks of all threads were not taken in this run", "stacks=100ms, or prof=moments", "MOMENTS" },
  { WIRE_MODE_COUNTERS, "performance counters were not read in this run", "counters=, or make run COUNTERS=", "COUNTERS" },
  { WIRE_MODE_EXACT, "exact lives were not recorded in this run", "prof=exact (make run EXACT=yes)", "EXACT" },
};

/* Says what to do to have a mode on; of several modes that were off, of the first. A kernel without options (PORTING.md)
 * has what it gives to prof_init(). */
static void note_off(const struct dump *d, struct table *t, uint32_t modes)
{
  char text[160];
  for (size_t i = 0; i < sizeof(mode_hints) / sizeof(mode_hints[0]); i++)
    if (mode_hints[i].mode == (modes & -modes)) {
      const bool options = dump_has_name(d, WIRE_SPACE_COMMAND, 0);
      snprintf(text, sizeof(text), "%s: %s%s", mode_hints[i].what, options ? "boot with " : "config.modes |= WIRE_MODE_",
               options ? mode_hints[i].option : mode_hints[i].config);
      table_comment(t, "note", text);
    }
}

/* Says that the call trees are those of a snapshot, where the dump has no end; those of an interval that ends before
 * that are as they are in any dump. */
static void say_early(const struct view *v, dump_kinds read, reason_say *say, void *ctx)
{
  const dump_kinds trees = DUMP_READ_TREES | DUMP_KIND(WIRE_NODE) | DUMP_KIND(WIRE_HISTOGRAM);
  uint64_t tsc;
  char text[160];
  if (!(read & trees) || !dump_trees_are_early(v->dump, &tsc) || (v->interval && v->interval->to != INTERVAL_END))
    return;
  snprintf(text, sizeof(text), "the call trees are as of %.3f s of %.3f s: of what came later only the records that "
           "were streamed are here", (double)view_ns(v, tsc) / 1e9, (double)view_ns(v, v->stop) / 1e9);
  say(ctx, &(struct missing){ REASON_EARLY, NULL, text });
}

void tables_explain(const struct view *v, dump_kinds read, reason_say *say, void *ctx)
{
  losses_explain(v->dump, read, say, ctx);
  say_early(v, read, say, ctx);
  settings_explain(v->dump, read, say, ctx);
}

/* Says that records of the table could no longer be read. */
static void say_unread(const struct view *v, dump_kinds read, struct table *t)
{
  if (read & dump_unread(v->dump))
    table_incomplete(t, reason_code(REASON_UNREAD), NULL, dump_reread_error(v->dump));
}

/* Says what is missing of a table for which `read` was read. */
static void say_missing(const struct tables_def *def, const struct view *v, dump_kinds read, struct table *t)
{
  if (def->of_run)
    read &= DUMP_READ_LINE;
  if (!def->of_crash) {
    tables_explain(v, read, say_incomplete, t);
    return;
  }
  losses_explain_line(v->dump, read, say_incomplete, t);
  losses_explain_end(v->dump, say_incomplete, t);
}

/* Says of what time the call trees are. */
static void note_interval(const struct view *v, struct table *t)
{
  char text[240];
  snprintf(text, sizeof(text), "call trees of %.3f us to %.3f us (--between); the edges of a thread are up to %.3f us "
           "later than these, and `open` counts calls that were open at an edge", (double)v->from / 1000,
           (double)v->to / 1000, (double)stats_ns((__int128)v->interval->late, v->hz) / 1000);
  table_comment(t, "note", text);
}

/* Says that a window does not choose among what the table shows. */
static void note_whole(const struct tables_def *def, const struct view *v, struct table *t)
{
  if (v->interval)
    table_comment(t, "note", "of the whole run: --between divides call trees, and what has times");
  else if (def->trees && snapshot_count(v->dump))
    table_comment(t, "note", "of the whole run: call trees keep sums, --from and --to cannot divide them; --between has "
                  "those between two snapshots of them (table snapshots)");
  else
    table_comment(t, "note", "of the whole run: call trees keep sums, --from and --to cannot divide them");
}

static void note_choice(const struct tables_def *def, const struct view *v, struct table *t)
{
  char text[160];
  const uint32_t off = def->modes & ~(uint32_t)dump_meta(v->dump, WIRE_META_MODES, 0);
  const bool by_crash = off == WIRE_MODE_MOMENTS && dump_count(v->dump, WIRE_MOMENT); /* which takes one in any mode */
  if (off && !by_crash && dump_has_meta(v->dump, WIRE_META_MODES))
    note_off(v->dump, t, off);
  if (!def->of_run && v->thread_filter) {
    snprintf(text, sizeof(text), "only of thread %.*s", text_cut(v->thread_filter, 100), v->thread_filter);
    table_comment(t, "note", text);
  }
  if (v->interval && def->trees) {
    note_interval(v, t);
  } else if (v->windowed && def->timed) {
    snprintf(text, sizeof(text), "only from %.3f us to %.3f us", (double)v->from / 1000, (double)v->to / 1000);
    table_comment(t, "note", text);
  } else if (v->windowed && !def->of_run && !def->of_crash) {
    note_whole(def, v, t);
  }
}

/* ---- what a table rests on ---- */

static void count_missing(void *count, const struct missing *m)
{
  (void)m;
  ++*(size_t *)count;
}

/* Whether any table may have something to say. */
static bool lacks_anything(const struct view *v)
{
  size_t count = 0;
  uint64_t tsc;
  losses_explain(v->dump, UINT64_MAX, count_missing, &count);
  settings_explain(v->dump, UINT64_MAX, count_missing, &count);
  return count || dump_trees_are_early(v->dump, &tsc) || dump_unread(v->dump);
}

/* What is read to fill a table, and to say what it lacks: the dump is asked for all of it, and nothing is written. */
static dump_kinds what_is_read(const struct tables_def *def, struct analysis *analysis)
{
  const struct dump *d = analysis->view->dump;
  struct table nothing;
  dump_swap_reads(d, VIEW_RESTS_ON);
  table_begin(&nothing, NULL, TABLE_FORM_NONE, 0, def->name, def->title, def->columns,
              columns_of(def, analysis->view));
  def->fill(analysis, &nothing);
  const dump_kinds filled = dump_swap_reads(d, 0);
  say_missing(def, analysis->view, filled, &nothing);
  table_end(&nothing);
  return filled | dump_swap_reads(d, 0);
}

bool tables_apply(const struct tables_def *def, const struct view *v)
{
  dump_swap_reads(v->dump, 0);
  return !def->applies || def->applies(v) ||
         losses_explain_line(v->dump, dump_swap_reads(v->dump, 0), count_missing, &(size_t){ 0 });
}

void tables_list(FILE *out)
{
  for (size_t i = 0; i < tables_count; i++)
    fprintf(out, "  %-10s  %s\n", tables_all[i]->name, tables_all[i]->title);
}

void tables_choose(struct tables_choice *c, const struct tables_def *def)
{
  mem_grow(&c->defs, &c->room, c->count + 1, sizeof(*c->defs));
  c->defs[c->count++] = def;
}

bool tables_choose_named(struct tables_choice *c, char *names)
{
  char *rest;
  for (char *name = strtok_r(names, ",", &rest); name; name = strtok_r(NULL, ",", &rest)) {
    const struct tables_def *def = tables_find(name);
    if (!def) {
      say_line("there is no table `%s`; there are:", name);
      tables_list(stderr);
      return false;
    }
    tables_choose(c, def);
  }
  return true;
}

static bool write_rows(const struct tables_def *def, struct analysis *analysis, FILE *out, enum table_form form,
                       size_t first, size_t limit, size_t *rows)
{
  const struct view *v = analysis->view;
  struct table t;
  const dump_kinds read = lacks_anything(v) ? what_is_read(def, analysis) : 0, unread = dump_unread(v->dump);
  table_begin(&t, out, form, limit, def->name, def->title, def->columns, columns_of(def, v));
  t.first = first;
  say_missing(def, v, read, &t);
  say_unread(v, read & unread, &t);
  note_choice(def, v, &t);
  dump_swap_reads(v->dump, VIEW_RESTS_ON);
  def->fill(analysis, &t);
  say_unread(v, dump_swap_reads(v->dump, 0) & ~unread, &t);
  *rows = t.rows;
  return table_end(&t);
}

bool tables_write(const struct tables_def *def, struct analysis *analysis, FILE *out, enum table_form form,
                  size_t limit)
{
  return write_rows(def, analysis, out, form, 0, def->of_run || def->of_crash ? 0 : limit, &(size_t){ 0 });
}

bool tables_write_part(const struct tables_def *def, struct analysis *analysis, FILE *out, size_t first, size_t limit,
                       size_t *rows)
{
  return write_rows(def, analysis, out, TABLE_FORM_TSV, first, limit, rows);
}
