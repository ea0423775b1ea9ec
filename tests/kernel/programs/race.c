/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * race.c: see race.h. Cycles and not microseconds: on a busy host the guest may find out its clock's frequency badly.
 */
#include "race.h"

#include "core/print.h"
#include "cpu.h"
#include "programs/text/text.h"

int race_run(const struct workload_input *input)
{
  const uint64_t begun = cpu_tsc();
  const int status = text_run(input);
  kprintf("race: %llu cycles\n", (unsigned long long)(cpu_tsc() - begun));
  return status;
}
