/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * several_port.c: see prof_port.h. prof_port_stack() is the test's: it knows the stacks.
 */
#include "prof.h"

#include <stdlib.h>

struct several_cpu several_cpus[PROF_PORT_CPUS];
__thread struct several_cpu *several_self;

#ifdef SEVERAL_RELATIVE
_Static_assert(sizeof(struct prof_cpu) <= SEVERAL_PROF_BYTES, "what the profiler keeps for a processor fits");
__thread struct several_own several_own;
struct several_own *several_owns[PROF_PORT_CPUS];
uint8_t several_unused[PROF_PORT_CPUS][SEVERAL_PROF_BYTES] __attribute__((aligned(64)));
#else
uint64_t several_clock = 1000;
#endif

void several_begin(unsigned number, struct prof_thread *idle)
{
  several_self = &several_cpus[number];
  several_self->number = number;
#ifdef SEVERAL_RELATIVE
  several_owns[number] = &several_own;
#endif
  prof_port_set_thread(idle);
}

void *prof_port_memory(size_t bytes)
{
  return aligned_alloc(64, (bytes + 63) & ~(size_t)63);
}
