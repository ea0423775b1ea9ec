/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects_kernel.h: tells the profiler of the program: its methods, sites and classes, and the lives of its objects.
 */
#ifndef OBJECTS_KERNEL_H
#define OBJECTS_KERNEL_H

#include "runtime/core/gc.h"

/* Tells the profiler the names of methods, sites and classes. Once, after prof_init(). */
void objects_name_program(void);

/* Returns the functions that watch the heap, or NULL when the profiler does not record objects. Measures what a record
 * costs, which takes a millisecond. Thread context, before the first object. */
const struct gc_watch *objects_watch(void);

#endif
