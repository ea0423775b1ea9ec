/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * wanted.h: the records of a dump that the user wants to see, by time.
 */
#ifndef WANTED_H
#define WANTED_H

#include "dump/cursor.h"
#include "view.h"

/* The events of the threads and the time that were chosen, one after the other: wanted_next() until it returns NULL,
 * then cursor_end(). */
struct cursor wanted_begin(const struct view *v);
const struct wire_event *wanted_next(struct view *v, struct cursor *c);

/* The first `most` of them in new memory, *count of them. */
struct wire_event *wanted_events(struct view *v, size_t most, size_t *count);

#endif
