/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * probes.c: stands for the profiler in hosted tests: the hooks of -mfentry -minstrument-return=call. Who enters must
 * leave, in order, whatever is thrown; what does not fit is told on standard error at the end. A call is known by the
 * place of its return address on the stack. Java threads run one at a time, so only the first is looked at.
 */
#pragma GCC target("general-regs-only")

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define DEEPEST 1000000 /* calls: a Java stack overflow comes before */
#define HOOK __attribute__((no_caller_saved_registers))

HOOK void __fentry__(void);
HOOK void __return__(void);

static void *open_calls[DEEPEST];
static long depth, calls, wrong;
static __thread bool other;
static bool first_taken;
static __thread bool first;

static void __attribute__((destructor)) report(void)
{
  if (depth || wrong)
    fprintf(stderr, "imbalance: of %ld calls %ld are open, %ld ended out of order\n", calls, depth, wrong);
}

/* Is this the thread that came first? */
static HOOK bool mine(void)
{
  if (!first && !other) {
    first = !first_taken;
    other = first_taken;
    first_taken = true;
  }
  return first;
}

void __fentry__(void)
{
  void **frame = __builtin_frame_address(0);
  if (!mine())
    return;
  calls++;
  if (depth < DEEPEST)
    open_calls[depth] = &frame[2];
  depth++;
}

void __return__(void)
{
  void **frame = __builtin_frame_address(0);
  if (!mine())
    return;
  depth--;
  if (depth < 0 || (depth < DEEPEST && open_calls[depth] != &frame[2]))
    wrong++;
}
