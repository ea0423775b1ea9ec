/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * race.h: the text job, and how long it took: tests/bench/processors.sh puts runs on one processor and on several side by
 * side.
 */
#ifndef RACE_H
#define RACE_H

#include "workload.h"

/* The workload's entry: see struct workload. Prints "race: N cycles" of the time stamp counter. */
int race_run(const struct workload_input *input);

#endif
