/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * machine.c: see machine.h. A 16550 at 0x10000000, the CLINT at 0x2000000, the test device at 0x100000; in machine
 * mode. The CLINT's timer counts at 10 MHz (hw/riscv/virt.c).
 */
#include "machine.h"

#include "jxprof.h"

#define MSIP     ((volatile uint32_t *)0x2000000) /* of each hart */
#define MTIMECMP ((volatile uint64_t *)0x2004000) /* of each hart */
#define MTIME    (*(volatile uint64_t *)0x200bff8)
#define CYCLES_OF_MTIME 100

/* As start.S saves it. */
struct frame {
  uint64_t t0, ra, t1to6[6], a[8], s0, mepc, mstatus, sp;
};

void machine_trap(uint64_t begun, struct frame *f);
void machine_begin(void);

void machine_put(uint8_t byte)
{
  volatile uint8_t *uart = (volatile uint8_t *)0x10000000;
  while (!(uart[5] & 0x20))
    ;
  uart[0] = byte;
}

uintptr_t machine_console(void)
{
  return prof_virtio_find(0x10001000, 0x1000, 8); /* hw/riscv/virt.c */
}

void machine_off(void)
{
  *(volatile uint32_t *)0x100000 = 0x5555;
  for (;;)
    __asm__ volatile("wfi");
}

uintptr_t machine_thread(uintptr_t top, void (*entry)(void))
{
  uint64_t *sp = (uint64_t *)(top - 112);
  for (int i = 0; i < 14; i++)
    sp[i] = 0;
  sp[0] = (uintptr_t)machine_begin;
  sp[2] = (uintptr_t)entry;
  return (uintptr_t)sp;
}

void machine_resumes(uintptr_t place, struct prof_place *at)
{
  const uint64_t *saved = (const uint64_t *)place;
  *at = (struct prof_place){ .ip = saved[0], .fp = saved[1], .sp = place + 112 };
}

void machine_start(void)
{
  MTIMECMP[machine_hart()] = UINT64_MAX;
  __asm__ volatile("csrs mie, %0" : : "r"(1ul << 7 | 1ul << 3) : "memory"); /* MTIE, MSIE */
}

/* They wait in start.S for an interrupt. */
void machine_start_others(void)
{
  for (unsigned hart = 1; hart < HARTS; hart++)
    MSIP[hart] = 1;
}

/* QEMU counts instructions, or the host's cycles, for all of them. */
bool machine_has_one_clock(void)
{
  return true;
}

unsigned machine_hart(void)
{
  return prof_arch_cpu_machine();
}

void machine_call(unsigned hart)
{
  __asm__ volatile("fence rw, ow" : : : "memory");
  MSIP[hart] = 1;
}

void machine_wait(void)
{
  __asm__ volatile("wfi" : : : "memory");
}

/* The timer of each hart is set, or has struck: wfi does not wait for long. */
void machine_give_turn(void)
{
  __asm__ volatile("wfi" : : : "memory");
}

void machine_irq_on(void)
{
  __asm__ volatile("csrsi mstatus, 8" : : : "memory"); /* MIE */
}

void machine_timer(uint64_t cycles)
{
  MTIMECMP[machine_hart()] = MTIME + cycles / CYCLES_OF_MTIME;
}

void machine_raise(void)
{
  __asm__ volatile("ecall" : : : "memory");
}

static void stop_at(uint64_t cause, const struct frame *f)
{
  const uint64_t value[3] = { cause, f->mepc, f->ra };
  for (const char *p = "\ntrap\n"; *p; p++)
    machine_put((uint8_t)*p);
  for (int k = 0; k < 3; k++) {
    for (int i = 60; i >= 0; i -= 4)
      machine_put((uint8_t)"0123456789abcdef"[value[k] >> i & 15]);
    machine_put('\n');
  }
  machine_off();
}

void machine_trap(uint64_t begun, struct frame *f)
{
  const struct prof_place place = { .ip = f->mepc, .fp = f->s0, .sp = f->sp, .link = f->ra };
  uint64_t cause;
  __asm__ volatile("csrr %0, mcause" : "=r"(cause));
  if (cause == (1ull << 63 | 7)) {
    kernel_timer(begun, &place);
  } else if (cause == (1ull << 63 | 3)) {
    MSIP[machine_hart()] = 0;
    kernel_called(begun, &place);
  } else if (cause == 11) {
    f->mepc += 4;
    kernel_soft(begun, &place);
  } else {
    stop_at(cause, f);
  }
}
