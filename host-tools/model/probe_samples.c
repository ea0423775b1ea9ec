/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * probe_samples.c: see probe_samples.h.
 */
#include "probe_samples.h"

static bool is_of_probes(const struct dump *d, uint64_t address)
{
  return address >= dump_meta(d, WIRE_META_PROBES_LOW, 0) && address < dump_meta(d, WIRE_META_PROBES_HIGH, 0);
}

bool probe_samples_met(const struct dump *d, const struct wire_sample *s, const struct wire_stack *stack)
{
  return s->flags & WIRE_SAMPLE_PROBE || is_of_probes(d, stack[0].address);
}

unsigned probe_samples_inside(const struct dump *d, const struct wire_sample *s, const struct wire_stack *stack)
{
  unsigned inside = 0;
  while (inside < s->depth && is_of_probes(d, stack[inside].address))
    inside++;
  return inside;
}

bool probe_samples_can_tell(const struct view *v, struct table *t)
{
  if (!dump_has_meta(v->dump, WIRE_META_PROBES_HIGH))
    table_comment(t, "note", "this dump does not say where the probes are, so their samples cannot be told apart");
  else if (!v->symbols)
    table_comment(t, "note", "a sample's function is known by the symbols of the image only: name it with -k");
  else
    return true;
  return false;
}
