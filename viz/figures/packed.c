/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * packed.c: see packed.h.
 */
#include "packed.h"

#include "base/mem.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/* Coordinates are hundredths of a pixel, which is what gnuplot writes. */
#define TOUCH 2 /* by so much neighbours overlap that are rounded */

struct rect { int64_t left, top, right, bottom; uint32_t rgb; size_t number, layer; };

static struct { struct rect *rects; size_t count, room; } run; /* those that have no other line between them */

/* ---- reading ---- */

static int64_t least(const double *v, unsigned of)
{
  return (int64_t)lround(100 * (v[of] < v[of + 4] ? v[of] : v[of + 4]));
}

static int64_t most(const double *v, unsigned of)
{
  return (int64_t)lround(100 * (v[of] > v[of + 4] ? v[of] : v[of + 4]));
}

/* Whether a line is a rectangle whose sides are parallel to the axes, and which one. */
static bool read_rect(const char *line, struct rect *r)
{
  unsigned red, green, blue;
  double v[8]; /* x and y of each corner; the third one is across from the first */
  int end = -1;
  if (sscanf(line, " <polygon fill = 'rgb(%3u, %3u, %3u)' points = '%lf,%lf %lf,%lf %lf,%lf %lf,%lf '/>%n",
             &red, &green, &blue, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7], &end) != 11 || end < 0)
    return false;
  for (unsigned i = 0; i < 8; i++)
    if (!(fabs(v[i]) < 1e9))
      return false;
  const bool flat = v[1] == v[3] && v[5] == v[7] && v[0] == v[6] && v[2] == v[4],
             steep = v[0] == v[2] && v[4] == v[6] && v[1] == v[7] && v[3] == v[5];
  *r = (struct rect){ .left = least(v, 0), .top = least(v, 1), .right = most(v, 0), .bottom = most(v, 1),
                      .rgb = (red & 255) << 16 | (green & 255) << 8 | (blue & 255), .number = run.count };
  return flat || steep;
}

/* ---- the order ---- */

/* Rectangles are drawn layer by layer, and in a layer colour by colour. One that lies over an earlier one of another
 * colour is in a later layer than that, and over one of its own colour in no earlier one. */
struct over { size_t upper, lower; }; /* numbers of two rectangles; the lower one is drawn first */

static struct { struct over *all; size_t count, room; } overs;

#define COMPARE(x, y) (((x) > (y)) - ((x) < (y)))
#define OVERS_MOST(rects) (4 * (rects) + 64) /* a list with more of them is drawn in its order */

static int by_top(const void *a, const void *b)
{
  const struct rect *x = a, *y = b;
  return COMPARE(x->top, y->top);
}

static int by_left(const void *a, const void *b)
{
  const struct rect *x = a, *y = b;
  return COMPARE(x->left, y->left);
}

static int by_layer(const void *a, const void *b)
{
  const struct rect *x = a, *y = b;
  return x->layer != y->layer ? COMPARE(x->layer, y->layer) :
         x->rgb != y->rgb ? COMPARE(x->rgb, y->rgb) : COMPARE(x->number, y->number);
}

static int by_number(const void *a, const void *b)
{
  const struct rect *x = a, *y = b;
  return COMPARE(x->number, y->number);
}

static int by_upper(const void *a, const void *b)
{
  const struct over *x = a, *y = b;
  return COMPARE(x->upper, y->upper);
}

/* Finds what lies over what among rectangles of a band. Sorts them. Returns false where that is too much. */
static bool find_overs(struct rect *rects, size_t count)
{
  mem_sort(rects, count, sizeof(*rects), by_left);
  size_t open = 0; /* those before it end before what follows begins */
  for (size_t i = 0; i < count; i++) {
    const struct rect *r = &rects[i];
    while (open < i && rects[open].right <= r->left + TOUCH)
      open++;
    if (i - open > OVERS_MOST(0))
      return false;
    for (size_t k = open; k < i; k++) {
      const struct rect *e = &rects[k];
      if (e->right <= r->left + TOUCH || e->bottom <= r->top + TOUCH || r->bottom <= e->top + TOUCH)
        continue;
      mem_grow(&overs.all, &overs.room, overs.count + 1, sizeof(*overs.all));
      overs.all[overs.count++] = e->number < r->number ? (struct over){ r->number, e->number } :
                                 (struct over){ e->number, r->number };
    }
  }
  return overs.count <= OVERS_MOST(run.count);
}

/* The same of the run, in bands that have nothing in common from top to bottom. */
static bool find_all_overs(void)
{
  bool few = true;
  overs.count = 0;
  mem_sort(run.rects, run.count, sizeof(*run.rects), by_top);
  for (size_t first = 0, end; few && first < run.count; first = end) {
    int64_t bottom = run.rects[first].bottom;
    for (end = first + 1; end < run.count && run.rects[end].top < bottom - TOUCH; end++)
      bottom = run.rects[end].bottom > bottom ? run.rects[end].bottom : bottom;
    few = find_overs(run.rects + first, end - first);
  }
  return few;
}

/* Puts the run into the order in which it is drawn. */
static void order_run(void)
{
  const bool few = find_all_overs();
  mem_sort(run.rects, run.count, sizeof(*run.rects), by_number);
  if (!few)
    return;
  if (overs.count)
    mem_sort(overs.all, overs.count, sizeof(*overs.all), by_upper);
  for (size_t i = 0; i < overs.count; i++) {
    struct rect *upper = &run.rects[overs.all[i].upper];
    const struct rect *lower = &run.rects[overs.all[i].lower];
    const size_t layer = lower->layer + (upper->rgb != lower->rgb);
    upper->layer = layer > upper->layer ? layer : upper->layer;
  }
  mem_sort(run.rects, run.count, sizeof(*run.rects), by_layer);
}

/* ---- writing ---- */

/* A number of hundredths without zeros at its end. */
static void write_number(int64_t n, FILE *out)
{
  const uint64_t size = (uint64_t)llabs(n);
  fprintf(out, "%s%" PRIu64, n < 0 ? "-" : "", size / 100);
  if (size % 10)
    fprintf(out, ".%02" PRIu64, size % 100);
  else if (size % 100)
    fprintf(out, ".%" PRIu64, size % 100 / 10);
}

static void write_rect(const struct rect *r, FILE *out)
{
  fputc('M', out);
  write_number(r->left, out);
  fputc(' ', out);
  write_number(r->top, out);
  fputc('h', out);
  write_number(r->right - r->left, out);
  fputc('v', out);
  write_number(r->bottom - r->top, out);
  fputc('h', out);
  write_number(r->left - r->right, out);
}

/* Writes the run, and empties it. */
static void end_run(FILE *out)
{
  if (!run.count)
    return;
  order_run();
  for (size_t i = 0; i < run.count; i++) {
    if (!i || run.rects[i].rgb != run.rects[i - 1].rgb)
      fprintf(out, "%s<path fill='#%06" PRIx32 "' d='", i ? "'/>\n" : "", run.rects[i].rgb);
    write_rect(&run.rects[i], out);
  }
  fputs("'/>\n", out);
  run.count = 0;
}

void packed_write(FILE *in, FILE *out)
{
  char *line = NULL;
  size_t room = 0;
  for (ptrdiff_t bytes; (bytes = mem_line(&line, &room, in)) >= 0;) {
    struct rect r;
    if (read_rect(line, &r)) {
      mem_grow(&run.rects, &run.room, run.count + 1, sizeof(*run.rects));
      run.rects[run.count++] = r;
      continue;
    }
    end_run(out);
    fwrite(line, 1, (size_t)bytes, out);
  }
  end_run(out);
  mem_free(overs.all);
  overs.all = NULL;
  overs.room = 0;
  mem_free(run.rects);
  run.rects = NULL;
  run.room = 0;
  mem_free(line);
}
