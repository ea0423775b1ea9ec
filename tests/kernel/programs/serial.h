/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * serial.h: the workload that measures the serial line; see serial.c.
 */
#ifndef WORKLOAD_SERIAL_H
#define WORKLOAD_SERIAL_H

#include "workload.h"

int serial_run(const struct workload_input *input);

#endif
