/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_objects.c: the tables of objects and of the heap over time: objects (a row each), collections, heap.
 */
#include "an.h"
#include "base/mem.h"
#include "model/lives.h"
#include "objects_notes.h"

/* ---- objects ---- */

#define OBJECT(C) \
  C(birth_us,    US,    table_us(t, view_ns(v, b->tsc))) \
  C(death_us,    US,    AN_OR_NONE(death, table_us(t, view_ns(v, death->end)))) \
  C(birth_bytes, COUNT, table_natural(t, b->clock)) \
  C(age_bytes,   COUNT, table_natural(t, life->age)) \
  C(bytes,       COUNT, table_natural(t, b->bytes)) \
  C(site,        COUNT, table_natural(t, b->site)) \
  C(class,       COUNT, table_natural(t, b->class)) \
  C(thread,      TEXT,  table_text(t, v->threads[thread].name))

static void object_row(struct view *v, struct table *t, const struct lives *l, const struct life *life)
{
  const struct wire_birth *b = life->birth;
  const struct wire_collection *death = life->death < LIVES_UNKNOWN ? &l->collections[life->death] : NULL;
  const uint32_t thread = view_thread(v, b->thread); /* may move v->threads */
  OBJECT(AN_CELL)
}

static const struct table_column object_columns[] = { OBJECT(AN_COLUMN) };

static void fill_objects(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  objects_note(analysis, t);
  struct lives_walk w = lives_begin(analysis_lives(analysis));
  for (struct life life; lives_next(&w, &life);)
    if (lives_wanted(v, life.birth))
      object_row(v, t, w.lives, &life);
  lives_end(&w);
}

const struct tables_def an_objects = {
  .name = "objects", .title = "every object, from birth to death", TABLES_COLUMNS(object_columns),
  .modes = WIRE_MODE_OBJECTS, .raw = true, .timed = true, .applies = objects_apply,
  .fill = fill_objects };

/* ---- collections ---- */

static const char *reason_text(uint32_t reason)
{
  switch (reason) {
#define CASE(number, NAME, text) case number: return text;
  WIRE_REASONS(CASE)
#undef CASE
  default: return "unknown";
  }
}

#define COLLECTION(C) \
  C(start_us,       US,    table_us(t, view_ns(v, c->start))) \
  C(end_us,         US,    table_us(t, view_ns(v, c->end))) \
  C(pause_us,       US,    an_cycles(v, t, (__int128)c->end - c->start - c->own)) \
  C(reason,         TEXT,  table_text(t, reason_text(c->reason))) \
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

static void fill_collections(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  size_t count;
  struct wire_collection *all = lives_collections(v->dump, &count);
  note_raw_pauses(all, count, t);
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

#define HEAP_POINTS 1000 /* between collections, over the run: about a pixel each */

/* A moment, and what the heap held then. */
struct point { uint64_t tsc, used, heap; bool heap_known; };

struct points { struct point *rows; size_t count; };

static void add_point(struct view *v, struct points *p, struct point point)
{
  if (view_in_window(v, point.tsc))
    p->rows[p->count++] = point;
}

/* The bytes in use at `clock`, after the first `done` collections: what the last collection left, and what was
 * allocated since; before the first collection, what that one found, less what was allocated until then. */
static uint64_t used_at(const struct lives *l, size_t done, uint64_t clock)
{
  if (done) {
    const struct wire_collection *c = &l->collections[done - 1];
    return c->marked_bytes + (clock > c->clock ? clock - c->clock : 0);
  }
  if (!l->collection_count)
    return clock;
  const struct wire_collection *c = &l->collections[0];
  uint64_t met = c->marked_bytes + c->freed_bytes, to_come = c->clock > clock ? c->clock - clock : 0;
  return met > to_come ? met - to_come : 0;
}

/* Start and end of each collection that began up to `tsc`, from number `done` on; returns how many there are then. */
static size_t add_collections(struct view *v, struct points *p, const struct lives *l, size_t done, uint64_t tsc)
{
  for (; done < l->collection_count && l->collections[done].start <= tsc; done++) {
    const struct wire_collection *c = &l->collections[done];
    add_point(v, p, (struct point){ c->start, c->marked_bytes + c->freed_bytes, c->heap_before, true });
    add_point(v, p, (struct point){ c->end, c->marked_bytes, c->heap_after, true });
  }
  return done;
}

/* Collections and births in the order of time. */
static struct points gather_points(struct view *v, const struct lives *l)
{
  const size_t step = l->count / HEAP_POINTS + 1;
  struct points p = { .rows = mem_alloc(2 * l->collection_count + l->count / step + 1, sizeof(*p.rows)) };
  size_t done = 0, i = 0;
  struct cursor births = cursor_begin(v->dump, WIRE_BIRTH);
  for (const struct wire_birth *b; (b = cursor_next(&births)); i++) {
    if (i % step)
      continue;
    done = add_collections(v, &p, l, done, b->tsc);
    add_point(v, &p, (struct point){ b->tsc, used_at(l, done, b->clock), 0, false });
  }
  cursor_end(&births);
  add_collections(v, &p, l, done, UINT64_MAX);
  return p;
}

static void fill_heap(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  struct points p = gather_points(v, analysis_lives(analysis));
  for (size_t i = 0; i < p.count; i++) {
    table_us(t, view_ns(v, p.rows[i].tsc));
    table_natural(t, p.rows[i].used);
    AN_OR_NONE(p.rows[i].heap_known, table_natural(t, p.rows[i].heap));
  }
  mem_free(p.rows);
}

static const struct table_column heap_columns[] = {
  { "time_us", TABLE_US }, { "used_bytes", TABLE_COUNT }, { "heap_bytes", TABLE_COUNT },
};

const struct tables_def an_heap = {
  .name = "heap",
  .title = "the heap over time: bytes of objects, dead ones that are not found yet included, and of blocks",
  TABLES_COLUMNS(heap_columns),
  .modes = WIRE_MODE_OBJECTS, .raw = true, .timed = true, .applies = objects_apply, .fill = fill_heap };
