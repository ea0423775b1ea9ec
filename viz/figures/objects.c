/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects.c: reads the objects of a run (table objects), which may be millions, and what their classes are called. A
 * row of a binned table is `count' objects of at most `bytes' each and of `sum_bytes' together. `lives': it was alive
 * when the run ended, and death_us is that end. --thread leaves only the objects that this thread made.
 */
#include "scene.h"

static struct { size_t read; struct numbers threads; } objects;

struct list class_order;
static struct numbers name_of_class;

void objects_open(void)
{
  objects.read = 0;
  objects.threads = (struct numbers){ 0 };
  table_open("objects", "birth_us death_us bytes site class thread ?sum_bytes");
}

bool objects_row(struct object *o)
{
  while (table_row()) {
    if (scene.chosen_thread && name(5) != scene.chosen_thread) {
      *number_at(&objects.threads, name(5)) = 1;
      continue;
    }
    *o = (struct object){ .birth_us = number(0), .bytes = number(2), .count = row_stands_for(), .site = name(3),
                          .class = name(4), .lives = field_is(1, "-") };
    number(3); /* ends where it is none */
    o->death_us = o->lives ? scene.duration_us : number(1);
    o->sum_bytes = table_has(6) ? number(6) : o->bytes;
    objects.read++;
    return true;
  }
  return false;
}

size_t objects_read(void)
{
  return objects.read;
}

void objects_check(double shown)
{
  if (objects.read && scene.chosen_thread)
    *number_at(&objects.threads, scene.chosen_thread) = 1;
  thread_must_be_known(&objects.threads);
  if (shown)
    return;
  const char *by = scene.chosen_thread ? say(" by thread %s", name_text(scene.chosen_thread)) : "";
  if (!objects.read)
    end_of_none(say("object%s", by));
  end_figure(FIGURE_NOTHING, say("no object in %s%s", time_words(), by));
}

double newest_from(double *all)
{
  struct object o;
  double seen = 0, at = 0;
  *all = 0;
  objects_open();
  while (objects_row(&o))
    *all += time_shown(o.birth_us) ? o.count : 0;
  objects_open();
  while (*all && seen <= 0.9 * *all && objects_row(&o))
    if (time_shown(o.birth_us)) {
      at = o.birth_us;
      seen += o.count;
    }
  return at;
}

const char *objects_choice(void)
{
  return scene.chosen_thread ? say(" Only objects that thread %s made.", name_text(scene.chosen_thread)) : "";
}

void classes_read(void)
{
  class_order = (struct list){ 0 };
  name_of_class = (struct numbers){ 0 };
  table_lookup("classes", "class name");
  while (table_row()) {
    *number_at(&name_of_class, name(0)) = name(1);
    list_add(&class_order, name(0));
  }
}

const char *class_name(uint32_t class)
{
  return name_text((uint32_t)number_in(&name_of_class, class));
}

/* A class by its own name: java.util.HashMap$Node[] -> HashMap$Node[]. */
const char *class_short(const char *text)
{
  const char *point = strrchr(text, '.');
  return point ? point + 1 : text;
}
