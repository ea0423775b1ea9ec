/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * port_kernel.h: between port_kernel.c and main_kernel.c, which runs the program.
 */
#ifndef PORT_KERNEL_H
#define PORT_KERNEL_H

#include "workload.h"

/* Sets where port_read() finds its bytes, and the size of the stack of each thread. `input` stays. Once, before
 * everything of port.h. */
void port_kernel_init(const struct workload_input *input, uint32_t thread_stack_bytes);

/* Writes what is left of the program's last line; from now on a thread that writes waits for ever. */
void port_kernel_end_output(void);

/* Ends the program's output, and says so when `status` is a failure. Returns what the workload returns. Thread context,
 * once. In main_kernel.c. */
int port_kernel_ended(int status);

#endif
