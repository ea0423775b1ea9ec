/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * machine.c: see machine.h. A PL011 at 0x9000000, a GICv2 at 0x8000000, the virtual timer, whose counter runs at 62.5 MHz
 * (hw/arm/virt.c); at exception level 1.
 */
#include "machine.h"

#include "jxprof.h"

#define UART ((volatile uint32_t *)0x9000000)
#define GICD ((volatile uint32_t *)0x8000000)
#define GICC ((volatile uint32_t *)0x8010000)
#define CYCLES_OF_COUNTER 16

enum { UART_FLAGS = 6, UART_FULL = 1 << 5 };
enum { GICD_CTLR = 0, GICD_ISENABLER0 = 64, GICC_CTLR = 0, GICC_PMR = 1, GICC_IAR = 3, GICC_EOIR = 4 };
enum { GICD_SGIR = 960 };
enum { TIMER_LINE = 27, CALL_LINE = 1 };
enum { SYNCHRONOUS, INTERRUPT };

/* As start.S saves it. */
struct frame {
  uint64_t x0to18[19], x30, elr, spsr, x29, sp;
};

void machine_trap(uint64_t begun, const struct frame *f, int kind);
void machine_begin(void);
void machine_other(void);

void machine_put(uint8_t byte)
{
  while (UART[UART_FLAGS] & UART_FULL)
    ;
  UART[0] = byte;
}

uintptr_t machine_console(void)
{
  return prof_virtio_find(0xa000000, 0x200, 32); /* hw/arm/virt.c */
}

/* PSCI, SYSTEM_OFF. */
void machine_off(void)
{
  register uint64_t x0 __asm__("x0") = 0x84000008;
  __asm__ volatile("hvc #0" : "+r"(x0) : : "memory");
  for (;;)
    __asm__ volatile("wfi");
}

uintptr_t machine_thread(uintptr_t top, void (*entry)(void))
{
  uint64_t *sp = (uint64_t *)(top - 96);
  for (int i = 0; i < 12; i++)
    sp[i] = 0;
  sp[1] = (uintptr_t)machine_begin;
  sp[2] = (uintptr_t)entry;
  return (uintptr_t)sp;
}

void machine_resumes(uintptr_t place, struct prof_place *at)
{
  const uint64_t *saved = (const uint64_t *)place;
  *at = (struct prof_place){ .ip = saved[1], .fp = saved[0], .sp = place + 96 };
}

void machine_start(void)
{
  prof_arch_cycle_start();
  GICD[GICD_ISENABLER0] = 1u << TIMER_LINE | 1u << CALL_LINE;
  GICD[GICD_CTLR] = 1;
  GICC[GICC_PMR] = 0xff;
  GICC[GICC_CTLR] = 1;
}

/* PSCI, CPU_ON. */
void machine_start_others(void)
{
  for (uint64_t hart = 1; hart < HARTS; hart++) {
    register uint64_t x0 __asm__("x0") = 0xc4000003;
    register uint64_t x1 __asm__("x1") = hart;
    register uintptr_t x2 __asm__("x2") = (uintptr_t)machine_other;
    register uint64_t x3 __asm__("x3") = hart;
    __asm__ volatile("hvc #0" : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3) : : "memory");
  }
}

/* Each counts from prof_arch_cycle_start() on. */
bool machine_has_one_clock(void)
{
  return HARTS == 1;
}

unsigned machine_hart(void)
{
  return prof_arch_cpu();
}

void machine_call(unsigned hart)
{
  __asm__ volatile("dsb sy" : : : "memory");
  GICD[GICD_SGIR] = 1u << (16 + hart) | CALL_LINE;
}

void machine_wait(void)
{
  __asm__ volatile("wfi" : : : "memory");
}

void machine_give_turn(void)
{
  __asm__ volatile("yield" : : : "memory");
}

void machine_irq_on(void)
{
  __asm__ volatile("msr daifclr, #2" : : : "memory");
}

void machine_timer(uint64_t cycles)
{
  __asm__ volatile("msr cntv_tval_el0, %0; msr cntv_ctl_el0, %1; isb"
                   : : "r"(cycles / CYCLES_OF_COUNTER), "r"(1ul) : "memory");
}

void machine_raise(void)
{
  __asm__ volatile("svc #0" : : : "memory");
}

static void stop_at(const struct frame *f)
{
  uint64_t esr, value[3] = { 0, f->elr, f->x30 };
  __asm__ volatile("mrs %0, esr_el1" : "=r"(esr));
  value[0] = esr;
  for (const char *p = "\ntrap\n"; *p; p++)
    machine_put((uint8_t)*p);
  for (int k = 0; k < 3; k++) {
    for (int i = 60; i >= 0; i -= 4)
      machine_put((uint8_t)"0123456789abcdef"[value[k] >> i & 15]);
    machine_put('\n');
  }
  machine_off();
}

void machine_trap(uint64_t begun, const struct frame *f, int kind)
{
  const struct prof_place place = { .ip = f->elr, .fp = f->x29, .sp = f->sp, .link = f->x30 };
  uint64_t esr;
  if (kind == INTERRUPT) {
    const uint32_t line = GICC[GICC_IAR];
    GICC[GICC_EOIR] = line;
    if (line % 1024 == TIMER_LINE)
      kernel_timer(begun, &place);
    else if (line % 1024 == CALL_LINE)
      kernel_called(begun, &place);
    return;
  }
  __asm__ volatile("mrs %0, esr_el1" : "=r"(esr));
  if (kind == SYNCHRONOUS && esr >> 26 == 0x15) /* svc */
    kernel_soft(begun, &place);
  else
    stop_at(f);
}
