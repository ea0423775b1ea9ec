/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * workload.h: what the kernel runs once it is up, chosen by `workload=NAME` on the command line.
 *
 * A workload is one line in kernel/programs/table.c and a file beside it.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For a Java program; from the command line. */
struct workload_java {
  uint32_t heap_bytes;      /* the heap may take so much; 0: what is sensible */
  uint32_t stack_bytes;     /* of each thread */
  uint32_t gc_stress;       /* collect at every allocation */
  uint32_t asserts;         /* assert statements are checked */
  const char *arguments;    /* what stands behind `--` */
};

/* What the boot loader brought (multiboot module 0); data NULL when there is none. Lives until power-off. */
struct workload_input {
  const uint8_t *data;
  size_t bytes;
  const struct workload_java *java;
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

/* Whether this image holds a Java program: then there are options for it, and the workloads run on its stack size. */
extern const bool workload_is_java;

/* The program's own name, its main class; NULL in an image without a Java program. */
const char *workload_program(void);

/* Makes known to the profiler how the program's own code is called; nothing in an image without a Java program. */
void workload_names(void);

#endif
