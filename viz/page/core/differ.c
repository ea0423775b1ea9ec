/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * differ.c: see differ.h. Both modules are of one code, so numbers leave as they lie in memory; a text leaves behind
 * its length, which is one more than it has, and 0 where there is none.
 */
#include "differ.h"
#include "page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "diff/show.h"
#include "model/analysis.h"

#define FOR_PAGE(name) __attribute__((export_name(#name))) name

/* What hostdump diff takes where it is not told otherwise. */
#define LEVEL       0.05
#define LEAST_PCT   1
#define FLOOR_PCT   0.1
#define PATHS_FLOOR (FLOOR_PCT / 100 / 20)
#define TOP_ROWS    10

#define MEMORY_MOST ((uint64_t)1 << 30)

/* ---- the module of a run ---- */

static void put(const void *from, size_t bytes)
{
  fwrite(from, 1, bytes, page_output());
}

static void put_text(const char *text)
{
  const uint32_t length = text ? (uint32_t)strlen(text) + 1 : 0;
  put(&length, sizeof(length));
  if (text)
    put(text, length);
}

static void put_small_paths(const struct map *m)
{
  const uint32_t count = (uint32_t)m->count;
  put(&count, sizeof(count));
  for (size_t i = 0; i < m->room; i++)
    if (m->slots[i].used)
      put(&m->slots[i].key, sizeof(m->slots[i].key));
}

static void put_run(const struct figures *f)
{
  const uint32_t count = (uint32_t)f->count;
  put_text(f->build_id);
  put_text(f->command);
  put_text(f->crash);
#define PUT(name) put_text(f->name);
  FIGURES_SETTINGS(PUT)
#undef PUT
  put(&f->hz, sizeof(f->hz));
  put(&f->counted, sizeof(f->counted));
  put(f->whole, sizeof(f->whole));
  put(&f->modes_on, sizeof(f->modes_on));
  for (size_t g = 0; g < FIGURES_COUNT; g++)
    put_text(f->lacks[g]);
  put(&count, sizeof(count));
  for (size_t i = 0; i < f->count; i++) {
    const struct figure *one = &f->all[i];
    const double numbers[] = { one->value, one->n, one->sum, one->squares };
    const uint32_t group = one->group;
    put(&group, sizeof(group));
    put_text(one->name);
    put(numbers, sizeof(numbers));
  }
  put_small_paths(&f->small_paths);
}

int FOR_PAGE(page_differ_tell)(void)
{
  const struct view_options *chosen;
  struct analysis *a = page_analysis(&chosen);
  struct figures f = { .path = "" };
  if (!a)
    return 0;
  const struct view_options before = *chosen, whole = { .thread = before.thread, .from_us = -1e15, .to_us = 1e15 };
  analysis_choose(a, &whole);
  figures_take(&f, a, PATHS_FLOOR);
  analysis_choose(a, &before);
  put_run(&f);
  figures_free(&f);
  fflush(page_output());
  return 1;
}

/* ---- the module that compares ---- */

static struct { struct figures *runs; size_t count, room; } it;

/* What is left of the bytes; `bad`: they ended too early. */
struct source { const uint8_t *at; size_t left; bool bad; };

static void get(struct source *s, void *to, size_t bytes)
{
  if (s->left < bytes) {
    s->bad = true;
    memset(to, 0, bytes);
    return;
  }
  memcpy(to, s->at, bytes);
  s->at += bytes;
  s->left -= bytes;
}

static uint32_t get_count(struct source *s)
{
  uint32_t count;
  get(s, &count, sizeof(count));
  return count <= s->left ? count : 0;
}

static char *get_text(struct source *s)
{
  const uint32_t length = get_count(s);
  char *text = length ? mem_alloc(length, 1) : NULL;
  if (text)
    get(s, text, length);
  return text;
}

static void get_run(struct source *s, struct figures *f)
{
  f->build_id = get_text(s);
  f->command = get_text(s);
  f->crash = get_text(s);
#define GET(name) f->name = get_text(s);
  FIGURES_SETTINGS(GET)
#undef GET
  get(s, &f->hz, sizeof(f->hz));
  get(s, &f->counted, sizeof(f->counted));
  get(s, f->whole, sizeof(f->whole));
  get(s, &f->modes_on, sizeof(f->modes_on));
  for (size_t g = 0; g < FIGURES_COUNT; g++)
    f->lacks[g] = get_text(s);
  f->count = get_count(s);
  f->all = mem_alloc(f->count, sizeof(*f->all));
  for (size_t i = 0; i < f->count; i++) {
    double numbers[4];
    uint32_t group;
    get(s, &group, sizeof(group));
    f->all[i].name = get_text(s);
    get(s, numbers, sizeof(numbers));
    f->all[i].group = group;
    f->all[i].value = numbers[0];
    f->all[i].n = numbers[1];
    f->all[i].sum = numbers[2];
    f->all[i].squares = numbers[3];
  }
  for (uint32_t left = get_count(s); left; left--) {
    uint64_t key;
    get(s, &key, sizeof(key));
    map_put(&f->small_paths, key, 0);
  }
}

int FOR_PAGE(page_differ_take)(const char *name, const void *from, size_t bytes)
{
  struct source s = { .at = from, .left = bytes };
  mem_grow(&it.runs, &it.room, it.count + 1, sizeof(*it.runs));
  it.runs[it.count] = (struct figures){ .path = mem_format("%s", name) };
  get_run(&s, &it.runs[it.count++]);
  return !s.bad;
}

static void number_cell(FILE *out, bool known, double n, char end)
{
  if (known && isfinite(n))
    fprintf(out, "%.4f%c", n, end);
  else
    fprintf(out, "-%c", end);
}

static void print_rows(const struct compare *c, FILE *out)
{
  fputs("verdict\tgroup\tname\ta\tb\tchange_pct\tlow_pct\thigh_pct\tp\twithin_run_pct\n", out);
  for (size_t k = 0; k < c->count; k++) {
    const struct compare_row *r = &c->rows[k];
    const bool both = r->verdict != COMPARE_NEW && r->verdict != COMPARE_GONE;
    const bool tested = c->how == COMPARE_TESTED && both;
    fprintf(out, "%s\t%s\t%s\t", compare_verdict_name(r->verdict), figures_defs[r->group].name, r->name);
    number_cell(out, r->a > 0, r->a, '\t');
    number_cell(out, r->b > 0, r->b, '\t');
    number_cell(out, both, 100 * r->change, '\t');
    number_cell(out, tested, 100 * r->low, '\t');
    number_cell(out, tested, 100 * r->high, '\t');
    number_cell(out, tested, r->p, '\t');
    number_cell(out, both && c->how == COMPARE_SHOWN && r->error >= 0, 100 * r->error, '\n');
  }
}

static void compare_all(void *first)
{
  const struct compare_options options = { .level = LEVEL, .least_pct = LEAST_PCT, .floor_pct = FLOOR_PCT };
  const size_t a = *(const unsigned *)first;
  struct compare *c = compare_new(it.runs, a, it.count - a, &options);
  compare_text(c, page_output(), TOP_ROWS);
  fputs("\f\n", page_output());
  print_rows(c, page_output());
  compare_free(c);
}

int FOR_PAGE(page_differ)(unsigned a)
{
  struct mem_budget budget = { .most = MEMORY_MOST };
  const bool done = mem_try(&budget, compare_all, &a);
  mem_drop(&budget);
  for (size_t r = 0; r < it.count; r++) {
    mem_free((char *)it.runs[r].path);
    figures_free(&it.runs[r]);
  }
  it.count = 0;
  fflush(page_output());
  return done;
}
