/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_lost.c: the table `lost`: in which stretches of time records were lost, whatever the reason (model/lost.h). The
 * charts draw the stretches as bands.
 */
#include "an.h"
#include "base/mem.h"
#include "model/lost.h"

static void fill_lost(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  size_t count;
  struct lost_stretch *all = lost_stretches(v->dump, &count);
  for (const struct lost_stretch *s = all; s < all + count; s++) {
    if (!lost_in_window(v, s))
      continue;
    table_us(t, view_ns(v, s->from));
    table_us(t, view_ns(v, s->to));
    table_text(t, wire_kinds[s->kind].name);
    table_natural(t, s->records);
    table_text(t, reason_code(s->reason));
  }
  mem_free(all);
}

static const struct table_column lost_columns[] = {
  { "from_us", TABLE_US }, { "to_us", TABLE_US }, { "what", TABLE_TEXT }, { "records", TABLE_COUNT },
  { "reason", TABLE_TEXT },
};

const struct tables_def an_lost = {
  .name = "lost", .title = "when records were lost", TABLES_COLUMNS(lost_columns), .of_run = true, .raw = true,
  .timed = true, .fill = fill_lost };
