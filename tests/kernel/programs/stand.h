/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * stand.h: the workload `stand`: a job of a known length beside many threads that wait, for tests/bench/live.sh.
 */
#ifndef STAND_H
#define STAND_H

#include "workload.h"

/* The module says how many threads there are besides main, and how many of them run twenty times a second, two numbers.
 * Prints the cycles that main's job took. */
int stand_run(const struct workload_input *input);

#endif
