/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * accuracy.h: the workload `accuracy`.
 */
#ifndef ACCURACY_H
#define ACCURACY_H

#include "workload.h"

/* Runs functions of known shapes in threads that preempt each other and sleep, and prints what they computed. */
int accuracy_run(const struct workload_input *input);

#endif
