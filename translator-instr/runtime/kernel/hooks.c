/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hooks.c: the hooks of emitted code, and the sites at which they are called; hooks.h is the manual.
 *
 * A hook must leave every register alone, as the hooks of calls do (profiler/probes/arch/x86_64/fentry.c): the compiler
 * sees to that, and it uses no SSE register.
 */
#pragma GCC target("general-regs-only")
#include "hooks.h"

#include "prof.h"
#include "runtime/core/gc.h"

uint64_t hooks_clock;

/* Cycles of a call at JX_BORN outside of what the hook measures of itself; of one at JX_LOG besides the record, and
 * besides a record that finds no room. */
static int64_t around_birth, around_event, around_drop;

/* ---- births ---- */

/* Returns the site of an object that no Java code makes by itself; 0: the object is not to be recorded. */
JX_PROBE static uint32_t calling_site(void)
{
  const struct jx_frame *frame = JX_THREAD->frame;
  uint32_t site = frame ? frame->site : 0;
  return jx_methods[jx_sites[site].method].flags & JX_METHOD_OBJECTS ? site : 0;
}

JX_PROBE static __attribute__((noinline)) void record_birth(struct jx_object *object, uint32_t site)
{
  const uint64_t slot_bytes = gc_slot_bytes(object);
  hooks_clock += slot_bytes;
  if (site & JX_SITE_LOGGED)
    site &= ~JX_SITE_LOGGED;
  else if (site || !(site = calling_site()))
    return;
  if (prof_birth((uintptr_t)object, site, object->class->number - 1, (uint32_t)slot_bytes, hooks_clock))
    gc_watch_death(object);
}

void hooks_born(struct jx_object *object, uint32_t site)
{
  const struct prof_aside aside = prof_aside_begin();
  if (prof_births.on)
    record_birth(object, site);
  prof_port_add(&prof_birth_cycles, (uint64_t)prof_aside_end(&aside, around_birth));
}

/* ---- events ---- */

void hooks_logged(uint32_t event, uint64_t argument)
{
  const uint64_t dropped = prof_events.dropped;
  prof_event_log(event, argument);
  prof_drift(prof_events.dropped == dropped ? around_event : around_drop);
}

/* ---- the sites: their addresses are in a section for each hook ---- */

extern const uintptr_t __start___born_loc[] __attribute__((weak)), __stop___born_loc[] __attribute__((weak));
extern const uintptr_t __start___log_loc[] __attribute__((weak)), __stop___log_loc[] __attribute__((weak));

/* Writes calls of `hook` over the NOPs. */
PROF_UNTIMED static void put_calls(const uintptr_t *site, const uintptr_t *end, uintptr_t hook)
{
  for (; site < end; site++)
    prof_site_call(*site, hook);
}

/* Tells of `n` births that are none. */
JX_PROBE static void tell_births(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    JX_BORN(NULL, i);
}

JX_PROBE static void log_events(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    JX_LOG(0, i);
}

/* The two loops as they were before put_calls(). */
JX_PROBE static void pass_sites(uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    __asm__ volatile(".byte 0x0f, 0x1f, 0x44, 0x00, 0x00" : : "D"(0), "S"((uint64_t)i) : "memory");
}

/* Measures both ways through hooks_logged(): with room in the log, and without. */
PROF_UNTIMED static void measure_events(void)
{
  const uint64_t limit = prof_events.limit, capacity = prof_events.capacity;
  prof_events.on = true;
  const int64_t surplus = prof_measure_surplus(log_events, pass_sites);
  prof_events.limit = prof_events.capacity = 0;
  around_drop = prof_measure_surplus(log_events, pass_sites);
  prof_events.limit = limit;
  prof_events.capacity = capacity;
  prof_events.on = false;
  around_event = surplus;
}

PROF_UNTIMED void hooks_begin(uint32_t modes)
{
  around_birth = around_event = around_drop = 0;
  if (modes & WIRE_MODE_OBJECTS) {
    put_calls(__start___born_loc, __stop___born_loc, (uintptr_t)hooks_born);
    around_birth = prof_measure_surplus(tell_births, pass_sites);
  }
  if (modes & WIRE_MODE_EVENTS) {
    put_calls(__start___log_loc, __stop___log_loc, (uintptr_t)hooks_logged);
    measure_events();
  }
}
