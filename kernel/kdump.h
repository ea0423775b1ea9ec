/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * kdump.h: starts the profiler for a run and sends what it gathered over the serial line; the one place of the kernel
 * that knows both profiler and transfer.
 */
#ifndef KDUMP_H
#define KDUMP_H

struct options;

/* Takes the profiler's memory, calibrates it and starts the modes that the options name. With no mode it does nothing.
 * `options` must stay. Thread context, once. Returns 0, or prints what is wrong and what to do and returns non-zero. */
int kdump_begin(const struct options *options);

/* Stops the profiler and sends its dump. Thread context; takes as long as the line does. Returns 0, or prints how much
 * did not leave and returns non-zero. Does nothing when kdump_begin() did nothing. */
int kdump_finish(void);

/* The kernel goes down for `reason`: sends what was gathered, with the stacks of all threads, whatever state the kernel is
 * in: no lock, no allocation, interrupts off. After fatal_begin(). Does nothing when kdump_begin() did nothing. */
void kdump_crash(const char *reason);

#endif
