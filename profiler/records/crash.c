/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * crash.c: the registers that are kept at a crash; moment.c keeps the stacks. They have memory of their own, because
 * buffers may be full, or broken.
 */
#include "records.h"

static struct wire_register kept[PROF_CRASH_REGISTERS];
static uint32_t count;

void prof_crash_begin(void)
{
  count = 0;
}

void prof_crash_register(const struct prof_thread *t, uint32_t number, uint64_t value)
{
  if (count < PROF_CRASH_REGISTERS)
    kept[count++] = (struct wire_register){ .thread = t->id, .number = number, .value = value };
}

const struct wire_register *prof_crash_registers(uint32_t *rows)
{
  *rows = count;
  return kept;
}
