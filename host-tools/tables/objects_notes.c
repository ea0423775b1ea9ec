/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects_notes.c: see objects_notes.h.
 */
#include "objects_notes.h"

#include "dump/reason.h"
#include "model/lives.h"

#include <inttypes.h>
#include <stdio.h>

bool objects_apply(const struct view *v)
{
  return dump_meta(v->dump, WIRE_META_MODES, 0) & WIRE_MODE_OBJECTS || dump_count(v->dump, WIRE_BIRTH);
}

void objects_note(struct analysis *analysis, struct table *t)
{
  const struct view *v = analysis->view;
  const struct lives *l = analysis_lives(analysis);
  char text[200];
  if (l->unknown) {
    snprintf(text, sizeof(text), "of %" PRIu64 " of %zu objects the death may be missing: they are shown as living, "
             "with the age up to which they are known to have lived", l->unknown, l->count);
    table_incomplete(t, reason_code(REASON_DEATHS), NULL, text);
  }
  if (l->strays) {
    /* A ring forgets the oldest births: that is what it is for. */
    bool ring = dump_is_ring(v->dump, WIRE_MODE_OBJECTS) && dump_tally(v->dump, WIRE_BIRTH)->dropped;
    snprintf(text, sizeof(text), "%" PRIu64 " deaths were left out, because the birth or the collection is not here",
             l->strays);
    if (ring)
      table_comment(t, "note", text);
    else
      table_incomplete(t, reason_code(REASON_BIRTHS), NULL, text);
  }
}
