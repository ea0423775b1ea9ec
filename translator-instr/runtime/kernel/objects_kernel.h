/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * objects_kernel.h: tells the profiler of the program: its methods, sites and classes, and the lives of its objects.
 */
#ifndef OBJECTS_KERNEL_H
#define OBJECTS_KERNEL_H

#include "runtime/core/gc.h"

/* Tells the profiler the names of methods, sites and classes. Once, after prof_init(). */
void objects_name_program(void);

/* Measures what watching the heap costs besides what it measures of itself. Once, between prof_calibrate() and
 * prof_start(). */
void objects_measure(void);

/* Returns the functions that watch the heap, or NULL when the profiler does not record objects. */
const struct gc_watch *objects_watch(void);

/* At the end of the program: where exact lives are recorded, collects once more, and records of the objects that live
 * on when they were used last. By a Java thread, outside of port_lock(). */
void objects_end(void);

#endif
