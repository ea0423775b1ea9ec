/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * wait.h: the workload `wait`.
 */
#ifndef WAIT_H
#define WAIT_H

#include "workload.h"

/* Does not return: `end` of the monitor ends the run. */
int wait_run(const struct workload_input *input);

#endif
