/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * moments.h: takes moments: the stacks of all threads at one instant, by a thread of its own, which lets all others
 * stand still for that long. At intervals (option stacks=), when the monitor is told to, and when the kernel goes down.
 */
#ifndef MOMENTS_H
#define MOMENTS_H

#include <stdbool.h>
#include <stdint.h>

/* Starts the thread. `interval_us`: a moment is taken each so many microseconds from when the thread runs first, at the
 * first tick of any processor after its time has come; 0: only when one is asked for. After prof_start(), once. Returns false when memory is out. */
bool moments_begin(uint32_t interval_us);

/* Takes a moment soon. Thread context. */
void moments_once(void);

/* Takes a moment each `us` microseconds from now on; 0: no more. Thread context. */
void moments_every(uint32_t us);

/* Takes the moment of a crash, behind prof_crash(), where moments are recorded. */
void moments_at_crash(void);

#endif
