/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.c: the port to U-Boot on aarch64: one thread, no interrupts.
 */
#include "jx.h"

#define COMMANDS 64

int printf(const char *format, ...);

static void put(char c)
{
  printf("%c", c);
}

static struct prof_thread main_thread;
struct prof_thread *prof_current = &main_thread;

/* Without samples the stack need not be known. */
void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  (void)t;
  *low = *high = 0;
}

void jx_main(void)
{
  prof_arch_cycle_start();
  jx_begin(&main_thread, "U-Boot ", 0);
}

/* An event for each command, by its name. */
void jx_command(const char *name)
{
  static struct { const char *name; uint32_t event; } known[COMMANDS];
  static unsigned count;
  unsigned i = 0;
  while (i < count && known[i].name != name)
    i++;
  if (i == count && count < COMMANDS) {
    known[count].name = name;
    known[count++].event = prof_event_register(name);
  }
  if (i < count)
    prof_event_log(known[i].event, 0);
}

void jx_end(void)
{
  jx_finish("U-Boot", prof_write_semihosting, NULL);
}
