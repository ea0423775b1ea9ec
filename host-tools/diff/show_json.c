/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * show_json.c: a comparison as JSON, by jansson, which takes its memory from base/mem.h as all do.
 */
#include "show.h"

#include "base/mem.h"
#include "base/text.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static void *take_memory(size_t bytes)
{
  return mem_alloc(1, bytes);
}

/* Four digits behind the point are more than any of these figures is good for; no number is infinite. */
static json_t *number(double n)
{
  return isfinite(n) ? json_real(round(n * 1e4) / 1e4) : json_null();
}

static json_t *text(const char *s)
{
  char *clean = text_clean((const uint8_t *)s, strlen(s));
  json_t *j = json_string(clean);
  mem_free(clean);
  return j;
}

static json_t *text_or_null(const char *s)
{
  return s ? text(s) : json_null();
}

static json_t *runs_of(const struct compare_side *s)
{
  json_t *runs = json_array();
  for (size_t r = 0; r < s->count; r++) {
    json_t *run = json_object();
    json_object_set_new(run, "file", text(s->runs[r].path));
    json_object_set_new(run, "build_id", text_or_null(s->runs[r].build_id));
    json_array_append_new(runs, run);
  }
  return runs;
}

static json_t *row_of(const struct compare *c, const struct compare_row *r)
{
  const bool both = r->verdict != COMPARE_NEW && r->verdict != COMPARE_GONE, tested = c->how == COMPARE_TESTED && both;
  json_t *row = json_object();
  json_object_set_new(row, "verdict", json_string(compare_verdict_name(r->verdict)));
  json_object_set_new(row, "group", json_string(figures_defs[r->group].name));
  json_object_set_new(row, "name", json_string(r->name)); /* clean, and `;` stands between the functions of a path */
  json_object_set_new(row, "unit", json_string(r->group == FIGURES_SITES ? "bytes" : "ns"));
  json_object_set_new(row, "a", number(r->a));
  json_object_set_new(row, "b", number(r->b));
  json_object_set_new(row, "change_pct", both ? number(100 * r->change) : json_null());
  json_object_set_new(row, "low_pct", tested ? number(100 * r->low) : json_null());
  json_object_set_new(row, "high_pct", tested ? number(100 * r->high) : json_null());
  json_object_set_new(row, "p", tested ? number(r->p) : json_null());
  json_object_set_new(row, "within_run_pct", both && c->how == COMPARE_SHOWN && r->error >= 0 ? number(100 * r->error)
                                                                                             : json_null());
  return row;
}

static json_t *groups_of(const struct compare *c)
{
  json_t *groups = json_object();
  for (unsigned g = 0; g < FIGURES_COUNT; g++) {
    json_int_t rows = 0;
    for (size_t k = 0; k < c->count; k++)
      rows += c->rows[k].group == g;
    if (c->group_in[g])
      json_object_set_new(groups, figures_defs[g].name, json_integer(rows));
  }
  return groups;
}

static json_t *counts_of(const struct compare *c)
{
  json_t *counts = json_object();
  for (unsigned v = 0; v <= COMPARE_GONE; v++)
    json_object_set_new(counts, compare_verdict_name(v), json_integer((json_int_t)c->counts[v]));
  return counts;
}

bool compare_json(const struct compare *c, FILE *out, int status)
{
  json_set_alloc_funcs(take_memory, mem_free);
  json_t *all = json_object(), *remarks = json_array(), *rows = json_array();
  for (size_t i = 0; i < c->remark_count; i++)
    json_array_append_new(remarks, text(c->remarks[i]));
  for (size_t k = 0; k < c->count; k++)
    json_array_append_new(rows, row_of(c, &c->rows[k]));
  json_object_set_new(all, "version", json_integer(1));
  json_object_set_new(all, "status", json_integer(status));
  json_object_set_new(all, "decided", json_string(compare_how_name(c->how)));
  json_object_set_new(all, "clock", json_string(c->counted ? "instructions" : "time"));
  json_object_set_new(all, "level", number(c->options.level));
  json_object_set_new(all, "least_p", number(c->least_p));
  json_object_set_new(all, "least_pct", number(c->options.least_pct));
  json_object_set_new(all, "least_us", number(c->options.least_us));
  json_object_set_new(all, "floor_pct", number(c->options.floor_pct));
  json_object_set_new(all, "resolution_pct", c->how == COMPARE_TESTED ? number(100 * c->resolution) : json_null());
  json_object_set_new(all, "a", runs_of(&c->a));
  json_object_set_new(all, "b", runs_of(&c->b));
  json_object_set_new(all, "compared", groups_of(c));
  json_object_set_new(all, "counts", counts_of(c));
  json_object_set_new(all, "remarks", remarks);
  json_object_set_new(all, "rows", rows);
  const bool written = json_dumpf(all, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12)) == 0 && fputc('\n', out) != EOF;
  json_decref(all);
  return written;
}
