/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * wait.h: the workload `wait`.
 */
#ifndef WAIT_H
#define WAIT_H

#include "workload.h"

/* Does not return: `end` of the monitor ends the run. */
int wait_run(const struct workload_input *input);

#define WAIT_CROWD 400

/* wait_run() beside WAIT_CROWD threads that sleep for ever: a list of them is longer than a reply of the monitor. */
int wait_in_crowd(const struct workload_input *input);

#endif
