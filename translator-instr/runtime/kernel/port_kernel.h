/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port_kernel.h: between port_kernel.c and main_kernel.c, which runs the program.
 */
#ifndef PORT_KERNEL_H
#define PORT_KERNEL_H

#include "workload.h"

/* Before everything of port.h: where input comes from, how large stacks are. `input` stays. */
void port_kernel_init(const struct workload_input *input);

/* Writes what is left of the program's last line; from now on a thread that writes waits for ever. */
void port_kernel_end_output(void);

/* In main_kernel.c: the program is over. Says so when it failed; returns what the workload does. */
int port_kernel_ended(int status);

#endif
