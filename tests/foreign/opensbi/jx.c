/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * jx.c: the port to OpenSBI on QEMU's virt machine. A hart has two threads, its firmware and what runs above it. */
#include "jx.h"

struct sbi_scratch;
struct sbi_trap_context { unsigned long regs[35], cause; }; /* sbi_trap.h: zero, ra, ..., mepc, mstatus, mstatusH */
void sbi_init(struct sbi_scratch *scratch) __attribute__((noreturn));
struct sbi_trap_context *sbi_trap_handler(struct sbi_trap_context *t);

static struct hart { struct prof_thread firmware, above; uintptr_t stack_top; } harts[PROF_PORT_CPUS];
static uint32_t ecall_event;

static void put(char c)
{
  *(volatile uint8_t *)0x10000000 = (uint8_t)c; /* OpenSBI's console is not up at first */
}

void prof_port_stack(const struct prof_thread *t, uintptr_t *low, uintptr_t *high)
{
  *low = *high = 0;
  for (unsigned i = 0; i < PROF_PORT_CPUS; i++)
    if (t == &harts[i].firmware)
      *low = (*high = harts[i].stack_top) - 28 * 1024;
}

/* In place of sbi_init(): each hart comes at boot; and again when it has been stopped, which is for good. */
void jx_init(struct sbi_scratch *scratch)
{
  struct hart *h = &harts[prof_port_cpu()];
  while (h->stack_top)
    __asm__ volatile("wfi");
  h->stack_top = (uintptr_t)scratch;
  jx_begin(&h->firmware, "hart ", prof_port_cpu());
  jx_add(&h->above, "above hart ", prof_port_cpu());
  ecall_event = prof_event_register("ecall");
  sbi_init(scratch);
}

/* In place of sbi_trap_handler(): a trap in the firmware itself changes no thread. */
struct sbi_trap_context *jx_trap(struct sbi_trap_context *t)
{
  struct hart *h = &harts[prof_port_cpu()];
  const bool from_above = prof_port_thread() == &h->above;
  if (from_above)
    prof_switch(&h->firmware, WIRE_WHY_BLOCKED);
  if (t->cause == 9) /* ecall from S-mode: RISC-V Instruction Set Manual, volume II, mcause */
    prof_event_log(ecall_event, t->regs[17]); /* a7: the extension */
  t = sbi_trap_handler(t);
  if (from_above)
    prof_switch(&h->above, WIRE_WHY_BLOCKED);
  return t;
}

void jx_leave(void)
{
  prof_switch(&harts[prof_port_cpu()].above, WIRE_WHY_BLOCKED);
}

void jx_end(void) /* the other harts have been stopped, and stand in jx_init() */
{
  jx_finish("OpenSBI", prof_write_semihosting, NULL);
}
