/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * soak.h: the workload `soak`; soak.c says what it does.
 */
#ifndef SOAK_H
#define SOAK_H

#include "workload.h"

/* Runs for as many seconds as the module says, 10 without one. Returns 0, or 1 when memory was not given back. */
int soak_run(const struct workload_input *input);

#endif
