/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * echo.h: the workload that shows what comes in; see echo.c.
 */
#ifndef WORKLOAD_ECHO_H
#define WORKLOAD_ECHO_H

#include "workload.h"

int echo_run(const struct workload_input *input);

#endif
