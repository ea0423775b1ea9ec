/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * collections.c: the runs of the garbage collector (table collections), for the charts of objects: those of the
 * stretch, and how many bytes were made between two collections of the run, on average; 0: there were no two.
 */
#include "scene.h"

struct collections collections;

static int by_beginning(const void *a, const void *b)
{
  const struct collection *x = a, *y = b;
  return x->from_us != y->from_us ? (x->from_us > y->from_us) - (x->from_us < y->from_us) :
         x->to_us != y->to_us ? (x->to_us > y->to_us) - (x->to_us < y->to_us) :
         (x->reason > y->reason) - (x->reason < y->reason);
}

/* Collections in the order in which they began, also where rows are in no order: charts and searches rest on that. */
void collections_read(void)
{
  bool sorted = true;
  double after = 0, made = 0;
  size_t all = 0;
  collections = (struct collections){ .last_us = -1 };
  table_open("collections", "start_us end_us pause_us reason before_bytes after_bytes");
  while (table_row()) {
    const struct collection c = { number(0), number(1), number(2), name(3) };
    if (all++)
      made += number(4) - after;
    after = number(5);
    collections.last_us = c.to_us;
    if (c.to_us < scene.from_us || c.from_us > scene.to_us)
      continue;
    mem_grow(&collections.all, &collections.room, collections.count + 1, sizeof(c));
    sorted = sorted && (!collections.count || by_beginning(&collections.all[collections.count - 1], &c) <= 0);
    collections.all[collections.count++] = c;
    collections.below += c.pause_us < 0;
    collections.pause_us += c.pause_us < 0 ? 0 : c.pause_us;
    if (c.pause_us > collections.longest_us)
      collections.longest_us = c.pause_us;
  }
  if (!sorted)
    mem_sort(collections.all, collections.count, sizeof(*collections.all), by_beginning);
  collections.every_bytes = all > 1 && made > 0 ? made / (double)(all - 1) : 0;
}

/* Of exact lives the death is known. A collection for stress came at each allocation: what it found dead was alive
 * until then. Objects born before the stretch that died in its first collection are known to have lived until their
 * birth only. */
double collections_alive_until(const struct object *o)
{
  static const double same_us = 0.001; /* times of tables are that exact */
  size_t low = 0, high = collections.count;
  if (run_has_mode("exact"))
    return o->death_us;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (collections.all[middle].to_us < o->death_us - same_us)
      low = middle + 1;
    else
      high = middle;
  }
  if (o->lives)
    return collections.last_us > o->birth_us ? collections.last_us : o->birth_us;
  if (low < collections.count && collections.all[low].reason == name_of_text("stress"))
    return o->death_us;
  const double seen = low ? collections.all[low - 1].to_us : o->birth_us;
  return seen > o->birth_us ? seen : o->birth_us;
}

const char *collections_none(void)
{
  for (size_t i = 0; i < scene.note_count; i++)
    if (note_is(scene.notes + i, "full ring line cut unread") && note_concerns(scene.notes + i, "collection"))
      collections.lost = true;
  return collections.lost ? " No record of a collection is here" : " No collection ran";
}

/* How far collections are apart, on an axis of ages. */
const char *collections_every(void)
{
  if (!collections.count) {
    const char *none = collections_none();
    return say("%s, so no object %s", none, collections.lost ? "is known to be dead." : "was found dead.");
  }
  if (!collections.every_bytes)
    return "";
  return say(" Dashed: the bytes made between two collections (%s on average); an object is found dead in the first"
             " after its"
             " last use.", say_bytes(collections.every_bytes));
}
