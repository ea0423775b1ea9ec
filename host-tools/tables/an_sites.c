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

#include <string.h>

/* Says what is behind the estimates of ages, where it is not what TABLES.md says. */
static void note_ages(const struct cohorts *c, struct table *t)
{
  if (c->exact)
    table_comment(t, "note", "ages are exact: the target noted when each object became unreachable");
  else if (c->windows > 1 && (c->drawn < COHORTS_DRAWN || c->stretches < c->windows)) {
    char *text = c->drawn && c->stretches < c->windows ?
                   mem_format("ages have so many different observations that intervals are of %u drawings of %lu"
                              " stretches of collections that follow each other%s, not of %u of the"
                              " collections",
                              c->drawn, (unsigned long)c->stretches,
                              c->coarse ? ", with ages in quarters of an octave" : "", COHORTS_DRAWN)
               : c->drawn ? mem_format("ages have so many different observations that intervals are of %u drawings of"
                                       " the collections, not of %u", c->drawn, COHORTS_DRAWN)
                          : mem_format("ages have no intervals: there are too many different observations of them");
    table_comment(t, "note", text);
    mem_free(text);
  }
  if (c->estimated)
    table_comment(t, "note", "ages are estimates, as --estimated asks: this run has exact ones");
  if (c->ended_early)
    table_comment(t, "note", "of some sites the search for the most likely ages ended before it was at its goal");
}

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
    mem_sort(rows, g->count, sizeof(*rows), by_bytes);
  return rows;
}

static void age_cell(struct table *t, bool known, uint64_t age)
{
  AN_OR_NONE(known && age != COHORTS_BEYOND, table_natural(t, age));
}

/* Objects and bytes, those that live, and the figures of age. */
#define FIGURES(C) \
  C(objects,          COUNT, table_natural(t, c->count)) \
  C(bytes,            COUNT, table_natural(t, c->bytes)) \
  C(live_objects,     COUNT, table_natural(t, c->live_objects)) \
  C(live_bytes,       COUNT, table_natural(t, c->live_bytes)) \
  C(median_age_bytes, COUNT, age_cell(t, c->seen, c->median.age)) \
  C(median_low_bytes, COUNT, age_cell(t, c->sure, c->median.low)) \
  C(median_high_bytes, COUNT, age_cell(t, c->sure, c->median.high)) \
  C(mean_age_bytes,   COUNT, AN_OR_NONE(c->dying > 0, table_natural(t, (uint64_t)(c->mean_age + 0.5)))) \
  C(first_gc_pct,     PCT,   an_share(t, c->first_died, c->came))

#define OF_OBJECTS \
  .modes = WIRE_MODE_OBJECTS, .timed = true, .applies = objects_apply

/* ---- sites ---- */

#define SITE(C) \
  C(site,       COUNT, table_natural(t, c->key)) \
  C(package,    TEXT,  table_text(t, s.package)) \
  C(class,      TEXT,  table_text(t, s.class)) \
  C(method,     TEXT,  table_text(t, s.method)) \
  C(where,      TEXT,  table_text(t, s.where)) \
  C(objects_of, TEXT,  table_text(t, made)) \
  FIGURES(C)

static void site_row(struct view *v, struct table *t, const struct cohort *c)
{
  struct program_site s = program_site(v->program, c->key);
  char *made = c->several ? mem_format("several") : program_class(v->program, c->class);
  SITE(AN_CELL)
  mem_free(made);
  program_site_free(&s);
}

static void fill_sites(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct cohort_group *g = &analysis_cohorts(analysis)->sites;
  struct cohort *rows = sorted(g);
  objects_note(analysis, t);
  note_ages(analysis_cohorts(analysis), t);
  for (size_t i = 0; i < g->count; i++)
    site_row(v, t, &rows[i]);
  mem_free(rows);
}

static const struct table_column site_columns[] = { SITE(AN_COLUMN) };

const struct tables_def an_sites = {
  .name = "sites", .title = "where objects are made, and how long they live; ages in bytes allocated since",
  TABLES_COLUMNS(site_columns), OF_OBJECTS, .fill = fill_sites };

/* ---- classes ---- */

#define CLASS(C) \
  C(class, COUNT, table_natural(t, c->key)) \
  C(name,  TEXT,  table_text(t, name)) \
  FIGURES(C)

static void class_row(struct view *v, struct table *t, const struct cohort *c)
{
  char *name = program_class(v->program, c->key);
  CLASS(AN_CELL)
  mem_free(name);
}

static void fill_classes(struct analysis *analysis, struct table *t)
{
  struct view *v = analysis->view;
  const struct cohort_group *g = &analysis_cohorts(analysis)->classes;
  struct cohort *rows = sorted(g);
  objects_note(analysis, t);
  note_ages(analysis_cohorts(analysis), t);
  for (size_t i = 0; i < g->count; i++)
    class_row(v, t, &rows[i]);
  mem_free(rows);
}

static const struct table_column class_columns[] = { CLASS(AN_COLUMN) };

const struct tables_def an_classes = {
  .name = "classes", .title = "objects by class, and how long they live; ages in bytes allocated since",
  TABLES_COLUMNS(class_columns), OF_OBJECTS, .fill = fill_classes };

/* ---- ages ---- */

static void fill_ages(struct analysis *analysis, struct table *t)
{
  const struct cohorts *c = analysis_cohorts(analysis);
  double sum = 0;
  uint64_t died = 0;
  objects_note(analysis, t);
  note_ages(analysis_cohorts(analysis), t);
  for (size_t i = 0; i < c->age_count; i++) {
    const struct cohort_ages *a = &c->ages[i];
    if (i == 0 || a->site != a[-1].site)
      sum = 0, died = 0;
    const uint64_t before = died;
    died = (uint64_t)((sum += a->died) + 0.5); /* numbers that are rounded so have the right sum */
    if (died == before && !a->living)
      continue;
    table_natural(t, a->site);
    table_natural(t, cohorts_bin_start(a->bin));
    table_natural(t, cohorts_bin_start(a->bin + 1));
    table_natural(t, died - before);
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

static void share_cells(struct table *t, const struct cohort_share *s, unsigned drawn)
{
  table_pct(t, 100 * s->share);
  AN_OR_NONE(drawn, table_pct(t, 100 * s->low));
  AN_OR_NONE(drawn, table_pct(t, 100 * s->high));
}

static void fill_survival(struct analysis *analysis, struct table *t)
{
  const struct cohorts *c = analysis_cohorts(analysis);
  objects_note(analysis, t);
  note_ages(analysis_cohorts(analysis), t);
  for (unsigned bin = 0; c->bins && bin <= c->bins; bin++) {
    table_natural(t, cohorts_bin_start(bin));
    share_cells(t, &c->alive[bin].objects, c->drawn);
    share_cells(t, &c->alive[bin].bytes, c->drawn);
  }
}

static const struct table_column survival_columns[] = {
  { "age_bytes", TABLE_COUNT }, { "objects_pct", TABLE_PCT }, { "objects_low_pct", TABLE_PCT },
  { "objects_high_pct", TABLE_PCT }, { "bytes_pct", TABLE_PCT }, { "bytes_low_pct", TABLE_PCT },
  { "bytes_high_pct", TABLE_PCT },
};

const struct tables_def an_survival = {
  .name = "survival", .title = "the share of objects, and of their bytes, that live beyond an age",
  TABLES_COLUMNS(survival_columns), OF_OBJECTS, .raw = true, .fill = fill_survival };
