/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * run.c: see run.h.
 */
#include "run.h"

#include <stdbool.h>

#include "machine.h"
#include "crash/panic.h"
#include "print.h"
#include "thread.h"

static int (*acts[RUN_ACTS])(void);
static unsigned act_count;

void run_on_end(int (*act)(void))
{
  if (act_count == RUN_ACTS)
    panic("run_on_end: there are %u functions already", act_count);
  acts[act_count++] = act;
}

_Noreturn void run_end(int failed)
{
  static bool ending;
  while (__atomic_exchange_n(&ending, true, __ATOMIC_ACQ_REL))
    thread_block();
  thread_raise(THREAD_HIGH);
  print_flush();
  for (unsigned i = 0; i < act_count; i++)
    failed |= acts[i]();
  machine_exit(!failed);
}
