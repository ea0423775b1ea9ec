/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lifetime.c: how long objects live, the JX paper's figure 10: a line from birth to death, in the row of the place that
 * made the object, in the colour of its class; collections are vertical lines. As chart `newest', figure 11: the last
 * tenth of the objects only. From the last collection that found an object alive to the one that found it dead the line
 * is thin: when it died in between is not known.
 *
 * In a row the objects that died lie above those that lived to the end of the run, both from the top in the order of
 * their birth, so that each row is a staircase: what hugs the stairs was soon dead, what reaches out of them lived on.
 * A line is a lane; where there are more objects than lanes, objects born one after the other share one, the paler the
 * fewer of them are alive, compared with the most that ever were at once. A place that makes objects of several
 * classes has a row for each.
 */
#include "scene.h"

#define MOST_LINES_GC 150  /* collections that can be drawn as lines without covering the objects */
#define LANE_HEIGHT 2.0    /* pixels, at least */
#define LANE_FAT 7.0       /* pixels, at most */
#define THIN 0.4           /* of a lane's height, where the objects may be dead */
#define PALE 0.3
#define SHARE_OF_ROW 0.84  /* what lanes take of a row's height */

struct place { uint32_t class; double objects, bytes, lives; };
struct row { double died, lived, died_so_far, lived_so_far; size_t lanes, living, first_lane; };

static struct {
  bool newest;
  double born_from_us, newest_all, first_us, last_us, objects, lives;
  uint32_t several;
  struct pairs keys;          /* site and class (0: the site's only one) to a place */
  struct place *places;       /* by key */
  size_t place_room;
  struct row *rows;
  size_t lane_count;
  double *change, *sure;      /* by lane and column: by how much the number changes of objects that may be alive, and of
                                 those that are */
  struct numbers class_rgb;   /* + 1 */
} it;

/* The place of an object. */
static uint32_t place_of(const struct object *o)
{
  return pair_of(&it.keys, o->site, site_named(o->site)->objects_of == it.several ? o->class : 0);
}

static bool is_shown(const struct object *o)
{
  return o->birth_us <= scene.to_us && o->death_us >= scene.from_us && o->birth_us >= it.born_from_us;
}

/* Leaves the last tenth of the objects of the stretch. */
static void keep_newest(void)
{
  const double at = newest_from(&it.newest_all);
  if (!it.newest_all)
    return;
  if (at >= scene.to_us)
    end_figure(FIGURE_NOTHING, "the newest objects were born at the very end");
  it.newest = true;
  it.born_from_us = at;
  time_narrow(at, scene.to_us);
}

/* First pass: how many objects that lived in the stretch each place has. */
static void count_objects(void)
{
  struct object o;
  bool any = false;
  objects_open();
  while (objects_row(&o)) {
    if (objects_read() == 1)
      it.first_us = o.birth_us;
    if (!any || o.birth_us > it.last_us)
      it.last_us = o.birth_us;
    any = true;
    if (!is_shown(&o))
      continue;
    const uint32_t key = place_of(&o);
    const size_t room = it.place_room;
    mem_grow(&it.places, &it.place_room, key + 1, sizeof(*it.places));
    memset(it.places + room, 0, (it.place_room - room) * sizeof(*it.places));
    struct place *p = it.places + key;
    if (!p->objects)
      p->class = o.class;
    p->objects += o.count;
    p->bytes += o.sum_bytes;
    p->lives += o.lives ? o.count : 0;
    it.objects += o.count;
    it.lives += o.lives ? o.count : 0;
  }
  objects_check(it.objects);
}

static const char **give_rows(void)
{
  for (uint32_t key = 1; key <= it.keys.count; key++)
    sites_place(key, it.keys.first[key], class_short(class_name(it.places[key].class)), it.places[key].bytes);
  sites_pick();
  it.rows = mem_alloc(sites_rows(), sizeof(*it.rows));
  const char **notes = mem_alloc(sites_rows(), sizeof(*notes));
  for (uint32_t key = 1; key <= it.keys.count; key++) {
    struct row *r = it.rows + sites_row_of(key);
    r->died += it.places[key].objects - it.places[key].lives;
    r->lived += it.places[key].lives;
  }
  for (size_t i = 0; i < sites_rows(); i++)
    notes[i] = say("%s %s%s", say_short(it.rows[i].died + it.rows[i].lived), fit_name(sites_made(i), 16),
                   it.rows[i].lived ? say(", %s lived on", say_short(it.rows[i].lived)) : "");
  return notes;
}

/* A colour for each class that has rows, the largest of the run first, as far as there are colours; the rest is grey.
 * */
static void give_colours(void)
{
  static const uint32_t hues[] = { 0x4E79A7, 0xF28E2B, 0x59A14F, 0xB07AA1, 0xD4A92A,
                                   0x499894, 0xD37295, 0x9C755F, 0x7A6FD0, 0x86A033 };
  struct numbers present = { 0 };
  size_t coloured = 0;
  bool grey = sites_others() > 0;
  for (size_t i = 0; i < sites_rows(); i++)
    if (sites_key(i))
      *number_at(&present, it.places[sites_key(i)].class) = 1;
  for (size_t i = 0; i < class_order.count; i++) {
    const uint32_t class = class_order.at[i];
    if (!number_in(&present, class))
      continue;
    if (coloured == sizeof(hues) / sizeof(*hues)) {
      grey = true;
      continue;
    }
    *number_at(&it.class_rgb, class) = hues[coloured] + 1.0;
    figure_legend(class_short(class_name(class)), hues[coloured++], "area");
  }
  if (grey)
    figure_legend("other classes", 0x8A8A8A, "area");
  if (it.lives)
    figure_legend("alive at the end", 0x222222, "area");
  if (collections.count)
    figure_legend("a collection", 0xC0392B, "bar");
}

static uint32_t row_colour(size_t row)
{
  const double rgb = sites_key(row) ? number_in(&it.class_rgb, it.places[sites_key(row)].class) : 0;
  return rgb > 0 ? (uint32_t)rgb - 1 : 0x8A8A8A;
}

static const char *collections_words(void)
{
  if (!collections.count)
    return say("%s%s.", collections_none(), time_whole() ? "" : " in that time");
  if (collections.count > MOST_LINES_GC)
    return say(" Red ticks above: %s collections; the chart of a shorter time has them as lines.",
               say_count((double)collections.count));
  return say(" Red %s: %s%s.", collections.count > 1 ? "lines" : "line",
             say_some((double)collections.count, "collection"), run_has_mode("exact") ? "" :
             "; a line is thin from the last one that found the object alive: it may have died since");
}

static void say_lifetime(void)
{
  time_known(it.first_us, it.last_us, "birth death");
  give_colours();
  figure_head(it.newest ? "Lifetime of the newest objects" : "Object lifetime",
              say("A line: an object from birth to death, or several made one after the other, paler where fewer of"
                  " them are left; %s in"
                  " %s. In a row they lie in the order of birth; below them the %s that lived on to the end of the"
                  " run (black at the"
                  " right).%s%s%s%s%s", say_some(it.objects, "object"), time_words(), say_count(it.lives), it.newest ?
                  say(" Only the last tenth of %s, in the order of birth.", say_some(it.newest_all, "object")) : "",
                  collections_words(), sites_remark(), objects_choice(), time_remark()));
}

/* Cuts each row into lanes: in front those of objects that died, behind those of the living, in proportion; neither
 * goes without. */
static void cut_lanes(void)
{
  const double most = trunc(sites_height() * SHARE_OF_ROW / LANE_HEIGHT);
  for (size_t i = 0; i < sites_rows(); i++) {
    struct row *r = it.rows + i;
    const double all = r->died + r->lived;
    r->lanes = (size_t)(all < most ? all : most);
    r->living = (size_t)((double)r->lanes * r->lived / all + 0.5);
    if (r->lived && !r->living)
      r->living = 1;
    if (r->died && r->living == r->lanes)
      r->living--;
    r->first_lane = it.lane_count;
    it.lane_count += r->lanes;
  }
  rows_init(0, COLUMNS);
  it.change = mem_alloc(it.lane_count * (COLUMNS + 1), sizeof(*it.change));
  it.sure = mem_alloc(it.lane_count * (COLUMNS + 1), sizeof(*it.sure));
}

static void add_life(double *changes, double from_us, double to_us, double count)
{
  changes[column_at(from_us)] += count;
  changes[to_us > scene.to_us ? COLUMNS : column_at(to_us) + 1] -= count;
}

/* Second pass: by how much the number of living objects of a lane changes in a column. */
static void sum_changes(void)
{
  struct object o;
  objects_open();
  while (objects_row(&o)) {
    if (!is_shown(&o))
      continue;
    struct row *r = it.rows + sites_row_of(place_of(&o));
    size_t lane = r->first_lane;
    if (o.lives) {
      lane += r->lanes - r->living + (size_t)(r->lived_so_far * (double)r->living / r->lived);
      r->lived_so_far += o.count;
    } else {
      lane += (size_t)(r->died_so_far * (double)(r->lanes - r->living) / r->died);
      r->died_so_far += o.count;
    }
    const double sure_us = collections_alive_until(&o);
    add_life(it.change + lane * (COLUMNS + 1), o.birth_us, o.death_us, o.count);
    if (sure_us >= scene.from_us)
      add_life(it.sure + lane * (COLUMNS + 1), o.birth_us, sure_us, o.count);
  }
}

/* The most objects that may be alive at once in a lane. */
static double most_alive(size_t lane)
{
  const double *changes = it.change + lane * (COLUMNS + 1);
  double alive = 0, most = 0;
  for (size_t column = 0; column < COLUMNS; column++) {
    alive += changes[column];
    most = alive > most ? alive : most;
  }
  return most;
}

/* A lane in bars of one strength: how many of its objects are alive, or may be, of the most that ever may be. */
static void write_bars(const double *changes, double most, double top, double bottom, uint32_t rgb)
{
  double alive = 0;
  int open = 0;
  size_t since = 0;
  for (size_t column = 0; column <= COLUMNS; column++) {
    alive = column < COLUMNS ? alive + changes[column] : 0;
    const int level = most > 0 ? level_of(alive / most) : 0;
    if (level == open)
      continue;
    if (open)
      row_bar(since, column, true, top, bottom, paler(rgb, 0.75 * (1 - (double)open / LEVELS)));
    open = level;
    since = column;
  }
}

/* Thin bars of the objects that may be alive, and over them bars of those that are. */
static void write_lane(size_t lane, double top, double height, uint32_t rgb)
{
  const double most = most_alive(lane), inset = height * (1 - THIN) / 2;
  write_bars(it.change + lane * (COLUMNS + 1), most, top + inset, top + height - inset, paler(rgb, PALE));
  write_bars(it.sure + lane * (COLUMNS + 1), most, top, top + height, rgb);
}

static double lane_top(size_t row, size_t k, double *height)
{
  const double pitch = sites_height() * SHARE_OF_ROW / (double)it.rows[row].lanes;
  *height = pitch * 0.8 > LANE_FAT ? LANE_FAT : pitch * 0.8 < LANE_HEIGHT ? pitch : pitch * 0.8;
  return sites_top(row) + sites_height() * (1 - SHARE_OF_ROW) / 2 + (double)k * pitch + (pitch - *height) / 2;
}

/* The lanes, and the black ends of those that hold living objects. */
static void write_lanes(void)
{
  double height;
  figure_series("lanes", "from to top bottom colour", "%.8g %.8g %.2f %.2f %.0f");
  for (size_t i = 0; i < sites_rows(); i++)
    for (size_t k = 0; k < it.rows[i].lanes; k++) {
      const double top = lane_top(i, k, &height);
      write_lane(it.rows[i].first_lane + k, top, height, row_colour(i));
    }
  figure_series("ends", "top bottom", "%.2f %.2f");
  for (size_t i = 0; i < sites_rows(); i++)
    for (size_t k = it.rows[i].lanes - it.rows[i].living; k < it.rows[i].lanes; k++) {
      const double top = lane_top(i, k, &height);
      figure_row(top, top + height);
    }
  figure_set("stretch_to", time_x(scene.to_us));
}

static void write_collections(void)
{
  size_t last = COLUMNS;
  figure_set("collections_full", collections.count <= MOST_LINES_GC);
  figure_set_text("collections_colour",
                  collections.count > 40 && collections.count <= MOST_LINES_GC ? "#A0C0392B" : "#60C0392B");
  figure_series("collections", "time", "%.8g");
  for (size_t i = 0; i < collections.count; i++) {
    const double us = collections.all[i].from_us;
    if (column_at(us) != last && us >= scene.from_us)
      figure_row(time_x(us));
    last = column_at(us);
  }
}

void make_lifetime(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("objects");
  it.several = name_of_text("several");
  time_init();
  if (!strcmp(scene.asked->chart, "newest"))
    keep_newest();
  sites_read();
  classes_read();
  collections_read();
  count_objects();
  const char **notes = give_rows();
  say_lifetime();
  sites_layout(420, "made there");
  cut_lanes();
  sum_changes();
  sites_write(notes);
  write_lanes();
  time_lost();
  write_collections();
}
