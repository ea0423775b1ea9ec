/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * workload.h: what the kernel runs once it is up, chosen by `workload=NAME` on the command line.
 *
 * A workload is one line in kernel/workload/table.c and a file beside it.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

/* What the boot loader brought (multiboot module 0); data NULL when there is none. Lives until power-off. */
struct workload_input {
  const uint8_t *data;
  size_t bytes;
};

struct workload {
  const char *name;
  const char *help;                                  /* one line */
  /* Runs to its end in a thread named "main". Prints its result with kprintf() in lines `result: KEY VALUE`. Returns 0,
   * or non-zero after having printed an error that says what to do; the kernel then exits with a failure. */
  int (*run)(const struct workload_input *input);
};

/* Ended by an entry whose name is NULL. The first is the default. */
extern const struct workload workloads[];

#endif
