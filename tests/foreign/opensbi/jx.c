/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.c: the port to OpenSBI on QEMU's virt machine. A hart has two threads: its firmware, and what runs above it. A trap
 * is a switch from one to the other.
 */
#include <stdint.h>

#define CAUSE_ECALL_S 9 /* RISC-V Instruction Set Manual, volume II, mcause */

static void say(void *ctx, const char *line)
{
  volatile uint8_t *const uart = (volatile uint8_t *)0x10000000; /* OpenSBI's console is not up at first */
  while (*line)
    *uart = (uint8_t)*line++;
  *uart = '\n';
  (void)ctx;
}

#include "jx.h"

struct sbi_scratch;
struct sbi_trap_context { unsigned long regs[35], cause; }; /* sbi_trap.h: zero, ra, ..., mepc, mstatus, mstatusH */
void sbi_init(struct sbi_scratch *scratch) __attribute__((noreturn));
struct sbi_trap_context *sbi_trap_handler(struct sbi_trap_context *t);

static struct prof_thread firmware, above;
struct prof_thread *prof_current = &firmware;
static uintptr_t stack_top;
static uint32_t ecall_event;

void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  *low = t == &firmware ? stack_top - 28 * 1024 : 0;
  *high = t == &firmware ? stack_top : 0;
}

/* In place of sbi_init(): the boot hart comes first. */
void jx_init(struct sbi_scratch *scratch)
{
  stack_top = (uintptr_t)scratch;
  if (!ecall_event && jx_prepare(1000000000)) { /* cycles of QEMU with -icount shift=0 */
    prof_thread_add(&firmware, "hart 0", 0);
    prof_thread_add(&above, "above hart 0", 0);
    ecall_event = prof_event_register("ecall");
    jx_start();
  }
  sbi_init(scratch);
}

/* In place of sbi_trap_handler(): a trap in the firmware itself changes no thread. */
struct sbi_trap_context *jx_trap(struct sbi_trap_context *t)
{
  const bool from_above = prof_current == &above;
  if (from_above)
    prof_switch(&firmware, WIRE_WHY_BLOCKED);
  if (t->cause == CAUSE_ECALL_S)
    prof_event_log(ecall_event, t->regs[17]); /* a7: the extension */
  t = sbi_trap_handler(t);
  if (from_above)
    prof_switch(&above, WIRE_WHY_BLOCKED);
  return t;
}

void jx_leave(void)
{
  prof_switch(&above, WIRE_WHY_BLOCKED);
}

void jx_end(void)
{
  jx_finish("OpenSBI", prof_write_semihosting, NULL);
}
