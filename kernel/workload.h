/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * workload.h: what the kernel runs once it is up, chosen by `workload=NAME` on the command line.
 *
 * Each image defines one `workload_set`: its workloads, and what of the command line and of the profile is theirs.
 * The set of the kernel's own programs is kernel/programs/table.c: a workload is a line there and a file beside it.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdbool.h>
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

/* An option `key=NUMBER` on the command line that is the workloads' and not the kernel's. */
struct workload_option {
  const char *key;
  const char *help;             /* one line */
  uint32_t *value;              /* set before a workload runs */
  uint32_t initial;             /* the value when the option is not given */
  uint32_t least, most;
};

struct workload_set {
  const struct workload *workloads;       /* ended by an entry whose name is NULL; the first is the default */
  const struct workload_option *options;  /* ended by an entry whose key is NULL; NULL: there are none */
  const char **arguments;                 /* is set to what follows a word `--`, empty when nothing does; the text lives
                                           * until power-off; NULL: the word `--` is no option */
  const uint32_t *stack_bytes;            /* of the thread that runs the workload; NULL: STACK_BYTES */
  uint32_t modes;                         /* of WIRE_MODES those that only these workloads can record */
  uint32_t nodes;                         /* the default of the option nodes=; 0: the profiler's own */
  const char *(*program)(void);           /* returns the program's own name, for the dump; NULL: it has none */
  void (*name_functions)(void);           /* tells the profiler how the program's own code is called; NULL: nothing to
                                           * tell. Called once, after prof_init() */
  void (*measure_records)(uint32_t modes); /* measures what the program's own ways of making records of `modes` (bits of
                                           * WIRE_MODE) cost; NULL: it has none. Called once, after prof_calibrate(),
                                           * before prof_start() */
};
extern const struct workload_set workload_set;

#endif
