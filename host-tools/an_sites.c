/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * an_sites.c: the tables of objects by where they are made and what they are: sites, classes, ages (a histogram by
 * site) and survival.
 */
#include "an.h"
#include "cmd.h"
#include "cohorts.h"
#include "objects_notes.h"
#include "program.h"

#include <stdlib.h>

static int by_bytes(const void *a, const void *b)
{
  const struct cohort *x = a, *y = b;
  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return (x->key > y->key) - (x->key < y->key);
}

static int by_key(const void *a, const void *b)
{
  const struct cohort *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

static struct cohorts sorted(struct view *v, enum cohorts_key key, int (*order)(const void *, const void *))
{
  struct cohorts c = cohorts_of(v, key);
  if (c.count)
    qsort(c.rows, c.count, sizeof(*c.rows), order);
  return c;
}

/* Objects and bytes, those that live, and the figures of age. */
static void figures(struct table *t, const struct cohorts *of, const struct cohort *c)
{
  uint64_t median;
  table_natural(t, c->count);
  table_natural(t, c->bytes);
  table_natural(t, c->live_objects);
  table_natural(t, c->live_bytes);
  if (cohort_median(of, c, &median))
    table_natural(t, median);
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
  struct cohorts c = sorted(v, COHORTS_SITE, by_bytes);
  objects_note(v, t);
  for (size_t i = 0; i < c.count; i++) {
    struct program_site s = program_site(v->program, c.rows[i].key);
    char *made = c.rows[i].several ? cmd_text("several") : program_class(v->program, c.rows[i].class);
    table_natural(t, c.rows[i].key);
    table_text(t, s.package);
    table_text(t, s.class);
    table_text(t, s.method);
    table_text(t, s.where);
    table_text(t, made);
    figures(t, &c, &c.rows[i]);
    free(made);
    program_site_free(&s);
  }
  cohorts_free(&c);
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
  struct cohorts c = sorted(v, COHORTS_CLASS, by_bytes);
  objects_note(v, t);
  for (size_t i = 0; i < c.count; i++) {
    char *name = program_class(v->program, c.rows[i].key);
    table_natural(t, c.rows[i].key);
    table_text(t, name);
    figures(t, &c, &c.rows[i]);
    free(name);
  }
  cohorts_free(&c);
}

static const struct table_column class_columns[] = {
  { "class", TABLE_COUNT }, { "name", TABLE_TEXT }, FIGURE_COLUMNS,
};

const struct tables_def an_classes = {
  .name = "classes", .title = "objects by class, and how long they live; ages in bytes allocated since",
  TABLES_COLUMNS(class_columns), OF_OBJECTS, .fill = fill_classes };

/* ---- ages ---- */

static void age_rows(struct table *t, const struct cohorts *of, const struct cohort *c)
{
  const struct lives *l = of->lives;
  const uint32_t *m = of->members + c->first;
  for (size_t i = 0; i < c->count;) {
    unsigned bin = cohorts_bin(l->age[m[i]]);
    uint64_t died = 0, living = 0;
    for (; i < c->count && cohorts_bin(l->age[m[i]]) == bin; i++)
      (*(l->death[m[i]] < LIVES_UNKNOWN ? &died : &living))++;
    table_natural(t, c->key);
    table_natural(t, cohorts_bin_start(bin));
    table_natural(t, cohorts_bin_start(bin + 1));
    table_natural(t, died);
    table_natural(t, living);
  }
}

static void fill_ages(struct view *v, struct table *t)
{
  struct cohorts c = sorted(v, COHORTS_SITE, by_key);
  objects_note(v, t);
  for (size_t i = 0; i < c.count; i++)
    age_rows(t, &c, &c.rows[i]);
  cohorts_free(&c);
}

static const struct table_column age_columns[] = {
  { "site", TABLE_COUNT }, { "from_bytes", TABLE_COUNT }, { "to_bytes", TABLE_COUNT }, { "died", TABLE_COUNT },
  { "living", TABLE_COUNT },
};

const struct tables_def an_ages = {
  .name = "ages", .title = "how old objects became, by site", TABLES_COLUMNS(age_columns), OF_OBJECTS, .raw = true,
  .fill = fill_ages };

/* ---- survival ---- */

static void survival_rows(struct table *t, const struct cohorts *of, const struct cohort *all)
{
  struct survival objects = survival_begin(of, all, false), bytes = survival_begin(of, all, true);
  unsigned last = cohorts_bin(of->lives->age[of->members[all->first + all->count - 1]]) + 1;
  for (unsigned bin = 0; bin <= last; bin++) {
    uint64_t age = cohorts_bin_start(bin);
    survival_up_to(&objects, age);
    survival_up_to(&bytes, age);
    table_natural(t, age);
    table_pct(t, 100 * objects.alive);
    table_pct(t, 100 * bytes.alive);
  }
}

static void fill_survival(struct view *v, struct table *t)
{
  struct cohorts c = cohorts_of(v, COHORTS_ALL);
  objects_note(v, t);
  if (c.count)
    survival_rows(t, &c, &c.rows[0]);
  cohorts_free(&c);
}

static const struct table_column survival_columns[] = {
  { "age_bytes", TABLE_COUNT }, { "objects_pct", TABLE_PCT }, { "bytes_pct", TABLE_PCT },
};

const struct tables_def an_survival = {
  .name = "survival", .title = "the share of objects, and of their bytes, that live beyond an age",
  TABLES_COLUMNS(survival_columns), OF_OBJECTS, .raw = true, .fill = fill_survival };
