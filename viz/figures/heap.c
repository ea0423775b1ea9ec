/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * heap.c: the heap over time: how much of it objects take up, how large it is, and the collections as bands; below, how
 * long each collection took, in the colour of its reason.
 *
 * Where there are more than MOST_POINTS, those of a column are drawn as the first, least, most and last of them; of
 * several collections in a column the longest is drawn below, and a band is the paler the less of its column they
 * took.
 */
#include "scene.h"

#define MOST_POINTS 4000
#define MOST_BANDS 300     /* that leave something to be seen between them */
#define PAUSES_HEIGHT 190  /* of the panel below, without its axis */

struct point { double us, value; };
struct curve { struct point *points; size_t count, room; double most; struct point before; bool any; };

/* A row of table heap; `sized`: it has the size of the heap. */
struct reading { double us, used, size; bool sized; size_t number; };

static struct {
  struct curve used, size;
  double first_us, last_us, byte_unit, pause_unit;
  struct list reasons;
  struct numbers reason_count, reason_rgb;
} it;

static void add_point(struct curve *c, double us, double value)
{
  mem_grow(&c->points, &c->room, c->count + 1, sizeof(*c->points));
  c->points[c->count++] = (struct point){ us, value };
  c->most = value > c->most ? value : c->most;
}

/* Where an end of the stretch lies between two points, that on the line between them. */
static void add_between(struct curve *c, double at, double us, double value)
{
  const struct point b = c->before;
  if (b.us < at && us > at)
    add_point(c, at, b.value + (value - b.value) * (at - b.us) / (us - b.us));
}

static void add_to_curve(struct curve *c, double us, double value)
{
  if (c->any) {
    add_between(c, scene.from_us, us, value);
    if (us > scene.to_us)
      add_between(c, scene.to_us, us, value);
  }
  if (time_shown(us))
    add_point(c, us, value);
  c->before = (struct point){ us, value };
  c->any = true;
}

static int by_time(const void *a, const void *b)
{
  const struct reading *x = a, *y = b;
  return x->us != y->us ? (x->us > y->us) - (x->us < y->us) : (x->number > y->number) - (x->number < y->number);
}

/* The rows of table heap by time, also where they are not in that order: only a table that is no hostdump's is not. */
static struct reading *read_table(size_t *count)
{
  struct reading *all = NULL;
  size_t room = 0;
  bool sorted = true;
  *count = 0;
  table_open("heap", "time_us used_bytes heap_bytes");
  while (table_row()) {
    mem_grow(&all, &room, *count + 1, sizeof(*all));
    sorted = sorted && (!*count || all[*count - 1].us <= number(0));
    all[*count] = (struct reading){ number(0), number(1), field_is(2, "-") ? 0 : number(2), !field_is(2, "-"), *count };
    ++*count;
  }
  if (!sorted)
    mem_sort(all, *count, sizeof(*all), by_time);
  return all;
}

static void read_heap(void)
{
  size_t count;
  struct reading *all = read_table(&count);
  const bool any = count > 0;
  it.first_us = any ? all[0].us : 0;
  it.last_us = any ? all[count - 1].us : 0;
  for (size_t i = 0; i < count; i++) {
    add_to_curve(&it.used, all[i].us, all[i].used);
    if (all[i].sized)
      add_to_curve(&it.size, all[i].us, all[i].size);
  }
  mem_free(all);
  if (!it.used.count)
    end_figure(FIGURE_NOTHING, any ? say("nothing is known of the heap in %s", time_words()) :
               "nothing is known of the heap in this run");
}

/* How long collections took, in words. A correction may make a pause less than nothing, a damaged record anything. */
static const char *pauses_words(void)
{
  const size_t pauses = collections.count - collections.below;
  if (!pauses)
    return " How long they took came out below zero, and is not drawn.";
  return say(" Below: how long each took, in the colour of its reason; together %s, the longest %s, on average %s%s.",
             say_time(collections.pause_us), say_time(collections.longest_us),
             say_time(collections.pause_us / (double)pauses),
             collections.below ? say("; not drawn: %s that came out below zero",
                                     say_some((double)collections.below, "pause")) : "");
}

/* The collections in words; where the stretch cuts one, only the part in it counts to the share of the time. */
static const char *collections_words(void)
{
  double us = 0;
  if (!collections.count)
    return say("%s%s.", collections_none(), time_whole() ? "" : " in that time");
  for (size_t i = 0; i < collections.count; i++) {
    const struct collection *c = collections.all + i;
    const double from = c->from_us > scene.from_us ? c->from_us : scene.from_us;
    const double to = c->to_us < scene.to_us ? c->to_us : scene.to_us;
    us += to > from ? to - from : 0;
  }
  return say("%s%s, %s of the time.%s", collections.count > MOST_BANDS ? " " : " Red bands: ",
             say_some((double)collections.count, "collection"), say_percent(100 * us / (scene.to_us - scene.from_us)),
             pauses_words());
}

/* The reasons in the order in which they first came, with their colours. */
static void find_reasons(void)
{
  static const uint32_t hues[] = { 0xC0392B, 0x4E79A7, 0xD4A92A, 0x59A14F, 0xB07AA1 };
  for (size_t i = 0; i < collections.count; i++)
    if (collections.all[i].pause_us >= 0 && (*number_at(&it.reason_count, collections.all[i].reason))++ == 0)
      list_add(&it.reasons, collections.all[i].reason);
  for (size_t i = 0; i < it.reasons.count; i++) {
    const uint32_t reason = it.reasons.at[i], rgb = i < sizeof(hues) / sizeof(*hues) ? hues[i] : 0x707070;
    *number_at(&it.reason_rgb, reason) = rgb;
    figure_legend(say("pause: %s (%s)", fit(name_text(reason), 20), say_short(number_in(&it.reason_count, reason))),
                  rgb, "line");
  }
}

static void say_heap(void)
{
  const char *size = !it.size.most ? "" :
    say("; black, the size of the heap where it was collected, at most %s", say_bytes(it.size.most));
  time_known(it.first_us, it.last_us, "birth collection");
  figure_legend("in use", 0x4E79A7, "area");
  if (it.size.count)
    figure_legend("size of the heap", 0x333333, "line");
  if (collections.count && collections.count <= MOST_BANDS)
    figure_legend("a collection", 0xE8A59D, "area");
  figure_head("Heap and collections",
              say("Above: blue, the bytes that objects take up, at most %s%s, in %s.%s%s", say_bytes(it.used.most),
                  size, time_words(), collections_words(), time_remark()));
  find_reasons();
}

/* Where the panels are, and their scales: whole units of bytes above, of time below. */
static void lay_out(void)
{
  static const char *const names[] = { "B", "KiB", "MiB", "GiB" };
  const double most = it.size.most > it.used.most ? it.size.most : it.used.most;
  size_t unit = 0;
  for (it.byte_unit = 1; most / it.byte_unit >= 2048 && unit < 3; unit++)
    it.byte_unit *= 1024;
  it.pause_unit = collections.longest_us >= 2e6 ? 1e6 : collections.longest_us >= 2e3 ? 1e3 : 1;
  figure_set("plot", 780);
  const bool pauses = collections.count > collections.below;
  figure_set("upper", pauses ? 780 - PAUSES_HEIGHT - 30 : 780);
  figure_set("pauses", pauses);
  figure_set("dense", collections.count > MOST_BANDS);
  figure_set_text("y_label", say("heap (%s)", names[unit]));
  figure_set("y_to", 1.04 * most / it.byte_unit + 1e-9);
  figure_set_text("pause_label", say("pause (%s)", it.pause_unit == 1e6 ? "s" : it.pause_unit == 1e3 ? "ms" : "µs"));
  figure_set("pause_to", collections.longest_us > 0 ? 1.12 * collections.longest_us / it.pause_unit : 1);
}

static void write_point(const struct point *p)
{
  figure_row(time_x(p->us), p->value / it.byte_unit);
}

/* The points first, low, high and last of a column, in the order of time, each once. */
static void write_column(const struct point *p, size_t first, size_t last, size_t low, size_t high)
{
  const size_t least = low < high ? low : high, most = low < high ? high : low;
  write_point(p + first);
  if (least > first)
    write_point(p + least);
  if (most > least)
    write_point(p + most);
  if (last > most)
    write_point(p + last);
}

static void write_curve(const char *name, const struct curve *c)
{
  size_t first = 0, low = 0, high = 0;
  figure_series(name, "time bytes", "%.9g %.7g");
  for (size_t i = 0; i < c->count; i++) {
    const bool same = i > 0 && c->count > MOST_POINTS && column_at(c->points[i].us) == column_at(c->points[first].us);
    if (i > 0 && !same)
      write_column(c->points, first, i - 1, low, high);
    if (!same)
      first = low = high = i;
    low = c->points[i].value < c->points[low].value ? i : low;
    high = c->points[i].value > c->points[high].value ? i : high;
  }
  if (c->count)
    write_column(c->points, first, c->count - 1, low, high);
}

static void write_pause(const struct collection *c)
{
  figure_row(time_x(c->from_us > scene.from_us ? c->from_us : scene.from_us), c->pause_us / it.pause_unit,
             number_in(&it.reason_rgb, c->reason));
}

/* A pause for each collection, of those of a column the longest. */
static void write_pauses(void)
{
  const struct collection *longest = NULL;
  figure_series("pauses", "time pause colour", "%.9g %.6g %.0f");
  for (size_t i = 0; i < collections.count; i++) {
    const struct collection *c = collections.all + i;
    if (c->pause_us < 0)
      continue;
    const bool same = longest && column_at(c->from_us) == column_at(longest->from_us);
    if (longest && !same)
      write_pause(longest);
    if (!same || c->pause_us > longest->pause_us)
      longest = c;
  }
  if (longest)
    write_pause(longest);
}

void make_heap(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("objects");
  time_init();
  rows_init(1, COLUMNS);
  collections_read();
  read_heap();
  say_heap();
  lay_out();
  for (size_t i = 0; i < collections.count && collections.count <= MOST_BANDS; i++) {
    const struct collection *c = collections.all + i;
    row_span(0, c->from_us, c->to_us > c->from_us ? c->to_us : c->from_us + 0.5 / rows_scale());
  }
  write_curve("used", &it.used);
  write_curve("size", &it.size);
  figure_series("bands", "from to top bottom colour", "%.8g %.8g %.4g %.4g %.0f");
  row_write(0, 0, 1, 0xE8A59D, 1, false);
  write_pauses();
  time_lost();
}
