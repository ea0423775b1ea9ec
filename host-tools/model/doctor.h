/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * doctor.h: what is wrong with the port of the profiler to a kernel, as a run of that kernel shows it. What the target
 * can find out by itself is prof_check()'s.
 */
#ifndef DOCTOR_H
#define DOCTOR_H

#include <stddef.h>

#include "analysis.h"

/* A defect. */
struct doctor_finding {
  const char *code;  /* one word, for programs */
  const char *what;  /* what the run shows */
  const char *todo;  /* what to do about it */
};

/* Looks for defects, and calls `say` with `ctx` for each, whose texts are good during the call. Returns how many there
 * are. */
size_t doctor_examine(struct analysis *a, void (*say)(void *ctx, const struct doctor_finding *f), void *ctx);

#endif
