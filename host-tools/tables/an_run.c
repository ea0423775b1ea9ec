/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_run.c: the tables about the run itself: run (what was profiled, how, how much) and losses (what is missing).
 */
#include "an.h"
#include "model/conflicts.h"
#include "model/counters.h"
#include "model/processors.h"
#include "model/timeline.h"
#include "dump/losses.h"
#include "base/mem.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Kinds whose records are made by the probes and counted in the end frame. */
#define LOG(KIND, ...) | DUMP_KIND(WIRE_##KIND)
#define PROCESSOR_ROWS TIMELINE_PROCESSORS /* more are not followed */
#define COUNTED (DUMP_KIND(WIRE_THREAD) | DUMP_KIND(WIRE_NODE) WIRE_LOGS(LOG))

/* A row whose value is text of any length: a name must not be cut. */
static void plain_row(struct table *t, const char *key, const char *text)
{
  table_text(t, key);
  table_text(t, text);
}

/* A row whose value is made of numbers. */
static void __attribute__((format(printf, 3, 4))) text_row(struct table *t, const char *key, const char *format, ...)
{
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  plain_row(t, key, text);
}

static void name_row(struct table *t, const struct dump *d, const char *key, enum wire_space space)
{
  char *name = dump_name(d, space, 0);
  table_text(t, key);
  table_text(t, name ? name : "-");
  mem_free(name);
}

static void meta_row(struct table *t, const struct dump *d, const char *key, enum wire_meta_key meta, bool is_signed)
{
  if (!dump_has_meta(d, meta))
    text_row(t, key, "-");
  else if (is_signed)
    text_row(t, key, "%" PRId64, (int64_t)dump_meta(d, meta, 0));
  else
    text_row(t, key, "%" PRIu64, dump_meta(d, meta, 0));
}

static void modes_row(struct table *t, const struct dump *d)
{
  uint64_t m = dump_meta(d, WIRE_META_MODES, 0);
  char text[128] = "";
  size_t used = 0;
#define MODE(number, NAME, name, records) \
  if (m & WIRE_MODE_##NAME) \
    used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", used ? "," : "", #name);
  WIRE_MODES(MODE)
#undef MODE
  plain_row(t, "modes", used ? text : "-");
}

static void sampling_row(struct table *t, const struct dump *d)
{
  const char *how = "-";
  switch (dump_meta(d, WIRE_META_SAMPLING, 0)) {
#define WAY_(number, NAME, name, text) case number: how = name; break;
  WIRE_SAMPLINGS(WAY_)
#undef WAY_
  }
  plain_row(t, "sampling", how);
}

static void time_rows(const struct view *v, struct table *t)
{
  const struct dump *d = v->dump;
  int64_t ns = stats_ns((__int128)v->stop - v->start, v->hz);
  text_row(t, "tsc_hz", "%" PRIu64, v->hz);
  plain_row(t, "tsc_invariant", !dump_has_meta(d, WIRE_META_TSC_FLAGS) ? "-" :
      dump_meta(d, WIRE_META_TSC_FLAGS, 0) & 1 ? "yes" : "no");
  meta_row(t, d, "tick_hz", WIRE_META_TICK_HZ, false);
  sampling_row(t, d);
  if (dump_has_meta(d, WIRE_META_SAMPLES_MISSED))
    meta_row(t, d, "samples_missed", WIRE_META_SAMPLES_MISSED, false);
  if (dump_has_meta(d, WIRE_META_MOMENTS_MISSED))
    meta_row(t, d, "moments_missed", WIRE_META_MOMENTS_MISSED, false);
  if (v->times_known)
    text_row(t, "duration_us", "%" PRId64 ".%03" PRId64, ns / 1000, ns % 1000);
  else
    text_row(t, "duration_us", "-");
}

/* What the performance counters counted, and who counted it. */
static void counter_rows(struct counters *c, struct table *t)
{
  const uint64_t from = dump_meta(c->view->dump, WIRE_META_COUNTERS_FROM, 0);
  plain_row(t, "counter_first", from ? counters_name(c, 0) : "-");
  plain_row(t, "counter_second", from ? counters_name(c, 1) : "-");
  if (from == WIRE_COUNTERS_FROM_MODEL)
    plain_row(t, "counters_from", c->series ? "model" : "absent");
  else
    plain_row(t, "counters_from", from == WIRE_COUNTERS_FROM_PMU ? "processor" : "-");
  plain_row(t, "counter_model", c->series && c->series->model ? c->series->model : "-");
}

static void size_rows(struct table *t, const struct dump *d)
{
  uint64_t records = dump_records(d);
  text_row(t, "frames", "%" PRIu64, dump_frames(d));
  text_row(t, "records", "%" PRIu64, records);
  text_row(t, "wire_bytes", "%" PRIu64, dump_wire_bytes(d));
  if (records)
    text_row(t, "bytes_per_record", "%.3f", (double)dump_wire_bytes(d) / (double)records);
  else
    text_row(t, "bytes_per_record", "-");
  text_row(t, "lost_frames", "%" PRIu64, dump_lost_frames(d));
}

/* The number of processors, and how the clock of each stands to the first one's; of one processor nothing. */
static void processor_rows(const struct view *v, struct table *t)
{
  const struct processors *p = v->processors;
  char key[64];
  if (!tables_of_several(v))
    return;
  text_row(t, "processors", "%" PRIu32, p->count);
  dump_note_read(v->dump, DUMP_KIND(WIRE_PROCESSOR));
  for (uint32_t i = 0; i < p->count && i < PROCESSOR_ROWS; i++) {
    snprintf(key, sizeof(key), "clock_offset_cycles.%" PRIu32, i);
    if (p->all[i].known)
      text_row(t, key, "%" PRId64, p->all[i].offset);
    else
      plain_row(t, key, "-");
    snprintf(key, sizeof(key), "clock_error_cycles.%" PRIu32, i);
    if (p->all[i].known)
      text_row(t, key, "%" PRIu64, p->all[i].error);
    else
      plain_row(t, key, "-");
  }
}

/* One row for each kind; a kind that the end frame does not count was never made, unless some of the counts are
 * missing. */
static void tally_rows(struct table *t, const struct dump *d, const char *what, size_t offset)
{
  char key[64];
  for (unsigned k = 0; k < WIRE_KIND_LIMIT; k++) {
    if (!(COUNTED & DUMP_KIND(k)))
      continue;
    snprintf(key, sizeof(key), "%s.%s", what, wire_kinds[k].name);
    if (dump_tally_known(d, k))
      text_row(t, key, "%" PRIu64, *(const uint64_t *)(const void *)((const char *)dump_tally(d, k) + offset));
    else
      text_row(t, key, "-");
  }
}

static const struct { const char *key; enum wire_meta_key meta; bool is_signed; } calibration[] = {
  { "cal_rounds",            WIRE_META_CAL_ROUNDS,     false },
  { "cal_inner_cycles",      WIRE_META_CAL_INNER,      true },
  { "cal_inner_min_cycles",  WIRE_META_CAL_INNER_MIN,  true },
  { "cal_outer_cycles",      WIRE_META_CAL_OUTER,      true },
  { "cal_outer_min_cycles",  WIRE_META_CAL_OUTER_MIN,  true },
  { "cal_slow_inner_cycles", WIRE_META_CAL_SLOW_INNER, true },
  { "cal_slow_outer_cycles", WIRE_META_CAL_SLOW_OUTER, true },
  { "cal_enter_inner_cycles", WIRE_META_CAL_ENTER_INNER, true },
  { "cal_enter_outer_cycles", WIRE_META_CAL_ENTER_OUTER, true },
  { "cal_switch_cycles",     WIRE_META_CAL_SWITCH,     true },
  { "cal_nested_cycles",     WIRE_META_CAL_NESTED,     true },
  { "cal_add_cycles",        WIRE_META_CAL_ADD,        true },
  { "cal_event_cycles",      WIRE_META_CAL_EVENT,      true },
  { "cal_event_min_cycles",  WIRE_META_CAL_EVENT_MIN,  true },
  { "cal_birth_cycles",      WIRE_META_CAL_BIRTH,      true },
  { "cal_death_cycles",      WIRE_META_CAL_DEATH,      true },
};

static void fill_run(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct dump *d = v->dump;
  char *path = text_clean((const uint8_t *)dump_path(d), strlen(dump_path(d)));
  plain_row(t, "file", path);
  mem_free(path);
  name_row(t, d, "system", WIRE_SPACE_SYSTEM);
  name_row(t, d, "program", WIRE_SPACE_PROGRAM);
  name_row(t, d, "build_id", WIRE_SPACE_BUILD_ID);
  name_row(t, d, "command", WIRE_SPACE_COMMAND);
  name_row(t, d, "crash", WIRE_SPACE_CRASH);
  modes_row(t, d);
  time_rows(v, t);
  processor_rows(v, t);
  counter_rows(analysis_counters(analysis), t);
  size_rows(t, d);
  tally_rows(t, d, "made", offsetof(struct wire_tally, made));
  tally_rows(t, d, "sent", offsetof(struct wire_tally, sent));
  tally_rows(t, d, "dropped", offsetof(struct wire_tally, dropped));
  for (size_t i = 0; i < sizeof(calibration) / sizeof(calibration[0]); i++)
    meta_row(t, d, calibration[i].key, calibration[i].meta, calibration[i].is_signed);
}

static const struct table_column run_columns[] = { { "key", TABLE_TEXT }, { "value", TABLE_TEXT } };

const struct tables_def an_run = {
  .name = "run", .title = "what was profiled, how, and how much came of it", TABLES_COLUMNS(run_columns), .of_run = true,
  .fill = fill_run };

/* ---- losses ---- */

static void time_cell(const struct view *v, struct table *t, bool known, uint64_t tsc)
{
  if (known)
    table_us(t, view_ns(v, tsc));
  else
    table_none(t);
}

/* A row for records that contradict others: they are there, so none is dropped. */
static void conflict_row(void *ctx, const struct missing *m)
{
  struct table *t = ctx;
  table_text(t, m->kind);
  table_none(t);
  table_count(t, 0);
  table_none(t);
  table_none(t);
  table_text(t, reason_code(m->reason));
  table_text(t, m->text);
}

static void fill_losses(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct losses l = losses_of(v->dump);
  for (size_t i = 0; i < l.count; i++) {
    table_text(t, l.rows[i].what);
    if (l.rows[i].made < 0)
      table_none(t);
    else
      table_count(t, l.rows[i].made);
    if (l.rows[i].dropped < 0)
      table_none(t);
    else
      table_count(t, l.rows[i].dropped);
    time_cell(v, t, l.rows[i].time.from_known, l.rows[i].time.from);
    time_cell(v, t, l.rows[i].time.to_known, l.rows[i].time.to);
    table_text(t, reason_code(l.rows[i].reason));
    table_text(t, l.rows[i].note);
  }
  losses_free(&l);
  conflicts_explain(analysis, conflict_row, t);
}

static const struct table_column loss_columns[] = {
  { "what", TABLE_TEXT }, { "made", TABLE_COUNT }, { "dropped", TABLE_COUNT }, { "from_us", TABLE_US },
  { "to_us", TABLE_US }, { "reason", TABLE_TEXT }, { "note", TABLE_TEXT },
};

const struct tables_def an_losses = {
  .name = "losses", .title = "what is missing from the tables above, and why", TABLES_COLUMNS(loss_columns),
  .of_run = true, .fill = fill_losses };
