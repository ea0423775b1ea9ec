/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sentences_objects.c: what is said of charts of objects; see sentences.h.
 */
#include "sentences.h"

const char *say_creation(void)
{
  double objects = 0, bytes = 0, first_bytes = 0;
  const char *first = "";
  table_open("sites", "class method where objects_of objects bytes");
  while (table_row()) {
    objects += number(4);
    bytes += number(5);
    if (*first)
      continue;
    first = say("%s in %s.%s (%s)", field_is(3, "several") ? "of several classes, made" : name_text(name(3)),
                name_text(name(0)), name_text(name(1)), name_text(name(2)));
    first_bytes = number(5);
  }
  return *first ? say("%.0f objects of %s; the largest part, %s, is %s.", objects, say_bytes(bytes),
                      say_share(first_bytes, bytes), first) : "";
}

const char *say_lifetime(void)
{
  double objects = 0, live = 0;
  table_open("classes", "objects live_objects");
  while (table_row()) {
    objects += number(0);
    live += number(1);
  }
  return objects ? say("Of %.0f objects, %.0f (%s) still lived at the end, or were not yet found dead.", objects, live,
                       say_share(live, objects)) : "";
}

const char *say_newest(void)
{
  double all, objects = 0, live = 0;
  struct object o;
  time_all();
  const double from_us = newest_from(&all);
  if (!all)
    return "";
  objects_open();
  while (objects_row(&o))
    if (o.birth_us >= from_us && time_shown(o.birth_us)) {
      objects += o.count;
      live += o.lives ? o.count : 0;
    }
  return say("The last tenth of the objects, %.0f of %.0f, were born from %s on; %.0f of them (%s) were not found dead"
             " before the end.", objects, all, say_time(from_us), live, say_share(live, objects));
}

const char *say_age(void)
{
  size_t sites = 0, dead = 0;
  const char *of = "";
  table_open("sites", "class method median_age_bytes");
  while (table_row()) {
    sites++;
    if (field_is(2, "-"))
      continue;
    if (!dead++)
      of = say("; of those of %s.%s, half do not live beyond the next %s of allocation", name_text(name(0)),
               name_text(name(1)), say_bytes(number(2)));
  }
  return sites ? say("Objects come from %zu places; at %zu of them more than half were seen to die%s.", sites, dead,
                     of) : "";
}

/* The age that half, and that nine in ten of the objects do not reach; where more do, the share that is left. */
const char *say_survival(void)
{
  const char *half = "", *tenth = "";
  double last = -1;
  table_open("survival", "age_bytes objects_pct");
  while (table_row()) {
    last = number(1);
    if (!*half && last <= 50)
      half = say_bytes(number(0));
    if (!*tenth && last <= 10)
      tenth = say_bytes(number(0));
  }
  if (last < 0)
    return "";
  return say("%s%s.", *half ? say("Half of the objects live less than %s of allocation", half) :
             "More than half of the objects lived as long as was looked",
             *tenth ? say(", nine in ten less than %s", tenth) :
             say("; %s outlive the oldest age seen", say_share(last, 100)));
}

const char *say_drag(void)
{
  double held = 0, vain = 0, first_vain = 0;
  const char *first = "";
  table_open("drag", "class method where held_bytes drag_bytes void_bytes");
  while (table_row()) {
    held += number(3);
    vain += number(4) + number(5);
    if (*first)
      continue;
    first = say("%s.%s (%s)", name_text(name(0)), name_text(name(1)), name_text(name(2)));
    first_vain = number(4) + number(5);
  }
  return *first ? say("Of %s that are held on average, %s (%s) are by objects that are used no more, or never were;"
                      " most of that, %s, was made by %s.", say_bytes(held), say_bytes(vain), say_share(vain, held),
                      say_bytes(first_vain), first) : "";
}

const char *say_heap(void)
{
  size_t n = 0;
  double sum = 0, longest = 0, most = -1;
  table_open("collections", "pause_us");
  for (; table_row(); n++) {
    sum += fmax(0, number(0)); /* below zero: heap.c says so */
    longest = fmax(longest, number(0));
  }
  table_open("heap", "used_bytes");
  while (table_row())
    most = fmax(most, number(0));
  if (most < 0)
    return "";
  return say("At most %s were in use; %s.", say_bytes(most), !n ? "there was no collection" :
             say("%zu collection%s stopped the world for %s%s", n, n > 1 ? "s" : "", say_time(sum),
                 n > 1 ? say(" together, the longest for %s", say_time(longest)) : ""));
}
