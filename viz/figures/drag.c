/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * drag.c: what the heap holds, by the place that made it: a bar for each place, of bytes on average over the run. Its
 * parts are objects that will still be used, objects that are kept after their last use, and objects that are never
 * used (Roejemo and Runciman, "Lag, Drag, Void and Use", 1996). The places from which most could be freed earlier come
 * first.
 */
#include "scene.h"

#define MOST_ROWS 24

struct place { const char *label, *note; double objects, unused, use, drag, wasted; };

static struct {
  struct place *places;  /* in the order of the table: by what could be freed, falling */
  size_t count, room;
  struct place all, others;
} it;

static void add_place(struct place *sum, const struct place *p)
{
  sum->objects += p->objects;
  sum->unused += p->unused;
  sum->use += p->use;
  sum->drag += p->drag;
  sum->wasted += p->wasted;
}

static double held(const struct place *p)
{
  return p->use + p->drag + p->wasted;
}

static const char *label_of(void)
{
  const char *where = strrchr(name_text(name(2)), ':');
  const char *method = say("%s.%s", name_text(name(0)), name_text(name(1)));
  return say("%s%s", fit_name(method, 44), where ? where : "");
}

static void read_places(void)
{
  table_open("drag", "class method where objects unused_objects use_bytes drag_bytes void_bytes");
  while (table_row()) {
    const struct place p = { .label = label_of(), .objects = number(3), .unused = number(4), .use = number(5),
                             .drag = number(6), .wasted = number(7) };
    add_place(&it.all, &p);
    mem_grow(&it.places, &it.room, it.count + 1, sizeof(p));
    it.places[it.count++] = p;
  }
  if (!it.count)
    end_of_none("object");
}

/* What has no row of its own shares the last one. */
static void choose_rows(void)
{
  if (it.count <= MOST_ROWS)
    return;
  const size_t others = it.count - MOST_ROWS + 1;
  for (size_t i = MOST_ROWS - 1; i < it.count; i++)
    add_place(&it.others, it.places + i);
  it.others.label = say("%s other places together", say_count((double)others));
  it.places[MOST_ROWS - 1] = it.others;
  it.count = MOST_ROWS;
}

static const char *note_of(const struct place *p)
{
  const double vain = p->drag + p->wasted;
  const char *unused = p->unused ? say(", %s of %s never used", say_short(p->unused), say_short(p->objects)) : "";
  return vain ? say("%s in vain (%s)%s", say_bytes(vain), say_percent(100 * vain / held(p)), unused)
              : say("nothing in vain%s", unused);
}

static void say_drag(double most)
{
  figure_legend("will be used again", 0x4E79A7, "area");
  figure_legend("kept after the last use", 0xF28E2B, "area");
  figure_legend("never used", 0xE15759, "area");
  figure_head("Objects kept in vain",
              say("%s are held on average, by the allocation clock: %s by objects that will be used again, %s by"
                  " objects after their last use, %s by objects that only their constructors use. Places from which"
                  " most could be freed earlier come first.",
                  say_bytes(held(&it.all)), say_bytes(it.all.use), say_bytes(it.all.drag), say_bytes(it.all.wasted)));
  figure_set_text("x_label", "held on average (KiB)");
  figure_set("most", most > 0 ? most * 1.03 / 1024 : 1);
  figure_set("count", (double)it.count);
  figure_set("plot", it.count < 18 ? 40 + 42 * (double)it.count : 780);
}

/* The larger parts first: the smaller ones lie on them. */
static void write_bars(void)
{
  figure_series("bars", "row held colour", "%.0f %.6f %.0f");
  for (size_t i = 0; i < it.count; i++) {
    const struct place *p = it.places + i;
    figure_row((double)(i + 1), held(p) / 1024, (double)0xE15759);
    figure_row((double)(i + 1), (p->use + p->drag) / 1024, (double)0xF28E2B);
    figure_row((double)(i + 1), p->use / 1024, (double)0x4E79A7);
  }
}

void make_drag(void)
{
  double most = 0;
  size_t widest = 10, notes = 10;
  memset(&it, 0, sizeof(it));
  scene_open("exact");
  read_places();
  choose_rows();
  for (struct place *p = it.places; p < it.places + it.count; p++) {
    p->note = note_of(p);
    most = fmax(most, held(p));
    widest = columns_of(p->label) > widest ? columns_of(p->label) : widest;
    notes = columns_of(p->note) > notes ? columns_of(p->note) : notes;
  }
  say_drag(most);
  figure_set("left_columns", (double)widest);
  figure_set("right_columns", (double)notes);
  write_bars();
  figure_series("names", "row place", "%.0f %s");
  for (size_t i = 0; i < it.count; i++)
    figure_row((double)(i + 1), it.places[i].label);
  figure_series("notes", "row note", "%.0f %s");
  for (size_t i = 0; i < it.count; i++)
    figure_row((double)(i + 1), it.places[i].note);
}
