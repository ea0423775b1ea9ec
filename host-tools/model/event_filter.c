/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * event_filter.c: see event_filter.h.
 */
#include "event_filter.h"

static struct cursor begin_with(const struct view *v, uint64_t columns)
{
  uint64_t from, to;
  view_window(v, &from, &to);
  return cursor_begin_columns(v->dump, WIRE_EVENT, from, to, columns);
}

struct cursor event_filter_begin(const struct view *v)
{
  return begin_with(v, XFER_ALL_COLUMNS);
}

struct cursor event_filter_begin_times(const struct view *v)
{
  return begin_with(v, CURSOR_COLUMN(event, tsc) | CURSOR_COLUMN(event, event) | CURSOR_COLUMN(event, thread));
}

struct cursor event_filter_begin_names(const struct view *v)
{
  return begin_with(v, CURSOR_COLUMN(event, tsc) | CURSOR_COLUMN(event, event) |
                       (v->thread_filter ? CURSOR_COLUMN(event, thread) : 0));
}
