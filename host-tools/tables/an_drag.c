/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_drag.c: the table of what the heap holds, by the place that made it, and for what: objects that will still be
 * used, objects that are kept after their last use, and objects that are never used (Roejemo and Runciman, "Lag, Drag,
 * Void and Use", ICFP 1996; lag, up to the first use, is counted as use).
 *
 * Space times time, as in that paper, divided by the length of the run: bytes of the heap, on average. Time is the
 * allocation clock.
 */
#include "an.h"
#include "base/mem.h"
#include "dump/program.h"
#include "model/cohorts.h"
#include "objects_notes.h"

#include <inttypes.h>

/* The objects of a site; space times time in bytes times bytes allocated. */
struct held {
  uint32_t site;
  uint64_t objects, bytes, unused, left; /* how many were made, their bytes; of them never used; that live at the end */
  double used, dragged, wasted;          /* up to the last use; from then on; of objects that are never used */
};

struct drag {
  struct held *rows;
  size_t count, room;
  struct map of_site;
  uint64_t unknown;                      /* objects without a stamp */
};

static struct held *row_of(struct drag *all, uint32_t site)
{
  uint32_t *row = map_at(&all->of_site, site);
  if (*row == MAP_NONE) {
    *row = (uint32_t)all->count;
    mem_grow(&all->rows, &all->room, all->count + 1, sizeof(*all->rows));
    all->rows[all->count++] = (struct held){ .site = site };
  }
  return &all->rows[*row];
}

static void count_object(struct drag *all, const struct lives *l, const struct life *life)
{
  const struct wire_birth *b = life->birth;
  const struct lives_stamp *s = &l->stamps[life->number];
  struct held *h = row_of(all, b->site);
  const uint64_t use = s->used > b->clock ? s->used - b->clock : 0;
  const uint64_t until = use < life->age ? use : life->age;
  h->objects++;
  h->bytes += b->bytes;
  h->left += life->death >= LIVES_UNKNOWN;
  h->unused += !s->used;
  *(s->used ? &h->dragged : &h->wasted) += (double)b->bytes * (double)(life->age - until);
  h->used += (double)b->bytes * (double)until;
}

static struct drag count_all(struct view *v, const struct lives *l)
{
  struct drag d = { 0 };
  struct lives_walk w = lives_begin_window(l, v, &(size_t){ 0 });
  for (struct life life; lives_next(&w, &life);)
    if (!lives_wanted(v, life.birth))
      continue;
    else if (l->stamps && l->stamps[life.number].lost)
      count_object(&d, l, &life);
    else
      d.unknown++;
  lives_end(&w);
  return d;
}

static int by_drag(const void *a, const void *b)
{
  const struct held *x = a, *y = b;
  const double left = x->dragged + x->wasted, right = y->dragged + y->wasted;
  if (left != right)
    return left > right ? -1 : 1;
  return (x->site > y->site) - (x->site < y->site);
}

static void mean_cell(struct table *t, double space_time, uint64_t clock)
{
  table_natural(t, clock ? (uint64_t)(space_time / (double)clock + 0.5) : 0);
}

#define DRAG(C) \
  C(site,            COUNT, table_natural(t, h->site)) \
  C(package,         TEXT,  table_text(t, s.package)) \
  C(class,           TEXT,  table_text(t, s.class)) \
  C(method,          TEXT,  table_text(t, s.method)) \
  C(where,           TEXT,  table_text(t, s.where)) \
  C(objects,         COUNT, table_natural(t, h->objects)) \
  C(bytes,           COUNT, table_natural(t, h->bytes)) \
  C(live_objects,    COUNT, table_natural(t, h->left)) \
  C(unused_objects,  COUNT, table_natural(t, h->unused)) \
  C(held_bytes,      COUNT, mean_cell(t, h->used + h->dragged + h->wasted, clock)) \
  C(use_bytes,       COUNT, mean_cell(t, h->used, clock)) \
  C(drag_bytes,      COUNT, mean_cell(t, h->dragged, clock)) \
  C(void_bytes,      COUNT, mean_cell(t, h->wasted, clock))

static void fill_drag(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct lives *l = analysis_lives(analysis);
  const uint64_t clock = l->end_clock;
  struct drag d = count_all(v, l);
  objects_note(analysis, t);
  if (d.unknown) {
    char *text = mem_format("of %" PRIu64 " objects it is not known how long they were kept: they are left out",
                            d.unknown);
    table_comment(t, "note", text);
    mem_free(text);
  }
  if (d.count)
    mem_sort(d.rows, d.count, sizeof(*d.rows), by_drag);
  for (const struct held *h = d.rows; h < d.rows + d.count; h++) {
    struct program_site s = program_site(v->program, h->site);
    DRAG(AN_CELL)
    program_site_free(&s);
  }
  map_free(&d.of_site);
  mem_free(d.rows);
}

static bool drag_applies(const struct view *v)
{
  return !v->estimated && (dump_meta(v->dump, WIRE_META_MODES, 0) & WIRE_MODE_EXACT ||
                           dump_count(v->dump, WIRE_STAMP));
}

static const struct table_column drag_columns[] = { DRAG(AN_COLUMN) };

const struct tables_def an_drag = {
  .name = "drag",
  .title = "what the heap holds on average: objects to be used again, kept after their last use, never used",
  TABLES_COLUMNS(drag_columns), .modes = WIRE_MODE_EXACT, .timed = true, .applies = drag_applies,
  .fill = fill_drag };
