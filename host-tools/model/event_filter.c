/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * event_filter.c: see event_filter.h.
 */
#include "event_filter.h"

#include "base/mem.h"

struct cursor event_filter_begin(const struct view *v)
{
  uint64_t from, to;
  view_window(v, &from, &to);
  return cursor_begin_range(v->dump, WIRE_EVENT, from, to);
}

const struct wire_event *event_filter_next(struct view *v, struct cursor *c)
{
  const struct wire_event *e;
  while ((e = cursor_next(c))) {
    uint32_t thread = view_thread(v, e->thread);
    if (v->threads[thread].wanted && view_in_window(v, e->tsc))
      break;
  }
  return e;
}

struct wire_event *event_filter_events(struct view *v, size_t most, size_t *count)
{
  struct cursor c = event_filter_begin(v);
  struct wire_event *events = mem_alloc(1, sizeof(*events));
  size_t room = 1;
  *count = 0;
  for (const struct wire_event *e; *count < most && (e = event_filter_next(v, &c));) {
    mem_grow(&events, &room, *count + 1, sizeof(*events));
    events[(*count)++] = *e;
  }
  cursor_end(&c);
  return events;
}
