/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * survival.c: the share of the objects, and of their bytes, that is still alive at an age, counted in bytes allocated
 * since the birth, as the table estimates it from what collections have seen; and the band in which the objects' share
 * lies in 95 of 100 cases, at each age by itself.
 *
 * Where there are more than MOST_POINTS, one of each eighth of a pixel is drawn, and what rises above it or falls
 * below.
 */
#include "scene.h"

#define MOST_POINTS 4000
#define FINE        8    /* parts of a pixel that are columns: of steps that are as wide as pixels the edges are seen */

enum { OBJECTS, BYTES };

static struct {
  struct point { double age, pct[2], low, high; } *points; /* low, high: of the objects */
  size_t count, room;
  bool sure;                                               /* the band is known */
} it;

static int by_age(const void *a, const void *b)
{
  const struct point *x = a, *y = b;
  return x->age != y->age ? (x->age > y->age) - (x->age < y->age) :
         x->pct[OBJECTS] != y->pct[OBJECTS] ?
           (x->pct[OBJECTS] < y->pct[OBJECTS]) - (x->pct[OBJECTS] > y->pct[OBJECTS]) :
         (x->pct[BYTES] < y->pct[BYTES]) - (x->pct[BYTES] > y->pct[BYTES]);
}

/* Reads the points by their ages, also where rows are in no order. */
static void read_points(void)
{
  bool sorted = true;
  table_open("survival", "age_bytes objects_pct bytes_pct ?objects_low_pct ?objects_high_pct");
  while (table_row()) {
    mem_grow(&it.points, &it.room, it.count + 1, sizeof(*it.points));
    it.sure = table_has(3) && table_has(4) && !field_is(3, "-");
    it.points[it.count++] = (struct point){ number(0), { number(1), number(2) }, it.sure ? number(3) : 0,
                                            it.sure ? number(4) : 0 };
    sorted = sorted && (it.count < 2 || it.points[it.count - 2].age <= number(0));
  }
  if (!sorted)
    mem_sort(it.points, it.count, sizeof(*it.points), by_age);
  if (!it.count)
    end_of_none("object");
}

/* The age at which the share falls to a half or below; false where it never does. */
static bool half_of(int what, double *age)
{
  for (size_t i = 0; i < it.count; i++)
    if (it.points[i].pct[what] <= 50) {
      *age = it.points[i].age;
      return true;
    }
  return false;
}

/* The first point of the axis: the last before anything noteworthy has died. */
static double first_age(void)
{
  size_t i = 0;
  while (i < it.count && it.points[i].pct[OBJECTS] > 99.95 && it.points[i].pct[BYTES] > 99.95)
    i++;
  return i > 0 && i < it.count ? it.points[i - 1].age : it.points[0].age / 2;
}

static const char *half_words(int what)
{
  double age;
  const char *of = what == OBJECTS ? "Of the objects" : "of the bytes";
  return half_of(what, &age) ? say("%s half are dead by %s", of, say_bytes(age)) : say("%s more than half outlived"
                                                                                       " the run", of);
}

static void say_survival(void)
{
  double age;
  const struct point *last = it.points + it.count - 1;
  figure_head("Object survival",
              say("Height: the share that is still alive at an age, counted in bytes allocated since the birth"
                  ", estimated from what collections found alive and dead%s. %s, %s;"
                  " alive at the age of"
                  " %s: %s of the objects, %s of the bytes.%s",
                  it.sure ? "; the pale band has the objects' share in 95 of 100 cases" : "",
                  half_words(OBJECTS), half_words(BYTES), say_bytes(last->age), say_percent(last->pct[OBJECTS]),
                  say_percent(last->pct[BYTES]), collections_every()));
  figure_legend("objects", 0x4E79A7, "line");
  figure_legend("bytes", 0xF28E2B, "line");
  if (it.sure)
    figure_legend("95 of 100 cases", 0xC9DAEA, "area");
  if (half_of(OBJECTS, &age) || half_of(BYTES, &age))
    figure_legend("half are dead", 0x333333, "dot");
  if (collections.every_bytes)
    figure_legend("made between two collections", 0x888888, "dashes");
  figure_set("plot", 780);
}

/* ---- what is drawn of many points ---- */

/* Points before the first one of the axis are of the first column. */
static size_t column_of(const struct point *p, double last)
{
  return (size_t)fmax(scale_x(p->age) / last * (FINE * COLUMNS), 0);
}

/* A share at a point: of the objects, of the bytes, and the edges of the band. */
static double share(size_t i, unsigned which)
{
  const struct point *p = &it.points[i];
  return which < 2 ? p->pct[which] : which == 2 ? p->low : p->high;
}

/* Marks of the points `first` to `last`, which are of one column, those that are drawn: the last one, at which a curve
 * that falls is where it was with all of them, and those that are outside of what lies between it and the one before
 * the column. */
static void choose_of_column(uint8_t *drawn, size_t first, size_t last)
{
  const size_t before = first ? first - 1 : first;
  drawn[last] = true;
  for (unsigned k = 0; k < 4; k++) {
    const double top = fmax(share(before, k), share(last, k)), bottom = fmin(share(before, k), share(last, k));
    size_t low = first, high = first;
    for (size_t i = first; i <= last; i++) {
      low = share(i, k) < share(low, k) ? i : low;
      high = share(i, k) > share(high, k) ? i : high;
    }
    drawn[low] |= share(low, k) < bottom;
    drawn[high] |= share(high, k) > top;
  }
}

/* Keeps the points that are drawn, from age `first` on. */
static void thin_points(double first)
{
  uint8_t *drawn = mem_alloc(it.count, 1);
  const double last = scale_x(it.points[it.count - 1].age);
  size_t kept = 0;
  for (size_t i = 0, end; i < it.count; i = end + 1) {
    for (end = i; end + 1 < it.count && column_of(&it.points[end + 1], last) == column_of(&it.points[i], last);)
      end++;
    choose_of_column(drawn, i, end);
  }
  for (size_t i = 0; i < it.count; i++)
    if (it.points[i].age >= first && (drawn[i] || it.count <= MOST_POINTS))
      it.points[kept++] = it.points[i];
  it.count = kept;
  mem_free(drawn);
}

static void write_band(void)
{
  double low = 100, high = 100;
  figure_set("band", it.sure);
  figure_series("band", "octave objects_low_pct objects_high_pct", "%.6g %.6g %.6g");
  for (size_t i = 0; it.sure && i < it.count; i++) {
    const double x = scale_x(it.points[i].age);
    figure_row(x, low, high);
    figure_row(x, low = it.points[i].low, high = it.points[i].high);
  }
}

/* The curves are steps, as the estimate is, and begin at 100 % at the left edge. */
void make_survival(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("objects");
  time_all();
  collections_read();
  read_points();
  say_survival();
  const double first = first_age();
  scale_init(first, it.points[it.count - 1].age);
  figure_set("every", collections.every_bytes ? scale_x(collections.every_bytes) : -1);
  double half[2];
  const bool halved[] = { half_of(OBJECTS, &half[OBJECTS]), half_of(BYTES, &half[BYTES]) };
  thin_points(first);
  write_band();
  figure_series("curve", "octave objects_pct bytes_pct", "%.6g %.6g %.6g");
  figure_row(0, 100.0, 100.0);
  for (size_t i = 0; i < it.count; i++)
    figure_row(scale_x(it.points[i].age), it.points[i].pct[OBJECTS], it.points[i].pct[BYTES]);
  figure_series("halves", "octave pct colour", "%.6g %.0f %.0f");
  for (int what = OBJECTS; what <= BYTES; what++)
    if (halved[what])
      figure_row(scale_x(half[what]), 50.0, (double)(what == OBJECTS ? 0x4E79A7 : 0xF28E2B));
}
