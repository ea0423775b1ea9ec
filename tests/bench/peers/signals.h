/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * signals.h: the timer interrupt of a Linux process: samples of its one thread, from a signal at random times. The
 * handler has a context of its own, as an interrupt of a kernel has, so what it takes is in no thread's time. Turns,
 * too (prof_turn()).
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <stdint.h>

/* Makes the context known, and measures what a signal costs; `tsc_hz` cycles are a second. After prof_thread_add()
 * for the thread, before prof_start(). Takes a tenth of a second. */
void signals_init(uint64_t tsc_hz);

/* Samples from here on, `hz` a second on average (0: none), and turns, until signals_stop(). While profiling is on:
 * nothing of the profiler but its probes may run in between. */
void signals_start(uint32_t hz);
void signals_stop(void);

#endif
