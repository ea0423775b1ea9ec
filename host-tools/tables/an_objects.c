/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_objects.c: the tables of objects and of the heap over time: objects (a row each), collections, heap.
 */
#include "an.h"
#include "base/mem.h"
#include "model/heap.h"
#include "model/lives.h"
#include "objects_notes.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- objects ---- */

#define OBJECT(C) \
  C(birth_us,    US,    table_us(t, view_ns(v, b->tsc))) \
  C(death_us,    US,    AN_OR_NONE(life->gone != UINT64_MAX, table_us(t, view_ns(v, life->gone)))) \
  C(birth_bytes, COUNT, table_natural(t, b->clock)) \
  C(age_bytes,   COUNT, table_natural(t, life->age)) \
  C(bytes,       COUNT, table_natural(t, b->bytes)) \
  C(site,        COUNT, table_natural(t, b->site)) \
  C(class,       COUNT, table_natural(t, b->class)) \
  C(thread,      TEXT,  table_text(t, v->threads[thread].name))

static void object_row(struct view *v, struct table *t, const struct life *life)
{
  const struct wire_birth *b = life->birth;
  const uint32_t thread = view_thread(v, b->thread); /* may move v->threads */
  OBJECT(AN_CELL)
}

static const struct table_column object_columns[] = { OBJECT(AN_COLUMN) };

static void fill_objects(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  objects_note(analysis, t);
  struct lives_walk w = lives_begin_window(analysis_lives(analysis), analysis->view, &(size_t){ 0 });
  for (struct life life; lives_next(&w, &life);)
    if (lives_wanted(v, life.birth))
      object_row(v, t, &life);
  lives_end(&w);
}

const struct tables_def an_objects = {
  .name = "objects", .title = "every object, from birth to death", TABLES_COLUMNS(object_columns),
  .modes = WIRE_MODE_OBJECTS, .raw = true, .timed = true, .applies = objects_apply,
  .fill = fill_objects };

/* ---- collections ---- */

#define COLLECTION(C) \
  C(start_us,       US,    table_us(t, view_ns(v, c->start))) \
  C(end_us,         US,    table_us(t, view_ns(v, c->end))) \
  C(pause_us,       US,    an_cycles(v, t, (__int128)c->end - c->start - c->own)) \
  C(reason,         TEXT,  table_text(t, lives_reason(c->reason))) \
  C(marked_objects, COUNT, table_natural(t, c->marked_objects)) \
  C(marked_bytes,   COUNT, table_natural(t, c->marked_bytes)) \
  C(freed_objects,  COUNT, table_natural(t, c->freed_objects)) \
  C(freed_bytes,    COUNT, table_natural(t, c->freed_bytes)) \
  C(before_bytes,   COUNT, table_natural(t, c->marked_bytes + c->freed_bytes)) \
  C(after_bytes,    COUNT, table_natural(t, c->marked_bytes)) \
  C(heap_bytes,     COUNT, table_natural(t, c->heap_after)) \
  C(raw_pause_us,   US,    an_cycles(v, t, (__int128)c->end - c->start))

/* Says where pauses cannot be corrected: no collection says what of it was the profiler's, and some recorded deaths. */
static void note_raw_pauses(const struct wire_collection *all, size_t count, struct table *t)
{
  bool measured = false, deaths = false;
  for (size_t i = 0; i < count; i++) {
    measured |= all[i].own != 0;
    deaths |= all[i].deaths != 0;
  }
  if (deaths && !measured)
    table_comment(t, "note", "pauses are not corrected: this target does not tell what recording deaths took of them");
}

static void note_empty(const struct dump *d, struct table *t)
{
  const uint64_t empty = dump_meta(d, WIRE_META_COLLECTIONS_EMPTY, 0);
  char text[120];
  snprintf(text, sizeof(text), "%" PRIu64 " collections for stress that found no object dead have no row", empty);
  if (empty)
    table_comment(t, "note", text);
}

static void fill_collections(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  size_t count;
  struct wire_collection *all = lives_collections(v->dump, &count);
  note_raw_pauses(all, count, t);
  note_empty(v->dump, t);
  for (const struct wire_collection *c = all; c < all + count; c++) {
    if (view_in_window(v, c->start)) {
      COLLECTION(AN_CELL)
    }
  }
  mem_free(all);
}

static const struct table_column collection_columns[] = { COLLECTION(AN_COLUMN) };

const struct tables_def an_collections = {
  .name = "collections", .title = "garbage collections: pauses, what lived on, what was freed",
  TABLES_COLUMNS(collection_columns), .modes = WIRE_MODE_OBJECTS, .timed = true,
  .applies = objects_apply, .fill = fill_collections };

/* ---- heap ---- */

static void fill_heap(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  size_t count;
  struct heap_point *points = heap_points(v, analysis_lives(analysis), &count);
  for (const struct heap_point *p = points; p < points + count; p++) {
    table_us(t, view_ns(v, p->tsc));
    table_natural(t, p->used);
    AN_OR_NONE(p->heap_known, table_natural(t, p->heap));
  }
  mem_free(points);
}

static const struct table_column heap_columns[] = {
  { "time_us", TABLE_US }, { "used_bytes", TABLE_COUNT }, { "heap_bytes", TABLE_COUNT },
};

const struct tables_def an_heap = {
  .name = "heap",
  .title = "the heap over time: bytes of objects, dead ones that are not found yet included, and of blocks",
  TABLES_COLUMNS(heap_columns),
  .modes = WIRE_MODE_OBJECTS, .raw = true, .timed = true, .applies = objects_apply, .fill = fill_heap };
