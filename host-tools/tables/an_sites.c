/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_sites.c: the tables of objects by where they are made and what they are: sites, classes, ages (a histogram by
 * site) and survival.
 */
#include "an.h"
#include "base/mem.h"
#include "model/cohorts.h"
#include "objects_notes.h"
#include "dump/program.h"

#include <stdlib.h>
#include <string.h>

static int by_bytes(const void *a, const void *b)
{
  const struct cohort *x = a, *y = b;
  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return (x->key > y->key) - (x->key < y->key);
}

/* The cohorts of a group by bytes. New memory. */
static struct cohort *sorted(const struct cohort_group *g)
{
  struct cohort *rows = mem_alloc(g->count, sizeof(*rows));
  if (g->count)
    memcpy(rows, g->rows, g->count * sizeof(*rows));
  if (g->count)
    qsort(rows, g->count, sizeof(*rows), by_bytes);
  return rows;
}

/* Objects and bytes, those that live, and the figures of age. */
static void figures(struct table *t, const struct cohort *c)
{
  table_natural(t, c->count);
  table_natural(t, c->bytes);
  table_natural(t, c->live_objects);
  table_natural(t, c->live_bytes);
  if (c->median_known)
    table_natural(t, c->median);
  else
    table_none(t);
  if (c->count > c->live_objects)
    table_natural(t, (uint64_t)(c->mean_age + 0.5));
  else
    table_none(t);
  an_share(t, c->first_died, c->came);
}

#define FIGURE_COLUMNS \
  { "objects", TABLE_COUNT }, { "bytes", TABLE_COUNT }, { "live_objects", TABLE_COUNT }, { "live_bytes", TABLE_COUNT }, \
  { "median_age_bytes", TABLE_COUNT }, { "mean_age_bytes", TABLE_COUNT }, { "first_gc_pct", TABLE_PCT }

#define OF_OBJECTS \
  .rests_on = OBJECTS_REST_ON, .modes = WIRE_MODE_OBJECTS, .timed = true, .applies = objects_apply

/* ---- sites ---- */

static void fill_sites(struct view *v, struct table *t)
{
  const struct cohort_group *g = &cohorts_get(v)->sites;
  struct cohort *rows = sorted(g);
  objects_note(v, t);
  for (size_t i = 0; i < g->count; i++) {
    struct program_site s = program_site(v->program, rows[i].key);
    char *made = rows[i].several ? mem_format("several") : program_class(v->program, rows[i].class);
    table_natural(t, rows[i].key);
    table_text(t, s.package);
    table_text(t, s.class);
    table_text(t, s.method);
    table_text(t, s.where);
    table_text(t, made);
    figures(t, &rows[i]);
    free(made);
    program_site_free(&s);
  }
  free(rows);
}

static const struct table_column site_columns[] = {
  { "site", TABLE_COUNT }, { "package", TABLE_TEXT }, { "class", TABLE_TEXT }, { "method", TABLE_TEXT },
  { "where", TABLE_TEXT }, { "objects_of", TABLE_TEXT }, FIGURE_COLUMNS,
};

const struct tables_def an_sites = {
  .name = "sites", .title = "where objects are made, and how long they live; ages in bytes allocated since",
  TABLES_COLUMNS(site_columns), OF_OBJECTS, .fill = fill_sites };

/* ---- classes ---- */

static void fill_classes(struct view *v, struct table *t)
{
  const struct cohort_group *g = &cohorts_get(v)->classes;
  struct cohort *rows = sorted(g);
  objects_note(v, t);
  for (size_t i = 0; i < g->count; i++) {
    char *name = program_class(v->program, rows[i].key);
    table_natural(t, rows[i].key);
    table_text(t, name);
    figures(t, &rows[i]);
    free(name);
  }
  free(rows);
}

static const struct table_column class_columns[] = {
  { "class", TABLE_COUNT }, { "name", TABLE_TEXT }, FIGURE_COLUMNS,
};

const struct tables_def an_classes = {
  .name = "classes", .title = "objects by class, and how long they live; ages in bytes allocated since",
  TABLES_COLUMNS(class_columns), OF_OBJECTS, .fill = fill_classes };

/* ---- ages ---- */

static void fill_ages(struct view *v, struct table *t)
{
  const struct cohorts *c = cohorts_get(v);
  objects_note(v, t);
  for (size_t i = 0; i < c->age_count; i++) {
    const struct cohort_ages *a = &c->ages[i];
    table_natural(t, a->site);
    table_natural(t, cohorts_bin_start(a->bin));
    table_natural(t, cohorts_bin_start(a->bin + 1));
    table_natural(t, a->died);
    table_natural(t, a->living);
  }
}

static const struct table_column age_columns[] = {
  { "site", TABLE_COUNT }, { "from_bytes", TABLE_COUNT }, { "to_bytes", TABLE_COUNT }, { "died", TABLE_COUNT },
  { "living", TABLE_COUNT },
};

const struct tables_def an_ages = {
  .name = "ages", .title = "how old objects became, by site", TABLES_COLUMNS(age_columns), OF_OBJECTS, .raw = true,
  .fill = fill_ages };

/* ---- survival ---- */

static void fill_survival(struct view *v, struct table *t)
{
  const struct cohorts *c = cohorts_get(v);
  objects_note(v, t);
  for (unsigned bin = 0; c->bins && bin <= c->bins; bin++) {
    table_natural(t, cohorts_bin_start(bin));
    table_pct(t, 100 * c->alive[bin].objects);
    table_pct(t, 100 * c->alive[bin].bytes);
  }
}

static const struct table_column survival_columns[] = {
  { "age_bytes", TABLE_COUNT }, { "objects_pct", TABLE_PCT }, { "bytes_pct", TABLE_PCT },
};

const struct tables_def an_survival = {
  .name = "survival", .title = "the share of objects, and of their bytes, that live beyond an age",
  TABLES_COLUMNS(survival_columns), OF_OBJECTS, .raw = true, .fill = fill_survival };
