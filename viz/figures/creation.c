/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * creation.c: which code makes objects when, and how large, the JX paper's figure 9: a row for each place that
 * allocates, by package, class and method, a mark for each object; its colour is the size, from blue to red. Objects
 * of one place that fall into one of CELLS stretches are one mark: the higher the more of them, in the colour of the
 * largest.
 */
#include "scene.h"

#define CELLS 512
#define MOST_COLOURS 8  /* sizes that can be told apart */

struct cell { double born, largest; };

static struct {
  struct pairs places;         /* cell and site: what was made there then */
  struct cell *cells;          /* by pair */
  size_t cell_room;
  struct list sites;
  struct numbers objects, bytes; /* by site */
  struct numbers met;
  double first_us, last_us, all_objects, all_bytes, smallest, biggest, most_born;
  struct cell *rows;           /* by row and cell */
  double step[MOST_COLOURS + 1];
  uint32_t step_rgb[MOST_COLOURS + 1];
  size_t steps;
} it;

static size_t cell_at(double us)
{
  const double cell = (us - scene.from_us) * CELLS / (scene.to_us - scene.from_us);
  return cell >= CELLS ? CELLS - 1 : (size_t)cell;
}

static void add_object(const struct object *o)
{
  const uint32_t n = pair_of(&it.places, (uint32_t)cell_at(o->birth_us), o->site);
  const size_t room = it.cell_room;
  mem_grow(&it.cells, &it.cell_room, n + 1, sizeof(*it.cells));
  memset(it.cells + room, 0, (it.cell_room - room) * sizeof(*it.cells));
  it.cells[n].born += o->count;
  it.cells[n].largest = fmax(it.cells[n].largest, o->bytes);
  if (!number_in(&it.met, o->site))
    list_add(&it.sites, o->site);
  *number_at(&it.met, o->site) = 1;
  *number_at(&it.objects, o->site) += o->count;
  *number_at(&it.bytes, o->site) += o->sum_bytes;
  if (!it.smallest || o->bytes < it.smallest)
    it.smallest = o->bytes;
  it.all_objects += o->count;
  it.all_bytes += o->sum_bytes;
}

static void read_objects(void)
{
  struct object o;
  objects_open();
  while (objects_row(&o)) {
    if (objects_read() == 1)
      it.first_us = o.birth_us;
    it.last_us = o.birth_us;
    if (time_shown(o.birth_us))
      add_object(&o);
  }
  objects_check(it.all_objects);
}

/* Rows, and the cells of the places that share one. */
static const char **give_rows(void)
{
  for (size_t i = 0; i < it.sites.count; i++) {
    const uint32_t site = it.sites.at[i];
    sites_place(site, site, class_short(name_text(site_named(site)->objects_of)), number_in(&it.bytes, site));
  }
  sites_pick();
  const size_t rows = sites_rows();
  double *objects = mem_alloc(rows, sizeof(*objects)), *bytes = mem_alloc(rows, sizeof(*bytes));
  const char **notes = mem_alloc(rows, sizeof(*notes));
  it.rows = mem_alloc(rows * CELLS, sizeof(*it.rows));
  for (uint32_t n = 1; n <= it.places.count; n++) {
    struct cell *c = it.rows + sites_row_of(it.places.second[n]) * CELLS + it.places.first[n];
    c->born += it.cells[n].born;
    c->largest = fmax(c->largest, it.cells[n].largest);
    it.most_born = fmax(it.most_born, c->born);
    it.biggest = fmax(it.biggest, c->largest);
  }
  for (size_t i = 0; i < it.sites.count; i++) {
    objects[sites_row_of(it.sites.at[i])] += number_in(&it.objects, it.sites.at[i]);
    bytes[sites_row_of(it.sites.at[i])] += number_in(&it.bytes, it.sites.at[i]);
  }
  for (size_t i = 0; i < rows; i++)
    notes[i] = say("%s in %s %s", say_bytes(bytes[i]), say_short(objects[i]), fit_name(sites_made(i), 20));
  return notes;
}

/* The smallest power of two that is not below `bytes'. */
static int octave_of(double bytes)
{
  int octave = 0;
  while (pow(2, octave) < bytes)
    octave++;
  return octave;
}

/* A colour from blue (0) over green and yellow to red (1). */
static uint32_t size_colour(double share)
{
  static const uint32_t hues[] = { 0x2B4FA2, 0x3C84C6, 0x45ADA8, 0x6FB257, 0xC9BF35, 0xEDA32F, 0xE0652B, 0xB81F24 };
  return hues[(size_t)(share * 7 + 0.5)];
}

/* Steps of size: doublings, or of several doublings when there would be more than MOST_COLOURS. */
static void give_colours(void)
{
  const int low = octave_of(it.smallest), high = octave_of(it.biggest);
  int each = 1;
  while ((high - low + each) / (double)each > MOST_COLOURS)
    each++;
  it.steps = (size_t)((high - low) / each) + 1;
  for (size_t i = 0; i < it.steps; i++) {
    it.step[i] = pow(2, high - (int)(it.steps - 1 - i) * each);
    it.step_rgb[i] = size_colour(it.steps > 1 ? (double)i / (double)(it.steps - 1) : 0);
    figure_legend(say("up to %s", say_bytes(it.step[i])), it.step_rgb[i], "area");
  }
}

static size_t step_of(double bytes)
{
  size_t i = 0;
  while (i + 1 < it.steps && bytes > it.step[i])
    i++;
  return i;
}

static void say_creation(void)
{
  time_known(it.first_us, it.last_us, "birth");
  give_colours();
  figure_head("Object creation",
              say("%s; %s of together %s in %s. Rows follow the code: package, class, method with the line.%s%s%s",
                  it.most_born > 1
                    ? "A mark: objects made there then, the higher the more, in the colour of the largest"
                    : "A mark: an object made there then, its colour the size",
                  say_some(it.all_objects, "object"), say_bytes(it.all_bytes), time_words(), sites_remark(),
                  objects_choice(), time_remark()));
}

/* The marks; neighbours of one height and colour are one. That of a single object has a third of the height. */
static void write_marks(size_t row)
{
  int open = 0;
  size_t open_step = 0, since = 0;
  for (size_t cell = 0; cell <= CELLS; cell++) {
    const struct cell *c = it.rows + row * CELLS + cell;
    const int level = cell < CELLS && c->born > 0 ? level_of(log(1 + c->born) / log(1 + it.most_born)) : 0;
    const size_t step = level ? step_of(c->largest) : 0;
    if (level == open && step == open_step)
      continue;
    if (open) {
      const double room = (sites_height() - 4) / 3, bottom = sites_top(row) + sites_height() - 2;
      figure_row(column_x((double)since), column_x((double)cell), bottom - room * (1 + 2 * (open - 1) / (LEVELS - 1.0)),
                 bottom, (double)it.step_rgb[open_step]);
    }
    open = level;
    open_step = step;
    since = cell;
  }
}

void make_creation(void)
{
  memset(&it, 0, sizeof(it));
  scene_open("objects");
  time_init();
  sites_read();
  read_objects();
  const char **notes = give_rows();
  say_creation();
  sites_layout(60, "made there");
  sites_write(notes);
  rows_init(0, CELLS);
  figure_series("marks", "from to top bottom colour", "%.8g %.8g %.1f %.1f %.0f");
  for (size_t i = 0; i < sites_rows(); i++)
    write_marks(i);
  time_lost();
}
