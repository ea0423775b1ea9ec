/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * demo.h: a workload that fails, to show what a failure looks like: on the console, and in the dump.
 */
#ifndef DEMO_H
#define DEMO_H

#include "workload.h"

/* Panics with the size of its input. Thread context; does not return. */
int demo_panic(const struct workload_input *input);

#endif
