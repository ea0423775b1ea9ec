/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * age.c: how old objects of each place become, the JX paper's figure 12: a row for each place that makes objects, a
 * dot for the objects of it that reached an age, its area their number; a red line at the mean age of those that died.
 *
 * Age is counted in bytes allocated since the birth. Objects that died are filled dots; those that lived at the end of
 * the run, whose age is only what they had reached, are rings. A row that several places share shows one of them on
 * average, lest it outweigh all others.
 */
#include "scene.h"

#define LEAST_DOT 1.6     /* radius in pixels: smaller ones cannot be seen */
#define LEAST_CIRCLE 4.0  /* smaller ones are points: a circle of gnuplot's is a polygon of 72 corners, 1 KB of SVG */
#define LARGEST_DOT 17.0  /* so that dots of neighbouring ages do not hide each other */

struct age { uint32_t site; double at, died, living; };
struct dot { size_t row; double at, died, living; };

static struct {
  struct age *ages;
  size_t age_count, age_room;
  struct list sites;
  struct numbers met, died, living;        /* by site */
  double low, high, most, all_died, all_living, radius;
  double *row_objects, *row_died, *row_sum;
  struct map dot_of;                       /* row and age, as bits, to a dot */
  struct dot *dots;
  size_t dot_count, dot_room;
} it;

static void read_ages(void)
{
  table_open("ages", "site from_bytes to_bytes died living");
  while (table_row()) {
    const double from = number(1), to = number(2);
    const struct age a = { name(0), sqrt((from > 1 ? from : 1) * (to > 1 ? to : 1)), number(3), number(4) };
    if (a.died + a.living == 0)
      continue;
    if (!it.age_count || from < it.low)
      it.low = from;
    it.high = to > it.high ? to : it.high;
    mem_grow(&it.ages, &it.age_room, it.age_count + 1, sizeof(a));
    it.ages[it.age_count++] = a;
    if (!number_in(&it.met, a.site))
      list_add(&it.sites, a.site);
    *number_at(&it.met, a.site) = 1;
    *number_at(&it.died, a.site) += a.died;
    *number_at(&it.living, a.site) += a.living;
  }
  if (!it.age_count)
    end_of_none("object");
}

/* The dot of a row at an age. Ages of one table stand at few places: their bits are a key. */
static struct dot *dot_of(size_t row, double at)
{
  uint64_t key;
  memcpy(&key, &at, sizeof(key));
  key = key * 64 + row;
  uint32_t n = map_get(&it.dot_of, key);
  if (n == MAP_NONE) {
    n = (uint32_t)it.dot_count;
    mem_grow(&it.dots, &it.dot_room, it.dot_count + 1, sizeof(*it.dots));
    it.dots[it.dot_count++] = (struct dot){ .row = row, .at = at };
    map_put(&it.dot_of, key, n);
  }
  return it.dots + n;
}

static void sum_rows(void)
{
  for (size_t i = 0; i < it.sites.count; i++) {
    const uint32_t site = it.sites.at[i];
    const size_t row = sites_row_of(site);
    const double died = number_in(&it.died, site), living = number_in(&it.living, site);
    it.row_objects[row] += died + living;
    if (site_named(site)->mean_known) {
      it.row_died[row] += died;
      it.row_sum[row] += died * site_named(site)->mean_bytes;
    }
    it.all_died += died;
    it.all_living += living;
  }
}

/* Rows for the places with most objects; what several of them share a row is added up. */
static const char **give_rows(void)
{
  for (size_t i = 0; i < it.sites.count; i++) {
    const uint32_t site = it.sites.at[i];
    sites_place(site, site, class_short(name_text(site_named(site)->objects_of)),
                number_in(&it.died, site) + number_in(&it.living, site));
  }
  sites_pick();
  const size_t rows = sites_rows();
  it.row_objects = mem_alloc(rows, sizeof(double));
  it.row_died = mem_alloc(rows, sizeof(double));
  it.row_sum = mem_alloc(rows, sizeof(double));
  sum_rows();
  for (size_t i = 0; i < it.age_count; i++) {
    const struct age *a = it.ages + i;
    const size_t row = sites_row_of(a->site);
    const double places = sites_key(row) ? 1 : (double)sites_others();
    struct dot *d = dot_of(row, a->at);
    d->died += a->died / places;
    d->living += a->living / places;
    it.most = fmax(it.most, fmax(d->died, d->living));
  }
  const char **notes = mem_alloc(rows, sizeof(*notes));
  for (size_t i = 0; i < rows; i++)
    notes[i] = say("%s %s, %s", say_short(it.row_objects[i]), fit_name(sites_made(i), 18),
                   it.row_died[i] ? say_bytes(it.row_sum[i] / it.row_died[i]) : "none died");
  return notes;
}

static void say_age(void)
{
  if (it.all_died)
    figure_legend("died at that age", 0x4E79A7, "dot");
  if (it.all_living)
    figure_legend("alive at the end", 0x222222, "ring");
  if (it.all_died)
    figure_legend("mean of those that died", 0xD62728, "bar");
  if (collections.every_bytes)
    figure_legend("made between two collections", 0x888888, "dashes");
  figure_head("Object age",
              say("A dot: objects made there that reached that age, its area their number; age is counted in bytes"
                  " allocated since the"
                  " birth. Filled: %s that died, at %s; rings: %s alive at the"
                  " end, with the age that they had reached. Red: the mean of those"
                  " that died.%s%s%s",
                  say_short(it.all_died),
                  run_has_mode("exact") ? "exact ages" : "ages estimated from what collections found",
                  say_short(it.all_living), collections_every(), sites_remark(),
                  sites_others() > 1 ? " Its dots are of one of them on average." : ""));
}

static double radius_of(double count)
{
  const double r = it.radius * sqrt(count / it.most);
  return r < LEAST_DOT ? LEAST_DOT : r;
}

static double count_of(const struct dot *d, bool died)
{
  return died ? d->died : d->living;
}

/* The larger circles first, so that the smaller ones lie on them; the smallest in a series of their own. */
static void write_circles(bool died, const char *circles, const char *points)
{
  struct numbers counts = { 0 };
  struct list order = { 0 };
  for (uint32_t i = 0; i < it.dot_count; i++)
    if (count_of(it.dots + i, died) > 0) {
      list_add(&order, i);
      *number_at(&counts, i) = count_of(it.dots + i, died);
    }
  sort_falling(order.at, order.count, &counts);
  for (int small = 0; small < 2; small++) {
    figure_series(small ? points : circles, "octave y radius", "%.6g %.1f %.2f");
    for (size_t i = 0; i < order.count; i++) {
      const struct dot *d = it.dots + order.at[i];
      const double r = radius_of(count_of(d, died));
      if ((r < LEAST_CIRCLE) == small)
        figure_row(scale_x(d->at), sites_top(d->row) + sites_height() / 2, r);
    }
  }
}

/* What the areas mean: a few round numbers. */
static void write_sizes(void)
{
  size_t shown = 0;
  figure_series("sizes", "place radius objects", "%.0f %.2f %s");
  double count = pow(10, trunc(log10(it.most + 0.5)));
  for (; count >= 1 && radius_of(count) > LEAST_DOT; count /= 10)
    figure_row((double)shown++, radius_of(count), say_some(count, "object"));
  if (count >= 1)
    figure_row((double)shown, LEAST_DOT, "fewer");
}

void make_age(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("objects");
  time_all();
  sites_read();
  collections_read();
  read_ages();
  const char **notes = give_rows();
  say_age();
  sites_layout(70, "made there, mean age");
  scale_init(it.low, it.high);
  it.radius = fmin(sites_height() * 0.5, LARGEST_DOT);
  figure_set("every", collections.every_bytes ? scale_x(collections.every_bytes) : -1);
  sites_write(notes);
  write_circles(true, "dots", "specks");
  write_circles(false, "rings", "hoops");
  figure_series("means", "octave top height", "%.6g %.1f %.1f");
  for (size_t i = 0; i < sites_rows(); i++)
    if (it.row_died[i])
      figure_row(scale_x(it.row_sum[i] / it.row_died[i]), sites_top(i) + 2, sites_height() - 4);
  write_sizes();
}
