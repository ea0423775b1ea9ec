/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * sampling.h: workloads whose functions have known shares of the processor, for the tests of sampling
 * (tests/kernel/sampling).
 */
#ifndef SAMPLING_H
#define SAMPLING_H

#include "workload.h"

/* Two functions of the same instructions: 70 % and 30 %. */
int sampling_split(const struct workload_input *input);

/* The same function with interrupts off and on, by turns: half and half. */
int sampling_masked(const struct workload_input *input);

/* A thread that begins with each tick and has ended its work before the next one, beside another that always works.
 * */
int sampling_locked(const struct workload_input *input);

#endif
