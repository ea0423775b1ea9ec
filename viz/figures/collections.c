/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * collections.c: the runs of the garbage collector (table collections), for the charts of objects: those of the
 * stretch, and how many bytes were made between two collections of the run, on average; 0: there were no two.
 */
#include "scene.h"

struct collections collections;

void collections_read(void)
{
  double after = 0, made = 0;
  size_t all = 0;
  collections = (struct collections){ 0 };
  table_open("collections", "start_us end_us pause_us reason before_bytes after_bytes");
  while (table_row()) {
    const struct collection c = { number(0), number(1), number(2), name(3) };
    if (all++)
      made += number(4) - after;
    after = number(5);
    if (c.to_us < scene.from_us || c.from_us > scene.to_us)
      continue;
    mem_grow(&collections.all, &collections.room, collections.count + 1, sizeof(c));
    collections.all[collections.count++] = c;
    collections.pause_us += c.pause_us;
    if (c.pause_us > collections.longest_us)
      collections.longest_us = c.pause_us;
  }
  collections.every_bytes = all > 1 && made > 0 ? made / (double)(all - 1) : 0;
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
