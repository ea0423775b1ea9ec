/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dumps.h: the list of golden dumps. The run of each is numbered by its place in the list: a new one stands at the end.
 * Each is made by a function, make_NAME(), in the file dumps_*.c of its subject.
 */
#ifndef DUMPS_H
#define DUMPS_H

#include "xfer.h"

#define DUMPS(D) \
  D(basic) D(full) D(crash) D(timing_only) D(nothing) \
  D(objects) D(deaths_full) D(births_ring) D(objects_strange) \
  D(counters) D(counters_model) D(own) D(own_called) D(cycles) \
  D(strange) D(forged_notes) D(snapshots) D(switched) \
  D(names_without_text) D(stacks_too_short) D(rows_that_are_not_there) \
  D(stream) D(stream_cut) D(rows_without_columns) D(no_frequency) D(many_addresses) \
  D(processors) D(contradict) D(too_many) \
  D(locks) D(moments) D(crash_moment) D(calls) D(exact) D(counted) D(counted_before)

#define MAKE(name) void make_##name(struct xfer_sender *s);
DUMPS(MAKE)
#undef MAKE

#endif
