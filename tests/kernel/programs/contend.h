/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * contend.h: the workload `contend`: threads that wait for each other's locks, and measure how long.
 */
#ifndef CONTEND_H
#define CONTEND_H

#include "workload.h"

/* CONTEND_ROUNDS times: main takes a mutex, two threads find it taken, main gives it back, and one after the other has it.
 * Prints how many cycles each of the two waited by its own clock readings, and how much of it for whom. */
int contend_run(const struct workload_input *input);
#define CONTEND_ROUNDS 20

#endif
