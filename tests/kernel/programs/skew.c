/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * skew.c: see skew.h. QEMU has no time stamp counter that can be written. But it has AMD's virtualization, whose guests
 * see the counter with an offset: so a processor, as it starts, makes what it runs a guest of itself, in which
 * nothing but VMRUN is intercepted, and which therefore never ends. All that the kernel then does is done as before,
 * but RDTSC.
 *
 * Places and bits: AMD64 Architecture Programmer's Manual, volume 2, chapter 15 and appendix B.
 */
#include "skew.h"

#include "apic.h"
#include "core/page.h"
#include "core/processor.h"
#include "cpu.h"
#include "crash/panic.h"
#include "lib/string.h"

uint32_t skew_cycles;

#define SECURE_VIRTUAL_MACHINE (1u << 2) /* CPUID 8000_0001h, ECX */
#define EFER_SVME              (1u << 12)
#define MSR_HOST_SAVE          0xC0010117u

enum { /* in the control block: words, and the saved state */
  INTERCEPTS = 0x10, TSC_OFFSET = 0x50, ASID = 0x58,
  ES = 0x400, CS = 0x410, SS = 0x420, DS = 0x430, GDTR = 0x460, IDTR = 0x480,
  EFER = 0x4D0, CR4 = 0x548, CR3 = 0x550, CR0 = 0x558, DR7 = 0x560, DR6 = 0x568, FLAGS = 0x570, IP = 0x578, SP = 0x5D8,
};
#define INTERCEPT_VMRUN 1u
#define CODE_64         0x29Bu /* present, ring 0, executable and readable, 64-bit */
#define DATA            0xC93u /* present, ring 0, writable, 4 GiB */

struct table_pointer { uint16_t limit; uint64_t base; } __attribute__((packed));

static uint8_t blocks[PROCESSORS_MOST][PAGE_BYTES] __attribute__((aligned(PAGE_BYTES)));
static uint8_t hosts[PROCESSORS_MOST][PAGE_BYTES] __attribute__((aligned(PAGE_BYTES)));

static void put(uint8_t *block, size_t at, uint64_t value)
{
  memcpy(block + at, &value, sizeof value);
}

static void put_segment(uint8_t *block, size_t at, uint16_t selector, uint16_t attributes)
{
  put(block, at, selector | (uint64_t)attributes << 16 | (uint64_t)UINT32_MAX << 32);
  put(block, at + 8, 0);
}

static void put_table(uint8_t *block, size_t at, struct table_pointer p)
{
  put(block, at, (uint64_t)p.limit << 32);
  put(block, at + 8, p.base);
}

/* The state of this processor, but for the places where it goes on. */
static void put_state(uint8_t *block)
{
  struct table_pointer gdt, idt;
  uint64_t value;
  uint16_t selector;
  asm volatile("sgdt %0" : "=m"(gdt));
  asm volatile("sidt %0" : "=m"(idt));
  put_table(block, GDTR, gdt);
  put_table(block, IDTR, idt);
  asm volatile("movw %%cs, %0" : "=r"(selector));
  put_segment(block, CS, selector, CODE_64);
  asm volatile("movw %%ss, %0" : "=r"(selector));
  put_segment(block, SS, selector, DATA);
  put_segment(block, DS, selector, DATA);
  put_segment(block, ES, selector, DATA);
  put(block, EFER, cpu_msr_read(CPU_MSR_EFER));
  put(block, CR0, cpu_cr0());
  asm volatile("movq %%cr3, %0" : "=r"(value));
  put(block, CR3, value);
  asm volatile("movq %%cr4, %0" : "=r"(value));
  put(block, CR4, value);
  asm volatile("movq %%dr6, %0" : "=r"(value));
  put(block, DR6, value);
  asm volatile("movq %%dr7, %0" : "=r"(value));
  put(block, DR7, value);
  put(block, FLAGS, cpu_flags());
}

/* Goes on as a guest: VMRUN takes the block in RAX, and loads RSP and RIP from it; other registers stay. */
static void become_guest(uint8_t *block)
{
  asm volatile("movq %%rsp, %c1(%%rax)\n\t"
               "leaq 1f(%%rip), %%rcx\n\t"
               "movq %%rcx, %c2(%%rax)\n\t"
               "vmrun\n\t"
               "ud2\n" /* VMRUN refused the block */
               "1:"
               : : "a"(block), "i"(SP), "i"(IP) : "rcx", "memory", "cc");
}

static void skew(uint32_t number)
{
  uint8_t *block = blocks[number];
  if (cpu_id(0x80000000u).eax < CPU_LEAF_EXTENDED || !(cpu_id(CPU_LEAF_EXTENDED).ecx & SECURE_VIRTUAL_MACHINE))
    panic("skew= wants a processor with AMD's virtualization (QEMU: -cpu qemu64,+svm)");
  const uint64_t far = (uint64_t)skew_cycles * number;
  cpu_msr_write(CPU_MSR_EFER, cpu_msr_read(CPU_MSR_EFER) | EFER_SVME);
  cpu_msr_write(MSR_HOST_SAVE, (uintptr_t)hosts[number]);
  put(block, INTERCEPTS, INTERCEPT_VMRUN);
  put(block, TSC_OFFSET, number % 2 ? far : -far);
  put(block, ASID, 1);
  put_state(block);
  become_guest(block);
}

/* The test image is linked so that each processor but the first calls this when it starts (rules.mk): it has its tables
 * then, and has not read its clock. This file has no probes, for the processor has no thread yet. */
void __real_apic_init_here(void);
void __wrap_apic_init_here(void);
void __wrap_apic_init_here(void)
{
  if (skew_cycles)
    skew(processor_self()->number);
  __real_apic_init_here();
}
