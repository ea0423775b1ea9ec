/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * object.c: the lives of a language runtime's objects (JX paper, section 5): the memory of births and deaths, whose
 * logging is inline (prof_inline.h), and collections.
 *
 * What always holds: a death is recorded only for a birth that was, so deaths that a collection made and that are not
 * in the log were dropped, or overwritten, and are counted, over all and for each collection. A collection becomes a
 * record when it ends; a collection that a crash cut short leaves none.
 */
#include "probes/probe.h"

#include "log.h"
#include "records.h"

uint32_t prof_collection;

static struct wire_collection open;   /* the collection that goes on; id 0: none */
static uint64_t looked;               /* allocation clock at the last collection */
static uint64_t empty;                /* collections for stress without a record */
static uint64_t birth_each;           /* cycles of each birth that found room, besides prof_births_took() */
static uint64_t deaths_before;        /* DEATH records made before it */
static struct prof_node *within;      /* the call that it began in; NULL: calls are not timed */
static int64_t drift_before;          /* what the probes had taken of that call */

void prof_object_begin(void)
{
  open = (struct wire_collection){ 0 };
  prof_collection = 0;
  birth_each = looked = empty = 0;
}

uint64_t prof_collections_empty(void)
{
  return empty;
}

void prof_births_cost(int64_t cycles)
{
  birth_each = (uint64_t)cycles;
}

uint64_t prof_birth_cycles(void)
{
  uint64_t cycles = birth_each * prof_log_found_room(&prof_births);
  for (unsigned cpu = 0; cpu < PROF_PORT_CPUS; cpu++)
    cycles += prof_cpu_of(cpu)->birth_cycles;
  return cycles;
}

bool prof_objects_on(void)
{
  return PROF_READ(prof_births.on);
}

PROF_PROBE void prof_collection_begin(enum wire_reason reason, uint64_t clock, uint64_t ahead, uint64_t heap_bytes)
{
  if (!PROF_READ(prof_collections.on))
    return;
  uint64_t now = prof_port_tsc();
  struct prof_thread *t = prof_port_thread();
  within = t->current;
  drift_before = within ? within->drift : 0;
  deaths_before = prof_log_made(&prof_deaths);
  open = (struct wire_collection){ .id = ++prof_collection, .reason = reason, .start = now + prof_cpu()->offset,
                                   .clock = clock, .heap_before = heap_bytes, .ahead = ahead, .looked = looked };
  looked = clock;
  if (t->current)
    prof_node_drift(t->current, (int64_t)(prof_port_tsc() - now));
}

/* A collection at each allocation finds some object dead in one of many. */
static bool is_empty(const struct wire_collection *c)
{
  return c->reason == WIRE_REASON_STRESS && !c->freed_objects && !c->deaths;
}

/* With interrupts off, so that the thread that hands records out never finds half of one. */
PROF_PROBE static void record_collection(void)
{
  unsigned long irq = prof_port_irq_save();
  struct prof_part *part = prof_log_own(&prof_collections);
  if (prof_part_room(part)) {
    *PROF_RECORD(collection, collections, part->next) = open;
    prof_part_made(part);
  } else {
    prof_part_drop(part);
  }
  prof_port_irq_restore(irq);
}

PROF_PROBE void prof_collection_end(const struct prof_collected *c)
{
  if (!PROF_READ(prof_collections.on) || !open.id)
    return;
  uint64_t now = prof_port_tsc();
  struct prof_thread *t = prof_port_thread();
  open.end = now + prof_cpu()->offset;
  open.marked_objects = c->marked_objects;
  open.marked_bytes = c->marked_bytes;
  open.freed_objects = c->freed_objects;
  open.freed_bytes = c->freed_bytes;
  open.heap_after = c->heap_bytes;
  open.own = within && within == t->current ? (uint64_t)(within->drift - drift_before) : c->own_cycles;
  open.own += c->lent_cycles;
  open.deaths = prof_log_made(&prof_deaths) - deaths_before;
  if (is_empty(&open)) {
    empty++;
    prof_collection--;
  } else {
    record_collection();
  }
  open.id = 0;
  if (t->current)
    prof_node_drift(t->current, (int64_t)(prof_port_tsc() - now));
}
