/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_events.c: gives the events of the workload `text` their numbers; see text_events.h.
 */
#include "text_events.h"

uint32_t text_event_number[TEXT_EVENT_LIMIT];

static const char *const event_name[TEXT_EVENT_LIMIT] = {
#define TEXT_NAME_(NAME, name, arg) [TEXT_EVENT_##NAME] = name,
  TEXT_EVENTS(TEXT_NAME_)
#undef TEXT_NAME_
};

void text_events_register(void)
{
  for (int i = 0; i < TEXT_EVENT_LIMIT; i++)
    text_event_number[i] = prof_event_register(event_name[i]);
}
