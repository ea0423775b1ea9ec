/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * event.c: events, and their names.
 */
#include "probes/probe.h"

#include "records.h"

#include "state.h"

static char (*names)[PROF_NAME_BYTES];
static uint32_t name_count, name_room;

size_t prof_event_memory(const struct prof_config *c)
{
  return c->names * sizeof(*names);
}

void prof_event_init(const struct prof_config *c, void *memory)
{
  names = memory;
  name_room = c->names;
  name_count = 0;
}

uint32_t prof_event_names(void)
{
  return __atomic_load_n(&name_count, __ATOMIC_ACQUIRE);
}

const char *prof_event_name(uint32_t event)
{
  return names[event - 1];
}

static bool same_name(const char *a, const char *b)
{
  while (*a && *a == *b)
    a++, b++;
  return *a == *b;
}

/* Returns the number of the event with that name; 0: there is none yet. */
static uint32_t find_event(const char *name)
{
  for (uint32_t i = 0; i < name_count; i++)
    if (same_name(names[i], name))
      return i + 1;
  return 0;
}

PROF_PROBE void prof_record_event(uint32_t event, uint64_t arg)
{
  if (!prof_event_try(event, arg, prof_costs.event))
    prof_event_refused();
}

uint32_t prof_event_register(const char *name)
{
  char copy[PROF_NAME_BYTES];
  prof_name_copy(copy, name);
  unsigned long irq = prof_alone_begin();
  uint32_t event = find_event(copy);
  if (!event && name_count < name_room) {
    prof_name_copy(names[name_count], copy);
    event = name_count + 1;
    __atomic_store_n(&name_count, event, __ATOMIC_RELEASE);
  }
  prof_alone_end(irq);
  return event;
}
