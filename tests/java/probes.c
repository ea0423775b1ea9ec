/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * probes.c: stands for the profiler in hosted tests: whoever enters must leave, in order, whatever is thrown. What
 * does not fit is told on standard error at the end.
 */
#include <stdio.h>
#include <stdlib.h>

#include "jx.h"

#define DEEPEST 1000000 /* calls: a Java stack overflow comes before */

static void *open_calls[DEEPEST];
static long depth, wrong;

static void report(void)
{
  if (depth || wrong)
    fprintf(stderr, "imbalance: %ld calls are open, %ld ended out of order\n", depth, wrong);
}

void __cyg_profile_func_enter(void *function, void *site)
{
  static bool registered;
  (void)site;
  if (!registered)
    registered = atexit(report) == 0;
  if (depth < DEEPEST)
    open_calls[depth] = function;
  depth++;
}

void __cyg_profile_func_exit(void *function, void *site)
{
  (void)site;
  depth--;
  if (depth < 0 || (depth < DEEPEST && open_calls[depth] != function))
    wrong++;
}
