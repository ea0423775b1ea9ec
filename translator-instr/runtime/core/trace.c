/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trace.c: method enter and exit events (JX paper, section 4): two events, whose argument is the method's address.
 */
#include "rt.h"

static uint32_t enter_event, exit_event;

/* Returns the number of the event. Two threads may register it at once: both get one number. */
static uint32_t event_number(uint32_t *event, const char *name)
{
  if (JX_UNLIKELY(!*event))
    *event = port_event_register(name);
  return *event;
}

void jx_trace_enter(uint32_t method)
{
  port_event_log(event_number(&enter_event, "enter method"), (uintptr_t)jx_methods[method].address);
}

void jx_trace_exit(uint32_t method)
{
  port_event_log(event_number(&exit_event, "exit method"), (uintptr_t)jx_methods[method].address);
}
