/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * probe_samples.h: which samples met the profiler's own probes. The dump names the addresses between which the probes'
 * code lies, and the target marks a sample that met the call of one.
 */
#ifndef PROBE_SAMPLES_H
#define PROBE_SAMPLES_H

#include <stdbool.h>

#include "base/table.h"
#include "view.h"

/* Whether a sample met a probe: then it is the probes', and no function's. `stack` is the sample's call stack, one
 * address at least. Where the dump does not name the probes' addresses, only samples that the target has marked did. */
bool probe_samples_met(const struct dump *d, const struct wire_sample *s, const struct wire_stack *stack);

/* How many of the innermost addresses of a sample's stack lie in the probes' code. */
unsigned probe_samples_inside(const struct dump *d, const struct wire_sample *s, const struct wire_stack *stack);

/* Whether samples in probes can be told from others, and functions by the addresses of samples. Else says so in a note
 * of `t`. */
bool probe_samples_can_tell(const struct view *v, struct table *t);

#endif
