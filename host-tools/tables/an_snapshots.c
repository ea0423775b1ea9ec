/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_snapshots.c: the table `snapshots`: when the target sent its call trees while it ran (dump/snapshot.h). Between any
 * two of them --between has the call trees of the time in between.
 */
#include "an.h"
#include "dump/snapshot.h"

static void fill_snapshots(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const size_t count = snapshot_count(v->dump);
  for (size_t i = 0; i < count; i++) {
    const struct wire_snapshot *s = snapshot_head(v->dump, i);
    if (!view_in_window(v, s->tsc))
      continue;
    table_natural(t, s->number);
    table_us(t, view_ns(v, s->tsc));
    table_natural(t, s->threads);
    table_natural(t, s->nodes);
  }
}

static const struct table_column snapshot_columns[] = {
  { "number", TABLE_COUNT }, { "time_us", TABLE_US }, { "threads", TABLE_COUNT }, { "nodes", TABLE_COUNT },
};

const struct tables_def an_snapshots = {
  .name = "snapshots", .title = "when the target sent its call trees while it ran", TABLES_COLUMNS(snapshot_columns),
  .modes = WIRE_MODE_TIMING, .raw = true, .timed = true, .fill = fill_snapshots };
