/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * busy.h: the workloads `busy`, `urgent` and `flood`: programs that never wait.
 */
#ifndef BUSY_H
#define BUSY_H

#include "workload.h"

/* Works for BUSY_TURNS times a quarter of a second, never waits, and prints a line after each. */
int busy_run(const struct workload_input *input);
#define BUSY_TURNS 10

/* Does so in a thread of high priority, by calls so short that nearly each tick meets it inside a probe, where the call
 * trees cannot be taken. */
int busy_urgent(const struct workload_input *input);

/* Logs BUSY_EVENTS events, one right after the other: several times what the buffer of events holds. */
int busy_flood(const struct workload_input *input);
#define BUSY_EVENTS 3000000

#endif
