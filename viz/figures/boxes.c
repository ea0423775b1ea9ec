/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * boxes.c: method boxes, the JX paper's figure 4: a box for each call path, nested in the box of its caller, its area
 * the corrected time spent in it and in what it called.
 *
 * What always holds: a box and all that is in it lies inside its caller's; among the callees of one caller, and the
 * caller's own time, area is in exact proportion to time (a strip for the name and a margin are taken off first, which
 * is why boxes of different callers compare only roughly). What is too small for a box with a name is summed in one
 * grey box, callees in their caller's and threads on the page. The layout is "squarified": M. Bruls, K. Huizing, J.
 * van Wijk, Squarified Treemaps, 2000: fill the shorter side with a row of items, as long as one more makes the worst
 * of the row squarer; go on with the rest of the rectangle.
 *
 * Places are pixels of a picture in its natural size. Names are in a font in which all letters are as wide (0.602 of
 * its size, DejaVu Sans Mono), so that what has room is a number of letters.
 */
#include "scene.h"

#define WIDTH 1560.0
#define HEIGHT 840.0
#define STRIP 20.0        /* height of a name, for a font of 14 pixels */
#define SMALL_STRIP 14.0  /* the same for a font of 11 pixels, where 20 is too much */
#define COLUMN 8.43       /* of a font of 14 pixels */
#define SMALL_COLUMN 6.63
#define MARGIN 3.0        /* between a box and those in it */
#define LEAST_AREA 360.0  /* 24 x 15, the smallest box with a name: what is less goes into "N more" */
#define DEEPEST 200       /* boxes in each other: each takes a margin, so the page has room for fewer */

struct box { double x, y, w, h; };
/* What shares the area inside a box: a callee, "N more", or the own time (neither). */
struct item { uint32_t node, more; double area; struct box box; };
struct items { struct item *all; size_t count, room; };

static struct {
  double least_thread;      /* share of the time; threads below share a grey box */
  struct list others;       /* their names */
  double other_us;
  struct label { double x, y; const char *text; int size; } *labels;
  size_t label_count, label_room;
} it;

static bool has_room(const char *text, double room, double column)
{
  return (double)columns_of(text) * column <= room;
}

static const char *fit_room(const char *text, double room, double column)
{
  return fit_name(text, room > 0 ? (size_t)(room / column) : 0);
}

/* ---- the layout */

/* The greatest ratio of sides in a row of items along a side. */
static double worst_ratio(const struct item *items, size_t first, size_t last, double sum, double side)
{
  double worst = 0;
  for (size_t i = first; i <= last; i++) {
    double ratio = items[i].area > 0 ? sum * sum / (side * side * items[i].area) : 1;
    if (ratio < 1)
      ratio = 1 / ratio;
    if (ratio > worst)
      worst = ratio;
  }
  return worst;
}

/* Places items side by side in a strip of the given thickness: across the top or down the left. */
static void place_row(struct item *items, size_t first, size_t last, double thick, bool across, double x, double y)
{
  for (size_t i = first; i <= last; i++) {
    const double length = thick > 0 ? items[i].area / thick : 0;
    items[i].box = (struct box){ x, y, across ? length : thick, across ? thick : length };
    x += across ? length : 0;
    y += across ? 0 : length;
  }
}

/* Places areas that add up to that of `b' into it. */
static void squarify(struct items *items, struct box b)
{
  for (size_t first = 0, last; first < items->count; first = last + 1) {
    const double side = b.w < b.h ? (b.w > 0 ? b.w : 1e-9) : b.h > 0 ? b.h : 1e-9;
    double sum = items->all[first].area;
    for (last = first; last + 1 < items->count; last++) {
      const double more = sum + items->all[last + 1].area;
      if (worst_ratio(items->all, first, last + 1, more, side) > worst_ratio(items->all, first, last, sum, side))
        break;
      sum = more;
    }
    place_row(items->all, first, last, sum / side, b.w < b.h, b.x, b.y);
    if (b.w < b.h) {
      b.y += sum / side;
      b.h -= sum / side;
    } else {
      b.x += sum / side;
      b.w -= sum / side;
    }
  }
}

static void add_item(struct items *items, uint32_t node, uint32_t more, double area)
{
  mem_grow(&items->all, &items->room, items->count + 1, sizeof(*items->all));
  items->all[items->count++] = (struct item){ .node = node, .more = more, .area = area };
}

/* Callees add up to more than their caller where a correction went wrong; they share the whole then. */
static void find_items(uint32_t node, double room, struct items *items, double *more_us)
{
  const struct tree_node *n = tree.nodes;
  double sum = 0;
  uint32_t more = 0;
  for (uint32_t child = n[node].child; child; child = n[child].next)
    sum += n[child].incl_us > 0 ? n[child].incl_us : 0;
  const double whole = sum > n[node].incl_us ? sum : n[node].incl_us;
  for (uint32_t child = n[node].child; child; child = n[child].next) {
    if (n[child].incl_us <= 0)
      continue;
    if (n[child].incl_us / whole * room >= LEAST_AREA) {
      add_item(items, child, 0, n[child].incl_us / whole * room);
    } else {
      more++;
      *more_us += n[child].incl_us;
    }
  }
  if (more)
    add_item(items, 0, more, *more_us / whole * room);
  if (items->count && whole > sum)
    add_item(items, 0, 0, (whole - sum) / whole * room);
}

/* ---- boxes and names */

static void add_label(int size, double x, double y, const char *text)
{
  if (!*text)
    return;
  mem_grow(&it.labels, &it.label_room, it.label_count + 1, sizeof(*it.labels));
  it.labels[it.label_count++] = (struct label){ x, y, text, size };
}

static void add_box(struct box b, uint32_t rgb, int depth, double us, double calls, const char *thread,
                    const char *name)
{
  figure_row(b.x, b.y, b.x + b.w, b.y + b.h, (double)rgb, (double)depth, us, calls, thread, name);
}

static const char *share_words(uint32_t node)
{
  return say("  %s", say_percent(100 * tree.nodes[node].incl_us / tree.us));
}

/* Whether a name has room along the left side of a box only: it is higher than wide, and too narrow for the name. */
static bool is_upright(const char *name, struct box b)
{
  if (b.h < b.w || b.h < 40 || b.w < SMALL_STRIP + 1)
    return false;
  const char *shortened = fit_room(name, b.w - 6, SMALL_COLUMN);
  return !*shortened || strstr(shortened, "…");
}

/* The only callee of a node, when what happens outside it is less than 1 % of its time; else 0. */
static uint32_t sole_callee(uint32_t node)
{
  const struct tree_node *n = tree.nodes;
  const uint32_t child = n[node].child;
  return child && !n[child].next && n[child].incl_us >= 0.99 * n[node].incl_us ? child : 0;
}

static void place_grey(const char *name, double us, const char *thread, struct box b, int depth)
{
  add_box(b, paler(0x999999, 0.5), depth, us, 0, thread, name);
  const char *full = say("%s  %s", name, say_percent(100 * us / tree.us));
  if (is_upright(name, b))
    add_label(90, b.x + SMALL_STRIP / 2, b.y + b.h - 4, fit(full, (size_t)((b.h - 8) / SMALL_COLUMN)));
  else if (b.h >= SMALL_STRIP && b.w > 24)
    add_label(11, b.x + 3, b.y + SMALL_STRIP / 2, has_room(full, b.w - 6, SMALL_COLUMN) ? full :
              fit(name, (size_t)((b.w - 5) / SMALL_COLUMN)));
}

/* Says what an uncovered area stands for, where there is room. */
static void place_own(uint32_t node, double share, struct box b)
{
  const char *text = say("own %s", say_percent(100 * share * tree.nodes[node].incl_us / tree.us));
  if (b.h > 24 && has_room(text, b.w - 10, SMALL_COLUMN))
    add_label(11, b.x + 5, b.y + b.h / 2, text);
}

/* Writes the name into the upper left corner, as large and complete as fits; a leaf with room gets time and calls
 * below. Returns the height taken. */
static double place_name(uint32_t node, const char *name, struct box b)
{
  const struct tree_node *n = tree.nodes + node;
  if (b.h < SMALL_STRIP + 1 || b.w < 24)
    return MARGIN;
  int size = b.h >= STRIP + 4 && b.w >= 60 ? 14 : 11;
  const double strip = size == 14 ? STRIP : SMALL_STRIP;
  if (size == 14 && !has_room(name, b.w - 8, COLUMN))
    size = 11;
  const double column = size == 14 ? COLUMN : SMALL_COLUMN;
  const char *with_share = say("%s%s", name, share_words(node));
  name = has_room(with_share, b.w - 8, column) ? with_share : fit_room(name, b.w - 6, column);
  if (!*name)
    return MARGIN;
  add_label(size, b.x + 4, b.y + strip / 2, name);
  const char *leaf = say_time(n->incl_us);
  if (n->parent || n->calls) /* how often NMIs came is not counted */
    leaf = say("%s, %s", leaf, tree_calls(n->calls, n->open, n->partly));
  if (!n->child && b.h > strip + 18 && has_room(leaf, b.w - 8, SMALL_COLUMN))
    add_label(11, b.x + 4, b.y + strip + 6, leaf);
  return strip;
}

static void place(uint32_t node, struct box b, int depth);

static void place_items(uint32_t node, struct box b, int depth)
{
  struct items items = { 0 };
  double more_us = 0;
  find_items(node, b.w * b.h, &items, &more_us);
  squarify(&items, b);
  for (size_t i = 0; i < items.count; i++) {
    const struct item *item = items.all + i;
    if (item->node)
      place(item->node, item->box, depth);
    else if (item->more)
      place_grey(say("%u more", item->more), more_us, name_text(tree.nodes[node].thread), item->box, depth);
    else
      place_own(node, item->area / (b.w * b.h), item->box);
  }
  mem_free(items.all);
}

/* Draws the box of a node, then what is in it. */
static void place(uint32_t node, struct box b, int depth)
{
  const struct tree_node *n = tree.nodes;
  const char *name = name_text(n[node].function);
  add_box(b, paler(colour_of(n[node].thread), 0.35 + 0.5 * (1 - pow(0.8, depth))), depth, n[node].incl_us,
          n[node].calls, name_text(n[node].thread), name);
  /* A caller that does nothing but pass on to one callee shares its strip. */
  for (uint32_t sole; (sole = sole_callee(node)); node = sole) {
    const char *both = say("%s › %s", name, name_text(n[sole].function));
    if (!has_room(say("%s%s", both, share_words(sole)), b.w - 12, COLUMN))
      break;
    name = both;
  }
  if (is_upright(name, b)) {
    add_label(90, b.x + SMALL_STRIP / 2, b.y + b.h - 4, fit_room(name, b.h - 8, SMALL_COLUMN));
    b = (struct box){ b.x + SMALL_STRIP, b.y + MARGIN, b.w - SMALL_STRIP - MARGIN, b.h - 2 * MARGIN };
  } else {
    const double strip = place_name(node, name, b);
    b = (struct box){ b.x + MARGIN, b.y + strip, b.w - 2 * MARGIN, b.h - strip - MARGIN };
  }
  if (b.w >= 8 && b.h >= 8 && depth < DEEPEST)
    place_items(node, b, depth + 1);
}

/* ---- threads and the page */

static bool is_other(uint32_t root)
{
  return it.others.count > 1 && tree.nodes[root].incl_us < it.least_thread * tree.us;
}

/* Threads too small for a box; one alone keeps its box. Where these have a tenth of the time, as in a run of hundreds
 * of threads, they have boxes as long as those can be seen. */
static void find_others(void)
{
  double large = 0;
  it.least_thread = 0.01;
  for (size_t i = 0; i < tree.roots.count; i++)
    if (tree.nodes[tree.roots.at[i]].incl_us >= it.least_thread * tree.us)
      large += tree.nodes[tree.roots.at[i]].incl_us;
  if (large < 0.9 * tree.us)
    it.least_thread = 4 * LEAST_AREA / (WIDTH * HEIGHT);
  for (size_t i = 0; i < tree.roots.count; i++) {
    const struct tree_node *root = tree.nodes + tree.roots.at[i];
    if (root->incl_us <= 0 || root->incl_us >= it.least_thread * tree.us)
      continue;
    list_add(&it.others, root->thread);
    it.other_us += root->incl_us;
  }
}

static void say_boxes(void)
{
  const char *others = it.others.count < 2 ? "" :
    say(", and the threads %s, together %s", say_names(it.others.at, it.others.count),
        say_percent(100 * it.other_us / tree.us));
  figure_legend("too small for a box of its own", paler(0x999999, 0.5), "area");
  for (size_t i = 0; i < tree.roots.count; i++) {
    const struct tree_node *root = tree.nodes + tree.roots.at[i];
    if (root->incl_us > 0 && !is_other(tree.roots.at[i]))
      figure_legend(name_text(root->thread), paler(colour_of(root->thread), 0.35), "area");
  }
  figure_head("Method boxes: where the time goes",
              say("Area: time spent in a function and in what it calls, %s. A box lies in its caller's, and is"
                  " paler; what is left"
                  " uncovered is the caller's own time. Percentages are of the whole. Grey: callees too small for"
                  " boxes of their"
                  " own%s.%s", tree_scope(), others, tree_remark()));
  figure_set("plot", HEIGHT);
  figure_set("plot_width", WIDTH);
}

/* One series for each font and direction: gnuplot has one a plot. */
static void write_labels(const char *name, int size)
{
  figure_series(name, "x y text", "%.2f %.2f %s");
  for (size_t i = 0; i < it.label_count; i++)
    if (it.labels[i].size == size)
      figure_row(it.labels[i].x, it.labels[i].y, it.labels[i].text);
}

void make_boxes(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("timing");
  tree_read();
  find_others();
  say_boxes();
  struct items items = { 0 };
  for (size_t i = 0; i < tree.roots.count; i++) {
    const uint32_t root = tree.roots.at[i];
    if (tree.nodes[root].incl_us > 0 && !is_other(root))
      add_item(&items, root, 0, tree.nodes[root].incl_us / tree.us * WIDTH * HEIGHT);
  }
  if (it.others.count > 1)
    add_item(&items, 0, 1, it.other_us / tree.us * WIDTH * HEIGHT);
  squarify(&items, (struct box){ 0, 0, WIDTH, HEIGHT });
  figure_series("boxes", "left top right bottom colour depth time_us calls thread function",
                "%.2f %.2f %.2f %.2f %.0f %.0f %.3f %.0f %s %s");
  for (size_t i = 0; i < items.count; i++)
    if (items.all[i].node)
      place(items.all[i].node, items.all[i].box, 0);
    else
      place_grey(say("%zu other threads", it.others.count), it.other_us, "-", items.all[i].box, 0);
  write_labels("names", 14);
  write_labels("small", 11);
  write_labels("upright", 90);
}
