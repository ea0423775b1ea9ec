/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects_kernel.h: tells the profiler of the program: its methods, sites and classes, and the lives of its objects.
 */
#ifndef OBJECTS_KERNEL_H
#define OBJECTS_KERNEL_H

#include "runtime/core/gc.h"

/* Makes methods, sites and classes known to the profiler. Once, when there is a profiler. */
void objects_name_program(void);

/* Who is to watch the heap: NULL unless the profiler records objects. Finds out what a record costs, which takes a
 * millisecond: thread context, before the first object. */
const struct gc_watch *objects_watch(void);

#endif
