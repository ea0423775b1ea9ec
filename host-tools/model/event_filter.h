/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * event_filter.h: the records of a dump that the user wants to see, by time.
 */
#ifndef EVENT_FILTER_H
#define EVENT_FILTER_H

#include "dump/cursor.h"
#include "view.h"

/* A walk through the events of the threads and the time that were chosen: event_filter_next() until it returns NULL,
 * then cursor_end(). */
struct cursor event_filter_begin(const struct view *v);

/* event_filter_begin() for a caller who reads of each event its time, number and thread, and neither argument nor
 * processor: cheaper. */
struct cursor event_filter_begin_times(const struct view *v);

/* event_filter_begin_times() for a caller who does not read the thread either. */
struct cursor event_filter_begin_names(const struct view *v);

/* The next one; NULL: there are no more. Inline: it runs for each event. */
static inline const struct wire_event *event_filter_next(struct view *v, struct cursor *c)
{
  const struct wire_event *e;
  while ((e = cursor_next(c)) && !((!v->thread_filter || view_thread_of(v, e->thread)->wanted) &&
                                   view_in_window(v, e->tsc)))
    ;
  return e;
}

#endif
