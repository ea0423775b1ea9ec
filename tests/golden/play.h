/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * play.h: plays a scheduler of several processors that switches, wakes, interrupts and moves threads at random, the same
 * each time: what it did as SCHED records, and the truth about it, found without them.
 */
#ifndef PLAY_H
#define PLAY_H

#include <stdint.h>
#include <stdio.h>

#include "format/wire.h"

/* Threads are numbered: the workers from 1, then for each processor its timer's interrupt, then its idle thread. */
enum { PLAY_CPUS = 4, PLAY_WORKERS = 6, PLAY_IRQ = PLAY_WORKERS + 1, PLAY_IDLE = PLAY_IRQ + PLAY_CPUS,
       PLAY_THREADS = PLAY_IDLE + PLAY_CPUS - 1, PLAY_US = 1000, PLAY_START = 1000000 };

/* Plays, and returns the records, *count of them, by time. The clock runs at 1 GHz and begins at PLAY_START. */
const struct wire_sched *play_schedule(size_t *count);

/* How long a thread ran, nanoseconds; behind play_schedule(). */
uint64_t play_ran(uint32_t thread);

/* Writes what was played, a line each, times in nanoseconds:
 *   processor NUMBER IN_THREADS IN_INTERRUPTS IDLE SWITCHES CAME WENT
 *   busy NUMBER TIME
 *   thread NAME MOVES WOKEN_HERE WAITED_HERE WOKEN_FROM_ELSEWHERE WAITED */
void play_truth(FILE *out);

#endif
