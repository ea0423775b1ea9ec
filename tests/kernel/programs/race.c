/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * race.c: see race.h. Cycles and not microseconds: on a busy host the guest may find out its clock's frequency badly.
 */
#include "race.h"

#include "core/print.h"
#include "core/thread.h"
#include "cpu.h"
#include "programs/text/text.h"

/* For so long the machine is idle before the job and behind it: a reader of the console looks then how much of the host's
 * time QEMU has taken. */
#define STILL_US 100000

int race_run(const struct workload_input *input)
{
  kprintf("race: the job begins\n");
  thread_sleep_us(STILL_US);
  const uint64_t begun = cpu_tsc();
  const int status = text_run(input);
  const uint64_t took = cpu_tsc() - begun;
  kprintf("race: %llu cycles\n", (unsigned long long)took);
  thread_sleep_us(STILL_US);
  return status;
}
